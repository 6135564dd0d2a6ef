"""The card lists, effect texts and parameters of Filibuster!, compiled into the mix record.

The three lists are FIL-3.1, FIL-3.2 and FIL-3.3; the effect vocabulary of their texts is FIL-2,
carried out in effects.
"""

import re
from collections.abc import Callable, Iterable
from typing import Annotated, Any, NoReturn

import numpy as np
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from hemicycle.sim.cardmix import Card, Mix, Range, Schema
from hemicycle.sim.decks import lay
from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.games.filibuster import records as fil

AMOUNT_MAX = 99
CARDS_MAX = 20
HOURS_MAX = 24
KIND_WORDS = ("hours", "assist")
ALL_WORDS = frozenset(fil.PRIMITIVE_NAMES)
TIME_WORDS = ALL_WORDS - {"peek", "bury", "transfer"}
POLICY_WORDS = frozenset({"continue", "influence", "draw", "discard", "transfer"})
OVER = "nothing else means anything once the filibuster is over"
NOBODY_ACTS = "nobody acts when a time card is drawn"


class _Text:
    """Reads one effect text; its errors name the card's place in the designer's file."""

    def __init__(self, card: Card, column: str) -> None:
        self.card = card
        self.column = column
        self.hours: list[int] = []
        self.peeked = 0
        self.words: frozenset[str]
        self.groups: tuple[str, ...]
        if card.deck == "policy":
            self.words, self.groups, self.why = POLICY_WORDS, fil.WHO_NAMES[:3], OVER
        elif card.deck == "time":
            self.words, self.groups, self.why = TIME_WORDS, fil.WHO_NAMES[:3], NOBODY_ACTS
        else:
            self.words, self.groups, self.why = ALL_WORDS, fil.WHO_NAMES, ""

    def fail(self, message: str) -> NoReturn:
        raise InputError(f"{self.card.where(self.column)}: {message}")

    def read(self) -> list[tuple[int, int, int, int]]:
        """The primitives in order, each as op, who, to, amount."""
        program = []
        for part in str(self.card.fields[self.column]).split(";"):
            words = part.lower().split()
            if not words:
                self.fail("empty effect, expected effects separated by ';' ('continue' for none)")
            program.append(self.primitive(words[0], words[1:]))
        return program

    def primitive(self, word: str, rest: list[str]) -> tuple[int, int, int, int]:
        if word not in ALL_WORDS:
            self.fail(f"unknown effect '{word}'{nearest(word, self.words)}")
        if word not in self.words:
            self.fail(f"'{word}' cannot stand on a {self.card.deck} card: {self.why}")
        usage, read = _READERS[word]
        if len(rest) != len(usage.split()) - 1:
            self.fail(f"'{' '.join([word, *rest])}', expected '{usage}'")
        return (fil.PRIMITIVE_NAMES.index(word), *read(self, rest))

    def group(self, word: str, allowed: Iterable[str]) -> int:
        if word not in fil.WHO_NAMES:
            self.fail(f"unknown group '{word}'{nearest(word, allowed)}")
        if word not in allowed:
            why = f": {self.why}" if self.card.deck == "time" else ""
            self.fail(f"group '{word}', expected {' or '.join(allowed)}{why}")
        return fil.WHO_NAMES.index(word)

    def number(self, word: str, low: int, high: int) -> int:
        if not re.fullmatch("-?[0-9]{1,9}", word) or not low <= int(word) <= high:
            self.fail(f"'{word}', expected a whole number from {low} to {high}")
        return int(word)

    def nothing(self, rest: list[str]) -> tuple[int, int, int]:
        return 0, 0, 0

    def pay(self, rest: list[str]) -> tuple[int, int, int]:
        return self.group(rest[0], ("leader",)), 0, self.number(rest[1], 1, AMOUNT_MAX)

    def gain_hours(self, rest: list[str]) -> tuple[int, int, int]:
        self.hours.append(self.number(rest[0], 1, HOURS_MAX))
        return 0, 0, self.hours[-1]

    def influence(self, rest: list[str]) -> tuple[int, int, int]:
        who = self.group(rest[0], self.groups)
        amount = self.number(rest[1], -AMOUNT_MAX, AMOUNT_MAX)
        if amount == 0:
            self.fail("influence 0 does nothing, expected another number")
        return who, 0, amount

    def cards(self, rest: list[str]) -> tuple[int, int, int]:
        return self.group(rest[0], self.groups), 0, self.number(rest[1], 1, CARDS_MAX)

    def peek(self, rest: list[str]) -> tuple[int, int, int]:
        self.peeked = self.number(rest[0], 1, fil.PEEK_MAX)
        return 0, 0, self.peeked

    def bury(self, rest: list[str]) -> tuple[int, int, int]:
        amount = self.number(rest[0], 1, fil.PEEK_MAX)
        if amount > self.peeked:
            self.fail(f"'bury {amount}' needs a 'peek {amount}' or more before it in the same text")
        self.peeked -= amount  # those left are still the top cards, and known
        return 0, 0, amount

    def shuffle(self, rest: list[str]) -> tuple[int, int, int]:
        self.peeked = 0
        return 0, 0, 0

    def transfer(self, rest: list[str]) -> tuple[int, int, int]:
        if self.card.deck == "policy":
            self.fail("'transfer' needs two single players, and a policy knows only the leader")
        single = ("leader", "self", "target")
        giver, taker = self.group(rest[0], single), self.group(rest[1], single)
        if giver == taker:
            self.fail(f"'transfer {' '.join(rest)}' moves nothing, expected two different players")
        return giver, taker, self.number(rest[2], 1, AMOUNT_MAX)


_Reader = Callable[[_Text, list[str]], tuple[int, int, int]]
_READERS: dict[str, tuple[str, _Reader]] = {
    "continue": ("continue", _Text.nothing),
    "end": ("end", _Text.nothing),
    "pay_or_end": ("pay_or_end leader n", _Text.pay),
    "hours": ("hours n", _Text.gain_hours),
    "influence": ("influence WHO n", _Text.influence),
    "draw": ("draw WHO n", _Text.cards),
    "discard": ("discard WHO n", _Text.cards),
    "peek": ("peek n", _Text.peek),
    "bury": ("bury n", _Text.bury),
    "cancel_next": ("cancel_next", _Text.nothing),
    "transfer": ("transfer A B n", _Text.transfer),
    "shuffle_time": ("shuffle_time", _Text.shuffle),
}


def _tidy(text: str) -> str:
    """One spelling of an effect text: plain minus, single spaces, `; ` between effects."""
    parts = text.replace("\N{MINUS SIGN}", "-").split(";")
    return "; ".join(" ".join(part.split()) for part in parts)


def _kind(word: str) -> str:
    if word.lower() not in KIND_WORDS:
        raise ValueError(f"unknown kind '{word}'{nearest(word, KIND_WORDS)}")
    return word.lower()


Effects = Annotated[str, AfterValidator(_tidy)]


class TimeRow(BaseModel):
    """FIL-3.1."""

    model_config = ConfigDict(extra="forbid")
    effects: Effects


class ActionRow(BaseModel):
    """FIL-3.2; `value` is the clock of an hours card, the star of an Assist."""

    model_config = ConfigDict(extra="forbid")
    kind: Annotated[str, AfterValidator(_kind)]
    value: int = Field(ge=0, le=AMOUNT_MAX)
    effects: Effects


class PolicyRow(BaseModel):
    """FIL-3.3."""

    model_config = ConfigDict(extra="forbid")
    reward: Effects
    backlash: Effects


def _compile_list(
    mix: Mix, deck: str, record: Any, program: list[tuple[int, int, int, int]]
) -> None:
    """Fill the list record of one deck and append its texts to the program."""
    cards, slots = mix.decks[deck], mix.slots[deck]
    if len(cards) > fil.KINDS:
        raise InputError(f"{deck} deck: {len(cards)} different cards, expected at most {fil.KINDS}")
    record["kinds"] = len(cards)
    lay(record["deck"], slots)
    record["cards"] = record["deck"]["left"]
    if record["cards"] == 0:
        raise InputError(f"{deck} deck: no cards, expected at least 1")
    for i, card in enumerate(cards):
        for column in ("reward", "backlash") if deck == "policy" else ("effects",):
            text = _Text(card, column)
            start = len(program)
            program += text.read()
            field = "text" if column == "effects" else column
            record[field][i] = start, len(program)
        if deck != "policy":
            record["copies"][i] = card.count
        if deck == "action":
            record["kind"][i], record["value"][i] = _kind_and_value(card, text.hours)


def _kind_and_value(card: Card, hours: list[int]) -> tuple[int, int]:
    kind, value = KIND_WORDS.index(str(card.fields["kind"])), int(card.fields["value"])
    if kind == fil.HOURS and hours != [value]:
        place = card.where("effects")
        if not 1 <= value <= HOURS_MAX:
            raise InputError(
                f"{card.where('value')}: {value}, expected a clock from 1 to {HOURS_MAX}"
            )
        raise InputError(f"{place}: expected exactly one 'hours {value}', the card's own value")
    return kind, value


def compile_mix(mix: Mix) -> Any:
    """The mix as an np.recarray of shape (1,) and dtype `records.mix_dtype`.

    The program holds every effect of every text; an hours card's own `hours n` is in its text, so
    its `value` is not to be added as well (FIL-3.2). InputError for anything the rules cannot play,
    naming file, row, column and card.
    """
    record = np.zeros(1, fil.mix_dtype)
    _check_parameters(mix)
    for key in fil.PARAMETERS:
        record["parameters"][key] = mix.value(key)
    program: list[tuple[int, int, int, int]] = []
    for deck in SCHEMA.rows:
        _compile_list(mix, deck, record[deck][0], program)
    if len(program) > fil.PRIMITIVES:
        raise InputError(
            f"mix '{mix.name}': {len(program)} effects in all card texts, "
            f"expected at most {fil.PRIMITIVES}"
        )
    record["program"][0][: len(program)] = program
    kinds = record["action"]["kind"][0][: len(mix.decks["action"])]
    record["hours_cards"] = sum(1 << i for i, kind in enumerate(kinds) if kind == fil.HOURS)
    return record.view(np.recarray)


def _check_parameters(mix: Mix) -> None:
    """What must hold between parameters, and between parameters and decks."""
    value = mix.value
    if value("players_min") > value("players_max"):
        raise InputError(
            f"players_min {value('players_min')} is above players_max {value('players_max')}"
        )
    blocks, enacted, rounds = (
        value(key) for key in ("blocks_to_win", "enacted_to_lose", "policies_in_game")
    )
    if blocks + enacted != rounds + 1:
        raise InputError(
            f"blocks_to_win {blocks} + enacted_to_lose {enacted} must be policies_in_game + 1 "
            f"= {rounds + 1}, so that every game is either won or lost"
        )
    policies = sum(card.count for card in mix.decks["policy"])
    if policies < rounds:
        raise InputError(f"policy deck: {policies} cards, policies_in_game needs {rounds}")
    dealt = value("start_hand") * value("players_max")
    actions = sum(card.count for card in mix.decks["action"])
    if actions < dealt:
        raise InputError(
            f"action deck: {actions} cards, but start_hand {value('start_hand')} x "
            f"players_max {value('players_max')} deals {dealt}"
        )


_INFLUENCE = Range(0, 200, "influence")
_SWITCH = Range(0, 1, "switch")
_RANGES = {
    "players_min": Range(3, fil.SEATS, "players"),
    "players_max": Range(3, fil.SEATS, "players"),
    "policies_in_game": Range(1, fil.ROUNDS, "policies"),
    "blocks_to_win": Range(1, fil.ROUNDS, "policies"),
    "enacted_to_lose": Range(1, fil.ROUNDS, "policies"),
    "start_hand": Range(0, CARDS_MAX, "cards"),
    "start_influence": _INFLUENCE,
    "policy_bonus_round5": _INFLUENCE,
    "policy_bonus_round6": _INFLUENCE,
    "policy_bonus_round7": _INFLUENCE,
    "difficulty_start": Range(0, HOURS_MAX, "hours"),
    "difficulty_step": Range(0, HOURS_MAX, "hours"),
    "track_max_hours": Range(1, 100, "hours"),
    "refill_hand_to": Range(0, CARDS_MAX, "cards"),
    "votes_per_round_max": Range(0, 20, "calls"),
    "passed_votes_per_game_max": Range(0, fil.ROUNDS, "votes"),
    "influence_floor": _INFLUENCE,
    "vote_needs_difficulty": _SWITCH,
    "vote_pays_reward": _SWITCH,
    "vote_leader_divisor": Range(1, 100, "divisor"),
    "bribes": _SWITCH,
    "buy_hour_price": _INFLUENCE,
}

SCHEMA = Schema(
    game="filibuster",
    parameters=_RANGES,
    rows={"time": TimeRow, "action": ActionRow, "policy": PolicyRow},
    aliases={
        "effects": (
            *("effect", "text", "card text", "rules text", "rules", "ability", "efecto", "efectos"),
            *("texto", "texto de la carta", "effekt", "wirkung", "kartentext", "effet", "texte"),
        ),
        "kind": ("type", "card type", "tipo", "clase"),
        "value": (
            *("val", "clock", "star", "stars", "hours", "points", "pts", "strength", "power"),
            *("valor", "horas", "estrellas", "puntos", "fuerza"),
        ),
        "reward": ("if blocked", "success", "recompensa", "premio", "exito"),
        "backlash": ("if enacted", "failure", "castigo", "penalizacion", "fracaso"),
    },
    blanks={
        "time": {"effects": "continue"},
        "action": {"kind": "assist", "value": 0, "effects": "continue"},
        "policy": {"reward": "continue", "backlash": "continue"},
    },
    targets=("team_win", "seat_spread", "order_spread", "rounds", "smallest_change"),
    check=compile_mix,
)
