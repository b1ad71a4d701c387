"""The code in declarations of a class: defaults, predicates and other expressions of contracts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from muranopl.ard.nodes import Node
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.tree import Chain, Constant, Contract, Free, walk
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.semantics.bodies.predicates import predicates

DeclaredContract = tuple[MethodDeclaration, Contract, str]
"""The method that a contract runs in, the contract, and the words for it in messages."""


def predicates_of(
    contracts: Iterable[DeclaredContract],
) -> Iterator[tuple[MethodDeclaration, tuple[Chain, Predicate]]]:
    """Yield the predicates of the contracts of a class, each with the method it runs in.

    Those of properties run as if in a method without arguments.
    """
    for method, contract, _ in contracts:
        yield from ((method, predicate) for predicate in predicates(contract))


def free_parts(contracts: Iterable[DeclaredContract]) -> Iterator[DeclaredContract]:
    """Yield the parts of contracts that are other expressions than chains of contract functions."""
    for method, contract, what in contracts:
        yield from ((method, part, what) for part in walk(contract) if isinstance(part, Free))


def defaults(declaration: ClassDeclaration) -> Iterator[tuple[MethodDeclaration, Node]]:
    """Yield the defaults of a class, each with the method that it is evaluated in."""
    for property_ in declaration.properties:
        if property_.default is not None:
            yield _as_method(property_), property_.default
    for method in declaration.all_methods:
        for argument in method.arguments:
            if argument.default is not None:
                yield method, argument.default


def contracts(declaration: ClassDeclaration) -> Iterator[DeclaredContract]:
    """Yield the contracts of a class that may have code: those of most members have none."""
    for property_ in declaration.properties:
        if property_.contract is not None and _may_have_code(property_.contract):
            what = f'Contract of property "{property_.name}"'
            yield _as_method(property_), property_.contract, what
    for method in declaration.all_methods:
        for argument in method.arguments:
            if argument.contract is not None and _may_have_code(argument.contract):
                yield (method, argument.contract, f'Contract of argument "{argument.name}"')


def _as_method(property_: PropertyDeclaration) -> MethodDeclaration:
    """Return the method that code of a property runs as if it were in."""
    is_static = property_.usage is PropertyUsage.STATIC
    return MethodDeclaration(
        name=property_.name,
        name_node=property_.name_node,
        node=property_.node,
        usage=MethodUsage.STATIC if is_static else MethodUsage.RUNTIME,
    )


def _may_have_code(contract: Contract) -> bool:
    if contract.__class__ is Chain:
        return contract.narrows
    return contract.__class__ is not Constant
