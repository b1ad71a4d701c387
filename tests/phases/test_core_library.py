"""The embedded core library goes through phases 2 to 4 once in a process, and each check uses the results."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.diagnostic import Phase
from muranopl.phases import driver
from tests.project import EXAMPLES

PACKAGES = sorted(path.parent for path in EXAMPLES.rglob("manifest.yaml"))


def dumps(folder: Path) -> list[object]:
    report = muranopl.Catalog([folder]).check()
    return [
        report.diagnostics,
        report.graph_data(),
        *(report.dump(phase, everything=True) for phase in Phase),
    ]


@pytest.mark.parametrize(
    "folder",
    PACKAGES,
    ids=[folder.name for folder in PACKAGES],
)
def test_results_are_those_of_phases_run_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = dumps(folder)
    monkeypatch.setattr(driver, "_core_library", lambda _: None)
    anew = dumps(folder)
    assert str(result) == str(anew)


def test_nothing_is_reported_of_it_and_it_asks_for_nothing(tmp_path: Path) -> None:
    read = muranopl.Catalog([tmp_path])._installed.results.read
    (package,) = read.libraries
    results = driver.core_library(package)
    assert results.diagnostics == ()
    assert not results.names.depend_on_all
    assert not results.hierarchy.incomplete


def test_another_one_in_its_place_is_not_taken_for_it(tmp_path: Path) -> None:
    (tmp_path / "Classes").mkdir()
    listed = "Classes:\n  io.murano.Object: Object.yaml\n"
    (tmp_path / "manifest.yaml").write_text(
        f"Format: MuranoPL/1.4\nType: Library\nFullName: io.murano\nName: own\n{listed}"
    )
    (tmp_path / "Classes" / "Object.yaml").write_text(
        "Namespaces:\n  =: io.murano\nName: Object\n"
    )
    results = muranopl.Catalog([tmp_path])._installed.results
    assert results.names.shadowed is not None
    assert driver._core_library(results.read) is None


def test_another_one_has_what_the_engine_adds_to_its_classes(tmp_path: Path) -> None:
    files = {
        "manifest.yaml": "Format: MuranoPL/1.4\nType: Library\nFullName: io.murano\nName: own\nClasses:\n"
        "  io.murano.Object: Object.yaml\n  io.murano.system.Agent: Agent.yaml\n  io.murano.Other: Other.yaml\n",
        "Classes/Object.yaml": "Namespaces: {=: io.murano}\nName: Object\n",
        "Classes/Agent.yaml": "Namespaces: {=: io.murano.system}\nName: Agent\nMethods:\n  own: {Body: []}\n",
        "Classes/Other.yaml": "Namespaces: {=: io.murano}\nName: Other\n",
    }
    (tmp_path / "Classes").mkdir()
    for path, text in files.items():
        (tmp_path / path).write_text(text)
    catalog = muranopl.Catalog([], core_library=tmp_path)
    agent = catalog.resolve("io.murano.system.Agent")
    assert {"own", "call", "queueName", "getAttr"} <= agent.methods.keys()
    assert agent.methods["call"].declaring == agent.methods["own"].declaring
    other = catalog.resolve("io.murano.Other")
    assert "getAttr" in other.methods
    assert catalog.look_up("io.murano.system.GC", within="io.murano.Other") is not None
    assert (
        other.methods["getAttr"].declaring
        == catalog.resolve("io.murano.Object").methods["getAttr"].declaring
    )
