"""What is kept of packages that are only seen is what a check that keeps nothing finds."""

from __future__ import annotations

import gc
import io
import itertools
import zipfile
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.hierarchy import phase as hierarchy
from muranopl.hierarchy.nodes import Nodes
from muranopl.namespace.result import TypeId
from muranopl.read.index import PackageEntry
from muranopl.workspace.workspace import Workspace
from tests.manifests import write_files
from tests.material import all_of
from tests.phases.reuse import uploads
from tests.project import EXAMPLES

SOURCES = sorted(path.parent for path in EXAMPLES.rglob("manifest.yaml"))
PROPERTY = "\nProperties:\n  size:\n    Contract: $.int()\n"
BODY = "\nMethods:\n  use:\n    Body:\n      - Return: $.size\n"


def package(name: str, requires: str = "", above: str = "", more: str = "") -> dict[str, str]:
    """Return the files of a package that has one class, `name.Thing`."""
    manifest = (
        f"Format: MuranoPL/1.4\nType: Library\nFullName: {name}\nVersion: 0.0.1\n"
        f"Name: x\nDescription: x\nAuthor: x\nClasses:\n  {name}.Thing: Thing.yaml\n"
    )
    if requires:
        manifest += f"Require:\n  {requires}:\n"
    extends = "\nExtends: above:Thing" if above else ""
    return {
        "manifest.yaml": manifest,
        "Classes/Thing.yaml": f"Namespaces:\n  =: {name}\n  above: {above or name}\nName: Thing{extends}{more}",
    }


def zipped(files: dict[str, str]) -> bytes:
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for path, text in files.items():
            archive.writestr(path, text)
    return result.getvalue()


def codes(report: muranopl.Report) -> list[str]:
    return [item.code for item in report.diagnostics]


@pytest.fixture
def libraries(tmp_path: Path) -> Path:
    """`c` requires `b`, which requires `a`: each has a class that extends that of the other."""
    write_files(tmp_path / "a", package("a"))
    write_files(tmp_path / "b", package("b", "a", "a"))
    write_files(tmp_path / "c", package("c", "b", "b"))
    return tmp_path


def catalog(folder: Path) -> muranopl.Catalog:
    return muranopl.Catalog([folder], cache=muranopl.Cache.in_memory())


def test_a_library_that_sees_an_upload_is_not_what_it_was(libraries: Path) -> None:
    served = catalog(libraries)
    user = zipped(package("user", "c", "c", BODY))
    missing = codes(served.with_uploads({"u": user, "a": zipped(package("a"))}, {}).check())
    assert "MPL652" in missing
    there = {"u": user, "a": zipped(package("a", more=PROPERTY))}
    again = served.with_uploads(there, {}).check()
    assert all_of(again) == all_of(catalog(libraries).with_uploads(there, {}).check())
    assert codes(again) != missing


def test_types_of_unchanged_libraries_are_built_once(
    libraries: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ready: list[set[TypeId]] = []
    make_nodes = hierarchy.make_nodes

    def noting(*arguments: Any) -> Nodes:
        ready.append(set(arguments[4].nodes))
        return make_nodes(*arguments)

    served = catalog(libraries)
    monkeypatch.setattr(hierarchy, "make_nodes", noting)
    for number in range(3):
        user = package("user", "c", "c", f"\n# {number}\n")
        served.with_uploads({"u": zipped(user)}, {}).check()
    names = [{id_.name for id_ in types} & {"a.Thing", "b.Thing"} for types in ready]
    assert names[-1] == {"a.Thing", "b.Thing"}
    assert not names[0]


def test_uploads_of_many_names_leave_nothing_behind(libraries: Path) -> None:
    served = catalog(libraries)
    user, numbers = zipped(package("user", "c", "c", BODY)), itertools.count()

    def entries_after(count: int) -> int:
        for number in itertools.islice(numbers, count):
            served.with_uploads({f"u{number}": user}, {}).check()
        gc.collect()
        return sum(isinstance(item, PackageEntry) for item in gc.get_objects())

    assert entries_after(3) == entries_after(9)


def test_a_workspace_sees_what_changed_two_packages_away(libraries: Path) -> None:
    write_files(libraries / "user", package("user", "c", "c", BODY))
    workspace = Workspace([str(libraries)])
    file = libraries / "user" / "Classes" / "Thing.yaml"
    said = dict(workspace.diagnostics())
    assert said[str(file)]
    base = libraries / "a" / "Classes" / "Thing.yaml"
    workspace.open(str(base), base.read_text() + PROPERTY)
    # The edited file comes first, and those between the two are not checked before
    workspace.open(str(file), f"{file.read_text()}\n")
    assert not dict(workspace.diagnostics())[str(file)]
    workspace.change(str(base), base.read_text())
    workspace.change(str(file), file.read_text())
    assert dict(workspace.diagnostics())[str(file)] == said[str(file)]


@pytest.mark.parametrize("seed", range(6))
def test_uploads_are_checked_as_if_nothing_was_kept(tmp_path: Path, seed: int) -> None:
    assert uploads.sequence(SOURCES, tmp_path, seed)
