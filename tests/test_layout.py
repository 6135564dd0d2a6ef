"""What the layout promises: imports run one way, rule numbers meet, packages are listed."""

import ast
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from hemicycle.sim.games import GAMES

ROOT = Path(__file__).parent.parent
FOLDERS = ("sim", "strategies", "reports", "data")

GROUND = {"sim.jit", "sim.errors"}
KIT = {
    *GROUND,
    "sim.bits",
    "sim.cardmix",
    "sim.copying",
    "sim.decks",
    "sim.eventlog",
    "sim.game",
    "sim.piles",
    "sim.rng",
    "sim.standings",
    "sim.verbs",
}
"""What a game is built with."""
FOR_STRATEGIES = {
    *GROUND,
    "sim.bits",
    "sim.decks",
    "sim.game",
    "sim.games",
    "sim.lineup",
    "sim.piles",
    "sim.rng",
}
"""`sim.games` is the list of names; no game's rules."""
FOR_REPORTS = {"sim.cardmix", "sim.errors", "sim.game", "sim.measures", "sim.outcomes"}


def is_for_types(node: ast.AST) -> bool:
    """True for `if TYPE_CHECKING:`, whose imports never run."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name)


def imported(path: Path) -> set[str]:
    """Our own modules that a file imports when it runs: `sim.games.filibuster.records`."""
    found: set[str] = set()
    todo: list[ast.AST] = [ast.parse(path.read_text(encoding="utf-8"))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {whole(node.module or "", alias.name) for alias in node.names}
        elif not is_for_types(node):
            todo.extend(ast.iter_child_nodes(node))
    ours = {name for name in found if name.split(".")[0] == "hemicycle"}
    return {name.removeprefix("hemicycle.") for name in ours}


def whole(module: str, name: str) -> str:
    """`from module import name`, where the name may itself be a module."""
    folder = ROOT.joinpath(*module.split(".")[1:])
    is_module = (folder / f"{name}.py").exists() or (folder / name / "__init__.py").exists()
    return f"{module}.{name}" if is_module else module


def files(folder: str) -> list[Path]:
    return sorted(path for path in (ROOT / folder).rglob("*.py") if path.is_file())


def game_of(path: Path, folder: str) -> str | None:
    """The game a file belongs to: `games/filibuster/turns.py`, `strategies/filibuster_bold.py`."""
    first = path.relative_to(ROOT / folder).parts[0].removesuffix(".py")
    return next((game for game in GAMES if first == game or first.startswith(f"{game}_")), None)


def check_imports(path: Path, allowed: set[str], *own: str) -> None:
    """All imports are in `allowed` or inside one of the packages `own`."""
    for name in imported(path):
        inside = any(name == package or name.startswith(f"{package}.") for package in own)
        assert name in allowed or inside, f"{path.relative_to(ROOT)} imports {name}"


def test_the_ground_imports_nothing_of_ours() -> None:
    for name in GROUND:
        check_imports(ROOT / f"{name.replace('.', '/')}.py", set())


def test_a_game_imports_its_kit_and_itself() -> None:
    for path in files("sim/games"):
        game = game_of(path, "sim/games")
        own = [f"sim.games.{game}"] if game else []
        check_imports(path, KIT, *own)


def test_the_kit_and_the_engine_import_no_game() -> None:
    for path in sorted((ROOT / "sim").glob("*.py")):
        for name in imported(path):
            assert not name.startswith("sim.games."), f"{path.name} imports {name}"
    for module in ("engine", "game", "jit", "rng", "decks", "lineup"):
        assert "sim.games" not in imported(ROOT / "sim" / f"{module}.py")


def test_the_core_asks_for_strategies_in_one_place() -> None:
    asking = {
        path.name
        for path in files("sim")
        if any(name.split(".")[0] != "sim" for name in imported(path))
    }
    assert asking == {"seating.py"}
    assert {name.split(".")[0] for name in imported(ROOT / "sim/seating.py")} == {
        "sim",
        "strategies",
    }


def test_strategies_import_the_contract_and_the_records_of_one_game() -> None:
    for path in files("strategies"):
        records = {name for name in imported(path) if name.startswith("sim.games.")}
        assert len(records) <= 1
        game = game_of(path, "strategies")
        known = {f"sim.games.{name}.records" for name in ([game] if game else GAMES)}
        check_imports(path, FOR_STRATEGIES | known, "strategies")


def test_reports_import_outcomes_only() -> None:
    for path in files("reports"):
        check_imports(path, FOR_REPORTS, "reports")


def test_data_holds_no_code() -> None:
    for path in files("data"):
        assert path.name == "__init__.py"
        assert imported(path) == set()


# Rules


RULE = re.compile(r"\b([A-Z]{3})-(\d+)\.(\d+)\b")
HEAD = re.compile(r"^\*\*([A-Z]{3})-(\d+)\.(\d+)\*\*", re.MULTILINE)


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_is_in_the_code_and_has_a_test(game: str) -> None:
    """The numbers in `rules.md`, in the game's docstrings and in the names of its tests are equal."""
    text = (ROOT / "data" / game / "rules.md").read_text(encoding="utf-8")
    rules = HEAD.findall(text)
    assert len(rules) == len(set(rules)), "a number is used twice"
    assert set(RULE.findall(text)) == set(rules), "the rules quote a number that is none"
    [prefix] = {rule[0] for rule in rules}

    code = "".join(path.read_text(encoding="utf-8") for path in code_of(game))
    assert set(RULE.findall(code)) == set(rules)

    name = re.compile(rf"^def test_{prefix.lower()}_(\d+)_(\d+)_[a-z]", re.MULTILINE)
    tests = sorted((ROOT / "tests" / "games").glob(f"test_{game}*.py"))
    tested = {found for path in tests for found in name.findall(path.read_text(encoding="utf-8"))}
    assert tested == {rule[1:] for rule in rules}


def code_of(game: str) -> list[Path]:
    games = ROOT / "sim" / "games"
    return sorted((games / game).glob("*.py")) or [games / f"{game}.py"]


@pytest.mark.parametrize("game", GAMES)
def test_ranges_of_rules_are_spelled_out(game: str) -> None:
    """`grep -rn FIL-8.4` finds the function: no `FIL-8.3 to FIL-8.5`."""
    for path in code_of(game):
        text = path.read_text(encoding="utf-8")
        assert not re.search(rf"{RULE.pattern}\s*(to|-|\.\.)\s*{RULE.pattern}", text), path.name


# Packages


def setuptools_table() -> dict[str, Any]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    table: dict[str, Any] = project["tool"]["setuptools"]
    return table


def test_every_package_is_listed() -> None:
    setup = setuptools_table()
    folders = {
        parent
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
        for parent in path.relative_to(ROOT).parents
    }
    packages = {".".join(("hemicycle", *folder.parts)) for folder in folders}
    assert sorted(setup["packages"]) == sorted(packages)


def test_every_data_file_is_shipped() -> None:
    setup = setuptools_table()
    for folder in FOLDERS:
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix not in (".py", ".pyc"):
                package = "hemicycle." + ".".join(path.parent.relative_to(ROOT).parts)
                shipped = setup["package-data"].get(package, [])
                assert any(path.match(pattern) for pattern in shipped), path.relative_to(ROOT)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_its_rules_and_a_standard_mix(game: str) -> None:
    folder = ROOT / "data" / game
    assert (folder / "rules.md").exists()
    assert (folder / "mixes" / "standard" / "mix.toml").exists()
