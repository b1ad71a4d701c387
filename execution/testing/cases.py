"""Cases of tests: the arguments with which a test runs, in each case as a test of its own.

The cases of `testIt` are in the default of the property `testItCases`, which is an ordinary
property for an engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from muranopl.ard.nodes import Broken, Node, Scalar, Sequence, Yaql, text_of
from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.diagnostics.catalogue import execution as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.session import Session
from muranopl.language.grammar.method import ArgumentUsage, MethodDeclaration
from muranopl.language.grammar.property import PropertyUsage
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

_SUFFIX = "Cases"


class TestCase(NamedTuple):
    """A case of a test: its name, its position among them, its place."""

    name: str
    position: int
    place: Place


def property_of(method: str) -> str:
    """Return the name of the property with the cases of a test."""
    return f"{method}{_SUFFIX}"


def cases_of(
    method: MethodDeclaration, type_: MuranoType, reporter: Reporter
) -> list[TestCase] | None:
    """Return the cases of a test, None if it is one without; report and leave out wrong ones."""
    member = type_.complete.properties.get(property_of(method.name))
    # A test without arguments uses a property of that name as it likes.
    if member is None or not method.arguments:
        return None
    default = member.declaration.default
    entries = None if default is None else _entries(default)
    if not entries:
        reporter.report(
            rules.BAD_CASE,
            default or member.declaration.name_node,
            what=f'property "{member.name}"',
            problem="must have a Default with at least one case: a mapping, or a list of mappings",
        )
        return []
    return [
        TestCase(name, index, node.place)
        for index, (name, node) in enumerate(entries)
        if _is_right(name, node, method, reporter)
    ]


def _entries(default: Node) -> list[tuple[str, Node]] | None:
    """Return the cases by their names, which are numbers in a list; None for other values."""
    if isinstance(default, Sequence):
        return [(str(index), node) for index, node in enumerate(default.items)]
    if isinstance(default, MappingNode):
        return [(_key(key), node) for key, node in default.pairs]
    return None


def _key(node: Node) -> str:
    if isinstance(node, Yaql):
        return node.text
    return str(node.value) if isinstance(node, Scalar) else node.kind


def _is_right(name: str, node: Node, method: MethodDeclaration, reporter: Reporter) -> bool:
    """Return whether a case has the arguments that its test takes; report what is wrong."""
    problems: list[_Problem] = []
    if isinstance(node, MappingNode):
        # A misspelt argument is missing, too.
        problems += list(_unknown(node, method)) or _missing(node, method)
    # The value of an expression is known when the case runs.
    elif not isinstance(node, (Yaql, Broken)):
        problems.append((node, f"must be a mapping of arguments, not {node.kind}", None))
    what = f'case "{name}" of {method.name}'
    for at, problem, suggestion in problems:
        reporter.report(rules.BAD_CASE, at, what=what, problem=problem, suggestion=suggestion)
    return not problems and not isinstance(node, Broken)


_Problem = tuple[Node, str, str | None]


def _unknown(case: MappingNode, method: MethodDeclaration) -> Iterator[_Problem]:
    declared = {item.name for item in method.arguments}
    if any(item.usage is ArgumentUsage.KW_ARGS for item in method.arguments):
        return
    for key, _ in case.pairs:
        name = text_of(key)
        if name is not None and name not in declared:
            near = nearest(name, (item for item in declared if case.get(item) is None))
            yield key, f'has "{name}", which is not an argument', did_you_mean(near)


def _missing(case: MappingNode, method: MethodDeclaration) -> Iterator[_Problem]:
    keys = [key for key, _ in case.pairs]
    if not all(isinstance(key, Scalar) for key in keys):
        return
    for item in method.arguments:
        is_needed = item.usage is ArgumentUsage.STANDARD and item.default is None
        if is_needed and case.get(item.name) is None:
            yield case.head, f'lacks the argument "{item.name}"', None


def report_misspelt(type_: MuranoType, reporter: Reporter) -> None:
    """Warn of properties whose names nearly are those of the cases of a test without any."""
    declaration = type_.declared.declaration
    names = {property_of(method.name) for method in declaration.methods}
    lacking = {
        property_of(method.name)
        for method in declaration.methods
        if method.arguments and property_of(method.name) not in type_.complete.properties
    }
    for item in declaration.properties:
        near = nearest(item.name, lacking) if item.name not in names else None
        if near is not None and item.name.endswith(_SUFFIX):
            reporter.report(
                rules.BAD_CASE,
                item.name_node,
                severity=Severity.WARNING,
                what=f'property "{item.name}"',
                problem="has test cases, but there is no such test",
                suggestion=did_you_mean(near),
            )


def arguments_of(
    case: TestCase, method: str, fixture: MuranoObject, session: Session
) -> Mapping[str, Any]:
    """Return the arguments of a case by name, as the property has them; raise MuranoError."""
    member = fixture.type.complete.properties[property_of(method)]
    if member.declaration.usage is PropertyUsage.STATIC:
        owner = fixture.type.ancestor(member.declaring)
        values = session.context.static(owner, member.declaration)
    else:
        values = fixture.get(member.name)
    cases = list(values.values() if isinstance(values, Mapping) else values)
    arguments = cases[case.position] if case.position < len(cases) else None
    if isinstance(arguments, Mapping) and all(isinstance(key, str) for key in arguments):
        return arguments
    message = f'case "{case.name}" of {method} is not a mapping of arguments'
    raise MuranoError("ValueError", message)
