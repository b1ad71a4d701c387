"""YAML events → nodes with places, aliases resolved; each defect is reported once, and limits hold.

A stack takes the place of recursion. `loader` reads files with it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from typing import Any

import msgspec
from yaml import events
from yaml.events import Event

from muranopl.ard import nodes
from muranopl.ard.descriptions import quoted
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaml import collections, scalars
from muranopl.ard.yaml.collections import KEYS, MergeKey, Pair, pairs_of
from muranopl.ard.yaml.events import Events, report_empty_keys, report_question_mark
from muranopl.ard.yaml.scalars import (
    BadExpression,
    BadValue,
    ParsedExpression,
    ScalarResult,
    Special,
    UnknownTag,
)
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.bounds import EXPANDED_ALIASES, NESTING
from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.diagnostic import Applicability, Related, Severity, write_instead
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reporter import Reporter


class Anchor(msgspec.Struct, eq=False):
    """An anchor; `node` is its value, None while that is incomplete.

    `size` counts the value and everything below it, aliases expanded; `height` is its number of
    levels of collections.
    """

    place: Place
    node: Node | None = None
    size: int = 1
    height: int = 0


class Anchors:
    """The anchors of the current document.

    `expanded` counts the values that aliases stand for in the stream.
    """

    def __init__(self, reporter: Reporter) -> None:
        self.expanded = 0
        self._reporter = reporter
        self._anchors: dict[str, Anchor] = {}
        self._complete: dict[int, Anchor] = {}

    def clear(self) -> None:
        """Forget all anchors, at the end of a document."""
        self._anchors, self._complete = {}, {}

    def define(self, name: str, place: Place) -> Anchor:
        """Return a new anchor whose value is, or begins, at `place`.

        A second one of that name is reported.
        """
        first = self._anchors.get(name)
        if first is not None:
            related = (Related("the first one is here", first.place),)
            what = f"the anchor `&{name}` occurs twice in this document"
            self._reporter.report(rules.ALIAS, place, what=what, related=related)
        anchor = self._anchors[name] = Anchor(place)
        return anchor

    def complete(self, anchor: Anchor, collection: Node, children: Iterable[Node]) -> None:
        """Set the value of an anchor, a collection of some nodes.

        Parts with anchors were counted when these were complete.
        """
        size, height = 1, 1
        pending = [(child, 1) for child in children]
        while pending:
            node, level = pending.pop()
            # The size of an anchored value is known, so that shared structures are not walked
            # again.
            completed = self._complete.get(id(node))
            if completed is not None:
                size, height = (size + completed.size, max(height, level + completed.height))
                continue
            size += 1
            if isinstance(node, (Sequence, Mapping)):
                height = max(height, level + 1)
                pending += [(part, level + 1) for part in nodes.children(node)]
        anchor.node, anchor.size, anchor.height = collection, size, height
        self._complete[id(collection)] = anchor

    def resolve(self, name: str, place: Place) -> tuple[Node, int]:
        """Return the value of the alias at `place`, and its height.

        `Broken`, with a report, if there is no value.
        """
        anchor = self._anchors.get(name)
        if anchor is not None and anchor.node is not None:
            self.expanded += anchor.size
            return anchor.node, anchor.height
        if anchor is None:
            self._reporter.report(
                rules.ALIAS,
                place,
                what=f"unknown alias `*{name}`: no anchor `&{name}` comes before it",
            )
        else:
            related = (Related("the anchor is here", anchor.place),)
            self._reporter.report(rules.RECURSION, place, name=name, related=related)
        return (
            Broken(place.file, place.line, place.column, place.end_line, place.end_column),
            0,
        )


_SCALAR = events.ScalarEvent
_MAPPING_START, _MAPPING_END = events.MappingStartEvent, events.MappingEndEvent
_SEQUENCE_START, _SEQUENCE_END = events.SequenceStartEvent, events.SequenceEndEvent
# The types of values, other than text, that can be written to a cache and read back.
_RECORDABLE = frozenset({int, float, bool, type(None)})
_TOO_DEEP = f"values are nested deeper than {NESTING.most:,} levels"
_TOO_MANY = f"the aliases of this file expand to more than {EXPANDED_ALIASES.most:,} values"


class _LimitError(Exception):
    """Raised where a limit is exceeded, which was reported."""


class Composer:
    """Builds the documents of one stream; `documents` holds those completed so far.

    `recordable` is true if they consist of texts, numbers, booleans and nulls only: without
    aliases, dates, binary data and tagged collections. Only such documents can be written to a
    cache and be the same when read back. Events are typed Any: their attributes are set by name at
    run time and their marks come from either parser.
    """

    def __init__(
        self, stream: Events, file: File, reporter: Reporter, dialect: Dialect | None
    ) -> None:
        self.documents: list[Node] = []
        self.recordable = True
        self._stream = stream
        self._file = file
        self._reporter = reporter
        self._dialect = dialect
        # The dashboard shows such a form anyway; in a class or manifest it is certainly a mistake.
        self._duplicates = Severity.WARNING if dialect is Dialect.UI else Severity.ERROR
        self._anchors = Anchors(reporter)
        # The collections around the innermost open one, and by the ids of their children what few
        # of them have. Of an open collection there are the event that opened it (None for a
        # document) and its children so far, of a mapping keys and values in turn.
        self._outer: list[tuple[Any, list[Node]]] = []
        self._merging: set[int] = set()
        self._alias_ends: dict[int, tuple[int, Place]] = {}

    def run(self) -> None:
        """Read the stream to its end, to a limit, or to a YAMLError, which is propagated."""
        with contextlib.suppress(_LimitError):
            self._read()

    def _read(self) -> None:
        """Read the events one by one.

        Usual scalars are handled here, as most events are scalars.
        """
        file, cache, outer, following = (
            self._file,
            scalars.scalar_cache(self._dialect),
            self._outer,
            self._stream.next,
        )
        may_ask = self._stream.may_ask
        opening: Any = None
        children: list[Node] = []
        node: Node
        value: Any
        while (event := following()) is not None:
            kind = event.__class__
            if kind is _SCALAR:
                text, plain = event.value, event.implicit[0]
                if plain:  # which has no tag, or the non-specific one
                    value = cache[text]
                elif event.tag is None:
                    value = text
                else:
                    value = scalars.resolve_tagged(text, event.tag, self._dialect)
                start, end = event.start_mark, event.end_mark
                line, column = start.line + 1, start.column + 1
                end_line, end_column = end.line + 1, end.column + 1
                kind = value.__class__
                if kind is str or kind in _RECORDABLE:
                    node = Scalar(file, line, column, end_line, end_column, value, plain)
                elif kind is ParsedExpression and event.tag is None:
                    node = Yaql(file, line, column, end_line, end_column, value.text, value.tree)
                else:
                    node = Scalar(file, line, column, end_line, end_column, text, plain)
                    node = self._other_value(node, value, opening, children)
                if event.anchor is not None:
                    self._anchors.define(event.anchor, self._place(event)).node = node
                if may_ask and plain and "?" in text and opening is not None and opening.flow_style:
                    report_question_mark(node.place, self._reporter)
                children.append(node)
            elif kind is _MAPPING_START or kind is _SEQUENCE_START:
                if len(outer) >= NESTING.most:
                    self._stop(event, _TOO_DEEP)
                if event.anchor is not None:
                    # What it is, not its name
                    event.anchor = self._anchors.define(event.anchor, self._place(event))
                outer.append((opening, children))
                opening, children = event, []
            elif kind is _MAPPING_END or kind is _SEQUENCE_END:
                node = self._collection(opening, children, event)
                opening, children = outer.pop()
                children.append(node)
            elif kind is events.DocumentEndEvent:
                self.documents.append(children.pop())
                self._anchors.clear()
            elif kind is events.AliasEvent:
                children.append(self._alias(event, children))

    def _other_value(
        self, node: Scalar, value: ScalarResult, opening: Any, children: list[Node]
    ) -> Node:
        """Return the node of a date, of binary data, of a tagged or an unusual scalar.

        `node` has its text.
        """
        if isinstance(value, (Special, BadValue, BadExpression, UnknownTag)):
            return self._unusual(node, value, opening, children)
        if isinstance(value, ParsedExpression):
            expression = Yaql(*node.span, value.text, value.tree)
            if node.plain:
                collections.report_lost_sign(expression, self._reporter)
            return expression
        self.recordable = False
        return Scalar(*node.span, value, node.plain)

    def _unusual(
        self,
        node: Scalar,
        value: Special | BadValue | BadExpression | UnknownTag,
        opening: Any,
        children: list[Node],
    ) -> Node:
        """Return the node for a special key or a defective scalar, which is reported."""
        is_key = opening.__class__ is _MAPPING_START and len(children) % 2 == 0
        if isinstance(value, BadExpression):
            self._reporter.report(
                rules.EXPRESSION,
                place_within(node, value.start, value.end),
                problem=value.message,
                suggestion=write_instead(value.instead, Applicability.SAFE),
            )
        elif isinstance(value, BadValue):
            self._reporter.report(rules.VALUE, node, text=quoted(value.text), kind=value.kind)
        elif isinstance(value, UnknownTag):
            collections.report_tag(value.tag, "a scalar", node.place, self._reporter)
        elif not is_key:
            what = f"an unquoted `{value.value}` is allowed only as a key"
            self._reporter.report(rules.TAG, node, what=what, suggestion=f"write '{value.value}'")
        elif value is Special.MERGE:
            self._merging.add(id(children))
            return MergeKey(*node.span, node.value)
        return node if is_key else Broken(*node.span)

    def _collection(self, opening: Any, children: list[Node], event: Any) -> Node:
        """Return the node of a collection; `event` ends it."""
        start, is_flow = opening.start_mark, opening.flow_style
        line, column = start.line + 1, start.column + 1
        if children and not is_flow:
            # The end event of a block stands where the next token begins, maybe some lines further.
            last: Node | Place = children[-1]
            if self._alias_ends:
                count, alias = self._alias_ends.pop(id(children), (0, last))
                last = alias if count == len(children) else last
            end_line, end_column = last.end_line, last.end_column
        else:
            end = event.end_mark
            end_line, end_column = end.line + 1, end.column + 1
        node: Node
        if opening.__class__ is _SEQUENCE_START:
            node = Sequence(self._file, line, column, end_line, end_column, tuple(children))
        else:
            if is_flow:
                report_empty_keys(children, self._reporter)
            if len(children) == 2 and children[0].__class__ in KEYS:
                # Frequent, and nothing can be wrong with it
                pairs: tuple[Pair, ...] = ((children[0], children[1]),)
            else:
                merging = id(children) in self._merging
                if merging:
                    self._merging.remove(id(children))
                pairs = pairs_of(children, self._reporter, self._duplicates, merging=merging)
            node = Mapping(self._file, line, column, end_line, end_column, pairs)
        if opening.tag is not None:
            node = collections.apply_tag(node, opening.tag, self._reporter)
            self.recordable = False
        if opening.anchor is not None:
            self._anchors.complete(opening.anchor, node, children)
        return node

    def _alias(self, event: Any, children: list[Node]) -> Node:
        self.recordable = False
        place = self._place(event)
        node, height = self._anchors.resolve(event.anchor, place)
        if self._anchors.expanded > EXPANDED_ALIASES.most:
            self._stop(event, _TOO_MANY)
        if len(self._outer) + height > NESTING.most:
            self._stop(event, _TOO_DEEP)
        # The node of an alias has the place of its anchor, which must not end the collection.
        self._alias_ends[id(children)] = (len(children) + 1, place)
        return node

    def _stop(self, event: Event, what: str) -> None:
        self._reporter.report(rules.TOO_LARGE, self._place(event), what=what)
        raise _LimitError

    def _place(self, event: Any) -> Place:
        start, end = event.start_mark, event.end_mark
        return Place(self._file, start.line + 1, start.column + 1, end.line + 1, end.column + 1)
