"""Groups of parameters: each parameter is in at most one."""

from __future__ import annotations

import collections

from muranopl.ard.nodes import text_of
from muranopl.diagnostics.catalogue import heat as rules
from muranopl.diagnostics.reporter import Reporter
from muranopl.read.heat.references import report_unknown_parameter
from muranopl.read.heat.template import HeatTemplate


def check_groups(template: HeatTemplate, reporter: Reporter) -> None:
    """Report names in groups that are of no parameter, or are there twice."""
    names, grouped = template.names("parameters"), set[str]()
    # Where code computes a name, any could be that of a parameter
    all_known = template.has_all("parameters")
    for group in template.parameter_groups:
        for node in group.parameters:
            name = text_of(node)
            if name is None:
                continue
            if name not in names and all_known:
                report_unknown_parameter(name, node, "the group", names, reporter)
            elif name in grouped:
                reporter.report(rules.BAD_GROUP, node, name=name)
            grouped.add(name)


def twice_grouped(template: HeatTemplate) -> frozenset[str]:
    """Return the names that groups have more than once."""
    count = collections.Counter(
        text_of(node) for group in template.parameter_groups for node in group.parameters
    )
    return frozenset(name for name, times in count.items() if name and times > 1)
