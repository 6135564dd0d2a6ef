"""The report as a reader gets it: one file that opens offline, with all it refers to inside."""

import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable
from html import escape
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from hemicycle.reports import charts, loading, page
from hemicycle.reports.charts import Drawn, Plan
from hemicycle.reports.page import write_report
from hemicycle.sim.errors import InputError
from hemicycle.sim.mixes import load_mix
from hemicycle.sim.runs import FaultError, run

GAMES = 600
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
BROKEN = """
from hemicycle.strategies import strategy

@strategy("broken", game="filibuster", description="Answers out of range in some game.")
def broken(decision, table, own, options, params, rng):
    return 99 if len(options) > 7 else 0
"""


@pytest.fixture(scope="session")
def mixed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two strategies that take turns in the seats."""
    folder = tmp_path_factory.mktemp("runs") / "mixed"
    run(game="filibuster", games=GAMES, seed=5, seats=4, out=folder, jobs=1,
        players="random,first,random,first")  # fmt: skip
    return folder


@pytest.fixture(scope="session")
def three(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with three players."""
    folder = tmp_path_factory.mktemp("runs") / "three"
    run(game="filibuster", games=GAMES, seed=5, seats=3, players="random", out=folder, jobs=1)
    return folder


@pytest.fixture(scope="session")
def html(mixed: Path, three: Path) -> Path:
    """The report of both runs."""
    return write_report([mixed, three])


@pytest.fixture(scope="session")
def liberte(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of a small run of Liberté."""
    folder = tmp_path_factory.mktemp("runs") / "liberte"
    run(
        game="liberte", games=80, seed=5, seats=3, out=folder, jobs=1, players="random,first,random"
    )
    return write_report(folder)


@pytest.fixture(params=["html", "liberte"])
def any_html(request: pytest.FixtureRequest) -> Path:
    """The report of each game."""
    found: Path = request.getfixturevalue(request.param)
    return found


@pytest.fixture
def copy(mixed: Path, tmp_path: Path) -> Callable[..., Path]:
    """A copy of the run with some of its manifest changed: `copy(spec={"seed": 1})`."""

    def make(**changes: dict[str, Any]) -> Path:
        folder = tmp_path / f"copy{len(list(tmp_path.iterdir()))}"
        shutil.copytree(mixed, folder)
        manifest = json.loads((folder / "run.json").read_text())
        for key, values in changes.items():
            manifest[key].update(values)
        (folder / "run.json").write_text(json.dumps(manifest))
        return folder

    return make


@pytest.fixture
def one_chart(monkeypatch: pytest.MonkeyPatch) -> None:
    """A report of one chart, where the others do not matter."""
    plan = Plan("Filibuster!", (("Who wins", ("seats",)),), ())
    monkeypatch.setattr(charts, "CHARTS", {"filibuster": plan})


class Page(HTMLParser):
    """Ids, what refers to them, what is loaded, and the tags counted."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.wanted: set[str] = set()
        self.loaded: list[str] = []
        self.tags: Counter[str] = Counter()
        self.text = path.read_text(encoding="utf-8")
        self.feed(self.text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        for name, given in attrs:
            value = given or ""
            if name == "id":
                self.ids.append(value)
            elif name == "aria-labelledby":
                self.wanted |= set(value.split())
            elif name in ("href", "src") and value.startswith("#"):
                self.wanted.add(value[1:])
            elif name in ("href", "src", "srcset", "action", "poster", "data"):
                self.loaded.append(value)
            self.wanted |= set(re.findall(r"url\(#([^)]+)\)", value))


# One file


def test_one_file_holds_everything(any_html: Path) -> None:
    found = Page(any_html)
    assert any_html.stat().st_size < 5_000_000
    assert found.loaded == ["data:,"]
    assert found.tags["script"] == 0
    assert "@import" not in found.text
    assert "http" not in re.sub(r"http-equiv", "", found.text)


def test_every_reference_is_found_once(any_html: Path) -> None:
    found = Page(any_html)
    assert [name for name, n in Counter(found.ids).items() if n > 1] == []
    assert found.wanted - set(found.ids) == set()


def test_every_figure_has_a_text_and_a_table(any_html: Path) -> None:
    figures = re.findall(r"<figure>.*?</figure>", any_html.read_text(encoding="utf-8"), re.DOTALL)
    assert len(figures) > 12
    for figure in figures:
        assert figure.count('role="img"') == figure.count("</title>") == 2
        assert figure.count("<desc") == 2
        assert "<figcaption>" in figure
        assert "<details>" in figure and "<table>" in figure


def test_no_number_is_missing_its_words(any_html: Path) -> None:
    text = re.sub(r"<[^>]+>", " ", any_html.read_text(encoding="utf-8"))
    assert not re.search(r"\b(nan|None|inf|undefined)\b", text)


def test_charts_are_also_pictures(html: Path) -> None:
    names = {
        name
        for _, modules in charts.groups("filibuster")
        for name, chart in modules
        if isinstance(chart, Drawn)
    }
    found = {path.stem for path in (html.parent / "png").glob("*.png")}
    assert found == names
    for path in (html.parent / "png").glob("*.png"):
        assert path.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_summary_is_plain_json(html: Path) -> None:
    def refuse(word: str) -> None:
        raise ValueError(f"{word} is not JSON")

    found = json.loads((html.parent / "summary.json").read_text(), parse_constant=refuse)
    assert {one["target"] for one in found["verdicts"]} == set(load_mix("filibuster").targets) - {
        "smallest_change"
    }
    assert {one["players"] for one in found["verdicts"]} == {3, 4}
    curve = found["sections"]["filibuster_difficulty"]["numbers"]
    assert (
        sum(row["n"] for row in curve)
        == loading.load([html.parent.parent])
        .counts[charts.groups("filibuster")[1][1][0][1].WANTED[0]]["n"]
        .sum()
    )
    assert found["stopped"] == ""


def test_numbers_agree_with_the_tables(mixed: Path, html: Path) -> None:
    from hemicycle.sim.outcomes import read_table

    found = json.loads((html.parent / "summary.json").read_text())["sections"]
    table = read_table(mixed, "seats")
    shares = table.groupby("seat")["win"].mean()
    rows = found["seats"]["numbers"]
    assert [row["win"] for row in rows] == pytest.approx(shares.tolist(), rel=1e-6)
    scores = table.groupby("seat")["score"].mean()
    assert [row["score"] for row in rows] == pytest.approx(scores.tolist())
    by_strategy = table.groupby("strategy", observed=True)["win"].mean()
    for row in found["strategies"]["numbers"]:
        assert row["win"] == pytest.approx(by_strategy[row["strategy"]], rel=1e-6)
    played = read_table(mixed, "rounds").groupby("difficulty")["blocked"].mean()
    curve = found["filibuster_difficulty"]["numbers"]
    assert [row["block"] for row in curve] == pytest.approx(played.tolist())
    games = read_table(mixed, "games")
    odd = {row["what"]: row["game"] for row in found["filibuster_odd_games"]["numbers"]}
    assert odd["Longest"] == int(np.argmax(games["decisions"]))


def test_liberte_is_told_in_its_own_words(liberte: Path) -> None:
    """Turns, not rounds; provinces are drawn, and are no cards; numbers are those of the tables."""
    from hemicycle.sim.outcomes import read_table

    text = liberte.read_text(encoding="utf-8")
    assert "Turns played" in text and "Rounds played" not in text
    found = json.loads((liberte.parent / "summary.json").read_text())
    sections = found["sections"]
    assert not any(name.startswith("filibuster") for name in sections)
    assert {row["deck"] for row in sections["cards"]["numbers"]} == {"cards"}
    assert len(sections["liberte_provinces"]["numbers"]) == 27
    assert {one["target"] for one in found["verdicts"]} >= {"sudden_death", "order_spread"}
    seats = read_table(liberte.parent.parent, "seats")
    by_seat = [row for row in sections["liberte_vp"]["numbers"] if row["group"] == "seat"]
    means = seats.groupby("seat")["vp_government"].mean()
    assert [row["vp_government"] for row in by_seat] == pytest.approx(means.tolist())
    games = read_table(liberte.parent.parent, "games")
    assert sections["liberte_endings"]["facts"]["sudden"]["value"] == games.sudden_death.mean()
    assert len(sections["order"]["numbers"]) == 3


# A browser


@pytest.fixture(scope="session")
def browse() -> Callable[[Path, Path], tuple[str, str]]:
    """Open a page in headless Chromium: the page as it stands then, and what the console said."""
    command = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if command is None:
        pytest.skip("no Chromium is installed to open the report in")

    def open_page(path: Path, profile: Path) -> tuple[str, str]:
        quiet = ("background-networking", "component-update", "sync", "gpu", "extensions")
        done = subprocess.run(
            [command, "--headless", "--no-sandbox", "--no-first-run",
             *(f"--disable-{name}" for name in quiet), f"--user-data-dir={profile}",
             "--enable-logging=stderr", "--window-size=1280,900", "--dump-dom", path.as_uri()],
            capture_output=True, text=True, timeout=120, check=True,
        )  # fmt: skip
        said = [line for line in done.stderr.splitlines() if "CONSOLE" in line]
        return done.stdout, "\n".join(said)

    return open_page


def test_opens_in_a_browser_without_a_word(
    any_html: Path, tmp_path: Path, browse: Callable[[Path, Path], tuple[str, str]]
) -> None:
    """The page's own policy forbids every request, so that one would be an error in the console."""
    page_text, said = browse(any_html, tmp_path)
    assert said == ""
    assert page_text.count("<svg") == any_html.read_text(encoding="utf-8").count("<svg")


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_sticks_out_of_the_page(
    any_html: Path, tmp_path: Path, browse: Callable[[Path, Path], tuple[str, str]], width: int
) -> None:
    """Measured inside a frame, because a window of Chromium is never narrower than 500."""
    inner = re.sub(r"<meta http-equiv[^>]*>", "", any_html.read_text(encoding="utf-8"))
    frame = tmp_path / "frame.html"
    frame.write_text(
        f'<iframe id="f" srcdoc="{escape(inner)}" style="width:{width}px;height:900px"></iframe>'
        '<script>onload = () => { const d = document.getElementById("f").contentDocument;'
        'for (const e of d.querySelectorAll("details")) e.open = true;'
        "document.body.dataset.width = d.documentElement.scrollWidth; }</script>",
        encoding="utf-8",
    )
    dump, _ = browse(frame, tmp_path / "profile")
    found = re.search(r'data-width="(\d+)"', dump)
    assert found and int(found[1]) <= width


# What is refused, and what is shown with a warning


@pytest.mark.usefixtures("one_chart")
def test_a_stopped_run_is_reported_with_a_warning(tmp_path: Path) -> None:
    code = tmp_path / "bots.py"
    code.write_text(BROKEN)
    folder = tmp_path / "faulty"
    with pytest.raises(FaultError):
        run(game="filibuster", games=200, seed=1, seats=4, out=folder, jobs=1,
            players="broken,random,random,random", code=[code])  # fmt: skip
    text = write_report(folder).read_text(encoding="utf-8")
    assert "This run was stopped." in text
    assert "strategy &#39;broken&#39;" in text
    assert f"hemicycle replay {folder} --game" in text


def test_a_run_still_going_is_refused(copy: Callable[..., Path]) -> None:
    folder = copy(progress={"state": "running"})
    with pytest.raises(InputError, match=r"is not finished .*--resume"):
        write_report(folder)


def test_an_empty_run_is_refused(copy: Callable[..., Path]) -> None:
    folder = copy(progress={"games": 0, "parts": 0})
    with pytest.raises(InputError, match="holds no finished game"):
        write_report(folder)


def test_a_folder_that_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="not a run"):
        write_report(tmp_path)
    with pytest.raises(InputError, match="no run"):
        write_report([])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game_version": 99}, "the behaviour version is 1 in the first and 99 in the second"),
        ({"game": "other"}, "the game is filibuster in the first and other in the second"),
        ({"mix": "difficulty_step=4"}, "the mix is .* in the first and .* in the second"),
        ({}, "several runs with 4 players"),
    ],
)
def test_runs_that_do_not_go_together_are_refused(
    mixed: Path, copy: Callable[..., Path], changes: dict[str, Any], words: str
) -> None:
    if "mix" in changes:
        mix = load_mix("filibuster", changes=[changes["mix"]])
        changes = {"mix": {**mix.to_dict(), "digest": mix.digest}}
    with pytest.raises(InputError, match=words):
        write_report([mixed, copy(spec=changes)])


@pytest.mark.usefixtures("one_chart")
def test_the_same_run_gives_the_same_report_or_none(
    mixed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte; a page that cannot be finished leaves the old one as it was."""
    out = tmp_path / "out"
    first = write_report(mixed, out).read_bytes()
    assert write_report(mixed, out).read_bytes() == first
    assert sorted(path.name for path in out.iterdir()) == ["png", "report.html", "summary.json"]

    def fail(*_: object) -> str:
        raise OSError("disk full")

    monkeypatch.setattr(page, "_html", fail)
    with pytest.raises(OSError, match="disk full"):
        write_report(mixed, out)
    assert (out / "report.html").read_bytes() == first
