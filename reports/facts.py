"""The tables at the end of the report: parameters and their sources, assumptions, how to repeat it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hemicycle.reports import words
from hemicycle.reports.odd_games import replay
from hemicycle.reports.tables import Tables

ASSUMED = "ASSUMED"

LEANS: dict[str, dict[str, str]] = {
    "filibuster": {
        "vote_needs_difficulty": "how often votes block a policy, the difficulty curve",
        "vote_pays_reward": "influence after a passed vote",
        "influence_floor": "influence of players who lose some",
        "bribes": "whether votes pass",
        "buy_hour_price": "hours reached without hours cards",
        "time": "the difficulty curve, what ends filibusters, their length, the table's win rate",
        "action": "hours reached, gains of supporters, the card table",
        "policy": "gains by round, who wins, the policy table",
        "team_win": "the verdict on the table's win rate",
        "seat_spread": "the verdict on the seats",
        "order_spread": "the verdict on the first Leader's edge",
        "rounds": "the verdict on the rounds",
        "smallest_change": "what counts as a change in comparisons",
    },
    "liberte": {
        "cards": "everything: how long action phases last, who governs, the card table",
        "provinces": "who governs, counter-revolutions, victory points from provinces",
        "regions": "nothing but names",
        "battle_vp_turn3": "victory points from battles",
        "battle_vp_turn4": "victory points from battles",
        "gov_first_tie_unbroken_each_vp": "victory points from governments",
        "opposition_first_vp": "victory points from oppositions",
        "presence_blocks_needed": "how often Purge and Terror can be played",
        "max_action_rounds": "nothing, unless players never stop taking cards",
        "points_sudden_death_count_display": "who wins by sudden death",
        "points_sudden_death_count_hand": "who wins by sudden death",
        "sudden_death": "the verdict on sudden death",
        "seat_spread": "the verdict on the seats",
        "order_spread": "the verdict on the start player's edge",
        "rounds": "the verdict on the turns",
        "smallest_change": "what counts as a change in comparisons",
    },
}
"""By game: what a parameter, deck or target has a hand in, for the warning about assumed numbers."""


@dataclass(frozen=True)
class Setting:
    """One number of the mix: what it is, where it comes from, and what leans on it if assumed."""

    name: str
    value: str
    unit: str
    source: str
    note: str
    leans: str

    @property
    def assumed(self) -> bool:
        """Whether nobody vouches for the number."""
        return self.source.startswith(ASSUMED)


def settings(tables: Tables) -> list[Setting]:
    """All parameters of the mix."""
    leans = LEANS.get(tables.run.game, {})
    return [
        Setting(
            words.sentence_case(key), f"{entry['value']:,}", entry["unit"], entry["source"],
            entry["note"], leans.get(key, ""),
        )
        for key, entry in tables.run.mix["parameters"].items()
    ]  # fmt: skip


def targets(tables: Tables) -> list[Setting]:
    """All targets of the mix."""
    leans = LEANS.get(tables.run.game, {})
    found = []
    for key, entry in tables.run.mix["targets"].items():
        ends = [entry["low"], entry["high"]]
        value = (
            f"{entry['value']:g}"
            if entry["value"] is not None
            else " to ".join("any" if end is None else f"{end:g}" for end in ends)
        )
        found.append(
            Setting(
                words.sentence_case(key), value, entry["unit"], entry["source"], entry["note"],
                leans.get(key, ""),
            )
        )  # fmt: skip
    return found


@dataclass(frozen=True)
class Deck:
    """A deck in short, and how many of its rows nobody vouches for."""

    name: str
    kinds: int
    cards: int
    assumed: int
    leans: str


def decks(tables: Tables) -> list[Deck]:
    """All decks of the mix."""
    leans = LEANS.get(tables.run.game, {})
    return [
        Deck(
            name,
            len(cards),
            sum(card["count"] for card in cards),
            sum(ASSUMED in card["source"] for card in cards),
            leans.get(name, ""),
        )
        for name, cards in tables.run.mix["decks"].items()
    ]


def assumed_sentence(tables: Tables) -> str:
    """One sentence on what rests on assumed numbers, empty when nothing does."""
    numbers = [one for one in settings(tables) if one.assumed]
    cards = [deck for deck in decks(tables) if deck.assumed]
    parts = []
    if numbers:
        parts.append(words.plural(len(numbers), "parameter"))
    parts += [f"{deck.assumed} of {deck.kinds} rows of the {deck.name} list" for deck in cards]
    if not parts:
        return ""
    return (
        f"Nobody vouches for {words.listed(parts)} (source ASSUMED). What leans on them is listed "
        "under 'Parameters'; treat those results as what this mix does, not what the printed "
        "game does."
    )


PLAYERS = (
    "The players are rules of thumb, not people: they do not talk, bluff or hold grudges, and they "
    "play each game as if it were the first."
)
ALIKE = (
    "All seats play the same strategy. Other ways of playing can change every number here; a run with "
    "several strategies shows by how much."
)
ROTATING = (
    "Strategies rotate through the seats, so that the effects of seat and strategy do not mix."
)
SEATED = (
    "Everybody kept the same seat, so an edge of a seat and of who sits there cannot be told apart."
)
METHODS = (
    (
        "Intervals are 95 %: of twenty, one on average misses the truth. They measure the luck of the "
        "simulated games only, not whether the players or the assumed numbers are right."
    ),
    (
        "Rates of yes or no have Wilson intervals; means have t intervals. A shared win counts as its "
        "fraction, so win rates are means of shares: with few wins their interval is Wilson's, which is "
        "a little too wide for fractions."
    ),
    (
        "Seats of one game are not independent. Differences between seats or strategies take their "
        "covariance into account and hold for all pairs at once (Tukey); the lower end of a spread is 0 "
        "unless some pair is surely apart."
    ),
    (
        "Card results describe, they do not prove causes: a card that is seen more in long games goes "
        "with whatever long games go with. 'Clear' in a table means still sure after Holm's correction "
        "for having looked at all cards of the table."
    ),
    (
        "Every game of the run is counted, also one that a faulty strategy broke: it counts as lost by "
        "all, and the page says so at the top."
    ),
)


def assumptions(tables: Tables) -> list[str]:
    """What a reader must know before believing the numbers."""
    mixed = ROTATING if tables.run.rotates else SEATED
    return [PLAYERS, ALIKE if len(tables.run.strategies) == 1 else mixed, *METHODS]


def identity(tables: Tables) -> list[tuple[str, str]]:
    """What was run, for the table at the end: names and values."""
    run = tables.run
    found: list[tuple[str, str]] = [
        ("Run", str(run.path)),
        ("Game", f"{run.title}, behaviour version {run.version}"),
        ("Mix", f"{run.mix_name}, digest {run.mix_digest}"),
        ("Line-up", f"{run.line_up} ({run.players} players)"),
        ("Seats", "strategies rotate" if run.rotates else "fixed"),
        ("Seed", str(run.seed)),
        ("Games", f"{run.games:,} played of {run.planned:,} asked for"),
        ("How they ended", words.listed(f"{n:,} {name}" for name, n in run.statuses.items() if n)),
    ]
    found += [(f"Version of {name}", version) for name, version in run.versions.items()]
    return found


def faults(tables: Tables) -> list[tuple[str, str]]:
    """The first games that went wrong: what happened, and the command that replays the game."""
    return [
        (str(fault["text"]).partition("; see: ")[0], replay(tables, int(fault["game"])))
        for fault in tables.run.faults
    ]


def others(tables: Tables) -> list[str]:
    """The other runs of the report in words: `3 players (50,000 games)`."""
    return [
        f"{one.run.players} players ({words.plural(one.run.games, 'game')})"
        for one in tables.others
    ]


def with_others(tables: Tables) -> list[dict[str, Any]]:
    """The other runs of the report in short."""
    return [
        {"path": str(one.run.path), "players": one.run.players, "games": one.run.games}
        for one in tables.others
    ]
