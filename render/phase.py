"""Entry point of phase 5: complete types → rendered types, and methods → instructions."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Node
from muranopl.contracts.tree import Contract
from muranopl.diagnostics.catalogue import render as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.model import Diagnostic
from muranopl.grammar.class_ import ClassDeclaration
from muranopl.grammar.method import ArgumentUsage
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.phase import Inheritance
from muranopl.namespace.result import TypeId
from muranopl.render.literals import mismatches
from muranopl.render.reads import check_reads
from muranopl.workflow.blocks import Block
from muranopl.workflow.check import check_bodies


class RenderedType(msgspec.Struct, eq=False):
    """A type with the default values of its properties, where they are literal: what an empty object would hold.

    `bodies` are the instructions of the methods it declares itself, by method name.
    """

    type: CompleteType
    defaults: dict[str, Node]
    bodies: dict[str, Block]


class Rendering(msgspec.Struct, eq=False):
    """All types rendered."""

    types: dict[TypeId, RenderedType]
    diagnostics: list[Diagnostic]


def render(inheritance: Inheritance) -> Rendering:
    """Run phase 5."""
    types: dict[TypeId, RenderedType] = {}
    diagnostics: list[Diagnostic] = []
    below: dict[TypeId, list[CompleteType]] = {}
    for complete in inheritance.types.values():
        for ancestor in complete.ancestors:
            below.setdefault(ancestor, []).append(complete)
    for id_, complete in inheritance.types.items():
        findings = Findings(id_.package.name)
        for what, contract, default in _defaults(complete.declared.declaration):
            _check_default(what, contract, default, findings)
        check_reads(complete, below.get(id_, ()), findings)
        bodies = check_bodies(complete.declared.declaration, findings)
        diagnostics.extend(findings.diagnostics)
        declared = ((name, member.declaration.default) for name, member in complete.properties.items())
        defaults = {name: default for name, default in declared if default is not None}
        types[id_] = RenderedType(complete, defaults, bodies)
    return Rendering(types, diagnostics)


def _defaults(declaration: ClassDeclaration) -> Iterator[tuple[str, Contract, Node]]:
    """Every default of a class beside its contract."""
    for property_ in declaration.properties:
        if property_.default is not None and property_.contract is not None:
            yield f'property "{property_.name}"', property_.contract, property_.default
    for method in declaration.all_methods:
        for argument in method.arguments:
            counts = argument.usage is ArgumentUsage.STANDARD  # others have no default, which is reported
            if counts and argument.default is not None and argument.contract is not None:
                yield f'argument "{argument.name}"', argument.contract, argument.default


def _check_default(what: str, contract: Contract, default: Node, findings: Findings) -> None:
    for mismatch in mismatches(contract, default):
        rule = rules.DEFAULT_REFUSED if mismatch.refused else rules.DEFAULT_CONVERTED
        findings.report(rule, mismatch.node.place, what=what, problem=mismatch.problem)
