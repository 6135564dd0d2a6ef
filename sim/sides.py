"""The sides of a comparison, from the words of a command line.

A side is the name of a mix, a folder with a mix.toml or a .toml file; or a change of the first side,
known by its `=`; or the folder of a finished run. A change is what `--set` or `--add` take, or says
who sits: `players=bold,cautious`. Several changes in one side stand between semicolons:
`difficulty_step=4; players=bold`. When the first side is a change, it is one of `standard`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.damage import origin
from hemicycle.sim.errors import InputError
from hemicycle.sim.games import GAMES
from hemicycle.sim.mixes import load_mix, tweak
from hemicycle.sim.mixfile import read_mix_file
from hemicycle.sim.mixtools import align, diff
from hemicycle.sim.outcomes import MANIFEST, layout, load_manifest
from hemicycle.sim.rng import GAMMA, SEED_MAX
from hemicycle.sim.runspec import STANDARD, RunSpec, Setup, prepare, seat_range

_NEXT = re.compile(r';\s*(?=\w+\s*(?:[.:]\s*(?:"[^"]*"|[^=;]+)(?:\.\s*\w+\s*)?)?=)')
"""A semicolon before another change; others belong to a card's text, as in `peek 1; bury 1`."""
_ADDED = re.compile(r"\w+\s*:")


@dataclass(frozen=True)
class Side:
    """One side of a comparison.

    `players` is the line-up in words, `labels` its different strategies. `changes` says in words
    what differs from the first side. `setup` plays it; None for a finished run in `folder`.
    """

    label: str
    mix: Mix
    players: str
    labels: tuple[str, ...]
    changes: tuple[str, ...] = ()
    setup: Setup | None = None
    folder: Path | None = None


def is_run(word: str) -> bool:
    """Whether a side is the folder of a run."""
    return (Path(word) / MANIFEST).is_file()


def is_change(word: str) -> bool:
    """Whether a side is a change of the first one."""
    return "=" in word and not Path(word).exists()


def split_changes(word: str) -> list[str]:
    """`a=1; b=2` as its single changes."""
    return [part.strip() for part in _NEXT.split(word) if part.strip()]


def game_of(words: Sequence[str], *everywhere: Sequence[str]) -> str:
    """The game that a side's run or file names; else the only one with such mixes and cards.

    `everywhere` are the changes to all sides: sets, adds, removes. InputError when it is not clear.
    """
    for word in words:
        if is_run(word):
            return str(load_manifest(word)["spec"]["game"])
        path = Path(word) / "mix.toml" if Path(word).is_dir() else Path(word)
        if path.is_file() and path.suffix.lower() == ".toml":
            found = read_mix_file(path, str(path)).game
            if found is not None:
                return found
    faults = {game: _fault(game, words, everywhere or ((), (), ())) for game in GAMES}
    fitting = [game for game, fault in faults.items() if not fault]
    if len(fitting) == 1:
        return fitting[0]
    if fitting:
        raise InputError(f"which game? give --game, one of {', '.join(fitting)}")
    raise InputError(f"no game has them: {'; '.join(f'{g}: {why}' for g, why in faults.items())}")


def _fault(game: str, words: Sequence[str], everywhere: tuple[Sequence[str], ...]) -> str:
    """Why these cannot be sides of this game; empty when they can."""
    try:
        list(_read(_named(words), RunSpec(game, 1, 0), everywhere))
    except InputError as error:
        return str(error).partition("; known:")[0]
    return ""


def _named(words: Sequence[str]) -> list[str]:
    """The words with the mix that is changed when the first side is a change."""
    return [STANDARD, *words] if is_change(words[0]) else list(words)


def read_sides(
    words: Sequence[str],
    spec: RunSpec,
    *,
    paired: bool = True,
    changes: Sequence[str] = (),
    add: Sequence[str] = (),
    remove: Sequence[str] = (),
) -> list[Side]:
    """The sides, ready to be played; InputError in one line for what cannot be.

    `spec` says everything but the mixes: game, seats, seed, and players where a side does not name
    its own. `changes`, `add` and `remove` are made to every mix. Paired sides have one seed and
    their decks laid over the first side's, card by card name; others have a seed each.
    """
    words = _named(words)
    if len(words) < 2:
        raise InputError("give two sides at least, as in: compare standard difficulty_step=4")
    for word in words:
        if is_run(word):
            raise InputError(f"{word} is a finished run; compare it with other runs only")
    first: Setup | None = None
    sides: list[Side] = []
    found = _read(words, spec, (changes, add, remove))
    for number, (label, mix, players) in enumerate(found):
        seed = spec.seed if paired else (spec.seed + number * int(GAMMA)) & SEED_MAX
        if first is None:
            first = setup = prepare(replace(spec, mix=mix, players=players))
        else:
            setup = _follow(first, align(first.mix, mix) if paired else mix, players, seed)
        sides.append(_side(_fresh(label, sides), setup, sides[0] if sides else None))
    return sides


def _read(
    words: Sequence[str], spec: RunSpec, everywhere: tuple[Sequence[str], ...]
) -> Iterator[tuple[str, Mix, str]]:
    """Label, mix and players of each side."""
    base: Mix | None = None
    for word in words:
        if base is not None and is_change(word):
            yield word, *_changed(base, split_changes(word), spec.players)
            continue
        mix = load_mix(spec.game, word, *everywhere)
        base = base or mix
        yield mix.name, mix, spec.players


def _changed(base: Mix, changes: Sequence[str], players: str) -> tuple[Mix, str]:
    seated = [
        c.partition("=")[2].strip() for c in changes if c.partition("=")[0].strip() == "players"
    ]
    if len(seated) > 1:
        raise InputError(f"players={seated[1]}: players are already changed, give them once")
    rest = [change for change in changes if change.partition("=")[0].strip() != "players"]
    added = [change for change in rest if _ADDED.match(change)]
    mix = tweak(base, [change for change in rest if change not in added], added)
    return mix, seated[0] if seated else players


def _follow(first: Setup, mix: Mix, players: str, seed: int) -> Setup:
    """The first side's setup with another mix, players and seed."""
    if players == first.spec.players:
        return replace_mix(first, mix, seed)
    seats = first.lineup.seats
    return prepare(replace(first.spec, mix=mix, players=players, seed=seed, seats=seats))


def replace_mix(setup: Setup, mix: Mix, seed: int | None = None) -> Setup:
    """The same players at another mix, without compiling them again."""
    low, high = seat_range(setup.game, mix)
    if not low <= setup.lineup.seats <= high:
        raise InputError(
            f"seats: {setup.lineup.seats} cannot play mix '{mix.name}', expected {low} to {high}"
        )
    spec = replace(setup.spec, mix=mix, seed=setup.spec.seed if seed is None else seed)
    record = setup.game.compile_mix(mix)[0]
    plain = {**setup.plain, "seed": spec.seed, "mix": {**mix.to_dict(), "digest": mix.digest}}
    tables = layout(setup.game, mix, setup.lineup.labels, origin(plain))
    return replace(setup, spec=spec, mix=mix, record=record, layout=tables, plain=plain)


def _fresh(label: str, sides: Sequence[Side]) -> str:
    """The label, numbered when another side has it."""
    taken = {side.label for side in sides}
    number, found = 2, label
    while found in taken:
        number, found = number + 1, f"{label} ({number})"
    return found


def _side(label: str, setup: Setup, first: Side | None) -> Side:
    changes: list[str] = []
    if first is not None:
        changes = diff(first.mix, setup.mix)
        if setup.spec.players != first.players:
            changes.append(f"players {first.players} -> {setup.spec.players}")
    labels = tuple(setup.lineup.labels)
    return Side(label, setup.mix, setup.spec.players, labels, tuple(changes), setup)
