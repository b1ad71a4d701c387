"""A name that unrelated parents declare is an error exactly where no object of the class can be made (MPL405)."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.render.test_models import write

TEXT = "p: {Contract: $.string()%s}"
CASES: dict[str, tuple[str, str, str]] = {
    "In": ("", "", "error"),
    "with Defaults": (", Default: a", ", Default: b", "error"),
    "Config": (", Usage: Config", ", Usage: Config", "error"),
    "one of them Runtime": (", Usage: Runtime", "", "error"),
    "Runtime": (", Usage: Runtime", ", Usage: Runtime", "warning"),
    "Runtime with a Default": (", Usage: Runtime, Default: a", ", Usage: Runtime", "error"),
    "Static": (", Usage: Static", ", Usage: Static", "warning"),
    "one of them Static": (", Usage: Static", "", "error"),
}


def severity_and_rendering(classes: str, folder: Path, *quirks: str) -> tuple[list[str], bool]:
    """Return the severities of MPL405 for class Z, and whether an object of it can be made."""
    path = write(folder, f"Namespaces: {{=: shop}}\n{classes}")
    catalog = muranopl.Catalog([path], quirks=quirks)
    found = catalog.check().diagnostics
    assert {item.code for item in found} == {"MPL405"}
    rendered = catalog.render({"?": {"type": "shop.Z"}})
    return [item.severity.value for item in found], rendered.ok


def classes_of(first: str, second: str, own: str = "") -> str:
    """Return class Z, which extends X and Y, each with one of two members."""
    return f"Name: X\n{first}\n---\nName: Y\n{second}\n---\nName: Z\nExtends: [X, Y]\n{own}"


@pytest.mark.parametrize(("first", "second", "severity"), CASES.values(), ids=CASES)
def test_a_property(first: str, second: str, severity: str, tmp_path: Path) -> None:
    classes = classes_of(*(f"Properties: {{{TEXT % usage}}}" for usage in (first, second)))
    assert severity_and_rendering(classes, tmp_path) == ([severity], severity == "warning")


def test_a_method_is_a_warning(tmp_path: Path) -> None:
    classes = classes_of("Methods: {go: {}}", "Methods: {go: {}}")
    assert severity_and_rendering(classes, tmp_path) == (["warning"], True)


def test_what_the_engine_may_load_is_a_warning_with_its_quirk(tmp_path: Path) -> None:
    usages = (f"Properties: {{{TEXT % usage}}}" for usage in (", Usage: Static", ""))
    classes = classes_of(*usages, own="Properties: {q: {Contract: $.string()}}\n")
    found = severity_and_rendering(classes, tmp_path, "static-first")
    assert found == (["warning"], True)
