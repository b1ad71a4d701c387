"""The notation in which rules and cases write the files of a package."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from muranopl.diagnostics.examples import Entry, EntryKind, files, options
from tests.material import model, write

HEAD = b"Format: 1.4\nType: Library\nFullName: example.app\n"


def file(content: bytes) -> Entry:
    return Entry(EntryKind.FILE, content)


TEXTS = {
    "Name: Sample\n": {
        "manifest.yaml": file(HEAD + b"Classes:\n  example.app.Sample: Sample.yaml\n"),
        "Classes/Sample.yaml": file(b"Name: Sample\n"),
    },
    "=== Classes/a/B.yaml\nx\n\n=== Resources/empty\n=== Resources/last\nno line end": {
        "manifest.yaml": file(HEAD + b"Classes:\n  example.app.a.B: a/B.yaml\n"),
        "Classes/a/B.yaml": file(b"x\n\n"),
        "Resources/empty": file(b""),
        "Resources/last": file(b"no line end"),
    },
    "=== a/manifest.yaml\n---\n=== b/logo.png [base64]\niVB\nORw==\n": {
        "a/manifest.yaml": file(b"---\n"),
        "b/logo.png": file(b"\x89PNG"),
    },
    "# why\n# check: a\n=== a/manifest.yaml\n": {"a/manifest.yaml": file(b"")},
    "=== package.zip [base64]\nUEs=\n": {"package.zip": file(b"PK")},
    "=== pipe [fifo]\n=== out [link ../../x y]\n=== with blank [dir]\n": {
        "manifest.yaml": file(HEAD + b"Classes: {}\n"),
        "pipe": Entry(EntryKind.FIFO),
        "out": Entry(EntryKind.LINK, target="../../x y"),
        "with blank": Entry(EntryKind.DIR),
    },
}


@pytest.mark.parametrize("text", TEXTS)
def test_files(text: str) -> None:
    assert files(text) == TEXTS[text]


@pytest.mark.parametrize("text", ["above\n=== manifest.yaml\n", "=== a [base64]\n*\n", "=== \n"])
def test_bad_notation_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"heading|base64|Non-base64|Incorrect"):
        files(text)


def test_object_models_stand_beside_the_package() -> None:
    result = files("=== Classes/A.yaml\n=== Resources/model.json\n=== model.json\n{}\n")
    assert result["manifest.yaml"] == file(HEAD + b"Classes:\n  example.app.A: A.yaml\n")
    assert model(result) == "model.json"
    assert result["model.json"] == file(b"{}\n")
    assert model(files("=== model.yaml\n")) == "model.yaml"
    assert model(files("Name: Sample\n")) is None
    with pytest.raises(ValueError, match=r"model.json and model.yaml"):
        model(files("=== model.json\n=== model.yaml\n"))


def test_options() -> None:
    assert options("# about: this\n# check: a b\n\nquirks: engine\n=== a\nlibraries: c\n") == {
        "check": ["a", "b"],
        "quirks": ["engine"],
    }
    assert options("# check: a\n") == {}, "without a heading, all is content"


def test_on_disk(tmp_path: Path) -> None:
    result = files(
        "=== Classes/A.yaml\na\n=== pipe [fifo]\n=== out [link pipe]\n=== Resources [dir]\n"
    )
    assert write(result, tmp_path) == tmp_path
    assert (tmp_path / "Classes/A.yaml").read_bytes() == b"a\n"
    assert (tmp_path / "pipe").is_fifo()
    assert os.readlink(tmp_path / "out") == "pipe"
    assert (tmp_path / "Resources").is_dir()


def test_a_zip_alone_is_what_is_checked(tmp_path: Path) -> None:
    assert write(files("=== package.zip [base64]\nUEs=\n"), tmp_path) == tmp_path / "package.zip"
