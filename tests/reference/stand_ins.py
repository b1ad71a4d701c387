"""Modules under the names by which the reference project's tests import them: thin stand-ins on muranopl."""

from __future__ import annotations

import importlib.util
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import testtools

from muranopl.execution.core_natives import GarbageCollector
from muranopl.semantics.evaluation.objects import MuranoType
from tests.reference import object_model, runner
from tests.reference.errors import EngineErrors, MuranoPlException
from tests.reference.loggers import Logger
from tests.reference.material import TESTS
from tests.reference.python_classes import name

PACKAGE = "murano.tests.unit.dsl"
ROOTS = ("castellan", "eventlet", "murano")
"""The projects whose modules are stood in for."""


class DslTestCase(testtools.TestCase):
    """A test of the language: what it traces, and the models that it loads."""

    def setUp(self) -> None:
        super().setUp()
        configs = tempfile.TemporaryDirectory()
        self.addCleanup(configs.cleanup)
        self.package_loader = runner.PackageLoader(Path(configs.name))
        self._traces: list[Any] = []
        self._functions: dict[str, Any] = {}
        self.register_function(lambda data: self._traces.append(data), "trace")  # noqa: PLW0108 - a test may empty them

    def register_function(self, function: Any, name: str) -> None:
        self._functions[name] = function

    def new_runner(self, model: Any) -> runner.Runner:
        return runner.Runner(model, self.package_loader, self._functions)

    @property
    def traces(self) -> list[Any]:
        return self._traces

    @traces.deleter
    def traces(self) -> None:
        self._traces = []


def _sleep(seconds: float) -> None:
    """Let other branches of the execution that runs go on."""
    runner.running[-1].schedule.sleep(seconds)


def _generate_schema(
    loader: runner.PackageLoader,
    contexts: object,
    class_name: str,
    method_names: Any = None,
    package_name: Any = None,
) -> dict[str, Any]:
    return loader.schema(class_name, method_names, package_name)


def _is_instance_of(object_: runner.ObjectInterface, class_name: str) -> bool:
    return any(item.name == class_name for item in object_.type.linearization)


CONTENTS: Mapping[str, Mapping[str, Any]] = {
    "castellan.common.exception": {
        "AuthTypeInvalidError": type("AuthTypeInvalidError", (Exception,), {})
    },
    "eventlet": {"sleep": _sleep},
    "murano.dsl.dsl": {"MuranoObjectInterface": runner.ObjectInterface, "name": name},
    "murano.dsl.dsl_exception": {"MuranoPlException": MuranoPlException},
    "murano.dsl.dsl_types": {
        "MuranoObjectInterface": runner.ObjectInterface,
        "MuranoType": MuranoType,
        "MuranoTypeReference": MuranoType,
    },
    "murano.dsl.helpers": {"is_instance_of": _is_instance_of},
    "murano.dsl.principal_objects.garbage_collector": {"GarbageCollector": GarbageCollector},
    "murano.dsl.schema_generator": {"generate_schema": _generate_schema},
    "murano.dsl.serializer": {"serialize": runner.serialize},
    "murano.engine.system.logger": {"Logger": Logger},
    f"{PACKAGE}.foundation.object_model": vars(object_model),
    f"{PACKAGE}.foundation.runner": {"TestContextManager": dict},
    f"{PACKAGE}.foundation.test_case": {"DslTestCase": DslTestCase},
}
"""What the modules have that tests import, beside the errors of the engine."""


@contextmanager
def stand_ins() -> Iterator[None]:
    """Have the modules, and those of tests, as long as it lasts."""
    sys.modules["murano.dsl.exceptions"] = EngineErrors("murano.dsl.exceptions")
    for path, contents in CONTENTS.items():
        sys.modules[path] = module = ModuleType(path)
        vars(module).update(
            {key: value for key, value in contents.items() if not key.startswith("__")}
        )
    for path in (*CONTENTS, "murano.dsl.exceptions"):
        _attach(path)
    try:
        yield
    finally:
        for path in [item for item in sys.modules if item.partition(".")[0] in ROOTS]:
            del sys.modules[path]


def _attach(path: str) -> None:
    """Make a module an attribute of its package, which is made where there is none."""
    package, _, own = path.rpartition(".")
    if not package:
        return
    if package not in sys.modules:
        sys.modules[package] = result = ModuleType(package)
        result.__path__ = []
    setattr(sys.modules[package], own, sys.modules[path])
    _attach(package)


def imported(module: str) -> ModuleType:
    """Return a module of tests, imported once."""
    full = f"{PACKAGE}.{module}"
    if full not in sys.modules:
        spec = importlib.util.spec_from_file_location(full, TESTS / f"{module}.py")
        assert spec is not None
        assert spec.loader is not None
        result = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(result)
        sys.modules[full] = result
    return sys.modules[full]
