"""Packages as Python data → zips: files by path, whose documents are written as YAML.

Language: muranopl-first-edition.txt, where the host deserializes class definitions from any format,
and tells expressions from other strings.
"""

from __future__ import annotations

import datetime
import io
from collections.abc import Mapping
from typing import Any, NamedTuple

from yaml.nodes import ScalarNode

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.yaml.scalars import PREFIX, YAQL_TAG, resolve_plain
from muranopl.ard.yaml.writing import UnaliasedDumper
from muranopl.ard.yaql import Dialect, ExpressionError, LiteralError, is_candidate, parse
from muranopl.diagnostics.bounds import FILE_SIZE, NESTING
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible
from muranopl.writing.packing.archive import archive

_DIALECTS = {"Classes/": Dialect.MURANO, "UI/": Dialect.UI}
"""The dialects of expressions by folder; other files have none."""
_STRING = f"{PREFIX}str"
_SMALLEST = 4
"""The number of characters that a value takes at least."""


class YaqlExpression(NamedTuple):
    """A string in a package as data that is an expression in any case, as `!yaql` says in YAML."""

    text: str


class QuotedString(NamedTuple):
    """A string in a package as data that is no expression in any case, as quotes say in YAML."""

    text: str


_WRITTEN = frozenset((str, bool, int, float, datetime.date, datetime.datetime, type(None))) | {
    YaqlExpression,
    QuotedString,
}
"""The types of scalars that are written as they are; subclasses are converted."""


def packed(files: Mapping[str, Any]) -> bytes:
    """Return a zip of files by path: bytes, strings, a document, or a list of documents.

    Raise UsageError for values that no file can have.
    """
    contents = {path: _content(path, value) for path, value in files.items()}
    return archive(contents, compress=False)


def name_of(files: Mapping[Any, Any]) -> str:
    """Return the name of a package as data in diagnostics: its full name, if the data says it."""
    manifest = files.get(MANIFEST)
    if isinstance(manifest, (list, tuple)) and manifest:
        manifest = manifest[0]
    name = manifest.get("FullName") if isinstance(manifest, Mapping) else None
    return f"<{visible(name) if isinstance(name, str) and name else 'package'}>"


def _content(path: str, value: object) -> bytes:
    if isinstance(value, (bytes, bytearray, memoryview)):
        return bytes(value)
    documents: list[Any] = []
    if not isinstance(value, str):
        several = value if isinstance(value, (list, tuple)) else [value]
        written = _Values(path)
        documents = [written.plain(document) for document in several]
    try:
        text = value if isinstance(value, str) else _yaml(documents, _dialect(path))
        return text.encode()
    # A lone surrogate, and an integer of more digits than Python writes
    except ValueError as error:
        raise _unusable(path, str(error)) from None


def _dialect(path: str) -> Dialect | None:
    folders = (folder for folder in _DIALECTS if path.startswith(folder))
    return _DIALECTS.get(next(folders, ""))


def _unusable(path: str, problem: str) -> UsageError:
    return UsageError(f'"{visible(path)}" in the package data: {problem}')


class _Values:
    """Converts the values of a file to what PyYAML writes."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._steps: list[object] = []
        self._number = 0

    def plain(self, value: Any) -> Any:
        """Return a value as built-in types. Raise UsageError for one that YAML does not have."""
        self._number += 1
        if len(self._steps) > NESTING.most:
            problem = f"it is nested deeper than {NESTING.most:,} levels"
            raise _unusable(self._path, problem)
        # Values that occur several times are written each time
        if self._number * _SMALLEST > FILE_SIZE.most:
            raise _unusable(self._path, "it has too many values")
        if type(value) in _WRITTEN:
            return value
        if isinstance(value, Mapping):
            return {self._scalar(key): self._inside(key, item) for key, item in value.items()}
        if isinstance(value, (list, tuple)):
            return [self._inside(position, item) for position, item in enumerate(value)]
        return self._scalar(value)

    def _inside(self, step: object, value: Any) -> Any:
        self._steps.append(step)
        result = self.plain(value)
        self._steps.pop()
        return result

    def _scalar(self, value: Any) -> Any:
        if type(value) in _WRITTEN:
            return value
        # Members of enumerations, for example
        if isinstance(value, str):
            return str.__str__(value)
        if isinstance(value, (int, float)):
            return int(value) if isinstance(value, int) else float(value)
        kind = visible(type(value).__name__)
        where = visible(".".join(map(str, self._steps))) or "it"
        raise _unusable(self._path, f"{where} is of type {kind}, which YAML lacks")


class _Dumper(UnaliasedDumper):
    """Writes documents whose strings are expressions where plain scalars of YAML are."""

    dialect: Dialect | None = None

    def write_string(self, text: str) -> ScalarNode:
        """Return a scalar for a string, with the tag of expressions if only that makes it one."""
        # Others that need quotes are text more often than not: `[beta]`, `Note: this`
        if "$" in text and _is_expression(text, self.dialect) and not self._can_be_plain(text):
            return self.write_expression(YaqlExpression(text))
        return self.represent_scalar(_STRING, text)

    def write_expression(self, expression: YaqlExpression) -> ScalarNode:
        """Return a scalar with the tag of expressions."""
        return self.represent_scalar(YAQL_TAG, expression.text)

    def write_quoted(self, string: QuotedString) -> ScalarNode:
        """Return a scalar in quotes."""
        return self.represent_scalar(_STRING, string.text, style="'")

    def _can_be_plain(self, text: str) -> bool:
        analysis = self.analyze_scalar(text)
        is_plain = analysis.allow_block_plain and not analysis.multiline
        return is_plain and resolve_plain(text, None) == text


_Dumper.add_representer(str, _Dumper.write_string)
_Dumper.add_representer(YaqlExpression, _Dumper.write_expression)
_Dumper.add_representer(QuotedString, _Dumper.write_quoted)


def _yaml(documents: list[Any], dialect: Dialect | None) -> str:
    written = io.StringIO()
    dumper = _Dumper(
        written,
        allow_unicode=True,
        default_flow_style=False,
        sort_keys=False,
        width=FILE_SIZE.most,
        explicit_start=len(documents) > 1,
    )
    dumper.dialect = dialect
    try:
        dumper.open()
        for document in documents:
            dumper.represent(document)
        dumper.close()
    finally:
        dumper.dispose()
    return written.getvalue()


def _is_expression(text: str, dialect: Dialect | None) -> bool:
    """Return whether a plain scalar with this text is an expression."""
    if dialect is None or not is_candidate(text, dialect):
        return False
    try:
        parse(text, dialect)
    except LiteralError:
        return True
    except ExpressionError:
        return False
    return True
