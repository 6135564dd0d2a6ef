"""Which rules hardly ever matter?

One row a rule or event that a designer wrote, or drew a card for: how often it happened. What never or
hardly ever happens costs a place in the rule book and buys nothing, at least with these players.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from hemicycle.reports import habits, words
from hemicycle.reports.filibuster_difficulty import ENDED
from hemicycle.reports.filibuster_endings import ENDS
from hemicycle.reports.filibuster_gains import BIDS
from hemicycle.reports.filibuster_margin import COMEBACKS, MARGINS
from hemicycle.reports.rounds import ROUNDS
from hemicycle.reports.stats import with_rate
from hemicycle.reports.tables import Numbers, Shown, Tables

TITLE = "What never or hardly ever happens"
READING = (
    "How often each thing happened. 'Never' and 'hardly ever' (surely below 1 %) are rules these "
    "players do not need: cut them, make them cheaper, or find out why."
)
ASSISTS = habits.cube("assists")
WANTED = (ENDED, BIDS, MARGINS, COMEBACKS, ASSISTS, ROUNDS)
HARDLY = 0.01
SWITCHES = {
    "bribes": "Promises of influence for an Aye (FIL-7.5)",
    "buy_hour_price": "Buying an hour without hours cards (FIL-9.10)",
}
"""Parameters that are 0 when the rule is off."""


def _events(tables: Tables) -> list[tuple[str, str, Any, Any]]:
    """Rule, what is counted, the counted rows, and which of them are cases."""
    ended = tables[ENDED]
    auctions = tables[BIDS].query("round > 1")
    margins, lags = (tables[cube].query("team_win == 1") for cube in (MARGINS, COMEBACKS))
    hardest = tables.run.mix["parameters"]["track_max_hours"]["value"]
    last = tables.run.mix["parameters"]["policies_in_game"]["value"]
    seats, games = tables[ASSISTS], tables[ROUNDS]
    ends = [
        (f"A filibuster ends: {name}", "filibusters", ended, ended["end"] == end)
        for end, name in ENDS.items()
    ]
    return [
        *ends,
        ("A vote is called", "filibusters", ended, ended["votes_called"] > 0),
        ("A second vote is called in one filibuster", "filibusters", ended,
         ended["votes_called"] > 1),
        ("The auction ends without a bid", "auctions", auctions, auctions["bid"] == 0),
        (f"The hours needed reach {hardest}", "filibusters", ended,
         ended["difficulty"] == hardest),
        ("A player uses an Assist", "seats", seats, seats["assists"] > 0),
        ("The last policy is reached", "games", games, games["rounds"] == last),
        ("The win is shared", "games won", margins, margins["margin"] == 0),
        ("The winner had been behind", "games won", lags, lags["comeback"] > 0),
    ]  # fmt: skip


def numbers(tables: Tables) -> Numbers:
    """Columns rule, of (n in words), cases, n, often (rate with _low, _high), word; rarest first.

    Fact `off`: rules that the mix switches off.
    """
    records = [
        {"rule": rule, "of": of, "cases": int(frame.loc[chosen, "n"].sum())}
        | {"n": int(frame["n"].sum())}
        for rule, of, frame, chosen in _events(tables)
    ]
    rows = with_rate(pd.DataFrame(records), "often", "cases")
    rows["of"] = [f"{n:,} {of}" for n, of in zip(rows["n"], rows["of"], strict=True)]
    rows["word"] = [_word(row) for row in rows.to_dict("records")]
    parameters = tables.run.mix["parameters"]
    off = [name for key, name in SWITCHES.items() if parameters[key]["value"] == 0]
    return Numbers(rows.sort_values("often", kind="stable", ignore_index=True), {"off": off})


def _word(row: dict[Any, Any]) -> str:
    if row["cases"] == 0:
        return "never"
    return "hardly ever" if row["often_high"] < HARDLY else "happens"


def shown(numbers: Numbers) -> list[Shown]:
    """Columns of the table."""
    return [
        Shown("rule", "What"),
        Shown("word", "In short"),
        Shown("often", "How often", "percent"),
        Shown("cases", "Times", "count"),
        Shown("of", "Of all"),
    ]


def sentences(numbers: Numbers) -> list[str]:
    """What never and hardly ever happens, and what is switched off."""
    rows, found = numbers.rows, []
    for word in ("never", "hardly ever"):
        names = [f"'{rule}'" for rule in rows.loc[rows["word"] == word, "rule"]]
        if names:
            verb = "happens" if len(names) == 1 else "happen"
            found.append(f"{words.sentence_case(word)} {verb}: {words.listed(names)}.")
    if not found:
        found.append("Every rule looked at matters in at least one case of a hundred.")
    if numbers.facts["off"]:
        found.append(f"Switched off in this mix: {words.listed(numbers.facts['off'])}.")
    return found


def caption(numbers: Numbers) -> str:
    """What is shown."""
    return "How often rules and events came up, rarest first, with 95 % intervals."
