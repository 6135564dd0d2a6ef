"""Numbers in words: rounded to what their interval supports, with units, for people to read."""

from __future__ import annotations

import math
from collections.abc import Iterable

from hemicycle.reports.stats import Estimate

MINUS = "\N{MINUS SIGN}"
NO_BREAK = "\N{NO-BREAK SPACE}"
MISSING = "-"
MOST_DECIMALS = 4


def decimals(margin: float) -> int:
    """Digits after the point so that the first digit of `margin` still shows: 1.2 -> 0, 0.3 -> 1."""
    if not margin > 0 or math.isinf(margin):
        return 1
    return min(MOST_DECIMALS, max(0, -math.floor(math.log10(margin))))


def number(value: float, digits: int = 1) -> str:
    """`1,234.5`, with a real minus sign; MISSING for NaN."""
    if value is None or math.isnan(value):
        return MISSING
    text = f"{value:,.{digits}f}"
    if float(text.replace(",", "")) == 0:
        text = text.lstrip("-")
    return text.replace("-", MINUS)


def count(value: float) -> str:
    """A whole number: `1,000,000`."""
    return number(value, 0)


def percent(value: float, digits: int = 1) -> str:
    """A share in 0..1 as `53.4 %`."""
    text = number(value * 100, digits)
    return text if text == MISSING else f"{text}{NO_BREAK}%"


def signed(text: str) -> str:
    """`+1.2` for `1.2`; a negative number, zero or MISSING stays as it is."""
    bare = text.strip("0.,%" + NO_BREAK)
    return text if text.startswith((MINUS, MISSING)) or not bare else f"+{text}"


def _scaled(found: Estimate, scale: float) -> tuple[list[str], int]:
    digits = decimals(found.margin * scale)
    nearest = min(abs(found.low), abs(found.high)) * scale
    if found.low * found.high > 0 and nearest < 0.5 / 10**digits and digits < MOST_DECIMALS:
        digits += 1  # an interval clear of 0 should not look as if it began there
    return [number(x * scale, digits) for x in (found.value, found.low, found.high)], digits


def _with_interval(texts: Iterable[str], unit: str, long: bool) -> str:
    value, low, high = texts
    shown = f"{value}{NO_BREAK}{unit}" if unit else value
    if MISSING in (low, high):
        return shown
    if long:
        return f"{shown} (95{NO_BREAK}% interval {low} to {high})"
    return f"{shown} ({low} to {high})"


def percent_of(found: Estimate, *, long: bool = False) -> str:
    """`53.4 % (53.3 to 53.5)`; `long` spells the interval out, as for the first one in a text."""
    return _with_interval(_scaled(found, 100)[0], "%", long)


def points_of(found: Estimate, *, long: bool = False) -> str:
    """A difference of two shares in percentage points: `1.2 points (0.9 to 1.5)`."""
    texts = _scaled(found, 100)[0]
    return _with_interval(texts, "point" if texts[0].lstrip(MINUS) == "1" else "points", long)


def amount_of(found: Estimate, unit: str = "", *, long: bool = False) -> str:
    """A mean with its unit: `6.41 rounds (6.38 to 6.44)`."""
    return _with_interval(_scaled(found, 1)[0], unit, long)


def plain_percent(found: Estimate) -> str:
    """The value alone, rounded to what its interval supports."""
    return percent(found.value, decimals(found.margin * 100))


def plain_amount(found: Estimate) -> str:
    """The value alone, rounded to what its interval supports."""
    return number(found.value, decimals(found.margin))


def plural(n: float, one: str, many: str = "") -> str:
    """`1 game`, `2 games`."""
    return f"{count(n)} {one if n == 1 else many or one + 's'}"


def listed(words: Iterable[str]) -> str:
    """`a, b and c`."""
    found = list(words)
    if len(found) < 2:
        return "".join(found)
    return f"{', '.join(found[:-1])} and {found[-1]}"


def round_up(value: float) -> float:
    """`value` rounded up to one leading digit, for `about 40,000`."""
    if not value > 0 or math.isinf(value):
        return value
    step = 10.0 ** math.floor(math.log10(value))
    return math.ceil(value / step) * step


def sentence_case(text: str) -> str:
    """The text with its first letter large and underscores as spaces."""
    text = text.replace("_", " ")
    return text[:1].upper() + text[1:]


def short(n: float) -> str:
    """A count for a tight place: `950`, `12 k`, `3.4 M`."""
    for size, letter in ((1e6, "M"), (1e3, "k")):
        if n >= size * 0.9995:
            digits = 1 if n < 9.95 * size else 0
            return f"{number(n / size, digits)}{NO_BREAK}{letter}"
    return count(n)


def absolute(found: Estimate) -> Estimate:
    """The size of a difference, for `3 points less`."""
    if found.value >= 0:
        return found
    return Estimate(-found.value, -found.high, -found.low, found.n)
