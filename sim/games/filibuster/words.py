"""A game of Filibuster! in plain words (FIL-9.30): events, options, how it began and ended."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hemicycle.sim.games.filibuster import log
from hemicycle.sim.games.filibuster.records import (
    BID,
    BURY,
    BUY_HOUR,
    CALL_VOTE,
    DISCARD,
    DRAW_CARD,
    ENDS,
    NAY,
    OFFER,
    PAY_OR_END,
    PLAY_HOURS,
    SUPPORT,
    TARGET,
    VOTE,
)

if TYPE_CHECKING:
    from hemicycle.sim.mixes import Mix

INVARIANTS = (
    "all well",
    "a hand holds less than no copies of a card",
    "a hand's size is not the number of its cards",
    "a player has less influence than the floor",
    "action cards appeared or vanished",
    "time cards appeared or vanished",
    "the hours marker is off the track",
    "too many players",
)
"""What `check` found, by number."""

END_WORDS = {
    "time_card": "a time card ended it",
    "pay_or_end": "the Leader did not pay",
    "vote": "all voted Aye",
    "deck_empty": "no time card was left",
    "full_track": "the track was full",
}

_TWO = {
    CALL_VOTE: ("do not call a vote", "call a vote"),
    VOTE: ("Aye", "No"),
    PAY_OR_END: ("pay", "let the filibuster end"),
    BUY_HOUR: ("do not buy an hour", "buy an hour"),
    BURY: ("leave the cards on top", "bury the cards"),
}


def seat_name(seat: int) -> str:
    """What the log calls a seat (numbered from 0, as in the tables)."""
    return f"Seat {seat}"


def option_words(mix: Mix, decision: int, option: int) -> str:
    """One option of a decision, as `replay --decisions` lists it."""
    if decision in _TWO:
        return _TWO[decision][option]
    if decision == BID:
        return "pass" if option == 0 else f"bid {option}"
    if decision == OFFER:
        return f"offer {option}"
    if decision == TARGET:
        return seat_name(option)
    if option == DRAW_CARD:
        return "draw a card"
    card = mix.decks["action"][option]
    if decision == PLAY_HOURS:
        return f"play {card.name} ({card.fields['value']} h)"
    if decision == DISCARD:
        return f"discard {card.name}"
    verb = "play" if card.fields["kind"] == "assist" else "pass on"
    return f"{verb} {card.name}" if decision == SUPPORT else card.name


def opening(mix: Mix, state: Any) -> list[str]:
    """How the game began: seats, influence, hands (FIL-4)."""
    lines = []
    for seat in range(state.table.players):
        hand = hand_words(mix, state.own[seat].opening)
        lines.append(
            f"{seat_name(seat)} has {mix.value('start_influence')} influence, holds {hand}."
        )
    return lines


def hand_words(mix: Mix, hand: Any) -> str:
    """`2 Epic Poem, Whip Count`; `no cards`."""
    held = [
        (f"{hand[i]} " if hand[i] > 1 else "") + card.name
        for i, card in enumerate(mix.decks["action"])
        if hand[i] > 0
    ]
    return ", ".join(held) or "no cards"


def closing(mix: Mix, state: Any) -> list[str]:
    """How the game ended: influence and cards of each seat, and who won (FIL-9.1)."""
    table = state.table
    players = range(table.players)
    lines = [
        f"{seat_name(seat)}: {table.influence[seat]} influence, {table.hand_size[seat]} cards in hand."
        for seat in players
    ]
    if table.successes < mix.value("blocks_to_win"):
        return [*lines, f"{table.failures} policies enacted: everyone loses."]
    best = max(table.influence[seat] for seat in players)
    winners = [seat_name(seat) for seat in players if table.influence[seat] == best]
    verb = "win" if len(winners) == 1 else "share the win"
    verb += "s" if len(winners) == 1 else ""
    return [*lines, f"{table.successes} policies blocked: {' and '.join(winners)} {verb}."]


def _signed(change: int) -> str:
    return f"gains {change}" if change >= 0 else f"loses {-change}"


def sentence(mix: Mix, event: Any) -> str:
    """One event as a line; events inside a phase are indented."""
    code, seat, a, b, c = (int(event[name]) for name in ("code", "seat", "a", "b", "c"))
    who = seat_name(seat)
    return _SENTENCES[code](mix, who, a, b, c)


def _action(mix: Mix, card: int) -> str:
    return mix.decks["action"][card].name


def _time(mix: Mix, card: int) -> str:
    found = mix.decks["time"][card]
    return f"{found.name} ({found.fields['effects']})"


def _policy(mix: Mix, card: int, column: str) -> str:
    found = mix.decks["policy"][card]
    return f"{found.name}: {found.fields[column]}"


def _vote_result(nays: int) -> str:
    return "The vote passes." if nays == 0 else f"The vote fails with {nays} No."


def _ended(success: str, cause: int, hours: int, needed: int) -> str:
    reason = END_WORDS[ENDS[cause]]
    won = "success" if success == seat_name(1) else "failure"
    return f"The filibuster ends at {hours} h of {needed} h ({reason}): {won}."


_SENTENCES: dict[int, Any] = {
    log.SET_UP: lambda m, s, a, b, c: f"{s} is the first Leader.",
    log.POLICY: lambda m, s, a, b, c: f"Round {b}: {m.decks['policy'][a].name} is up.",
    log.BID_MADE: lambda m, s, a, b, c: f"  {s} bids {a}." if a else f"  {s} passes.",
    log.ELECTED: lambda m, s, a, b, c: f"  {s} is elected Leader with {a}; all bids are paid.",
    log.DREW: lambda m, s, a, b, c: f"    {s} draws {_action(m, a)}.",
    log.OPENED: lambda m, s, a, b, c: f"  {s} begins the filibuster; {a} h are needed.",
    log.CALLED: lambda m, s, a, b, c: f"  {s} calls vote {a} of the round.",
    log.OFFERED: lambda m, s, a, b, c: f"    {s} offers {seat_name(b)} {a} influence for an Aye.",
    log.VOTED: lambda m, s, a, b, c: f"    {s} votes {'No' if a == NAY else 'Aye'}.",
    log.VOTE_RESULT: lambda m, s, a, b, c: f"    {_vote_result(b)}",
    log.TIME_CARD_DRAWN: lambda m, s, a, b, c: (
        f"  {s} draws the time card {_time(m, a)}{', cancelled' if b else ''}."
    ),
    log.PLAYED_HOURS: lambda m, s, a, b, c: f"  {s} plays {_action(m, a)} ({b} h).",
    log.BOUGHT_HOUR: lambda m, s, a, b, c: f"  {s} buys an hour for {a}.",
    log.DREW_AGAIN: lambda m, s, a, b, c: f"  {s} draws one more card.",
    log.PLAYED_ASSIST: lambda m, s, a, b, c: (
        f"  {s} plays {_action(m, a)} ({m.decks['action'][a].fields['effects']})."
    ),
    log.PASSED_CARD: lambda m, s, a, b, c: f"  {s} passes {_action(m, a)} to the Leader.",
    log.NO_ACTION: lambda m, s, a, b, c: f"  {s} has no card and can draw none.",
    log.INFLUENCE: lambda m, s, a, b, c: f"    {s} {_signed(a)} influence ({log.REASONS[c]}): {b}.",
    log.HOURS_MOVED: lambda m, s, a, b, c: f"    Hours +{a}: {b} h.",
    log.DISCARDED: lambda m, s, a, b, c: f"    {s} discards {_action(m, a)}.",
    log.PEEKED: lambda m, s, a, b, c: f"    {s} looks at {a} time cards.",
    log.BURIED: lambda m, s, a, b, c: f"    {s} buries {a} time cards.",
    log.CANCEL_NEXT: lambda m, s, a, b, c: f"    Time cards to be cancelled: {a}.",
    log.SHUFFLED_TIME: lambda m, s, a, b, c: "    All time cards return and are shuffled.",
    log.RESHUFFLED: lambda m, s, a, b, c: f"    The {a} discards become the new action deck.",
    log.ENDED: lambda m, s, a, b, c: f"  {_ended(s, a, b, c)}",
    log.REWARD: lambda m, s, a, b, c: f"  Reward of {_policy(m, a, 'reward')}.",
    log.BACKLASH: lambda m, s, a, b, c: f"  Backlash of {_policy(m, a, 'backlash')}.",
    log.GAME_OVER: lambda m, s, a, b, c: f"Game over: {a} blocked, {b} enacted.",
    log.PAID_OR_ENDED: lambda m, s, a, b, c: (
        f"    {s} pays {b} to go on." if a else f"    {s} does not pay {b}: it ends."
    ),
    log.TARGET_CHOSEN: lambda m, s, a, b, c: f"    {s} chooses {seat_name(a)}.",
}
