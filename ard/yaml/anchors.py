"""Anchors and aliases of one document, and how much the aliases of a stream stand for."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from muranopl.ard.nodes import Broken, Node
from muranopl.diagnostics.catalogue import yaml as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place

MAX_EXPANDED = 1_000_000


class Anchored(msgspec.Struct, eq=False):
    """What an anchor marks: `node` is None while the value is still open.

    `size` counts the value and all below it, aliases written out; `height` is how many levels of collections it has.
    """

    place: Place
    node: Node | None = None
    size: int = 1
    height: int = 0


class Meant(NamedTuple):
    """What an alias stands for."""

    node: Node
    size: int = 1
    height: int = 0


class Anchors:
    """The anchors of one document at a time; `expanded` counts for the whole stream."""

    def __init__(self, findings: Findings) -> None:
        self.expanded = 0
        self._findings = findings
        self._marked: dict[str, Anchored] = {}

    def clear(self) -> None:
        """Forget all anchors: a new document begins."""
        self._marked = {}

    def mark(self, name: str, place: Place) -> Anchored:
        """Take note of an anchor whose value is, or begins, at `place`; a second one of that name is reported."""
        first = self._marked.get(name)
        if first is not None:
            related = (Related("the first one is here", first.place),)
            what = f"the anchor `&{name}` occurs twice in this document"
            self._findings.report(rules.ALIAS, place, what=what, related=related)
        marked = self._marked[name] = Anchored(place)
        return marked

    def follow(self, name: str, place: Place) -> Meant:
        """Return what the alias at `place` stands for; `Broken`, after a report, where that is nothing finite."""
        marked = self._marked.get(name)
        if marked is not None and marked.node is not None:
            self.expanded += marked.size
            return Meant(marked.node, marked.size, marked.height)
        if marked is None:
            self._findings.report(rules.ALIAS, place, what=f"no anchor `&{name}` stands before this alias")
        else:
            related = (Related("the anchor is here", marked.place),)
            self._findings.report(rules.RECURSION, place, name=name, related=related)
        return Meant(Broken(place.file, place.line, place.column, place.end_line, place.end_column))
