"""What a catalog holds: `Catalog.contents`."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl import CatalogContents, Reason
from muranopl.diagnostics.examples import files
from tests.manifests import library_manifest, write_files
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Application
FullName: example.app
Name: An app
Version: VERSION
Author: me
Tags: [one, two]
Classes: {example.app.Base: Base.yaml, example.app.App: App.yaml}
Require: {io.murano.applications: 0}
=== Classes/Base.yaml
Namespaces: {=: example.app}
Name: Base
=== Classes/App.yaml
Namespaces: {=: example.app, m: io.murano.metadata}
Name: App
Extends: Base
Meta:
  - m:Title: {text: The app}
Methods:
  make:
    Usage: Static
    Scope: Public
    Meta:
      - m:ModelBuilder:
    Arguments:
      - model: {Contract: {}}
    Body:
      - Return: $model
=== Resources/script.sh
echo
"""
BROKEN = """\
=== manifest.yaml
Format: [1]
Tags: 5
Classes: 5
Supplier: 5
Logo: ../../logo.png
"""


@pytest.fixture
def contents(tmp_path: Path) -> CatalogContents:
    for version in ("1.0.0", "1.2.0"):
        write(files(PACKAGE.replace("VERSION", version)), tmp_path / version)
    write(files(BROKEN), tmp_path / "broken")
    return muranopl.Catalog(tmp_path).contents


def test_packages(contents: CatalogContents) -> None:
    own = [package for package in contents.packages if not package.embedded]
    assert [
        (item.version, item.usable, item.checked) for item in own if item.name == "example.app"
    ] == [("1.0.0", True, True), ("1.2.0", True, True)]
    assert [item.usable for item in own if item.name != "example.app"] == [False]
    app = contents.package("example.app", "1.2.0")
    assert (app.title, app.tags, app.requires) == (
        "An app",
        ("one", "two"),
        {"io.murano.applications": "0"},
    )
    assert app.classes == ("example.app.App", "example.app.Base")
    assert (app.ui, app.logo, app.supplier, app.read("Resources/script.sh")) == (
        None,
        None,
        {},
        b"echo\n",
    )
    with zipfile.ZipFile(io.BytesIO(app.zipped())) as archive:
        assert tuple(sorted(archive.namelist())) == app.files


def test_a_package_whose_manifest_says_nothing_right(contents: CatalogContents) -> None:
    (broken,) = (package for package in contents.packages if not package.usable)
    assert (broken.tags, broken.classes, broken.requires, broken.supplier) == ((), (), {}, {})
    assert (broken.ui, broken.logo, broken.supplier_logo, broken.files) == (
        None,
        None,
        None,
        ("manifest.yaml",),
    )


def test_classes(contents: CatalogContents) -> None:
    result = list(contents.classes(extends="example.app.Base", package="example.app"))
    assert [(item.name, item.version, item.title, item.builders) for item in result] == [
        ("example.app.App", "1.0.0", "The app", ("make",)),
        ("example.app.App", "1.2.0", "The app", ("make",)),
        ("example.app.Base", "1.0.0", None, ()),
        ("example.app.Base", "1.2.0", None, ()),
    ]


@pytest.mark.parametrize(
    ("version", "expected"),
    [
        ("1.0.0", ["1.0.0"]),
        (">=1.1", ["1.2.0"]),
        ("1", ["1.0.0", "1.2.0"]),
        ("2", []),
        (None, ["1.0.0", "1.2.0"]),
    ],
)
def test_classes_that_extend_some_versions_of_a_class(
    contents: CatalogContents, version: str | None, expected: list[str]
) -> None:
    result = list(contents.classes("example.app.Base", version=version))
    assert [item.version for item in result if item.name == "example.app.App"] == expected
    assert [item.version for item in result if item.name == "example.app.Base"] == expected


def test_a_specification_that_is_none(contents: CatalogContents) -> None:
    with pytest.raises(muranopl.UsageError, match="not a version specification"):
        list(contents.classes("example.app.Base", version="abc"))


@pytest.mark.parametrize(
    ("version", "reason"),
    [("2.0.0", Reason.UNKNOWN_VERSION), (None, Reason.UNKNOWN_PACKAGE)],
    ids=str,
)
def test_a_package_that_is_not_there(
    contents: CatalogContents, version: str | None, reason: Reason
) -> None:
    with pytest.raises(muranopl.ResolutionError) as caught:
        contents.package("example.app" if version else "example.other", version)
    assert caught.value.reason is reason


ANY: Any = 5


@pytest.mark.parametrize(
    "ask",
    [
        lambda contents: contents.package(ANY),
        lambda contents: contents.package("example.app", ANY),
        lambda contents: contents.packages[0].read(ANY),
        lambda contents: list(contents.classes(extends=ANY)),
        lambda contents: list(contents.classes(package=ANY)),
        lambda contents: contents.resolve(ANY),
    ],
)
def test_wrong_usage(contents: CatalogContents, ask: Callable[[CatalogContents], object]) -> None:
    with pytest.raises(muranopl.UsageError, match="not 5"):
        ask(contents)


@pytest.mark.parametrize("file", ["nothing", "../1.0.0/manifest.yaml", "Classes", ""])
def test_a_file_that_cannot_be_read(contents: CatalogContents, file: str) -> None:
    with pytest.raises(OSError, match=r"^.+$"):
        contents.package("example.app", "1.0.0").read(file)


@pytest.mark.parametrize(
    ("most", "number", "left_out"), [(None, 50, 9), (7, 7, 52), (59, 59, 0), (99, 59, 0)]
)
def test_a_form_offers_some_of_the_classes(
    tmp_path: Path, most: int | None, number: int, left_out: int
) -> None:
    """Those first that are not there to be extended: one is here, as it has a method without a body."""
    names = ["Base", *(f"Kind{position:02}" for position in range(58))]
    listed = {f"acme.{name}": f"{name}.yaml" for name in names}
    texts = {
        f"Classes/{name}.yaml": f"Namespaces: {{'=': acme}}\nName: {name}\n"
        + ("Methods: {act: {}}\n" if name == "Base" else "Extends: Base\n")
        for name in names
    }
    write_files(tmp_path, {"manifest.yaml": library_manifest("acme", listed), **texts})
    settings = None
    if most is not None:
        file = tmp_path / "muranopl.toml"
        file.write_text(f"form-implementations = {most}\n", encoding="utf-8")
        settings = muranopl.settings_from(file)
    catalog = muranopl.Catalog(tmp_path, settings=settings)
    offered = catalog.contents.offered("acme.Base")
    assert [class_.name for class_ in offered.classes] == [
        f"acme.{name}" for name in [*names[1:], "Base"][:number]
    ]
    assert offered.left_out == left_out
    uploads = catalog.with_uploads({}, {}).contents
    assert uploads.offered("acme.Base").left_out == left_out
