"""What is said about two contracts: the records that comparing them gives."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import NamedTuple

from muranopl.ard.nodes import Yaql
from muranopl.language.contracts import tree
from muranopl.language.contracts.describe import describe
from muranopl.language.contracts.kinds import ANY, Kinds
from muranopl.language.contracts.type_names import TypeName


class Subtyping(enum.Enum):
    """How one class stands to another one."""

    SUBTYPE = "subtype"
    NOT_SUBTYPE = "no subtype"
    """An ancestor of it, or unrelated for all that is known: not every object of the first is one of the second."""
    UNRELATED = "unrelated"
    """Neither is an ancestor of the other."""
    UNKNOWN = "unknown"


ClassRelation = Callable[[TypeName, TypeName], Subtyping]
"""(a class as it is written, another one) → how the first stands to the second."""


class ConflictEffect(enum.IntEnum):
    """What a conflict leads to, the worst last. No conflict at all is: within it, or nothing is known."""

    UNLISTED = 0
    """A value that is no list stays one value, where the other contract makes a list of it."""
    SOMETIMES = 1
    """Some values that one contract gives are refused by the other."""
    ONLY_NULL = 2
    """Every value but null is refused."""
    NEVER = 3
    """Every value is refused."""


class Conflict(NamedTuple):
    """Where two contracts part: `path` inside them, `values` that are given and refused, in words."""

    effect: ConflictEffect
    path: str
    values: str
    given: tree.Contract
    taken: tree.Contract

    def inside(self, path: str, effect: ConflictEffect) -> Conflict:
        """The same as a conflict of the whole of which this is a part; what passes as a part passes there too."""
        passes = self.effect is ConflictEffect.UNLISTED
        return self._replace(path=path + self.path, effect=self.effect if passes else effect)

    def of_a_part(self, path: str) -> Conflict:
        """The same for a part that is always there; a null in it still leaves the whole a value that passes."""
        return self.inside(
            path, ConflictEffect.NEVER if self.effect is ConflictEffect.NEVER else ConflictEffect.SOMETIMES
        )


class Comparison(NamedTuple):
    """How contracts are compared.

    `worst` compares parts, `converting` says that what takes also converts, `within` are the kinds that can occur.
    """

    relation: ClassRelation
    converting: bool
    worst: Callable[[tree.Contract, tree.Contract, Comparison], Conflict | None]
    within: Kinds = ANY

    def is_outside(self, given: TypeName, taken: TypeName) -> bool:
        """Whether objects of one class count as refused where another one is taken.

        An argument that asks for a subclass is common, in the engine's own library too: its callers know.
        """
        related = self.relation(given, taken)
        return related is Subtyping.UNRELATED or (related is Subtyping.NOT_SUBTYPE and not self.converting)


def shortened(contract: tree.Contract, limit: int = 60) -> str:
    """The contract as messages show it: on one line, cut where it is long; parts that are not written are made up."""
    if isinstance(contract, tree.Chain) and not isinstance(contract.node, Yaql):
        return "$"
    if isinstance(contract, tree.Constant) and contract.value is not None:
        return repr(contract.value)
    text = " ".join(describe(contract).split())
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
