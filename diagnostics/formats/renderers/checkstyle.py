"""The Checkstyle format: XML with an element for each file, which Jenkins and many others read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from xml.sax.saxutils import quoteattr

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import ReportContext, sentences
from muranopl.diagnostics.formats.encode import document
from muranopl.diagnostics.visible import visible

MEDIA_TYPE = "text/xml"  # browsers accept this one no sooner than JSON

_VERSION = "4.3"
"""The version of Checkstyle whose format this is."""


def render(diagnostics: Sequence[Diagnostic], context: ReportContext) -> str:  # noqa: ARG001 - all formats are called alike
    """Return an XML document; files in the order of their names."""
    by_file = sorted(diagnostics, key=_path)
    lines = [f'<checkstyle version="{_VERSION}">']
    for path, group in groupby(by_file, key=_path):
        lines += [f"  <file name={quoteattr(path)}>", *map(_error, group), "  </file>"]
    return document([*lines, "</checkstyle>"])


def _path(diagnostic: Diagnostic) -> str:
    return visible(diagnostic.place.file.address)


def _error(diagnostic: Diagnostic) -> str:
    attributes = " ".join(
        f"{name}={quoteattr(visible(value))}" for name, value in _values(diagnostic)
    )
    return f"    <error {attributes}/>"


def _values(diagnostic: Diagnostic) -> Iterator[tuple[str, str]]:
    yield "line", str(diagnostic.line)
    yield "column", str(diagnostic.column)
    yield "severity", diagnostic.severity.value
    yield "message", "; ".join(sentences(diagnostic))
    yield "source", f"muranopl.{diagnostic.code}"
