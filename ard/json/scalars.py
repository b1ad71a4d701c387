"""A scalar of an object model → JSON text, or the reason why JSON has no such value.

`data` writes values with it; `loader` shares its reports about values that no model can hold.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any, NamedTuple

from muranopl.ard.nodes import ScalarValue
from muranopl.ard.sources.file_names import shown
from muranopl.diagnostics.bounds import DIGITS
from muranopl.diagnostics.catalogue import objects as rules
from muranopl.diagnostics.diagnostic import InModel
from muranopl.diagnostics.formats.encode import SURROGATE
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter

# Words that Python's `json` writes and reads, but RFC 8259 does not have.
NOT_FINITE = frozenset({"NaN", "Infinity", "-Infinity"})

LONE_SURROGATE_PROBLEM = "half of a surrogate pair is not a character"
_ESCAPE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|(\\u[dD][89a-fA-F][0-9a-fA-F]{2})|\\.",
    re.DOTALL,
)
_NAMES: dict[object, str] = {None: "null", True: "true", False: "false"}
_LARGEST = 10**DIGITS.most
_REMEDIES = {
    "set": "convert it to a list",
    "frozenset": "convert it to a list",
    "bytes": "decode it to a string",
    "bytearray": "decode it to a string",
    "date": "convert it with isoformat()",
    "datetime": "convert it with isoformat()",
    "Decimal": "convert it to a float or a string",
    "generator": "convert it to a list",
}
_KINDS = "strings, numbers, true, false, null, lists and mappings"


class StopError(Exception):
    """Raised to stop reading a model; the reason has been reported."""


def report_unusable(
    reporter: Reporter,
    path: Callable[[], str],
    place: Place,
    problem: str,
    suggestion: str | None = None,
) -> None:
    """Report a value that no model can hold.

    `path` returns its path; it is not called for a diagnostic that is only counted.
    """
    reporter.report(
        rules.VALUE,
        place,
        path=path,
        problem=problem,
        suggestion=suggestion,
        in_model=lambda: InModel(path()),
    )


def lone_surrogate(source: str) -> tuple[int, int]:
    """Return the span of the first escape of half a pair in the source of a text that has one."""
    for match in _ESCAPE.finditer(source):
        if match[1]:
            return match.span()
    return 0, len(source)


class Unusable(NamedTuple):
    """A value that JSON does not have: its replacement in the text, the problem and the remedy."""

    text: str
    problem: str
    remedy: str | None = None


class JsonText(NamedTuple):
    """A value and its JSON text."""

    text: str
    value: ScalarValue


def as_json(value: Any) -> JsonText | Unusable:
    """Return None, a bool, number or text as JSON.

    Instances of subclasses are converted to the base class.
    """
    if value is None or value is True or value is False:
        return JsonText(_NAMES[value], value)
    kind = type(value)  # not isinstance, which asks the object
    if issubclass(kind, str):
        return _text(str.__str__(value))
    if issubclass(kind, int):
        return _integer(int.__int__(value))
    if issubclass(kind, float):
        return _float(float.__float__(value))
    name = shown(kind.__name__)
    return Unusable(f"<{name}>", f"JSON has no {name}, only {_KINDS}", _REMEDIES.get(kind.__name__))


def _text(value: str) -> JsonText | Unusable:
    if SURROGATE.search(value):
        return Unusable(encode_basestring_ascii(value), LONE_SURROGATE_PROBLEM)
    return JsonText(encode_basestring(value), value)


def _integer(value: int) -> JsonText | Unusable:
    # Compared as numbers: to write the digits takes quadratic time.
    if -_LARGEST < value < _LARGEST:
        try:
            return JsonText(int.__repr__(value), value)
        except ValueError:  # Python is configured to write fewer digits
            pass
    return Unusable("<number>", f"the number has more than {DIGITS.most:,} digits")


def _float(value: float) -> JsonText | Unusable:
    if math.isfinite(value):
        return JsonText(float.__repr__(value), value)
    name = "NaN"
    if not math.isnan(value):
        name = "Infinity" if value > 0 else "-Infinity"
    return Unusable(name, f"JSON has no {name}")
