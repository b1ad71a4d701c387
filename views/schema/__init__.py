"""Makes JSON schemas of classes and methods, from contracts and meta objects, for forms.

Source: language/forms.txt. `of_classes` is the entry point, `generate` makes the schemas of one class.
`contracts` translates a contract, `checks` and `exact` the predicate of a `check()`, whose operands
`constants` evaluates; `hints` reads the meta objects for forms, `drafts` is the notation of newer
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
