"""Merged versions of ancestors, as questions about a class see them: what stands for one need not be read before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import muranopl
from tests.conformance.loading import write_packages
from tests.manifests import library_manifest


def package(
    name: str, version: str, require: dict[str, str], classes: dict[str, list[str]]
) -> dict[str, str]:
    """The files of a package: its classes with what they extend, in full names."""
    listed = {f"{name}.{class_}": f"{class_}.yaml" for class_ in classes}
    files = {"manifest.yaml": library_manifest(name, listed, require, version)}
    for key, extends in classes.items():
        above = f"Extends: [{', '.join(extends)}]\n" if extends else ""
        properties = (
            f"Properties:\n  from{key}:\n    Contract: $.string()\n    Default: {version}\n"
        )
        methods = (
            "Methods:\n  itself: {Scope: Public, Body: [{Return: $this}]}\n"
            f"  another: {{Scope: Public, Usage: Static, Body: [{{Return: new({key})}}]}}\n"
        )
        files[f"Classes/{key}.yaml"] = (
            f"Namespaces:\n  =: {name}\nName: {key}\n{above}{properties}{methods}"
        )
    return files


def catalog(
    tmp_path: Path, left: tuple[str, str], right: tuple[str, str], old: dict[str, list[str]]
) -> Path:
    """A class whose parents extend a class of a library each: by a requirement and a name; `old` is its version 1.0."""
    write_packages(
        {
            "old": package("ex.root", "1.0.0", {}, old),
            "new": package("ex.root", "1.1.0", {}, {"D": [], "E": ["ex.root.D"]}),
            "left": package("ex.left", "0.1.0", {"ex.root": left[0]}, {"L": [left[1]]}),
            "right": package("ex.right", "0.1.0", {"ex.root": right[0]}, {"R": [right[1]]}),
            "top": package(
                "ex.top",
                "0.1.0",
                {"ex.left": "0", "ex.right": "0"},
                {"A": ["ex.left.L", "ex.right.R"]},
            ),
        },
        tmp_path,
    )
    return tmp_path


MERGES: dict[str, tuple[tuple[str, str], tuple[str, str], dict[str, list[str]], list[str]]] = {
    "target not read before": (("1", "ex.root.D"), ("1.0.0", "ex.root.E"), {"D": [], "E": []}, ["D 1.0.0", "E 1.0.0"]),
    "target is further up": (("1.0.0", "ex.root.E"), ("1", "ex.root.E"), {"D": [], "E": ["ex.root.D"]},
                             ["E 1.0.0", "D 1.0.0"]),
    "equal requirements": (("1", "ex.root.D"), (">=1,<2", "ex.root.E"), {"D": []}, ["D 1.1.0", "E 1.1.0"]),
}  # fmt: skip


@pytest.mark.parametrize("case", MERGES)
def test_what_a_class_inherits(case: str, tmp_path: Path) -> None:
    left, right, old, expected = MERGES[case]
    result = muranopl.Catalog([catalog(tmp_path, left, right, old)]).resolve("ex.top.A")
    roots = [ancestor.split("/") for ancestor in result.ancestors if ancestor.startswith("ex.root")]
    assert [f"{name.rpartition('.')[2]} {version}" for name, version in roots] == expected


def test_what_has_no_class_to_stand_for_it_is_refused(tmp_path: Path) -> None:
    folder = catalog(tmp_path, ("1.0.0", "ex.root.D"), ("1", "ex.root.E"), {"D": []})
    (result,) = muranopl.Catalog([folder]).check().diagnostics
    assert (result.code, result.severity.value) == ("MPL308", "error")
    for quirks in ((), ("engine",)):
        with pytest.raises(muranopl.ResolutionError, match=r"ex\.top\.A"):
            muranopl.Catalog([folder], quirks=quirks).resolve("ex.top.A")


MODEL = {"?": {"type": "ex.top.A", "id": "a"}}
DOORS: dict[str, Callable[[muranopl.Catalog], Any]] = {
    "render": lambda catalog: catalog.render(MODEL).model,
    "method": lambda catalog: catalog.call("ex.top.A", "itself", model=MODEL).value,
    "new": lambda catalog: catalog.call("ex.top.A", "another").value,
}
"""The ways to an object of the class, as plain data."""


@pytest.mark.parametrize("door", DOORS)
@pytest.mark.parametrize("case", MERGES)
def test_objects_have_the_properties_of_the_version_that_is_left(
    case: str, door: str, tmp_path: Path
) -> None:
    left, right, old, expected = MERGES[case]
    value = DOORS[door](muranopl.Catalog([catalog(tmp_path, left, right, old)]))
    assert {key: version for key, version in value.items() if key != "?"} == {
        **dict.fromkeys(("fromA", "fromL", "fromR"), "0.1.0"),
        **{f"from{item[0]}": item[2:] for item in expected},
    }


@pytest.mark.parametrize("case", MERGES)
def test_models_and_their_graphs_have_the_version_that_is_left(case: str, tmp_path: Path) -> None:
    left, right, old, expected = MERGES[case]
    installed = muranopl.Catalog([catalog(tmp_path, left, right, old)])
    report = installed.check(models=[MODEL])
    assert {item.code for item in report.diagnostics} <= {"MPL307"}
    graph = installed.render(MODEL).graph
    assert graph is not None
    (class_,) = graph.classes
    above = [name for name in class_.ancestors if name.startswith("ex.root")]
    assert above == [f"ex.root.{item.replace(' ', '/')}" for item in expected]
