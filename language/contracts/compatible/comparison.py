"""What is said about two contracts: the records that comparing them gives."""

from __future__ import annotations

import enum
from collections.abc import Callable

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.language.contracts import tree
from muranopl.language.contracts.describe import pieces
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


class Conflict(msgspec.Struct, frozen=True):
    """Where two contracts part: `path` inside them, `values` that are given and refused, in words."""

    effect: ConflictEffect
    values: str
    given: tree.Contract
    taken: tree.Contract
    path: str = ""

    def inside(self, path: str, effect: ConflictEffect) -> Conflict:
        """The same as a conflict of the whole of which this is a part; what passes as a part passes there too."""
        passes = self.effect is ConflictEffect.UNLISTED
        return msgspec.structs.replace(self, path=path + self.path, effect=self.effect if passes else effect)

    def of_a_part(self, path: str) -> Conflict:
        """The same for a part that is always there; a null in it still leaves the whole a value that passes."""
        never = self.effect is ConflictEffect.NEVER
        return self.inside(path, ConflictEffect.NEVER if never else ConflictEffect.SOMETIMES)


def shortened(contract: tree.Contract, limit: int = 60) -> str:
    """The contract as messages show it: on one line, cut where it is long; parts that are not written are made up."""
    if isinstance(contract, tree.Chain) and not isinstance(contract.node, Yaql):
        return "$"
    if isinstance(contract, tree.Constant) and contract.value is not None:
        return repr(contract.value)
    text = ""
    for piece in pieces(contract):
        text = f"{text}{piece}"
        if len(text) > limit and len(" ".join(text.split())) > limit:
            break
    text = " ".join(text.split())
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
