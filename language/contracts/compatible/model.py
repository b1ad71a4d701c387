"""What is said about two contracts: the records that comparing them gives."""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import NamedTuple

from muranopl.ard.nodes import Yaql
from muranopl.language.contracts import tree
from muranopl.language.contracts.describe import describe
from muranopl.language.contracts.kinds import ANY, Kinds


class Kinship(enum.Enum):
    """How one class stands to another one."""

    SAME_OR_BELOW = "same or below"
    NOT_BELOW = "not below"
    """An ancestor of it, or unrelated for all that is known: not every object of the first is one of the second."""
    UNRELATED = "unrelated"
    """Neither is an ancestor of the other."""
    UNKNOWN = "unknown"


Kin = Callable[[tree.TypeName, tree.TypeName], Kinship]
"""(a class as it is written, another one) → how the first stands to the second."""


class Outcome(enum.IntEnum):
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

    outcome: Outcome
    path: str
    values: str
    given: tree.Contract
    taken: tree.Contract

    def inside(self, path: str, outcome: Outcome) -> Conflict:
        """The same as a conflict of the whole of which this is a part; what passes as a part passes there too."""
        passes = self.outcome is Outcome.UNLISTED
        return self._replace(path=path + self.path, outcome=self.outcome if passes else outcome)

    def of_a_part(self, path: str) -> Conflict:
        """The same for a part that is always there; a null in it still leaves the whole a value that passes."""
        return self.inside(path, Outcome.NEVER if self.outcome is Outcome.NEVER else Outcome.SOMETIMES)


class Way(NamedTuple):
    """How contracts are compared.

    `worst` compares parts, `converting` says that what takes also converts, `within` are the kinds that can occur.
    """

    kin: Kin
    converting: bool
    worst: Callable[[tree.Contract, tree.Contract, Way], Conflict | None]
    within: Kinds = ANY


def shortened(contract: tree.Contract, limit: int = 60) -> str:
    """The contract as messages show it: on one line, cut where it is long; parts that are not written are made up."""
    if isinstance(contract, tree.Anything) and not isinstance(contract.node, Yaql):
        return "$"
    if isinstance(contract, tree.Constant) and contract.value is not None:
        return repr(contract.value)
    text = " ".join(describe(contract).split())
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
