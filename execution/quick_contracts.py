"""Quick tests for values that a contract leaves unchanged, as most arguments and properties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.language.contracts import tree
from muranopl.semantics.evaluation.conversion import FrozenDict
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

Takes = Callable[[Any], bool]

_ATOMS = frozenset({type(None), bool, int, float, str, MuranoObject, MuranoType})
_KINDS = {"string": str, "int": int, "bool": bool}


def takes_as_is(contract: tree.Contract) -> Takes:
    """Return a test for values that the contract certainly takes unchanged; false means unknown."""
    if not contract.irregular:
        if isinstance(contract, tree.Chain):
            return _chain(contract)
        if (
            isinstance(contract, tree.ListOf)
            and not contract.has_bounds
            and len(contract.items) <= 1
        ):
            item = takes_as_is(contract.items[0]) if contract.items else _is_atom
            return lambda value: type(value) is tuple and all(item(entry) for entry in value)
        if isinstance(contract, tree.DictOf) and not contract.keys and not contract.patterns:
            return lambda value: (
                type(value) is FrozenDict and all(type(entry) in _ATOMS for entry in value.values())
            )
    return _never


def _never(_: Any) -> bool:
    return False


def _is_atom(value: Any) -> bool:
    return type(value) in _ATOMS


def _chain(contract: tree.Chain) -> Takes:
    names = [call.function.name for call in contract.calls]
    refuses_null = "notNull" in names
    # notNull() does not change values.
    rest = [name for name in names if name != "notNull"]
    if not rest:
        return (
            (lambda value: value is not None and type(value) in _ATOMS)
            if refuses_null
            else _is_atom
        )
    kind = _KINDS.get(rest[0])
    if kind is None or len(rest) > 1:
        return _never
    if refuses_null:
        return lambda value: type(value) is kind
    return lambda value: value is None or type(value) is kind
