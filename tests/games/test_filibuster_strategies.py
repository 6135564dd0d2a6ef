"""The players of Filibuster! have the character that their descriptions promise."""

import numpy as np
import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.game import Game
from hemicycle.sim.games.filibuster import records as fil
from hemicycle.sim.session import Session
from hemicycle.strategies import Strategy, all_strategies, make_entry

HEURISTICS = (
    "standard",
    "team",
    "cautious",
    "bold",
    "glory",
    "seller",
    "freeloader",
    "leveller",
    "gambler",
)
ME, LEADER = 1, 0


@pytest.fixture(scope="module")
def known() -> dict[str, Strategy]:
    return all_strategies("filibuster")


class Spot:
    """A table set by hand, and what a strategy answers there.

    Four players; seat 1 decides, seat 0 leads; round 3, two policies blocked, none enacted, 5 of 12
    hours, everybody has 10 influence, the time deck is full.
    """

    def __init__(self, game: Game, mix: Mix, known: dict[str, Strategy]) -> None:
        self.game, self.mix, self.known = game, mix, known
        self.state = Session(game, mix, 4, seed=1).state
        self.table, self.own = self.state.table, self.state.own[ME]
        self.table.seat, self.table.leader = ME, LEADER
        self.table.round_number, self.table.successes = 3, 2
        self.table.hours, self.table.difficulty = 5, 12
        self.table.influence[:4] = 10
        self.table.high_bidder = fil.NO_SEAT
        self.own.offer = 0

    def card(self, deck: str, name: str) -> int:
        return [card.name for card in self.mix.decks[deck]].index(name)

    def leave_time_cards(self, copies: dict[str, int]) -> None:
        """Only these time cards are left in the deck."""
        self.table.time_left[:] = 0
        for name, count in copies.items():
            self.table.time_left[self.card("time", name)] = count
        self.table.time_cards_left = sum(copies.values())

    def now(self, successes: int, failures: int) -> None:
        self.table.successes, self.table.failures = successes, failures
        self.table.round_number = successes + failures + 1

    def answer(self, name: str, decision: int, options: list[int], **params: float) -> int:
        """The option (not its place) that the strategy takes."""
        entry = make_entry(self.known[name], params, self.game)
        values = np.zeros(16)
        values[: len(entry.params)] = entry.params
        listed, rng = np.array(options, np.int32), np.array([9], np.uint64)
        place: int = entry.function(decision, self.table, self.own, listed, values, rng)
        return options[place]

    def bid(self, name: str, **params: float) -> int:
        top = int(self.table.influence[ME])
        options = [0, *range(int(self.table.highest) + 1, top + 1)]
        return self.answer(name, fil.BID, options, **params)

    def calls(self, name: str, **params: float) -> bool:
        self.table.seat = LEADER
        return self.answer(name, fil.CALL_VOTE, [fil.NO, fil.YES], **params) == fil.YES

    def aye(self, name: str, **params: float) -> bool:
        return self.answer(name, fil.VOTE, [fil.AYE, fil.NAY], **params) == fil.AYE

    def support(self, name: str, *cards: str, **params: float) -> str:
        held = sorted(self.card("action", card) for card in cards)
        self.table.hand_size[ME] = len(held)
        chosen = self.answer(name, fil.SUPPORT, [fil.DRAW_CARD, *held], **params)
        return "draw" if chosen == fil.DRAW_CARD else self.mix.decks["action"][chosen].name

    def peek(self, name: str) -> None:
        """I have looked at the top time card and may bury it."""
        inquiry = self.card("action", "Parliamentary Inquiry")
        self.table.effect.at = self.table.mix.action.text[inquiry].stop - 1
        self.own.peeked_count = 1
        self.own.peeked[0] = self.card("time", name)


@pytest.fixture
def spot(game: Game, mix: Mix, known: dict[str, Strategy]) -> Spot:
    return Spot(game, mix, known)


END = "The Chair Rules You Out of Order"
DANGER = {END: 3, "Hold the Floor": 1}
SAFETY = {"Hold the Floor": 7, "Lost Notes": 2}


# Votes


def test_cautious_calls_a_vote_when_the_next_card_looks_dangerous(spot: Spot) -> None:
    spot.leave_time_cards(DANGER)
    assert spot.calls("cautious")
    assert not spot.calls("cautious", nerve=0.9)
    spot.leave_time_cards(SAFETY)
    assert not spot.calls("cautious")


def test_cautious_does_not_fear_a_card_that_will_be_cancelled(spot: Spot) -> None:
    spot.leave_time_cards(DANGER)
    spot.table.cancel = 1
    assert not spot.calls("cautious")


def test_a_price_that_the_leader_cannot_pay_is_as_dangerous_as_an_end(spot: Spot) -> None:
    spot.leave_time_cards({"Cloture Petition": 2, "Hold the Floor": 2})
    assert not spot.calls("cautious")
    spot.table.influence[LEADER] = 2
    assert spot.calls("cautious")


def test_who_has_peeked_knows_what_comes(spot: Spot) -> None:
    spot.leave_time_cards({**SAFETY, END: 1})
    assert not spot.calls("cautious")
    spot.peek(END)
    assert spot.calls("cautious")


def test_team_calls_a_vote_when_the_policy_can_hardly_be_blocked(spot: Spot) -> None:
    spot.leave_time_cards(SAFETY)
    assert not spot.calls("team")
    spot.table.difficulty = 24
    spot.leave_time_cards(DANGER)
    assert spot.calls("team")
    assert not spot.calls("team", fear=0)


@pytest.mark.parametrize("name", ["bold", "gambler"])
def test_some_never_call_a_vote(spot: Spot, name: str) -> None:
    spot.now(3, 3)
    spot.leave_time_cards(DANGER)
    assert not spot.calls(name)


def test_standard_votes_aye_only_when_the_round_decides_and_looks_bad(spot: Spot) -> None:
    spot.leave_time_cards(DANGER)
    assert not spot.aye("standard")
    spot.now(3, 3)
    assert spot.aye("standard")
    assert not spot.aye("standard", prize=5)
    spot.leave_time_cards(SAFETY)
    assert not spot.aye("standard")


def test_an_offer_counts_for_standard(spot: Spot) -> None:
    assert not spot.aye("standard")
    spot.own.offer = 4
    assert spot.aye("standard")


def test_team_always_votes_aye(spot: Spot) -> None:
    for successes, failures in [(0, 0), (2, 2), (4, 2)]:
        spot.now(successes, failures)
        assert spot.aye("team")


def test_seller_votes_no_while_there_is_a_loss_to_spare(spot: Spot) -> None:
    spot.now(2, 2)
    assert not spot.aye("seller")
    assert spot.aye("seller", spare=2)
    spot.own.offer = 6
    assert spot.aye("seller")
    spot.own.offer = 0
    spot.now(2, 3)
    assert spot.aye("seller")


def test_cautious_sells_its_vote_once_the_team_is_safe(spot: Spot) -> None:
    spot.now(3, 2)
    assert spot.aye("cautious")
    spot.now(4, 2)
    assert not spot.aye("cautious")


def test_glory_votes_aye_while_it_waits(spot: Spot) -> None:
    assert spot.aye("glory")
    assert not spot.aye("glory", patience=2)


def test_leveller_votes_aye_to_halve_the_hours_of_a_richer_leader(spot: Spot) -> None:
    assert not spot.aye("leveller")
    spot.table.influence[LEADER] = 15
    assert spot.aye("leveller")


def test_gambler_throws_dice(spot: Spot) -> None:
    assert spot.aye("gambler", aye=1)
    assert not spot.aye("gambler", aye=0)


# Auctions


def test_glory_saves_for_the_last_rounds(spot: Spot) -> None:
    assert spot.bid("glory") == 0
    assert spot.bid("glory", patience=3) > 0
    spot.table.round_number = 7
    assert spot.bid("glory") > 0


def test_standard_raises_by_one_up_to_a_limit_that_grows_with_the_bonus(spot: Spot) -> None:
    def limit() -> int:
        spot.table.bids[ME] = 1
        for highest in range(2, 40):
            spot.table.highest = highest
            if spot.bid("standard") == 0:
                return highest
            assert spot.bid("standard") == highest + 1
        return 40

    assert spot.bid("standard") == 1
    spot.table.influence[:4] = 60
    early = limit()
    spot.table.round_number = 7
    assert 2 < early < limit()


def test_nobody_bids_more_than_rivals_can_pay(spot: Spot) -> None:
    spot.table.influence[:4] = [3, 20, 2, 1]
    spot.table.round_number = 7
    spot.table.highest = 3
    for name in ("standard", "bold", "glory"):
        assert spot.bid(name) == 0
    spot.table.highest = 2
    assert {spot.bid(name) for name in ("standard", "bold", "glory")} == {3}


def test_standard_gives_way_to_a_crowd(spot: Spot) -> None:
    spot.table.influence[:4] = 30
    spot.table.highest = 6
    spot.table.bids[:4] = [6, 1, 0, 0]
    assert spot.bid("standard", save=0) == 7
    spot.table.bids[:4] = [6, 1, 5, 4]
    assert spot.bid("standard", save=0, shy=0.5) == 0


def test_bold_opens_high_and_cautious_answers_no_bid(spot: Spot) -> None:
    assert spot.bid("bold") >= 4 > spot.bid("cautious") > 0
    spot.table.highest = 1
    assert spot.bid("cautious") == 0
    assert spot.bid("bold") >= 4


def test_leveller_bids_against_the_richest(spot: Spot) -> None:
    spot.table.influence[:4] = [20, 10, 10, 10]
    spot.table.highest, spot.table.high_bidder = 3, 2
    assert spot.bid("leveller") == 0
    spot.table.high_bidder = 0
    assert spot.bid("leveller") == 4


# Cards


def test_team_passes_its_best_hours_card_before_any_star(spot: Spot) -> None:
    hand = ("Recipe Reading", "Yield for a Question", "Pork Barrel")
    assert spot.support("team", *hand) == "Recipe Reading"


def test_a_danger_makes_protection_worth_more_than_hours(spot: Spot) -> None:
    spot.now(3, 3)
    spot.leave_time_cards(DANGER)
    assert spot.support("standard", "Point of Order", "Epic Poem") == "Point of Order"
    spot.leave_time_cards(SAFETY)
    assert spot.support("standard", "Point of Order", "Epic Poem") == "Epic Poem"


def test_cautious_keeps_its_long_cards(spot: Spot) -> None:
    assert spot.support("cautious", "Recipe Reading", "Epic Poem", keep=3) == "Recipe Reading"
    assert spot.support("cautious", "Recipe Reading", "Epic Poem", keep=0) == "Epic Poem"


def test_freeloader_draws_and_helps_only_in_need(spot: Spot) -> None:
    hand = ("Recipe Reading", "Epic Poem", "Whip Count")
    assert spot.support("freeloader", *hand) == "draw"
    assert spot.support("freeloader", *hand, hoard=3) == "Whip Count"
    spot.now(2, 3)
    assert spot.support("freeloader", *hand) == "Epic Poem"


def test_leveller_starves_a_richer_leader(spot: Spot) -> None:
    hand = ("Constituent Letters", "Whip Count")
    assert spot.support("leveller", *hand) == "Constituent Letters"
    spot.table.influence[LEADER] = 20
    assert spot.support("leveller", *hand) == "Whip Count"


@pytest.mark.parametrize("name", HEURISTICS)
def test_everybody_plays_the_longest_card_that_still_counts(spot: Spot, name: str) -> None:
    hours = [
        spot.card("action", card) for card in ("Throat Clearing", "Recipe Reading", "Epic Poem")
    ]
    spot.table.seat = LEADER
    assert spot.answer(name, fil.PLAY_HOURS, hours) == hours[2]
    spot.table.hours = 22
    assert spot.answer(name, fil.PLAY_HOURS, hours) == hours[1]


@pytest.mark.parametrize("name", sorted({*HEURISTICS} - {"team"}))
def test_a_leak_hits_the_richest(spot: Spot, name: str) -> None:
    leak = spot.card("action", "Leak to the Press")
    spot.table.effect.at, spot.table.effect.stop = spot.table.mix.action.text[leak]
    for richest in (2, 3, 0):
        spot.table.influence[:4] = 10
        spot.table.influence[richest] = 14
        assert spot.answer(name, fil.TARGET, [2, 3, 0]) == richest


@pytest.mark.parametrize("name", ["standard", "team", "cautious", "glory", "seller"])
def test_an_ending_is_buried_while_the_team_needs_hours(spot: Spot, name: str) -> None:
    spot.now(3, 3)
    spot.peek(END)
    assert spot.answer(name, fil.BURY, [fil.NO, fil.YES]) == fil.YES
    spot.peek("Quorum Call")
    assert spot.answer(name, fil.BURY, [fil.NO, fil.YES]) == fil.NO


def test_leveller_leaves_an_ending_on_top_when_only_a_rival_gains_by_going_on(spot: Spot) -> None:
    spot.table.hours, spot.table.influence[LEADER] = 12, 20
    spot.peek(END)
    assert spot.answer("leveller", fil.BURY, [fil.NO, fil.YES]) == fil.NO


def test_least_valuable_cards_are_thrown_away(spot: Spot) -> None:
    cards = [spot.card("action", name) for name in ("Epic Poem", "Throat Clearing", "Pork Barrel")]
    for name in HEURISTICS:
        assert spot.answer(name, fil.DISCARD, cards) == cards[2]


# Money


def test_the_price_is_paid_while_hours_are_needed(spot: Spot) -> None:
    cloture = spot.card("time", "Cloture Petition")
    spot.table.effect.at = spot.table.mix.time.text[cloture].start
    spot.table.seat = LEADER
    spot.now(3, 3)
    for name in HEURISTICS:
        assert spot.answer(name, fil.PAY_OR_END, [fil.PAY, fil.END]) == fil.PAY
    spot.table.mix.program[spot.table.effect.at].amount = 50
    for name in HEURISTICS:
        assert spot.answer(name, fil.PAY_OR_END, [fil.PAY, fil.END]) == fil.END


def test_the_leader_offers_more_the_more_a_passed_vote_is_worth(spot: Spot) -> None:
    spot.table.seat = LEADER
    spot.leave_time_cards(DANGER)
    options = list(range(11))
    assert spot.answer("standard", fil.OFFER, options) == 0
    spot.now(3, 3)
    assert spot.answer("standard", fil.OFFER, options) > 0


def test_an_hour_is_bought_when_it_is_cheap_or_needed(spot: Spot) -> None:
    spot.table.seat = LEADER
    spot.now(3, 3)
    spot.table.mix.parameters.buy_hour_price = 2
    assert spot.answer("standard", fil.BUY_HOUR, [fil.NO, fil.YES]) == fil.YES
    spot.table.mix.parameters.buy_hour_price = 9
    assert spot.answer("standard", fil.BUY_HOUR, [fil.NO, fil.YES]) == fil.NO
