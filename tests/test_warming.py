"""The first start: what is compiled beside the strategies is what the play loop then uses."""

import subprocess
from pathlib import Path

import pytest

from hemicycle.sim import game as contract
from hemicycle.sim import jit, warming
from hemicycle.sim.games import GAMES, find_game
from hemicycle.tests.installed import installed


@pytest.mark.parametrize("name", GAMES)
def test_the_play_loop_calls_verbs_with_the_types_they_are_compiled_for(name: str) -> None:
    warming.compile_loop(name)
    game = find_game(name)
    for verb, expected in warming.signatures(game).items():
        rule = getattr(contract, verb).rules[game.state_dtype]
        here = expected in rule.signatures
        rule.compile(expected)
        found = here or rule.stats.cache_hits.get(expected)
        assert found and rule.signatures == [expected], f"{verb} was compiled for other types"


@pytest.mark.parametrize("name", GAMES)
def test_the_processes_share_out_all_verbs_of_the_loop(name: str) -> None:
    shared = [verb for share in warming.SHARES for verb in share]
    assert sorted(shared) == sorted(warming.signatures(find_game(name)))


def test_a_first_start_that_was_cut_short_is_not_taken_for_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jit, "CACHE_FOLDER", tmp_path)
    kernels = tmp_path / "filibuster_1"
    kernels.mkdir()
    (kernels / "verbs.filibuster_apply-1.nbc").touch()
    assert not jit.is_warm("filibuster")
    jit.set_warm("filibuster")
    assert jit.is_warm("filibuster")
    assert not jit.is_warm("liberte")


def first_start(home: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """The command with nothing compiled below `home`."""
    return installed(*words, cwd=home, HOME=home, XDG_CACHE_HOME=home / "cache")


def test_a_mistake_at_the_first_start_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    done = first_start(
        tmp_path, "run", "liberte", "--players", "standrd", "-o", str(tmp_path / "r")
    )
    assert done.returncode == 2
    assert "standrd" in done.stderr.splitlines()[-1]
    kernels = list((tmp_path / "cache").rglob("verbs.liberte_run_on*.nbc"))
    assert not kernels, "it waited until the verbs were compiled"


@pytest.mark.slow
def test_a_first_start_compiles_aside_and_plays_the_same_games(tmp_path: Path) -> None:
    """Each verb once: what the processes leave in the cache is found there."""
    words = ("filibuster", "--players", "random", "-n", "200", "--seed", "5", "-o")
    done = first_start(tmp_path, "run", *words, str(tmp_path / "cold"))
    assert done.returncode == 0, done.stderr
    assert "getting filibuster ready" in done.stderr
    [verbs] = [
        folder
        for folder in (tmp_path / "cache").rglob("filibuster_*")
        if list(folder.glob("verbs.filibuster_apply*"))
    ]
    for verb in ("deal", "run_on", "options", "apply"):
        assert len(list(verbs.glob(f"verbs.filibuster_{verb}-*.nbc"))) == 1, verb
    again = first_start(tmp_path, "run", *words, str(tmp_path / "warm"))
    assert "getting filibuster ready" not in again.stderr
    cold, warm = (sorted((tmp_path / run).rglob("*.parquet")) for run in ("cold", "warm"))
    assert [path.read_bytes() for path in cold] == [path.read_bytes() for path in warm]
