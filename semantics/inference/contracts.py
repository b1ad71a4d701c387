"""What a contract tells of the values it lets through, and which values it surely refuses."""

from __future__ import annotations

from collections.abc import Mapping

from muranopl.diagnostics.diagnostic import Related
from muranopl.language.contracts import kinds, tree
from muranopl.language.contracts.tree import Contract, TypeName
from muranopl.namespace.result import TypeId
from muranopl.semantics.inference.types import ANY, CONSTANTS, Class, Type, nullable, shown, union

Meaning = Mapping[TypeName, TypeId | None]

_SCALARS: dict[type[Contract], int] = {
    tree.Int: kinds.INT,
    tree.String: kinds.STRING,
    tree.Bool: kinds.BOOL,
}


def type_of(contract: Contract | None, meaning: Meaning, origin: Related | None = None) -> Type:
    """What a value that a contract made may be (language/muranopl.txt, Contract)."""
    if contract is None or contract.irregular:
        return ANY
    null = 0 if contract.refuses_null else kinds.NULL
    scalar = _SCALARS.get(type(contract))
    if scalar is not None:
        return Type(scalar | null, origin=origin)
    if isinstance(contract, tree.ObjectOf):
        named = meaning.get(contract.type) if contract.type is not None else None
        classes = () if named is None else (Class(named, exact=False),)
        return Type(kinds.OBJECT | null, classes, origin=origin)
    if isinstance(contract, tree.ListOf):
        item = union(type_of(each, meaning, origin) for each in contract.items) if contract.items else ANY
        return Type(kinds.LIST | null, item=item, origin=origin)
    if isinstance(contract, tree.DictOf):
        return _mapping(contract, meaning, origin, null)
    if isinstance(contract, tree.Constant):
        return Type(CONSTANTS.get(type(contract.value), ANY).kinds | kinds.NULL, origin=origin)
    return ANY


def _mapping(contract: tree.DictOf, meaning: Meaning, origin: Related | None, null: int) -> Type:
    fields = {getattr(key, "value", None): nullable(type_of(value, meaning, origin)) for key, value in contract.keys}
    named = {key: type_ for key, type_ in fields.items() if isinstance(key, str)}
    item = type_of(contract.pattern[1], meaning, origin) if contract.pattern is not None and not contract.keys else None
    return Type(kinds.DICT | null, item=item, fields=named, origin=origin)


_TAKEN: dict[type[Contract], tuple[int, str]] = {
    tree.Int: (kinds.NUMBER | kinds.BOOL | kinds.STRING, "no integer"),
    tree.String: (kinds.STRING | kinds.NUMBER | kinds.BOOL | kinds.OBJECT, "no text"),
    tree.ObjectOf: (kinds.OBJECT | kinds.DICT | kinds.STRING, "no object"),
    tree.DictOf: (kinds.DICT, "no mapping"),
}
"""What contracts take at all, converted or not (contracts/functions), and what they say of the rest."""


def surely_fits(contract: Contract, type_: Type) -> bool:
    """Whether nothing could be wrong with a value of a type, a literal too: said at once of half."""
    return type_.kinds == kinds.UNKNOWN or type_.kinds == _SCALARS.get(type(contract))


def refuses(contract: Contract, type_: Type) -> str | None:
    """Why a contract surely refuses a value of a type, None where it may take it."""
    if not type_.known or contract.irregular:
        return None
    if type_.kinds == kinds.NULL:
        return "null is refused by notNull()" if contract.refuses_null and type(contract) in _TAKEN else None
    taken = _TAKEN.get(type(contract))
    if taken is None or type_.kinds & (taken[0] | kinds.NULL):
        return None
    return f"{shown(type_)} is {taken[1]}"
