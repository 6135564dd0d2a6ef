"""The rows and card counts of a game against what its log tells."""

from typing import Any

import numpy as np
import pytest

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.engine import Player, Rows
from hemicycle.sim.game import BEATEN, LOST, MEASURES, WON, Game
from hemicycle.sim.games.filibuster import log
from hemicycle.sim.games.filibuster.outcome import DECKS
from hemicycle.sim.games.filibuster.records import ENDS, KINDS
from hemicycle.sim.lineup import LineUp
from hemicycle.sim.session import Session

GAMES = 40
PLAYERS = 4


@pytest.fixture(scope="module")
def lineup(game: Game, randoms: Any) -> LineUp:
    found: LineUp = randoms(game, PLAYERS)
    return found


@pytest.fixture(scope="module")
def rows(game: Game, mix: Mix, lineup: LineUp) -> Rows:
    return Player(game, game.compile_mix(mix)[0], lineup, 21).block(0, GAMES)


@pytest.fixture(scope="module")
def logs(game: Game, mix: Mix, lineup: LineUp) -> list[tuple[Session, list[Any], int]]:
    """Session, events and decisions asked of the same games."""
    found = []
    for number in range(GAMES):
        session = Session(game, mix, PLAYERS, seed=21, number=number)
        events, asked = session.events(), 0
        for _ in session.steps(lineup):
            events += session.events()
            asked += 1
        found.append((session, events + session.events(), asked))
    return found


Logs = list[tuple[Session, list[Any], int]]


def named(events: list[Any], *names: str) -> list[Any]:
    return [event for event in events if log.EVENTS[event["code"]] in names]


def test_a_session_plays_the_games_of_a_run(rows: Rows, logs: Logs) -> None:
    for row, (session, events, asked) in zip(rows.games, logs, strict=True):
        [over] = named(events, "over")
        assert (row.blocked, row.enacted) == (over["a"], over["b"])
        assert row.decisions == asked
        assert row.first_leader == session.state.table.first_leader
        assert row.passed_votes == sum(not e["b"] for e in named(events, "vote_result"))


def test_the_rows_of_the_seats(rows: Rows, logs: Logs) -> None:
    seats = rows.seats.reshape(-1, PLAYERS)
    for own_rows, (_, events, _) in zip(seats, logs, strict=True):
        for seat, row in enumerate(own_rows):
            mine = [event for event in events if event["seat"] == seat]
            bids = [e["a"] for e in named(mine, "influence") if log.REASONS[e["c"]] == "bid"]
            assert row.bid == -sum(bids)
            assert row.led == len(named(mine, "opened"))
            assert row.assists == len(named(mine, "played_assist"))
            assert row.passed == len(named(mine, "passed_card"))
            assert row.influence == row.score == named(mine, "influence")[-1]["b"]


def rounds_of(events: list[Any]) -> list[list[Any]]:
    """The events of each round, from its auction on."""
    rounds: list[list[Any]] = [[]]
    for event in events:
        bidding = log.EVENTS[event["code"]] == "bid"
        if bidding and named(rounds[-1], "ended"):
            rounds.append([])
        rounds[-1].append(event)
    return rounds


def test_the_rows_of_the_rounds(rows: Rows, logs: Logs) -> None:
    told = [events for _, events, _ in logs for events in rounds_of(events)]
    assert len(told) == len(rows.rounds)
    for row, events in zip(rows.rounds, told, strict=True):
        [ended], [opened] = named(events, "ended"), named(events, "opened")
        assert (row.blocked, ENDS[row.end + 1]) == (bool(ended["seat"]), ENDS[ended["a"]])
        assert (row.hours, row.difficulty) == (ended["b"], ended["c"])
        assert (row.leader, row.policy) == (opened["seat"], named(events, "policy")[0]["a"])
        assert row.votes_called == len(named(events, "called"))
        assert row.bid == sum(int(e["a"]) for e in named(events, "elected"))
        changes = named(events, "influence")
        bids = [e for e in changes if log.REASONS[e["c"]] == "bid"]
        gains = [e for e in changes if log.REASONS[e["c"]] != "bid"]
        assert row.paid == -sum(int(e["a"]) for e in bids)
        leaders = [int(e["a"]) for e in gains if e["seat"] == row.leader]
        assert row.leader_gain == sum(leaders)
        assert row.supporter_gain == sum(int(e["a"]) for e in gains) - row.leader_gain


def test_the_lag_a_winner_caught_up(rows: Rows, logs: Logs) -> None:
    """`comeback`: how far the winner ever lay behind the richest at the end of a round."""
    seats = rows.seats.reshape(-1, PLAYERS)
    for row, own_rows, (session, events, _) in zip(rows.games, seats, logs, strict=True):
        influence = [session.mix.value("start_influence")] * PLAYERS
        lag = [0] * PLAYERS
        for events_of_round in rounds_of(events):
            for event in named(events_of_round, "influence"):
                influence[event["seat"]] = int(event["b"])
            lag = [
                max(old, max(influence) - mine) for old, mine in zip(lag, influence, strict=True)
            ]
        winners = [seat for seat in range(PLAYERS) if own_rows[seat].win > 0]
        assert row.comeback == max((lag[seat] for seat in winners), default=0)


def result(win: float, team_win: bool) -> int:
    if not team_win:
        return LOST
    return WON + round(1 / win) - 1 if win > 0 else BEATEN


AT = {name: i for i, name in enumerate(MEASURES)}


def count_hands(counts: Any, session: Session, events: list[Any], results: list[int]) -> None:
    """Add the action cards of one game to `counts[result, measure, card]`."""
    leader = -1
    had: list[set[int]] = [set() for _ in results]
    drew: list[set[int]] = [set() for _ in results]
    for seat, won in enumerate(results):
        own, kinds = session.state.own[seat], slice(KINDS)
        counts[won, AT["opening"], kinds] += own.opening > 0
        counts[won, AT["drawn"], kinds] += own.opening
        counts[won, AT["held"], kinds] += own.hand
        had[seat].update(np.flatnonzero(own.opening).tolist())
    for event in events:
        seat, card, name = int(event["seat"]), int(event["a"]), log.EVENTS[event["code"]]
        if name in ("set_up", "elected"):
            leader = seat
        elif name == "drew":
            counts[results[seat], AT["drawn"], card] += 1
            drew[seat].add(card)
        elif name == "passed_card":
            counts[results[seat], AT["passed"], card] += 1
            counts[results[leader], AT["received"], card] += 1
            had[leader].add(card)
        elif name in ("played_hours", "played_assist"):
            counts[results[seat], AT["played"], card] += 1
    for seat, won in enumerate(results):
        counts[won, AT["drawn_by"], list(drew[seat])] += 1
        counts[won, AT["had_by"], list(drew[seat] | had[seat])] += 1


def count_time(counts: Any, events: list[Any]) -> None:
    """Add the time cards of one game to `counts[measure, card]`; a cancelled one is not used."""
    cards = named(events, "time_card")
    for event in cards:
        counts[AT["drawn"], event["a"]] += 1
        counts[AT["played"], event["a"]] += not event["b"]
    counts[AT["drawn_by"], list({int(event["a"]) for event in cards})] += 1
    counts[AT["had_by"], list({int(event["a"]) for event in cards})] += 1


def count_policies(counts: Any, events: list[Any]) -> None:
    """Add the policies of one game to `counts[measure, card]`; `played` are those enacted."""
    for event in named(events, "policy"):
        counts[[AT["drawn_by"], AT["had_by"], AT["drawn"]], event["a"]] += 1
    for event in named(events, "backlash"):
        counts[AT["played"], event["a"]] += 1


def test_the_card_counts(rows: Rows, logs: Logs) -> None:
    counts, totals = np.zeros_like(rows.counts), np.zeros_like(rows.totals)
    time, action, policy = (DECKS.index(deck) for deck in ("time", "action", "policy"))
    seats = rows.seats.reshape(-1, PLAYERS)
    for row, own_rows, (session, events, _) in zip(rows.games, seats, logs, strict=True):
        won = WON if row.team_win else LOST
        results = [result(float(seat.win), bool(row.team_win)) for seat in own_rows]
        count_hands(counts[action], session, events, results)
        count_time(counts[time, won], events)
        count_policies(counts[policy, won], events)
        for one in results:
            totals[action, one] += 1
        totals[[time, policy], won] += 1

    assert np.array_equal(totals, rows.totals)
    for measure, i in AT.items():
        assert np.array_equal(counts[:, :, i], rows.counts[:, :, i]), measure
