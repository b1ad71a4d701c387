"""Finds the path to the value at a place of a YAML file: `Properties.port.Contract`, `Body[2].Return`.

Paths are made from the text, as diagnostics have only places. A file that cannot be read to its end
has paths up to there. Used by formats for programs.
"""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from muranopl.diagnostics.places import File, Place

_ENDINGS = (".yaml", ".yml", ".json", ".template", ".ui")
_PLAIN = re.compile(r"[^\W\d][\w-]*")

Position = tuple[int, int]


class _Value(NamedTuple):
    """A key or a value: where it begins and ends, its path, and the number of the value around it."""

    start: Position
    end: Position
    path: str
    around: int


class ValuePaths:
    """Finds paths; the values of each file are listed once."""

    def __init__(self) -> None:
        self._values: dict[File, list[_Value]] = {}

    def at(self, place: Place) -> str | None:
        """Return the path of the innermost value that a place begins in; None if there is none."""
        file = place.file
        if file.text is None or not file.path.endswith(_ENDINGS):
            return None
        if file not in self._values:
            self._values[file] = list(_values(file.text))
        values, position = self._values[file], (place.line, place.column)
        number = bisect.bisect_right(values, position, key=lambda item: item.start) - 1
        while number >= 0 and values[number].end < position:
            number = values[number].around
        return values[number].path or None if number >= 0 else None


class _Collection:
    """A mapping or list that is read: what comes next in it."""

    def __init__(self, number: int, path: str, *, is_list: bool) -> None:
        self.number, self.path, self.is_list = number, path, is_list
        self.next: int | str | None = 0 if is_list else None

    def step(self, key: str | None) -> tuple[str, bool]:
        """Return the path of the next node, and whether it is a key; `key` is the text of a scalar."""
        if isinstance(self.next, int):
            self.next += 1
            return f"{self.path}[{self.next - 1}]", False
        if self.next is None:
            self.next = _joined(self.path, key or "")
            return self.next, True
        path, self.next = self.next, None
        return path, False


def _joined(path: str, key: str) -> str:
    if _PLAIN.fullmatch(key):
        return f"{path}.{key}" if path else key
    return f"{path}[{msgspec.json.encode(key).decode()}]"


def _values(text: str) -> Iterator[_Value]:
    """Yield the keys and values of a text in their order, an enclosing one first."""
    values: list[_Value] = []
    open_ones: list[_Collection] = []
    for event in _events(text):
        kind = type(event).__name__
        if kind in {"MappingEndEvent", "SequenceEndEvent"}:
            ended = open_ones.pop()
            values[ended.number] = values[ended.number]._replace(end=_position(event.end_mark))
            continue
        if kind not in {"ScalarEvent", "AliasEvent", "MappingStartEvent", "SequenceStartEvent"}:
            continue
        path, around = "", -1
        if open_ones:
            path, _ = open_ones[-1].step(getattr(event, "value", None))
            around = open_ones[-1].number
        start, end = _position(event.start_mark), _position(event.end_mark)
        values.append(_Value(start, end, path, around))
        if kind.endswith("StartEvent"):
            is_list = kind.startswith("Sequence")
            open_ones.append(_Collection(len(values) - 1, path, is_list=is_list))
    last = (text.count("\n") + 2, 1)
    for item in open_ones:
        values[item.number] = values[item.number]._replace(end=last)
    yield from values


def _events(text: str) -> Iterator[Any]:
    """Yield the events of a text, up to its first mistake."""
    import yaml  # only formats for machines have paths

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        yield from yaml.parse(text, Loader=loader)
    except (yaml.YAMLError, ValueError):
        return


def _position(mark: Any) -> Position:
    return mark.line + 1, mark.column + 1
