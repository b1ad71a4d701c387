"""Finds the path to the value at a place of a YAML file: `Properties.port.Contract`, `Body[2].Return`.

Paths are made from the text, as diagnostics have only places. A file that cannot be read to its end
has paths up to there. Used by formats for programs.
"""

from __future__ import annotations

import bisect
import re
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from muranopl.diagnostics.places import File, Place

_ENDINGS = (".yaml", ".yml", ".json", ".template", ".ui")
_PLAIN = re.compile(r"[^\W\d][\w-]*")

Position = tuple[int, int]
_END: Position = (sys.maxsize, 1)


class ValuePaths:
    """Finds paths; each file is read once, as far as its places need."""

    def __init__(self) -> None:
        self._values: dict[File, _ValuesOfText] = {}

    def at(self, place: Place) -> str | None:
        """Return the path of the innermost value that a place begins in; None if there is none."""
        file = place.file
        if file.text is None or not file.path.endswith(_ENDINGS):
            return None
        values = self._values.get(file)
        if values is None:
            values = self._values[file] = _ValuesOfText(file.text)
        value = values.at((place.line, place.column))
        return None if value is None else value.path or None


class _Value(msgspec.Struct, eq=False, gc=False):
    """A key or a value: where it begins and ends, the value around it, and the step from there.

    A step is the number of an item, or the text of a key. `following` is the next one in a
    collection, None before a key.
    """

    start: Position
    end: Position
    around: _Value | None
    step: int | str
    following: int | str | None = None

    def advance(self, key: str) -> int | str:
        """Return the step to the next node in a collection, where `key` is the text of a scalar."""
        step = self.following
        if step is None:
            self.following = step = key
        else:
            self.following = step + 1 if isinstance(step, int) else None
        return step

    @property
    def path(self) -> str:
        """The steps from the document to this value."""
        steps: list[int | str] = []
        value = self
        while value.around is not None:
            steps.append(value.step)
            value = value.around
        path = ""
        for step in reversed(steps):
            path = _joined(path, step)
        return path


def _joined(path: str, step: int | str) -> str:
    if isinstance(step, int):
        return f"{path}[{step}]"
    if _PLAIN.fullmatch(step):
        return f"{path}.{step}" if path else step
    return f"{path}[{msgspec.json.encode(step).decode()}]"


class _ValuesOfText:
    """The keys and values of a text, an enclosing one first, read as far as its places need."""

    def __init__(self, text: str) -> None:
        self._values: list[_Value] = []
        self._reading = _read(text, self._values)
        self._reached: Position = (0, 0)

    def at(self, position: Position) -> _Value | None:
        """Return the innermost value around a position."""
        # An event beyond the position is needed to know which values end before it.
        while self._reached <= position:
            self._reached = next(self._reading, _END)
        number = bisect.bisect_right(self._values, position, key=lambda item: item.start) - 1
        value = self._values[number] if number >= 0 else None
        while value is not None and value.end < position:
            value = value.around
        return value


def _read(text: str, values: list[_Value]) -> Iterator[Position]:
    """Append the keys and values of a text to a list; yield where each event begins."""
    import yaml  # only formats for machines have paths

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    last = (text.count("\n") + 2, 1)
    innermost: _Value | None = None
    try:
        for event in iter(loader(text).get_event, None):
            start = _position(event.start_mark)
            if isinstance(event, yaml.NodeEvent):
                step: int | str = ""
                if innermost is not None:
                    step = innermost.advance(getattr(event, "value", ""))
                value = _Value(start, _position(event.end_mark), innermost, step)
                values.append(value)
                if isinstance(event, yaml.CollectionStartEvent):
                    value.end = last
                    value.following = 0 if isinstance(event, yaml.SequenceStartEvent) else None
                    innermost = value
            elif isinstance(event, yaml.CollectionEndEvent) and innermost is not None:
                innermost.end = _position(event.end_mark)
                innermost = innermost.around
            yield start
    except (yaml.YAMLError, ValueError):
        return


def _position(mark: Any) -> Position:
    return mark.line + 1, mark.column + 1
