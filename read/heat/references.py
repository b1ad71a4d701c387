"""Checks references to parameters, resources and conditions of a template: unknown, cyclic, unused.

Also the parameters in groups.
"""

from __future__ import annotations

import collections
import functools
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from muranopl.ard.nodes import Node, Sequence, text_of
from muranopl.diagnostics.catalogue import heat as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.graphs import cycles, report_cycle
from muranopl.diagnostics.nearest import did_you_mean, nearest, slip_for
from muranopl.diagnostics.reporter import Reporter
from muranopl.read.heat.calls import CallReader, ConditionName, Found, HeatCall
from muranopl.read.heat.template import HeatTemplate, TemplateResource
from muranopl.read.heat.versions import LATEST, NEWTON

PSEUDO_PARAMETERS = frozenset({"OS::stack_id", "OS::stack_name", "OS::project_id", "OS::region"})
_NAMED = {"get_param": "parameter", "get_resource": "resource", "get_attr": "resource"}
_SECTIONS = {"parameter": "parameters", "resource": "resources", "condition": "conditions"}


class Reference(NamedTuple):
    """A place where a template names a part of it; `optional` is as in `HeatCall`."""

    what: str
    kind: str
    node: Node
    name: str
    optional: bool


def found_in(template: HeatTemplate) -> Iterator[Found]:
    """Yield all calls in a template, and the conditions that it names."""
    reader = CallReader(template)
    for resource in template.resources:
        yield from _of_resource(resource, reader)
    for output in template.outputs:
        yield from reader.inside(output.value, optional=output.condition is not None)
    if (template.version or LATEST) < NEWTON:
        return  # earlier versions have no conditions
    for resource in template.resources:
        yield from reader.condition(resource.condition)
    for output in template.outputs:
        yield from reader.condition(output.condition)
    for condition in template.conditions:
        yield from reader.condition(condition.node)


def _of_resource(resource: TemplateResource, reader: CallReader) -> Iterator[Found]:
    optional = resource.condition is not None
    for part in (
        resource.properties,
        resource.metadata,
        resource.update_policy,
        resource.deletion_policy,
        resource.external_id,
    ):
        yield from reader.inside(part, optional=optional)


def references(items: Iterable[Found]) -> Iterator[Reference]:
    """Yield the references of calls."""
    for item in items:
        if isinstance(item, ConditionName):
            yield Reference("a condition", "condition", item.node, item.name, optional=False)
        elif item.function in _NAMED:
            node = _named(item)
            name = text_of(node)
            if node is not None and name is not None:
                kind = _NAMED[item.function]
                yield Reference(item.function, kind, node, name, item.optional)


def _named(call: HeatCall) -> Node | None:
    """Return the node with the name that a call reads."""
    if isinstance(call.argument, Sequence):
        return call.argument.items[0] if call.argument.items else None
    return None if call.function == "get_attr" else call.argument


def dependencies(template: HeatTemplate) -> Iterator[Reference]:
    """Yield the names in `depends_on`."""
    for resource in template.resources:
        for node in resource.depends_on:
            name = text_of(node) or ""
            optional = resource.condition is not None
            yield Reference("depends_on", "resource", node, name, optional)


def check_references(
    template: HeatTemplate, named: list[Reference], reporter: Reporter, *, whole: bool
) -> None:
    """Report names of nothing.

    If the template is not the `whole` one, only those that misspell what it has.
    """
    names = {section: template.names(section) for section in _SECTIONS.values()}
    # Code that completes a part, or computes names, may add what seems to be missing
    certain = {section: whole and template.has_all(section) for section in names}
    for reference in named:
        section = _SECTIONS[reference.kind]
        declared = names[section]
        if reference.name in declared:
            continue
        if reference.kind == "parameter" and reference.name in PSEUDO_PARAMETERS:
            continue
        if not certain[section] and slip_for(reference.name, declared) is None:
            continue
        reporter.report(
            rules.UNKNOWN_NAME,
            reference.node,
            what=reference.what,
            kind=reference.kind,
            name=reference.name,
            # Heat may not evaluate it
            severity=Severity.WARNING if reference.optional else None,
            suggestion=functools.partial(_remedy, reference.name, declared, section),
        )


def report_unknown_parameter(
    name: str, node: Node, what: str, names: frozenset[str], reporter: Reporter
) -> None:
    """Report that `what` (the group, the environment) names a parameter that there is not."""
    reporter.report(
        rules.UNKNOWN_NAME,
        node,
        what=what,
        kind="parameter",
        name=name,
        suggestion=did_you_mean(nearest(name, names), "remove it", instead_of=name),
    )


def _remedy(name: str, declared: frozenset[str], section: str) -> str | None:
    return did_you_mean(nearest(name, declared), f"add it to {section}", instead_of=name)


def check_cycles(template: HeatTemplate, reporter: Reporter) -> None:
    """Report resources, and conditions, that depend on themselves."""
    reader = CallReader(template)
    resources = {item.name: item for item in template.resources}

    edges = {name: _needed_resources(item, reader, resources) for name, item in resources.items()}
    # With a condition, a resource may be left out, which breaks the circle
    optional = {name for name, item in resources.items() if item.condition is not None}
    _report_cycles(edges, "resources", optional, reporter)
    conditions = {item.name: item for item in template.conditions}
    named = {
        name: _named_conditions(item.node, reader, conditions) for name, item in conditions.items()
    }
    _report_cycles(named, "conditions", set(), reporter)


def _needed_resources(
    resource: TemplateResource, reader: CallReader, declared: Collection[str]
) -> dict[str, Node]:
    """Return the resources that one needs in any case, with the nodes that name them."""
    items = [*reader.inside(resource.properties), *reader.inside(resource.metadata)]
    result: dict[str, Node] = {}
    for reference in references(items):
        # In a branch of `if`, Heat may never come to it
        is_needed = reference.kind == "resource" and not reference.optional
        if is_needed and reference.name in declared:
            result[reference.name] = reference.node
    for node in resource.depends_on:
        name = text_of(node) or ""
        if name in declared:
            result[name] = node
    return result


def _named_conditions(node: Node, reader: CallReader, declared: Collection[str]) -> dict[str, Node]:
    """Return the conditions that one names, with the nodes that name them."""
    return {
        item.name: item.node
        for item in reader.condition(node)
        if isinstance(item, ConditionName) and item.name in declared
    }


def _report_cycles(
    edges: dict[str, dict[str, Node]], kind: str, optional: set[str], reporter: Reporter
) -> None:
    for cycle in cycles(edges):
        severity = None if optional.isdisjoint(cycle) else Severity.WARNING
        report_cycle(
            reporter,
            rules.CYCLE,
            cycle,
            lambda name, to: edges[name][to].place,
            kind=kind,
            severity=severity,
        )


def check_used(template: HeatTemplate, named: list[Reference], reporter: Reporter) -> None:
    """Report parameters that nothing reads."""
    used = {item.name for item in named if item.kind == "parameter"}
    for parameter in template.parameters:
        if parameter.name not in used:
            reporter.report(rules.UNUSED_PARAMETER, parameter.name_node, name=parameter.name)


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
