"""The documents of one file, for results that depend on its text alone."""

from __future__ import annotations

import functools
import posixpath

import msgspec

from muranopl.ard.nodes import Node
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql.lexer import Dialect
from muranopl.diagnostics.catalogue.yaml import SYNTAX
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File

_DIALECTS = {"Classes": Dialect.MURANO, "UI": Dialect.UI}
"""The dialects of the files in the folders of a package; others have no expressions."""


class ParsedText(msgspec.Struct, frozen=True, eq=False):
    """The documents of a file, and the syntax error of its YAML, so that some may be missing."""

    file: File
    documents: tuple[Node, ...]
    syntax_error: Diagnostic | None = None

    @property
    def is_broken(self) -> bool:
        """Whether the YAML has a syntax error."""
        return self.syntax_error is not None


def dialect_of(path: str) -> Dialect | None:
    """Return the dialect of the expressions of a file, by its path; None if it has none."""
    folders = posixpath.dirname(path).split("/")
    return next((item for name, item in _DIALECTS.items() if name in folders), None)


@functools.lru_cache(maxsize=8)
def parsed(path: str, text: str) -> ParsedText:
    """Return the documents of a file; `path` has forward slashes."""
    file, findings = File("", path), Findings(max_per_code=None)
    data = text.encode("utf-8", "surrogatepass")
    documents = load(data, file, findings, dialect=dialect_of(path))
    errors = (item for item in findings.diagnostics if item.code == SYNTAX.code)
    return ParsedText(file, tuple(documents), next(errors, None))
