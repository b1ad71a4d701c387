"""Kinds of values: which a contract gives, and which it surely refuses.

Measured on the engine (conformance/contracts.json and the `redeclare-*` cases of models.json). A declaration that is
overridden only validates what the overriding one made of the value, and validating never converts; an argument's
contract converts what it can.
"""

from __future__ import annotations

import enum

from muranopl.contracts import tree


class Kind(enum.Flag):
    """Kinds of values at run time. `OTHER` is what YAML and YAQL have besides: floats, dates, bytes."""

    NOTHING = 0
    NULL = enum.auto()
    INT = enum.auto()
    BOOL = enum.auto()
    STRING = enum.auto()
    OBJECT = enum.auto()
    LIST = enum.auto()
    DICT = enum.auto()
    OTHER = enum.auto()


ANY = ~Kind.NOTHING
NOT_NULL = ANY & ~Kind.NULL
KEYS = ANY & ~(Kind.LIST | Kind.DICT)
WORDS = {
    Kind.NULL: "null",
    Kind.INT: "integers",
    Kind.BOOL: "booleans",
    Kind.STRING: "texts",
    Kind.OBJECT: "objects",
    Kind.LIST: "lists",
    Kind.DICT: "mappings",
    Kind.OTHER: "other values",
}
"""How messages speak of a kind."""

_GIVES: dict[type[tree.Contract], Kind] = {
    tree.Anything: ANY,
    tree.Int: Kind.INT | Kind.NULL,
    tree.String: Kind.STRING | Kind.NULL,
    tree.Bool: Kind.BOOL | Kind.NULL,
    tree.ObjectOf: Kind.OBJECT | Kind.NULL,
    tree.Template: Kind.OBJECT | Kind.NULL,  # it is turned into data only after all declarations agreed
    tree.ListOf: Kind.LIST,  # null becomes an empty list
    tree.DictOf: Kind.DICT,  # null becomes an empty mapping
}
_VALIDATES: dict[type[tree.Contract], Kind] = {
    tree.Anything: ANY,
    tree.Int: Kind.INT | Kind.NULL,
    tree.String: Kind.STRING | Kind.NULL,
    tree.Bool: Kind.BOOL | Kind.NULL,
    tree.ObjectOf: Kind.OBJECT | Kind.NULL,
    tree.Template: Kind.OBJECT | Kind.NULL,
    tree.ListOf: ANY,  # what is no list is taken as the only item of one
    tree.DictOf: Kind.DICT | Kind.NULL,
}
_CONVERTS: dict[type[tree.Contract], Kind] = _VALIDATES | {
    tree.Int: Kind.INT | Kind.BOOL | Kind.STRING | Kind.OTHER | Kind.NULL,
    tree.String: ANY & ~(Kind.LIST | Kind.DICT),
    tree.Bool: ANY,
    tree.ObjectOf: Kind.OBJECT | Kind.DICT | Kind.STRING | Kind.NULL,
    tree.Template: Kind.OBJECT | Kind.DICT | Kind.NULL,
}


def gives(contract: tree.Contract) -> Kind | None:
    """The kinds of values that can come out of a contract; None where that is not known."""
    if isinstance(contract, tree.Constant):
        return kind_of(contract.value)
    kinds = _GIVES.get(type(contract))
    if kinds is None or _is_bounds_only(contract) or _is_odd(contract):
        return None
    return kinds & ~Kind.NULL if contract.refuses_null else kinds


def may_take(contract: tree.Contract, *, converting: bool) -> Kind | None:
    """The kinds of values of which a contract takes some at least; None where that is not known."""
    if isinstance(contract, tree.Constant):
        kind = kind_of(contract.value)
        numbers = Kind.INT | Kind.BOOL | Kind.OTHER  # 1, true and 1.0 are equal to the engine
        return numbers if kind & numbers else kind
    kinds = (_CONVERTS if converting else _VALIDATES).get(type(contract))
    if kinds is None or _is_bounds_only(contract):
        return None
    return kinds & ~Kind.NULL if takes_null(contract) is False else kinds


def takes_null(contract: tree.Contract) -> bool | None:
    """Whether a contract takes null; None where that is not known.

    A list contract sees an empty list in place of null, a mapping contract a mapping without keys.
    """
    if isinstance(contract, tree.Constant):
        return contract.value is None
    if isinstance(contract, tree.Free) or _is_bounds_only(contract):
        return None
    if isinstance(contract, tree.ListOf):
        return contract.minimum <= 0
    if isinstance(contract, tree.DictOf):
        answers = {takes_null(value) for _, value in contract.keys}
        return False if False in answers else None if None in answers else True
    if contract.refuses_null:
        return False
    return None if has_check(contract) else True


def has_check(contract: tree.Contract) -> bool:
    """Whether a predicate narrows the contract to values that are not known."""
    return any(modifier.name == "check" for modifier in contract.modifiers)


def kind_of(value: object) -> Kind:
    """The kind of a literal."""
    if value is None:
        return Kind.NULL
    if isinstance(value, bool):
        return Kind.BOOL
    return Kind.INT if isinstance(value, int) else Kind.STRING if isinstance(value, str) else Kind.OTHER


def words(kinds: Kind) -> str:
    """The kinds as messages name them: `integers`, `null`, `any value`."""
    if kinds & NOT_NULL == NOT_NULL:
        return "any value"
    *most, last = [word for kind, word in WORDS.items() if kind in kinds]
    if len(most) > 2:
        return "values of other kinds"
    return f"{', '.join(most)} and {last}" if most else last


def _is_bounds_only(contract: tree.Contract) -> bool:
    """`[2]`: bounds without an item, which the engine trips over as soon as there is a value."""
    return (
        isinstance(contract, tree.ListOf)
        and not contract.items
        and (contract.minimum > 0 or contract.maximum is not None)
    )


def _is_odd(contract: tree.Contract) -> bool:
    """`owned()` after something that is no object: it never takes anything but null."""
    names = {modifier.name for modifier in contract.modifiers}
    return not isinstance(contract, (tree.ObjectOf, tree.Template)) and bool(names & {"owned", "notOwned"})
