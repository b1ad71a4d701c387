"""Checks the code in declarations of a class: defaults, predicates, and expressions of contracts.

Checked are names, calls and types in the predicates of `check()`, and methods that no value has. A
predicate runs with the value as `$` when an object is loaded or a method called. Its context has all
functions of bodies, and the contract functions; code that calls the latter is not checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from muranopl.ard.nodes import Node, Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Call, Variable, walk
from muranopl.diagnostics.catalogue.classes import NO_CONTRACT, UNKNOWN_FUNCTION
from muranopl.language.contracts.chains import chain, function_of
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.tree import Chain, Constant, Contract, Free
from muranopl.language.contracts.tree import walk as walk_contract
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.language.grammar.property import PropertyDeclaration, PropertyUsage
from muranopl.semantics.abstract.contracts import before_checks
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.semantics.bodies.expressions import infer
from muranopl.semantics.bodies.scope import ExpressionScope, MethodContext

DeclaredContract = tuple[MethodDeclaration, Contract, str]
"""The method that a contract runs in, the contract, and the words for it in messages."""


def predicates_of(
    contracts: Iterable[DeclaredContract],
) -> Iterator[tuple[MethodDeclaration, tuple[Chain, Predicate]]]:
    """Yield the predicates of the contracts of a class, each with its chain and the method it runs in.

    Those of properties run as if in a method without arguments.
    """
    for method, contract, _ in contracts:
        for part in walk_contract(contract):
            if part.__class__ is Chain and part.narrows:
                for call in part.calls:
                    if isinstance(call.arguments, Predicate):
                        yield method, (part, call.arguments)


def free_parts(contracts: Iterable[DeclaredContract]) -> Iterator[DeclaredContract]:
    """Yield the parts of contracts that are other expressions than chains of contract functions."""
    for method, contract, what in contracts:
        yield from (
            (method, part, what) for part in walk_contract(contract) if isinstance(part, Free)
        )


def defaults(declaration: ClassDeclaration) -> Iterator[tuple[MethodDeclaration, Node]]:
    """Yield the defaults of a class, each with the method that it is evaluated in."""
    for property_ in declaration.properties:
        if property_.default is not None:
            yield _method_of(property_), property_.default
    for method in declaration.all_methods:
        for argument in method.arguments:
            if argument.default is not None:
                yield method, argument.default


def contracts(declaration: ClassDeclaration) -> Iterator[DeclaredContract]:
    """Yield the contracts of a class that may have code: those of most members have none."""
    for property_ in declaration.properties:
        if property_.contract is not None and _may_have_code(property_.contract):
            what = f'Contract of property "{property_.name}"'
            yield _method_of(property_), property_.contract, what
    for method in declaration.all_methods:
        for argument in method.arguments:
            if argument.contract is not None and _may_have_code(argument.contract):
                yield method, argument.contract, f'Contract of argument "{argument.name}"'


def _method_of(owner: PropertyDeclaration) -> MethodDeclaration:
    """Return a method that the code of a property runs in, as if it were in one."""
    is_static = owner.usage is PropertyUsage.STATIC
    return MethodDeclaration(
        name=owner.name,
        name_node=owner.name_node,
        node=owner.node,
        usage=MethodUsage.STATIC if is_static else MethodUsage.RUNTIME,
    )


def _may_have_code(contract: Contract) -> bool:
    if contract.__class__ is Chain:
        return contract.narrows
    return contract.__class__ is not Constant


def report_foreign_links(contract: Contract, what: str, method: MethodContext) -> None:
    """Report a contract like `$.list()` or `$.name`: not all its links are contract functions.

    A function that no value has as a method in this version fails for every value. Of any other
    expression the value becomes the result, which is hardly ever meant.
    """
    if not isinstance(contract, Free) or contract.reported or not isinstance(contract.node, Yaql):
        return
    start, *links = chain(contract.node.tree)
    if not (isinstance(start, Variable) and start.name == "$"):
        return
    foreign = [link for link in links if function_of(link) is None]
    for link in foreign:
        if isinstance(link, Call) and not _may_be_method(link.name, method):
            remedy = f"use a contract function: {', '.join(FUNCTIONS)}"
            method.report(
                UNKNOWN_FUNCTION,
                place_within(contract.node, link.start, link.start + len(link.name)),
                what=what,
                name=link.name,
                suggestion=_INSTEAD.get(link.name, remedy),
            )
            return
    if foreign:
        method.report(NO_CONTRACT, contract.node.place, what=what, text=contract.node.text)


def _may_be_method(name: str, method: MethodContext) -> bool:
    """Return whether some value may have a method of that name."""
    return bool(method.functions.methods(name)) or method.is_any_method(name)


_INSTEAD = {
    "list": "write the contract of the items in brackets: `[$.string()]`, or `[]` for any list",
    "dict": "write a mapping of contracts: `{name: $.string()}`, or `{}` for any mapping",
    "set": "contracts have no sets: write a list with the contract of its items, `[$.string()]`",
    "float": "there is no contract for numbers with fractions: write `$`, which accepts any value",
}


def check_predicate(chain: Chain, predicate: Predicate, method: MethodContext) -> None:
    """Report certain failures in a predicate, which runs in the context of `method`."""
    # Contract functions have no types here.
    if any(
        isinstance(part, Call) and part.name in FUNCTIONS for part in walk(predicate.expression)
    ):
        return
    value = _value(chain, predicate, method)
    scope = ExpressionScope(
        predicate.node, method.functions, value, inner=True, method=method, applied=True
    )
    infer(predicate.expression, scope)


def _value(chain: Chain, predicate: Predicate, method: MethodContext) -> Value:
    """Return the type of a value passed to a predicate.

    The result of the chain in front of it, not null.
    """
    for call in chain.calls:
        if call is chain.typed:
            return before_checks(chain, method.classes.names.resolved)
        if call.arguments is predicate:
            break
    return UNKNOWN
