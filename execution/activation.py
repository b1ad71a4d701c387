"""A running method: its variables, its current instruction, the ways to leave it, and its branches.

The instructions of `Parallel` run in branches, which take turns. Each branch has its own variables
of loops and Catch; assigned variables are shared. Unless an error ends the execution, all branches
finish; then the first one in order that did not end normally, but by an exception, Return, Break or
Continue, decides (reference: running, Concurrency).
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, Protocol, TypeVar

from muranopl.ard.nodes import Node, Yaql
from muranopl.diagnostics.quirks import Quirk
from muranopl.execution.budget import ExecutionBudget
from muranopl.execution.exceptions import FATAL, MuranoError, StackFrame, thrown
from muranopl.execution.refusals import Subject
from muranopl.language.contracts.tree import Contract
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

T = TypeVar("T")

BLOCK = "block construct"
"""The text of instructions that are not expressions, in traces."""


class Left(enum.Enum):
    """The ways to leave a block before its end."""

    RETURN = "Return"
    BREAK = "Break"
    CONTINUE = "Continue"


class ContractServices(Protocol):
    """Applies contracts; `quirks` are followed."""

    quirks: frozenset[Quirk]

    def apply(  # noqa: PLR0917 - all of them are always given
        self,
        contract: Contract,
        value: Any,
        this: MuranoObject | MuranoType,
        scope: MuranoType,
        subject: Subject,
        owner: MuranoObject | None,
    ) -> Any:
        """Return the value that a contract in the file of `scope` gives for a value.

        Raise MuranoError.
        """

    def plain_object(self, class_name: str) -> MuranoObject:
        """Return a new object of a class of the core library, without values of properties."""


class WriterServices(Protocol):
    """Writes properties."""

    def write(self, activation: Activation, object_: MuranoObject, name: str, value: Any) -> None:
        """Set a property of an object with the access rights of the running method's class."""

    def set(self, object_: MuranoObject, name: str, value: Any) -> None:
        """Set a declared property of an object without a check of access rights."""

    def write_static(self, type_: MuranoType, name: str, value: Any) -> None:
        """Set a static property."""


class MachineServices(Protocol):
    """The services of the machine that instructions and contracts need."""

    activations: list[Activation]
    budget: ExecutionBudget
    contracts: ContractServices
    writer: WriterServices

    @property
    def depth(self) -> int:
        """The number of running methods."""

    def unwind(self, depth: int) -> None:
        """Remove all activations beyond `depth`."""

    def stack(self) -> tuple[StackFrame, ...]:
        """Return the stack of running methods."""

    def evaluated(self, node: Node, type_: MuranoType, this: MuranoObject | MuranoType) -> Any:
        """Return the yaql value of a node in the file of a class, for `this`."""

    def in_branches(
        self, function: Callable[[Activation, T], Any], items: Iterable[T], limit: int
    ) -> list[Any]:
        """Return the results of a function for some items, each run in a branch of its own.

        It gets a copy of the running activation. At most `limit` branches run at a time, if it is
        not 0.
        """

    def exception_object(self, error: MuranoError, name: str | None) -> MuranoObject:
        """Return the object that Catch assigns to its variable."""

    def exception_of(self, value: Any) -> MuranoError:
        """Return the exception that an object of io.murano.Exception represents.

        Raise MuranoError for other objects.
        """


class Activation:
    """One run of the method `name`, which `type` declares, on `this`.

    `node` is the current instruction. `result` is the value of Return; `caught` the exception being
    handled. With `may_write`, in constructors and the methods they call, all properties are
    writable.
    """

    __slots__ = (
        "caught",
        "frame",
        "machine",
        "may_write",
        "name",
        "node",
        "result",
        "this",
        "type",
    )

    def __init__(  # noqa: PLR0917 - all of them are always given
        self,
        machine: MachineServices,
        type_: MuranoType,
        name: str,
        this: MuranoObject | MuranoType,
        frame: VariableFrame,
        node: Node,
        *,
        may_write: bool,
    ) -> None:
        self.machine = machine
        self.type = type_
        self.name = name
        self.this = this
        self.frame = frame
        self.node = node
        self.result: Any = None
        self.caught: MuranoError | None = None
        self.may_write = may_write

    @property
    def stack_frame(self) -> StackFrame:
        """The frame for traces."""
        node = self.node
        if isinstance(node, Yaql):
            return StackFrame(node.place, self.name, self.type.name, node.text)
        return StackFrame(node.head.place, self.name, self.type.name, BLOCK)


Step = Callable[[Activation], Left | None]


def run_all(activation: Activation, steps: Sequence[Step], limit: Any) -> Left | None:
    """Run instructions in branches, at most `limit` at a time; 0 and null are no limit."""
    machine = activation.machine
    outcomes: list[_Ended | Exception | None]
    outcomes = machine.in_branches(_outcome, steps, _limit(limit))
    for outcome in outcomes:
        if isinstance(outcome, Exception):
            raise outcome
        if outcome is not None:
            activation.result = outcome.result
            return outcome.left
    return None


class _Ended(NamedTuple):
    """An instruction that was left before its end, and the value of its Return."""

    left: Left
    result: Any


def _outcome(activation: Activation, step: Step) -> _Ended | Exception | None:
    """Run an instruction in its branch; return how the method is left, or the exception."""
    machine = activation.machine
    depth = machine.depth
    # Loop variables of one instruction are not visible to the others.
    activation.frame = activation.frame.create_child_context()
    try:
        left = step(activation)
    except FATAL:
        raise
    except Exception as error:
        machine.unwind(depth)
        return thrown(error, machine.stack())
    return None if left is None else _Ended(left, activation.result)


def _limit(written: Any) -> int:
    try:
        limit = int(written or 0)
    except OverflowError:
        raise MuranoError("OverflowError", "the Limit of Parallel is infinite") from None
    except (TypeError, ValueError):
        raise MuranoError("TypeError", "the Limit of Parallel is not a number") from None
    if limit < 0:
        raise MuranoError("ValueError", "the Limit of Parallel is negative")
    return limit
