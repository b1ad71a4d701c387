"""Checks `ParametersSource`: the method that the dashboard calls for parameters.

Reference: ui-definition, section 3.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, text_of
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.inherit.complete import Member
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.grammar.method import (
    ArgumentUsage,
    MethodDeclaration,
    MethodScope,
    MethodUsage,
)
from muranopl.language.grammar.names import DOTTED
from muranopl.language.grammar.ui.class_names import header_of, type_in
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.namespace.result import DeclaredPackage
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.forms.scope import Reports

_CALLED_ON_CLASSES = frozenset({MethodUsage.STATIC, MethodUsage.EXTENSION})


def check_source(
    opened: DeclaredPackage, definition: UIDefinition, classes: ClassIndex, reports: Reports
) -> None:
    """Check that the method exists in a class of the package, and needs no arguments."""
    node = definition.parameters_source
    text = text_of(node)
    if node is None or text is None or not DOTTED.match(text):
        return  # phase 1 reports what is not a name
    name, method = _named(opened, definition)
    if name is None:
        return
    id_ = opened.find(name)
    if id_ is None:
        # Without a class, the method is one of Application's class.
        if "." not in text and all(
            item.find(name) is None for item in classes.visibility.visible_packages(opened.id)
        ):
            return  # the unknown class of Application is reported there
        unlisted = ", or does not list it" if opened.has(name) else ""
        problem = f"this package has no class {name}{unlisted}"
        near = did_you_mean(nearest(name, opened.classes))
        reports.report(rules.SOURCE, node.place, problem=problem, suggestion=near)
        return
    type_ = classes.get_incomplete(id_)
    if type_ is None:
        return
    member = type_.methods.get(method)
    if member is None and not type_.incomplete:
        related = (Related("the class", type_.declared.declaration.place),)
        problem = f"{name} has no method {method}()"
        near = did_you_mean(nearest(method, type_.methods), "declare it")
        reports.report(rules.SOURCE, node.place, problem=problem, related=related, suggestion=near)
    if member is not None and classes.declares(type_, member) and not member.ambiguous:
        _check_method(node, f"{name}.{method}()", member.declaration, classes.facts, reports)


def source_method(
    opened: DeclaredPackage, definition: UIDefinition, classes: ClassIndex
) -> Member[MethodDeclaration] | None:
    """Return the method that `ParametersSource` names, None if there is none."""
    name, method = _named(opened, definition)
    id_ = None if name is None else opened.find(name)
    type_ = None if id_ is None else classes.get_incomplete(id_)
    return None if type_ is None else type_.methods.get(method)


def _named(opened: DeclaredPackage, definition: UIDefinition) -> tuple[str | None, str]:
    """Return the class and the method that are named; None for an unknown class."""
    written, _, method = (text_of(definition.parameters_source) or "").rpartition(".")
    return written or _default_class(opened, definition), method


def _default_class(opened: DeclaredPackage, definition: UIDefinition) -> str | None:
    """Return the class of a method named alone: that of Application, None if it is unknown."""
    header = header_of(definition.application)
    if header is None:
        return None
    if header.get("type") is None:
        return opened.id.name
    written = type_in(header)
    return written.name if written is not None and DOTTED.match(written.name) else None


def _check_method(
    node: Node, what: str, declaration: MethodDeclaration, facts: ContractFacts, reports: Reports
) -> None:
    pairs = list(_problems(declaration, facts))
    if pairs:
        problems, remedies = map(" and ".join, zip(*pairs, strict=True))
        reports.report(
            rules.SOURCE,
            node.place,
            problem=f"{what} {problems}",
            suggestion=remedies,
            related=(Related("the method", declaration.name_node.place),),
        )


def _problems(declaration: MethodDeclaration, facts: ContractFacts) -> Iterator[tuple[str, str]]:
    """Yield why the dashboard cannot call a method, and how to change that."""
    if declaration.usage not in _CALLED_ON_CLASSES:
        yield "is not static", "write `Usage: Static`"
    if isinstance(declaration.node, Mapping):
        written = declaration.node.get("Scope")
    else:
        written = None
    if declaration.scope is not MethodScope.PUBLIC and (
        declaration.scope is not None or written is None
    ):
        yield "is not public", "write `Scope: Public`"
    needed = [
        argument.name
        for argument in declaration.arguments
        if argument.usage is ArgumentUsage.STANDARD and facts.is_required(argument)
    ]
    if needed:
        problem = f"requires {', '.join(needed)}, but is called without arguments"
        yield problem, "declare a `Default` for every argument"
