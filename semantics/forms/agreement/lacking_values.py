"""Reports unused fields of a UI definition, with the value of an object that they were meant for.

The values that objects lack are collected by name: a field whose value nothing uses may have just that value.
"""

from __future__ import annotations

import functools
from collections.abc import Container, Iterable
from typing import Any

from muranopl.ard.nodes import Mapping
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.grammar.ui.field import UIField
from muranopl.namespace.result import TypeId
from muranopl.semantics.forms.agreement.shared_fields import passing_line
from muranopl.semantics.forms.reports import Reports

Lacking = tuple[TypeId, Mapping | None]
"""An object that is not given a value: its class, and its mapping if it is written in YAML."""


class LackingValues:
    """Collects them; of several objects that lack a value the first one counts.

    `reported` are the names of required values, whose lack is reported at the object.
    """

    def __init__(self) -> None:
        self._first: dict[str, Lacking] = {}
        self._given: set[str] = set()
        self.reported: set[str] = set()

    def note(
        self, class_: TypeId, source: object, settable: Iterable[str], given: Container[str]
    ) -> None:
        """Note the `settable` values of an object that are not `given`."""
        mapping = source if isinstance(source, Mapping) else None
        for name in settable:
            if name in given:
                self._given.add(name)
            else:
                self._first.setdefault(name, (class_, mapping))

    def of(self, name: str) -> Lacking | None:
        """Return the first object that lacks a value of a name, if no object is given one."""
        return None if name in self._given else self._first.get(name)


def report_unused_fields(
    unused: Iterable[tuple[str, UIField]], lacking: LackingValues, reports: Reports
) -> None:
    """Report unused fields: as not passed, if an object lacks a property of the same name.

    `unused` are fields with their forms.
    """
    for form, field in unused:
        place, name = field.name_node.place, field.name
        if name in lacking.reported:
            continue
        needing = lacking.of(name)
        if needing is None:
            reports.report(rules.UNUSED_FIELD, place, name=name)
            continue
        line, facts = f"{name}: $.{form}.{name}", dict[str, Any]()
        id_, mapping = needing
        if mapping is not None:
            facts["related"] = (Related("the object is created here", mapping.head.place),)
            facts["fixes"] = functools.partial(passing_line, mapping, line)
        reports.report(
            rules.FIELD_NOT_PASSED, place, name=name, class_=id_.name, line=line, **facts
        )
