"""What forms are told of classes besides their schemas: secrets, and classes that others extend."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.configuration.settings import Settings
from tests.interfaces.server.page.shelf import LOGO, SHELF
from tests.manifests import library_manifest, write_files


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


def test_a_form_is_told_what_the_ui_definition_says(shelf: muranopl.Catalog) -> None:
    contents = shelf.contents
    hints = contents.form_hints(contents.resolve("example.shelf.Shelf"))
    assert hints is not None
    titles = {name: hint.title for name, hint in hints.classes["example.shelf.Shelf"].items()}
    assert titles == {"name": "Name", "adminPassword": "Administrator"}
    assert contents.form_hints(contents.resolve("io.murano.Object")) is None


@pytest.mark.parametrize(
    ("asking", "first"),
    [
        (None, ["other.Used", "other.Part", "mine.Part"]),
        ("mine", ["mine.Part", "other.Used", "other.Part"]),
        ("other", ["other.Used", "other.Part", "mine.Part"]),
        ("creating", ["other.Part", "other.Used", "mine.Part"]),
    ],
)
def test_classes_of_the_asking_package_and_used_ones_are_offered_first(
    tmp_path: Path, asking: str | None, first: list[str]
) -> None:
    """Used ones are created by the UI definitions of more packages."""
    ui = "Version: 2.4\nApplication: {'?': {type: %s}}\n"
    parts = {"mine": ["Part"], "other": ["Part", "Used"], "second": [], "creating": []}
    created = {"second": "other.Used", "other": "other.Used", "creating": "other.Part"}
    for package, names in parts.items():
        listed = {f"{package}.{name}": f"{name}.yaml" for name in names}
        files = {f"Classes/{name}.yaml": f"Name: {package}.{name}\n" for name in names}
        if package in created:
            files["UI/ui.yaml"] = ui % created[package]
        files["manifest.yaml"] = library_manifest(package, listed)
        write_files(tmp_path / package, files)
    contents = muranopl.Catalog(tmp_path, settings=Settings(form_implementations=500)).contents
    offered = contents.offered("io.murano.Object", asking=asking).classes
    names = [item.name for item in offered if not item.name.startswith("io.murano")]
    assert names == first


def test_core_classes_that_are_made_are_no_base_classes() -> None:
    listed = {
        class_.name: class_.is_base
        for class_ in muranopl.Catalog([]).contents.classes("io.murano.resources.Instance")
    }
    assert listed["io.murano.resources.Instance"]
    assert listed["io.murano.resources.LinuxInstance"]
    assert not listed["io.murano.resources.LinuxMuranoInstance"]
    assert not listed["io.murano.resources.WindowsInstance"]
