"""The cards, provinces, regions and parameters of Liberté, compiled into the mix record.

Cards are LIB-1.2, provinces LIB-2.1 and their marks LIB-2.2; what a cell may say is in columns.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

import numpy as np

from hemicycle.sim.cardmix import Card, Mix, Range, Schema
from hemicycle.sim.decks import EMPTY, lay
from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.game import MAX_KINDS
from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.games.liberte.columns import (
    ALIASES,
    ANY,
    BLANKS,
    NO_WORD,
    VALUE_MAX,
    CardRow,
    ProvinceRow,
    RegionRow,
    plain,
)
from hemicycle.sim.piles import kinds_of

BLOCKS_MAX = 100
"""Of one colour; votes are blocks, and are counted in a byte."""
ONLY_PLACED = ("colour", "value", "region", "general", "cannon", "sansculottes")
"""Columns that are blank for a special."""
ONLY_SPECIAL = (
    *("effect", "target_colour", "target_type", "amount"),
    *("needs_presence", "needs_government", "needs_stack"),
)


def _fail(card: Card, column: str, message: str) -> NoReturn:
    raise InputError(f"{card.where(column)}: {message}")


def _check_card(card: Card) -> None:
    """What must hold between the columns of a card: LIB-1.3, LIB-1.4."""
    fields, kind = card.fields, str(card.fields["type"])
    if kind == "special":
        _check_special(card)
        return
    if not fields["colour"]:
        _fail(card, "colour", f"empty, a {kind} needs a colour: R, B or W")
    if fields["value"] == 0:
        _fail(card, "value", f"0, a {kind} needs a value from 1 to {VALUE_MAX}")
    if kind == "club" and fields["region"] != ANY:
        _fail(card, "region", f"'{fields['region']}', a club is wild: expected {ANY}")
    if kind == "personality" and fields["region"] == ANY:
        _fail(card, "region", f"{ANY}, only a club is wild: expected the id of a region")
    for column in ONLY_SPECIAL:
        if fields[column] not in ("", 0, NO_WORD):
            _fail(
                card, column, f"'{fields[column]}', only a special has this: expected a blank cell"
            )


def _check_special(card: Card) -> None:
    """A special's columns fit its effect: LIB-1.5, LIB-1.6, LIB-1.7, LIB-1.8."""
    fields = card.fields
    for column in ONLY_PLACED:
        if fields[column] not in ("", 0):
            _fail(card, column, f"'{fields[column]}', a special has none: expected a blank cell")
    effect, amount = fields["effect"], fields["amount"]
    if not effect:
        _fail(card, "effect", f"empty, a special needs {' or '.join((*lib.EFFECTS[1:], NO_WORD))}")
    if effect == NO_WORD:
        return  # never played, whatever else it says
    if effect == "strike_card" and amount != 1:
        _fail(card, "amount", f"{amount}, strike_card takes one card: expected 1")
    if effect == "remove_block" and amount == 0:
        _fail(card, "amount", f"0, remove_block needs 1 to {VALUE_MAX} blocks")
    if effect == "clear_colour" and amount != 0:
        _fail(card, "amount", f"{amount}, clear_colour takes all blocks: expected a blank cell")
    if effect == "clear_colour" and not fields["target_colour"]:
        _fail(card, "target_colour", "empty, clear_colour needs a colour: R, B or W")
    if effect != "strike_card" and fields["target_type"]:
        _fail(card, "target_type", "only strike_card hits a type of card: expected a blank cell")
    if effect == "strike_card" and fields["needs_stack"]:
        _fail(card, "needs_stack", "strike_card chooses no province: expected a blank cell")


def _find_regions(mix: Mix) -> dict[str, int]:
    """Index of each region by its plain id, and by its plain name."""
    regions = mix.decks["regions"]
    _check_once(mix, "regions", lib.REGIONS)
    for card in regions:
        if plain(card.id) == plain(ANY):
            raise InputError(f"{card.where('id')}: '{card.id}' is what a club says, choose another")
    names = {plain(card.name): i for i, card in enumerate(regions)}
    return names | {plain(card.id): i for i, card in enumerate(regions)}


def _check_once(mix: Mix, deck: str, most: int) -> None:
    """Every row of the board's lists stands for one thing on the board."""
    rows = mix.decks[deck]
    if not 1 <= len(rows) <= most:
        raise InputError(f"{deck}: {len(rows)} rows, expected 1 to {most}")
    for card in rows:
        if card.count != 1:
            raise InputError(
                f"{card.where('count')}: {card.count}, expected 1, as each of the {deck} is on the "
                "board once; for another board write a mix of its own"
            )


def _locate(mix: Mix, card: Card, regions: Mapping[str, int]) -> int:
    """The number of the region that a card or province names."""
    word = str(card.fields["region"])
    if plain(word) in regions:
        return regions[plain(word)]
    ids = [region.id for region in mix.decks["regions"]]
    if not word:
        _fail(card, "region", f"empty, expected the id of a region: {', '.join(ids)}")
    _fail(card, "region", f"unknown region '{word}'{nearest(word, ids)}")


def _compile_board(mix: Mix, board: Any, regions: Mapping[str, int]) -> None:
    """The provinces in the order in which they vote (LIB-2.1), with their marks (LIB-2.2)."""
    _check_once(mix, "provinces", lib.PROVINCES)
    provinces = mix.decks["provinces"]
    board["provinces"], board["regions"] = len(provinces), len(mix.decks["regions"])
    last = 0
    for i, card in enumerate(provinces):
        number = int(card.fields["number"])
        if number <= last:
            _fail(
                card,
                "number",
                f"{number} after {last}, expected rising numbers, as the rows stand in the order "
                "of voting; for another order write a mix of its own",
            )
        last = number
        for column in ("number", "counter_revolution", "vp", "votes_max"):
            board[column][i] = card.fields[column]
        board["region"][i] = region = _locate(mix, card, regions)
        board["in_region"][region] |= np.uint64(1 << i)
        board["whole"] |= np.uint64(1 << i)
        if board["counter_revolution"][i]:
            board["royalist"] |= np.uint64(1 << i)


def _code(words: tuple[str, ...], word: str | int, none: int) -> int:
    return words.index(str(word)) if word else none


def _compile_cards(mix: Mix, record: Any, regions: Mapping[str, int]) -> None:
    cards, slots = mix.decks["cards"], mix.slots["cards"]
    if len(cards) > MAX_KINDS:
        raise InputError(f"cards deck: {len(cards)} different cards, expected at most {MAX_KINDS}")
    record["kinds"], record["cards"] = len(cards), sum(card.count for card in cards)
    # One slot for each copy in both decks, so that a card swapped moves no other.
    for word in lib.SETS:
        own = [i != EMPTY and cards[i].fields["set"] == word for i in slots]
        lay(
            record[f"deck_{word.lower()}"],
            [i if mine else EMPTY for i, mine in zip(slots, own, strict=True)],
        )
    for i, card in enumerate(cards):
        _check_card(card)
        fields = card.fields
        for column in ("value", "general", "cannon", "sansculottes", "amount", "needs_presence"):
            record[column][i] = fields[column]
        for column in ("colour", "target_colour", "needs_government", "needs_stack"):
            record[column][i] = _code(lib.COLOURS, fields[column], lib.NO_COLOUR)
        record["copies"][i] = card.count
        record["set"][i] = lib.SETS.index(str(fields["set"]))
        record["type"][i] = lib.TYPES.index(str(fields["type"]))
        record["effect"][i] = _code(lib.EFFECTS, fields["effect"], lib.NO_EFFECT)
        record["target_type"][i] = _code(lib.TYPES, fields["target_type"], lib.ANY_TYPE)
        if fields["type"] == "special":
            record["region"][i] = lib.NO_REGION
        elif fields["type"] == "club":
            record["region"][i] = lib.ANY_REGION
        else:
            record["region"][i] = _locate(mix, card, regions)
    _group(record, cards)


def _group(record: Any, cards: tuple[Card, ...]) -> None:
    """The sets of kinds that the rules ask for."""

    def kinds(**wanted: str | int) -> Iterator[int]:
        """The personalities and clubs with these fields."""
        for i, card in enumerate(cards):
            fields = card.fields
            if fields["type"] != "special" and wanted.items() <= fields.items():
                yield i

    for colour, word in enumerate(lib.COLOURS):
        record["of_colour"][colour] = kinds_of(kinds(colour=word))
    record["generals"] = kinds_of(kinds(general=1))
    record["ones"] = kinds_of(kinds(value=1))
    record["with_sansculottes"] = kinds_of(kinds(sansculottes=1))
    specials = [i for i, card in enumerate(cards) if card.fields["type"] == "special"]
    record["specials"] = kinds_of(specials)
    for i in specials:
        fields = cards[i].fields
        if fields["effect"] == "strike_card":
            wanted = {"colour": fields["target_colour"], "type": fields["target_type"]}
            record["targets"][i] = kinds_of(kinds(**{key: w for key, w in wanted.items() if w}))


def compile_mix(mix: Mix) -> Any:
    """The mix as an np.recarray of shape (1,) and dtype `records.mix_dtype`.

    Kinds of card and provinces are numbered by their rows. InputError for anything the rules cannot
    play, naming file, row, column and card.
    """
    record = np.zeros(1, lib.mix_dtype)
    for key in lib.PARAMETERS:
        record["parameters"][key] = mix.value(key)
    regions = _find_regions(mix)
    _compile_board(mix, record["board"][0], regions)
    _compile_cards(mix, record["cards"][0], regions)
    _check_parameters(mix)
    return record.view(np.recarray)


def _check_parameters(mix: Mix) -> None:
    """What must hold between parameters, and between parameters and cards (LIB-3.2)."""
    value = mix.value
    for low, high in (
        ("players_min", "players_max"),
        ("tokens_on_tracks", "tokens_per_player"),
        ("take_discard_count", "take_discard_threshold"),
        ("display_limit", "display_limit_sansculottes"),
        *(("blocks_reserved_turn1_each", f"blocks_{name}") for name in ("red", "blue", "white")),
    ):
        if value(low) > value(high):
            raise InputError(f"{low} {value(low)} is above {high} {value(high)}")
    dealt = value("start_hand") * value("players_max")
    first = sum(card.count for card in mix.decks["cards"] if card.fields["set"] == lib.SETS[0])
    if first < dealt:
        raise InputError(
            f"cards deck: {first} cards of set A, but start_hand {value('start_hand')} x "
            f"players_max {value('players_max')} deals {dealt}"
        )


_SWITCH = Range(0, 1, "switch")
_BLOCKS = Range(1, BLOCKS_MAX, "blocks")
_VP = Range(0, 50, "VP")
_RANGES = {
    "players_min": Range(3, lib.SEATS, "players"),
    "players_max": Range(3, lib.SEATS, "players"),
    "turns": Range(1, lib.TURNS, "turns"),
    "blocks_red": _BLOCKS,
    "blocks_blue": _BLOCKS,
    "blocks_white": _BLOCKS,
    "blocks_reserved_turn1_each": Range(0, BLOCKS_MAX, "blocks"),
    "tokens_per_player": Range(1, 100, "tokens"),
    "tokens_on_tracks": Range(0, 100, "tokens"),
    "start_hand": Range(1, 40, "cards"),
    "refill_hand_to": Range(0, 40, "cards"),
    "faceup_cards": Range(0, lib.FACEUP_MAX, "cards"),
    "take_discard_threshold": Range(1, 256, "cards"),
    "take_discard_count": Range(1, 10, "cards"),
    "display_limit": Range(0, lib.DISPLAY_MAX, "cards"),
    "display_limit_sansculottes": Range(0, lib.DISPLAY_MAX, "cards"),
    "stack_max": Range(1, VALUE_MAX, "blocks"),
    "stacks_per_province": Range(1, lib.SEATS, "stacks"),
    "max_action_rounds": Range(1, 300, "rounds"),
    "battle_first_turn": Range(2, lib.TURNS + 1, "turn"),
    "battle_vp_turn2": _VP,
    "battle_vp_turn3": _VP,
    "battle_vp_turn4": _VP,
    "gov_first_vp": _VP,
    "gov_second_vp": _VP,
    "gov_first_tie_unbroken_each_vp": _VP,
    "gov_tie_step_back": Range(0, BLOCKS_MAX, "votes"),
    "opposition_first_vp": _VP,
    "presence_blocks_needed": Range(0, BLOCKS_MAX, "blocks"),
    **{f"vp_province_turn{turn}": _SWITCH for turn in range(1, lib.TURNS + 1)},
    "landslide_red_votes": Range(1, 200, "votes"),
    "cr_provinces_needed": Range(1, 100, "provinces"),
    **{f"cr_active_turn{turn}": _SWITCH for turn in range(1, lib.TURNS + 1)},
    "points_sudden_death_count_hand": _SWITCH,
    "points_sudden_death_count_display": _SWITCH,
}

SCHEMA = Schema(
    game="liberte",
    parameters=_RANGES,
    rows={"cards": CardRow, "provinces": ProvinceRow, "regions": RegionRow},
    aliases=ALIASES,
    blanks=BLANKS,
    targets=("sudden_death", "seat_spread", "order_spread", "rounds", "smallest_change"),
    check=compile_mix,
)
