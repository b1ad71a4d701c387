"""Templates that contain themselves: the dashboard's evaluation of these does not end."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Node, Yaql, expressions
from muranopl.ard.yaql.tree import Call, Expression, Variable, walk
from muranopl.diagnostics.catalogue import ui_expressions as rules
from muranopl.diagnostics.cycles import cycles
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.places import Place
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.semantics.forms.reports import Reports, place_of
from muranopl.semantics.forms.usage import REF, Usage, argument_text


def report_circles(definition: UIDefinition, usage: Usage, reports: Reports) -> None:
    """Report cycles of templates: an error if they are certainly evaluated."""
    nodes = {template.name: template.node for template in definition.templates}
    sure = {name: template.certain for name, template in usage.templates.items()}
    reported: set[str] = set()
    # Certain cycles first: a component is reported once, with the higher severity.
    for graph, certain in (
        (sure, True),
        ({name: template.names for name, template in usage.templates.items()}, False),
    ):
        for cycle, component in cycles(graph).items():
            if not reported.isdisjoint(component):
                continue
            reported.update(component)
            steps = list(zip(cycle, (*cycle[1:], cycle[0]), strict=True))
            places = [_place(nodes[name], inside) for name, inside in steps]
            members = [
                Related(f'template "{name}"', place)
                for (name, _), place in zip(steps, places, strict=True)
            ]
            fails = certain and cycle[0] in usage.sure_templates
            reports.report(
                rules.TEMPLATE_CIRCLE,
                places[0],
                severity=Severity.ERROR if fails else Severity.WARNING,
                chain=" → ".join((*cycle, cycle[0])),
                related=tuple(members[1:]),
            )


def _place(fragment: Node, name: str) -> Place:
    """Return where a template is used in a fragment."""
    return next((place_of(node, part) for node, part in _uses(fragment, name)), fragment.place)


def _uses(fragment: Node, name: str) -> Iterator[tuple[Yaql, Expression]]:
    for node in expressions(fragment):
        for part in walk(node.tree):
            if isinstance(part, Variable):
                used: str | None = part.name[1:]
            elif isinstance(part, Call) and part.name == REF:
                used = argument_text(part, 0)
            else:
                used = None
            if used == name:
                yield node, part
