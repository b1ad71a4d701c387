"""Defines the typed tree of a contract.

A contract is parsed once (`muranopl.language.contracts.parse`) from YAML and YAQL into these nodes.
An expression of none of the forms (a contract may be any YAQL) is `Free`, and nothing is reported
about it statically.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Node, Sequence
from muranopl.ard.yaql.tree import Expression, operands
from muranopl.language.contracts.functions.declaration import (
    ClassArguments,
    ContractCall,
    ContractFunction,
    Predicate,
)

_needs_model = operator.attrgetter("function.needs_model")


class Contract(msgspec.Struct, eq=False, gc=False, kw_only=True):
    """Base class of contract nodes; `node` is the part of the file it was parsed from.

    `irregular` is true where a contract has parts that its form cannot explain (`$.int(1)`, a
    computed class): the other facts still hold, but applying it requires evaluating the expression.
    `reported` is true if a diagnostic said that the contract cannot be meant so: it is still
    applied as written, but nothing is concluded about the values it takes or gives.
    """

    node: Node
    irregular: bool = False
    reported: bool = False

    @property
    def is_known(self) -> bool:
        """Whether the form explains the contract: what it takes and gives is known statically."""
        return not (self.irregular or self.reported)


class Chain(Contract, kw_only=True):
    """`$.string().notNull().check(len($) > 3)`: contract functions, applied from the left.

    `$` alone is any value. `typed` is the one of `calls` that gives the type, None if there is no
    such call; the others restrict it. `narrows` is true if a predicate narrows the contract to
    values that are unknown here.
    """

    calls: tuple[ContractCall, ...] = ()
    typed: ContractCall | None = None
    narrows: bool = False

    @property
    def function(self) -> ContractFunction | None:
        """The function that gives the type."""
        if self.typed is None:
            return None
        return self.typed.function

    @property
    def class_arguments(self) -> ClassArguments | None:
        """The arguments of that function if it names a class, else None."""
        arguments = None if self.typed is None else self.typed.arguments
        return arguments if isinstance(arguments, ClassArguments) else None

    @property
    def conditions(self) -> list[Expression]:
        """The parts of the predicates behind the function that gives the type."""
        calls = self.calls
        if self.typed is not None:
            calls = calls[calls.index(self.typed) + 1 :]
        return [
            part
            for call in calls
            if isinstance(call.arguments, Predicate)
            for part in operands(call.arguments.expression, "and")
        ]

    @property
    def is_plain(self) -> bool:
        """Whether only the value is needed to apply the contract: no objects, and no evaluator."""
        return not self.irregular and not any(map(_needs_model, self.calls))


class ListOf(Contract, kw_only=True):
    """A YAML list: items in order, the last one for the rest, then bounds of the length."""

    items: tuple[Contract, ...]
    minimum: int = 0
    maximum: int | None = None

    def of_items(self, length: int) -> Iterator[Contract]:
        """Yield the contracts of the items of a list of `length` items.

        They are in order, and the last one is for the rest. The list contract must have contracts
        of items.
        """
        rest = itertools.repeat(self.items[-1], max(0, length - len(self.items)))
        return itertools.chain(self.items[:length], rest)

    @property
    def has_bounds(self) -> bool:
        """Whether bounds of the length are written."""
        return isinstance(self.node, Sequence) and len(self.node.items) > len(self.items)

    @property
    def is_tuple(self) -> bool:
        """Whether the document asks for one item per contract.

        It does so for several types without bounds.
        """
        typed = not any(isinstance(item, (Constant, Free)) for item in self.items)
        return len(self.items) > 1 and typed and not self.has_bounds


class DictOf(Contract, kw_only=True):
    """A YAML mapping: fixed keys, and at most one pattern for all other keys.

    A contract with more patterns is irregular, and takes no value.
    """

    keys: tuple[tuple[Node, Contract], ...]
    patterns: tuple[tuple[Contract, Contract], ...] = ()

    @property
    def pattern(self) -> tuple[Contract, Contract] | None:
        """The first pattern."""
        return self.patterns[0] if self.patterns else None


class Constant(Contract, kw_only=True):
    """A literal: only this value is accepted."""

    value: object


class Free(Contract):
    """Any other YAQL, about which nothing is known before it runs."""


def parts(contract: Contract) -> tuple[Contract, ...]:
    """Return the contracts directly inside a list or mapping contract."""
    if contract.__class__ is Constant or contract.__class__ is Chain:
        return ()  # as most
    if isinstance(contract, ListOf):
        return contract.items
    if isinstance(contract, DictOf):
        values = tuple([value for _, value in contract.keys])
        if contract.pattern is None:
            return values
        return (*values, *contract.pattern)
    return ()


def walk(contract: Contract) -> list[Contract]:
    """Return this contract and every contract below it, in source order, without recursion."""
    if contract.__class__ is Chain or contract.__class__ is Constant:
        return [contract]  # as most
    result: list[Contract] = []
    pending = [contract]
    while pending:
        current = pending.pop()
        result.append(current)
        inside = parts(current)
        if inside:
            pending.extend(reversed(inside))
    return result


def is_reported(contract: Contract) -> bool:
    """Return whether a part of a contract was reported."""
    if contract.__class__ is Chain:
        return contract.reported  # as most
    return any(part.reported for part in walk(contract))
