"""Code in contracts.

Names, calls and types in the predicates of `check()`, and methods that no value has. A predicate
runs with the value as `$` when an object is loaded or a method called. Its context has all
functions of bodies, and the contract functions; code that calls the latter is not checked.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Call, Variable, walk
from muranopl.diagnostics.catalogue.contracts import NO_CONTRACT, UNKNOWN_FUNCTION
from muranopl.language.contracts.chains import chain, function_of
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.tree import Chain, Contract, Free
from muranopl.language.contracts.tree import walk as walk_contract
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.semantics.bodies.contracts import before_checks
from muranopl.semantics.bodies.expressions import infer
from muranopl.semantics.bodies.scope import ExpressionScope, MethodContext


def predicates(contract: Contract | None) -> Iterator[tuple[Chain, Predicate]]:
    """Yield the predicates of a contract, each with the chain that it is a part of."""
    for part in () if contract is None else walk_contract(contract):
        if isinstance(part, Chain) and part.narrows:
            result = (call.arguments for call in part.calls)
            yield from ((part, item) for item in result if isinstance(item, Predicate))


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
            remedy = f"contract functions are {', '.join(FUNCTIONS)}"
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
    return bool(method.functions.methods(name)) or method.classes.visibility.is_any_method(
        name, method.package
    )


_INSTEAD = {
    "list": "write the contract of the items in brackets: `[$.string()]`, or `[]` for any list",
    "dict": "write a mapping of contracts: `{name: $.string()}`, or `{}` for any mapping",
    "set": "there are no sets: write a list with the contract of its items, `[$.string()]`",
    "float": "there is no contract for numbers with fractions: write `$`, which takes any value",
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
