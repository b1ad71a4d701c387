"""Applies contracts to values: converts where the contract converts, and reports every refusal.

The walk over lists and mappings is here; what single functions do is in
`muranopl.language.contracts.functions`. The rules were measured on the engine:
conformance/contracts.json, list.*, dict.*, literal.*, chain.*. Lists of an object model are
`GivenList`s before a contract converts them: to the engine they equal no list that an expression
makes (quirk `given-list`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Scalar
from muranopl.diagnostics import quirks
from muranopl.language.contracts import tree
from muranopl.language.contracts.functions.declaration import RefusedError, ValueContext


class GivenList(list[Any]):
    """A list of an object model, which no contract has converted."""

    __slots__ = ()


def given(value: Any) -> Any:
    """Return data of an object model with its lists marked as given."""
    if isinstance(value, dict):
        return {key: given(item) for key, item in value.items()}
    return GivenList(map(given, value)) if isinstance(value, list) else value


def converted(value: Any) -> Any:
    """Return data with plain lists in place of given ones."""
    if isinstance(value, dict):
        return {key: converted(item) for key, item in value.items()}
    return [converted(item) for item in value] if isinstance(value, list) else value


class Poison:
    """Type of `POISON`, which replaces an invalid (part of a) value that was reported."""


POISON = Poison()


class Excluded:
    """Type of `EXCLUDED`, which replaces a value that `template()` leaves out.

    Every contract accepts it unchanged.
    """

    def __str__(self) -> str:
        return "..."


EXCLUDED = Excluded()


class SilentError(Exception):
    """Raised where a value cannot be made and the reason was reported already."""


class ContractContext(ValueContext, Protocol):
    """The services that applying a contract needs.

    They report, and evaluate contracts that are free expressions.
    """

    def count(self, values: int) -> None:
        """Count values that a contract is applied to.

        Raise an exception where the limit is exceeded.
        """

    def refuse(self, path: ModelPath, contract: tree.Contract, error: RefusedError) -> None:
        """Report that a contract refuses the value at a path."""

    def lose(self, path: ModelPath, contract: tree.Contract, keys: list[str], key: Any) -> None:
        """Report that a mapping contract drops `key` of the mapping.

        `keys` are those that it names.
        """

    def free(
        self, contract: tree.Contract, value: Any, path: ModelPath, *, validating: bool
    ) -> Any:
        """Return the value of a contract that must be evaluated as an expression.

        Raise RefusedError or SilentError.
        """


class Application:
    """Applies contracts in one context. `refused` is true once any part of any value was refused.

    With `validating` values are only checked, not converted, as for overridden declarations.
    """

    def __init__(self, context: ContractContext, *, validating: bool = False) -> None:
        self._context = context
        self._validating = validating
        self.refused = False

    def apply(self, contract: tree.Contract, value: Any, path: ModelPath) -> Any:
        """Return the converted value, with POISON in place of each part that is refused."""
        self._context.count(1)
        return self._made(contract, value, path)

    def _made(self, contract: tree.Contract, value: Any, path: ModelPath) -> Any:
        if value is EXCLUDED:
            return value
        kind = contract.__class__
        is_collection = kind is tree.ListOf or kind is tree.DictOf
        # The cause was reported: a second report would blame the wrong contract.
        if value is POISON or (not is_collection and _holds_poison(value)):
            self.refused = True
            return POISON
        try:
            if isinstance(contract, tree.ListOf):
                return self._list(contract, value, path)
            if isinstance(contract, tree.DictOf):
                return self._mapping(contract, value, path)
            if kind is tree.Free or contract.irregular:
                return self._context.free(contract, value, path, validating=self._validating)
            if isinstance(contract, tree.Constant):
                return self._constant(contract, value)
            assert isinstance(contract, tree.Chain)  # noqa: S101 - the last form there is
            return self._chain(contract, value, path)
        except RefusedError as error:
            self._context.refuse(path, contract, error)
        except SilentError:
            pass
        self.refused = True
        return POISON

    def _chain(self, contract: tree.Chain, value: Any, path: ModelPath) -> Any:
        context = self._context
        for function, arguments, _ in contract.calls:
            step = function.validate if self._validating else function.transform
            value = step(value, arguments, context, path)
        if value.__class__ in _DATA and context.follows(quirks.GIVEN_LIST, path, ""):
            return converted(value)
        return value

    def _constant(self, contract: tree.Constant, value: Any) -> Any:
        if value != contract.value:
            allowed = self._context.shown(contract.value)
            raise RefusedError(
                f"{self._context.shown(value)} is not {allowed}, the only value the contract allows"
            )
        return value

    def _list(self, contract: tree.ListOf, value: Any, path: ModelPath) -> list[Any]:
        """Return the items of a list.

        Null is an empty list, any other value the only item of one; the last contract is for the
        rest.
        """
        if isinstance(value, (list, tuple)):
            items = list(value)
        else:
            items = [] if value is None else [value]
        if not contract.items and not contract.has_bounds:
            is_own = isinstance(value, GivenList) or not isinstance(value, (list, tuple))
            if is_own and self._context.follows(quirks.GIVEN_LIST, path, ""):
                return GivenList(items)
            return items
        self._check_bounds(contract, len(items))
        self._check_length(contract, len(items), path)
        if items and not contract.items:
            raise RefusedError(
                "the contract has bounds but no contract for the items, so the engine fails"
            )
        self._context.count(len(items))
        if not items:
            return []
        beside = zip(contract.of_items(len(items)), items, strict=True)
        return [self._made(inner, item, path.item(at)) for at, (inner, item) in enumerate(beside)]

    def _check_bounds(self, contract: tree.ListOf, length: int) -> None:
        low, high = contract.minimum, contract.maximum
        # A negative upper bound means that there is no limit, as in the engine
        if high is not None and high >= 0 and not low <= length <= high:
            raise RefusedError(f"{_count(length)} is not within the bounds {low} to {high}")
        if length < low:
            raise RefusedError(f"{_count(length)} is less than the {low} required")

    def _check_length(self, contract: tree.ListOf, length: int, path: ModelPath) -> None:
        """Refuse a list shorter than its contracts, as the document does if there are no bounds."""
        expected = len(contract.items)
        if self._validating or length >= expected or not contract.is_tuple:
            return
        if not self._context.follows(quirks.LIST_LENGTH, path, ""):
            hint = f"the engine accepts it (--quirk {quirks.LIST_LENGTH.name})"
            error = RefusedError(
                f"{_count(length)} is less than the {expected} items that the list contract requires",
                (hint,),
            )
            # What is wrong with the items there are is still worth knowing
            self._context.refuse(path, contract, error)
            self.refused = True

    def _mapping(self, contract: tree.DictOf, value: Any, path: ModelPath) -> dict[Any, Any]:
        """Return the mapping that a contract makes.

        Null is an empty mapping; without a pattern, unnamed keys are dropped.
        """
        mapping = {} if value is None else value
        if contract.irregular:
            raise RefusedError(
                "the contract has more than one pattern for keys, which the engine rejects"
            )
        if not isinstance(mapping, Mapping):
            raise RefusedError(f"{self._context.shown(value)} is not a mapping")
        if not contract.keys and contract.pattern is None:
            return dict(mapping)
        self._context.count(len(contract.keys) + len(mapping))
        result: dict[Any, Any] = {}
        for node, inner in contract.keys:
            key = node.value if isinstance(node, Scalar) else None
            result[key] = self._made(inner, mapping.get(key), path.key(key))
        if contract.pattern is None:
            self._report_lost(contract, mapping, result, path)
        else:
            of_keys, of_values = contract.pattern
            for key, item in mapping.items():
                if key not in result:
                    # The key is converted at a path of its own, so that a refusal points at the
                    # key.
                    new = self._made(
                        of_keys, key, ModelPath(path.key_node(key), path, f"[key {key!r}]")
                    )
                    result[_hashable(new)] = self._made(of_values, item, path.key(key))
        return result

    def _report_lost(
        self,
        contract: tree.DictOf,
        given: Mapping[Any, Any],
        kept: Mapping[Any, Any],
        path: ModelPath,
    ) -> None:
        """Report the keys of a mapping that its contract drops. Validating drops none."""
        if self._validating or not given.keys() - kept.keys():
            return
        # A key that is given, too, is none that another one misspells
        names = [key for key in kept if isinstance(key, str) and key not in given]
        for key, value in given.items():
            if key not in kept and value is not EXCLUDED:
                self._context.lose(path, contract, names, key)


_DATA = frozenset({GivenList, dict})


def _holds_poison(value: Any) -> bool:
    """Return whether a part of a value is POISON, so that nothing more is reported."""
    if isinstance(value, list):
        return any(item is POISON for item in value)
    return isinstance(value, dict) and any(item is POISON for item in value.values())


def _count(length: int) -> str:
    if length == 1:
        return "a length of 1"
    return f"a length of {length}"


def _hashable(key: Any) -> Any:
    try:
        hash(key)
    except TypeError:
        raise RefusedError("the contract converts a key to a list or mapping") from None
    return key
