"""A package in memory that is edited says what a check of the same texts says."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Mapping

import pytest

import muranopl
from muranopl.workspace.edited_package import EditedPackage
from muranopl.workspace.symbols.hover import hover
from muranopl.workspace.symbols.index import At
from tests.project import EXAMPLES

FOLDER = EXAMPLES / "hello"
GREETER = "Classes/Greeter.yaml"
TEXT = (FOLDER / GREETER).read_text(encoding="utf-8")
TEXTS: dict[str, dict[str, str]] = {
    "nothing": {},
    "a body": {GREETER: TEXT.replace("$.greeting", "$.greting")},
    "what others inherit": {GREETER: TEXT.replace("  greeting:", "  words:")},
    "no text": {GREETER: ""},
    "a new file": {"Classes/New.yaml": "Name: example.hello.New\n"},
    "a script": {"Resources/scripts/showPage.sh": "#!/bin/bash\necho $1\n"},
}


def zipped(texts: Mapping[str, str]) -> bytes:
    """Return a zip of the package, in which files have other texts."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for file in sorted(FOLDER.rglob("*")):
            path = file.relative_to(FOLDER).as_posix()
            if file.is_file() and path not in texts:
                archive.write(file, path)
        for path, text in texts.items():
            archive.writestr(path, text)
    return result.getvalue()


def catalog(texts: Mapping[str, str]) -> muranopl.Catalog:
    """Return a catalog of that zip."""
    return muranopl.Catalog(["hello.zip"], streams={"hello.zip": zipped(texts)})


@pytest.fixture(scope="module")
def edited() -> EditedPackage:
    """The package, which all tests edit."""
    return EditedPackage(catalog({}).package_paths.open().job)


@pytest.mark.parametrize("what", [*TEXTS, *reversed(TEXTS)])
def test_diagnostics_are_those_of_a_check(edited: EditedPackage, what: str) -> None:
    texts = TEXTS[what]
    edited.edit({path: text.encode() for path, text in texts.items()})
    assert edited.diagnostics() == catalog(texts).check().diagnostics


BROKEN: dict[str, tuple[dict[str, str], dict[str, str]]] = {
    "half a line": ({GREETER: TEXT + "Extends"}, {}),
    "a broken manifest": ({"manifest.yaml": "FullName: ["}, {}),
    "half a line after a slip": (
        {GREETER: TEXTS["a body"][GREETER] + "Extends"},
        TEXTS["a body"],
    ),
}
"""The texts, and those that were whole before."""


@pytest.mark.parametrize("what", [*BROKEN, *reversed(BROKEN)])
def test_a_broken_text_is_checked_as_it_was_whole(edited: EditedPackage, what: str) -> None:
    texts, whole = BROKEN[what]
    edited.edit({path: text.encode() for path, text in whole.items()})
    edited.edit({path: text.encode() for path, text in texts.items()})
    others = [item for item in edited.diagnostics() if item.code != "MPL111"]
    assert len(others) == len(edited.diagnostics()) - 1
    assert [(item.code, item.line) for item in others] == [
        (item.code, item.line) for item in catalog(whole).check().diagnostics
    ]


def test_the_analysis_is_of_the_texts(edited: EditedPackage) -> None:
    edited.edit({GREETER: TEXT.replace("'Hello, world!'", "'Good evening'").encode()})
    analysis = edited.analysis
    assert analysis is not None
    line = TEXT[: TEXT.index("greeting:")].count("\n") + 1
    result = hover(At(analysis, GREETER, line, 4))
    assert result is not None
    assert "Good evening" in result.text
    edited.edit({GREETER: (TEXT + "Extends").encode()})
    analysis = edited.analysis
    assert analysis is not None
    assert hover(At(analysis, GREETER, line, 4)) is not None
