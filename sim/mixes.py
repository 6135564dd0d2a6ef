"""Reading card mixes: mix.toml and card lists, tweaks on top, every number checked.

The only reader of the shipped `data` folder.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from importlib.resources import files
from pathlib import Path

from hemicycle.sim.cardmix import OWN, Card, Mix, Parameter, Schema, Target, lay_out
from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.games import GAMES
from hemicycle.sim.mixfile import (
    DeckEntry,
    MixFile,
    build_card,
    build_parameter,
    build_target,
    make_id,
    read_mix_file,
)
from hemicycle.sim.mixtools import diff
from hemicycle.sim.sheets import Wanted, read_cards
from hemicycle.sim.tweaks import Draft

__all__ = [
    "Card",
    "Mix",
    "Parameter",
    "Target",
    "load_mix",
    "mix_names",
    "read_list",
    "schema_of",
    "tweak",
    "with_list",
]


def schema_of(game: str) -> Schema:
    """What the mixes of `game` hold; InputError with the nearest game when there is none."""
    if game not in GAMES:
        raise InputError(f"no game '{game}'{nearest(game, GAMES)}")
    schema: Schema = import_module(f"{GAMES[game]}.cards").SCHEMA
    return schema


def _shipped(game: str) -> Path:
    return Path(str(files("hemicycle.data"))) / game / "mixes"


def mix_names(game: str) -> list[str]:
    """Names of the mixes that ship with `game`."""
    schema_of(game)
    return sorted(path.parent.name for path in _shipped(game).glob("*/mix.toml"))


def load_mix(
    game: str,
    where: str = "standard",
    changes: Sequence[str] = (),
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
) -> Mix:
    """The mix at `where`, tweaked, and checked against everything the game can play.

    `where` is the name of a shipped mix, a folder with a mix.toml, or a .toml file. `changes` set
    numbers and texts: `difficulty_step=4`, `time."Cloture Petition"=3` (copies; quotes are needed
    only around a name with a `.` or `=`; the card's id does as well), `time.T03.effects=end`.
    `add` are new cards, `time:Filler=2:influence each 1`, the columns after the count in the
    deck's order, as in `action:Long Poem=2:hours:5:hours 5`, or named, the others blank, as in
    `cards:Philosopher=2:set=A:type=personality:colour=B:value=2:region=PB`. `remove` takes all copies of a card
    out: `time.Lost Notes`. Whatever stays keeps its place in the deck. InputError for anything
    unknown, out of range or left open.
    """
    schema = schema_of(game)
    root, draft = _open(schema, _locate(game, where, Path(), "mix"), ())
    _apply(draft, changes, add, remove)
    return _finish(draft, root, ())


@dataclass(frozen=True)
class _Place:
    """A mix file, the name it goes by when it has none of its own, and its name in messages."""

    path: Path
    name: str
    label: str


def _locate(game: str, where: str, beside: Path, what: str) -> _Place:
    shipped = _shipped(game) / where / "mix.toml"
    if where in mix_names(game):
        return _Place(shipped, where, where)
    path = beside / where
    if path.is_dir():
        if not (path / "mix.toml").is_file():
            raise InputError(f"{what} '{where}': the folder has no mix.toml")
        return _Place(path / "mix.toml", path.resolve().name, str(path))
    if path.is_file():
        if path.suffix.lower() != ".toml":
            raise InputError(f"{what} '{where}': expected a folder with mix.toml or a .toml file")
        return _Place(path, path.stem, str(path))
    raise InputError(
        f"{what} '{where}' is neither a mix of {game} nor a folder or .toml file"
        f"{nearest(where, mix_names(game))}"
    )


def _open(schema: Schema, place: _Place, above: tuple[Path, ...]) -> tuple[Mix, Draft]:
    """The whole mix at the bottom of the chain of tweaks, and a draft with all tweaks on it."""
    path = place.path.resolve()
    if path in above:
        raise InputError(f"{place.label}: extends itself, directly or by another mix")
    label = _join(place.label, place.path)
    content = read_mix_file(place.path, label)
    if content.game is not None and content.game != schema.game:
        raise InputError(f"{label}, game: '{content.game}', expected '{schema.game}'")
    if content.extends is None:
        root = _whole(schema, place, label, content)
        return root, Draft(schema, root)
    base = _locate(schema.game, content.extends, place.path.parent, f"{label}, extends")
    root, draft = _open(schema, base, (*above, path))
    for deck, entry in _deck_entries(schema, content, label).items():
        draft.replace_list(deck, *_cards(schema, deck, place, entry))
    draft.apply_file(content, label)
    draft.settle(content.name or place.name, content.description or "", place.label)
    return root, draft


def _join(label: str, path: Path) -> str:
    """The mix file's name in messages, `label` being the folder or the file itself."""
    return label if label.endswith(path.name) else f"{label}/{path.name}"


def _whole(schema: Schema, place: _Place, label: str, content: MixFile) -> Mix:
    for key in ("cards", "add", "remove"):
        if getattr(content, key):
            raise InputError(f"{label}, {key}: only for a mix that extends another; add extends")
    for key in schema.parameters:
        if key not in content.parameters:
            raise InputError(f"{label}, parameters: '{key}' is missing")
    decks, dialects = {}, {}
    named = _deck_entries(schema, content, label)
    for deck in schema.rows:
        entry = named.get(deck, DeckEntry(file=f"{deck}.csv"))
        decks[deck], dialects[deck] = _cards(schema, deck, place, entry)
    return Mix(
        name=content.name or place.name,
        game=schema.game,
        description=content.description or "",
        parameters={
            key: build_parameter(schema, key, entry, f"{label}, parameters", OWN)
            for key, entry in content.parameters.items()
        },
        decks=decks,
        slots={deck: lay_out(deck, [c.count for c in cards]) for deck, cards in decks.items()},
        targets={
            key: build_target(schema, key, entry, f"{label}, targets", OWN)
            for key, entry in content.targets.items()
        },
        origin=place.label,
        dialects=dialects,
    )


def _deck_entries(schema: Schema, content: MixFile, label: str) -> dict[str, DeckEntry]:
    for deck in content.decks:
        if deck not in schema.rows:
            raise InputError(f"{label}, decks: unknown deck '{deck}'{nearest(deck, schema.rows)}")
    return content.decks


def _cards(
    schema: Schema, deck: str, place: _Place, entry: DeckEntry
) -> tuple[tuple[Card, ...], str]:
    """The card list of a mix file's deck, and how it was read."""
    path = place.path.parent / entry.file
    file = f"{place.label}/{entry.file}" if place.label == place.name else str(path)
    return _read_list(schema, deck, path, file, entry.sheet)


def read_list(
    game: str, deck: str, path: Path, sheet: str | None = None
) -> tuple[tuple[Card, ...], str]:
    """The checked cards of a spreadsheet for one deck, and a sentence on how it was read.

    The effect texts are checked once the list is in a mix, by `with_list`.
    """
    schema = schema_of(game)
    if deck not in schema.rows:
        raise InputError(f"unknown deck '{deck}'{nearest(deck, schema.rows)}")
    return _read_list(schema, deck, path, str(path), sheet)


def _read_list(
    schema: Schema, deck: str, path: Path, file: str, sheet: str | None
) -> tuple[tuple[Card, ...], str]:
    wanted = {
        column: Wanted(tuple(schema.aliases.get(column, ())), info.annotation is int)
        for column, info in schema.rows[deck].model_fields.items()
    }
    found = read_cards(path, file, deck, wanted, sheet)
    taken = [row.id for row in found.rows if row.id]
    cards: list[Card] = []
    for row in found.rows:
        number = row.id or make_id(row.name, taken)
        taken.append(number)
        card = Card(
            deck=deck,
            id=number,
            name=row.name,
            count=row.count,
            fields=row.cells,
            source=row.source or OWN,
            file=file,
            row=row.row,
            extra=row.extra,
            columns=row.columns,
        )
        cards.append(build_card(schema, card))
    return tuple(cards), found.dialect


def with_list(mix: Mix, deck: str, cards: Sequence[Card], dialect: str = "") -> Mix:
    """The mix with another card list for one deck, checked; cards of one name keep their places."""
    draft = Draft(schema_of(mix.game), mix)
    draft.replace_list(deck, cards, dialect)
    return _finish(draft, mix, mix.changes)


def tweak(
    mix: Mix, changes: Sequence[str] = (), add: Sequence[str] = (), remove: Sequence[str] = ()
) -> Mix:
    """A loaded mix with changes as in `load_mix`, checked."""
    draft = Draft(schema_of(mix.game), mix)
    _apply(draft, changes, add, remove)
    return _finish(draft, mix, mix.changes)


def _apply(draft: Draft, changes: Sequence[str], add: Sequence[str], remove: Sequence[str]) -> None:
    for text in changes:
        draft.set(text)
    for text in remove:
        draft.remove_text(text)
    for text in add:
        draft.add_text(text)


def _finish(draft: Draft, before: Mix, changes: Sequence[str]) -> Mix:
    mix = draft.settle(draft.mix.name, draft.mix.description, draft.mix.origin)
    mix = replace(mix, changes=(*changes, *diff(before, mix)))
    draft.schema.check(mix)
    return mix
