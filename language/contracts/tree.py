"""The typed tree of a contract.

A contract is parsed once (`muranopl.language.contracts.parse`) from YAML and YAQL into these nodes. A chain like
`$.string().notNull().check(len($) > 3)` is one node for its type with the modifiers in source order. What fits none
of the forms (a contract may be any YAQL) is a `Free` expression, about which nothing is said statically.
"""

from __future__ import annotations

import msgspec

from muranopl.ard.nodes import Node, Sequence, Yaql
from muranopl.ard.positions import place_within
from muranopl.diagnostics.places import Place
from muranopl.expression.tree import Expression


class TypeName(msgspec.Struct, eq=False):
    """A class name as it is written in a file, not yet looked up: `std:Object`, `:Local`, `Local`, `a.b.Full`.

    `start` and `end` are offsets into the text of the scalar `node` (the whole of it when both are 0).
    """

    text: str
    node: Node
    start: int = 0
    end: int = 0

    @property
    def place(self) -> Place:
        """Where the name is written."""
        if self.end and isinstance(self.node, Yaql):
            return place_within(self.node, self.start, self.end)
        return self.node.place


class Modifier(msgspec.Struct, eq=False):
    """A restriction at the end of a chain: `notNull`, `owned`, `notOwned`, `check`.

    `predicate` is the first argument of `check`, evaluated with `$` as the value; `message` its second.
    """

    name: str
    call: Expression
    predicate: Expression | None = None
    message: str | None = None


class Contract(msgspec.Struct, eq=False, kw_only=True):
    """Base of contract nodes: where it stands and the modifiers of the chain, in source order.

    `leading` of the modifiers are written before the function that gives the type. `irregular` is set where a function
    has arguments that its parameters cannot explain (`$.int(1)`, a computed class): what the rest says is still known,
    but applying it takes evaluating the expression.
    """

    node: Node
    modifiers: tuple[Modifier, ...] = ()
    leading: int = 0
    irregular: bool = False

    @property
    def refuses_null(self) -> bool:
        """Whether `notNull()` is in the chain."""
        return "notNull" in [modifier.name for modifier in self.modifiers]


class Anything(Contract, eq=False, kw_only=True):
    """`$`: any value as it is."""


class Int(Contract, eq=False, kw_only=True):
    """`$.int()`."""


class String(Contract, eq=False, kw_only=True):
    """`$.string()`."""


class Bool(Contract, eq=False, kw_only=True):
    """`$.bool()`."""


class ObjectOf(Contract, eq=False, kw_only=True):
    """`$.class(type[, default][, version])`: a reference to an object of a class."""

    type: TypeName | None
    default: TypeName | None = None
    version: str | None = None


class Template(Contract, eq=False, kw_only=True):
    """`$.template(type[, default][, version][, excludeProperties => [...]])`: an object model kept as data."""

    type: TypeName | None
    default: TypeName | None = None
    version: str | None = None
    exclude: tuple[str, ...] = ()


class ListOf(Contract, eq=False, kw_only=True):
    """A YAML list: items in order, the last one for the rest; trailing integers are the minimum and maximum length."""

    items: tuple[Contract, ...]
    minimum: int = 0
    maximum: int | None = None

    @property
    def has_bounds(self) -> bool:
        """Whether bounds of the length are written."""
        return isinstance(self.node, Sequence) and len(self.node.items) > len(self.items)

    @property
    def is_tuple(self) -> bool:
        """Whether it has several types for its items, and no bounds: an item for each, says the document."""
        typed = not any(isinstance(item, (Constant, Free)) for item in self.items)
        return len(self.items) > 1 and typed and not self.has_bounds


class DictOf(Contract, eq=False, kw_only=True):
    """A YAML mapping: fixed keys, and at most one pattern (`$.string(): $.int()`) for all other keys."""

    keys: tuple[tuple[Node, Contract], ...]
    pattern: tuple[Contract, Contract] | None = None


class Constant(Contract, eq=False, kw_only=True):
    """A literal: only this value is accepted."""

    value: object


class Free(Contract, eq=False, kw_only=True):
    """Any other YAQL: nothing is known about it before it is run."""

    expression: Yaql


def parts(contract: Contract) -> tuple[Contract, ...]:
    """The contracts directly inside a list or mapping contract."""
    if isinstance(contract, ListOf):
        return contract.items
    if isinstance(contract, DictOf):
        values = tuple(value for _, value in contract.keys)
        return values if contract.pattern is None else (*values, *contract.pattern)
    return ()
