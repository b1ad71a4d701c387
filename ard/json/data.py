"""Plain Python data → ARD: written as indented JSON, so that diagnostics have lines to show.

The text is that of `json.dumps(value, indent=2, ensure_ascii=False)`. Values that JSON does not
have are replaced by the name of their type, as `<set>`, and reported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from muranopl.ard.garbage_collection import paused
from muranopl.ard.json.scalars import JsonText, Unusable, as_json
from muranopl.ard.json.values import StopError, ValueReporter
from muranopl.ard.model_path import ROOT, item, member
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence
from muranopl.ard.sources.file_names import shown
from muranopl.diagnostics.bounds import MODEL_SIZE, NESTING
from muranopl.diagnostics.catalogue import models as rules
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reporter import Reporter

_INDENT = "  "


def load(value: object, file: File, reporter: Reporter) -> Node | None:
    """Return data as nodes; None where they are nested too deeply or too large (reported).

    Sets `file.text`. Data are None, bool, int, float, str, list, tuple, and dict with texts as
    keys, or subclasses of them. Any other value becomes `Broken`, after a report that names its
    path; an entry whose key is not text is left out.
    """
    writer = _JsonWriter(file, reporter)
    try:
        with paused():
            return writer.run(value)
    except StopError:
        return None
    finally:
        file.text = writer.text()


class _OpenValue(msgspec.Struct, eq=False):
    """A list or mapping being written.

    Its identity, its remaining entries, and the nodes made so far. `entries` yields pairs of key
    (the position in a list) and value; `key` is the current one. Children of a mapping are keys and
    values in turn.
    """

    identity: int
    is_mapping: bool
    line: int
    column: int
    entries: Iterator[tuple[Any, Any]]
    children: list[Node]
    key: Any = None


class _JsonWriter:
    """Writes the text in pieces with a total of `_length` characters.

    `_line` and `_column` are where the next one goes.
    """

    def __init__(self, file: File, reporter: Reporter) -> None:
        self._file = file
        self._reporter = reporter
        self._values = ValueReporter(reporter, self._path)
        self._pieces: list[str] = []
        self._length = 0
        self._line, self._column = 1, 1
        self._stack: list[_OpenValue] = []
        self._held: set[int] = set()

    def text(self) -> str:
        """Return the text written so far."""
        return "".join(self._pieces)

    def run(self, value: object) -> Node:
        """Return the node of a value, written with everything inside it."""
        stack = self._stack
        node = self._value(value)
        while stack:
            if node is not None:
                stack[-1].children.append(node)
            entry = next(stack[-1].entries, None)
            node = self._end() if entry is None else self._entry(*entry)
        if node is None:
            raise AssertionError("the outermost value has been written")
        return node

    def _value(self, value: Any) -> Node | None:
        """Write a value.

        Return None for a list or mapping, of which only the beginning is written.
        """
        kind = type(value)  # not isinstance, which asks the object
        if issubclass(kind, dict):
            return self._begin(value, tuple(dict.items(value)), is_mapping=True)
        if issubclass(kind, (list, tuple)):
            base = list if issubclass(kind, list) else tuple
            return self._begin(value, tuple(enumerate(base.__iter__(value))), is_mapping=False)
        return self._scalar(as_json(value))

    def _scalar(self, written: JsonText | Unusable) -> Node:
        line, column = self._line, self._column
        if isinstance(written, Unusable):
            self._write(written.text)
            place = Place(self._file, line, column, line, self._column)
            self._values.unusable(place, written.problem, written.remedy)
            return Broken(self._file, line, column, line, self._column)
        text, value = written
        self._write(text)
        return Scalar(self._file, line, column, line, self._column, value)

    def _begin(
        self, value: object, entries: tuple[tuple[Any, Any], ...], *, is_mapping: bool
    ) -> Node | None:
        # Only containers that are still open count: shared ones may occur several times.
        if id(value) in self._held:
            return self._scalar(Unusable("<itself>", "it contains itself"))
        line, column = self._line, self._column
        if len(self._stack) >= NESTING.most:
            what = f"values are nested deeper than {NESTING.most:,} levels"
            self._reporter.report(
                rules.TOO_DEEP, Place(self._file, line, column, line, column), what=what
            )
            raise StopError
        if not entries:
            self._write("{}" if is_mapping else "[]")
            kind = Mapping if is_mapping else Sequence
            return kind(self._file, line, column, line, self._column, ())
        self._write("{" if is_mapping else "[")
        self._held.add(id(value))
        self._stack.append(_OpenValue(id(value), is_mapping, line, column, iter(entries), []))
        return None

    def _entry(self, key: Any, value: object) -> Node | None:
        """Write the beginning of an entry, then its value; return what `_value` returns."""
        opened = self._stack[-1]
        opened.key = key
        self._write("," if opened.children else "")
        self._new_line()
        if opened.is_mapping:
            opened.children.append(self._key(key))
            self._write(": ")
        return self._value(value)

    def _key(self, key: object) -> Node:
        if issubclass(type(key), str):
            return self._scalar(as_json(key))
        name = shown(type(key).__name__)
        return self._scalar(
            Unusable(
                f"<{name}>", f"its key is no text but of type {name}", "make a text of the key"
            )
        )

    def _end(self) -> Node:
        closed = self._stack.pop()
        self._held.discard(closed.identity)
        self._new_line()
        self._write("}" if closed.is_mapping else "]")
        span = (self._file, closed.line, closed.column, self._line, self._column)
        if not closed.is_mapping:
            return Sequence(*span, tuple(closed.children))
        pairs = zip(closed.children[::2], closed.children[1::2], strict=True)
        return Mapping(*span, tuple(pair for pair in pairs if not isinstance(pair[0], Broken)))

    def _write(self, text: str) -> None:
        self._pieces.append(text)
        self._column += len(text)
        self._length += len(text)
        if self._length > MODEL_SIZE.most:
            reason = f"as JSON it has more than {MODEL_SIZE.most:,} characters"
            facts: dict[str, Any] = {
                "what": "object model",
                "path": self._file.display,
                "reason": reason,
            }
            self._reporter.report(rules.UNREADABLE, Place(self._file), **facts)
            raise StopError

    def _new_line(self) -> None:
        self._write("\n" + _INDENT * len(self._stack))
        self._line, self._column = self._line + 1, len(_INDENT) * len(self._stack) + 1

    def _path(self) -> str:
        steps = (
            member(opened.key) if opened.is_mapping else item(opened.key) for opened in self._stack
        )
        return "".join([ROOT, *steps])
