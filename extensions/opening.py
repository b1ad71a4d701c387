"""Extensions as packages: from what a user names to the sources that the phases read."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import visible
from muranopl.extensions.distribution import Distribution
from muranopl.extensions.finding import INSTALLED, find, is_known
from muranopl.extensions.interface import Extension
from muranopl.extensions.reading import (
    read_extension,
    report_unseen,
    without_duplicates,
)
from muranopl.extensions.source import ExtensionSource


def require_known(wheres: Iterable[str]) -> None:
    """Raise UsageError, naming all of them, for words that name no plugins."""
    problems = [
        f'"{visible(where)}" is neither a path, nor the name of an installed distribution, nor '
        f'"{INSTALLED}"'
        for where in wheres
        if not is_known(where)
    ]
    if problems:
        raise UsageError("\n".join(problems), "extensions")


def open_extensions(wheres: Iterable[str], findings: Findings) -> list[ExtensionSource]:
    """Return the extensions at some places as packages; see `find`. Problems are reported."""
    return [ExtensionSource(item) for item in extensions_at(wheres, findings)]


Complete = Callable[[Extension, Distribution], Extension]


def extensions_at(
    wheres: Iterable[str], findings: Findings, complete: Complete | None = None
) -> list[Extension]:
    """Return the extensions at some places; the first of a name hides the others.

    `complete` returns an extension with what is not seen in its source.
    """
    by_name: dict[str, Distribution] = {}
    for where in wheres:
        for distribution in find(where, findings):
            by_name.setdefault(distribution.name, distribution)
    extensions: list[Extension] = []
    for distribution in by_name.values():
        extension = read_extension(distribution, findings)
        if complete is not None:
            extension = complete(extension, distribution)
        report_unseen(extension.classes, findings)
        extensions.append(extension)
    return [item for item in without_duplicates(extensions, findings) if item.classes]
