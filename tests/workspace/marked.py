"""Packages in the notation of examples, with a mark inside a name: `$.li|mit`.

Folders with a manifest are packages of their own; the one with the mark is asked about.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping, Sequence

import msgspec

from muranopl.ard.sources.discovery import discover
from muranopl.ard.sources.source import Source, path_inside
from muranopl.diagnostics import examples
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place, lines_of
from muranopl.language import library
from muranopl.phases.job import Job
from muranopl.workspace.analysis import Analysis, analyse
from tests.memory_source import MemorySource

_MARK = re.compile(r"(?<=[\w$.:'\"])\|(?=[\w.(])")
EXPECTED = "expected"


class Marked(msgspec.Struct):
    """Packages, the first of which has the position."""

    analyses: Sequence[Analysis]
    path: str
    line: int
    column: int
    expected: str

    @property
    def analysis(self) -> Analysis:
        """The package with the position."""
        return self.analyses[0]


def marked(text: str) -> Marked:
    """Return the packages of a text, which has one mark or none."""
    _, sections = examples.sections(text)
    texts = {section.path: section.text for section in sections}
    expected = texts.pop(EXPECTED, "")
    path, line, column = "", 1, 1
    for name, content in texts.items():
        found = _MARK.search(content)
        if found is not None:
            path = name
            before = content[: found.start()]
            line = before.count("\n") + 1
            column = len(before.rpartition("\n")[2]) + 1
            texts[name] = before + content[found.end() :]
    analyses = analysed(texts)
    folder, _, inside = path.partition("/")
    if f"{folder}/manifest.yaml" in texts:
        path = inside
        analyses.sort(key=lambda item: item.package.header.source.root != folder)
    return Marked(analyses, path, line, column, expected)


def analysed(texts: Mapping[str, str]) -> list[Analysis]:
    """Return the analyses of the packages that some files are."""
    return analyse(job_of(texts))


def job_of(texts: Mapping[str, str]) -> Job:
    """Return the job for the packages that some files are."""
    packages: dict[str, dict[str, str]] = {}
    for path, text in texts.items():
        folder, _, inside = path.partition("/")
        if f"{folder}/manifest.yaml" in texts:
            packages.setdefault(folder, {})[inside] = text
        else:
            packages.setdefault("package", {})[path] = text
    sources = [_source(name, files) for name, files in packages.items()]
    return Job(
        targets=sources,
        embedded=_embedded(),
        engine_classes=library.ENGINE_CLASSES,
        closed=len(sources) > 1,
    )


@functools.cache
def _embedded() -> Sequence[Source]:
    """Return the core library, which is read once for the same sources."""
    return discover(library.path(), Findings(), library.NAME)


def _source(name: str, texts: Mapping[str, str]) -> MemorySource:
    entries = examples.complete(
        {
            path: examples.Entry(examples.EntryKind.FILE, text.encode())
            for path, text in texts.items()
        }
    )
    return MemorySource({path: item.content for path, item in entries.items()}, name)


def shown(place: Place) -> str:
    """Return a place and the text there: `Classes/Sample.yaml:3:5 limit`."""
    return f"{name_of(place.file)}:{place.line}:{place.column} {text_at(place)}".rstrip()


def name_of(file: File) -> str:
    """Return the name of a file in expectations."""
    if file.root == library.NAME or "library" in file.root:
        return f"core library: {file.path}"
    return file.path if file.root == "package" else f"{file.root}/{file.path}"


def text_at(place: Place) -> str:
    """Return the text at a place, its first line if there are several."""
    lines = lines_of(place.file.text or "")
    if place.line > len(lines) or place.end_column == place.column:
        return ""
    end = place.end_column - 1 if place.end_line == place.line else None
    return lines[place.line - 1][place.column - 1 : end]


def inside(analysis: Analysis, place: Place) -> str:
    """Return the path of a file in its package."""
    return path_inside(analysis.package.header.source, place.file)
