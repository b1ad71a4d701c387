"""A running method: its variables, its current instruction, and the ways to leave it."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable
from typing import Any, Protocol, TypeVar

from muranopl.ard.nodes import Node, Yaql
from muranopl.diagnostics.quirks import Quirk
from muranopl.execution.budget import ExecutionBudget
from muranopl.execution.exceptions import MuranoError, StackFrame
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
