"""Files of a package, as bytes and as YAML documents; unreadable ones are reported."""

from __future__ import annotations

from collections.abc import Callable

from muranopl.ard.nodes import Node
from muranopl.ard.sources.failures import report_failure
from muranopl.ard.sources.source import Source, SourceError
from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.ard.yaql.dialects import Dialect
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.catalogue import shapes
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place


def read_document(
    source: Source,
    file: File,
    path: str,
    findings: Findings,
    dialect: Dialect | None,
    *,
    load: YamlLoader = load,
    missing: Callable[[], None] | None = None,
) -> Node | None:
    """Return the only document of a file, or None after a report.

    `missing` is as in `read_file`.
    """
    data = read_file(source, path, findings, missing)
    if data is None:
        return None
    before = findings.count
    documents = load(data, file, findings, dialect=dialect)
    if len(documents) > 1:
        findings.report(shapes.SEVERAL_DOCUMENTS, document_begin(documents[1]), path=path)
    if documents:
        return documents[0]
    # A file without documents may have a syntax error, which was reported
    if findings.count == before:
        findings.report(rules.EMPTY_FILE, Place(file), path=path)
    return None


def read_file(
    source: Source,
    path: str,
    findings: Findings,
    missing: Callable[[], None] | None = None,
    place: Place | None = None,
) -> bytes | None:
    """Return the content of a file of a package, or None after a report.

    The report is at the file or at `place`, which names it. `missing` is called instead for a file
    that does not exist.
    """
    try:
        return source.read(path)
    except SourceError as error:
        if error.kind == "missing" and missing is not None:
            missing()
        else:
            report_failure(source, path, error, findings, place)
        return None


_MARK = "---"


def document_begin(document: Node) -> Place:
    """Return the place of the line that begins a document, which is not the first one."""
    lines = document.file.lines()
    # The first node of a document may be some lines below the mark that begins it
    for line in range(min(document.line, len(lines)), 0, -1):
        if lines[line - 1].startswith(_MARK):
            return Place(document.file, line, 1, line, 1 + len(_MARK))
    return document.place
