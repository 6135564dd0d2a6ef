"""What a card list of Liberté may say in each column, and how: the door for a designer's spreadsheet.

Blank cells stand for "none", "no" or "any".
"""

import re
import unicodedata
from collections.abc import Mapping
from functools import partial
from typing import Annotated

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

from hemicycle.sim.errors import nearest
from hemicycle.sim.games.liberte import records as lib

VALUE_MAX = 9
"""Also the most blocks a special removes, and the most votes of a province."""
VP_MAX = 20
NUMBER_MAX = 99
ANY = "ANY"
NO_WORD = "none"

Words = Mapping[str, tuple[str, ...]]
_SETS: Words = {"A": ("set a", "conjunto a"), "B": ("set b", "conjunto b")}
_TYPES: Words = {
    "personality": ("person", "personalidad", "personaje", "Persönlichkeit", "personnalité"),
    "club": ("clubs", "Klub"),
    "special": ("special card", "especial", "Sonderkarte", "spezial", "spécial", "spéciale"),
}
_TARGETS: Words = {word: _TYPES[word] for word in ("personality", "club")}
_COLOURS: Words = {
    "R": ("red", "radicals", "rojo", "roja", "radicales", "rot", "rouge"),
    "B": ("blue", "moderates", "azul", "moderados", "blau", "bleu"),
    "W": ("white", "royalists", "blanco", "blanca", "realistas", "weiß", "blanc"),
}
_EFFECTS: Words = {NO_WORD: ("nothing",), **{word: () for word in lib.EFFECTS[1:]}}
_WILD = ("any", "wild", "comodín", "cualquiera", "alle", "joker", "toutes")
_YES = ("x", "yes", "y", "true", "sí", "s", "ja", "j", "oui", "o", "\N{CHECK MARK}")
_NO = ("no", "n", "false", "nein", "non")


def plain(word: str) -> str:
    """A word as it is compared: without case, accents, spaces and underscores."""
    text = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in text if not unicodedata.combining(char) and char not in " _-")


def _word(text: str, what: str, words: Words, blank: bool = True) -> str:
    """The one of `words` that is meant."""
    if not text and blank:
        return text
    for word, others in words.items():
        if plain(text) in map(plain, (word, *others)):
            return word
    if not text:
        raise ValueError(f"empty, expected {' or '.join(words)}")
    shown = [name for word, others in words.items() for name in (word, *others[:1])]
    raise ValueError(f"unknown {what} '{text}'{nearest(text, shown)}")


def _region(text: str) -> str:
    return ANY if plain(text) in map(plain, _WILD) else text


def _number(value: object, high: int) -> int:
    """The whole number in a cell, 0 for a blank one."""
    text = str(value).strip()
    match = re.fullmatch(r"([0-9]{1,9})(?:[.,]0{1,2})?", text or "0")
    if match is None or int(match[1]) > high:
        raise ValueError(f"'{text}', expected a whole number from 0 to {high}")
    return int(match[1])


def _flag(value: object) -> int:
    word = plain(str(value))
    if word in map(plain, _YES):
        return 1
    if word in _NO:
        return 0
    try:
        return _number(value, 1)
    except ValueError:
        raise ValueError(f"'{value}', expected 1 or 0, yes or no, x or a blank cell") from None


# A column of plain `int` could not be left blank.
Flag = Annotated[int | str, BeforeValidator(_flag)]
Value = Annotated[int | str, BeforeValidator(partial(_number, high=VALUE_MAX))]
Points = Annotated[int | str, BeforeValidator(partial(_number, high=VP_MAX))]
Set = Annotated[str, AfterValidator(partial(_word, what="set", words=_SETS, blank=False))]
Type = Annotated[str, AfterValidator(partial(_word, what="type", words=_TYPES, blank=False))]
Target = Annotated[str, AfterValidator(partial(_word, what="type", words=_TARGETS))]
Colour = Annotated[str, AfterValidator(partial(_word, what="colour", words=_COLOURS))]
Effect = Annotated[str, AfterValidator(partial(_word, what="effect", words=_EFFECTS))]
Region = Annotated[str, AfterValidator(_region)]


class CardRow(BaseModel):
    """LIB-1.2; the last seven columns say what a special does."""

    model_config = ConfigDict(extra="forbid")
    set: Set
    type: Type
    colour: Colour
    value: Value
    region: Region
    general: Flag
    cannon: Flag
    sansculottes: Flag
    effect: Effect
    target_colour: Colour
    target_type: Target
    amount: Value
    needs_presence: Flag
    needs_government: Colour
    needs_stack: Colour


class ProvinceRow(BaseModel):
    """LIB-2.1 and LIB-2.2."""

    model_config = ConfigDict(extra="forbid")
    number: int = Field(ge=1, le=NUMBER_MAX)
    region: Region
    counter_revolution: Flag
    vp: Points
    votes_max: int = Field(ge=1, le=VALUE_MAX)


class RegionRow(BaseModel):
    """LIB-2.1; the background is the look of a region on board and cards, and has no rule effect."""

    model_config = ConfigDict(extra="forbid")
    background: str


ALIASES: Mapping[str, tuple[str, ...]] = {
    "set": ("card set", "conjunto", "satz", "serie", "ensemble"),
    "type": ("kind", "card type", "tipo", "clase", "typ", "art"),
    "colour": ("color", "faction", "faccion", "farbe", "fraktion", "couleur"),
    "value": ("val", "blocks", "strength", "valor", "bloques", "wert", "valeur", "blocs"),
    "region": (
        *("region id", "background", "background colour", "background color", "color de fondo"),
        *("fondo", "gebiet", "hintergrund", "fond"),
    ),
    "general": ("generals", "generale"),
    "cannon": ("cannons", "canon", "kanone"),
    "sansculottes": ("sans culottes", "sansculotte", "sans culotte"),
    "effect": (
        *("effects", "special effect", "efecto", "efecto especial", "effekt", "wirkung"),
        "effet",
    ),
    "target_colour": ("target color", "target faction", "color objetivo", "zielfarbe"),
    "target_type": ("target kind", "tipo objetivo", "zieltyp"),
    "amount": ("blocks removed", "bloques retirados"),
    "needs_presence": ("presence", "presencia"),
    "needs_government": ("government", "gobierno", "regierung", "gouvernement"),
    "needs_stack": ("stack", "pila", "stapel"),
    "number": ("#", "no", "nr", "num", "order", "numero", "nummer", "orden"),
    "counter_revolution": (
        *("cr", "counterrevolution", "contrarrevolucion", "gegenrevolution"),
        *("konterrevolution", "contre revolution"),
    ),
    "vp": (
        *("victory points", "points", "pts", "pv", "puntos", "puntos de victoria"),
        *("siegpunkte", "points de victoire"),
    ),
    "votes_max": ("votes", "max votes", "votos", "votos max", "stimmen", "voix"),
    "background": (
        *("background colour", "background color", "colour", "color", "fondo"),
        *("color de fondo", "hintergrund", "farbe", "fond", "couleur"),
    ),
}
"""Other headers for the columns."""

BLANKS: Mapping[str, Mapping[str, str | int]] = {
    "cards": {
        "type": "special",
        **{column: 0 for column in ("value", "general", "cannon", "sansculottes")},
        **{column: "" for column in ("colour", "region", "target_colour", "target_type")},
        "effect": NO_WORD,
        **{column: 0 for column in ("amount", "needs_presence")},
        **{column: "" for column in ("needs_government", "needs_stack")},
    }
}
"""What makes a card one without effect: a special that is never played, in the set it was in."""
