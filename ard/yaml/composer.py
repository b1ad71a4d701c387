"""YAML events to nodes with places: a stack instead of recursion, one report per defect, and limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from yaml import events
from yaml.events import Event

from muranopl.ard.descriptions import quoted
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaml import scalars, tags
from muranopl.ard.yaml.anchors import Anchor, Anchors
from muranopl.ard.yaml.events import Events
from muranopl.ard.yaml.mappings import MergeKey, pairs_of
from muranopl.ard.yaml.scalars import CACHED_LENGTH, BadExpression, BadValue, ParsedExpression, Special, UnknownTag
from muranopl.ard.yaml.strictness import report_question_mark
from muranopl.diagnostics.bounds import EXPANDED_ALIASES, NESTING
from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.expression import Dialect

_TOO_DEEP = f"values are nested deeper than {NESTING.most:,} levels"
_TOO_MANY = f"the aliases of this file stand for more than {EXPANDED_ALIASES.most:,} values"


class _LimitError(Exception):
    """A limit was met; it has been reported."""


class _OpenCollection(msgspec.Struct, eq=False):
    """A collection being read, or a document; a mapping's children are keys and values in turn.

    `surplus` is how many nodes its children stand for beyond themselves, aliases expanded; `height` the number of
    levels of collections below it; `alias_end` the number of children and the end, when the last child was an alias.
    """

    event: Any
    is_mapping: bool
    anchor: Anchor | None
    children: list[Node]
    surplus: int = 0
    height: int = 0
    merging: bool = False
    alias_end: tuple[int, int, int] | None = None


class Composer:
    """Builds the documents of one stream; `documents` holds those completed so far.

    `recordable` tells that they are trees of nothing but texts, numbers, booleans and nulls: no alias, date, binary
    data or tagged collection was met. Only such documents can be written to a cache and be the same when read back.

    Events are typed Any: their attributes are set by name at run time and their marks come from either parser.
    """

    def __init__(self, stream: Events, file: File, reporter: Reporter, dialect: Dialect | None) -> None:
        self.documents: list[Node] = []
        self.recordable = True
        self._stream = stream
        self._lenient = stream.lenient
        self._file = file
        self._reporter = reporter
        self._dialect = dialect
        # The dashboard shows such a form all the same; in a class or manifest it is surely not what was meant.
        self._duplicates = Severity.WARNING if dialect is Dialect.UI else Severity.ERROR
        self._cache = scalars.scalar_cache(dialect)
        self._anchors = Anchors(reporter)
        self._outer: list[_OpenCollection] = []
        self._open = _OpenCollection(None, False, None, [])

    def run(self) -> None:
        """Read the stream to its end, to a limit, or to a YAMLError, which is passed on."""
        handlers: dict[type[Event], Callable[[Any], None]] = {
            events.ScalarEvent: self._scalar,
            events.MappingStartEvent: self._collection_start,
            events.SequenceStartEvent: self._collection_start,
            events.MappingEndEvent: self._collection_end,
            events.SequenceEndEvent: self._collection_end,
            events.AliasEvent: self._alias,
            events.DocumentStartEvent: self._document_start,
            events.DocumentEndEvent: self._document_end,
            events.StreamStartEvent: _ignore,
            events.StreamEndEvent: _ignore,
        }
        following = self._stream.next
        try:
            while (event := following()) is not None:
                handlers[event.__class__](event)
        except _LimitError:
            pass

    def _document_start(self, _event: Event) -> None:
        self._open = _OpenCollection(None, False, None, [])
        self._anchors.clear()

    def _document_end(self, _event: Event) -> None:
        self.documents.append(self._open.children[0])

    def _scalar(self, event: Any) -> None:
        start = event.start_mark
        end = event.end_mark
        text = event.value
        tag = event.tag
        plain = event.implicit[0]
        if tag is not None and tag != "!":
            value = scalars.resolve_tagged(text, tag, self._dialect)
            plain = False
        elif not plain:
            value = text
        elif len(text) <= CACHED_LENGTH:
            value = self._cache[text]
        else:
            value = scalars.resolve_plain(text, self._dialect)
        line, column, end_line, end_column = start.line + 1, start.column + 1, end.line + 1, end.column + 1
        node: Node
        if value.__class__ is str:
            node = Scalar(self._file, line, column, end_line, end_column, value, plain)
        elif isinstance(value, ParsedExpression):
            node = Yaql(self._file, line, column, end_line, end_column, value.text, value.tree)
        elif isinstance(value, (Special, BadValue, BadExpression, UnknownTag)):
            node = self._unusual(Scalar(self._file, line, column, end_line, end_column, text, plain), value)
        else:
            node = Scalar(self._file, line, column, end_line, end_column, value, plain)
            self.recordable = self.recordable and (value is None or isinstance(value, (int, float)))
        self._open.children.append(node)
        if event.anchor is not None:
            self._anchors.define(event.anchor, self._place(event)).node = node
        if plain and self._lenient and "?" in text and self._open.event is not None and self._open.event.flow_style:
            report_question_mark(node.place, self._reporter)

    def _unusual(self, node: Scalar, value: Special | BadValue | BadExpression | UnknownTag) -> Node:
        """Return the node for a special key or a defective scalar; that is reported, and a key keeps its text."""
        is_key = self._open.is_mapping and len(self._open.children) % 2 == 0
        if isinstance(value, BadExpression):
            self._reporter.report(rules.EXPRESSION, place_within(node, value.start, value.end), problem=value.message)
        elif isinstance(value, BadValue):
            self._reporter.report(rules.VALUE, node.place, text=quoted(value.text), kind=value.kind)
        elif isinstance(value, UnknownTag):
            tags.report_tag(value.tag, "a scalar", node.place, self._reporter)
        elif not is_key:
            what = f"an unquoted `{value.value}` means something only as a key"
            self._reporter.report(rules.TAG, node.place, what=what, suggestion=f"write '{value.value}'")
        elif value is Special.MERGE:
            self._open.merging = True
            return MergeKey(*node.span, node.value)
        return node if is_key else Broken(*node.span)

    def _collection_start(self, event: Any) -> None:
        outer = self._outer
        if len(outer) >= NESTING.most:
            self._stop(event, _TOO_DEEP)
        outer.append(self._open)
        anchor = None if event.anchor is None else self._anchors.define(event.anchor, self._place(event))
        self._open = _OpenCollection(event, event.__class__ is events.MappingStartEvent, anchor, [])

    def _collection_end(self, event: Any) -> None:
        closed = self._open
        parent = self._open = self._outer.pop()
        opening = closed.event
        start = opening.start_mark
        line, column = start.line + 1, start.column + 1
        end_line, end_column = _end(closed, event)
        children = closed.children
        node: Node
        if closed.is_mapping:
            pairs = pairs_of(children, self._reporter, merging=closed.merging, duplicates=self._duplicates)
            node = Mapping(self._file, line, column, end_line, end_column, pairs)
        else:
            node = Sequence(self._file, line, column, end_line, end_column, tuple(children))
        if opening.tag is not None:
            node = tags.apply_tag(node, opening.tag, self._reporter)
            self.recordable = False
        parent.children.append(node)
        below = len(children) + closed.surplus
        height = closed.height + 1
        parent.surplus += below
        parent.height = max(parent.height, height)
        anchor = closed.anchor
        if anchor is not None:
            anchor.node, anchor.size, anchor.height = node, below + 1, height

    def _alias(self, event: Any) -> None:
        self.recordable = False
        opened = self._open
        place = self._place(event)
        node, size, height = self._anchors.resolve(event.anchor, place)
        opened.children.append(node)
        opened.alias_end = (len(opened.children), place.end_line, place.end_column)
        opened.surplus += size - 1
        opened.height = max(opened.height, height)
        if self._anchors.expanded > EXPANDED_ALIASES.most:
            self._stop(event, _TOO_MANY)
        if len(self._outer) + height > NESTING.most:
            self._stop(event, _TOO_DEEP)

    def _stop(self, event: Event, what: str) -> None:
        self._reporter.report(rules.TOO_LARGE, self._place(event), what=what)
        raise _LimitError

    def _place(self, event: Any) -> Place:
        start, end = event.start_mark, event.end_mark
        return Place(self._file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)


def _ignore(_event: Event) -> None:
    pass


def _end(closed: _OpenCollection, event: Any) -> tuple[int, int]:
    """Line and column of a collection's end: the bracket's in flow style, else the last child's.

    (A block collection's end event stands where the next token begins, maybe some lines further.)
    """
    children = closed.children
    if closed.event.flow_style or not children:
        return event.end_mark.line + 1, event.end_mark.column + 1
    if closed.alias_end is not None and closed.alias_end[0] == len(children):
        return closed.alias_end[1:]
    last = children[-1]
    return last.end_line, last.end_column
