"""Defines a proposal: its text, its kind, and what to insert elsewhere."""

from __future__ import annotations

import enum
from typing import Any

import msgspec

from muranopl.workspace.completion.snippets import plain_text


class CompletionKind(enum.Enum):
    """The kinds of proposals."""

    KEY = "key"
    SKELETON = "skeleton"
    WORD = "word"
    INSTRUCTION = "instruction"
    CLASS = "class"
    PREFIX = "prefix"
    PROPERTY = "property"
    METHOD = "method"
    ARGUMENT = "argument"
    VARIABLE = "variable"
    FUNCTION = "function"
    FIELD_TYPE = "field type"
    FORM = "form"
    FIELD = "field"
    PACKAGE = "package"
    FILE = "file"
    CODE = "code"


class Insertion(msgspec.Struct, frozen=True):
    """A text to insert at a position of a file of the package; line and column from 1."""

    path: str
    line: int
    column: int
    text: str


class Completion(msgspec.Struct, frozen=True):
    """A proposal.

    `text` replaces the line of the cursor from the column `start` (from 1) up to the cursor; with
    `snippet` it has the placeholders of the language server protocol. In a word it is inserted up to
    `insert_end`, or replaces the word up to `replace_end`. `detail` is a short text beside the label,
    `words` a longer one in Markdown. `insertions` belong to it. Proposals are in the order of `order`,
    then of their labels.
    """

    label: str
    kind: CompletionKind
    text: str
    start: int
    snippet: bool = False
    detail: str = ""
    words: str = ""
    insertions: tuple[Insertion, ...] = ()
    order: int = 5
    deprecated: bool = False
    insert_end: int = 0
    replace_end: int = 0

    @property
    def plain_text(self) -> str:
        """The text for clients that do not know snippets."""
        return plain_text(self.text) if self.snippet else self.text


def named(name: str, kind: CompletionKind, start: int, **more: Any) -> Completion:
    """Return the proposal of a name from the column `start` (from 0) on."""
    return Completion(name, kind, name, start + 1, **more)


def called(
    name: str, kind: CompletionKind, start: int, *, has_arguments: bool, **more: Any
) -> Completion:
    """Return the proposal of a call, with a placeholder for arguments if it `has_arguments`."""
    text = f"{name}($1)" if has_arguments else f"{name}()"
    return Completion(name, kind, text, start + 1, snippet=has_arguments, **more)
