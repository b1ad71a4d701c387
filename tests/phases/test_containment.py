"""An exception while one package is worked on ends at that package: the others are checked as if it could not be read.

The exceptions are planted into inner functions of each phase, for the classes and files of one
package.
"""

from __future__ import annotations

import importlib
import os
import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from click.testing import CliRunner, Result

import muranopl
from muranopl.interfaces.cli.main import cli
from muranopl.workspace.workspace import Workspace

FILES = {
    "broken/manifest.yaml": "Format: 1.4\nType: Library\nFullName: broken\nClasses: {broken.Base: Base.yaml}\n",
    "broken/Classes/Base.yaml": """\
Name: broken.Base
Properties:
  name: {Contract: $.string().notNull()}
  wrong: {Contract: $.int(), Default: text}
Methods:
  go: {Body: [Return: $undefined]}
""",
    "dependent/manifest.yaml": """\
Format: 1.4
Type: Library
FullName: dependent
Require: {broken: }
Classes: {dependent.Child: Child.yaml}
""",
    "dependent/Classes/Child.yaml": """\
Name: dependent.Child
Extends: broken.Base
Properties:
  other: {Contract: $.class(broken.Base), Default: {name: x}}
  wrong: {Contract: $.int(), Default: text}
Methods:
  run: {Body: [$.go(), $.other.go(), Return: $.name]}
""",
    "other/manifest.yaml": "Format: 1.4\nType: Library\nFullName: other\nClasses: {other.Class: Class.yaml}\n",
    "other/Classes/Class.yaml": "Name: other.Class\nProperties: {wrong: {Contract: $.int(), Default: text}}\n",
    "model.json": '{"?": {"type": "other.Class", "id": "ab"}, "wrong": 1}',
    "broken.json": '{"?": {"type": "broken.Base", "id": "ab"}, "name": "x"}',
}


class Plant(NamedTuple):
    """A function, and how the name of the package is told from its first argument."""

    function: str
    package: Callable[[Any], str]


def of_folder(source: Any) -> str:
    return str(source.base)


def of_header(header: Any) -> str:
    return str(header.id.name)


def of_declaration(declaration: Any) -> str:
    return str(declaration.place.file.path.partition("/")[0])


def of_type(type_: Any) -> str:
    return str(type_.id.package.name)


PLANTS = {
    "read: manifest": Plant("muranopl.read.reader.read_header", of_folder),
    "read: package": Plant("muranopl.read.reader.read_package", of_header),
    "names": Plant("muranopl.namespace.references.references", of_declaration),
    "namespace": Plant("muranopl.namespace.phase.load_time_names", of_declaration),
    "hierarchy": Plant("muranopl.hierarchy.phase._check_parents", of_type),
    "inherit": Plant("muranopl.inherit.phase.complete", of_type),
    "render": Plant("muranopl.render.phase.check_metas", of_type),
}


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    monkeypatch.chdir(tmp_path)
    # Workers fail as well then
    monkeypatch.setattr("muranopl.phases.workers.workforce.can_fork", lambda: True)
    return tmp_path


def fail(
    patches: pytest.MonkeyPatch, plant: Plant, error: BaseException, package: str = "broken"
) -> None:
    """Make a function raise an error when it gets something of a package."""
    module, _, name = plant.function.rpartition(".")
    original = getattr(importlib.import_module(module), name)

    def planted(first: Any, *others: Any, **named: Any) -> Any:
        if plant.package(first) == package:
            raise error
        return original(first, *others, **named)

    patches.setattr(plant.function, planted)


def invoke(*words: str) -> Result:
    return CliRunner().invoke(cli, words, catch_exceptions=False)


def said(report: muranopl.Report, *packages: str) -> list[tuple[object, ...]]:
    """What is reported of some packages."""
    return [
        (
            diagnostic.code,
            diagnostic.message,
            diagnostic.place.key(),
            diagnostic.notes,
            [one.place.key() for one in diagnostic.related],
        )
        for diagnostic in report.diagnostics
        if diagnostic.package in packages
    ]


@pytest.mark.parametrize(("cached", "jobs"), [(False, 1), (False, 2), (True, 1), (True, 2)])
@pytest.mark.parametrize("name", PLANTS)
def test_others_are_checked_as_usual(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, cached: bool, jobs: int
) -> None:
    healthy = muranopl.validate(folder)
    cache = muranopl.Cache.in_memory() if cached else None
    catalog = muranopl.Catalog([folder], cache=cache, jobs=jobs)
    with monkeypatch.context() as patches:
        fail(patches, PLANTS[name], ValueError("planted"))
        for _ in range(2):
            report = catalog.check()
            (internal,) = (
                diagnostic for diagnostic in report.diagnostics if diagnostic.code == "MPL001"
            )
            assert (internal.package, internal.file) == ("broken", "broken/manifest.yaml")
            assert internal.notes[0] == "ValueError: planted"
            assert "test_containment.py" in internal.notes[1]
            assert not report.ok
            assert said(report, "dependent", "other") == said(healthy, "dependent", "other")
    assert said(catalog.check(), "broken", "dependent", "other") == said(
        healthy, "broken", "dependent", "other"
    )


@pytest.mark.parametrize("zipped", [False, True])
def test_a_package_that_cannot_be_opened(
    folder: Path, monkeypatch: pytest.MonkeyPatch, zipped: bool
) -> None:
    if zipped:
        shutil.make_archive("broken", "zip", "broken")
        shutil.rmtree("broken")
    module, name = ("archive", "open_archive") if zipped else ("discovery", "open_directory")
    original = getattr(importlib.import_module(f"muranopl.ard.sources.{module}"), name)

    def planted(root: str, base: str, *others: Any) -> Any:
        if base.startswith("broken"):
            raise ValueError("planted")
        return original(root, base, *others)

    monkeypatch.setattr(f"muranopl.ard.sources.{module}.{name}", planted)
    result = invoke("check", ".", "--no-cache", "--format", "concise")
    assert result.exit_code == 3
    assert result.stdout.count("MPL001") == 1
    assert "other/Classes/Class.yaml:2:50: error MPL501" in result.stdout


def test_what_others_see_of_a_package_cannot_be_told(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A check without a cache does not ask."""
    healthy = said(muranopl.validate(folder), "broken", "dependent", "other")
    fail(
        monkeypatch,
        Plant("muranopl.phases.reuse.exports.export_of", lambda package: str(package.id.name)),
        KeyError(),
    )
    with ThreadPoolExecutor() as executor:
        for more in ({"jobs": 1}, {"jobs": 2}, {"executor": executor}):
            catalog = muranopl.Catalog([folder], cache=muranopl.Cache.in_memory(), **more)  # type: ignore[arg-type]
            assert said(catalog.check(), "broken", "dependent", "other") == healthy


@pytest.mark.parametrize(
    "options", [["--no-cache", "-j1"], ["--no-cache", "-j2"], ["--cache-dir=kept", "-j2"]]
)
@pytest.mark.parametrize("name", PLANTS)
def test_check_ends_with_3(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, options: list[str]
) -> None:
    fail(monkeypatch, PLANTS[name], RecursionError("planted"))
    for selected in ([], ["--select", "MPL5"], ["--ignore", "MPL001"]):
        result = invoke("check", ".", "--format", "concise", *options, *selected)
        assert result.exit_code == 3
        assert result.stdout.count("MPL001 internal error while checking this package") == 1
        assert result.stdout.count("MPL501") == 2
        assert result.stderr == ""


def test_the_log_has_the_traceback(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(monkeypatch, PLANTS["inherit"], ValueError("planted"))
    invoke("check", ".", "--no-cache", "--log-file", "run.log")
    log = (folder / "run.log").read_text()
    assert log.count("Traceback (most recent call last)") == 1
    assert "ERROR muranopl.internal: internal error while checking ./broken/manifest.yaml" in log


def test_a_library_that_fails_is_no_secret(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(monkeypatch, PLANTS["inherit"], ValueError("planted"))
    for cache in (None, muranopl.Cache.in_memory()):
        report = muranopl.Catalog([folder / "dependent"], libraries=[folder], cache=cache).check()
        assert [
            diagnostic.package for diagnostic in report.diagnostics if diagnostic.code == "MPL001"
        ] == ["broken"]


@pytest.mark.parametrize("name", ["namespace", "inherit", "render"])
def test_an_editor_contains_it_as_well(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    workspace, manifest = Workspace([str(folder)]), str(folder / "broken/manifest.yaml")

    def codes() -> set[str]:
        return {item.code for file in workspace.diagnostics() for item in file.diagnostics}

    with monkeypatch.context() as patches:
        fail(patches, PLANTS[name], ValueError("planted"))
        assert "MPL001" in codes()
        for package in ("broken", "dependent", "other"):
            analysis = workspace.analysis(str(folder / package / "manifest.yaml"))
            assert analysis is not None
            assert analysis.package.id.name == package
        assert len(list(workspace.analyses())) == 3
    workspace.files_changed([manifest])
    assert "MPL001" not in codes()
    assert workspace.known_diagnostics(manifest) == ()


@pytest.mark.parametrize("error", [MemoryError, KeyboardInterrupt, SystemExit])
@pytest.mark.parametrize("name", PLANTS)
def test_what_is_not_contained(
    folder: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: type[BaseException]
) -> None:
    fail(monkeypatch, PLANTS[name], error())
    for cache in (None, muranopl.Cache.in_memory()):
        with pytest.raises(error):
            muranopl.Catalog([folder], cache=cache).check()


@pytest.mark.parametrize(
    "function", ["muranopl.render.phase.render", "muranopl.phases.reuse.parsed_files.read"]
)
def test_a_worker_without_memory_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, function: str
) -> None:
    expected = said(muranopl.validate(folder), "broken", "dependent", "other")
    this = os.getpid()
    module, _, name = function.rpartition(".")
    original = getattr(importlib.import_module(module), name)

    def planted(*given: Any, **named: Any) -> Any:
        if os.getpid() != this:
            raise MemoryError
        return original(*given, **named)

    monkeypatch.setattr(function, planted)
    assert (
        said(muranopl.Catalog([folder], jobs=2).check(), "broken", "dependent", "other") == expected
    )


def test_what_fails_without_a_class_as_well_is_a_crash(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(
        monkeypatch,
        Plant("muranopl.namespace.phase.declare_classes", of_header),
        ValueError("planted"),
    )
    with pytest.raises(ValueError, match="planted"):
        muranopl.validate(folder)


def test_a_graph_without_the_package(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(monkeypatch, PLANTS["inherit"], ValueError("planted"))
    result = invoke("graph", ".", "--no-cache")
    assert result.exit_code == 3
    assert "MPL001" in result.stderr
    assert "other.Class" in result.stdout


def test_schemas_of_the_other_classes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(monkeypatch, PLANTS["inherit"], ValueError("planted"))
    result = invoke("schema", "--all", "made", "-L", ".", "--no-cache")
    assert result.exit_code == 3
    assert "MPL001" in result.stderr
    assert (folder / "made" / "other.Class.json").exists()
    assert invoke("schema", "other.Class", "-L", ".", "--no-cache").exit_code == 0
    assert invoke("schema", "dependent.Child", "-L", ".", "--no-cache").exit_code == 3


def test_a_schema_that_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "muranopl.views.schema.of_classes.Generator.schemas", lambda *_: {}["planted"]
    )
    result = invoke("schema", "other.Class", "-L", ".", "--no-cache")
    assert result.exit_code == 3
    assert "internal error while checking this class" in result.stderr


def test_models_of_the_other_classes(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fail(monkeypatch, PLANTS["inherit"], ValueError("planted"))
    assert invoke("render", "model.json", "-L", ".", "--no-cache").exit_code == 0
    result = invoke("render", "broken.json", "-L", ".", "--no-cache")
    assert (result.exit_code, result.stdout) == (3, "")
    assert "MPL001" in result.stderr


def test_a_model_that_fails(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = invoke("check", ".", "--no-cache", "--format", "concise").stdout
    monkeypatch.setattr(
        "muranopl.execution.running.rendering.render_model", lambda *_: {}["planted"]
    )
    result = invoke("check", ".", "--no-cache", "--format", "concise", "--model", "model.json")
    assert result.exit_code == 3
    assert result.stdout.startswith(expected)
    assert (
        "model.json:1:1: error MPL001 internal error while checking this object model"
        in result.stdout
    )
