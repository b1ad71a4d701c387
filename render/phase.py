"""Entry point of phase 5: complete types → rendered types."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Node
from muranopl.contracts.tree import Contract
from muranopl.diagnostics.catalogue import render as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.model import Diagnostic
from muranopl.grammar.class_ import ClassDeclaration
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.phase import Inheritance
from muranopl.namespace.result import TypeId
from muranopl.render.literals import mismatches


class RenderedType(msgspec.Struct, eq=False):
    """A type with the default values of its properties, where they are literal: what an empty object would hold."""

    type: CompleteType
    defaults: dict[str, Node]


class Rendering(msgspec.Struct, eq=False):
    """All types rendered."""

    types: dict[TypeId, RenderedType]
    diagnostics: list[Diagnostic]


def render(inheritance: Inheritance) -> Rendering:
    """Run phase 5."""
    types: dict[TypeId, RenderedType] = {}
    diagnostics: list[Diagnostic] = []
    for id_, complete in inheritance.types.items():
        findings = Findings(id_.package.name)
        for what, contract, default in _defaults(complete.declared.declaration):
            _check_default(what, contract, default, findings)
        diagnostics.extend(findings.diagnostics)
        declared = ((name, member.declaration.default) for name, member in complete.properties.items())
        types[id_] = RenderedType(complete, {name: default for name, default in declared if default is not None})
    return Rendering(types, diagnostics)


def _defaults(declaration: ClassDeclaration) -> Iterator[tuple[str, Contract, Node]]:
    """Every default of a class beside its contract."""
    for property_ in declaration.properties:
        if property_.default is not None and property_.contract is not None:
            yield f'property "{property_.name}"', property_.contract, property_.default
    for method in declaration.all_methods:
        for argument in method.arguments:
            if argument.default is not None and argument.contract is not None:
                yield f'argument "{argument.name}"', argument.contract, argument.default


def _check_default(what: str, contract: Contract, default: Node, findings: Findings) -> None:
    for mismatch in mismatches(contract, default):
        rule = rules.DEFAULT_REFUSED if mismatch.refused else rules.DEFAULT_CONVERTED
        findings.report(rule, mismatch.node.place, what=what, problem=mismatch.problem)
