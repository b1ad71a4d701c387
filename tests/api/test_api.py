"""The library API: what callers of `muranopl` rely on."""

from __future__ import annotations

import ast
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import jsonschema
import networkx
import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write
from tests.project import EXAMPLES, ROOT

HELLO = EXAMPLES / "hello"
BROKEN = EXAMPLES / "broken"

DIAMOND = """\
=== lib/manifest.yaml
Format: 1.4
Type: Library
FullName: example.lib
Version: 0.3.0
Classes:
  example.lib.Base: Base.yaml
=== lib/Classes/Base.yaml
Namespaces:
  =: example.lib
Name: Base
Properties:
  size:
    Contract: $.int()
  name:
    Contract: $.string()
Methods:
  initialize:
  deploy:
=== app/manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Version: 0.1.0
Require:
  example.lib: 0.3
Classes:
  example.app.Left: App.yaml
  example.app.Right: App.yaml
  example.app.Bottom: App.yaml
  example.app.Lost: App.yaml
=== app/Classes/App.yaml
Namespaces:
  =: example.app
  lib: example.lib
Name: Left
Extends: lib:Base
Properties:
  size:
    Contract: $.int().notNull()
  colour:
    Contract: $.string()
---
Name: Right
Extends: lib:Base
Properties:
  colour:
    Contract: $.string()
---
Name: Bottom
Extends: [Left, Right]
---
Name: Lost
Extends: lib:Nobody
"""


@pytest.fixture
def diamond(tmp_path: Path) -> Path:
    return write(files(DIAMOND), tmp_path)


def test_a_good_package_is_ok() -> None:
    report = muranopl.validate(HELLO)
    assert report.ok
    assert report.diagnostics == ()
    assert [(package.name, package.file) for package in report.packages] == [
        ("example.hello", "manifest.yaml")
    ]


def test_a_broken_package_is_not_ok_and_its_diagnostics_say_where() -> None:
    report = muranopl.validate(str(BROKEN))
    assert not report.ok
    first = report.diagnostics[0]
    assert first.code.startswith("MPL")
    assert first.file == "Classes/Account.yaml"
    assert (first.line, first.column) <= (first.end_line, first.end_column)
    assert first.docs_url is None
    keys = [
        (diagnostic.file, diagnostic.line, diagnostic.column, diagnostic.code)
        for diagnostic in report.diagnostics
    ]
    assert keys == sorted(keys)


def test_resolve_gives_parents_ancestors_and_members_with_their_class(diamond: Path) -> None:
    catalog = muranopl.Catalog([diamond / "app"], libraries=[diamond / "lib"])
    bottom = catalog.resolve("example.app.Bottom")
    assert (bottom.version, bottom.package, bottom.usage) == ("0.1.0", "example.app", "Class")
    assert bottom.parents == ("example.app.Left/0.1.0", "example.app.Right/0.1.0")
    assert bottom.ancestors == (
        "example.app.Left/0.1.0",
        "example.app.Right/0.1.0",
        "example.lib.Base/0.3.0",
        "io.murano.Object/0.0.0",
    )
    assert bottom.properties["size"].declaring == "example.app.Left/0.1.0"
    assert bottom.properties["size"].contract == "$.int().notNull()"
    assert bottom.properties["size"].inherited_contracts == ("$.int()",)
    assert bottom.properties["name"].declaring == "example.lib.Base/0.3.0"
    assert bottom.properties["colour"].ambiguous == (
        "example.app.Left/0.1.0",
        "example.app.Right/0.1.0",
    )
    assert bottom.methods[".init"].declaring == "example.lib.Base/0.3.0"
    assert catalog.resolve("example.lib.Base", version="0.3", package="example.lib").parents == (
        "io.murano.Object/0.0.0",
    )


def test_resolve_sees_what_the_engine_refuses_in_libraries(tmp_path: Path) -> None:
    library = tmp_path / "library"
    write(files(LIBRARY_WITH_A_BROKEN_BODY), library)
    app = "=== manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.app\nName: app\nClasses: {}\n"
    catalog = muranopl.Catalog([write(files(app), tmp_path / "app")], libraries=library)
    assert catalog.resolve("example.lib.Sound").name == "example.lib.Sound"
    for ask in (catalog.resolve, catalog.schema):
        with pytest.raises(muranopl.ResolutionError) as caught:
            ask("example.lib.Broken")
        assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["MPL602"]


LIBRARY_WITH_A_BROKEN_BODY = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: example.lib
Name: lib
Classes:
  example.lib.Sound: Sound.yaml
  example.lib.Broken: Broken.yaml
=== Classes/Sound.yaml
Name: example.lib.Sound
=== Classes/Broken.yaml
Name: example.lib.Broken
Methods:
  run:
    Body:
      - Frob: 2
"""


def test_resolve_package_gives_what_the_engine_has_installed(tmp_path: Path) -> None:
    catalog = muranopl.Catalog(write(files(NOTED), tmp_path), libraries=EXAMPLES / "hello")
    noted = catalog.resolve_package("example.noted", 1)
    assert (noted.name, noted.version, noted.place.file.path) == (
        "example.noted",
        "1.2.0",
        "manifest.yaml",
    )
    assert list(noted.requirements.items()) == [
        ("example.noted", "==1"),
        ("io.murano", "0"),
        ("example.hello", ">=0"),
    ]
    assert noted.classes == ("example.noted.Note", "example.noted.Thing")
    note = muranopl.AttachedMeta("example.noted.Note/1.2.0", {"text": "of the package"})
    assert noted.meta == (note,)
    (given,) = catalog.resolve("example.noted.Thing", 1).methods["run"].arguments
    assert (given.name, given.usage, given.contract, given.default) == (
        "size",
        "Standard",
        "$.int()",
        3,
    )
    assert given.meta == (muranopl.AttachedMeta("example.noted.Note/1.2.0", {"text": None}),)
    assert given.place.line == 7
    for name, version in (("example.noted", None), ("example.nobody", ">=0")):
        with pytest.raises(
            muranopl.ResolutionError, match=f"package {name} is not found in version"
        ):
            catalog.resolve_package(name, version)


@pytest.mark.parametrize(
    "meta", ["example.noted.Nobody", "example.noted.Thing", "example.hello.Greeter", "a:b"]
)
def test_of_a_package_with_wrong_meta_objects_there_are_none(meta: str, tmp_path: Path) -> None:
    catalog = muranopl.Catalog(
        write(files(NOTED.replace("example.noted.Note:", f"{meta}:")), tmp_path)
    )
    assert catalog.resolve_package("example.noted", 1).meta is None


NOTED = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: example.noted
Name: noted
Version: 1.2.0
Require:
  example.hello: '>=0'
Meta:
  example.noted.Note: {text: of the package}
Classes:
  example.noted.Note: Note.yaml
  example.noted.Thing: Thing.yaml
=== Classes/Note.yaml
Name: example.noted.Note
Usage: Meta
Properties:
  text:
    Contract: $.string()
=== Classes/Thing.yaml
Namespaces:
  =: example.noted
Name: Thing
Methods:
  run:
    Arguments:
      - size:
          Contract: $.int()
          Default: 3
          Meta: Note
"""


def test_resolve_raises_with_the_diagnostics(diamond: Path) -> None:
    catalog = muranopl.Catalog([diamond / "app"], libraries=[diamond / "lib"])
    with pytest.raises(muranopl.ResolutionError) as caught:
        catalog.resolve("example.app.Lost")
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["MPL405", "MPL209"]


def test_the_graph_is_a_networkx_digraph_and_its_data_keep_to_the_schema(diamond: Path) -> None:
    report = muranopl.validate(diamond)
    assert isinstance(report.graph, networkx.DiGraph)
    assert networkx.is_directed_acyclic_graph(report.graph)
    data = report.graph_data()
    jsonschema.validate(
        data, json.loads((ROOT / "views" / "graph" / "graph.schema.json").read_text())
    )
    assert [part["name"] for part in data["classes"] if part["incomplete"]] == ["example.app.Lost"]
    assert '"example.app.Left/0.1.0" -> "example.lib.Base/0.3.0";' in report.dot()
    assert "classDiagram" in report.mermaid()


@pytest.mark.parametrize("phase", ["read", "namespace", "hierarchy", "inherit", "render", "1", "5"])
def test_every_phase_can_be_dumped_as_plain_data(diamond: Path, phase: str) -> None:
    dump = muranopl.validate(diamond).dump(phase)
    assert json.loads(json.dumps(dump)) == dump
    assert dump["phase"] in {"read", "namespace", "hierarchy", "inherit", "render"}


def test_stopping_early_leaves_later_results_out(diamond: Path) -> None:
    report = muranopl.Catalog([diamond]).check(stop_after="read")
    assert report.diagnostics == ()
    assert report.dump("read")["phase"] == "read"
    with pytest.raises(muranopl.UsageError, match="stopped after read"):
        report.dump("namespace")
    with pytest.raises(muranopl.UsageError, match="phase must be one of"):
        muranopl.Catalog([diamond]).check(stop_after="everything")


def test_progress_and_executor_change_nothing(diamond: Path) -> None:
    plain = muranopl.validate(diamond).diagnostics
    seen: list[tuple[int, int]] = []
    with ThreadPoolExecutor(4) as executor:
        report = muranopl.Catalog([diamond], executor=executor).check(
            progress=lambda done, total: seen.append((done, total))
        )
    assert [
        (diagnostic.code, diagnostic.message, diagnostic.place.key())
        for diagnostic in report.diagnostics
    ] == [(item.code, item.message, item.place.key()) for item in plain]
    assert seen == sorted(set(seen))
    assert seen[-1] == (1000, 1000)


def test_another_core_library_takes_the_place_of_the_embedded_one(tmp_path: Path) -> None:
    example = """\
=== core/manifest.yaml
Format: 1.4
Type: Library
FullName: io.murano
Version: 0.5.0
Classes:
  io.murano.Object: Object.yaml
=== core/Classes/Object.yaml
Namespaces:
  =: io.murano
Name: Object
=== app/manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Classes:
  example.app.Sample: Sample.yaml
=== app/Classes/Sample.yaml
Namespaces:
  =: example.app
  std: io.murano
Name: Sample
Properties:
  collector:
    Contract: $.class(std:system.GC)
  environment:
    Contract: $.class(std:Environment)
"""
    folder = write(files(example.replace("std:system.GC", "'io.murano.system.GC'")), tmp_path)
    report = muranopl.Catalog([folder / "app"], core_library=folder / "core").check()
    assert [(diagnostic.code, diagnostic.line) for diagnostic in report.diagnostics] == [
        ("MPL209", 9)
    ]
    other = muranopl.Catalog([folder / "app"], core_library=folder / "core")
    assert {"io.murano.Object", "io.murano.system.GC"} <= {
        class_.name for class_ in other.contents.classes()
    }
    # What is listed can be asked for, the classes that the engine adds as well
    for class_ in other.contents.classes():
        assert (
            other.contents.resolve(class_.name, f"={class_.version}", class_.package).name
            == class_.name
        )
    sample = muranopl.Catalog([folder / "app"]).resolve("example.app.Sample")
    assert sample.ancestors == ("io.murano.Object/0.0.0",)


def test_long_chains_need_no_recursion(tmp_path: Path) -> None:
    """200 packages that require one another in a chain, and a class 500 levels deep."""
    for number in range(200):
        folder = tmp_path / f"p{number}"
        (folder / "Classes").mkdir(parents=True)
        below = number < 199
        require = f"Require:\n  chain.p{number + 1}:\n" if below else ""
        extends = f"Extends: chain.p{number + 1}.C\n" if below else ""
        head = f"Format: 1.4\nType: Library\nFullName: chain.p{number}\n{require}"
        (folder / "manifest.yaml").write_text(f"{head}Classes: {{chain.p{number}.C: C.yaml}}\n")
        (folder / "Classes/C.yaml").write_text(
            f"Namespaces: {{=: chain.p{number}}}\nName: C\n{extends}"
        )
    deep = tmp_path / "deep"
    (deep / "Classes").mkdir(parents=True)
    classes = "".join(f"  deep.C{number}: C.yaml\n" for number in range(500))
    (deep / "manifest.yaml").write_text(
        f"Format: 1.4\nType: Library\nFullName: deep\nClasses:\n{classes}"
    )
    documents = [f"Name: C{number}\nExtends: C{number + 1}\n" for number in range(499)]
    text = "---\n".join(["Namespaces: {=: deep}\n", *documents, "Name: C499\n"])
    (deep / "Classes/C.yaml").write_text(text)
    catalog = muranopl.Catalog([tmp_path], jobs=1)
    assert catalog.check().diagnostics == ()
    assert len(catalog.resolve("chain.p0.C").ancestors) == 200
    assert len(catalog.resolve("deep.C0").ancestors) == 500


def test_all_names_are_there() -> None:
    assert all(hasattr(muranopl, name) for name in muranopl.__all__)
    assert set(muranopl.__all__) <= set(dir(muranopl))
    assert sorted(muranopl.__all__) == muranopl.__all__
    assert {"__version__", *muranopl._HOMES} == set(muranopl.__all__)
    source = ast.parse(Path(muranopl.__file__).read_text())
    told = {
        alias.asname: node.module
        for node in ast.walk(source)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if alias.asname
    }
    assert told == muranopl._HOMES  # what type checkers are told
    with pytest.raises(AttributeError):
        _ = muranopl.nothing  # type: ignore[attr-defined]


def package(name: str, version: str, require: str, class_: str, body: str) -> str:
    """A package of one class, as sections of an example."""
    folder = f"{name}-{version}"
    return (
        f"=== {folder}/manifest.yaml\nFormat: 1.4\nType: Library\nFullName: {name}\nVersion: {version}\n"
        f"{require}Classes:\n  {name}.{class_}: C.yaml\n"
        f"=== {folder}/Classes/C.yaml\nNamespaces:\n  =: {name}\nName: {class_}\n{body}"
    )


def test_versions_that_would_become_their_own_ancestors_are_a_conflict(tmp_path: Path) -> None:
    example = (
        package("p", "1.0.0", "Require:\n  q: 1\n", "K", "Extends: q.X\n")
        + package("p", "1.2.0", "", "K", "")
        + package("q", "1.0.0", "Require:\n  p: 1\n", "X", "Extends: p.K\n")
        + package("q", "1.2.0", "", "X", "")
        + package("r", "0.1.0", "Require:\n  p: 1.0.0\n  q: 1.0.0\n", "C", "Extends: [p.K, q.X]\n")
    )
    result = muranopl.validate(write(files(example), tmp_path)).diagnostics
    assert "MPL303" in {item.code for item in result}


def test_what_is_checked_stands_before_an_installed_copy(tmp_path: Path) -> None:
    new = package("org.a", "0.1.0", "", "New", "") + package(
        "org.b", "0.1.0", "Require:\n  org.a:\n", "B", "Extends: org.a.New\n"
    )
    write(files(new), tmp_path / "new")
    write(files(package("org.a", "0.1.0", "", "Old", "")), tmp_path / "installed")
    assert muranopl.validate(tmp_path / "new", libraries=[tmp_path / "installed"]).diagnostics == ()


def test_names_in_code_are_dumped(tmp_path: Path) -> None:
    body = "Methods:\n  go:\n    Body:\n      - Return: new(io:Object)\n"
    example = package("example.app", "0.1.0", "", "C", body).replace(
        "  =: example.app", "  =: example.app\n  io: io.murano"
    )
    dump = muranopl.validate(write(files(example), tmp_path)).dump("namespace")
    assert "io.murano.Object/0.0.0" in json.dumps(dump)


def test_a_knot_of_parents_is_one_diagnostic(tmp_path: Path) -> None:
    names = [f"C{number}" for number in range(20)]
    sections = "".join(
        f"=== Classes/{name}.yaml\nNamespaces:\n  =: example.app\nName: {name}\n"
        f"Extends: [{', '.join(other for other in names if other != name)}]\n"
        for name in names
    )
    result = muranopl.validate(write(files(sections), tmp_path)).diagnostics
    assert [item.code for item in result] == ["MPL301"]


def test_a_repeated_prefix_of_plugins_is_just_a_missing_class(tmp_path: Path) -> None:
    name = "io.murano.extensions." * 3000 + "X"
    example = package("example.app", "0.1.0", "", "C", f"Extends: {name}\n")
    result = muranopl.validate(write(files(example), tmp_path)).diagnostics
    assert [item.code for item in result] == ["MPL209"]
