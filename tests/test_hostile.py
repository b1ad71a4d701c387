"""Bad input of every kind ends in diagnostics with a clear message: never a traceback, never a silent pass."""

from __future__ import annotations

import contextlib
import io
import json
import os
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest

import muranopl

MANIFEST = "Format: 1.4\nType: Library\nFullName: example.app\nClasses:\n  example.app.Sample: Sample.yaml\n"
CLASS = "Namespaces:\n  =: example.app\nName: Sample\n"

Hostile = Callable[[Path], Path]


def package(folder: Path, manifest: str | bytes = MANIFEST, class_: str | bytes = CLASS) -> Path:
    """A package folder with one class file."""
    (folder / "Classes").mkdir(parents=True)
    for path, content in (("manifest.yaml", manifest), ("Classes/Sample.yaml", class_)):
        (folder / path).write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def with_class(content: str | bytes) -> Hostile:
    return lambda folder: package(folder, class_=content)


def zipped(path: Path, entries: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> Path:
    with zipfile.ZipFile(path, "w", compression) as archive:
        for name, content in entries.items():
            archive.writestr(name, content)
    return path


def good_zip() -> dict[str, bytes]:
    return {"manifest.yaml": MANIFEST.encode(), "Classes/Sample.yaml": CLASS.encode()}


def empty(folder: Path) -> Path:
    folder.mkdir()
    return folder


def not_a_zip(folder: Path) -> Path:
    folder.with_suffix(".zip").write_bytes(b"this is not a zip at all")
    return folder.with_suffix(".zip")


def truncated(folder: Path) -> Path:
    path = zipped(folder.with_suffix(".zip"), good_zip())
    path.write_bytes(path.read_bytes()[:-40])
    return path


def escaping(folder: Path) -> Path:
    return zipped(
        folder.with_suffix(".zip"), {**good_zip(), "../evil.yaml": b"a: 1", "/abs.yaml": b"a: 1"}
    )


def linked_zip(folder: Path) -> Path:
    path = folder.with_suffix(".zip")
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("manifest.yaml", MANIFEST)
        link = zipfile.ZipInfo("Classes/Sample.yaml")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
    return path


def zeros(folder: Path) -> Path:
    """A manifest of 64 MB of zeros: the entry is deflated piecewise, so making it takes no memory."""
    path = folder.with_suffix(".zip")
    block = bytes(2**20)
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("manifest.yaml", "w", force_zip64=True) as entry,
    ):
        for _ in range(64):
            entry.write(block)
    return path


def fifo(folder: Path) -> Path:
    package(folder)
    (folder / "Classes/Sample.yaml").unlink()
    os.mkfifo(folder / "Classes/Sample.yaml")
    return folder


def circular_link(folder: Path) -> Path:
    package(folder)
    (folder / "Classes/loop").symlink_to(folder)
    (folder / "Classes/self.yaml").symlink_to(folder / "Classes/self.yaml")
    return folder


def outside_link(folder: Path) -> Path:
    package(folder)
    (folder / "Classes/Sample.yaml").unlink()
    (folder / "Classes/Sample.yaml").symlink_to("/etc/hostname")
    return folder


def twins(folder: Path) -> Path:
    package(folder / "one")
    package(folder / "two")
    return folder


def foreign_names(folder: Path) -> Path:
    """Names in any script are no problem of their own; only the class name is one, as its words must start in ASCII."""
    manifest = (
        "Format: 1.4\nType: Library\nFullName: пример.приложение\nClasses:\n  例.類: пример.yaml\n"
    )
    (folder / "Classes").mkdir(parents=True)
    (folder / "manifest.yaml").write_text(manifest, encoding="utf-8")
    (folder / "Classes/пример.yaml").write_text("Name: 類\n", encoding="utf-8")
    return folder


BOMB = "a: &a [x, x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + level)}: &{chr(98 + level)} [{', '.join(['*' + chr(97 + level)] * 10)}]\n"
    for level in range(9)
)
DEEP_FLOW = "Name: Sample\nDeep: " + "[" * 10_000 + "]" * 10_000 + "\n"
DEEP_BLOCK = "".join(" " * level + "a:\n" for level in range(2_000))
DEEP_EXPRESSION = (
    CLASS + f"Methods:\n  go:\n    Body:\n      - Return: {'(' * 10_000}1{')' * 10_000} + 2\n"
)

CASES: dict[str, tuple[Hostile, set[str]]] = {
    "empty folder": (empty, {"MPL101"}),
    "not a zip": (not_a_zip, {"MPL102"}),
    "truncated zip": (truncated, {"MPL103"}),
    "entries leading out": (escaping, {"MPL104"}),
    "link in a zip": (linked_zip, {"MPL107"}),
    "64 MB of zeros": (zeros, {"MPL109"}),
    "alias bomb": (with_class(BOMB), {"MPL117"}),
    "deep flow": (with_class(DEEP_FLOW), {"MPL117"}),
    "deep block": (with_class(DEEP_BLOCK), {"MPL117"}),
    "binary class": (with_class(bytes(range(256)) * 20), {"MPL110"}),
    "binary manifest": (
        lambda folder: package(folder, manifest=zlib.compress(MANIFEST.encode())),
        {"MPL110"},
    ),
    "FIFO": (fifo, {"MPL108"}),
    "circular links": (circular_link, {"MPL107"}),
    "link leading out": (outside_link, {"MPL106"}),
    "two packages of one name and version": (twins, {"MPL215"}),
    "names in any script": (foreign_names, {"MPL142", "MPL207"}),
    "itself inside itself": (
        with_class(CLASS + "Properties: &p\n  a:\n    Contract: $\n    Default: *p\n"),
        {"MPL116"},
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_ends_in_diagnostics(name: str, tmp_path: Path) -> None:
    make, codes = CASES[name]
    report = muranopl.validate(make(tmp_path / "material"))
    assert codes <= {diagnostic.code for diagnostic in report.diagnostics}
    assert all(
        diagnostic.message and diagnostic.line >= 1 and diagnostic.column >= 1
        for diagnostic in report.diagnostics
    )


ESCAPED = '"\\U00110000"\n'
CONFIGURED = CLASS + "Properties:\n  name: {Contract: $, Usage: Config}\n"
FILES_OF_YAML = {
    "manifest.yaml": MANIFEST + "Author: ",
    "Classes/Sample.yaml": CONFIGURED + "Usage: ",
    "UI/ui.yaml": "Version: 2\nApplication: ",
    "model.yaml": "?: {type: example.app.Sample, id: ab}\nname: ",
    "example.app.Sample-0.yaml": "name: ",
}


@pytest.mark.parametrize("broken", FILES_OF_YAML)
def test_an_escape_beyond_unicode_is_a_diagnostic_in_any_file(broken: str, tmp_path: Path) -> None:
    folder = package(tmp_path / "material", class_=CONFIGURED)
    (folder / "UI").mkdir()
    for path, text in FILES_OF_YAML.items():
        if path in {broken, "model.yaml"}:
            (folder / path).write_text(text + (ESCAPED if path == broken else "x"))
    catalog = muranopl.Catalog([folder])
    rendered = catalog.render(folder / "model.yaml", class_configs=folder)
    result = [
        (
            diagnostic.place.file.display.removeprefix(f"{folder}/"),
            diagnostic.line,
            diagnostic.suggestion,
        )
        for diagnostic in (*catalog.check().diagnostics, *rendered.diagnostics)
        if diagnostic.code == "MPL111"
    ]
    line = FILES_OF_YAML[broken].count("\n") + 1
    assert result == [
        (broken, line, "write the character itself; for a backslash use single quotes")
    ]


def test_deep_expressions_are_fine(tmp_path: Path) -> None:
    assert muranopl.validate(package(tmp_path / "deep", class_=DEEP_EXPRESSION)).diagnostics == ()


def test_a_directory_that_vanishes_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = package(tmp_path / "material")

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(io, "open", refuse)
    report = muranopl.validate(folder)
    assert "MPL108" in {diagnostic.code for diagnostic in report.diagnostics}


ODD_VALUES = {
    "a date that is none in a title": "Meta: [{io.murano.metadata.Title: {text: 2020-13-45}}]\n",
    "an object as a key": 'Meta: [{io.murano.metadata.Title: {!yaql "$": x}}]\n',
    "an object in a default": 'Properties: {x: {Contract: $, Default: [!yaql "$"]}}\n',
    "a default that is endless": "Properties: {x: {Contract: $, Default: {.inf: .nan}}}\n",
    "a class of half a character": 'Extends: "\\ud800"\n',
}


@pytest.mark.parametrize("name", ODD_VALUES)
def test_odd_values_are_no_obstacle(name: str, tmp_path: Path) -> None:
    folder = package(tmp_path / "material", class_=CLASS + ODD_VALUES[name])
    catalog = muranopl.Catalog([folder])
    report = catalog.check()
    for phase in ("read", "namespace", "hierarchy", "inherit", "render"):
        json.dumps(report.dump(phase))
    with contextlib.suppress(muranopl.ResolutionError):
        json.dumps(catalog.schema("example.app.Sample"))
    again = muranopl.Catalog([folder]).check()
    assert [diagnostic.message for diagnostic in again.diagnostics] == [
        diagnostic.message for diagnostic in report.diagnostics
    ]
    assert not any(" object at 0x" in diagnostic.message for diagnostic in report.diagnostics)
