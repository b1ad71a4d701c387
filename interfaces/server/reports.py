"""Reports of the service: those of the command line, with the source texts they refer to.

The `source` of a diagnostic or related place is the file name as shown in the terminal: the key of
its text in `sources`. (`path` is the path of the zip for all of its entries.)
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

import msgspec

import muranopl
from muranopl.api.report import checked_entries
from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics import arguments
from muranopl.diagnostics.formats import FORMATS, renderer
from muranopl.diagnostics.formats.context import CheckedPackage, ReportContext, summarize
from muranopl.diagnostics.formats.report_data import report_head
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.response_bodies import doc, shown_diagnostics
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.phases.report import is_merged

if TYPE_CHECKING:
    from muranopl.api.contents import InstalledPackage
    from muranopl.api.report import Report
    from muranopl.ard.sources.source import Source
    from muranopl.diagnostics.diagnostic import Diagnostic

Texts = Literal["none", "reported", "all"]
"""The source texts in a report: none, those of files with diagnostics, or all files with data."""


FormatName = Annotated[
    str,
    doc(
        "a format of `muranopl check`, instead of an Accept header",
        pattern=f"^({'|'.join(FORMATS)})?$",
        refusal=f"not a format: it must be one of {', '.join(map(json.dumps, FORMATS))}",
    ),
]

_BY_MEDIA_TYPE = {
    renderer(name).media_type: name
    for name in reversed(FORMATS)
    if renderer(name).media_type != JSON
}
"""The first format of each media type but JSON, in which the page reads reports with their texts."""
OTHER_REPLIES: dict[str, Any] = {
    media: dict[str, Any] if media.endswith("json") else str for media in _BY_MEDIA_TYPE
}
"""The forms of reports beside JSON."""
OtherReport = dict[str, Any] | list[Any]
"""A report in another format that is JSON."""

MOST_TEXT = 8 * 1024 * 1024
"""Maximum number of characters of files without diagnostics in a report."""
TEXT_FILES = (".yaml", ".yml", ".template", ".json")


class ServedReport(NamedTuple):
    """The diagnostics about some packages, which were read from `sources`, and about models."""

    diagnostics: Sequence[Diagnostic]
    packages: Sequence[CheckedPackage]
    sources: Sequence[Source]
    models: int = 0

    def data(self, texts: Texts = "reported") -> dict[str, Any]:
        """Return the report as plain data."""
        context = self._context()
        summary = summarize(self.diagnostics, context)
        data = {
            **report_head(context),
            "diagnostics": shown_diagnostics(self.diagnostics),
            "summary": msgspec.structs.asdict(summary),
        }
        if texts == "none":
            return data
        sources = reported_texts(self.diagnostics)
        if texts == "all":
            # Files with diagnostics have their texts even beyond `MOST_TEXT`
            sources = {**package_texts(self.sources), **sources}
        return {**data, "sources": dict(sorted(sources.items()))}

    def answer(self, texts: Texts, format_: str, media: str) -> TaskAnswer | dict[str, Any]:
        """Return the report in a format, or else for a media type: plain data for JSON."""
        name = format_ or _BY_MEDIA_TYPE.get(media, "")
        if not name:
            return self.data(texts)
        chosen = renderer(arguments.one_of(name, FORMATS, "format"))
        text = chosen.render(self.diagnostics, self._context())
        return TaskAnswer(200, text.encode(), chosen.media_type)

    def _context(self) -> ReportContext:
        return ReportContext(self.packages, version=muranopl.__version__, models=self.models)


def catalog_report(report: Report) -> ServedReport:
    """Return the report on all checked packages, and on models that were rendered with them."""
    sources = [entry.source for entry in checked_entries(report)]
    return ServedReport(report.diagnostics, report.packages, sources, len(report.rendered))


def package_report(report: Report, package: InstalledPackage) -> ServedReport:
    """Return the report on one package; that on a library is empty, as libraries are not checked."""
    from muranopl.api.contents import installed_source  # in a worker only

    diagnostics = by_package(report, [package]).get(package.path, ())
    id_ = package.name, package.version
    packages = [item for item in report.packages if (item.name, item.version) == id_]
    return ServedReport(
        diagnostics, packages if package.checked else (), [installed_source(package)]
    )


def by_package(report: Report, packages: Iterable[InstalledPackage]) -> dict[str, list[Diagnostic]]:
    """Return the diagnostics in checked packages by the path of the package."""
    by_path: dict[str, list[Diagnostic]] = {item.path: [] for item in packages if item.checked}
    for diagnostic in report.diagnostics:
        # What several packages have in common is a problem of each of them.
        paths = [diagnostic.path]
        if is_merged(diagnostic):
            paths += [related.path for related in diagnostic.related]
        for path in dict.fromkeys(_nearest(path, by_path) for path in paths):
            if path is not None:
                by_path[path].append(diagnostic)
    return by_path


def _nearest(path: str, packages: Collection[str]) -> str | None:
    """Return the package that a file is in, by their paths."""
    while path not in packages and "/" in path:
        path = path.rpartition("/")[0]
    return path if path in packages else None


def reported_texts(diagnostics: Iterable[Diagnostic]) -> dict[str, str]:
    """Return the texts of the files that diagnostics and their related places refer to."""
    texts: dict[str, str] = {}
    for diagnostic in diagnostics:
        for place in (diagnostic.place, *(related.place for related in diagnostic.related)):
            if place.file.text is not None:
                texts[place.file.display] = place.file.text
    return texts


def package_texts(sources: Iterable[Source]) -> dict[str, str]:
    """Return the texts of package files up to `MOST_TEXT`; unreadable files are omitted."""
    result: dict[str, str] = {}
    room = MOST_TEXT
    for source in sources:
        for path in source.paths():
            if not path.lower().endswith(TEXT_FILES):
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
