"""A game of Filibuster! laid out by hand: what the tests of its rules are written with."""

from collections import Counter
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.game import Game
from hemicycle.sim.games.filibuster import log
from hemicycle.sim.games.filibuster.records import DRAW_CARD
from hemicycle.sim.session import Session

WORDS = {
    "draw": DRAW_CARD,
    "pass": 0,
    "no": 0,
    "call": 1,
    "buy": 1,
    "leave": 0,
    "bury": 1,
    "aye": 0,
    "nay": 1,
    "pay": 0,
    "end": 1,
}
PLAIN_POLICIES = "P14 P08 P01 P10 P04 P11 P03"
"""Policies whose reward and backlash only move influence."""


def stack(deck: Any, cards: list[int]) -> None:
    """Lay `cards`, top first, as the settled order of a deck."""
    deck.slots[: len(cards)] = cards
    deck.length = deck.fixed = deck.left = len(cards)
    deck.top = 0


class Play:
    """A game whose cards lie as a test wants; decisions are answered by name.

    Cards are named by their ids (`H1`, `S03`, `T02`, `P14`), options by the words of `WORDS`, by a
    card's id, or by their value.
    """

    def __init__(self, game: Game, mix: Mix, players: int, leader: int) -> None:
        """Deal the first game of seed 1 in which seat `leader` begins; PLAIN_POLICIES are up."""
        self.mix = mix
        for number in count():
            self.session = Session(game, mix, players, seed=1, number=number)
            if self.table.first_leader == leader:
                break
        self.ids = {
            card.id: i for deck in mix.decks.values() for i, card in enumerate(deck) if card.id
        }
        self.policies(PLAIN_POLICIES)

    @property
    def table(self) -> Any:
        return self.session.state.table

    @property
    def hidden(self) -> Any:
        return self.session.state.hidden

    @property
    def round(self) -> int:
        return int(self.table.round_number)

    @property
    def influence(self) -> list[int]:
        return [int(n) for n in self.table.influence[: self.table.players]]

    @property
    def hand_sizes(self) -> list[int]:
        return [int(n) for n in self.table.hand_size[: self.table.players]]

    @property
    def pending(self) -> tuple[str, int]:
        """The decision asked and the seat asked."""
        return self.session.pending, self.session.seat

    @property
    def ended(self) -> tuple[int, int, int]:
        """Of the last round settled: why it ended, at how many hours, and 1 when blocked."""
        settled = self.round if self.session.over else self.round - 1
        entry = self.table.history[settled - 1]
        return int(entry.end), int(entry.hours), int(entry.blocked)

    def own(self, seat: int) -> Any:
        return self.session.state.own[seat]

    def card(self, name: str) -> int:
        return self.ids[name]

    def cards(self, names: str) -> list[int]:
        return [self.ids[name] for name in names.split()]

    def names(self, cards: list[int], deck: str = "action") -> str:
        """Numbers of cards as ids."""
        return " ".join(self.mix.decks[deck][card].id for card in cards)

    def hand(self, seat: int) -> str:
        """The ids a seat holds, in the order of the list."""
        hand = self.own(seat).hand
        return self.names([i for i in range(len(self.mix.decks["action"])) for _ in range(hand[i])])

    def set_influence(self, *amounts: int) -> None:
        self.table.influence[: len(amounts)] = amounts

    def policies(self, names: str) -> None:
        """Turn the first one up; the others follow in the coming rounds."""
        first, *rest = self.cards(names)
        self.table.policy = first
        stack(self.hidden.policy_deck, rest)

    def time(self, names: str, *, rest: bool = True) -> None:
        """Lay the time deck: `names` first, then the other cards; without `rest` they are out."""
        cards, copies = self.cards(names), self._copies("time")
        copies.subtract(cards)
        if rest:
            cards += [card for card in copies for _ in range(copies[card])]
        stack(self.hidden.time_deck, cards)
        self.table.time_cards_left = len(cards)
        for card in copies:
            self.table.time_left[card] = cards.count(card)

    def lay(
        self,
        hands: Mapping[int, str] | None = None,
        draw: str = "",
        discards: str = "",
        rest: str | int = "deck",
    ) -> None:
        """Lay all action cards: hands by seat (others hold none), the next cards, the discards.

        The cards not named go under the `deck`, on the `discards`, or into the hand of a seat.
        """
        copies, piles = self._copies("action"), {"deck": self.cards(draw)}
        piles["discards"] = self.cards(discards)
        held = {seat: self.cards((hands or {}).get(seat, "")) for seat in range(self.table.players)}
        for pile in (*piles.values(), *held.values()):
            copies.subtract(pile)
        assert min(copies.values()) >= 0
        left = [card for card in copies for _ in range(copies[card])]
        (held[rest] if isinstance(rest, int) else piles[rest]).extend(left)
        for seat, cards in held.items():
            own = self.own(seat)
            own.hand[:] = 0
            own.held = sum(1 << card for card in set(cards))
            for card in cards:
                own.hand[card] += 1
            self.table.hand_size[seat] = len(cards)
        stack(self.hidden.action_deck, piles["deck"])
        self.table.action_cards_left = len(piles["deck"])
        self.hidden.discards[: len(piles["discards"])] = piles["discards"]
        self.table.action_discards = len(piles["discards"])

    def _copies(self, deck: str) -> Counter[int]:
        return Counter({i: card.count for i, card in enumerate(self.mix.decks[deck])})

    def options(self) -> list[int]:
        return self.session.options()

    def listed(self) -> str:
        """The options of a decision about cards: ids, and `draw`."""
        return " ".join("draw" if o == DRAW_CARD else self.names([o]) for o in self.options())

    def choose(self, decision: str, option: int | str, seat: int | None = None) -> None:
        """Answer the pending decision, which must be this one (of `seat`); nothing may break."""
        assert self.session.pending == decision
        if seat is not None:
            assert self.session.seat == seat
        if isinstance(option, str):
            option = WORDS[option] if option in WORDS else self.ids[option]
        self.session.apply(option)
        assert self.session.check() == 0

    def leader_turn(self, hours: str = "", *, vote: str = "no") -> None:
        """Call no vote (unless told) and play the hours card, if the Leader is to play one."""
        if self.session.pending == "call_vote":
            self.choose("call_vote", vote)
        if hours:
            self.choose("play_hours", hours)

    def vote(self, *votes: str) -> None:
        """Call a vote; the supporters answer in their order."""
        self.choose("call_vote", "call")
        for vote in votes:
            self.choose("vote", vote)

    def to_bidding(self, round_number: int = 2) -> None:
        """End round `round_number - 1` (as if the first were that one) by a time card."""
        self.table.round_number = round_number - 1
        self.time("T02")
        self.choose("call_vote", "no")
        assert self.session.pending == "bid"

    def elect(self, leader: int) -> None:
        """From the start of bidding: `leader` bids 1, all others pass."""
        while self.session.pending == "bid":
            self.choose("bid", 1 if self.session.seat == leader and self.table.highest == 0 else 0)
        assert self.table.leader == leader

    def told(self) -> list[str]:
        """What happened since the last call, in words."""
        words = self.session.game.words
        return [words.sentence(self.mix, event) for event in self.session.events()]

    def events(self, name: str) -> list[tuple[int, int, int]]:
        """Seat, a and b of the events of one kind since the last call."""
        return [
            (int(event["seat"]), int(event["a"]), int(event["b"]))
            for event in self.session.events()
            if log.EVENTS[event["code"]] == name
        ]


Start = Callable[..., Play]
