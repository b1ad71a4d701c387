"""Fields whose values nothing uses, although an object may lack just that value."""

from __future__ import annotations

import functools
from collections.abc import Iterable

from muranopl.diagnostics.catalogue import ui_expressions as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.fixes import Fix
from muranopl.language.grammar.ui.field import UIField
from muranopl.semantics.forms.agreement.lacking_values import Lacking, LackingValues
from muranopl.semantics.forms.agreement.shared_fields import passing_line
from muranopl.semantics.forms.reports import Reports


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
        line = f"{name}: $.{form}.{name}"
        reports.report(
            rules.FIELD_NOT_PASSED,
            place,
            name=name,
            class_=needing.class_.name,
            line=line,
            related=_related(needing),
            fixes=functools.partial(_passing, needing, line),
        )


def _related(needing: Lacking) -> tuple[Related, ...]:
    if needing.mapping is None:
        return ()
    return (Related("the object is made here", needing.mapping.head.place),)


def _passing(needing: Lacking, line: str) -> tuple[Fix, ...]:
    """Return the fix that gives the value to the object; unsafe, as others may be meant."""
    return () if needing.mapping is None else passing_line(needing.mapping, line)
