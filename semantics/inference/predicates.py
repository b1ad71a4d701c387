"""What `check()` of a contract asks of values: names, calls and types in it, as in a body.

A predicate is run with the value as `$` when an object is loaded or a method called, in the context of contracts: that
has all functions of bodies, and the contract functions, of which nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.expression.tree import Call, walk
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.contracts.functions.declaration import Predicate
from muranopl.language.contracts.tree import Chain, Contract
from muranopl.language.contracts.tree import walk as walk_contract
from muranopl.semantics.inference.contracts import type_of
from muranopl.semantics.inference.expressions import infer
from muranopl.semantics.inference.scope import ExpressionScope, MethodContext
from muranopl.semantics.inference.types import ANY, Type, without_null


def predicates(contract: Contract | None) -> Iterator[tuple[Chain, Predicate]]:
    """Yield the predicates of a contract, each with the chain that it is a part of."""
    for part in () if contract is None else walk_contract(contract):
        if isinstance(part, Chain) and part.narrows:
            found = (call.arguments for call in part.calls)
            yield from ((part, each) for each in found if isinstance(each, Predicate))


def check_predicate(chain: Chain, predicate: Predicate, method: MethodContext) -> None:
    """Report what surely fails in a predicate; `method` is in whose context it is run."""
    if any(isinstance(part, Call) and part.name in FUNCTIONS for part in walk(predicate.expression)):
        return
    infer(predicate.expression, ExpressionScope(method, predicate.node, _value(chain, predicate, method), inner=True))


def _value(chain: Chain, predicate: Predicate, method: MethodContext) -> Type:
    """What the value is that a predicate is asked about, if it is not null: what the chain makes of it before."""
    for call in chain.calls:
        if call is chain.typed:
            return without_null(type_of(chain, method.classes.names.resolved))
        if call.arguments is predicate:
            break
    return ANY
