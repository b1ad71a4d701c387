"""Calls methods of objects and classes, written in MuranoPL or native.

`methods` prepares a method for calls; `running/calling.py` calls one from outside.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from muranopl.execution.exceptions import engine_error
from muranopl.execution.machine import Activation, Left, Machine, This
from muranopl.execution.methods import Method, Passed
from muranopl.execution.native_arguments import native_arguments
from muranopl.execution.native_registry import NativeMethod
from muranopl.inherit.complete import Member
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.conversion import charge, freeze, thaw
from muranopl.semantics.evaluation.errors import ExhaustedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

_CHARACTERS_PER_STEP = 256
"""Characters of text arguments that count as one step of a native method."""


Replacement = Callable[[This, Method, Passed], Any]
"""Replaces a method; called with the receiver, the method, and what the caller passes."""
_UNLOCKED = contextlib.nullcontext()


class MethodCalls:
    """Calls methods on a machine.

    `replacements` are those of methods, by their members; `activation_class` is replaced by a
    recorder of coverage.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.activation_class = Activation
        self.replacements: dict[Member[MethodDeclaration], Replacement] = {}
        self._methods: dict[Member[MethodDeclaration], Method] = {}

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
        method = self._methods.get(member)
        if method is None:
            type_ = receiver if isinstance(receiver, MuranoType) else receiver.type
            method = self._methods[member] = Method(member, type_.ancestor(member.declaring))
        if isinstance(receiver, MuranoObject) and receiver.destroyed:
            raise engine_error("ObjectDestroyedError", f"Object {receiver} is already destroyed")
        machine = self.machine
        # Contracts and defaults of arguments are those of the object, also if the method is static
        passed = Passed(machine, receiver, args, kwargs, owner)
        if member.declaration.usage is MethodUsage.STATIC:
            receiver = method.type
        replacement = self.replacements.get(member)
        if replacement is not None:
            return replacement(receiver, method, passed)
        native = machine.simulations.registry.method(method.type.name, method.name)
        is_core = method.type.id.package.name == CORE_LIBRARY
        if native is not None and native.renamed:
            passed = passed._replace(kwargs=native.spelt(kwargs))
        # Wrong arguments of the engine's own natives are no violations of contracts there, and
        # extension plugins convert nothing either (reference: extensions)
        is_raw = is_core if native is not None else method.is_elsewhere and not is_core
        data = native_arguments(method, passed) if is_raw else method.bound(passed)
        if native is None and method.is_elsewhere:
            return self._stand_in(method, receiver, data)
        if native is None and method.run is None:
            return None
        # The lock is not computed without branches, when no other caller can be in the method
        has_branches = machine.schedule.has_branches
        with (
            machine.entered(method.type, method.name, receiver, data) if has_branches else _UNLOCKED
        ):
            if native is not None:
                return self._call_native(native, method, receiver, data)
            return self.run(method, receiver, data, may_write=may_write)

    def run(
        self, method: Method, this: This, data: dict[str, Any], *, may_write: bool = False
    ) -> Any:
        """Run the body of a method; `data` are its variables as yaql values."""
        assert method.run is not None  # noqa: S101 - only such are run
        machine = self.machine
        activations = machine.activations
        depth = len(activations)
        if depth >= machine.budget.limits.depth:
            raise ExhaustedError(f"method calls are nested deeper than {depth:,} levels")
        frame = machine.frame(method.type, this)
        frame._data.update(data)
        may_write = may_write or (depth > 0 and activations[-1].may_write)
        activation = self.activation_class(
            machine, method.type, method.name, this, frame, method.node, may_write=may_write
        )
        activations.append(activation)
        try:
            left = method.run(activation)
            if left is not None and left is not Left.RETURN:
                raise engine_error(
                    "DslInvalidOperationError", f"{left.value} cannot be used on method level"
                )
            return activation.result if left is Left.RETURN else None
        except Exception as error:
            noted = machine.noted(error)
            if noted is error:
                raise
            raise noted from None
        finally:
            del activations[depth:]

    def _call_native(
        self, native: NativeMethod, method: Method, receiver: This, data: dict[str, Any]
    ) -> Any:
        """Call the simulation of a method; `data` are its arguments as yaql values."""
        machine = self.machine
        budget = machine.budget.expressions
        args, kwargs = _python_arguments(method, data, budget)
        texts = [item for item in (*args, *kwargs.values()) if type(item) is str]
        # Natives search and parse texts, which costs time in proportion to their length
        budget.spend(1 + sum(len(text) // _CHARACTERS_PER_STEP for text in texts))
        if native.takes_call:
            args.insert(0, machine.simulations.call(receiver))
        if not native.static:
            args.insert(0, machine.simulations.instance(receiver, method.type.name))
        value = native.function(*args, **kwargs)
        if native.waits:
            machine.schedule.sleep()
        machine.budget.look_at_time()
        return charge(freeze(value), budget)

    def _stand_in(self, method: Method, receiver: This, data: dict[str, Any]) -> Any:
        """Return the result of a native method that is not simulated."""
        budget = self.machine.budget.expressions
        arguments = {
            argument.name: thaw(data[argument.key], budget) for argument in method.arguments
        }
        simulations = self.machine.simulations
        call = simulations.call(receiver)
        value = simulations.registry.stand_in(call, method.type, method.name, arguments)
        return charge(freeze(value), budget)


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
