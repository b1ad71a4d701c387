"""Contracts → the abstract values that they guarantee, and those that they certainly refuse.

Bodies and forms use it; `semantics.bodies.contract_problems` explains refusals in bodies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from muranopl.diagnostics.bounds import TYPE_DEPTH
from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts import kinds, tree
from muranopl.language.contracts.compatible.comparison import shortened
from muranopl.language.contracts.facts import BY_DOCUMENT, WITHOUT_PREDICATES, ContractFacts
from muranopl.language.contracts.tree import Chain, Contract
from muranopl.language.contracts.type_names import TypeName
from muranopl.namespace.result import TypeId
from muranopl.semantics.abstract.predicates import checked_values
from muranopl.semantics.abstract.value_contents import shown
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    ClassType,
    Dictionary,
    Instance,
    Items,
    Value,
    constant,
    generic,
    nullable,
    one,
    union,
    without_null,
)

LONGEST_CONTRACT = 100
"""Most characters of a contract that a message shows."""

JudgeOf = Callable[[TypeId], ContractFacts]
"""A class → the judge of values by its contracts."""

Meaning = Mapping[TypeName, TypeId | None]


def named_class(contract: Contract) -> TypeName | None:
    """Return the class of the objects that a contract gives, None for other contracts."""
    if contract.__class__ is not Chain:
        return None
    function, arguments = contract.function, contract.class_arguments
    # template() gives data
    if function is None or arguments is None or function.inferred != kinds.OBJECT:
        return None
    named: TypeName = arguments.type
    return named


def type_of(
    contract: Contract | None, meaning: Meaning, related: tuple[Related, ...] = (), depth: int = 0
) -> Value:
    """Return the type of the values that a contract gives, `depth` levels deep.

    Source: language/muranopl.txt, Contract.
    """
    if contract is None or not contract.is_known or depth > TYPE_DEPTH.most:
        return UNKNOWN
    if contract.__class__ is Chain:
        return _chain(contract, meaning, related)
    if isinstance(contract, tree.ListOf):
        item = union(type_of(entry, meaning, related, depth + 1) for entry in contract.items)
        most = contract.maximum
        list_ = Items(
            kind=kinds.LIST,
            item=item,
            least=contract.minimum,
            most=most if most is not None and most >= 0 else None,
            related=related,
        )
        return nullable(one(list_))
    if isinstance(contract, tree.DictOf):
        return _mapping(contract, meaning, related, depth + 1)
    if isinstance(contract, tree.Constant):
        return generic(constant(contract.value).kinds | kinds.NULL, related)
    return UNKNOWN


def _chain(contract: Chain, meaning: Meaning, related: tuple[Related, ...]) -> Value:
    result = checked_values(contract, related) if contract.narrows else None
    if result is None:
        result = before_checks(contract, meaning, related)
    takes_null = BY_DOCUMENT.takes_null(contract) is not False
    return nullable(result) if takes_null else result


def before_checks(contract: Chain, meaning: Meaning, related: tuple[Related, ...] = ()) -> Value:
    """Return the type of the values but null that the predicates of a contract get."""
    function = contract.function
    if function is None:
        return UNKNOWN
    if function.inferred != kinds.OBJECT:
        return generic(function.inferred, related)
    name = named_class(contract)
    named = None if name is None else meaning.get(name)
    class_ = None if named is None else ClassType(named, exact=False)
    return one(Instance(class_=class_, related=related))


def _mapping(
    contract: tree.DictOf, meaning: Meaning, related: tuple[Related, ...], depth: int
) -> Value:
    keys = ((getattr(key, "value", None), value) for key, value in contract.keys)
    named = {
        key: nullable(type_of(value, meaning, related, depth))
        for key, value in keys
        if isinstance(key, str)
    }
    # With named keys, the pattern does not describe all values.
    pattern = None if contract.keys else contract.pattern
    others = UNKNOWN if pattern is None else type_of(pattern[1], meaning, related, depth)
    return nullable(one(Dictionary(entries=named, others=others, related=related)))


def _null_refusal(contract: Contract) -> str:
    """Return why a contract refuses null."""
    if not isinstance(contract, Chain):
        return "null becomes a mapping without keys, but some keys are required"
    by_kind = WITHOUT_PREDICATES.takes_null(contract) is False
    return "null is rejected by notNull()" if by_kind else "null is rejected by check()"


def surely_fits(contract: Contract, type_: Value) -> bool:
    """Return whether a contract takes all values of a type, literals too.

    A cheap test before `refuses`.
    """
    if type_.kinds == kinds.UNKNOWN:
        return True
    # A predicate may refuse values of the right kind.
    if contract.__class__ is not Chain or contract.narrows:
        return False
    if contract.typed is None:
        return not contract.calls or BY_DOCUMENT.takes_null(contract) is not False
    function = contract.typed.function
    # Parameters, such as a class, may refuse values of the right kind.
    return type_.kinds == function.inferred and not function.parameters


def contract_notes(contract: Contract) -> tuple[str, ...]:
    """Return the contract as a note of diagnostics about the values that it refuses."""
    return (f"the contract is {shortened(contract, LONGEST_CONTRACT)}",)


def refuses(contract: Contract, type_: Value, facts: ContractFacts) -> str | None:
    """Return why a contract certainly refuses a value of a type, None if it may take it."""
    if not type_.known or not contract.is_known:
        return None
    if isinstance(contract, tree.DictOf):
        taken = kinds.DICT if facts.takes_null(contract) is False else kinds.DICT | kinds.NULL
        refusal = None if type_.kinds & taken else "not a mapping"
    elif isinstance(contract, Chain) and contract.function and contract.function.refusal:
        refusal = facts.kinds_problem(contract, type_.kinds)
    else:
        return None
    if type_.kinds == kinds.NULL:
        return None if facts.takes_null(contract) is not False else _null_refusal(contract)
    if refusal is not None:
        return f"{shown(without_null(type_))} is {refusal}"
    if isinstance(contract, Chain) and contract.narrows and not type_.kinds & kinds.NULL:
        return _never_passes(contract, type_)
    return None


def refuses_unconverted(contract: Contract, value: Value) -> str | None:
    """Return why a method of a plugin certainly refuses a value, None if it may take it.

    Plugins convert nothing: 5 is not taken for a text, nor a single value for a list (reference:
    extensions, How a Python class becomes a MuranoPL class).
    """
    if isinstance(contract, tree.ListOf):
        taken, refusal = kinds.ANY & ~_SCALARS, "not a list"
    elif isinstance(contract, Chain) and contract.function is not None:
        taken, refusal = contract.function.gives, contract.function.refusal
        if not taken & _SCALARS:
            return None
    else:
        return None
    if not value.known or value.kinds & (taken | kinds.NULL):
        return None
    return f"{shown(value)} is {refusal}, and plugins convert no values"


_SCALARS = kinds.BOOL | kinds.NUMBER | kinds.STRING


def _never_passes(contract: Chain, value: Value) -> str | None:
    """Return why a `check()` refuses all values that one of the right kind can be, or None."""
    if contract.function is None or value.kinds != contract.function.inferred:
        return None
    taken = checked_values(contract)
    from muranopl.semantics.abstract.comparisons import never_true, possible

    if taken is None or not never_true("=", value, taken):
        return None
    return f"{possible(value)} is rejected by check()"
