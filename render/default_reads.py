"""Finds the properties that defaults read of their object, and reports undeclared ones and cycles.

Reference: workflow, Dispatch, types, objects: `new`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from muranopl.ard.nodes import Node, Yaql, expressions
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Binary, Call, Expression, Index, Keyword, Variable, children
from muranopl.ard.yaql.tree import walk as walk_expression
from muranopl.diagnostics.catalogue import objects as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.graphs import cycles
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.method import MethodUsage
from muranopl.language.grammar.property import PropertyUsage


def check_reads(
    type_: CompleteType, declared_below: Callable[[str], bool], findings: Findings
) -> None:
    """Report defaults of a type that read an undeclared property, or each other in a cycle.

    `declared_below` returns whether a type that inherits from it may have a property: defaults
    meant for such types may read it.
    """
    if type_.incomplete:
        return
    declaration = type_.declared.declaration
    reads = {
        property_.name: dict(read_properties(property_.default))
        for property_ in declaration.properties
        if property_.default is not None
        and property_.usage is not PropertyUsage.STATIC  # these are not evaluated
    }
    uses = [(f'property "{name}"', read) for name, read in reads.items()] + list(
        _arguments(declaration)
    )
    if not any(read for _, read in uses):
        return
    for what, read in uses:
        for other, place in read.items():
            if other not in type_.properties and not declared_below(other):
                kept = findings.keeps(rules.DEFAULT_READS.code, place)
                near = nearest(other, type_.properties) if kept else None
                findings.report(
                    rules.DEFAULT_READS,
                    place,
                    what=what,
                    name=other,
                    problem="which the class does not have",
                    suggestion=did_you_mean(near),
                )
    for cycle in cycles(reads):
        _report_cycle(cycle, reads, findings)


def _arguments(declaration: ClassDeclaration) -> Iterator[tuple[str, dict[str, Place]]]:
    """Yield the arguments with the properties their defaults read.

    Static methods have no object.
    """
    for method in declaration.all_methods:
        if method.usage in {MethodUsage.RUNTIME, MethodUsage.ACTION}:
            for argument in method.arguments:
                if argument.default is not None:
                    yield (f'argument "{argument.name}"', dict(read_properties(argument.default)))


def _report_cycle(
    cycle: tuple[str, ...], reads: dict[str, dict[str, Place]], findings: Findings
) -> None:
    """Report a cycle at its first member.

    A cycle of several ends if one of its values is given, so it may be intended and is a warning.
    """
    name, other = cycle[0], cycle[1 % len(cycle)]
    shown = " which reads ".join(f'"{item}"' for item in (*cycle[1:], name))
    is_itself = len(cycle) == 1
    findings.report(
        rules.DEFAULT_READS,
        reads[name][other],
        severity=Severity.ERROR if is_itself else Severity.WARNING,
        what=f'property "{name}"',
        name=other,
        problem="that is, itself" if is_itself else f"and so indirectly itself: {shown}",
        suggestion="write a Default that reads no other property",
    )


def read_properties(node: Node) -> Iterator[tuple[str, Place]]:
    """Yield the properties of the object that a default certainly reads, with their places.

    Arguments of calls may be lambdas, in which `$` differs: only `$this` counts there.
    """
    for part in expressions(node):
        if "." in part.text:
            yield from _in_expression(part)


def _attribute(tree: Expression, objects: set[str]) -> str | None:
    """Return the name in `$.name`, if `$` is one of these variables."""
    match tree:
        case Binary(operator=".", left=Variable(name=variable), right=Keyword(name=name)):
            return name if variable in objects else None
    return None


def _in_expression(node: Yaql) -> Iterator[tuple[str, Place]]:
    pending: list[tuple[Expression, bool]] = [(node.tree, False)]
    while pending:
        tree, lambda_ = pending.pop()
        objects = {"$this"} if lambda_ else {"$", "$this"}
        operator = tree.operator if isinstance(tree, Binary) else None
        name = _attribute(tree, objects)
        if name is not None:
            yield name, place_within(node, tree.start, tree.end)
        # Code in these may run with another `$`.
        inside = lambda_ or operator == "->" or isinstance(tree, (Call, Index))
        pending.extend((child, inside) for child in children(tree))


def knows_object(tree: Expression) -> bool:
    """Return whether an expression names its object; the `$` of a lambda counts as well."""
    return any(
        isinstance(part, Variable) and part.name in {"$", "$this"} for part in walk_expression(tree)
    )


def this_reads(tree: Expression) -> Iterator[str]:
    """Yield the properties that an expression reads from `$this`."""
    for part in walk_expression(tree):
        name = _attribute(part, {"$this"})
        if name is not None:
            yield name
