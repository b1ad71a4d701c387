"""Edits that overlap with checks: after each pause the client has the diagnostics of a new check of the same bytes."""

from __future__ import annotations

import asyncio
import functools
import random
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import pytest
from lsprotocol import types

import muranopl
from muranopl.diagnostics.diagnostic import Severity
from muranopl.workspace.broken_texts import BrokenTexts
from muranopl.workspace.recovery import GAP
from tests.interfaces.lsp.editor import APP, MANIFEST, Editor, editing, write_package

pytestmark = pytest.mark.asyncio

ROUNDS = 10
LONGEST_PAUSE = 0.04
"""Seconds between two edits: a check of this package takes about as long."""

PATH, OTHER = "Classes/App.yaml", "Classes/User.yaml"
FILES = {
    "manifest.yaml": f"{MANIFEST}  sample.User: User.yaml\n",
    PATH: APP,
    OTHER: "Namespaces: {=: sample}\nName: User\nProperties:\n  app:\n    Contract: $.class(App)\n"
    "Methods:\n  run:\n    Body:\n      - $.app.open(number => 1)\n      - Return: $.app.port\n",
}
SNIPPETS = ["x", "$.", ": ", "{", "'", "- ", "\n", "  Methodz:\n", "port", "# é😀\n"]
SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
Reported = set[tuple[str, str, int, str]]


class Round:
    """Random edits of open and closed files, which the editor sends without waiting."""

    def __init__(self, editor: Editor, chance: random.Random) -> None:
        self.editor, self.chance = editor, chance
        self.recovered = BrokenTexts(lambda _: None)
        """What the server reads of the open files, some of which are broken."""

    async def edit(self) -> None:
        """Make some edits, with short pauses between them."""
        for _ in range(self.chance.randrange(1, 8)):
            self.chance.choice(MOVES)(self)
            self.note()
            await asyncio.sleep(self.chance.uniform(0, LONGEST_PAUSE))

    def path(self) -> str:
        """Return an open document, which may be opened for that."""
        path = self.chance.choice([PATH, OTHER])
        if path not in self.editor.texts:
            self.editor.open(path)
            self.note()
        return path

    def note(self) -> None:
        """Note the open texts."""
        for path in [PATH, OTHER]:
            text = self.editor.texts.get(path)
            data = None if text is None else text.encode()
            self.recovered.readable(
                path, data, lambda path: (self.editor.folder / path).read_bytes()
            )

    def read(self) -> dict[str, str]:
        """Return what the server reads of the open files."""
        texts = self.editor.texts
        return {path: self.recovered.read_text(path) or text for path, text in texts.items()}

    def type(self) -> None:
        path = self.path()
        text = self.editor.texts[path]
        at = self.chance.randrange(len(text) + 1)
        self.editor.type(path, text[:at] + self.chance.choice(SNIPPETS) + text[at:])

    def erase(self) -> None:
        path = self.path()
        text = self.editor.texts[path]
        at = self.chance.randrange(len(text) + 1)
        self.editor.type(path, text[:at] + text[at + self.chance.choice([1, 5, 40]) :])

    def rename(self) -> None:
        path = self.path()
        word = self.chance.choice(["port", "open", "App", "number"])
        self.editor.type(path, self.editor.texts[path].replace(word, f"{word}X", 1))

    def restore(self) -> None:
        path = self.path()
        self.editor.type(path, FILES[path])

    def save(self) -> None:
        path = self.path()
        file = self.editor.folder / path
        file.write_text(self.editor.texts[path], encoding="utf-8", newline="")
        self.editor.client.text_document_did_save(
            types.DidSaveTextDocumentParams(self.editor.document(path))
        )

    def close(self) -> None:
        self.editor.close(self.path())


MOVES: list[Callable[[Round], None]] = [
    Round.type,
    Round.type,
    Round.erase,
    Round.rename,
    Round.restore,
    Round.save,
    Round.close,
]


def checked(editor: Editor, texts: Mapping[str, str]) -> Reported:
    """Return what a new check reports about some texts of files."""
    streams = {str(editor.folder / path): text.encode() for path, text in texts.items()}
    report = muranopl.Catalog([editor.folder], streams=streams).check()
    return {
        (
            Path(item.place.file.location).absolute().as_uri(),
            item.code,
            item.line - 1,
            SEVERITIES[item.severity].name,
        )
        for item in report.diagnostics
    }


def pushed(editor: Editor) -> Reported:
    """Return the diagnostics that the client has."""
    return {
        (uri, str(item.code), item.range.start.line, str(item.severity and item.severity.name))
        for uri, items in editor.client.diagnostics.items()
        for item in items
    }


def is_right(here: Reported, read: Reported, current: Reported, broken: Collection[str]) -> bool:
    """Return whether diagnostics are those of a check of the texts that are read of `broken` ones.

    Of those files they are some, at other lines, and the syntax errors of the current text.
    """
    syntax = {item for item in current if item[0] in broken and item[1] == "MPL111"}
    moved = {(uri, code) for uri, code, *_ in here - syntax if uri in broken}
    return (
        syntax <= here
        and moved <= {(uri, code) for uri, code, *_ in read}
        and {item for item in here if item[0] not in broken}
        == {item for item in read if item[0] not in broken}
    )


@pytest.mark.parametrize("seed", range(30))
async def test_a_client_has_the_diagnostics_of_a_new_check(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    async with editing(write_package(tmp_path, FILES)) as editor:
        edits = Round(editor, chance)
        for _ in range(ROUNDS):
            await edits.edit()
            read = edits.read()
            if any(GAP in text for text in read.values()):
                continue  # no new check knows that a class may have more members
            broken = {editor.uri(path) for path, text in editor.texts.items() if read[path] != text}
            expected, current = checked(editor, read), checked(editor, editor.texts)
            right = functools.partial(is_right, read=expected, current=current, broken=broken)
            await editor.until(lambda right=right: right(pushed(editor)), str((expected, current)))
