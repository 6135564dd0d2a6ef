"""A study of single cards as it is printed and written: card impacts, or a copies curve."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pandas as pd

from hemicycle.reports import copies_curve, figures, impact, marks, words
from hemicycle.reports.compare_page import plain, write, write_table
from hemicycle.reports.verdicts import NAMES
from hemicycle.sim.game import LOST

if TYPE_CHECKING:
    from hemicycle.sim.measures import Basis
    from hemicycle.sim.pairs import Sums
    from hemicycle.sim.variants import Variant


@dataclass(frozen=True)
class Study:
    """Rows of text for a terminal, all numbers as a table, sentences, and a drawing."""

    name: str
    title: str
    lines: list[dict[str, str]]
    frame: pd.DataFrame
    sentences: list[str]
    caption: str
    height: float
    draw: Callable[[Any], None]

    def write(self, folder: Path, command: str) -> None:
        """NAME.parquet, NAME.png and summary.json in `folder`, each whole or not at all."""
        folder.mkdir(parents=True, exist_ok=True)
        write_table(self.frame, folder / f"{self.name}.parquet")
        figures.save_png(
            folder / f"{self.name}.png", self.draw, self.height, self.title, self.caption
        )
        summary = {
            "title": self.title,
            "command": command,
            "sentences": self.sentences,
            "rows": plain(self.frame.to_dict("records")),
        }
        write(folder / "summary.json", json.dumps(summary, indent=1, ensure_ascii=False) + "\n")


def card_study(basis: Basis, sums: Sums, variants: Sequence[Variant]) -> Study:
    """What each card does; `sums` of the mix and then of each variant with a blank."""
    found = impact.impacts(basis, sums, variants)
    main = impact.measures(basis.game.name)[0]
    name = NAMES.get(main, main)
    table = impact.frame(found)
    all_can_lose = bool(sums.sides[0].totals[:, LOST].any())
    return Study(
        "cards",
        f"What one copy of a card does to '{name}'",
        impact.lines(found, f"{basis.game.round}s"),
        table,
        impact.sentences(found, name, wins=all_can_lose),
        f"One copy against a blank in its place, {words.count(sums.sides[0].games)} games each in "
        "the same worlds, with 95 % intervals; IWD is what goes with having the card."
        + marks.only_ends(table),
        1.0 + 0.27 * len(marks.ends(table)),
        lambda ax: impact.draw(ax, found),
    )


def curve_study(basis: Basis, sums: Sums, variants: Sequence[Variant]) -> Study:
    """What more or fewer copies of a card do."""
    card = variants[0].card
    points = copies_curve.points(basis, sums, variants)
    return Study(
        "copies",
        f"Copies of '{card}'",
        copies_curve.lines(points),
        copies_curve.frame(points),
        copies_curve.sentences(points, card),
        f"{words.count(sums.sides[0].games)} games a point in the same worlds, with 95 % intervals.",
        1.9 * len(points[0].gaps),
        lambda ax: copies_curve.draw(ax, points),
    )
