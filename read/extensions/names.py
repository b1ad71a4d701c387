"""Names in Python and in MuranoPL (reference: extensions, How a Python class becomes one)."""

from __future__ import annotations

import re

CLASS_NAME = re.compile(r"[a-zA-Z]\w*(\.[a-zA-Z]\w*)*", re.ASCII)
"""The names of entry points that the engine registers."""

HIDDEN = frozenset({"context", "this", "interfaces", "yaql_engine"})
"""Parameters that the engine passes, which calls cannot name."""

# Measured: `under__double` becomes `under_double`, and `HTTPThing` stays as it is
_BELOW = re.compile(r"(?!^)_(\w)")


def camel_case(name: str) -> str:
    """Return the name in MuranoPL of a method or parameter: `with_args` is `withArgs`."""
    return _BELOW.sub(lambda match: match[1].upper(), name.strip("_"))


def is_hidden(parameter: str) -> bool:
    """Return whether the engine fills a parameter of this name, also written `__name`."""
    return parameter.removeprefix("__") in HIDDEN
