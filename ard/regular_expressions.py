"""Whether a text is a regular expression of Python, which all parts of Murano use."""

from __future__ import annotations

import re
import threading
import warnings

from muranopl.diagnostics import machine_limits

# Python warns about odd but valid expressions; filters of warnings are global, so only one thread
# at a time sets them.
_QUIET = threading.Lock()


def problem_of_pattern(text: str, flags: int = 0) -> str | None:
    """Return why a text does not compile as a regular expression; None if it does."""
    try:
        with _QUIET, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(text, flags)
    except (re.error, ValueError, OverflowError) as error:
        return str(error)
    except RecursionError:
        machine_limits.meet()
        return "it is nested too deep"
    return None
