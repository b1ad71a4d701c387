"""Holds the state of running methods: activations, in branches, and what their instructions use."""

from __future__ import annotations

import contextlib
import copy
import enum
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from muranopl.ard.nodes import Node, Yaql
from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.quirks import Quirk
from muranopl.execution.budget import ExecutionBudget
from muranopl.execution.exceptions import FATAL, MuranoError, StackFrame, thrown
from muranopl.execution.native_instances import Simulations
from muranopl.execution.refusals import Subject
from muranopl.execution.schedule import Schedule, Synchronized
from muranopl.language.contracts.tree import Contract
from muranopl.semantics.evaluation import layers
from muranopl.semantics.evaluation.errors import ExhaustedError
from muranopl.semantics.evaluation.evaluator import Evaluator
from muranopl.semantics.evaluation.frames import Evaluation, VariableFrame, normal
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.tables import Tables

T = TypeVar("T")
This = MuranoObject | MuranoType

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


@dataclass(slots=True, eq=False)
class Activation:
    """One run of the method `name`, which `type` declares, on `this`.

    `node` is the current instruction. `result` is the value of Return; `caught` the exception being
    handled. With `may_write`, in constructors and the methods they call, all properties are
    writable.
    """

    machine: Machine
    type: MuranoType
    name: str
    this: This
    frame: VariableFrame
    node: Node
    may_write: bool
    result: Any = None
    caught: MuranoError | None = None

    @property
    def stack_frame(self) -> StackFrame:
        """The frame for traces."""
        node = self.node
        if isinstance(node, Yaql):
            return StackFrame(node.place, self.name, self.type.name, node.text)
        return StackFrame(node.head.place, self.name, self.type.name, BLOCK)


class Machine:
    """The running methods of one execution, and what their instructions use.

    Subclasses make the parts that are only declared here. `activations` are the running ones of the
    current branch, outermost first; `stacks` are those of all branches.
    """

    evaluator: Evaluator
    contracts: ContractServices
    writer: WriterServices
    simulations: Simulations
    synchronized: Callable[[MuranoType, str], Synchronized]
    """Returns how a method that a class declares is locked."""

    def __init__(self, budget: ExecutionBudget, schedule: Schedule) -> None:
        self.budget = budget
        self.schedule = schedule
        self.activations: list[Activation] = []
        self.stacks = [self.activations]
        schedule.suspended.append(self._suspended)
        self._tables: dict[int, tuple[MuranoType, Tables, Any, bool]] = {}

    @property
    def depth(self) -> int:
        """The number of running methods."""
        return len(self.activations)

    @property
    def caller(self) -> MuranoType | None:
        """The class that declares the innermost method."""
        return self.activations[-1].type if self.activations else None

    def unwind(self, depth: int) -> None:
        """Remove all activations beyond `depth`."""
        del self.activations[depth:]

    def stack(self) -> tuple[StackFrame, ...]:
        """Return the stack of running methods."""
        return tuple([activation.stack_frame for activation in self.activations])

    # Branches

    def _suspended(self) -> Callable[[], None]:
        activations = self.activations

        def resume() -> None:
            self.activations = activations

        return resume

    def in_branches(
        self, function: Callable[[Activation, T], Any], items: Iterable[T], limit: int
    ) -> list[Any]:
        """Return the results of a function for some items, each run in a branch of its own.

        It gets a copy of the running activation. At most `limit` branches run at a time, if it is
        not 0.
        """
        outer = self.activations

        def run(item: T) -> Any:
            # Branches share the methods around them, but not the instruction that is run
            activation = copy.copy(outer[-1])
            self.activations = [*outer[:-1], activation]
            self.stacks.append(self.activations)
            try:
                return function(activation, item)
            finally:
                self.stacks = [stack for stack in self.stacks if stack is not self.activations]

        held = [self._lock_key(item.type, item.name, item.this, item.frame._data) for item in outer]
        return self.schedule.run_all(run, items, limit, held)

    def _lock_key(
        self, type_: MuranoType, name: str, this: This, data: Mapping[str, Any]
    ) -> Hashable:
        """Return the key of the lock that a call holds; None if the method is not locked."""
        synchronized = self.synchronized(type_, name)
        values = [(name, data.get(normal(name))) for name in synchronized.arguments]
        written = tuple(item for item in values if item[1] is not None)
        if not (synchronized.on_this or written):
            return None
        return type_.id, name, this.id if synchronized.on_this else None, written

    @contextlib.contextmanager
    def entered(
        self, type_: MuranoType, name: str, this: This, data: Mapping[str, Any]
    ) -> Iterator[None]:
        """Be in a method, once no other branch is."""
        lock = self._lock_key(type_, name, this, data)
        is_entered = lock is not None and self.schedule.enter(lock, f"{type_.name}::{name}")
        try:
            yield
        finally:
            if is_entered:
                self.schedule.leave(lock)

    # Errors and simulations

    def noted(self, error: Exception) -> Exception:
        """Return the MuranoPL exception for an error; that and fatal errors get the stack."""
        if isinstance(error, RecursionError):
            machine_limits.meet()
            error = ExhaustedError("values or expressions are nested too deeply")
        if isinstance(error, FATAL):
            if not hasattr(error, "stack"):
                error.stack = self.stack()  # type: ignore[union-attr]
            return error
        return thrown(error, self.stack())

    def construct(self, object_: MuranoObject, type_: MuranoType, given: Mapping[str, Any]) -> bool:
        """Create the simulation of an object as one of its classes; return whether there is one."""
        try:
            return self.simulations.construct(object_, type_, given)
        except Exception as error:
            raise self.noted(error) from None

    # Expressions

    def frame(self, type_: MuranoType, this: This) -> VariableFrame:
        """Return the variables for expressions in the file of a class, for `this`."""
        cached = self._tables.get(id(type_))
        if cached is None:
            lenient = type_.runtime <= layers.LEGACY
            engine = layers.engine(self.budget.expressions.limits, lenient=lenient)
            cached = self._tables[id(type_)] = (
                type_,
                self.evaluator.tables(type_),
                engine,
                lenient,
            )
        _, tables, engine, lenient = cached
        evaluation = Evaluation(
            self.evaluator, type_, this, None, engine, self.budget.expressions, lenient
        )
        frame = VariableFrame(tables[-1], evaluation, tables, type_)
        # `$` is another spelling of `$1`
        frame._data = {"$1": this, "$this": this}
        return frame
