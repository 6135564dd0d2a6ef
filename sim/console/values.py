"""What people type after an option, as numbers and names; what cannot be is told."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import click

COUNT = re.compile(r"\d{1,18}|\d+(_\d+)+|\d{1,3}(,\d{3})+|\d+(\.\d+)?[eE]\+?\d{1,2}", re.ASCII)


def whole_number(given: object) -> int:
    """A whole number as people write it: 1000000, 1_000_000, 1,000,000, 1e6."""
    text, number = str(given), Decimal(0)
    if COUNT.fullmatch(text):
        number = Decimal(text.replace("_", "").replace(",", ""))
    if number < 1 or number != int(number):
        raise click.BadParameter(f"'{text}' is not a whole number from 1 up (1_000_000, 1e6)")
    return int(number)


def seed_number(given: object) -> int:
    """0 .. 2^64-1."""
    text = str(given)
    if not re.fullmatch(r"[0-9]{1,20}|[0-9]+(_[0-9]+)+", text) or int(text) >= 2**64:
        raise click.BadParameter(f"'{text}' is not a whole number from 0 to 2^64-1")
    return int(text)


def folder(given: object) -> str:
    """A folder's name."""
    if not str(given).strip():
        raise click.BadParameter("empty; name a folder, or leave the option out")
    return str(given)


def seconds(given: object) -> float:
    """More than 0 seconds."""
    try:
        number = float(str(given))
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise click.BadParameter(f"'{given}' is not a number of seconds above 0")
    return number


def free_name(folder: str, name: str, seed: int | None = None) -> Path:
    """FOLDER/NAME-SEED in plain letters, with a number behind it when taken."""
    plain = re.sub(r"[^\w.]+", "-", name).strip("-")[:60].strip("-")
    base = Path(folder) / (plain if seed is None else f"{plain}-{seed}")
    return unused(base)


def unused(base: Path) -> Path:
    """`base`, with a number behind it when taken."""
    found, i = base, 2
    while found.exists():
        found, i = Path(f"{base}-{i}"), i + 1
    return found
