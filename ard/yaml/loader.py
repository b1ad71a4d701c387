"""YAML → ARD: the documents of a file as nodes with places; defects are reported, never raised."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from yaml.error import MarkedYAMLError
from yaml.reader import ReaderError

from muranopl.ard.decoding import decode, report_forbidden
from muranopl.ard.nodes import Node
from muranopl.ard.yaml.composer import Composer
from muranopl.ard.yaml.events import NO_CHARACTER, Events, report_commented_header, report_tab
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.bounds import REPARSED_TEXT
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File

YamlLoader = Callable[[bytes, File, Findings, Dialect | None], list[Node]]
"""Reads YAML as `load` does."""


class Documents(msgspec.Struct, frozen=True):
    """The documents of a stream; see `Composer` for `recordable`."""

    nodes: list[Node]
    recordable: bool


def takes_utf16(dialect: Dialect | None) -> bool:
    """Return whether files of a dialect may be UTF-16: class files only, as in the engine."""
    return dialect is Dialect.MURANO


def load(
    data: bytes, file: File, findings: Findings, dialect: Dialect | None, *, pure: bool = False
) -> list[Node]:
    """Return the documents of a YAML stream; see `read`."""
    return read(data, file, findings, dialect=dialect, pure=pure).nodes


def read(
    data: bytes, file: File, findings: Findings, *, dialect: Dialect | None, pure: bool = False
) -> Documents:
    """Return the documents of a YAML stream, empty ones included.

    Those before a syntax error are kept. `dialect` chooses the plain scalars that are expressions;
    None is plain YAML (manifests), where `!yaql` is unknown. With `pure` libyaml is not used. Sets
    `file.text`. A value with a defect becomes what it would be without its tag, or null.
    """
    text = decode(data, file, findings, utf16=takes_utf16(dialect))
    if text is None:
        return Documents([], True)
    # Reports of a first try are dropped if the second parser takes the file.
    result = findings.apart()
    composer, error = _compose(text, file, result, dialect, pure=pure)
    if error is not None and not pure and _may_be_taken(text, error):
        result = findings.apart()
        composer, error = _compose(text, file, result, dialect, pure=True)
    findings.take(result.diagnostics)
    if error is not None:
        from muranopl.ard.yaml.syntax_errors import (  # few files have one
            report_syntax,
        )

        report_syntax(error, text, file, findings)
    if composer is None:
        return Documents([], True)
    return Documents(composer.documents, composer.recordable)


def _may_be_taken(text: str, error: MarkedYAMLError) -> bool:
    """Return whether the engine's parser may accept what libyaml refuses.

    A few things, such as `{a:, b: 1}`. It accepts half a surrogate pair too, but such a text can
    neither be stored nor sent.
    """
    return len(text) <= REPARSED_TEXT.most and NO_CHARACTER not in (error.problem or "")


def _compose(
    text: str, file: File, findings: Findings, dialect: Dialect | None, *, pure: bool
) -> tuple[Composer | None, MarkedYAMLError | None]:
    """Return the composer of a text, None for forbidden characters, and the error that ended it.

    The error is not reported yet.
    """
    try:
        events = Events(text, pure=pure)
    except ReaderError:  # PyYAML's own parser looks at all characters at once
        report_forbidden(text, file, findings)
        return None, None
    composer = Composer(events, file, findings, dialect)
    try:
        composer.run()
    except ReaderError:
        report_forbidden(text, file, findings)
        return composer, None
    except MarkedYAMLError as error:
        error.problem_mark = events.recount(error.problem_mark)
        error.context_mark = events.recount(error.context_mark)
        return composer, error
    except UnicodeDecodeError as error:  # libyaml hands over a tag whose escapes are not UTF-8
        return composer, MarkedYAMLError(problem=str(error))
    if events.lenient and "\t" in text:
        report_tab(text, file, findings)
    if events.lenient:
        report_commented_header(text, file, findings)
    return composer, None
