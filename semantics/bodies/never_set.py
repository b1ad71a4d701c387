"""Runtime properties that nothing sets: they have no value at first, and reading one without a value fails.

Only the code of a class and of its descendants can set its property, and code in Python can.
"""

from __future__ import annotations

from muranopl.diagnostics.catalogue import variables as rules
from muranopl.diagnostics.findings import Findings
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.property import PropertyUsage
from muranopl.semantics.bodies.undeclared import WrittenAttributes, first_reading


def report_never_set(
    type_: CompleteType, attributes: WrittenAttributes, findings: Findings
) -> None:
    """Report where a class first reads a Runtime property of its own that it never sets.

    It has no descendants.
    """
    set_here = {*attributes.names()}
    declaration = type_.declared.declaration
    unset = [
        item
        for item in declaration.properties
        if item.usage is PropertyUsage.RUNTIME
        and item.default is None
        and item.name not in set_here
    ]
    bodies = [method.body.node for method in declaration.all_methods if method.body is not None]
    for item in unset:
        reading = first_reading(item.name, bodies)
        if reading is not None:
            findings.report(rules.NO_VALUE, reading, name=item.name)
