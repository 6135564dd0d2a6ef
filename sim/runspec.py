"""What a run is asked to be: checked and resolved, as plain data, and compared with another."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from hemicycle.sim.damage import origin
from hemicycle.sim.errors import InputError
from hemicycle.sim.game import Game
from hemicycle.sim.games import GAMES, find_game
from hemicycle.sim.jit import ROOT
from hemicycle.sim.lineup import LineUp
from hemicycle.sim.mixes import Mix, load_mix
from hemicycle.sim.mixtools import diff
from hemicycle.sim.outcomes import Layout, layout
from hemicycle.sim.rng import SEED_MAX
from hemicycle.sim.seating import seat_players

STANDARD = "standard"
"""The mix and the strategy that are taken when none is named."""
CORE = ("bits.py", "decks.py", "engine.py", "game.py", "piles.py", "rng.py", "standings.py")
"""Files of sim/ that, beside a game's own, decide what happens in a game."""


@dataclass(frozen=True)
class RunSpec:
    """What to play.

    `games` > 0; `seed` 0..2^64-1; `players` as on the command line (`bold,cautious:nerve=0.2`, one
    name fills all seats); `seats` None: as many as there are names, and with one name 4 or what is
    nearest to it; `mix` a name, folder, .toml file or a loaded Mix; `code` files with more
    strategies; `checked` looks for tampering and broken counts after every decision; `forfeit`
    counts a game with a faulty strategy as lost by all instead of stopping there. `tweaks` are the
    words of a command line that changed the mix, for the command that plays the run again.
    """

    game: str
    games: int
    seed: int
    seats: int | None = None
    players: str = STANDARD
    fixed_seats: bool = False
    mix: str | Mix = STANDARD
    code: Sequence[str | Path] = ()
    checked: bool = False
    forfeit: bool = False
    tweaks: Sequence[str] = ()


@dataclass(frozen=True)
class Setup:
    """A run ready to be played: the spec with its game, mix, line-up and tables resolved.

    `record` is the mix compiled for the kernels, `plain` the spec as JSON data; `spec.seats` is set.
    """

    spec: RunSpec
    game: Game
    mix: Mix
    record: Any
    lineup: LineUp
    layout: Layout
    plain: dict[str, Any]

    def who(self, game: int, seat: int) -> str:
        """Label of the strategy at `seat` in game number `game`."""
        chairs = self.lineup.arrangements[game % len(self.lineup.arrangements)]
        return self.lineup.entries[int(chairs[seat])].label


def prepare(spec: RunSpec) -> Setup:
    """Check and resolve a spec; InputError in one line for whatever cannot be played."""
    if not 0 < spec.games < 2**62:
        raise InputError(f"games: {spec.games} is not a whole number from 1 up")
    if not 0 <= spec.seed <= SEED_MAX:
        raise InputError(f"seed: {spec.seed} is not a whole number from 0 to {SEED_MAX}")
    game = find_game(spec.game)
    mix = load_mix(spec.game, spec.mix) if isinstance(spec.mix, str) else spec.mix
    if mix.game != game.name:
        raise InputError(f"mix '{mix.name}' is for {mix.game}, not for {game.name}")
    limits = seat_range(game, mix)
    seats = spec.seats
    if seats is not None and not limits[0] <= seats <= limits[1]:
        raise InputError(
            f"seats: {seats} cannot play {game.name}, expected {limits[0]} to {limits[1]}"
        )
    record = game.compile_mix(mix)[0]
    lineup, entries = seat_players(game, limits, spec.players, spec.code, seats, spec.fixed_seats)
    plain = {
        "game": game.name,
        "game_version": game.version,
        "code": code_hash(game.name),
        "n": spec.games,
        "seed": spec.seed,
        "seats": lineup.seats,
        "players": spec.players,
        "entries": entries,
        "fixed_seats": spec.fixed_seats,
        "mix": {**mix.to_dict(), "digest": mix.digest},
        "checked": spec.checked,
        "forfeit": spec.forfeit,
    }
    spec = replace(spec, seats=lineup.seats)
    tables = layout(game, mix, lineup.labels, origin(plain))
    return Setup(spec, game, mix, record, lineup, tables, plain)


def respec(manifest: Mapping[str, Any], code: Sequence[str | Path] = ()) -> RunSpec:
    """The spec of a run's manifest; `code` are the files to use instead of those it names."""
    spec = manifest["spec"]
    return RunSpec(
        game=spec["game"],
        games=spec["n"],
        seed=spec["seed"],
        seats=spec["seats"],
        players=spec["players"],
        fixed_seats=spec["fixed_seats"],
        mix=Mix.from_dict(spec["mix"]),
        code=code or manifest["code_files"],
        checked=spec["checked"],
        forfeit=spec["forfeit"],
    )


def seat_range(game: Game, mix: Mix) -> tuple[int, int]:
    """How few and how many may sit down, by the game's rules and the mix's numbers."""
    low, high = game.seats
    if "players_min" in mix.parameters:
        low = max(low, mix.value("players_min"))
    if "players_max" in mix.parameters:
        high = min(high, mix.value("players_max"))
    return low, high


def code_hash(game: str) -> str:
    """Hash of the sources that decide what happens in a game (16 hex digits)."""
    home = ROOT / Path(*GAMES[game].split(".")[1:])
    own = sorted(home.glob("*.py")) if home.is_dir() else [home.with_suffix(".py")]
    digest = hashlib.sha256()
    for path in [*(ROOT / "sim" / name for name in CORE), *own]:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


_WORDS = {
    "game": "the game",
    "game_version": "the behaviour version of the game",
    "code": "the source of the game's rules",
    "seed": "the seed",
    "seats": "the number of seats",
    "fixed_seats": "--fixed-seats",
    "checked": "--check",
    "forfeit": "--forfeit",
}


def difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    """The first thing, in words, in which the spec `new` is not a run's spec `old`; "" when none.

    The number of games is left out: a run may be extended.
    """
    for key, words in _WORDS.items():
        if old[key] != new[key]:
            return f"{words} is {_show(old[key])} there and {_show(new[key])} now"
    old_labels, new_labels = ([e["label"] for e in spec["entries"]] for spec in (old, new))
    if old_labels != new_labels:
        return f"the players are {','.join(old_labels)} there and {','.join(new_labels)} now"
    for before, now in zip(old["entries"], new["entries"], strict=True):
        if before != now:
            return f"the source of strategy '{now['label']}' has changed since the run began"
    return _mix_difference(old["mix"], new["mix"])


def _mix_difference(old: Mapping[str, Any], new: Mapping[str, Any]) -> str:
    names = [
        {deck: [card["name"] for card in cards] for deck, cards in mix["decks"].items()}
        for mix in (old, new)
    ]
    if old["digest"] == new["digest"] and names[0] == names[1]:
        return ""
    changes = diff(Mix.from_dict(old), Mix.from_dict(new))
    return (
        f"the card mix differs: {changes[0] if changes else 'the decks are laid out differently'}"
    )


def _show(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)
