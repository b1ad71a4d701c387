"""Declares simulations of native classes, which the engine implements in Python.

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

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from muranopl.execution.session import Session
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

T = TypeVar("T", bound=type)
F = TypeVar("F", bound=Callable[..., Any])

ENTRY_POINTS = "muranopl.simulations"
"""Entry points of this group are simulations of classes of users."""


class NativeCall(NamedTuple):
    """One call of a native method: the session, the receiver, the class of the caller."""

    session: Session
    this: MuranoObject | MuranoType
    caller: MuranoType | None


class Stateless:
    """Base class of simulations without data of their own."""

    def __init__(self, call: NativeCall) -> None:
        """Do nothing."""


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
