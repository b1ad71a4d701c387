"""Adding a simulation of a native class is adding a file: here is one, met in calls and in tests of packages."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.execution.simulation import natives
from muranopl.execution.simulation.registry import own_modules
from tests.material import write

SIMULATION = '''\
"""example.app.TurnCounter."""

from typing import Any

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.natives import NativeCall, native, simulates


@simulates("example.app.TurnCounter", uses_cloud=True)
class TurnCounter:
    """Counts."""

    def __init__(self, call: NativeCall, start: int | None = 0) -> None:
        self._count = start or 0

    @native("add")
    def add(self, call: NativeCall, number: Any) -> int:
        """Return the sum so far."""
        if not isinstance(number, int):
            raise MuranoError("TypeError", "a number is expected")
        self._count += number
        return self._count
'''
PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.app
Classes:
  example.app.TurnCounter: TurnCounter.yaml
  example.app.Caller: Caller.yaml
=== Classes/TurnCounter.yaml
Namespaces: {=: example.app}
Name: TurnCounter
Methods:
  initialize:
    Arguments:
    - start: {Contract: $.int(), Default: 0}
  add:
    Arguments:
    - number: {Contract: $.int()}
=== Classes/Caller.yaml
Namespaces: {=: example.app, t: io.murano.test}
Name: Caller
Extends: t:TestFixture
Methods:
  count:
    Usage: Static
    Scope: Public
    Arguments:
    - number: {Contract: $.int()}
    Body:
    - $counter: new(TurnCounter, start => 3)
    - $counter.add(1)
    - Return: $counter.add($number)
  testCount:
    Body:
    - $.assertEqual(5, new(TurnCounter).add(5))
"""


@pytest.fixture
def catalog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[muranopl.Catalog]:
    folder = tmp_path / "natives"
    folder.mkdir()
    (folder / "turncounter.py").write_text(SIMULATION)
    monkeypatch.setattr(natives, "__path__", [*natives.__path__, str(folder)])
    own_modules.cache_clear()
    yield muranopl.Catalog(write(files(PACKAGE), tmp_path / "app"))
    own_modules.cache_clear()
    sys.modules.pop(f"{natives.__name__}.turncounter", None)


def test_its_methods_are_called(catalog: muranopl.Catalog) -> None:
    assert catalog.check().diagnostics == ()
    assert catalog.call("example.app.Caller", "count", {"number": 2}).value == 6
    assert catalog.call("example.app.Caller", "count", {"number": None}).reason is (
        muranopl.Reason.EXCEPTION
    )


def test_tests_list_its_methods_without_a_mock(catalog: muranopl.Catalog) -> None:
    (result,) = catalog.test().results
    assert result.outcome == "passed"
    assert result.simulated == ("example.app.TurnCounter.add",)


@pytest.mark.parametrize("name", sorted(own_modules()))
def test_a_file_is_named_like_its_class(name: str) -> None:
    module = importlib.import_module(f"{natives.__name__}.{name}")
    simulated = {
        item.simulated_class
        for item in vars(module).values()
        if getattr(item, "__module__", None) == module.__name__ and hasattr(item, "simulated_class")
    }
    assert {item.rpartition(".")[2].lower() for item in simulated} == {name}
