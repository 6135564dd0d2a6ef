"""What a run's folder must hold to be read: a whole run.json, and the parts it speaks of.

Every fault is an InputError of one line: the file, what is wrong with it, what helps.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel, Field, ValidationError

from hemicycle.sim.cardmix import Mix
from hemicycle.sim.errors import InputError, nearest

FORMAT = 1
"""What run.json is written as; another format cannot be read."""
PART_GAMES = 250_000
"""Games in a part of a run whose run.json does not say."""
FAULTY = "faulty"
"""State of a run that a strategy's fault ended: it cannot be resumed."""
ELSEWHERE = "; play the run again in another folder (-o)"
UNREADABLE = (OSError, pa.ArrowException, UnicodeDecodeError)
"""What reading a damaged Parquet file raises."""

Count = Annotated[int, Field(ge=0)]
Positive = Annotated[int, Field(gt=0)]


class _Entry(BaseModel):
    label: str
    strategy: str
    params: dict[str, float]
    source: str


class _Spec(BaseModel):
    game: str
    game_version: int
    code: str
    n: Positive
    seed: Count
    seats: Positive
    players: str
    entries: list[_Entry]
    fixed_seats: bool
    mix: Mix
    checked: bool
    forfeit: bool


class _LineUp(BaseModel):
    labels: Annotated[list[str], Field(min_length=1)]
    arrangements: Annotated[list[list[str]], Field(min_length=1)]


class _Fault(BaseModel):
    game: Count
    text: str


class _Progress(BaseModel):
    state: Literal["running", "finished", "stopped", "faulty"]
    reason: str
    games: Count
    parts: Count
    statuses: dict[str, Count]
    faults: list[_Fault]


class _Timing(BaseModel):
    started: str
    finished: str | None
    seconds: float
    jobs: int


class _Manifest(BaseModel):
    """run.json as far as anybody reads it; more keys do no harm."""

    format: int
    spec: _Spec
    code_files: list[str]
    tweaks: list[str] = []
    lineup: _LineUp
    part_games: Positive = PART_GAMES
    progress: _Progress
    timing: _Timing
    versions: dict[str, str]


def read_manifest(path: Path) -> dict[str, Any]:
    """The content of the run.json at `path`, whole and free of contradictions; else InputError."""
    try:
        text = path.read_text(encoding="utf-8")
        found: dict[str, Any] = json.loads(text)
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({_line(error)}){ELSEWHERE}") from None
    try:
        known = _Manifest.model_validate_json(text, strict=True)
    except ValidationError as error:
        raise InputError(f"{path}: {_explain(error)}{ELSEWHERE}") from None
    for wrong in _contradictions(known, found["spec"]["mix"].get("digest")):
        raise InputError(f"{path}: {wrong}{ELSEWHERE}")
    found.setdefault("part_games", known.part_games)
    return found


def _explain(error: ValidationError) -> str:
    """The first fault in words: `spec.seed is missing`."""
    fault = error.errors()[0]
    place = ".".join(str(part) for part in fault["loc"])
    if fault["type"] == "missing":
        return f"{place} is missing"
    said, given = str(fault["msg"]), f"{fault['input']!r:.40}"
    if not place:
        return f"is not a run's description, found {given}"
    return f"{place}: {said[0].lower()}{said[1:]}, found {given}"


def _contradictions(known: _Manifest, digest: object) -> Iterator[str]:
    """What does not go together in a run.json that has all its keys."""
    spec, progress = known.spec, known.progress
    if known.format != FORMAT:
        yield f"format is {known.format}, expected {FORMAT}"
    if spec.mix.digest != digest:
        yield f"spec.mix.digest is {digest!r:.40}, but that of its cards is '{spec.mix.digest}'"
    if len(spec.entries) != spec.seats:
        yield f"spec.entries has {len(spec.entries)} players, expected {spec.seats}"
    for row in known.lineup.arrangements:
        if len(row) != spec.seats or not {*row} <= {*known.lineup.labels}:
            yield f"lineup.arrangements has {row}, expected {spec.seats} of lineup.labels"
    if progress.games > spec.n:
        yield f"progress.games is {progress.games}, expected at most {spec.n}"
    parts = -(-progress.games // known.part_games)
    if progress.parts != parts:
        yield f"progress.parts is {progress.parts}, expected {parts} for {progress.games} games"


def origin(spec: Mapping[str, Any]) -> dict[str, str]:
    """What the metadata of every part says of the run it belongs to; `spec` as in run.json."""
    return {
        "game": spec["game"],
        "game_version": str(spec["game_version"]),
        "seed": str(spec["seed"]),
        "mix": spec["mix"]["digest"],
        "players": ",".join(entry["label"] for entry in spec["entries"]),
        "seats": "fixed" if spec["fixed_seats"] else "rotating",
    }


def open_part(path: Path, number: int, manifest: Mapping[str, Any]) -> Any:
    """The ParquetFile at `path`, TABLE/part-NUMBER, of the run with that run.json.

    Its footer is checked (half a millisecond): table, run, games and rows. InputError otherwise.
    """
    try:
        file = pq.ParquetFile(path)
        faults = list(_footer_faults(file.metadata, path.parent.name, number, manifest))
    except FileNotFoundError:
        raise _damage(path, "is missing", manifest) from None
    except UNREADABLE as error:
        raise _damage(path, f"cannot be read ({_line(error)})", manifest) from None
    if faults:
        file.close()
        raise _damage(path, faults[0], manifest)
    return file


def read_part(
    path: Path,
    number: int,
    manifest: Mapping[str, Any],
    columns: Sequence[str] | None = None,
    *,
    threads: bool = True,
) -> Any:
    """The checked part as a pyarrow Table with these columns (all: None); see `open_part`.

    InputError also for an unknown column and for content that cannot be decoded.
    """
    with open_part(path, number, manifest) as file:
        try:
            known = file.schema_arrow.names
            _refuse_unknown(columns or (), known, path.parent.name)
            found = file.read(None if columns is None else list(columns), use_threads=threads)
            found.validate(full=True)
        except UNREADABLE as error:
            raise _damage(path, f"cannot be read ({_line(error)})", manifest) from None
    return found


def _refuse_unknown(columns: Sequence[str], known: Sequence[str], table: str) -> None:
    for name in columns:
        if name not in known:
            raise InputError(f"table '{table}' has no column '{name}'{nearest(name, known)}")


def _footer_faults(
    footer: Any, table: str, number: int, manifest: Mapping[str, Any]
) -> Iterator[str]:
    """Why a file with this Parquet footer is not part `number` of the table."""
    notes = {key.decode(): text.decode() for key, text in (footer.metadata or {}).items()}
    if notes.get("table") != table:
        yield f"holds no part of the table '{table}'"
    for key, expected in origin(manifest["spec"]).items():
        if notes.get(key, expected) != expected:
            yield f"belongs to another run ({key} {notes[key]}, not {expected})"
    first = number * manifest["part_games"]
    games = min(manifest["part_games"], manifest["progress"]["games"] - first)
    key, low, high = ("block", number, number)
    if table != "cards":
        key, low, high = "game", first, first + games - 1
    bounds = _bounds(footer, key)
    # A game that a fault ended early may have no round, and nothing to count of its cards.
    empty = table in ("rounds", "cards") and footer.num_rows == 0
    inside = table == "rounds" and bounds and low <= bounds[0] <= bounds[1] <= high
    if bounds != (low, high) and not inside and not empty:
        held = f"{bounds[0]} to {bounds[1]}" if bounds else "of unknown numbers"
        yield f"holds {key}s {held}, expected {low} to {high}"
    rows = {"games": games, "seats": games * manifest["spec"]["seats"]}.get(table)
    if rows not in (None, footer.num_rows):
        yield f"holds {footer.num_rows} rows, expected {rows}"


def _bounds(footer: Any, column: str) -> tuple[int, int] | tuple[()]:
    """Least and greatest value of the first column by its statistics; () if that is not `column`."""
    groups = [footer.row_group(i) for i in range(footer.num_row_groups)]
    cells = [group.column(0) for group in groups if group.num_columns]
    known = [cell.statistics for cell in cells if cell.path_in_schema == column]
    if not known or any(found is None or not found.has_min_max for found in known):
        return ()
    return min(found.min for found in known), max(found.max for found in known)


def _damage(path: Path, wrong: str, manifest: Mapping[str, Any]) -> InputError:
    """The error for a part file, with what helps."""
    folder = path.parent.parent
    again = f"; `hemicycle run ... --resume -o {folder}` plays it again"
    faulty = manifest["progress"]["state"] == FAULTY
    return InputError(f"{path}: {wrong}{ELSEWHERE if faulty else again}")


def _line(error: Exception) -> str:
    """What an error says, in one line and no more words than needed."""
    number = getattr(error, "errno", None)
    said = os.strerror(number) if number else str(error)
    return " ".join(said.split())[:120]
