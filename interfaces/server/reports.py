"""Reports of the service: those of the command line, with the source texts they refer to.

The `source` of a diagnostic or related place is the file name as shown in the terminal: the key of
its text in `sources`. (`path` is the path of the zip for all of its entries.)
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.formats.context import ReportContext, summarize
from muranopl.interfaces.server.bodies import shown_diagnostics

if TYPE_CHECKING:
    from muranopl.ard.sources.source import Source
    from muranopl.diagnostics.diagnostic import Diagnostic
    from muranopl.read.index import PackageEntry
    from muranopl.report import Report

Texts = Literal["none", "reported", "all"]
"""The source texts in a report: none, those of files with diagnostics, or all files with data."""

MOST_TEXT = 8 * 1024 * 1024
"""Maximum number of characters of files without diagnostics in a report."""
_SHOWN = (".yaml", ".yml", ".template", ".json")


def report_data(
    report: Report, texts: Texts = "reported", package: tuple[str, str] | None = None
) -> dict[str, Any]:
    """Return a report as plain data; `package` (name and version) selects one package."""
    entries = _entries(report, package)
    diagnostics = report.diagnostics if package is None else diagnostics_in(report, package)
    summary = msgspec.structs.asdict(summarize(diagnostics, ReportContext()))
    data = {
        "diagnostics": shown_diagnostics(diagnostics),
        "summary": {**summary, "packages": len(entries)},
    }
    if texts == "none":
        return data
    sources = reported_texts(diagnostics)
    if texts == "all":
        sources = {**package_texts(entry.source for entry in entries), **sources}
    return {**data, "sources": dict(sorted(sources.items()))}


def diagnostics_in(report: Report, package: tuple[str, str]) -> Sequence[Diagnostic]:
    """Return the diagnostics in the files of a package (name and version)."""
    entries = _entries(report, package)
    return [
        diagnostic
        for diagnostic in report.diagnostics
        if any(_stands_in(diagnostic, entry) for entry in entries)
    ]


def reported_texts(diagnostics: Iterable[Diagnostic]) -> dict[str, str]:
    """Return the texts of the files that diagnostics and their related places refer to."""
    texts: dict[str, str] = {}
    for diagnostic in diagnostics:
        for place in (diagnostic.place, *(related.place for related in diagnostic.related)):
            if place.file.text is not None:
                texts[place.file.display] = place.file.text
    return texts


def library_data(library: Source, texts: Texts) -> dict[str, Any]:
    """Return the report of a library, which is not checked: its texts if `texts` is "all"."""
    data: dict[str, Any] = {
        "diagnostics": [],
        "summary": {"errors": 0, "warnings": 0, "infos": 0, "packages": 0},
    }
    if texts == "none":
        return data
    return {**data, "sources": package_texts([library]) if texts == "all" else {}}


def package_texts(sources: Iterable[Source]) -> dict[str, str]:
    """Return the texts of package files up to `MOST_TEXT`; unreadable files are omitted."""
    result: dict[str, str] = {}
    room = MOST_TEXT
    for source in sources:
        for path in source.paths():
            if not path.lower().endswith(_SHOWN):
                continue
            try:
                text = source.read(path).decode("utf-8")
            except (SourceError, UnicodeDecodeError):
                continue
            room -= len(text)
            if room < 0:
                return result
            result[source.file(path).display] = text
    return result


def _entries(report: Report, package: tuple[str, str] | None) -> list[PackageEntry]:
    from muranopl.report import checked_entries  # noqa: PLC0415 - in a worker only

    return [
        entry
        for entry in checked_entries(report)
        if package in (None, (entry.name, entry.summary.version))
    ]


def _stands_in(diagnostic: Diagnostic, entry: PackageEntry) -> bool:
    """Return whether a diagnostic refers to a file of a package or to the package itself."""
    folder = posixpath.join(entry.source.root, entry.source.base).rstrip("/")
    shown = diagnostic.place.file.display
    return shown == folder or shown.startswith(f"{folder}/")
