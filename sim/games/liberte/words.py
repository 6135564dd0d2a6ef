"""A game of Liberté in plain words (LIB-14.1): events, options, how it began and ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hemicycle.sim.games.liberte import log
from hemicycle.sim.games.liberte.records import (
    ACTION_KIND,
    AWARD_ADVANCE,
    BATTLE_ADVANCE,
    BY_CARD,
    BY_COUNTER_REVOLUTION,
    BY_VP,
    DECISIONS,
    DECK,
    GOVERNMENT_ADVANCE,
    KEEP_CARD,
    OPPOSITION_ADVANCE,
    PARIS_ADVANCE,
    PLACE_BLOCK,
    PLAY_CARD,
    PROVINCE_ADVANCE,
    REFILL_DISCARD,
    SOURCES,
    STOP,
    TAKE_SECOND,
    TARGET_PLAYER,
    TARGET_PROVINCE,
    TARGET_STACK,
    USE_CARD,
)

if TYPE_CHECKING:
    from hemicycle.sim.mixes import Mix

INVARIANTS = (
    "all well",
    "a hand or display holds less than no copies of a card",
    "a hand's size is not the number of its cards",
    "cards appeared or vanished",
    "the deck is not as long as it is said to be",
    "blocks appeared or vanished",
    "a supply is below 0",
    "control tokens appeared or vanished",
    "a player has less than no free tokens",
    "a stack is larger than allowed",
    "a province has the wrong number of stacks",
)
"""What `check` found, by number."""

FACTIONS = ("red", "blue", "white")
BATTLE_NAMES = {2: "Valmy", 3: "Fleurus", 4: "Arcole"}

_ALWAYS = {
    ACTION_KIND: ("play cards", "take a card", "pass"),
    USE_CARD: ("place blocks", "put a token in the Battle Box"),
    KEEP_CARD: ("keep it in the display", "discard it"),
}
_STOPS = {
    REFILL_DISCARD: "discard no more",
    PLAY_CARD: "play no more",
    TAKE_SECOND: "take no second card",
}
_VERBS = {
    REFILL_DISCARD: "discard",
    PLAY_CARD: "play",
    **dict.fromkeys(
        (
            BATTLE_ADVANCE,
            PROVINCE_ADVANCE,
            PARIS_ADVANCE,
            GOVERNMENT_ADVANCE,
            OPPOSITION_ADVANCE,
            AWARD_ADVANCE,
        ),
        "advance",
    ),
    **{
        number: word
        for number, name in enumerate(DECISIONS)
        for ending, word in (
            ("draw", "take"),
            ("source", "take"),
            ("second", "take"),
            ("take_discard", "discard"),
            ("overflow_discard", "discard"),
            ("target_card", "strike"),
        )
        if name.endswith(ending)
    },
}


def seat_name(seat: int) -> str:
    """What the log calls a seat (numbered from 0, as in the tables)."""
    return f"Seat {seat}"


def option_words(mix: Mix, decision: int, option: int) -> str:
    """One option of a decision, as `replay --decisions` lists it."""
    if decision in _ALWAYS:
        return _ALWAYS[decision][option]
    if option == STOP:
        return _STOPS.get(decision, "advance nothing")
    if option == DECK:
        return "draw from the deck"
    if decision in (PLACE_BLOCK, TARGET_PROVINCE):
        return _province(mix, option)
    if decision in (TARGET_PLAYER, TARGET_STACK):
        return seat_name(option)
    return f"{_VERBS[decision]} {_card(mix, option)}"


def opening(mix: Mix, state: Any) -> list[str]:
    """How the game began: the hands (LIB-3.2)."""
    return [
        f"{seat_name(seat)} holds {_cards(mix, state.own[seat].opening)}."
        for seat in range(state.table.players)
    ]


def _cards(mix: Mix, copies: Any) -> str:
    held = [
        (f"{copies[i]} " if copies[i] > 1 else "") + _card(mix, i)
        for i in range(len(mix.decks["cards"]))
        if copies[i] > 0
    ]
    return ", ".join(held) or "no cards"


def closing(mix: Mix, state: Any) -> list[str]:
    """How the game ended: scores by source, and who won (LIB-8.3, LIB-9.1)."""
    table = state.table
    players = range(table.players)
    lines = []
    for seat in players:
        parts = [
            f"{name} {table.vp_from[seat, i]}"
            for i, name in enumerate(SOURCES)
            if table.vp_from[seat, i]
        ]
        origin = f" ({', '.join(parts)})" if parts else ""
        sudden = f"; {table.scores[seat]} {_points(table.end)}" if table.end != BY_VP else ""
        lines.append(f"{seat_name(seat)}: {table.vp[seat]} VP{origin}{sudden}.")
    best = max(table.scores[seat] for seat in players)
    winners = [seat_name(seat) for seat in players if table.scores[seat] == best]
    verb = "wins" if len(winners) == 1 else "share the win"
    return [*lines, f"{' and '.join(winners)} {verb} with {best} {_points(table.end)}."]


def _points(end: int) -> str:
    if end == BY_VP:
        return "VP"
    return f"points of {'white' if end == BY_COUNTER_REVOLUTION else 'red'}"


def sentence(mix: Mix, event: Any) -> str:
    """One event as a line; events inside a phase are indented."""
    code, seat, a, b, c = (int(event[name]) for name in ("code", "seat", "a", "b", "c"))
    return _SENTENCES[code](mix, seat_name(seat), a, b, c)


def _name(mix: Mix, card: int) -> str:
    return mix.decks["cards"][card].name


def _card(mix: Mix, card: int) -> str:
    """`Necker (white 3, Paris Basin)`, `Club Monarchique (white 1, club)`, `Emigration (A)`."""
    found = mix.decks["cards"][card]
    if found.fields["type"] == "special":
        return found.name
    colour = FACTIONS["RBW".index(str(found.fields["colour"]))]
    where = "club" if found.fields["type"] == "club" else _region(mix, found.fields["region"])
    return f"{found.name} ({colour} {found.fields['value']}, {where})"


def _region(mix: Mix, region: Any) -> str:
    return next((one.name for one in mix.decks["regions"] if one.id == region), str(region))


def _province(mix: Mix, province: int) -> str:
    return mix.decks["provinces"][province].name


def _blocks(count: int, colour: int) -> str:
    return f"{count} {FACTIONS[colour]} block{'s' if count != 1 else ''}"


def _seats(mask: int) -> str:
    return " and ".join(seat_name(seat) for seat in range(6) if mask >> seat & 1)


def _won(mix: Mix, who: str, province: int, coded: int, how: int) -> str:
    colour, votes = divmod(coded, 16)
    count = f"{votes} vote{'s' if votes != 1 else ''}"
    by = ", by card" if how == BY_CARD else ""
    return f"  {_province(mix, province)}: {who} wins {count} for {FACTIONS[colour]}{by}."


def _formed(colour: int, coded: int, how: int) -> str:
    by = " by card; after the others stepped back" if how == BY_CARD else ";"
    return f"  {FACTIONS[colour].capitalize()} governs{by} the votes are {_votes(coded)}."


def _votes(coded: int) -> str:
    votes = (coded // 1_000_000, coded // 1000 % 1000, coded % 1000)
    return ", ".join(f"{name} {n}" for name, n in zip(FACTIONS, votes, strict=True))


def _ended(how: int, best: int, winners: int) -> str:
    kind = ("after the last turn", "by counter-revolution", "by landslide")[how]
    return f"The game ends {kind}: {_seats(winners)} with {best} {_points(how)}."


_PHASE_ENDS = ("a supply ran out", "all passed", "the limit of rounds was reached", "cut short")

_USES = ("", " for battle", "", " as well")
_CONTESTS = {
    BATTLE_ADVANCE: "the battle",
    GOVERNMENT_ADVANCE: "the government",
    OPPOSITION_ADVANCE: "the opposition",
    AWARD_ADVANCE: "the award",
}
_SENTENCES: dict[int, Any] = {
    log.GAME_STARTED: lambda m, s, a, b, c: f"{a} players; {s} starts, and so on to the left.",
    log.TURN_STARTED: lambda m, s, a, b, c: f"Turn {a}",
    log.RESERVE_RETURNED: lambda m, s, a, b, c: "  The blocks set aside return to the supply.",
    log.ORDER_SET: lambda m, s, a, b, c: f"  Place {a} in the order: {s} with {b} VP.",
    log.DISPLAY_RETURNED: lambda m, s, a, b, c: f"  {s} takes {_name(m, a)} back in hand.",
    log.CARD_DISCARDED: lambda m, s, a, b, c: (
        f"    {s} discards {_name(m, a)} ({log.WHY_DISCARDED[b]})."
    ),
    log.CARD_TAKEN: lambda m, s, a, b, c: f"    {s} takes {_card(m, a)} from slot {b}.",
    log.CARD_DRAWN: lambda m, s, a, b, c: f"    {s} draws {_card(m, a)} from the deck.",
    log.MARKET_FILLED: lambda m, s, a, b, c: f"      Slot {a} of the market shows {_card(m, b)}.",
    log.DECK_RESHUFFLED: lambda m, s, a, b, c: f"    The {a} discards become the new deck.",
    log.ROUND_STARTED: lambda m, s, a, b, c: f"  Action round {a}",
    log.CARD_PLAYED: lambda m, s, a, b, c: f"    {s} plays {_card(m, a)}{_USES[b]}.",
    log.BLOCK_PLACED: lambda m, s, a, b, c: (
        f"      {FACTIONS[a].capitalize()} block to {_province(m, b)}, a stack of {c}."
    ),
    log.BATTLE_TOKEN_PLACED: lambda m, s, a, b, c: f"      {s} has {a} in the Battle Box.",
    log.CARD_KEPT: lambda m, s, a, b, c: f"      {s} keeps {_name(m, a)} in the display, card {b}.",
    log.CARD_STRUCK: lambda m, s, a, b, c: (
        f"      {s} strikes {_card(m, b)} from the display of {seat_name(a)}."
    ),
    log.BLOCK_REMOVED: lambda m, s, a, b, c: (
        f"      {_blocks(c, a)} of {s} leave{'s' if c == 1 else ''} {_province(m, b)}."
    ),
    log.STACK_REMOVED: lambda m, s, a, b, c: (
        f"      {_blocks(c, a)} of {s} leave{'s' if c == 1 else ''} {_province(m, b)}: the stack is gone."
    ),
    log.DISPLAY_OVERFLOW: lambda m, s, a, b, c: (
        f"      {s} discards {_name(m, a)}: the display is too full."
    ),
    log.PLAYER_PASSED: lambda m, s, a, b, c: f"    {s} passes.",
    log.SUPPLY_EXHAUSTED: lambda m, s, a, b, c: f"      The {FACTIONS[a]} supply is empty.",
    log.ACTION_PHASE_ENDED: lambda m, s, a, b, c: (
        f"  The action phase ends after round {a}: {_PHASE_ENDS[b]}."
    ),
    log.BATTLE_WAS_WON: lambda m, s, a, b, c: (
        f"  Battle of {BATTLE_NAMES[b]}: {s} leads the army with {a} in the Battle Box."
    ),
    log.BATTLE_WAS_LOST: lambda m, s, a, b, c: (
        f"  Battle of {BATTLE_NAMES[b]}: lost, {log.WHY_LOST[a]}."
    ),
    log.LOST_BLOCK_PLACED: lambda m, s, a, b, c: (
        f"  A white block marks the lost battle, {a} in all."
    ),
    log.ELECTION_STARTED: lambda m, s, a, b, c: f"  The election of turn {a}",
    log.CARD_ADVANCED: lambda m, s, a, b, c: (
        f"    {s} advances {_card(m, a)} for {_CONTESTS.get(b) or _province(m, c)}."
    ),
    log.PROVINCE_WON: _won,
    log.PROVINCE_UNBROKEN: lambda m, s, a, b, c: (
        f"  {_province(m, a)}: {_seats(b)} are tied, no vote."
    ),
    log.PROVINCE_CLEARED: lambda m, s, a, b, c: (
        f"    {_province(m, a)} is cleared, {b} block{'s return' if b != 1 else ' returns'}."
    ),
    log.LANDSLIDE: lambda m, s, a, b, c: f"  A landslide: {a} votes for red.",
    log.GOVERNMENT_FORMED: lambda m, s, a, b, c: _formed(a, b, c),
    log.NO_GOVERNMENT: lambda m, s, a, b, c: (
        f"  No government and no opposition; the votes are {_votes(b)}."
    ),
    log.OPPOSITION_FORMED: lambda m, s, a, b, c: f"  {FACTIONS[a].capitalize()} is the opposition.",
    log.NO_OPPOSITION: lambda m, s, a, b, c: "  There is no opposition.",
    log.VP_SCORED: lambda m, s, a, b, c: f"    {s} scores {a} VP ({SOURCES[c]}), {b} in all.",
    log.PRESENCE_PLACED: lambda m, s, a, b, c: f"    {s} is present in the government.",
    log.COUNTER_REVOLUTION: lambda m, s, a, b, c: (
        f"  Counter-revolution: white controls {a} provinces, lost battles: {b}."
    ),
    log.GAME_ENDED: lambda m, s, a, b, c: _ended(a, b, c),
}
