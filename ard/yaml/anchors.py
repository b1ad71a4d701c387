"""Resolves anchors and aliases of a document, and counts the values that aliases expand to."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from muranopl.ard import nodes
from muranopl.ard.nodes import Broken, Mapping, Node, Sequence
from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.places import Place
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
