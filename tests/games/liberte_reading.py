"""A plain second reading of LIB-13: the options of a decision, from nothing but cards and blocks.

It uses none of the sets that the kernels keep; slow, and easy to hold against the rules.
"""

from typing import Any

from hemicycle.sim.decks import EMPTY
from hemicycle.sim.games.liberte import records as lib
from hemicycle.sim.session import Session

Cards = list[int]


class Reading:
    """The position of a session, in plain numbers."""

    def __init__(self, session: Session) -> None:
        self.session, self.players = session, session.players
        self.value = session.mix.value
        self.cards = [card.fields for card in session.mix.decks["cards"]]
        self.provinces = [card.fields for card in session.mix.decks["provinces"]]
        self.regions = [card.id for card in session.mix.decks["regions"]]
        self.look()

    def look(self) -> None:
        """Take in the position as it is now."""
        self.table = table = self.session.state.table
        self.decision, self.seat = self.session.pending, self.session.seat
        self.action, self.contest = table.action, table.contest
        self.order = [int(seat) for seat in table.order[: self.players]]
        own = self.session.state.own[self.seat]
        self.hand, self.hand_size = self.kinds(own.hand), int(own.hand.copies.sum())
        self.displays = [self.kinds(pile) for pile in table.displays[: self.players]]
        self.market = [int(card) for card in table.market[: self.value("faceup_cards")]]
        hidden = self.session.state.hidden
        left = int(hidden.deck_a.left + hidden.deck_b.left + table.discards.copies.sum())
        self.deck = [lib.DECK] if left else []
        self.supply = dict(zip(lib.COLOURS, table.supply.tolist(), strict=True))
        self.governs = "" if table.governing == lib.NO_COLOUR else lib.COLOURS[table.governing]
        self.stack_sizes, self.stack_colours = table.blocks.tolist(), table.colour.tolist()
        self.free = int(table.free_tokens[self.seat])

    def kinds(self, pile: Any) -> Cards:
        return [card for card, n in enumerate(pile.copies.tolist()) if n > 0]

    def blocks(self, province: int, seat: int) -> int:
        return int(self.stack_sizes[province][seat])

    def colour(self, province: int, seat: int) -> str:
        """The colour of a stack; none without one."""
        there = self.blocks(province, seat) > 0
        return lib.COLOURS[self.stack_colours[province][seat]] if there else ""

    # LIB-5.1, LIB-5.2, LIB-5.3

    def places(self, card: int, region: str | int) -> list[int]:
        """Where a block of a card may go in a region."""
        colour = str(self.cards[card]["colour"])
        return [
            province
            for province, fields in enumerate(self.provinces)
            if region in ("ANY", fields["region"]) and self.fits(province, colour)
        ]

    def fits(self, province: int, colour: str) -> bool:
        if self.supply[colour] == 0:
            return False
        if self.blocks(province, self.seat):
            room = self.blocks(province, self.seat) < self.value("stack_max")
            return room and self.colour(province, self.seat) == colour
        stacks = sum(self.blocks(province, seat) > 0 for seat in range(self.players))
        return bool(self.free and stacks < self.value("stacks_per_province"))

    def may_battle(self, card: int) -> bool:
        late = int(self.table.round_number) >= self.value("battle_first_turn")
        return bool(self.cards[card]["cannon"] and late and self.free)

    def region(self) -> str:
        """Where a second card must place its block; none when there can be none."""
        return self.regions[self.action.region] if self.action.region >= 0 else ""

    def may_play(self, card: int) -> bool:
        fields = self.cards[card]
        if fields["type"] == "special":
            return not self.action.special_played and self.may_play_special(card)
        if self.action.cards_played == 0:
            return bool(self.places(card, fields["region"])) or self.may_battle(card)
        second = self.action.cards_played == 1 and self.region() and fields["value"] == 1
        return bool(
            second
            and fields["region"] in ("ANY", self.region())
            and self.places(card, self.region())
        )

    # LIB-1.5, LIB-1.6, LIB-1.7, LIB-1.8

    def may_play_special(self, card: int) -> bool:
        fields = self.cards[card]
        if fields["needs_presence"] and not self.table.presence[self.seat]:
            return False
        if fields["needs_government"] and fields["needs_government"] != self.governs:
            return False
        if fields["effect"] == "strike_card":
            return bool(self.victims(card))
        if fields["effect"] in ("remove_block", "clear_colour"):
            return bool(self.targets(card))
        return False

    def struck(self, card: int, victim: int) -> Cards:
        """The kinds in a display that a card may strike."""
        fields = self.cards[card]
        return [
            target
            for target in self.displays[victim]
            if fields["target_colour"] in ("", self.cards[target]["colour"])
            and fields["target_type"] in ("", self.cards[target]["type"])
        ]

    def victims(self, card: int) -> list[int]:
        return [s for s in self.order if s != self.seat and self.struck(card, s)]

    def stacks(self, province: int, colour: str | int) -> list[int]:
        """The owners of stacks of a colour (or any) in a province, in player order."""
        return [
            seat
            for seat in self.order
            if self.blocks(province, seat) and colour in ("", self.colour(province, seat))
        ]

    def targets(self, card: int) -> list[int]:
        fields = self.cards[card]
        return [
            province
            for province in range(len(self.provinces))
            if self.stacks(province, fields["target_colour"])
            and self.stacks(province, fields["needs_stack"])
        ]

    # LIB-5.5, LIB-5.6, LIB-7.6

    def has_room(self, card: int) -> bool:
        display = self.table.displays[self.seat]
        shown = any(self.cards[i]["sansculottes"] for i in [*self.displays[self.seat], card])
        limit = self.value("display_limit_sansculottes" if shown else "display_limit")
        return int(display.copies.sum()) < limit

    def shown(self, *, ones: bool = False) -> Cards:
        """The kinds in the market by slot, once each."""
        found = [card for card in self.market if card != EMPTY]
        found = [card for card in found if not ones or self.cards[card]["value"] == 1]
        return list(dict.fromkeys(found))

    def advanced(self) -> Cards:
        """The kinds that the seat may advance."""
        display = self.displays[self.seat]
        if self.decision == "battle_advance":
            return [card for card in display if self.cards[card]["general"]]
        if self.decision in ("province_advance", "paris_advance"):
            colours = [self.colour(int(self.table.province), self.seat)]
        else:
            colours = [c for i, c in enumerate(lib.COLOURS) if self.contest.colours >> i & 1]
        return [card for card in display if self.cards[card]["colour"] in colours]

    # LIB-13.3

    def options(self) -> list[int]:
        """The list of the pending decision."""
        self.look()
        if self.decision.endswith("_advance"):
            return [*self.advanced(), lib.STOP]
        found: list[int] = getattr(self, self.decision)()
        return found

    def refill_discard(self) -> list[int]:
        return [*self.hand, lib.STOP]

    def refill_draw(self) -> list[int]:
        return [*self.shown(), *self.deck]

    take_source = refill_draw

    def action_kind(self) -> list[int]:
        play = any(self.may_play(card) for card in self.hand)
        big = self.hand_size >= self.value("take_discard_threshold")
        take = big or bool(self.shown() or self.deck)
        return [lib.PLAY] * play + [lib.TAKE] * take + [lib.PASS]

    def play_card(self) -> list[int]:
        again = self.action.cards_played + self.action.special_played > 0
        return [card for card in self.hand if self.may_play(card)] + [lib.STOP] * bool(again)

    def use_card(self) -> list[int]:
        card = int(self.action.card)
        blocks = bool(self.places(card, self.cards[card]["region"]))
        return [lib.BLOCKS] * blocks + [lib.BATTLE] * self.may_battle(card)

    def place_block(self) -> list[int]:
        card = int(self.action.card)
        second = self.action.cards_played > 0
        return self.places(card, self.region() if second else self.cards[card]["region"])

    def keep_card(self) -> list[int]:
        return [lib.KEEP] * self.has_room(int(self.action.card)) + [lib.DISCARD]

    def target_player(self) -> list[int]:
        return self.victims(int(self.action.card))

    def target_card(self) -> list[int]:
        return self.struck(int(self.action.card), int(self.action.victim))

    def target_province(self) -> list[int]:
        return self.targets(int(self.action.card))

    def target_stack(self) -> list[int]:
        colour = self.cards[int(self.action.card)]["target_colour"]
        return self.stacks(int(self.action.province), colour)

    def take_discard(self) -> list[int]:
        return self.hand

    def take_second(self) -> list[int]:
        return [*self.shown(ones=True), lib.STOP]

    def overflow_discard(self) -> list[int]:
        return self.displays[self.seat]
