"""Parses regular expressions with Python's `re`, without running them: why one does not compile.

Murano uses that notation everywhere. Matching is in `semantics.evaluation.regular_expressions`, and for
simple patterns in `language.contracts.predicates.patterns`.
"""

from __future__ import annotations

import contextlib
import re
import threading
import warnings
from collections.abc import Iterator
from typing import Any

from muranopl.diagnostics import machine_limits

# Python warns about odd but valid expressions; filters of warnings are global, so only one thread
# at a time sets them.
_ONE_AT_A_TIME = threading.Lock()


def problem_of_pattern(text: str, flags: int = 0) -> str | None:
    """Return why a text does not compile as a regular expression; None if it does."""
    try:
        with _quiet():
            re.compile(text, flags)
    except (re.error, ValueError, OverflowError) as error:
        return str(error)
    except RecursionError:
        machine_limits.meet()
        return "it is nested too deeply"
    return None


def parse_pattern(text: str, flags: int = 0) -> Any:
    """Return the parts of a regular expression as `re` parses it, which has no public name.

    Raise as `re.compile` does.
    """
    with _quiet():
        return re._parser.parse(text, flags)  # type: ignore[attr-defined]


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    with _ONE_AT_A_TIME, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield
