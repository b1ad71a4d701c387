"""The machine that runs methods: nested activations, and calls."""

from __future__ import annotations

import contextlib
import copy
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from muranopl.ard.nodes import Node
from muranopl.diagnostics import machine_limits
from muranopl.execution import exceptions
from muranopl.execution.activation import Activation, ContractServices, Left, WriterServices
from muranopl.execution.budget import ExecutionBudget
from muranopl.execution.exceptions import NativeFrame
from muranopl.execution.methods import ALWAYS, Method, Synchronized, This
from muranopl.execution.native_arguments import native_arguments
from muranopl.execution.natives import NativeCall, NativeMethod
from muranopl.execution.schedule import Schedule
from muranopl.execution.simulated import Simulations
from muranopl.execution.values import settled, value_of
from muranopl.inherit.complete import Member
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.semantics.evaluation import layers
from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.conversion import charge, freeze, thaw
from muranopl.semantics.evaluation.errors import ExhaustedError
from muranopl.semantics.evaluation.evaluator import Evaluator
from muranopl.semantics.evaluation.frames import Evaluation, VariableFrame, normal
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.tables import Tables

T = TypeVar("T")

_EXCEPTION = "io.murano.Exception"
_STACK_TRACE = "io.murano.StackTrace"

_CHARACTERS_PER_STEP = 256
"""Characters of text arguments that count as one step of a native method."""


Replacement = Callable[[This, Method, Sequence[Any], Mapping[str, Any], MuranoObject | None], Any]
"""Replaces a method; called with receiver, method, arguments and the owner of inline objects."""


class Machine:
    """Runs methods.

    `activations` are the running ones of the current branch, outermost first; `stacks` are those of
    all branches. `activation_class` is their class, which a recorder of coverage replaces.
    `synchronized` returns how a method is locked (`Synchronized`).
    """

    evaluator: Evaluator
    contracts: ContractServices
    writer: WriterServices
    simulations: Simulations

    def __init__(self, budget: ExecutionBudget, schedule: Schedule | None = None) -> None:
        self.budget = budget
        self.activations: list[Activation] = []
        self.activation_class = Activation
        self.replacements: dict[int, Replacement] = {}
        self.stacks = [self.activations]
        self.schedule = schedule or Schedule()
        self.schedule.suspendable.append(self)
        self.synchronized: Callable[[MuranoType, str], Synchronized] = lambda _type, _name: ALWAYS
        # By id of the first item, which is kept so that no other object gets its id.
        self._methods: dict[int, tuple[Any, Method]] = {}
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

    def stack(self) -> tuple[exceptions.StackFrame, ...]:
        """Return the stack of running methods."""
        return tuple([activation.stack_frame for activation in self.activations])

    # Branches

    def suspended(self) -> Callable[[], None]:
        """See `Suspendable`."""
        activations = self.activations

        def resume() -> None:
            self.activations = activations

        return resume

    def in_branches(
        self, function: Callable[[Activation, T], Any], items: Iterable[T], limit: int
    ) -> list[Any]:
        """See `MachineServices`."""
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
        target = None
        if synchronized.on_this:
            target = this.id
        return type_.id, name, target, written

    @contextlib.contextmanager
    def _entered(self, method: Method, this: This, data: Mapping[str, Any]) -> Iterator[None]:
        """Be in a method, once no other branch is."""
        lock = self._lock_key(method.type, method.name, this, data)
        is_entered = lock is not None and self.schedule.enter(
            lock, f"{method.type.name}::{method.name}"
        )
        try:
            yield
        finally:
            if is_entered:
                self.schedule.leave(lock)

    # Calls

    def call(
        self,
        receiver: This,
        member: Member[MethodDeclaration],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
        *,
        owner: MuranoObject | None = None,
        may_write: bool = False,
    ) -> Any:
        """Call a method with yaql values; `owner` owns the inline objects among them."""
        cached = self._methods.get(id(member))
        if cached is None:
            type_ = receiver if isinstance(receiver, MuranoType) else receiver.type
            cached = self._methods[id(member)] = (
                member,
                Method(member, type_.ancestor(member.declaring)),
            )
        method = cached[1]
        if isinstance(receiver, MuranoObject) and receiver.destroyed:
            raise exceptions.engine_error(
                "ObjectDestroyedError", f"Object {receiver} is already destroyed"
            )
        # Contracts and defaults of arguments are those of the object, also if the method is static
        this = receiver
        if member.declaration.usage is MethodUsage.STATIC:
            receiver = method.type
        if self.replacements and id(member) in self.replacements:
            return self.replacements[id(member)](receiver, method, args, kwargs, owner)
        native = self.simulations.registry.method(method.type.name, method.name)
        is_core = method.type.id.package.name == CORE_LIBRARY
        if native is not None:
            named = native.spelt(kwargs)
            # Wrong arguments of the engine's own natives are no violations of contracts there
            if is_core:
                data = native_arguments(method, self, this, args, named, owner=owner)
            else:
                data = method.bound(self, this, args, named, owner)
            # The lock is not computed without branches, when no other caller can be in the method
            if not self.schedule.has_branches:
                return self._call_native(native, method, receiver, data)
            with self._entered(method, receiver, data):
                return self._call_native(native, method, receiver, data)
        if method.is_elsewhere and not is_core:
            # Extension plugins convert nothing either (reference: extensions)
            data = native_arguments(method, self, this, args, kwargs, owner=owner)
            return self._stand_in(method, receiver, data)
        data = method.bound(self, this, args, kwargs, owner)
        if method.is_elsewhere:
            return self._stand_in(method, receiver, data)
        if method.run is None:
            return None
        if not self.schedule.has_branches:
            return self.run(method, receiver, data, may_write=may_write)
        with self._entered(method, receiver, data):
            return self.run(method, receiver, data, may_write=may_write)

    def run(
        self, method: Method, this: This, data: dict[str, Any], *, may_write: bool = False
    ) -> Any:
        """Run the body of a method; `data` are its variables as yaql values."""
        assert method.run is not None  # noqa: S101 - only such are run
        activations = self.activations
        depth = len(activations)
        if depth >= self.budget.limits.depth:
            raise ExhaustedError(
                f"calls of methods are inside each other deeper than {depth:,} levels"
            )
        frame = self.frame(method.type, this)
        frame._data.update(data)
        may_write = may_write or (depth > 0 and activations[-1].may_write)
        activation = self.activation_class(
            self, method.type, method.name, this, frame, method.node, may_write=may_write
        )
        activations.append(activation)
        try:
            left = method.run(activation)
            if left is not None and left is not Left.RETURN:
                raise exceptions.engine_error(
                    "DslInvalidOperationError", f"{left.value} cannot be used on method level"
                )
            return activation.result if left is Left.RETURN else None
        except Exception as error:
            noted = self.noted(error)
            if noted is error:
                raise
            raise noted from None
        finally:
            del activations[depth:]

    def noted(self, error: Exception) -> Exception:
        """Return the MuranoPL exception for an error; that and fatal errors get the stack."""
        if isinstance(error, RecursionError):
            machine_limits.meet()
            error = ExhaustedError("values or expressions are nested too deeply")
        if isinstance(error, exceptions.FATAL):
            if not hasattr(error, "stack"):
                error.stack = self.stack()  # type: ignore[union-attr]
            return error
        return exceptions.thrown(error, self.stack())

    def _call_native(
        self, native: NativeMethod, method: Method, receiver: This, data: dict[str, Any]
    ) -> Any:
        """Call the simulation of a method; `data` are its arguments as yaql values."""
        budget = self.budget.expressions
        args, kwargs = _python_arguments(method, data, budget)
        texts = [item for item in (*args, *kwargs.values()) if type(item) is str]
        # Natives search and parse texts, which costs time in proportion to their length
        budget.spend(1 + sum(len(text) // _CHARACTERS_PER_STEP for text in texts))
        if native.takes_call:
            args.insert(0, NativeCall(self.simulations.session, receiver, self.caller))
        if not native.static:
            args.insert(0, self.simulations.instance(receiver, method.type.name))
        value = native.function(*args, **kwargs)
        if native.waits:
            self.schedule.sleep()
        self.budget.look_at_time()
        return charge(freeze(value), budget)

    def _stand_in(self, method: Method, receiver: This, data: dict[str, Any]) -> Any:
        """Return the result of a native method that is not simulated."""
        budget = self.budget.expressions
        arguments = {
            argument.name: thaw(data[argument.key], budget) for argument in method.arguments
        }
        call = NativeCall(self.simulations.session, receiver, self.caller)
        registry = self.simulations.registry
        value = registry.stand_in(call, method.type, method.name, arguments)
        return charge(freeze(value), budget)

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

    def evaluated(self, node: Node, type_: MuranoType, this: This) -> Any:
        """Return the yaql value of a node in the file of a class, for `this`."""
        activation = Activation(
            self, type_, "", this, self.frame(type_, this), node, may_write=False
        )
        return settled(value_of(node)(activation), self.budget.expressions)

    # Exceptions as objects

    def construct(self, object_: MuranoObject, type_: MuranoType, given: Mapping[str, Any]) -> bool:
        """Create the simulation of an object as one of its classes; return whether there is one."""
        try:
            return self.simulations.construct(object_, type_, given)
        except Exception as error:
            raise self.noted(error) from None

    def exception_object(self, error: exceptions.MuranoError, name: str | None) -> MuranoObject:
        """Return the object that Catch assigns to its variable."""
        result = self.contracts.plain_object(_EXCEPTION)
        result.set("name", name)
        # Contracts of the class apply, as in the engine: Extra must be a dictionary
        self.writer.set(result, "message", error.message)
        self.writer.set(result, "extra", error.extra or {})
        result.set("stackTrace", self.stack_trace(error.frames))
        result.set("nativeException", error)
        # The engine never sets the cause, so that it cannot be read there
        result.set("cause", None if error.cause is None else self._cause(error.cause))
        return result

    def _cause(self, error: exceptions.MuranoError) -> MuranoObject:
        """Return the object of a cause, created once.

        An exception may be at the end of a long chain.
        """
        cause = error.as_cause
        if cause is None or cause.destroyed:
            cause = error.as_cause = self.exception_object(error, error.names[0])
        return cause

    def stack_trace(self, stack: Sequence[exceptions.StackFrame | NativeFrame]) -> MuranoObject:
        """Return an object with a stack."""
        result = self.contracts.plain_object(_STACK_TRACE)
        self.construct(result, result.type, {})
        shown = self.simulations.instance(result, _STACK_TRACE)
        shown.stack = tuple(stack)
        shown.show(result)
        return result

    def exception_of(self, value: Any) -> exceptions.MuranoError:
        """Return the exception that an object of io.murano.Exception represents.

        Raise MuranoError for other objects.
        """
        if isinstance(value, MuranoObject):
            result = value.properties.get("nativeException")
        else:
            result = None
        if isinstance(result, exceptions.MuranoError):
            return result
        raise exceptions.MuranoError("AttributeError", "the Cause is not an exception")


def _python_arguments(
    method: Method, data: Mapping[str, Any], budget: Budget
) -> tuple[list[Any], dict[str, Any]]:
    """Return the positional and the keyword arguments for the function of a native method."""
    named = {argument.name: thaw(data[argument.key], budget) for argument in method.arguments}
    takes = method.takes
    rest: list[Any] = []
    if takes.var_args is not None:
        rest = named.pop(takes.var_args.name)
    keywords: dict[str, Any] = {}
    if takes.kw_args is not None:
        keywords = named.pop(takes.kw_args.name)
    positional: list[Any] = []
    # Names of variable arguments may clash with those of declared ones
    if takes.var_args is not None or takes.kw_args is not None:
        positional = [named.pop(item.name) for item in takes.single]
    return positional + rest, keywords | named
