"""Classes that the engine writes in Python, simulated: the protocol of a simulation, and the registry.

A simulation is a Python class. `simulates` names the MuranoPL class that it stands for; an object of that class, or of
a descendant, gets one instance, which is made before any `.init` runs, with what `new` is given for the parameters of
`__init__`. Methods that `native` marks are called in place of those of the MuranoPL class:

    @simulates("io.murano.system.Logger")
    class Logger:
        def __init__(self, call: NativeCall, loggerName: str | None) -> None: ...

        @native("info")
        def info(self, call: NativeCall, message: str, /, *args: Any, **kwargs: Any) -> None: ...

        @staticmethod
        @native("trace")
        def trace(call: NativeCall) -> None: ...

A parameter of `__init__` with a default that is no null takes values of its type, and null.

Values come and go as plain data: None, bool, int, float, str, bytes, dates, list, dict, with `MuranoObject` (an object)
and `MuranoType` (a reference to a class) in any place. Contracts of the declared arguments were applied. Named
arguments have the names they have in MuranoPL; where others are taken, too, all declared ones come by position. `call`
knows the rest: who is called by whom, and the session.
"""

from __future__ import annotations

import importlib.metadata
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from muranopl.execution.attributes import Attributes
from muranopl.execution.clock import Clock
from muranopl.execution.exceptions import MuranoError, StackFrame
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


class SubscriptionServices(Protocol):
    """The subscriptions to the end of objects."""

    def add(self, publisher: MuranoObject, subscriber: MuranoObject, handler: str | None) -> None:
        """Have a subscriber told of the end of a publisher. Raise MuranoError."""

    def remove(self, publisher: MuranoObject, subscriber: MuranoObject, handler: str | None) -> None:
        """Take back what `add` did. Raise MuranoError."""


class GarbageServices(Protocol):
    """What knows of the end of objects."""

    @property
    def subscriptions(self) -> SubscriptionServices:
        """Return the subscriptions of the execution."""

    def is_doomed(self, object_: MuranoObject) -> bool:
        """Return whether an object is destroyed, or about to be."""


class SessionServices(Protocol):
    """What a simulation may ask of the execution.

    `log` and `events` are what simulations record. `random` gives the same numbers in every execution. `root` is the
    root object of the model.
    """

    attributes: Attributes
    clock: Clock
    events: list[Any]
    log: list[LogEntry]
    random: Random
    root: MuranoObject | None

    @property
    def caller(self) -> MuranoType | None:
        """Return the class that declares the method that is running."""

    @property
    def cloud(self) -> Any:
        """Return what the user gave for simulations to answer with."""

    def stack(self) -> tuple[StackFrame, ...]:
        """Return where all running methods are."""

    def type(self, name: str, version: str | None = None, package: str | None = None) -> MuranoType:
        """Return a class by its full name. Raise MuranoError."""

    def type_named(self, written: str, scope: MuranoType) -> MuranoType:
        """Return what a name means in the file of a class. Raise MuranoError."""

    def new(
        self,
        type_: MuranoType | str,
        owner: MuranoObject | None = None,
        name: str | None = None,
        properties: Mapping[str, Any] | None = None,
    ) -> MuranoObject:
        """Make an object, as `new()` does. Raise MuranoError."""

    def load(self, model: Mapping[str, Any]) -> MuranoObject | None:
        """Load `{Objects, ObjectsCopy, Attributes}` and return the root object. Raise MuranoError."""

    def find(self, object_id: str) -> MuranoObject | None:
        """Return the object of an id."""

    def option(self, group: str | None, name: str) -> Any:
        """Return an option of the operator. Raise NotEvaluatedError where there is no cloud."""

    def note(self, level: str, logger: str, text: str) -> LogEntry | None:
        """Log a text; return the line that the log gets for it, if it gets one: it has an end."""

    def collect(self) -> None:
        """Destroy what nothing reaches."""

    @property
    def garbage(self) -> GarbageServices:
        """Return what knows of the end of objects."""

    def invoke(
        self,
        target: MuranoObject | MuranoType,
        method: str,
        args: Sequence[Any] = (),
        kwargs: Mapping[str, Any] | None = None,
    ) -> Any:
        """Call a method with plain values, and return a plain value. Raise MuranoError."""

    def simulation(self, object_: MuranoObject, class_name: str) -> Any:
        """Return what simulates an object as one of its classes; None where nothing does."""


class NativeCall(NamedTuple):
    """One call of a native method: the session, the object or class it is called on, the class whose body calls it."""

    session: SessionServices
    this: MuranoObject | MuranoType
    caller: MuranoType | None

    def call(self, target: MuranoObject | MuranoType, method: str, *args: Any, **kwargs: Any) -> Any:
        """Call a method of MuranoPL with plain values; return a plain value. Exceptions of MuranoPL pass."""
        return self.session.invoke(target, method, args, kwargs)

    def new(
        self, type_: MuranoType | str, owner: MuranoObject | None = None, name: str | None = None, **properties: Any
    ) -> MuranoObject:
        """Make an object, as `new()` does; a name of a class is a full one."""
        return self.session.new(type_, owner, name, properties)

    def simulation(self, object_: MuranoObject, class_name: str) -> Any:
        """Return what simulates an object as an object of a class; None where nothing does."""
        return self.session.simulation(object_, class_name)


def throw(name: str, message: str) -> MuranoError:
    """Return the exception to raise for an error; `name` is that by which Catch knows it, in full."""
    return MuranoError((name,), message)


class NativeMethod(NamedTuple):
    """A method of a simulation: its name in MuranoPL, the Python function, whether that takes no instance.

    `renamed` are other names of arguments, by which callers may give them as well.
    """

    name: str
    function: Callable[..., Any]
    static: bool
    renamed: Mapping[str, str] = {}

    def spelt(self, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return named arguments by the names that are declared."""
        return {self.renamed.get(name, name): value for name, value in arguments.items()} if self.renamed else arguments


def native(*names: str, renamed: Mapping[str, str] | None = None) -> Callable[[F], F]:
    """Mark a method of a simulation by its names in MuranoPL; `renamed` has declared arguments by other names."""

    def mark(function: F) -> F:
        function.native_names = names  # type: ignore[attr-defined]
        function.native_renamed = renamed or {}  # type: ignore[attr-defined]
        return function

    return mark


def simulates(class_name: str) -> Callable[[T], T]:
    """Mark a simulation by the full name of the class that it stands for."""

    def mark(simulation: T) -> T:
        simulation.simulated_class = class_name  # type: ignore[attr-defined]
        return simulation

    return mark


class Registry:
    """Simulations by the full names of their classes."""

    def __init__(self, simulations: Iterable[type] = ()) -> None:
        self._classes: dict[str, type] = {}
        self._methods: dict[str, dict[str, NativeMethod]] = {}
        for each in simulations:
            self.add(each)

    def add(self, simulation: type) -> None:
        """Register a simulation in place of one of the same class, if there is one."""
        name: str = simulation.simulated_class  # type: ignore[attr-defined]
        self._classes[name] = simulation
        self._methods[name] = {
            written: NativeMethod(written, function, isinstance(member, staticmethod), function.native_renamed)
            for base in reversed(simulation.__mro__)
            for member in vars(base).values()
            for function in (getattr(member, "__func__", member),)
            for written in getattr(function, "native_names", ())
        }

    def simulation(self, class_name: str) -> type | None:
        """Return what simulates a class."""
        return self._classes.get(class_name)

    def method(self, class_name: str, name: str) -> NativeMethod | None:
        """Return the native method of a class, not of its ancestors."""
        return self._methods.get(class_name, _NONE).get(name)

    def copy(self) -> Registry:
        """Return a registry of the same simulations, to which others can be added."""
        return Registry(self._classes.values())


_NONE: Mapping[str, NativeMethod] = {}


def installed_simulations() -> list[type]:
    """Return the simulations of other distributions: their entry points."""
    return [each.load() for each in importlib.metadata.entry_points(group=ENTRY_POINTS)]
