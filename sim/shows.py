"""What the commands print: a run's summary, a mix, the strategies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hemicycle.sim.console import Cell, interval, show_table

INTERVAL = "95 % interval"


def show_run(title: str, manifest: Mapping[str, Any], summary: Mapping[str, Any]) -> None:
    """The tables at the end of a run."""
    print(title)
    statuses = manifest["progress"]["statuses"]
    if statuses["finished"] < sum(statuses.values()):
        _faults(manifest)
    print()
    outcomes = [[o["meaning"], *interval(o)] for o in summary["outcomes"]]
    if outcomes:
        show_table("Outcome", ["", "share", INTERVAL, "games"], outcomes)
    rows = [[row["strategy"], *interval(row)] for row in summary["strategies"]]
    show_table(
        "Share of the win a seat, by strategy", ["strategy", "share", INTERVAL, "games"], rows
    )
    rows = [[row["seat"], *interval(row)] for row in summary["seats"]]
    show_table("Share of the win by seat", ["seat", "share", INTERVAL, "games"], rows)
    rows = [[r["strategy"], r["seat"], *interval(r)] for r in summary["strategy_seats"]]
    if rows:
        header = ["strategy", "seat", "share", INTERVAL, "games"]
        show_table("Share of the win by strategy and seat", header, rows)
    for group in summary["rounds"]:
        by = group["by"]
        rows = [[row[by], *interval(row)] for row in group["rows"]]
        show_table(f"{group['meaning']}, by {by}", [by, "share", INTERVAL, "rounds"], rows)


def _faults(manifest: Mapping[str, Any]) -> None:
    progress = manifest["progress"]
    counted = (f"{n:,} {status}" for status, n in progress["statuses"].items() if n)
    print(
        f"Not all games finished: {', '.join(counted)}. A game that did not counts as lost by all."
    )
    for fault in progress["faults"]:
        print(f"  {fault['text']}")


def show_strategies(game: str, found: Sequence[Mapping[str, Any]]) -> None:
    """Every strategy with what it is like and what can be set."""
    rows: list[list[Cell]] = []
    for strategy in found:
        rows.append([strategy["name"], strategy["description"]])
        rows += [
            ["", f":{name}={p['default']:g} ({p['low']:g} to {p['high']:g}) {p['meaning']}"]
            for name, p in strategy["params"].items()
        ]
    show_table(f"Strategies of {game}", ["name", "what it does; parameters"], rows)


def show_mix(data: Mapping[str, Any]) -> None:
    """All that `mixtools.describe` tells."""
    print(f"{data['name']} ({data['game']}): {data['description']}")
    print(f"from {data['origin']}, digest {data['digest']}")
    for change in data["changes"]:
        print(f"  changed: {change}")
    for deck, words in data["dialects"].items():
        if words:
            print(f"  {deck}: {words}")
    print()
    header = ["parameter", "value", "unit", "source", "note"]
    rows: list[list[Cell]] = [
        [p["key"], p["value"], p["unit"], p["source"], p["note"]] for p in data["parameters"]
    ]
    show_table("Parameters", header, rows)
    for deck, content in data["decks"].items():
        keys = list(dict.fromkeys(key for row in content["rows"] for key in row))
        rows = [[row.get(key, "") for key in keys] for row in content["rows"]]
        show_table(f"Deck {deck}: {content['cards']} cards of {content['kinds']} kinds", keys, rows)
    rows = [
        [t["key"], t["low"], t["high"], t["value"], t["unit"], t["source"]] for t in data["targets"]
    ]
    show_table("Targets", ["target", "low", "high", "value", "unit", "source"], rows)
    if data["assumed"]:
        print(f"Assumed, not printed anywhere: {', '.join(data['assumed'])}.")


def show_bench(data: Mapping[str, Any]) -> None:
    """The table of `hemicycle bench`."""
    versions = ", ".join(f"{name} {version}" for name, version in data["versions"].items())
    labels: list[tuple[str, str]] = [
        ("kernel_games_per_s", "games/s, kernel alone, one thread"),
        ("kernel_games_per_s_all", f"games/s, kernel alone, {data['jobs']} threads"),
        ("threads_gain", "times as fast with all threads"),
        ("decisions_per_s", "decisions/s, one thread"),
        ("decisions_per_game", "decisions a game"),
        ("run_games_per_s", f"games/s, whole run with all tables, {data['run_games']:,} games"),
        ("run_share_of_kernel", "of the kernel's speed on the same threads"),
        ("run_peak_memory_mb", "MB of memory at most"),
        ("warm_start_s", "s for a run of 1000 games as a command"),
        ("kernel_load_s", "s to load or compile the kernels"),
    ]
    rows: list[list[Cell]] = [[data[key], words] for key, words in labels]
    show_table(f"{data['game']}, {data['seats']} random players", ["value", "what"], rows)
    print(f"{data['machine']}; {versions}")
