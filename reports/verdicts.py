"""Better, worse, practically the same, or keep running: what the differences of a comparison say.

Every measure has a smallest change that matters. All measures are judged together: a difference
counts as real when it stands after Holm's correction over all of them, and a measure as practically
the same when its simultaneous interval (Bonferroni: each at alpha divided by their number) lies
within the smallest change. So with 95 % none of the real differences is a fluke, and with 95 % no
measure called the same has in truth changed by more.

Looking several times while the games go on spends alpha: with k looks planned, each is made at
alpha / k. By Boole's inequality both statements then hold for all looks together, however the
decision to stop was made.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.power import NormalIndPower
from statsmodels.stats.proportion import proportion_confint

from hemicycle.reports.gap import Gap
from hemicycle.reports.stats import ALPHA
from hemicycle.sim.errors import InputError, nearest
from hemicycle.sim.measures import ORDER_SPREAD, SPREAD

BETTER, WORSE, HIGHER, LOWER = "better", "worse", "higher", "lower"
SAME, OPEN, IDENTICAL = "practically the same", "keep running", "identical"
POWER = 0.8
SMALLEST = 0.01
"""The smallest change that matters when a mix names none."""
JUDGED = ("games", "spread", "seats", "strategies")
"""Groups of measures that are always judged; others only when they are among the headlines."""

HEADLINES: dict[str, tuple[str, ...]] = {
    "filibuster": (
        "team_win",
        ORDER_SPREAD,
        "rounds",
        "rounds.leader_turns",
        "blocked",
        "winner_score",
        "margin",
    ),
    "liberte": (
        "sudden_death",
        "end=counter_revolution",
        "end=landslide",
        ORDER_SPREAD,
        "rounds",
        "rounds.action_rounds",
        "battles_lost",
        "winner_score",
        "margin",
    ),
}
"""By game: the measures that come first; the first of them is the one a comparison is planned for."""
NAMES: dict[str, str] = {
    "team_win": "The table wins",
    "sudden_death": "Ended by sudden death",
    "end=normal": "Ended by victory points",
    "end=counter_revolution": "Ended by a counter-revolution",
    "end=landslide": "Ended by a landslide",
    SPREAD: "Best seat ahead of worst seat",
    ORDER_SPREAD: "Best place in turn order ahead of the worst",
    "rounds.leader_turns": "Turns in a filibuster",
    "rounds.action_rounds": "Action rounds in a turn",
    "white_provinces": "Royalist provinces at the end",
    "red_votes": "Votes for the Radicals at the end",
    "warning": "Action rounds of warning",
    "blocked": "Policies blocked",
    "enacted": "Policies enacted",
    "passed_votes": "Votes that passed",
    "winner_score": "Winner's final score",
    "margin": "Winner's lead over the second",
    "comeback": "Largest lag caught up",
    "decisions": "Decisions asked",
}
"""Measures and targets in words; others go by their column's meaning."""
RULE = re.compile(r" \([A-Z]{3}-[^)]*\)")
"""Numbers of rules in a column's meaning."""


def headlines(game: str) -> tuple[str, ...]:
    """The measures of a game that come first."""
    return HEADLINES.get(game, (SPREAD, "rounds", "winner_score", "decisions"))


def name_of(gap: Gap) -> str:
    """The measure in words, as a heading."""
    words = RULE.sub("", gap.measure.words)
    return NAMES.get(gap.measure.name, words[:1].upper() + words[1:])


@dataclass(frozen=True)
class Smallest:
    """The smallest change that matters: `share` of 1 for shares, and of A's value for amounts.

    `own` are absolute values for single measures.
    """

    share: float = SMALLEST
    own: Mapping[str, float] = field(default_factory=dict)

    def of(self, gap: Gap) -> float:
        """In the measure's own unit."""
        if gap.measure.name in self.own:
            return self.own[gap.measure.name]
        return self.share if gap.measure.kind == "share" else self.share * abs(gap.a.value)


def smallest_of(targets: Mapping[str, Any], texts: Sequence[str], known: Sequence[str]) -> Smallest:
    """From `--smallest` texts (`0.005`, `rounds=0.1`), else the mix's target `smallest_change`."""
    target = targets.get("smallest_change")
    share = SMALLEST if target is None or target.value is None else float(target.value)
    own = {}
    for text in texts:
        name, _, value = text.rpartition("=")
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not 0 < number < np.inf:
            raise InputError(f"--smallest {text}: '{value}' is not a number above 0")
        if not name:
            share = number
        elif name in known:
            own[name] = number
        else:
            raise InputError(f"--smallest {text}: no measure '{name}'{nearest(name, known)}")
    return Smallest(share, own)


@dataclass(frozen=True)
class Verdict:
    """What is known about one measure of one side against the first.

    `low`, `high`: the simultaneous interval; `p` Holm's; `smallest` the change that matters.
    """

    side: str
    gap: Gap
    smallest: float
    low: float
    high: float
    p: float
    word: str
    note: str = ""

    @property
    def settled(self) -> bool:
        """Whether more games would not change the word, as far as can be known."""
        return self.word != OPEN


def judged(gaps: Sequence[Gap], game: str) -> list[Gap]:
    """The measures that get a verdict, headlines first; those nobody can measure are left out."""
    first = headlines(game)
    known = [gap for gap in gaps if gap.known]
    chosen = [gap for name in first for gap in known if gap.measure.name == name]
    return chosen + [
        gap for gap in known if gap.measure.group in JUDGED and gap.measure.name not in first
    ]


def judge(
    sides: Sequence[tuple[str, Sequence[Gap]]],
    smallest: Smallest,
    targets: Mapping[str, Any],
    looks: int = 1,
    same: Collection[str] = (),
) -> list[Verdict]:
    """A verdict on every measure of every side (label, differences), all judged together.

    `looks`: how many times the comparison was planned to be looked at; `same`: sides that cannot
    differ, because their cards, numbers and players are those of the first.
    """
    listed = [(label, gap) for label, gaps in sides for gap in gaps]
    if not listed:
        return []
    alpha = ALPHA / looks
    adjusted = multipletests([gap.p for _, gap in listed], method="holm")[1]
    alphas = (alpha, alpha / len(listed))
    found = []
    for (label, gap), p in zip(listed, adjusted, strict=True):
        if gap.identical:
            sure = label in same or _rare(gap, alphas[1]) < smallest.share
            word = IDENTICAL if sure else OPEN
            found.append(Verdict(label, gap, smallest.of(gap), 0.0, 0.0, float(p), word))
        else:
            found.append(_judge(label, gap, smallest.of(gap), alphas, float(p), targets))
    return found


def _rare(gap: Gap, alpha: float) -> float:
    """The largest part of all games that may differ when not one of those played does."""
    return float(proportion_confint(0, gap.games[0], alpha, "wilson")[1])


def _judge(
    label: str,
    gap: Gap,
    smallest: float,
    alphas: tuple[float, float],
    p: float,
    targets: Mapping[str, Any],
) -> Verdict:
    low, high = gap.interval(alphas[1])
    word, notes = OPEN, []
    real = p < alphas[0]
    if -smallest < low and high < smallest:
        word = SAME
        if real:
            notes.append(f"surely {_way(gap)}, by less than matters")
    elif real:
        word, aim = _direction(gap, targets)
        if min(abs(low), abs(high)) < smallest:
            notes.append("perhaps by less than matters")
        if aim:
            notes.append(aim)
    return Verdict(label, gap, smallest, low, high, p, word, "; ".join(notes))


def _way(gap: Gap) -> str:
    return HIGHER if gap.value > 0 else LOWER


def _direction(gap: Gap, targets: Mapping[str, Any]) -> tuple[str, str]:
    """Better or worse when one side is nearer to the mix's target, else higher or lower; and why."""
    target = targets.get(gap.measure.name)
    if target is None or (target.low is None and target.high is None):
        return _way(gap), ""
    before, after = (_distance(side.value, target) for side in (gap.a, gap.b))
    if before == after:
        return _way(gap), "both meet the target"
    scale, unit = (100, " %") if gap.measure.kind == "share" else (1, "")
    ends = [None if end is None else f"{end * scale:g}{unit}" for end in (target.low, target.high)]
    if None in ends:
        aim = f"at least {ends[0]}" if ends[1] is None else f"at most {ends[1]}"
    else:
        aim = f"{ends[0]} to {ends[1]}"
    return (BETTER if after < before else WORSE), f"the target is {aim}"


def _distance(value: float, target: Any) -> float:
    below = 0.0 if target.low is None else target.low - value
    above = 0.0 if target.high is None else value - target.high
    return max(0.0, below, above)


def visible(gap: Gap, games: int) -> tuple[float, float]:
    """The smallest difference that `games` games show with 80 % power at 5 %: paired, unpaired.

    The errors a game are taken from `gap`, a pilot.
    """
    effect = float(NormalIndPower().solve_power(nobs1=games, alpha=ALPHA, power=POWER, ratio=0))
    scale = np.sqrt(gap.games[0])
    return effect * gap.error * scale, effect * gap.loose * scale


def games_for(gap: Gap, difference: float) -> float:
    """About how many games show `difference` with 80 % power at 5 %, by a pilot's errors."""
    error = (gap.error if gap.paired else gap.loose) * np.sqrt(gap.games[0])
    if error == 0:
        return 1.0
    power = NormalIndPower()
    return float(
        power.solve_power(effect_size=difference / error, alpha=ALPHA, power=POWER, ratio=0)
    )


def looks(first: int, most: int) -> list[int]:
    """When to look: after `first` games, twice as many and so on, the last time after `most`."""
    found = []
    games = first
    while games < most:
        found.append(games)
        games *= 2
    return [*found, most]
