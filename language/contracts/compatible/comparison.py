"""Describes conflicts of two contracts; finds predicates that no value fulfils together.

`conflict` walks the trees.
"""

from __future__ import annotations

import enum
from collections.abc import Callable

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Expression
from muranopl.language.contracts import kinds, tree
from muranopl.language.contracts.predicates.ranges import (
    remaining_choices,
    simple_constant,
    value_range,
)
from muranopl.language.contracts.type_names import TypeName


class Subtyping(enum.Enum):
    """The relation of one class to another."""

    SUBTYPE = "subtype"
    NOT_SUBTYPE = "no subtype"
    """An ancestor of it, or unrelated for all that is known: not every object of the first is one of the second."""
    UNRELATED = "unrelated"
    """Neither is an ancestor of the other."""
    UNKNOWN = "unknown"


ClassRelation = Callable[[TypeName, TypeName], Subtyping]
"""Return how the first class, as it is written, relates to the second."""


class ConflictEffect(enum.IntEnum):
    """The effect of a conflict, from harmless to worst.

    A comparison without a conflict, or with an unknown result, has no effect.
    """

    UNLISTED = 0
    """A value that is not a list stays one value, where the other contract makes a list of it."""
    SOMETIMES = 1
    """One contract refuses some values that the other returns."""
    ONLY_NULL = 2
    """Every value but null is refused."""
    NEVER = 3
    """Every value is refused."""


class Conflict(msgspec.Struct, frozen=True):
    """A difference between two contracts at `path` inside them.

    `values` describes those that are refused.
    """

    effect: ConflictEffect
    values: str
    given: tree.Contract
    taken: tree.Contract
    path: str = ""

    def inside(self, path: str, effect: ConflictEffect) -> Conflict:
        """Return the conflict as one of the containing contract, with `effect` unless UNLISTED."""
        passes = self.effect is ConflictEffect.UNLISTED
        return msgspec.structs.replace(
            self, path=path + self.path, effect=self.effect if passes else effect
        )

    def of_a_part(self, path: str) -> Conflict:
        """Return the conflict as one of the whole, for a part that is always present.

        A null in the part still leaves the whole a value that passes, so only NEVER stays NEVER.
        """
        never = self.effect is ConflictEffect.NEVER
        return self.inside(path, ConflictEffect.NEVER if never else ConflictEffect.SOMETIMES)


def contradict(first: tree.Chain, second: tree.Chain) -> bool:
    """Return whether certainly no value but null fulfils the predicates of both contracts.

    Examples are `$ > 10` and `$ < 5`, `$ in list(a)` and `$ = b`. Return False for a contract that
    takes no value by itself, which is reported.
    """
    # Predicates of different types see different values
    if first.function is not second.function:
        return False
    ours, theirs = first.conditions, second.conditions
    if not ours or not theirs:
        return False
    is_integer = first.function is not None and first.function.inferred == kinds.INT
    return _is_impossible([*ours, *theirs], is_integer=is_integer) and not any(
        _is_impossible(parts, is_integer=is_integer) for parts in (ours, theirs)
    )


def _is_impossible(parts: list[Expression], *, is_integer: bool) -> bool:
    """Return whether no value but null fulfils all of some conditions."""
    remaining = remaining_choices(parts, simple_constant)
    if remaining is not None:
        return not remaining
    return any(
        value_range(parts, simple_constant, of_length=of_length).is_empty_of(
            integers=is_integer or of_length
        )
        for of_length in (False, True)
    )


def shortened(contract: tree.Contract, limit: int = 60) -> str:
    """Return the contract as messages show it: on one line, cut after `limit` characters."""
    if isinstance(contract, tree.Chain) and not isinstance(contract.node, Yaql):
        return "$"
    if isinstance(contract, tree.Constant) and contract.value is not None:
        return repr(contract.value)
    text = ""
    from muranopl.language.contracts.describe import pieces

    for piece in pieces(contract):
        text = f"{text}{piece}"
        if len(text) > limit and len(" ".join(text.split())) > limit:
            break
    text = " ".join(text.split())
    if len(text) <= limit:
        return text
    return f"{text[: limit - 1]}…"
