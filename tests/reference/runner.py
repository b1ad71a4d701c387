"""What runs the reference project's tests on `muranopl.Catalog`: the runner of a model, and what it hands out.

Three things have no public door: functions that a test adds to those of method bodies
(`_add_functions`), which classes are written in Python, other than by installed distributions
(`PackageLoader.session`), and values as plain data that no call returns (`serialize`).
"""

from __future__ import annotations

import functools
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from muranopl.execution.core_natives import CORE
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.functions import functions_of_bodies
from muranopl.execution.native_registry import Registry
from muranopl.execution.session import Session
from muranopl.render.serialize import plain_value, saved
from muranopl.semantics.evaluation.layers import extended
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.parameters import FunctionGroup
from tests.reference.errors import MuranoPlException, python_error
from tests.reference.object_model import Object, Ref, build_model
from tests.reference.packages import catalog
from tests.reference.python_classes import MURANO_NAME, declarations, simulation

running: list[Session] = []
"""The sessions whose methods run."""

Functions = Mapping[str, Callable[..., Any]]


class ObjectInterface:
    """An object of a session."""

    def __init__(self, session: Session, object_: MuranoObject) -> None:
        self._session = session
        self.object = object_
        self.type = object_.type
        self.id = self.object_id = object_.id

    @property
    def extension(self) -> Any:
        """The Python object that stands after it."""
        return self._session.simulation(self.object, self.type.name)

    def get_property(self, name: str) -> Any:
        return shown(self._session, self.object.get(name))


def shown(session: Session, value: Any) -> Any:
    """Return a value as tests know it."""
    if isinstance(value, MuranoObject):
        return ObjectInterface(session, value)
    if isinstance(value, dict):
        return {shown(session, key): shown(session, item) for key, item in value.items()}
    return [shown(session, item) for item in value] if isinstance(value, list) else value


class PackageLoader:
    """The package of the tests: its class configs, kept in a folder, and its classes that are written in Python."""

    def __init__(self, configs: Path) -> None:
        self._configs = configs
        self._python: dict[str, type] = {}
        self._registry = Registry(CORE)

    def load_package(self, name: str, version_spec: object) -> PackageLoader:
        return self

    load_class_package = load_package

    def register_class(self, class_: type) -> None:
        """Take a Python class: one of a test, or a stand-in that is a simulation already."""
        if hasattr(class_, MURANO_NAME):
            self._python[getattr(class_, MURANO_NAME)] = class_
        else:
            self._registry.add(class_)

    def set_config_value(self, class_: Object, name: str, value: Any) -> None:
        (self._configs / f"{class_.type_name}.json").write_text(
            json.dumps({name: value}), encoding="utf-8"
        )

    def schema(self, class_: str, methods: Any, package: str | None) -> dict[str, Any]:
        return catalog().schema(class_, methods, package=package)

    def session(self, functions: Functions) -> Session:
        """Return an execution in which bodies see further functions."""
        further = tuple((name, declarations(class_)) for name, class_ in self._python.items())
        session = catalog(further).session(class_configs=self._configs)
        for name, class_ in self._python.items():
            self._registry.add(simulation(name, class_, functools.partial(shown, session)))
        session.machine.simulations.registry = self._registry
        _add_functions(session, functions)
        return session


def _add_functions(session: Session, functions: Functions) -> None:
    group = FunctionGroup()
    for name, function in functions.items():
        group.add(name)(function)

    def layer(runtime: tuple[int, int], *, core: bool) -> Any:
        return extended(functions_of_bodies(runtime, core=core), group)

    evaluator: Any = session.machine.evaluator
    evaluator.layer = functools.cache(layer)


class Runner:
    """A model that is loaded, and calls of the tests of its root object."""

    def __init__(self, model: Any, loader: PackageLoader, functions: Functions) -> None:
        built = build_model(Object(model) if isinstance(model, str) else model)
        self.executor = self.session_ = loader.session(functions)
        self.preserve_exception = False
        root = self._run(
            lambda: self.session_.load(built if "Objects" in built else {"Objects": built})
        )
        self.root = shown(self.session_, root)

    def __getattr__(self, name: str) -> Any:
        return getattr(Methods(self, self.root.object), name)

    def on(self, target: Object | Ref | ObjectInterface) -> Methods:
        result = self.session_.find(target.id)
        assert result is not None
        return Methods(self, result)

    def on_class(self, name: str) -> Methods:
        return Methods(self, self.session_.type(name))

    @property
    def serialized_model(self) -> dict[str, Any]:
        return self.session_.save(actions=True)

    def call(self, target: MuranoObject | MuranoType, method: str, args: Any, kwargs: Any) -> Any:
        args = [_argument(arg) for arg in args]
        kwargs = {name: _argument(kwarg) for name, kwarg in kwargs.items()}
        return shown(
            self.session_,
            self._run(lambda: self.session_.call(target, method, args, kwargs, public=False)),
        )

    def _run(self, work: Callable[[], Any]) -> Any:
        running.append(self.session_)
        try:
            return work()
        except MuranoError as error:
            raise (
                MuranoPlException(error) if self.preserve_exception else python_error(error)
            ) from error
        finally:
            running.pop()


class Methods:
    """Calls of the tests of an object or a class."""

    def __init__(self, runner: Runner, target: MuranoObject | MuranoType) -> None:
        self._runner = runner
        self._target = target

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if not name.startswith("test"):
            raise AttributeError(name)
        return lambda *args, **kwargs: self._runner.call(self._target, name, args, kwargs)


def _argument(value: Any) -> Any:
    return value.object if isinstance(value, ObjectInterface) else build_model(value)


def serialize(value: Any, session: Session, allow_refs: bool = True) -> Any:
    """Return a value as plain data; with `allow_refs` objects that belong elsewhere are their ids."""
    return (plain_value if allow_refs else saved)(_argument(value), session.loader)
