"""A game of Liberté laid out by hand: what the tests of its rules are written with."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import count
from typing import Any

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.decks import EMPTY
from hemicycle.sim.game import Game
from hemicycle.sim.games.liberte import log
from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.piles import kinds_of
from hemicycle.sim.session import Session
from hemicycle.tests.games.liberte_sound import assert_sound, derived

WORDS = {
    "play": lib.PLAY,
    "take": lib.TAKE,
    "pass": lib.PASS,
    "blocks": lib.BLOCKS,
    "battle": lib.BATTLE,
    "keep": lib.KEEP,
    "discard": lib.DISCARD,
    "deck": lib.DECK,
    "stop": lib.STOP,
}
FIXED = {
    "action_kind": ("play", "take", "pass"),
    "use_card": ("blocks", "battle"),
    "keep_card": ("keep", "discard"),
}
"""Decisions whose options are these words."""
IN_PROVINCES = ("place_block", "target_province")
OF_SEATS = ("target_player", "target_stack")


def split(names: str) -> list[str]:
    return [name.strip() for name in names.split(",") if name.strip()]


def set_pile(pile: Any, cards: Iterable[int]) -> None:
    """Make a pile hold these cards."""
    copies = Counter(cards)
    pile.cards = sum(copies.values())
    pile.copies[:] = 0
    for card, n in copies.items():
        pile.copies[card] = n
    pile.kinds[:] = kinds_of(copies)


def set_deck(deck: Any, cards: list[int]) -> None:
    """Lay `cards`, top first, as the settled order of a deck."""
    deck.slots[: len(cards)] = cards
    deck.length = deck.fixed = deck.left = len(cards)
    deck.top = 0


class Play:
    """A game whose cards and blocks lie as a test wants; decisions are answered by name.

    Cards and provinces go by their names (`Danton, Purge (A)`; `Paris` will do), stacks by seat,
    colour and blocks (`0W3 2R1`), options by the words of `WORDS`, by names, or by their value.
    """

    def __init__(self, game: Game, mix: Mix, players: int, starter: int) -> None:
        """Deal the first game of seed 1 in which seat `starter` begins; it is to act in turn 1."""
        self.mix = mix
        for number in count():
            self.session = Session(game, mix, players, seed=1, number=number)
            if self.table.start_player == starter:
                break
        self.numbers = {
            deck: {card.name: i for i, card in enumerate(mix.decks[deck])}
            for deck in ("cards", "provinces")
        }
        self.numbers["provinces"]["Paris"] = self.numbers["provinces"]["Île-de-France"]
        self.events("")

    @property
    def table(self) -> Any:
        return self.session.state.table

    @property
    def hidden(self) -> Any:
        return self.session.state.hidden

    @property
    def players(self) -> int:
        return self.session.players

    @property
    def pending(self) -> tuple[str, int]:
        """The decision asked and the seat asked."""
        return self.session.pending, self.session.seat

    @property
    def turn(self) -> int:
        return int(self.table.round_number)

    @property
    def vp(self) -> list[int]:
        return [int(n) for n in self.table.vp[: self.players]]

    @property
    def free(self) -> list[int]:
        """Free tokens by seat."""
        return [int(n) for n in self.table.free_tokens[: self.players]]

    @property
    def supply(self) -> str:
        """`R28 B26 W22`"""
        return self._colours(self.table.supply)

    @property
    def votes(self) -> str:
        return self._colours(self.table.votes)

    @property
    def order(self) -> list[int]:
        return [int(seat) for seat in self.table.order[: self.players]]

    def _colours(self, numbers: Any) -> str:
        return " ".join(f"{c}{int(n)}" for c, n in zip(lib.COLOURS, numbers, strict=True))

    def own(self, seat: int) -> Any:
        return self.session.state.own[seat]

    def history(self, turn: int) -> Any:
        return self.table.history[turn - 1]

    # Names

    def card(self, name: str) -> int:
        return self.numbers["cards"][name]

    def cards(self, names: str) -> list[int]:
        return [self.card(name) for name in split(names)]

    def province(self, name: str) -> int:
        return self.numbers["provinces"][name]

    def name(self, card: int) -> str:
        return self.mix.decks["cards"][card].name

    def pile(self, pile: Any) -> str:
        """The cards of a pile, in card order."""
        return ", ".join(
            self.name(i) for i in range(len(self.mix.decks["cards"])) for _ in range(pile.copies[i])
        )

    def hand(self, seat: int) -> str:
        return self.pile(self.own(seat).hand)

    def display(self, seat: int) -> str:
        return self.pile(self.table.displays[seat])

    @property
    def discards(self) -> str:
        return self.pile(self.table.discards)

    @property
    def box(self) -> str:
        return self.pile(self.table.box)

    @property
    def market(self) -> str:
        """The slots in order, `-` for a gap."""
        slots = self.table.market[: self.mix.value("faceup_cards")]
        return ", ".join("-" if card == EMPTY else self.name(card) for card in slots)

    def stacks(self, province: str) -> str:
        """The stacks in a province as `board` takes them."""
        p = self.province(province)
        return " ".join(
            f"{seat}{lib.COLOURS[self.table.colour[p, seat]]}{self.table.blocks[p, seat]}"
            for seat in range(self.players)
            if self.table.blocks[p, seat] > 0
        )

    def held(self, seat: int) -> str:
        return self._colours(self.table.held[seat])

    # Laying out

    def lay(
        self,
        hands: Mapping[int, str] | None = None,
        displays: Mapping[int, str] | None = None,
        *,
        market: str = "",
        deck: str = "",
        discards: str = "",
        box: str = "",
        rest: str | int = "deck",
    ) -> None:
        """Lay all cards; who or what is not named holds none, and `-` is a gap in the market.

        The cards not named go under the `deck`, on the `discards`, into the `box`, or to a seat.
        """
        copies = Counter({i: card.count for i, card in enumerate(self.mix.decks["cards"])})
        slots = [EMPTY if name == "-" else self.card(name) for name in split(market)]
        piles = {"deck": self.cards(deck), "discards": self.cards(discards), "box": self.cards(box)}
        held = [self.cards((hands or {}).get(seat, "")) for seat in range(self.players)]
        shown = [self.cards((displays or {}).get(seat, "")) for seat in range(self.players)]
        for cards in (*piles.values(), *held, *shown, [card for card in slots if card != EMPTY]):
            copies.subtract(cards)
        assert min(copies.values()) >= 0
        left = list(copies.elements())
        (held[rest] if isinstance(rest, int) else piles[rest]).extend(left)
        for seat in range(self.players):
            set_pile(self.own(seat).hand, held[seat])
            set_pile(self.table.displays[seat], shown[seat])
            self.table.hand_size[seat] = len(held[seat])
        self.table.market[:] = EMPTY
        self.table.market[: len(slots)] = slots
        set_pile(self.table.discards, piles["discards"])
        set_pile(self.table.box, piles["box"])
        set_deck(self.hidden.deck_a, piles["deck"])
        set_deck(self.hidden.deck_b, [])
        self.table.deck_left = len(piles["deck"])
        assert_sound(self.session)

    def board(
        self,
        stacks: Mapping[str, str] | None = None,
        *,
        held: Mapping[int, str] | None = None,
        lost: int = 0,
        supply: Mapping[str, int] | None = None,
        battle: Mapping[int, int] | None = None,
        presence: Iterable[int] = (),
        free: Mapping[int, int] | None = None,
    ) -> None:
        """Lay all blocks and tokens; what is not named is empty.

        Blocks that a `supply` is short of are set aside, tokens that a seat is to have no longer
        `free` are in the Battle Box.
        """
        table = self.table
        table.blocks[:] = 0
        table.held[:] = 0
        for name, text in (stacks or {}).items():
            for seat, colour, number in self._parse(text):
                table.blocks[self.province(name), seat] = number
                table.colour[self.province(name), seat] = colour
        for seat, text in (held or {}).items():
            for _, colour, number in self._parse(" ".join(f"0{part}" for part in text.split())):
                table.held[seat, colour] = number
        table.lost_blocks = lost
        self._share_blocks(supply or {})
        self._share_tokens(battle or {}, presence, free or {})
        for key, value in derived(table).items():
            if key == "full":
                table.full = value
            else:
                table[key][: len(value)] = value
        assert_sound(self.session)

    def _parse(self, text: str) -> list[tuple[int, int, int]]:
        """`0W3 2R1` as (seat, colour, blocks)."""
        return [(int(part[0]), lib.COLOURS.index(part[1]), int(part[2:])) for part in text.split()]

    def _share_blocks(self, supply: Mapping[str, int]) -> None:
        table = self.table
        aside = self.mix.value("blocks_reserved_turn1_each") if self.turn == 1 else 0
        for colour, word in enumerate(("red", "blue", "white")):
            left = self.mix.value(f"blocks_{word}") - int(table.held[:, colour].sum())
            left -= int(table.blocks[(table.colour == colour) & (table.blocks > 0)].sum())
            left -= int(table.lost_blocks) if colour == lib.WHITE else 0
            table.supply[colour] = supply.get(lib.COLOURS[colour], left - aside)
            table.reserve[colour] = left - table.supply[colour]
            assert table.supply[colour] >= 0 and table.reserve[colour] >= 0

    def _share_tokens(
        self, battle: Mapping[int, int], presence: Iterable[int], free: Mapping[int, int]
    ) -> None:
        table = self.table
        usable = self.mix.value("tokens_per_player") - self.mix.value("tokens_on_tracks")
        for seat in range(self.players):
            table.presence[seat] = int(seat in presence)
            left = usable - int((table.blocks[:, seat] > 0).sum()) - int(table.presence[seat])
            in_box = left - free[seat] if seat in free else battle.get(seat, 0)
            table.battle_tokens[seat] = in_box
            table.free_tokens[seat] = left - in_box

    def to_turn(self, turn: int) -> None:
        """Make this turn `turn`, in its first action round; the blocks set aside are back."""
        table = self.table
        table.round_number = turn
        table.supply += table.reserve
        table.reserve[:] = 0
        entry = self.history(turn)
        entry.phase_end, entry.action_rounds = lib.BY_CUT, table.action_round
        entry.battle_winner = lib.NO_SEAT
        entry.government = entry.opposition = lib.NO_COLOUR

    # Deciding

    def options(self) -> list[int]:
        return self.session.options()

    def listed(self) -> str:
        """The options in words: `play, pass`; `Danton, Marat, stop`; seats as numbers."""
        return ", ".join(self._word(option) for option in self.options())

    def _word(self, option: int) -> str:
        pending = self.session.pending
        if pending in FIXED:
            return FIXED[pending][option]
        if option == lib.STOP:
            return "stop"
        if option == lib.DECK:
            return "deck"
        if pending in IN_PROVINCES:
            return self.mix.decks["provinces"][option].name
        return str(option) if pending in OF_SEATS else self.name(option)

    def choose(self, decision: str, option: int | str, seat: int | None = None) -> None:
        """Answer the pending decision, which must be this one (of `seat`); nothing may break."""
        assert self.session.pending == decision
        if seat is not None:
            assert self.session.seat == seat
        if isinstance(option, str):
            deck = "provinces" if decision in IN_PROVINCES else "cards"
            option = WORDS[option] if option in WORDS else self.numbers[deck][option]
        self.session.apply(option)
        assert_sound(self.session)

    def play(self, card: str, *provinces: str, use: str = "blocks", then: str = "discard") -> None:
        """Play a club or personality, block by block, and keep or discard it."""
        if self.session.pending == "action_kind":
            self.choose("action_kind", "play")
        self.choose("play_card", card)
        if self.session.pending == "use_card":
            self.choose("use_card", use)
        for province in provinces:
            self.choose("place_block", province)
        self.choose("keep_card", then)

    def special(self, card: str) -> None:
        """Play a special, up to its target."""
        if self.session.pending == "action_kind":
            self.choose("action_kind", "play")
        self.choose("play_card", card)

    def pass_on(self, actions: int = 1) -> None:
        for _ in range(actions):
            self.choose("action_kind", "pass")

    def end_phase(self) -> None:
        """All pass until the action phase of this turn is over."""
        turn = self.turn
        while self.session.pending == "action_kind" and self.turn == turn:
            self.choose("action_kind", "pass")

    def told(self) -> list[str]:
        """What happened since the last call, in words."""
        words = self.session.game.words
        return [words.sentence(self.mix, event) for event in self.session.events()]

    def events(self, *names: str) -> list[tuple[int, ...]]:
        """Seat, a, b and c of the events of these kinds since the last call."""
        return [
            tuple(int(event[key]) for key in ("seat", "a", "b", "c"))
            for event in self.session.events()
            if log.EVENTS[event["code"]] in names
        ]


Begin = Callable[..., Play]
