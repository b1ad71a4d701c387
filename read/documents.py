"""Reads a file of a package, as bytes or as its only YAML document; an unreadable one is reported.

Also reported are names that lead out of their folder, and documents with the contents of another
file: a class in manifest.yaml, say. Documents outside of packages: `ard.input_document`.
"""

from __future__ import annotations

import posixpath
from collections.abc import Callable

from muranopl.ard.nodes import Mapping, Node, text_of
from muranopl.ard.sources.regular_files import report_failure
from muranopl.ard.sources.source import Source, SourceError
from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.ard.yaql.lexer import Dialect
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Entity, tags_of
from muranopl.language.grammar.manifest import Manifest

CLASS, MANIFEST = "a class", "the manifest of a package"
UI_DEFINITION = "a UI definition"
_HOMES = {CLASS: "a file in Classes/", MANIFEST: "manifest.yaml", UI_DEFINITION: "UI/ui.yaml"}
_MARK = "---"


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
    documents = load(data, file, findings, dialect)
    if len(documents) > 1:
        findings.report(yaml.SEVERAL_DOCUMENTS, document_begin(documents[1]), path=path)
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


def document_begin(document: Node) -> Place:
    """Return the place of the line that begins a document, which is not the first one."""
    lines = document.file.lines()
    # The first node of a document may be some lines below the mark that begins it
    for line in range(min(document.line, len(lines)), 0, -1):
        if lines[line - 1].startswith(_MARK):
            return Place(document.file, line, 1, line, 1 + len(_MARK))
    return document.place


def report_outside(reporter: Reporter, place: Place, what: str, name: str, folder: str) -> None:
    """Report that a name, written at a place, is not a file below a folder of the package.

    See `join_inside`. `what` is the kind of the file; `folder` is '' for the package itself.
    """
    shown = f"{folder}/" if folder else "the package"
    # The most frequent case comes first, and is corrected below for two others.
    problem, suggestion = f"is outside {shown}", f"move the file into {shown}"
    if not name:
        problem, suggestion = "names no file", "write the name of a file"
    elif not name.startswith("/") and _joined(folder, name) == _joined(folder, ""):
        problem, suggestion = f"is {shown} itself", "write the name of a file in it"
    reporter.report(
        rules.OUTSIDE, place, what=what, path=f'"{name}"', problem=problem, suggestion=suggestion
    )


def _joined(folder: str, name: str) -> str:
    return posixpath.normpath(posixpath.join("package", folder, name))


def has_other_kind(document: Node, path: str, expected: str, findings: Findings) -> bool:
    """Report a document with the keys of another kind of file than `expected`; return whether it is one.

    It has more keys of the other kind, and none that both lack, or at least two more.
    """
    if not isinstance(document, Mapping):
        return False
    kinds: dict[str, type[Entity]] = {CLASS: ClassDeclaration, MANIFEST: Manifest}
    if expected in kinds and None not in tags_of(kinds[expected], document):
        return False  # as nearly always
    keys = {text_of(key) for key, _ in document.pairs}
    # Many packages have no form, so its grammar is imported when it is needed
    from muranopl.language.grammar.ui.definition import UIDefinition

    kinds[UI_DEFINITION] = UIDefinition
    shared = {name: len(keys & kind.TAGS.keys()) for name, kind in kinds.items()}
    likeliest = max(shared, key=lambda name: shared[name])
    more = shared[likeliest] - shared[expected]
    if not (more > 1 or (more and shared[likeliest] == len(keys))):
        return False
    findings.report(
        yaml.WRONG_TYPE,
        document.head,
        what=path,
        expected=expected,
        found=likeliest,
        suggestion=f"move it to {_HOMES[likeliest]}, and write {expected} here",
    )
    return True
