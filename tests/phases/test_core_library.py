"""The embedded core library goes through phases 2 to 4 once in a process, and each check uses the results."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.diagnostic import Phase
from muranopl.phases import driver
from tests.manifests import library_manifest, write_files
from tests.project import EXAMPLES

PACKAGES = sorted(path.parent for path in EXAMPLES.rglob("manifest.yaml"))


def dumps(folder: Path) -> list[object]:
    report = muranopl.Catalog([folder]).check()
    return [
        report.diagnostics,
        report.graph_data(),
        *(report.dump(phase, everything=True) for phase in Phase),
    ]


@pytest.mark.parametrize("folder", PACKAGES, ids=[folder.name for folder in PACKAGES])
def test_results_are_those_of_phases_run_anew(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    result = dumps(folder)
    monkeypatch.setattr(driver, "_core_library", lambda _: None)
    anew = dumps(folder)
    assert str(result) == str(anew)


def test_nothing_is_reported_of_it_and_it_asks_for_nothing(tmp_path: Path) -> None:
    read = muranopl.Catalog([tmp_path])._packages.installed.results.read
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
    (tmp_path / "Classes" / "Object.yaml").write_text("Namespaces:\n  =: io.murano\nName: Object\n")
    results = muranopl.Catalog([tmp_path])._packages.installed.results
    assert results.names.shadowed is not None
    assert driver._core_library(results.read) is None


CORE = {
    "Classes/Object.yaml": "Namespaces: {=: io.murano}\nName: Object\n",
    "Classes/Agent.yaml": "Namespaces: {=: io.murano.system}\nName: Agent\nMethods:\n  own: {Body: []}\n",
    "Classes/Logger.yaml": "Namespaces: {=: io.murano.system}\nName: Logger\n",
    "Classes/Other.yaml": "Namespaces: {=: io.murano}\nName: Other\n",
}
APP = """\
Namespaces: {=: app, sys: io.murano.system}
Name: A
Properties:
  collector: {Contract: $.class(sys:GC)}
Methods:
  run:
    Scope: Public
    Body:
      - $.setAttr(key, 5)
      - $log: logger(app)
      - $log.info('run')
      - sys:GC.subscribeDestruction($, $)
      - Return: $.getAttr(key)
"""
HOW = [
    # The option, its version, and what the package requires
    ("core_library", "0.0.0", "0"),
    ("core_library", "1.0.0", "1"),
    ("libraries", "0.0.0", "0"),
    ("libraries", "0.5.0", "0"),
    ("libraries", "0.5.0", "0.5"),
    ("libraries", "1.0.0", "1"),
]


@pytest.mark.parametrize(("option", "version", "required"), HOW)
def test_another_one_has_what_the_engine_adds_to_its_classes(
    tmp_path: Path, option: str, version: str, required: str
) -> None:
    """Also one that is installed beside the embedded one."""
    names = {"Object", "system.Agent", "system.Logger", "Other"}
    listed = {f"io.murano.{name}": f"{name.split('.')[-1]}.yaml" for name in names}
    manifest = library_manifest("io.murano", listed, version=version)
    core = write_files(tmp_path / "core", {"manifest.yaml": manifest, **CORE})
    manifest = library_manifest("app", {"app.A": "A.yaml"}, {"io.murano": required})
    files = {"manifest.yaml": manifest, "Classes/A.yaml": APP}
    write_files(tmp_path / "app", files)
    catalog = muranopl.Catalog(
        tmp_path / "app",
        core_library=core if option == "core_library" else None,
        libraries=core if option == "libraries" else (),
    )
    assert {item.code for item in catalog.check().diagnostics} == set()
    model = {"?": {"type": "app.A"}, "collector": None}
    result = catalog.call("app.A", "run", model=model)
    assert (result.value, result.log[0].text) == (5, "run"), result.diagnostics
    for asked in (required, None):
        collector = catalog.resolve("io.murano.system.GC", asked)
        assert "subscribeDestruction" in collector.methods
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
