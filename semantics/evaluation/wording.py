"""What values and calls are named in messages: never by names of Python's classes, never by an address."""

from __future__ import annotations

import collections.abc
import datetime
from typing import Any

from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.reflected import REFLECTED
from muranopl.semantics.evaluation.regular_expressions import Pattern
from muranopl.semantics.evaluation.views import ObjectView

_KINDS: tuple[tuple[Any, str], ...] = (
    (type(None), "null"),
    (bool, "a boolean"),
    (int, "an integer"),
    (float, "a decimal number"),
    (str, "a text"),
    (bytes, "binary data"),
    (datetime.date, "a date"),
    (datetime.timedelta, "a time span"),
    (Pattern, "a regular expression"),
    (VariableFrame, "a set of variables"),
    (REFLECTED, "a reflected declaration"),
    (collections.abc.Mapping, "a mapping"),
    ((tuple, list), "a list"),
    (collections.abc.Set, "a set"),
    (collections.abc.Iterable, "a lazy sequence"),
)
_SYMBOLS = {"*equal": "=", "*not_equal": "!=", "#indexer": "[]", "#list": "[]", "#map": "{}"}
_LONGEST = 40


def kind(value: Any) -> str:
    """Return the kind of a value, with its article: `an integer`, `an object of class a.B`, `null`."""
    if isinstance(value, (MuranoObject, ObjectView)):
        return f"an object of class {value.type.name}"
    if isinstance(value, MuranoType):
        return f"class {value.name}"
    return next((name for type_, name in _KINDS if isinstance(value, type_)), "a value")


def shown(value: Any) -> str:
    """Return a short value as it is written in YAQL, else its kind."""
    if isinstance(value, str) and len(value) <= _LONGEST:
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) or (isinstance(value, int) and value.bit_length() <= _LONGEST):
        return str(value)
    return kind(value)


def symbol(name: str) -> str | None:
    """Return the operator that a function of yaql implements; None for what is called by its name."""
    for prefix in ("#operator_", "#unary_operator_"):
        if name.startswith(prefix):
            return name.removeprefix(prefix)
    return _SYMBOLS.get(name)


def enumerated(words: list[str]) -> str:
    """Return words as `a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)
