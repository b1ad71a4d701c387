"""Quick tests for values that a contract leaves unchanged, as most arguments and properties."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.language.contracts import tree
from muranopl.language.contracts.facts import BY_DOCUMENT
from muranopl.language.contracts.kinds import BOOL, INT, NOT_NULL, NULL, STRING, Kinds
from muranopl.semantics.evaluation.conversion import FrozenDict
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

Takes = Callable[[Any], bool]

_ATOMS = frozenset({bool, int, float, str, MuranoObject, MuranoType})
_TYPES: dict[Kinds, frozenset[type]] = {
    STRING: frozenset({str}),
    INT: frozenset({int}),
    BOOL: frozenset({bool}),
    NOT_NULL: _ATOMS,
}
"""Types of values that a contract leaves unchanged, by what it gives, without null.

Other contracts may examine or replace values: the class of objects, their owners.
"""


def takes_as_is(contract: tree.Contract) -> Takes:
    """Return a test for values that the contract certainly takes unchanged; false means unknown."""
    if contract.irregular:
        return _never
    if isinstance(contract, tree.Chain):
        return _chain(contract)
    if isinstance(contract, tree.ListOf) and not contract.has_bounds and len(contract.items) <= 1:
        item = takes_as_is(contract.items[0]) if contract.items else _is_atom
        return lambda value: type(value) is tuple and all(item(entry) for entry in value)
    if isinstance(contract, tree.DictOf) and not contract.keys and not contract.patterns:
        return lambda value: type(value) is FrozenDict and all(map(_is_atom, value.values()))
    return _never


def _chain(contract: tree.Chain) -> Takes:
    gives = BY_DOCUMENT.gives(contract)
    if gives is None or contract.narrows:
        return _never
    types = _TYPES.get(gives & ~NULL, frozenset())
    if types and gives & NULL:
        types |= {type(None)}
    # Exact types, as `isinstance` takes a boolean for an integer
    return lambda value: type(value) in types


def _never(_: Any) -> bool:
    return False


def _is_atom(value: Any) -> bool:
    return value is None or type(value) in _ATOMS
