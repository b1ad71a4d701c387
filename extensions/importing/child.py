"""The process that imports the classes of plugins: it writes what they have as JSON.

It runs by itself, without the rest of muranopl. Standard input has the folders to import from, and
the modules and attributes of classes; standard output gets the answer. Modules that are missing
are stubs, so that a plugin whose requirements are not installed can be imported.
"""

from __future__ import annotations

import abc
import importlib
import importlib.abc
import importlib.machinery
import inspect
import json
import os
import sys
import types
from collections.abc import Sequence
from typing import Any

_MEMORY = 2**30
_SECONDS = 20


class StubType(abc.ABCMeta):
    """The type of stubs: they have all attributes, can be called, and be base classes."""

    def __getattr__(cls, name: str) -> Any:
        """Return a further stub."""
        if name.startswith("__"):
            raise AttributeError(name)
        return _stub(name, cls.__module__)

    def __call__(cls, *arguments: Any, **named: Any) -> Any:
        """Return what is decorated, if this is a decorator, else a stub."""
        return _called(cls, arguments, named)


class Stub(metaclass=StubType):
    """Something of a module that is missing."""

    def __init_subclass__(cls, **named: Any) -> None:
        """Take any arguments."""


def _stub(name: str, module: str) -> Any:
    return StubType(name, (Stub,), {"__module__": module, "is_stub": True})


def _called(cls: Any, arguments: tuple[Any, ...], named: dict[str, Any]) -> Any:
    if "is_stub" not in vars(cls):
        return type.__call__(cls, *arguments, **named)
    (first, *more) = arguments or (None,)
    is_decorated = isinstance(
        first, (type, types.FunctionType, staticmethod, classmethod)
    )
    if is_decorated and not more and not named and not isinstance(first, StubType):
        return first
    return _stub(cls.__name__, cls.__module__)


class StubModule(types.ModuleType):
    """A module that is missing."""

    def __getattr__(self, name: str) -> Any:
        """Return a stub for any name."""
        if name.startswith("__"):
            raise AttributeError(name)
        return _stub(name, self.__name__)


class StubFinder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds what no other finder does, but for the standard library."""

    def find_spec(
        self,
        fullname: str,
        path: Sequence[str] | None = None,
        target: types.ModuleType | None = None,
    ) -> importlib.machinery.ModuleSpec | None:
        """Return a stub for a module that is missing."""
        del target
        top = fullname.partition(".")[0]
        is_in_stub = isinstance(
            sys.modules.get(fullname.rpartition(".")[0]), StubModule
        )
        if top in sys.stdlib_module_names or (path is not None and not is_in_stub):
            return None
        return importlib.machinery.ModuleSpec(fullname, self, is_package=True)

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> types.ModuleType:
        """Return the stub."""
        return StubModule(spec.name)

    def exec_module(self, module: types.ModuleType) -> None:
        """Do nothing."""


def described(class_: Any) -> dict[str, Any]:
    """Return what a class has: its methods, its constructor, and the stubs among its bases."""
    methods = {
        name: _method(class_, name) for name in dir(class_) if not name.startswith("_")
    }
    constructor = inspect.getattr_static(class_, "__init__", None)
    bases = [base for base in class_.__mro__ if "is_stub" in vars(base)]
    return {
        "methods": {name: item for name, item in methods.items() if item is not None},
        "constructor": _parameters(constructor)
        if isinstance(constructor, types.FunctionType)
        else None,
        "stubs": [f"{base.__module__}.{base.__name__}" for base in bases],
    }


def _method(class_: type, name: str) -> dict[str, Any] | None:
    """Return a method; None for what the engine takes for none."""
    value = inspect.getattr_static(class_, name, None)
    binding = "instance"
    if isinstance(value, (staticmethod, classmethod)):
        binding = "static" if isinstance(value, staticmethod) else "class"
        value = value.__func__
    if not isinstance(value, types.FunctionType):
        return None
    return {
        "binding": binding,
        "inherited": name not in vars(class_),
        "parameters": _parameters(value),
    }


def _parameters(function: types.FunctionType) -> list[dict[str, Any]]:
    return [
        {
            "name": item.name,
            "kind": item.kind.name,
            "default": _default(item.default),
        }
        for item in inspect.signature(
            function, follow_wrapped=False
        ).parameters.values()
    ]


def _default(value: Any) -> str | None:
    """Return a default as JSON, null if JSON has no such value; None if there is none."""
    if value is inspect.Parameter.empty:
        return None
    try:
        return json.dumps(value, allow_nan=False)
    except (TypeError, ValueError, RecursionError):
        return "null"


def answer(question: dict[str, Any]) -> dict[str, Any]:
    """Return, by the names of classes, what they have, or `error` with the reason why not."""
    sys.path[:0] = question["folders"]
    sys.meta_path.append(StubFinder())
    result: dict[str, Any] = {}
    for name, (module, attribute) in question["classes"].items():
        try:
            value: Any = importlib.import_module(module)
            for part in attribute.split("."):
                value = getattr(value, part)
            if not isinstance(value, type):
                raise TypeError(f"{attribute} is not a class")
            result[name] = described(value)
        except BaseException as error:  # plugins raise anything, SystemExit too
            result[name] = {"error": f"{type(error).__name__}: {error}"}
    return result


def _limit() -> None:
    """Limit memory and processor time, and write no files."""
    try:
        import resource  # noqa: PLC0415 - not everywhere
    except ImportError:  # Windows has no such limits
        return
    for kind, most in (
        (resource.RLIMIT_AS, _MEMORY),
        (resource.RLIMIT_CPU, _SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def main() -> None:
    """Answer the question on standard input."""
    question = json.load(sys.stdin)
    # What plugins print is not part of the answer
    output = os.dup(1)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    _limit()
    text = json.dumps(answer(question)).encode()
    while text:
        text = text[os.write(output, text) :]
    # Threads that a plugin started do not keep the process
    os._exit(0)


if __name__ == "__main__":
    main()
