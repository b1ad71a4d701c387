"""Makes the edges of the class graph: what classes and their members name or rely on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from muranopl.inherit.complete import CompleteType, Member
from muranopl.inherit.effective_meta import attached
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.members import MetaUse
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.namespace.result import TypeId
from muranopl.views.graph.contract_names import ContractNames
from muranopl.views.graph.describer import ClassResults, overridden

PROPERTY, METHOD = "property", "method"
EXTENDS = "extends"


class MemberId(NamedTuple):
    """A property or method where it is declared; `kind` is "property" or "method"."""

    owner: TypeId
    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.owner}:{self.name}{'()' if self.kind == METHOD else ''}"


class ClassEdge(NamedTuple):
    """A class that another class, or a member of one, names or relies on.

    `kind` is "extends", "imports", "contract", "meta", or "overrides", for the member of the same
    name of `target`. The edge begins at the class `source`, or at its `member`, or at an `argument`
    of that.
    """

    kind: str
    source: TypeId
    target: TypeId
    member: MemberId | None = None
    argument: str | None = None


class ClassEdges:
    """Makes the edges of classes, those of members where they are declared."""

    def __init__(self, results: ClassResults) -> None:
        self._results = results
        self._contracts = ContractNames(results.names)

    def of(self, type_: CompleteType) -> Iterator[ClassEdge]:
        """Yield the edges that begin at a class, or at one of its own members."""
        source, declaration = type_.id, type_.declared.declaration
        for parent in type_.parents:
            yield ClassEdge(EXTENDS, source, parent)
        for written in declaration.imports:
            imported = self._results.names.resolved.get(written)
            if imported is not None:
                yield ClassEdge("imports", source, imported)
        yield from self._meta(ClassEdge("", source, source), declaration.meta)
        for id_, member in own_members(type_):
            at = ClassEdge("overrides", source, source, id_)
            for hidden in overridden(member):
                yield at._replace(target=hidden)
            yield from self._of_declaration(at, member.declaration)

    def _of_declaration(
        self, at: ClassEdge, declaration: MethodDeclaration | PropertyDeclaration
    ) -> Iterator[ClassEdge]:
        yield from self._meta(at, declaration.meta)
        if isinstance(declaration, PropertyDeclaration):
            yield from self._contract(at, declaration.contract)
            return
        for argument in declaration.arguments:
            here = at._replace(argument=argument.name)
            yield from self._meta(here, argument.meta)
            yield from self._contract(here, argument.contract)

    def _contract(self, at: ClassEdge, contract: Contract | None) -> Iterator[ClassEdge]:
        if contract is not None:
            for target in self._contracts.types(contract, at.source):
                yield at._replace(target=target, kind="contract")

    def _meta(self, at: ClassEdge, uses: Iterable[MetaUse]) -> Iterator[ClassEdge]:
        types = self._results.inheritance.types
        for target, _ in attached(uses, self._results.names, types):
            yield at._replace(target=target, kind="meta")


def own_members(type_: CompleteType) -> Iterator[tuple[MemberId, Member[Any]]]:
    """Yield the members that a class declares itself."""
    tables: tuple[tuple[str, Mapping[str, Member[Any]]], ...] = (
        (PROPERTY, type_.properties),
        (METHOD, type_.methods),
    )
    for kind, members in tables:
        for name, member in members.items():
            if member.declaring == type_.id and not member.ambiguous:
                yield MemberId(type_.id, kind, name), member


def edge_data(edge: ClassEdge) -> dict[str, Any]:
    """Return an edge as plain data; types are "full.Name/version"."""
    name = {} if edge.member is None else {edge.member.kind: edge.member.name}
    return {
        "kind": edge.kind,
        "source": str(edge.source),
        "property": name.get(PROPERTY),
        "method": name.get(METHOD),
        "argument": edge.argument,
        "target": str(edge.target),
    }
