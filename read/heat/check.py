"""Checks a template: what Heat refuses, and what is likely a mistake.

What only the engine refuses is in `engine_limits`.
"""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.ard.nodes import Mapping, Node, text_of, walk
from muranopl.diagnostics.catalogue import heat as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest, slip_for
from muranopl.language.grammar.entity import Entity
from muranopl.language.grammar.reading import Reading
from muranopl.read.heat.arguments import check_arguments
from muranopl.read.heat.calls import Found, HeatCall
from muranopl.read.heat.parameters import ParameterConstraint, TemplateParameter
from muranopl.read.heat.readers import VERSION
from muranopl.read.heat.references import (
    check_cycles,
    check_groups,
    check_references,
    check_used,
    dependencies,
    found_in,
    references,
)
from muranopl.read.heat.template import (
    NEW_KEYS,
    HeatTemplate,
    TemplateOutput,
    TemplateResource,
    read_heat_template,
)
from muranopl.read.heat.values import check_constraints, check_value
from muranopl.read.heat.versions import (
    ALL_CONDITIONS,
    ALL_FUNCTIONS,
    LATEST,
    HotVersion,
    added_in,
    condition_functions,
    functions,
    removed_in,
)


def check_template(
    node: Mapping, reading: Reading, *, whole: bool = True, values_may_differ: bool = False
) -> HeatTemplate:
    """Return a template; report what is wrong with it.

    One that is not the `whole` template is completed by code before Heat gets it: nothing that
    such a completion may mend is reported. `values_may_differ` is true if there are environments,
    which may replace defaults.
    """
    template = read_heat_template(node, reading)
    if whole and node.find(VERSION) is None:
        reading.report(
            rules.BAD_VERSION, node.head, found="missing", suggestion=f"add `{VERSION}:`"
        )
    for parameter in template.parameters:
        check_constraints(parameter, reading)
        if parameter.default is not None:
            what = f'the default of parameter "{parameter.name}"'
            severity = Severity.WARNING if values_may_differ else None
            check_value(parameter, parameter.default, what, reading, severity)
    if template.version is not None:
        _check_new_keys(template, template.version, reading)
    items = list(_once(found_in(template)))
    for item in items:
        if isinstance(item, HeatCall):
            _check_call(item, template, reading)
    named = [*references(items), *dependencies(template)]
    check_references(template, named, reading, whole=whole)
    check_cycles(template, reading)
    # Code that completes a part may read its parameters, and group them
    if whole:
        check_used(template, named, reading)
        check_groups(template, reading)
    _check_misspelt(template, reading)
    return template


def _once(items: Iterable[Found]) -> Iterable[Found]:
    """Yield what was found, each node once: aliases of YAML lead to a node several times."""
    nodes: set[int] = set()
    for item in items:
        node = item.name if isinstance(item, HeatCall) else item.node
        if id(node) not in nodes:
            nodes.add(id(node))
            yield item


def _check_call(call: HeatCall, template: HeatTemplate, reading: Reading) -> None:
    version = template.version
    if call.condition:
        allowed = condition_functions(version or LATEST)
        # Conditions take no plain data: a key that is not a function is an error there
        if call.function not in allowed:
            _report_function(call, version, reading, " that conditions accept")
            return
    elif version is not None and call.function not in functions(version):
        # A function that does not exist yet is plain data, which few keys are meant as
        if removed_in(call.function) is not None or "_" in call.function:
            _report_function(call, version, reading, "")
        return
    check_arguments(call, version or LATEST, reading)


def _report_function(
    call: HeatCall, version: HotVersion | None, reading: Reading, where: str
) -> None:
    name = call.function
    more = where
    suggestion = None
    if not where and version is not None:
        removed = removed_in(name)
        if removed is not None and removed <= version:
            more = f": {removed} removed it"
        else:
            suggestion = f"write `{VERSION}: {added_in(name)}`"
    elif name not in ALL_FUNCTIONS:
        suggestion = did_you_mean(nearest(name, ALL_CONDITIONS), instead_of=name)
    reading.report(
        rules.FUNCTION_VERSION,
        call.name,
        function=name,
        version=version or LATEST,
        more=more,
        suggestion=suggestion,
    )


def _check_new_keys(template: HeatTemplate, version: HotVersion, reading: Reading) -> None:
    """Report keys that the version of a template does not have yet."""

    def check(node: Node, kind: type[Entity], what: str) -> None:
        for key, since in NEW_KEYS[kind].items():
            pair = node.find(key) if isinstance(node, Mapping) else None
            if pair is not None and version < since:
                reading.report(
                    rules.TOO_NEW, pair[0], key=key, what=what, since=since, version=version
                )

    check(template.node, HeatTemplate, "the template")
    for resource in template.resources:
        check(resource.node, TemplateResource, f'resource "{resource.name}"')
    for output in template.outputs:
        check(output.node, TemplateOutput, f'output "{output.name}"')
    for parameter in template.parameters:
        what = f'parameter "{parameter.name}"'
        check(parameter.node, TemplateParameter, what)
        for constraint in parameter.constraints:
            check(constraint.node, ParameterConstraint, f"a constraint of {what}")


def _check_misspelt(template: HeatTemplate, reading: Reading) -> None:
    """Report mappings whose only key misspells a function."""
    # Short names such as `if` are too near to keys of plain data
    allowed = [name for name in functions(template.version or LATEST) if "_" in name]
    values = [resource.properties for resource in template.resources]
    values += [resource.metadata for resource in template.resources]
    values += [output.value for output in template.outputs]
    values += [condition.node for condition in template.conditions]
    for node in _single_keys(values):
        name = text_of(node) or ""
        if name in ALL_FUNCTIONS:
            continue
        near = slip_for(name, allowed)
        if near is not None:
            reading.report(
                rules.MISSPELT_FUNCTION,
                node,
                name=name,
                suggestion=did_you_mean(near, instead_of=name),
            )


def _single_keys(values: Iterable[Node | None]) -> Iterable[Node]:
    for value in values:
        for node in () if value is None else walk(value, scalars=False):
            if isinstance(node, Mapping) and len(node.pairs) == 1:
                yield node.pairs[0][0]
