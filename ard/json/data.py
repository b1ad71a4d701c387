"""Plain Python data → ARD: written as indented JSON, so that diagnostics have lines to show.

The text is that of `json.dumps(value, indent=2, ensure_ascii=False)`. Values that JSON does not
have are replaced by the name of their type, as `<set>`, and reported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.ard.garbage_collection import paused
from muranopl.ard.json.scalars import JsonText, StopError, Unusable, as_json, report_unusable
from muranopl.ard.model_path import ROOT, member
from muranopl.ard.model_path import item as position
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence
from muranopl.ard.sources.file_names import shown
from muranopl.diagnostics.bounds import MODEL_SIZE, NESTING
from muranopl.diagnostics.catalogue import objects as rules
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
            return writer.value(value)
    except StopError:
        return None
    finally:
        file.text = "".join(writer.pieces)


class _JsonWriter:
    """Writes values as text, in `pieces` with a total of `_length` characters.

    `_line` and `_column` are where the next one goes, `_open` the ids of the containers around the
    current value, and `_steps` the way to it.
    """

    def __init__(self, file: File, reporter: Reporter) -> None:
        self.pieces: list[str] = []
        self._file = file
        self._reporter = reporter
        self._length = 0
        self._line, self._column = 1, 1
        self._open: set[int] = set()
        self._steps: list[tuple[Callable[[Any], str], Any]] = []

    def value(self, value: Any) -> Node:
        """Write a value with everything inside it, and return its node."""
        kind = type(value)  # not isinstance, which asks the object
        if issubclass(kind, dict):
            return self._container(value, tuple(dict.items(value)), Mapping)
        for base in (list, tuple):
            if issubclass(kind, base):
                return self._container(value, tuple(enumerate(base.__iter__(value))), Sequence)
        return self._scalar(as_json(value))

    def _scalar(self, written: JsonText | Unusable) -> Node:
        line, column = self._line, self._column
        self._write(written.text)
        place = Place(self._file, line, column, line, self._column)
        if isinstance(written, Unusable):
            report_unusable(self._reporter, self._path, place, written.problem, written.remedy)
            return Broken(self._file, line, column, line, self._column)
        return Scalar(self._file, line, column, line, self._column, written.value)

    def _container(
        self, value: object, entries: tuple[tuple[Any, Any], ...], kind: type[Mapping | Sequence]
    ) -> Node:
        # Only containers that are still open count: shared ones may occur several times.
        if id(value) in self._open:
            return self._scalar(Unusable("<itself>", "it contains itself"))
        line, column = self._line, self._column
        if len(self._open) >= NESTING.most:
            what = f"values are nested deeper than {NESTING.most:,} levels"
            place = Place(self._file, line, column, line, column)
            self._reporter.report(rules.MODEL_TOO_DEEP, place, what=what)
            raise StopError
        self._open.add(id(value))
        opening, closing = "{}" if kind is Mapping else "[]"
        self._write(opening)
        children: list[Any] = []
        for key, item in entries:
            if children:
                self._write(",")
            self._new_line()
            if kind is Mapping:
                self._steps.append((member, key))
                name = self._key(key)
                self._write(": ")
                children.append((name, self.value(item)))
            else:
                self._steps.append((position, key))
                children.append(self.value(item))
            self._steps.pop()
        # From here on the same container may stand elsewhere: it contains itself no more.
        self._open.discard(id(value))
        if entries:
            self._new_line()
        self._write(closing)
        if kind is Mapping:
            children = [pair for pair in children if not isinstance(pair[0], Broken)]
        return kind(self._file, line, column, self._line, self._column, tuple(children))

    def _key(self, key: object) -> Node:
        if issubclass(type(key), str):
            return self._scalar(as_json(key))
        name = shown(type(key).__name__)
        problem = f"its key is of type {name}, not a string"
        return self._scalar(Unusable(f"<{name}>", problem, "convert the key to a string"))

    def _write(self, text: str) -> None:
        self.pieces.append(text)
        self._column += len(text)
        self._length += len(text)
        if self._length > MODEL_SIZE.most:
            self._reporter.report(
                rules.UNREADABLE,
                Place(self._file),
                what="object model",
                path=self._file.display,
                reason=f"as JSON it has more than {MODEL_SIZE.most:,} characters",
            )
            raise StopError

    def _new_line(self) -> None:
        indent = _INDENT * len(self._open)
        self._write(f"\n{indent}")
        self._line, self._column = self._line + 1, len(indent) + 1

    def _path(self) -> str:
        return "".join([ROOT, *(step(key) for step, key in self._steps)])
