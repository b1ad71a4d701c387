"""Determines from a contract's form what it lets through: null, kinds of values, numbers of items.

Measured on the engine (conformance/contracts.json and the `redeclare-*` cases of models.json). An
overridden declaration only validates the value that the overriding one made, and validating never
converts; the contract of an argument converts what it can.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Node
from muranopl.diagnostics.quirks import DEFAULT_CLASS, LIST_LENGTH, Quirk
from muranopl.language.contracts import tree
from muranopl.language.contracts.functions.declaration import ContractCall, Predicate
from muranopl.language.contracts.kinds import (
    ANY,
    BOOL,
    DICT,
    INT,
    LIST,
    NOT_NULL,
    NULL,
    OTHER,
    Kinds,
    kind_of,
)
from muranopl.language.contracts.literals import (
    ContractVerdict,
    PredicateTrial,
    judged,
    literal_data,
    refused_as_read,
)


class Declared(Protocol):
    """A property or an argument."""

    @property
    def contract(self) -> tree.Contract | None:
        """Its contract."""

    @property
    def default(self) -> Node | None:
        """Its Default."""


class ContractFacts(msgspec.Struct, frozen=True):
    """Facts about contracts that are applied in one way.

    `converting` is true if they convert values, false if they only validate those of another
    contract. `quirks` are followed. Predicates are `tried` on plain values.
    """

    converting: bool = True
    quirks: Collection[Quirk] = ()
    tried: PredicateTrial = refused_as_read

    def applied(self, *, converting: bool) -> ContractFacts:
        """Return the same where contracts make values, or only validate them."""
        if converting is self.converting:
            return self
        return msgspec.structs.replace(self, converting=converting)

    def verdicts(
        self, contract: tree.Contract, literal: Node, path: ModelPath | None = None
    ) -> list[ContractVerdict]:
        """Return the verdicts of a contract on a literal; `path` is that of a part of a value."""
        data, path = literal_data(literal), path or ModelPath(literal)
        return judged(contract, data, path, self.quirks, self.tried)

    def refuses_literal(self, contract: tree.Contract, literal: Node) -> bool:
        """Return whether a contract certainly refuses (a part of) a literal."""
        return any(verdict.refused for verdict in self.verdicts(contract, literal))

    def constant_problem(self, contract: tree.Contract, value: Any) -> str | None:
        """Return why a contract refuses a constant, None if it may take it."""
        verdicts = judged(contract, value, ModelPath(contract.node), self.quirks, self.tried)
        return next((verdict.problem for verdict in verdicts if verdict.refused), None)

    def is_required(self, declared: Declared) -> bool:
        """Return whether a value must be given: left out it is null, which the contract refuses."""
        return declared.default is None and self.refuses_null(declared.contract)

    def refuses_null(self, contract: tree.Contract | None) -> bool:
        """Return whether a contract certainly refuses null; false if a part of it was reported."""
        return (
            contract is not None
            and self.takes_null(contract) is False
            and not tree.is_reported(contract)
        )

    def takes_null(self, contract: tree.Contract) -> bool | None:
        """Return whether a contract takes null; None where that is unknown.

        A list contract reads null as an empty list, a mapping contract as a mapping without keys.
        """
        if contract.__class__ is tree.Chain:
            return self._chain_takes_null(contract)
        if isinstance(contract, tree.ListOf):
            return self.least_items(contract) <= 0
        if isinstance(contract, tree.DictOf):
            return self._mapping_takes_null(contract)
        if isinstance(contract, tree.Constant):
            return contract.value is None
        return None

    def _chain_takes_null(self, contract: tree.Chain) -> bool | None:
        """Return whether a chain takes null, which only a default class may replace.

        A default class replaces it as documented, unless `DEFAULT_CLASS` is followed.
        """
        if contract.irregular:
            return None
        answer: bool | None = True
        makes_objects = self.converting and DEFAULT_CLASS not in self.quirks
        for call in contract.calls:
            # A later function cannot take back the refusal of an earlier one.
            if not call.function.gives & NULL:
                return False
            if makes_objects and call.function.replaces_null(call.arguments):
                # Whether later functions take the object made here is unknown.
                if call is contract.calls[-1]:
                    return answer
                return None
            if call.function.narrows:
                if self._refuses_null(call):
                    return False
                answer = None
        return answer

    def _refuses_null(self, call: ContractCall) -> bool:
        predicate = call.arguments
        return isinstance(predicate, Predicate) and self.tried(predicate, None) is not None

    def _mapping_takes_null(self, contract: tree.DictOf) -> bool | None:
        if contract.irregular:
            return False
        answers = {self.takes_null(value) for _, value in contract.keys}
        if False in answers:
            return False
        return None if None in answers else True

    def least_items(self, contract: tree.ListOf) -> int:
        """Return the least number of items; the document asks for one for each type of a tuple."""
        counts = self.converting and contract.is_tuple and LIST_LENGTH not in self.quirks
        if counts:
            return len(contract.items)
        return contract.minimum

    def gives(self, contract: tree.Contract) -> Kinds | None:
        """Return the kinds of values that can come out of a contract; None if unknown."""
        if isinstance(contract, tree.Constant):
            return kind_of(contract.value)
        if isinstance(contract, tree.ListOf):
            # Null becomes an empty list
            return None if _is_bounds_only(contract) else LIST
        if isinstance(contract, tree.DictOf):
            return DICT  # null becomes an empty mapping
        if not isinstance(contract, tree.Chain):
            return None
        kinds = ANY if contract.function is None else contract.function.gives
        for call in contract.calls:
            if kinds & NOT_NULL & ~call.function.gives:
                return None  # `owned()` after something that is not an object: it never takes anything but null
            kinds &= call.function.gives | NOT_NULL
        if self.takes_null(contract) is False:
            return kinds & ~NULL
        return kinds

    def kinds_problem(self, contract: tree.Chain, kinds: Kinds) -> str | None:
        """Return how a contract describes values of kinds that it neither takes nor converts.

        Return None if it may take a value of one of the kinds.
        """
        function = contract.function
        if function is None or kinds & function.converted(self.quirks):
            return None
        return function.refused_as(kinds)

    def refused_by_quirk(self, contract: tree.Contract, kinds: Kinds) -> Quirk | None:
        """Return the quirk by which the engine refuses all values of some kinds, else None.

        The documents convert them, and the quirk is not followed.
        """
        if not isinstance(contract, tree.Chain) or contract.function is None:
            return None
        quirk, converted = contract.function.converts_by_quirk or (None, ANY)
        not_null = kinds & NOT_NULL & ANY
        if quirk in self.quirks or not not_null or not_null & converted:
            return None
        return quirk

    def may_take(self, contract: tree.Contract) -> Kinds | None:
        """Return the kinds that contain values which a contract takes; None if unknown."""
        if isinstance(contract, tree.Constant):
            kind = kind_of(contract.value)
            numbers = INT | BOOL | OTHER  # 1, true and 1.0 are equal to the engine
            return numbers if kind & numbers else kind
        if isinstance(contract, tree.Free) or _is_bounds_only(contract):
            return None
        if isinstance(contract, tree.DictOf):
            kinds = DICT | NULL
        elif not isinstance(contract, tree.Chain) or contract.function is None:
            kinds = ANY  # a list contract takes what is not a list as its only item
        elif self.converting:
            kinds = contract.function.converted(self.quirks)
        else:
            kinds = contract.function.gives
        # No contract function gives any of the other kinds, so they are all alike.
        if kinds & OTHER:
            kinds |= OTHER
        if self.takes_null(contract) is False:
            return kinds & ~NULL
        return kinds


BY_DOCUMENT = ContractFacts()
"""Contracts that make values, as documented."""

WITHOUT_PREDICATES = ContractFacts(tried=lambda _predicate, _value: None)
"""The same, for callers that try predicates themselves."""

VALIDATING = ContractFacts(converting=False)
"""Contracts of declarations that are overridden."""


def has_check(contract: tree.Contract) -> bool:
    """Return whether a predicate narrows the contract to values that are unknown here."""
    return isinstance(contract, tree.Chain) and contract.narrows


def _is_bounds_only(contract: tree.Contract) -> bool:
    """Return whether a contract is like `[2]`.

    It has bounds and no item; the engine then fails for any value.
    """
    return isinstance(contract, tree.ListOf) and not contract.items and contract.has_bounds
