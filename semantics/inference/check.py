"""Everything about the bodies of a class that can be told from their structure."""

from __future__ import annotations

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Mapping, Node, Scalar
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.semantics.inference.blocks import Body
from muranopl.semantics.inference.flow import check_flow
from muranopl.semantics.inference.parse import parse_body
from muranopl.semantics.inference.placement import check_placement


def check_bodies(declaration: ClassDeclaration, findings: Findings) -> dict[str, Body]:
    """Parse the bodies of all methods of a class and report what is wrong with them; return them by method name."""
    bodies: dict[str, Body] = {}
    for method in declaration.all_methods:
        if method.body is not None:
            bodies[method.name] = check_body(method.body, method.name, findings)
    return bodies


def check_body(node: Node, name: str, findings: Findings) -> Body:
    """Parse one body, that of the method `name`."""
    if _is_taken_as_absent(node):
        severity = Severity.WARNING if isinstance(node, Mapping) else Severity.ERROR
        found = "an empty mapping" if isinstance(node, Mapping) else described(node)
        findings.report(rules.BODY_IGNORED, node.place, name=name, found=found, severity=severity)
        return Body(node)
    body = parse_body(node, findings)
    check_placement(body, findings)
    check_flow(body, findings)
    return body


def _is_taken_as_absent(node: Node) -> bool:
    """Whether the engine takes the value for no body at all: Python's false, though neither null nor an empty list."""
    if isinstance(node, Mapping):
        return not node.pairs
    return isinstance(node, Scalar) and node.value is not None and not node.value
