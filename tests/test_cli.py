"""The command line: what people type, what they get, and one line for whatever cannot be."""

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from hemicycle.cli import main
from hemicycle.reports.loading import load
from hemicycle.sim.console.values import seed_number, whole_number
from hemicycle.sim.outcomes import load_manifest, read_table
from hemicycle.tests.installed import COMMAND, installed


def hemicycle(*words: str) -> Result:
    """The command in this process."""
    return CliRunner().invoke(main, list(words))


def commands() -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    for name, command in main.commands.items():
        found.append((name,))
        if isinstance(command, click.Group):
            found += [(name, inner) for inner in command.commands]
    return found


@pytest.mark.parametrize("path", commands(), ids=" ".join)
def test_every_command_explains_itself_with_an_example(path: tuple[str, ...]) -> None:
    result = hemicycle(*path, "-h")

    assert result.exit_code == 0
    example = f"hemicycle {' '.join(path)}"
    assert example in result.output.replace("Usage: ", "Usage ").split("\n", 1)[1]


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from hemicycle.cli import main\n"
        "try: main(['--help'])\n"
        "except SystemExit: pass\n"
        "print(sorted({'numpy', 'numba', 'pandas', 'pyarrow', 'rich'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.endswith("[]\n")
    assert "report" in done.stdout


@pytest.mark.parametrize(
    ("text", "number"),
    [("7", 7), ("1000000", 10**6), ("1_000_000", 10**6), ("1,000,000", 10**6), ("1.5e3", 1500)],
)
def test_counts_are_read_as_people_write_them(text: str, number: int) -> None:
    assert whole_number(text) == number


@pytest.mark.parametrize(
    "text", ["0", "-5", "1,5", "1,00", "1.5", "1e", "1e99999", "nan", "inf", "abc", "", "\u0663"]
)
def test_what_is_no_count_is_refused(text: str) -> None:
    with pytest.raises(click.BadParameter, match="not a whole number from 1 up"):
        whole_number(text)


def test_the_outermost_seeds_are_read() -> None:
    assert (seed_number("0"), seed_number(str(2**64 - 1))) == (0, 2**64 - 1)


RUN = ("run", "filibuster", "-n", "20", "--seed", "1")

BAD = {
    "command": (("rnu",), "no command 'rnu'; did you mean 'run'?"),
    "mix command": (("mix", "shwo"), "no command 'shwo'; did you mean 'show'?"),
    "game": (("run", "filibster"), "no game 'filibster'; did you mean 'filibuster'?"),
    "no game": (("run",), "Missing argument 'GAME'"),
    "option": ((*RUN, "--sed", "3"), "No such option '--sed'"),
    "games": (("run", "filibuster", "-n", "abc"), "'abc' is not a whole number from 1 up"),
    "seed -1": ((*RUN, "--seed", "-1"), "'-1' is not a whole number from 0 to 2^64-1"),
    "seed 2^64": ((*RUN, "--seed", str(2**64)), f"'{2**64}' is not a whole number from 0"),
    "seed abc": ((*RUN, "--seed", "abc"), "'abc' is not a whole number from 0 to 2^64-1"),
    "seats": ((*RUN, "--seats", "6"), "seats: 6 cannot play filibuster, expected 3 to 5"),
    "seats abc": ((*RUN, "--seats", "abc"), "'abc' is not a valid integer"),
    "names": (
        (*RUN, "--seats", "4", "--players", "random,first"),
        "players: 2 names for 4 seats, expected 1 or 4",
    ),
    "too few": (
        (*RUN, "--players", "random,first"),
        "players: 2 names, but filibuster is for 3 to 5",
    ),
    "strategy": ((*RUN, "--players", "randm"), "no strategy 'randm'; did you mean 'random'?"),
    "parameter": ((*RUN, "--players", "random:x=1"), "strategy 'random' has no parameter 'x'"),
    "code": ((*RUN, "--code", "none.py"), "--code none.py: no such file"),
    "mix": ((*RUN, "--mix", "standrad"), "did you mean 'standard'?"),
    "set": ((*RUN, "--set", "dificulty_step=4"), "did you mean 'difficulty_step'?"),
    "set value": ((*RUN, "--set", "difficulty_step=99"), "expected 0 to 24 hours"),
    "card": ((*RUN, "--set", 'time."Cloture Petion"=3'), "did you mean 'Cloture Petition'?"),
    "jobs": ((*RUN, "-j", "0"), "0 is not in the range 1<=x<=1024"),
    "config": ((*RUN, "--config", "none.toml"), "No such file"),
    "report": (("report", "nowhere"), "nowhere: no such folder"),
    "replay": (("replay", "nowhere", "--game", "1"), "no game 'nowhere'"),
    "replay seed": (("replay", "filibuster", "--game", "1"), "Name a run's folder, or a game"),
    "verify": (("verify", "nowhere"), "nowhere: no such folder"),
    "rule": (("rule", "FIL-5.22"), "no rule 'FIL-5.22'; did you mean 'FIL-5.2'?"),
    "strategies": (("strategies", "filibustr"), "did you mean 'filibuster'?"),
    "mixes": (("mixes", "filibustr"), "did you mean 'filibuster'?"),
    "deck": (
        ("mix", "export", "filibuster", "--deck", "acton", "-o", "x.csv"),
        "did you mean 'action'?",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_exit_code_2(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    words, expected = BAD[name]
    result = hemicycle(*words)

    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert expected in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_is_not_this_run_is_refused(tmp_path: Path) -> None:
    out = tmp_path / "run"
    players = ("--players", "random", "--quiet", "-o", str(out))
    assert hemicycle(*RUN, *players).exit_code == 0
    again = hemicycle(*RUN, *players)
    other = hemicycle(*RUN, "--seed", "2", *players, "--resume")
    (tmp_path / "thesis.txt").write_text("x")
    mine = hemicycle(*RUN, "--players", "random", "-o", str(tmp_path))

    assert (again.exit_code, other.exit_code, mine.exit_code) == (2, 2, 2)
    assert "already holds a run; continue it with --resume" in again.stderr
    assert "is another run: the seed is 1 there and 2 now" in other.stderr
    assert "exists and is not a run" in mine.stderr


def test_a_finished_run_resumed_has_nothing_to_do(tmp_path: Path) -> None:
    words = (*RUN, "--players", "random", "-o", str(tmp_path / "run"), "--resume")
    first, second = hemicycle(*words), hemicycle(*words)

    assert (first.exit_code, second.exit_code) == (0, 0)
    assert "finished already: nothing to do" in second.stderr


def test_folders_are_numbered_and_resume_takes_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for more in ((), (), ("--resume",)):
        assert hemicycle(*RUN, "--players", "random", *more).exit_code == 0

    names = sorted(path.name for path in (tmp_path / "runs").iterdir())
    assert names == ["filibuster-standard-1", "filibuster-standard-1-2"]


def test_a_drawn_seed_is_shown_and_stored(tmp_path: Path) -> None:
    out = tmp_path / "run"
    result = hemicycle("run", "filibuster", "-n", "20", "--players", "random", "-o", str(out))
    seed = load_manifest(out)["spec"]["seed"]

    assert f"seed {seed}\n" in result.stderr


def test_the_command_line_wins_over_the_config_file(tmp_path: Path) -> None:
    config = tmp_path / "run.toml"
    config.write_text(
        'games = 1_0\nseed = 5\nplayers = "first"\nfixed-seats = true\nset = ["difficulty_step=4"]\n'
    )
    out = tmp_path / "run"
    words = ("run", "filibuster", "--config", str(config), "--seed", "6", "-o", str(out))
    assert hemicycle(*words, "--quiet").exit_code == 0
    spec = load_manifest(out)["spec"]

    assert (spec["n"], spec["seed"], spec["players"], spec["fixed_seats"]) == (10, 6, "first", True)
    assert spec["mix"]["changes"] == ["difficulty_step 3 -> 4"]
    config.write_text("gmaes = 10\n")
    wrong = hemicycle(*words)
    assert wrong.exit_code == 2
    assert "unknown setting 'gmaes'; did you mean 'games'?" in wrong.stderr


def test_json_is_the_only_thing_on_stdout(tmp_path: Path) -> None:
    out = tmp_path / "run"
    result = hemicycle(*RUN, "--players", "random", "--json", "-o", str(out))
    found = json.loads(result.stdout)

    assert found["games"] == 20
    assert found["statuses"]["finished"] == 20
    assert found["spec"]["seed"] == 1
    assert {"name", "rate", "low", "high", "n"} <= set(found["rates"][0])


@pytest.mark.parametrize(
    "words",
    [
        ("games",),
        ("strategies", "filibuster"),
        ("mixes", "filibuster"),
        ("mix", "show", "filibuster"),
    ],
    ids=" ".join,
)
def test_lists_come_as_tables_and_as_json(words: tuple[str, ...]) -> None:
    table, plain = hemicycle(*words), hemicycle(*words, "--json")

    assert (table.exit_code, plain.exit_code) == (0, 0)
    assert json.loads(plain.stdout)
    assert "\x1b[" not in table.stdout


def test_a_rule_is_printed_with_its_places() -> None:
    result = hemicycle("rule", "fil-5.2")

    assert result.exit_code == 0
    assert "either bids or passes" in result.stdout
    assert "sim/games/filibuster/auction.py:" in result.stdout


def test_a_mix_goes_out_to_a_spreadsheet_and_comes_back(tmp_path: Path) -> None:
    sheet, mine = tmp_path / "action.xlsx", tmp_path / "mine"
    deck = ("--deck", "action", "-o")
    assert hemicycle("mix", "export", "filibuster", *deck, str(sheet)).exit_code == 0
    assert hemicycle("mix", "import", "filibuster", str(sheet), *deck, str(mine)).exit_code == 0

    same = hemicycle("mix", "diff", "filibuster", "standard", str(mine))
    assert same.output == "no difference\n"
    assert "is sound" in hemicycle("mix", "check", "filibuster", "--mix", str(mine)).output


def test_a_new_mix_holds_the_changes(tmp_path: Path) -> None:
    mine = str(tmp_path / "mine")
    made = hemicycle("mix", "new", "filibuster", mine, "--set", "difficulty_step=4")
    again = hemicycle("mix", "new", "filibuster", mine)

    assert (made.exit_code, again.exit_code) == (0, 2)
    found = hemicycle("mix", "diff", "filibuster", "standard", mine)
    assert found.output == "difficulty_step 3 -> 4\n"


BOTS = """
from hemicycle.strategies import strategy


@strategy("angry", game="filibuster", description="Raises when it has no influence left.")
def angry(decision, table, own, options, params, rng):
    if table.influence[table.seat] == 0:
        raise ValueError("enough")
    return len(options) - 1


@strategy("silent", game="filibuster", description="Never answers in round 2.")
def silent(decision, table, own, options, params, rng):
    n = 0
    while table.round_number == 2 and n >= 0:
        n = (n + 1) % 7
    return 0
"""


@pytest.mark.slow
def test_a_strategy_that_raises_is_named_and_its_game_can_be_replayed(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(BOTS)
    words = ("run", "filibuster", "-n", 500, "--seed", 1, "--code", "bots.py", "-o", "run")
    done = installed(*words, "--players", "angry,random,random", cwd=tmp_path)
    kept = read_table(tmp_path / "run", "games")

    assert done.returncode == 1
    [line] = [line for line in done.stderr.splitlines() if line.startswith("Error")]
    assert "strategy 'angry' at seat" in line
    assert "raised ValueError: enough at its '" in line
    assert kept.status.iloc[-1] == "failed"
    command = line.split("see: hemicycle ")[1].split()
    told = installed(*command, cwd=tmp_path)
    assert told.returncode == 0
    assert "ValueError: enough" in told.stdout.splitlines()[-1]


@pytest.mark.slow
def test_a_strategy_that_never_answers_is_named_and_the_process_ends(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(BOTS)
    words = ("run", "filibuster", "-n", 500, "--seed", 1, "--code", "bots.py", "-o", "run")
    done = installed(*words, "--players", "silent", "--patience", 2, cwd=tmp_path)

    assert done.returncode == 1
    assert "strategy 'silent' at seat" in done.stderr
    assert "did not answer for 2 s at its '" in done.stderr
    assert load_manifest(tmp_path / "run")["progress"]["state"] == "stopped"
    game = done.stderr.split("--game ")[1].split()[0]
    told = installed(
        *("replay", "run", "--game", game, "--code", "bots.py", "--patience", 2), cwd=tmp_path
    )
    assert told.returncode == 1 and "strategy 'silent' at seat" in told.stderr
    assert "did not answer for 2 s" in told.stderr and told.stdout


@pytest.mark.slow
def test_ctrl_c_keeps_parts_and_says_how_to_go_on(tmp_path: Path) -> None:
    words = ("run", "filibuster", "-n", "3000000", "--seed", "1", "--players", "random")
    command = [str(COMMAND), *words, "-o", "run"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        first = tmp_path / "run" / "games" / "part-00000.parquet"
        while not first.exists() and process.poll() is None:
            time.sleep(0.05)
        os.kill(process.pid, signal.SIGINT)
        _, stderr = process.communicate()
    progress = load_manifest(tmp_path / "run")["progress"]

    assert process.returncode == 130
    assert "--seed 1 --resume -o run" in stderr
    assert progress["state"] == "stopped"
    assert progress["games"] == 250_000 * progress["parts"] < 3_000_000


@pytest.mark.slow
def test_a_session_of_a_designer(tmp_path: Path) -> None:
    """Run, verify, replay: what is told is what the tables hold."""
    words = ("run", "filibuster", "-n", "2_000", "--seed", 7, "--players", "random,first,random")
    played = installed(*words, cwd=tmp_path)
    assert played.returncode == 0
    assert "team win: " in played.stdout
    assert "next: hemicycle report runs/filibuster-standard-7" in played.stdout
    run = "runs/filibuster-standard-7"
    verified = installed("verify", run, "--sample", 100, cwd=tmp_path)
    assert verified.stdout == "100 games played again: all numbers the same\n"

    seats = read_table(tmp_path / run, "seats")
    for number in (0, 1999):
        told = installed("replay", run, "--game", number, "--decisions", cwd=tmp_path)
        for row in seats[seats.game == number].itertuples():
            assert f"Seat {row.seat} is played by {row.strategy}." in told.stdout
            assert (
                f"Seat {row.seat}: {row.influence} influence, {row.hand} cards in hand."
                in told.stdout
            )
    by_seed = ("--game", 1999, "--seed", 7, "--players", "random,first,random", "--decisions")
    assert installed("replay", "filibuster", *by_seed, cwd=tmp_path).stdout == told.stdout
    refused = installed("replay", run, "--game", 2_000, cwd=tmp_path)
    assert (refused.returncode, refused.stderr) == (
        2,
        f"Error: --game 2000: {run} has games 0 to 1999\n",
    )
    refused = installed("replay", run, "--game", 2, "--seed", 8, cwd=tmp_path)
    assert refused.returncode == 2


@pytest.mark.slow
def test_verify_sees_a_changed_number(tmp_path: Path) -> None:
    words = ("run", "filibuster", "-n", "300", "--players", "random", "--quiet", "--seed", "1")
    assert hemicycle(*words, "-o", str(tmp_path / "1")).exit_code == 0
    part = tmp_path / "1" / "seats" / "part-00000.parquet"
    seats = pq.read_table(part)
    at = seats.schema.get_field_index("score")
    more = pc.add(seats["score"], 1).cast(seats.schema.field(at).type)
    pq.write_table(seats.set_column(at, seats.schema.field(at), more), part)
    found = hemicycle("verify", str(tmp_path / "1"))

    assert found.exit_code == 1
    assert "table seats, column" in found.stderr


@pytest.mark.slow
def test_bench_measures_what_the_design_asks_for(tmp_path: Path) -> None:
    done = installed("bench", "filibuster", "-n", "50_000", "--json", cwd=tmp_path)
    found = json.loads(done.stdout)

    for key in (
        "kernel_games_per_s",
        "kernel_games_per_s_all",
        "decisions_per_s",
        "decisions_per_game",
        "run_games_per_s",
    ):
        assert found[key] > 0


# The command of a report


def test_the_reports_command_plays_the_same_games_again(tmp_path: Path) -> None:
    """Changes of the mix and a file of strategies are part of it."""
    code = tmp_path / "mine.py"
    code.write_text(
        "from hemicycle.strategies import strategy\n\n\n"
        "@strategy('last', game=None, description='Takes the last option.')\n"
        "def last(decision, table, own, options, params, rng):\n"
        "    return len(options) - 1\n",
        encoding="utf-8",
    )
    changes = (
        "--set", "difficulty_step=4", "--remove", "time.Lost Notes",
        "--add", "time:Long Pause=2:hours 1",
    )  # fmt: skip
    first, again = tmp_path / "first run", tmp_path / "again"
    words = ("run", "filibuster", "-n", "300", "--seed", "11", "--players", "last,random,last")
    done = hemicycle(*words, "--code", str(code), *changes, "-o", str(first))
    assert done.exit_code == 0, done.output
    assert "mix: standard, changed: difficulty_step" in done.stdout
    assert shlex.split(done.stdout.splitlines()[-1])[-1] == str(first)

    command = shlex.split(load([first]).run.command)
    assert command[0] == "hemicycle"
    assert hemicycle(*command[1:], "-o", str(again)).exit_code == 0
    assert read_table(first, "games").equals(read_table(again, "games"))
    assert read_table(first, "seats").equals(read_table(again, "seats"))


def test_a_folder_that_is_not_there_is_not_taken_for_a_game(tmp_path: Path) -> None:
    done = hemicycle("replay", str(tmp_path / "none"), "--game", "0")
    assert done.exit_code == 2
    assert "no folder" in done.stderr
