"""What the header of an object names: the check of a UI definition and the rendered form read it alike."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGES = """\
=== app/manifest.yaml
Format: 1.4
Type: Application
FullName: demo.shop
Version: 1.0.0
Require: {demo.lib: '>=1'}
Classes: {demo.shop: Shop.yaml}
=== app/Classes/Shop.yaml
Namespaces: {=: demo, std: io.murano}
Name: shop
Extends: std:Application
Properties:
  v: {Contract: $.class(std:Object)}
Methods:
  sizes: {Usage: Static, Scope: Public}
=== lib/manifest.yaml
Format: 1.4
Type: Library
FullName: demo.lib
Version: 1.2.0
Classes: {demo.lib.Disk: Disk.yaml}
=== lib/Classes/Disk.yaml
Name: demo.lib.Disk
=== app/UI/ui.yaml
"""
PARAMETERS = "Parameters: {p: '1', q: demo.lib}\n"
HEADERS: list[tuple[str, list[str], list[str]]] = [
    # the header of an object, what the check reports, what the rendered form does
    ("type: demo.shop", ["MPL701"], []),
    ("type: demo.shop, classVersion: null", ["MPL701"], []),
    ("type: demo.shop, classVersion: 0", ["MPL701"], []),
    ("type: demo.shop, classVersion: 1", [], []),
    ("type: demo.shop, classVersion: '1'", [], []),
    ("type: demo.shop, classVersion: 2", ["MPL701"], ["MPL524"]),
    ("type: demo.shop, classVersion: 2.5", ["MPL701"], ["MPL524"]),
    ("type: 'demo.shop/1', classVersion: 2", [], []),
    ("type: 'demo.shop/2'", ["MPL701"], ["MPL524"]),
    ("type: demo.shop, package: demo.shop", ["MPL701"], []),
    ("type: demo.shop@demo.shop", ["MPL701"], []),
    ("type: demo.shop, package: other", ["MPL700"], ["MPL524"]),
    ("type: demo.shop, package: 7", ["MPL700"], ["MPL524"]),
    ("type: demo.shop@other, package: demo.shop", ["MPL700"], ["MPL524"]),
    ("type: ' demo.shop'", ["MPL700"], ["MPL525"]),
    ("type: 'demo.shop '", ["MPL700"], ["MPL525"]),
    ("type: 'demo.shop / 1.0'", ["MPL700"], ["MPL525"]),
    ("type: 'demo.shop/ 1.0'", [], []),
    ("type: demo.lib.Disk, classVersion: 1", [], []),
    ("type: demo.lib.Disk, classVersion: 2", ["MPL701"], ["MPL524"]),
    ("type: demo.lib.Disk, classVersion: $p, package: $q", [], []),
]


def checked(ui: str, folder: Path) -> list[str]:
    """What the check of a package with a UI definition reports."""
    write(files(PACKAGES + ui), folder)
    return [
        diagnostic.code
        for diagnostic in muranopl.validate(folder / "app", libraries=[folder / "lib"]).diagnostics
    ]


def rendered(ui: str, folder: Path) -> list[muranopl.Diagnostic]:
    """The errors where its form is rendered."""
    write(files(PACKAGES + ui), folder)
    result = muranopl.Catalog(folder / "app", libraries=[folder / "lib"]).render_form(
        "demo.shop", {}
    )
    return [
        diagnostic
        for diagnostic in result.diagnostics
        if diagnostic.severity is muranopl.Severity.ERROR
    ]


@pytest.mark.parametrize(("header", "by_check", "by_render"), HEADERS)
def test_header(header: str, by_check: list[str], by_render: list[str], tmp_path: Path) -> None:
    ui = (
        f"Version: 2.4\n{PARAMETERS if '$' in header else ''}"
        f"Application:\n  ?: {{type: 'demo.shop/1'}}\n  v:\n    ?: {{{header}}}\n"
    )
    assert checked(ui, tmp_path) == by_check
    assert [item.code for item in rendered(ui, tmp_path)] == by_render


def test_a_package_that_nobody_has_is_named_without_a_version_of_ours(tmp_path: Path) -> None:
    (result,) = rendered(
        "Version: 2.4\nApplication:\n  ?: {type: demo.shop, package: other}\n", tmp_path
    )
    assert "1.0.0" not in result.message


@pytest.mark.parametrize("type_", ["demo.shop", "demo.shop/1", "demo.shop/1@demo.shop"])
def test_a_method_that_stands_alone_is_of_the_class_of_application(
    type_: str, tmp_path: Path
) -> None:
    ui = f"Version: 2.4\nParametersSource: size\nApplication:\n  ?: {{type: '{type_}'}}\n"
    assert set(checked(ui, tmp_path)) - {"MPL701"} == {"MPL750"}


OTHER = """\
=== other/manifest.yaml
Format: 1.4
Type: Library
FullName: demo.other
Version: 0.5.0
Classes: {demo.shop: Shop.yaml}
=== other/Classes/Shop.yaml
Name: demo.shop
"""


@pytest.mark.parametrize("require", ["", ", demo.other: 0"])
def test_the_class_of_the_package_counts_whatever_other_packages_have(
    require: str, tmp_path: Path
) -> None:
    ui = "Version: 2.4\nApplication:\n  ?: {type: demo.shop}\n"
    packages = PACKAGES.replace("'>=1'}", f"'>=1'{require}}}")
    write(files(packages + ui + OTHER), tmp_path)
    result = muranopl.validate(tmp_path / "app", libraries=[tmp_path / "lib", tmp_path / "other"])
    assert "MPL701" in [diagnostic.code for diagnostic in result.diagnostics]
