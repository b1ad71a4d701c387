"""What forms are told of classes besides their schemas: secrets, and classes that others extend."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.interfaces.server.page.shelf import LOGO, SHELF


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> muranopl.Catalog:
    """A catalog of an application, its parts, and a class whose methods have no bodies."""
    folder: Path = tmp_path_factory.mktemp("shelf")
    texts = {**SHELF, "Classes/Wood.yaml": SHELF["Classes/Wood.yaml"] + "Methods:\n  saw:\n"}
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    (folder / "logo.png").write_bytes(LOGO)
    return muranopl.Catalog(folder)


def test_secrets_are_marked_or_entered_as_passwords(shelf: muranopl.Catalog) -> None:
    contents = shelf.contents
    found = contents.resolve("example.shelf.Shelf", "=1.0.0")
    assert contents.secrets(found) == {"adminPassword", "doorCode"}
    wood = contents.resolve("example.shelf.Wood", "=1.0.0")
    assert contents.secrets(wood) == frozenset()


def test_a_base_class_is_extended_by_several_of_its_package(shelf: muranopl.Catalog) -> None:
    listed = shelf.contents.classes(package="example.shelf")
    assert [class_.name for class_ in listed if class_.is_base] == ["example.shelf.Board"]


def test_core_classes_that_are_made_are_no_base_classes() -> None:
    listed = {
        class_.name: class_.is_base
        for class_ in muranopl.Catalog([]).contents.classes("io.murano.resources.Instance")
    }
    assert listed["io.murano.resources.Instance"]
    assert listed["io.murano.resources.LinuxInstance"]
    assert not listed["io.murano.resources.LinuxMuranoInstance"]
    assert not listed["io.murano.resources.WindowsInstance"]
