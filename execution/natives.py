"""Simulations of native classes, which the engine implements in Python: protocol and registry.

A simulation is a Python class. `simulates` names the MuranoPL class that it stands for; an object
of that class, or of a descendant, gets one instance, created before any `.init` runs, with the
arguments of `new` for the parameters of `__init__`. Methods marked with `native` are called in
place of those of the MuranoPL class:

    @simulates("io.murano.system.Logger")
    class Logger:
        def __init__(self, call: NativeCall, loggerName: str | None) -> None: ...

        @native("info")
        def info(self, message: str, /, *args: Any, **kwargs: Any) -> None: ...

        @staticmethod
        @native("trace")
        def trace(call: NativeCall) -> None: ...

A parameter of `__init__` with a default other than null takes values of its type, and null.

Arguments and results are plain data: None, bool, int, float, str, bytes, dates, list, dict, with
`MuranoObject` (an object) and `MuranoType` (a reference to a class) at any depth. The contracts of
the declared arguments are already applied. Named arguments have their names in MuranoPL; in methods
with variable arguments, all declared ones are positional. `call`, which methods may leave out, has
the receiver, the caller and the session.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from muranopl.diagnostics.quirks import Quirk
from muranopl.execution.exceptions import StackFrame
from muranopl.execution.members import Attributes
from muranopl.execution.schedule import Schedule
from muranopl.execution.subscriptions import Subscriptions
from muranopl.semantics.evaluation.errors import NotEvaluatedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

T = TypeVar("T", bound=type)
F = TypeVar("F", bound=Callable[..., Any])

ENTRY_POINTS = "muranopl.simulations"
"""Entry points of this group are simulations of classes of users."""


class LogEntry(NamedTuple):
    """One line of the log: its level, the name of the logger, its text."""

    level: str
    logger: str
    text: str


class SessionServices(Protocol):
    """The services of an execution for simulations.

    `log` and `events` are written by simulations. `random` returns the same numbers in every
    execution. `root` is the root object of the model, `subscriptions` are those to the destruction of
    objects.
    """

    attributes: Attributes
    events: list[Any]
    log: list[LogEntry]
    random: Random
    root: MuranoObject | None
    schedule: Schedule
    subscriptions: Subscriptions

    @property
    def caller(self) -> MuranoType | None:
        """The class that declares the running method."""

    @property
    def cloud(self) -> Any:
        """The data that the user passed for the answers of simulations."""

    @property
    def quirks(self) -> frozenset[Quirk]:
        """The quirks that are followed."""

    def stack(self) -> tuple[StackFrame, ...]:
        """Return the stack of running methods."""

    def type(self, name: str, version: str | None = None, package: str | None = None) -> MuranoType:
        """Return a class by its full name; raise MuranoError."""

    def type_named(self, written: str, scope: MuranoType) -> MuranoType:
        """Return the class that a name in the file of a class refers to; raise MuranoError."""

    def new(
        self,
        type_: MuranoType | str,
        owner: MuranoObject | None = None,
        name: str | None = None,
        properties: Mapping[str, Any] | None = None,
    ) -> MuranoObject:
        """Create an object like `new()`; raise MuranoError."""

    def load(self, model: Mapping[str, Any], *, unedited: bool = False) -> MuranoObject | None:
        """Load `{Objects, ObjectsCopy, Attributes}` and return the root object.

        Values that users may not change count if the model is `unedited`. Raise MuranoError.
        """

    def find(self, object_id: str) -> MuranoObject | None:
        """Return the object with an id, or None."""

    def option(self, group: str | None, name: str) -> Any:
        """Return an option of the operator; raise NotEvaluatedError if there is no cloud."""

    def note(self, level: str, logger: str, text: str) -> LogEntry | None:
        """Log a text; return the entry added to the log, None if the log is full."""

    def collect(self) -> None:
        """Destroy unreachable objects."""

    def is_doomed(self, object_: MuranoObject) -> bool:
        """Return whether an object is destroyed, or being destroyed."""

    def invoke(
        self,
        target: MuranoObject | MuranoType,
        method: str,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Call a method with plain values, and return a plain value.

        Raise MuranoError, also for exceptions of the method.
        """

    def simulation(self, object_: MuranoObject, class_name: str) -> Any:
        """Return the simulation of an object as one of its classes, or None."""


class NativeCall(NamedTuple):
    """One call of a native method: the session, the receiver, the class of the caller."""

    session: SessionServices
    this: MuranoObject | MuranoType
    caller: MuranoType | None


class NativeMethod(NamedTuple):
    """A method of a simulation: its name in MuranoPL, the Python function, whether that is static.

    `takes_call` is true if it declares the parameter `call`, which comes first, `waits` if the engine
    waits in it. `renamed` maps
    alternative names of arguments to the declared ones.
    """

    name: str
    function: Callable[..., Any]
    static: bool
    takes_call: bool
    waits: bool
    renamed: Mapping[str, str] = {}

    def spelt(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return named arguments by their declared names."""
        if not self.renamed:
            return arguments
        return {self.renamed.get(name, name): value for name, value in arguments.items()}


def native(
    *names: str, waits: bool = False, renamed: Mapping[str, str] | None = None
) -> Callable[[F], F]:
    """Mark a method of a simulation with its names in MuranoPL.

    With `waits` the engine waits in it, as for a cloud, so that other branches go on meanwhile.
    `renamed` maps alternative names of arguments to the declared ones.
    """

    def mark(function: F) -> F:
        function.native_names = names  # type: ignore[attr-defined]
        function.native_waits = waits  # type: ignore[attr-defined]
        function.native_renamed = renamed or {}  # type: ignore[attr-defined]
        return function

    return mark


def simulates(class_name: str, *, uses_cloud: bool = False) -> Callable[[T], T]:
    """Mark a simulation with the full name of the class that it stands for.

    `uses_cloud` is true if that class asks a cloud in the engine, whose answers are simulated.
    """

    def mark(simulation: T) -> T:
        simulation.simulated_class = class_name  # type: ignore[attr-defined]
        simulation.uses_cloud = uses_cloud  # type: ignore[attr-defined]
        return simulation

    return mark


class Registry:
    """Simulations by the full names of their classes."""

    def __init__(self, simulations: Iterable[type] = ()) -> None:
        self._classes: dict[str, type] = {}
        self._methods: dict[str, dict[str, NativeMethod]] = {}
        for simulation in simulations:
            self.add(simulation)

    def add(self, simulation: type) -> None:
        """Register a simulation, replacing one of the same class."""
        name: str = simulation.simulated_class  # type: ignore[attr-defined]
        self._classes[name] = simulation
        methods = self._methods[name] = {}
        # Methods of a subclass come later, and replace those of its bases
        for base in reversed(simulation.__mro__):
            for member in vars(base).values():
                function = getattr(member, "__func__", member)
                for written in getattr(function, "native_names", ()):
                    methods[written] = NativeMethod(
                        written,
                        function,
                        isinstance(member, staticmethod),
                        "call" in inspect.signature(function).parameters,
                        function.native_waits,
                        function.native_renamed,
                    )

    def stand_in(
        self,
        call: NativeCall,  # noqa: ARG002 - simulations use both
        type_: MuranoType,
        name: str,
        arguments: dict[str, Any],  # noqa: ARG002
    ) -> Any:
        """Return the result of a native method that is not simulated.

        Raise MuranoError, or NotEvaluatedError if there can be none.
        """
        raise NotEvaluatedError(f'method "{name}" of class {type_.name}, which is not simulated')

    def simulation(self, class_name: str) -> type | None:
        """Return the simulation of a class, or None."""
        return self._classes.get(class_name)

    def method(self, class_name: str, name: str) -> NativeMethod | None:
        """Return the native method of a class, without those of its ancestors."""
        return self._methods.get(class_name, _NONE).get(name)


_NONE: Mapping[str, NativeMethod] = {}
