"""Regular expressions in UI definitions: they must compile, or the whole definition is refused (measured)."""

from __future__ import annotations

import re
import threading
import warnings

from muranopl.ard.nodes import Node, text_of
from muranopl.diagnostics.catalogue import ui as rules
from muranopl.language.grammar.entity import Reading

_SLASHES = re.compile(r"^/(.*)/([A-Za-z]*)$")
_NO_END = "it begins with a slash, so it must be of the form /expression/flags, on one line"
# Python warns of odd but valid expressions; whom to warn is a setting of the whole process, so one thread at a time.
_QUIET = threading.Lock()


def validator_expression(node: Node, reading: Reading, what: str) -> None:
    """Check the expression of a `regexpValidator`: plain, or `/expression/flags`; unknown flags are ignored."""
    text = _text(node, reading, what)
    if text is None:
        return
    flags = 0
    if text.startswith("/"):
        parts = _SLASHES.match(text)
        if parts is None:
            reading.report(rules.BAD_REGEXP, node.place, what=what, problem=_NO_END)
            return
        text = parts[1]
        for flag in parts[2].upper():
            flags |= int(getattr(re, flag, 0))
    _compile(text, flags, node, reading, what)


def plain_expression(node: Node, reading: Reading, what: str) -> None:
    """Check an expression that knows no `/expression/flags` form."""
    text = _text(node, reading, what)
    if text is not None:
        _compile(text, 0, node, reading, what)


def _text(node: Node, reading: Reading, what: str) -> str | None:
    text = text_of(node)
    if text is None:
        reading.wrong_type(node, what, "a regular expression")
    return text


def _compile(text: str, flags: int, node: Node, reading: Reading, what: str) -> None:
    try:
        with _QUIET, warnings.catch_warnings():
            warnings.simplefilter("ignore")
            re.compile(text, flags)
    except (re.error, ValueError, OverflowError) as error:
        reading.report(rules.BAD_REGEXP, node.place, what=what, problem=str(error))
    except RecursionError:
        reading.report(rules.BAD_REGEXP, node.place, what=what, problem="it is nested too deep")
