"""What holds of every diagnostic, whatever was given: its place is in its file, and every format can write it."""

from __future__ import annotations

import functools
import json
import pickle
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

import pytest

from muranopl.diagnostics.catalogue import rules
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.formats import FORMATS, render
from muranopl.diagnostics.formats.context import ReportContext
from muranopl.diagnostics.formats.encode import to_json
from muranopl.diagnostics.places import File, Place

_CONTEXTS = [ReportContext(color=color, width=width) for color, width in ((True, 60), (False, 120))]
_NAMES = tuple(FORMATS)
_INTERNAL = "MPL001"
"""What an exception becomes that nobody expected."""


def sound(diagnostics: Iterable[Diagnostic], choice: int = 0) -> None:
    """Assert what holds of diagnostics. `choice` says in which format they are written."""
    result = tuple(diagnostics)
    lines: dict[int, list[str]] = {}
    for item in result:
        assert item.code != _INTERNAL, item
        assert item.code in _codes(), item
        assert item.message, item
        _within(item.place, lines)
        for related in item.related:
            assert related.message, item
            _within(related.place, lines)
    ordered = sorted(result, key=Diagnostic.sort_key)
    if result and choice % 2:
        _written(
            ordered, _NAMES[choice // 2 % len(_NAMES)], _CONTEXTS[choice // 16 % len(_CONTEXTS)]
        )
    elif result and choice % 8 == 0:
        copied = pickle.loads(pickle.dumps(ordered))
        assert [item.sort_key() for item in copied] == [item.sort_key() for item in ordered]


@functools.cache
def _codes() -> frozenset[str]:
    return frozenset(rules())


def _within(place: Place, known: dict[int, list[str]]) -> None:
    """Assert that a place is one of its file."""
    lines = known.get(id(place.file))
    if lines is None:
        lines = known[id(place.file)] = _lines(place.file)
    start, end = (place.line, place.column), (place.end_line, place.end_column)
    assert (1, 1) <= start <= end, place
    for line, column in (start, end):
        assert line <= len(lines), (place, len(lines))
        assert 1 <= column <= len(lines[line - 1]) + 1, (place, lines[line - 1])


def _lines(file: File) -> list[str]:
    return file.lines() or [""]


def _written(diagnostics: list[Diagnostic], name: str, context: ReportContext) -> None:
    text = render(name, diagnostics, context)
    text.encode()
    # Annotations of GitHub leave infos out
    is_empty = name == "github" and all(item.severity is Severity.INFO for item in diagnostics)
    assert text.endswith("\n") != is_empty
    if name in {"gitlab", "json", "rdjson", "sarif"}:
        json.loads(text)
    elif name in {"checkstyle", "junit"}:
        ElementTree.fromstring(text)


def serialisable(data: Any) -> None:
    """Assert that plain data can be written as strict JSON, in UTF-8."""
    text = to_json(data)
    text.encode()
    if text.count("[") + text.count("{") < _DEEP:
        json.loads(text, parse_constant=pytest.fail)


_DEEP = 500
"""Python's own parser of JSON cannot read all that is nested as deep as files may be."""
