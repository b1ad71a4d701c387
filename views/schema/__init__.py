"""JSON schemas of classes and methods, made from contracts and meta objects, for forms.

Language/forms.txt. `generate` is the entry point. `contracts` translates a contract, `checks` the
predicate of a `check()`, `constants` evaluates its operands, `hints` and `sections` read the meta
objects for forms, `methods` chooses the methods with schemas, `drafts` is the notation of newer
validators. `of_files` makes the schemas of manifests, class files and UI definitions themselves.
"""

from __future__ import annotations

import enum
from typing import Literal, get_args

Draft = Literal["04", "2020-12"]
"""A draft of JSON schema."""
DRAFTS: tuple[Draft, ...] = get_args(Draft)
"""The drafts of JSON schema. They are declared here for the command line, which needs no other part
of this folder.
"""


class FileKind(enum.Enum):
    """The kinds of files that have a schema themselves: the value is the name of the schema."""

    MANIFEST = "manifest"
    CLASS = "class"
    UI = "ui"
