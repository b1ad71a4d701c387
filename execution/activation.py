"""A method that is running: its variables, where it is, and how it is left."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from muranopl.ard.nodes import Node, Yaql
from muranopl.execution.budget import ExecutionBudget
from muranopl.execution.exceptions import MuranoError, StackFrame
from muranopl.execution.refusals import Subject
from muranopl.inherit.complete import Member
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

BLOCK = "block construct"
"""What traces call an instruction that is no expression."""


class Left(enum.Enum):
    """How a block is left before its end."""

    RETURN = "Return"
    BREAK = "Break"
    CONTINUE = "Continue"


class ContractServices(Protocol):
    """What applies contracts."""

    def apply(  # noqa: PLR0917 - all of them are always given
        self,
        contract: Contract,
        value: Any,
        this: MuranoObject | MuranoType,
        scope: MuranoType,
        subject: Subject,
        owner: MuranoObject | None,
    ) -> Any:
        """Return what a contract in the file of `scope` makes of a value. Raise MuranoError."""

    def plain_object(self, class_name: str) -> MuranoObject:
        """Return a new object of a class of the core library, whose properties are still to be set."""


class WriterServices(Protocol):
    """What writes properties."""

    def write(self, activation: Activation, object_: MuranoObject, name: str, value: Any) -> None:
        """Give a property of an object a value, as the class sees it whose method is running."""

    def set(self, object_: MuranoObject, name: str, value: Any) -> None:
        """Give a declared property of an object a value, whoever asks for it."""

    def write_static(self, type_: MuranoType, name: str, value: Any) -> None:
        """Give a static property its value."""


class MachineServices(Protocol):
    """What instructions and contracts need of the machine that runs methods."""

    activations: list[Activation]
    budget: ExecutionBudget
    contracts: ContractServices
    writer: WriterServices

    @property
    def depth(self) -> int:
        """Return how many methods are running."""

    def unwind(self, depth: int) -> None:
        """Leave all activations further inside."""

    def stack(self) -> tuple[StackFrame, ...]:
        """Return where all running methods are."""

    def noted(self, error: Exception) -> Exception:
        """Return the exception of MuranoPL for an error, with the stack; errors that end the execution get one too."""

    def evaluated(self, node: Node, type_: MuranoType, this: MuranoObject | MuranoType) -> Any:
        """Return the value of a node in the file of a class, for `this`, as yaql has it."""

    def call(
        self,
        receiver: MuranoObject | MuranoType,
        member: Member[MethodDeclaration],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        *,
        owner: MuranoObject | None = None,
        may_write: bool = False,
    ) -> Any:
        """Call a method with values as yaql has them; inline definitions among them belong to `owner`."""

    def construct(self, object_: MuranoObject, type_: MuranoType, given: Mapping[str, Any]) -> bool:
        """Make what simulates an object as one of its classes; return whether something does."""

    def exception_object(self, error: MuranoError, name: str | None) -> MuranoObject:
        """Return what Catch binds to its variable."""

    def exception_of(self, value: Any) -> MuranoError:
        """Return the exception that an object of io.murano.Exception is for; raise where it is none."""


class Activation:
    """One run of a method that `type` declares, called `name`, on `this`.

    `node` is the instruction that is run. `result` is what Return gave; `caught` the exception that is being handled.
    Where it `may_write`, as in constructors and what they call, all properties can be written.
    """

    __slots__ = ("caught", "frame", "machine", "may_write", "name", "node", "result", "this", "type")

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
        """Return where it is, for traces."""
        node = self.node
        if isinstance(node, Yaql):
            return StackFrame(node.place, self.name, self.type.name, node.text)
        return StackFrame(node.head.place, self.name, self.type.name, BLOCK)
