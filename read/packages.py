"""Entry point of phase 1: paths → packages, following what they require."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Executor

import msgspec

from muranopl.ard.sources import Source, SourceError, join_inside, report_failure
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.model import Diagnostic, Severity
from muranopl.expression.dialects import Dialect
from muranopl.grammar.entity import Reading
from muranopl.grammar.ui.definition import UIDefinition, read_ui
from muranopl.read.classes import read_units
from muranopl.read.documents import parse_document
from muranopl.read.files import check_logos
from muranopl.read.heat import check_template
from muranopl.read.manifest import CORE_LIBRARY, read_head
from muranopl.read.package import Head, Package

UI_FOLDER = "UI"
DEFAULT_UI = "ui.yaml"


class ReadResult(msgspec.Struct, eq=False):
    """The packages to check, and those read because something requires them. `diagnostics` are of the targets only.

    `shadowed` is the embedded core library where another one stands in its place: nobody requires it, but the classes
    that the engine writes in Python are described nowhere else.
    """

    targets: tuple[Package, ...]
    libraries: tuple[Package, ...]
    shadowed: Package | None
    diagnostics: list[Diagnostic]

    @property
    def packages(self) -> tuple[Package, ...]:
        """All packages."""
        return (*self.targets, *self.libraries, *((self.shadowed,) if self.shadowed else ()))


def read_package(head: Head) -> Package:
    """Read the units of a package whose manifest was read. Safe to run in any thread."""
    findings = Findings(head.id.name)
    findings.diagnostics.extend(head.diagnostics)
    units = read_units(head, findings)
    ui = None if head.format.is_heat else _read_ui(head, findings)
    if head.format.is_heat:
        check_template(head, findings)
    check_logos(head, findings)
    return Package(head, units, ui, findings.diagnostics)


# The embedded packages are a part of this program: read once, they stay as they are. (They are 60 files, three quarters
# of the work on one small package.) Their sources are the same objects each time, see `muranopl.catalog`.
_embedded_head = functools.cache(read_head)
_embedded_package = functools.cache(read_package)


def _read_ui(head: Head, findings: Findings) -> UIDefinition | None:
    """The UI definition, None where there is none. A missing file is no upload error: the package just has no form."""
    node = head.manifest.node.get("UI")
    name = head.manifest.ui or DEFAULT_UI
    path = join_inside(UI_FOLDER, name)
    if path is None:
        if node is not None:
            findings.report(rules.OUTSIDE, node.place, what="UI file", path=f'"{name}"', folder=f"{UI_FOLDER}/")
        return None
    try:
        data = head.source.read(path)
    except SourceError as error:
        if error.kind != "missing":
            report_failure(head.source, path, error, findings)
        elif node is not None and head.manifest.ui:
            severity = Severity.WARNING
            findings.report(rules.FILE_MISSING, node.place, what="UI file", path=path, severity=severity)
        return None
    document = parse_document(data, head.source.file(path), path, findings, Dialect.UI)
    return None if document is None else read_ui(document, Reading(findings, head.format))


def read_all(
    targets: Sequence[Source],
    libraries: Sequence[Source],
    embedded: Sequence[Source],
    *,
    replaced: bool = False,
    executor: Executor | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> ReadResult:
    """Run phase 1: read all targets, and of the libraries and the embedded ones what they require, and so on.

    An embedded package gives way to a target or library of the same name and version; all of them do where the core
    library is `replaced`.
    """
    run = map if executor is None else executor.map
    heads = list(run(read_head, targets))
    shelf: dict[str, list[Head]] = {}
    checked = {head.id[:2] for head in heads}
    for head in run(read_head, libraries):
        if head.id[:2] not in checked:  # what is checked stands before a copy of it that is installed
            shelf.setdefault(head.id.name, []).append(head)
    given = {head.id[:2] for head in (*heads, *(each for shelved in shelf.values() for each in shelved))}
    shadowed: Package | None = None
    own = [_embedded_head(source) for source in embedded]
    for head in own:
        if not replaced and head.id[:2] not in given:
            shelf.setdefault(head.id.name, []).append(head)
        elif head.id.name == CORE_LIBRARY:
            shadowed = read_package(msgspec.structs.replace(head, usable=False))
    packages = _read_each(heads, run, progress)
    ours = set(map(id, own))
    wanted = _required(heads, shelf)
    others = iter(run(read_package, [head for head in wanted if id(head) not in ours]))
    required = tuple(_embedded_package(head) if id(head) in ours else next(others) for head in wanted)
    return ReadResult(packages, required, shadowed, [d for package in packages for d in package.diagnostics])


def _read_each(
    heads: Sequence[Head], run: Callable[..., Iterable[Package]], progress: Callable[[int, int], None] | None
) -> tuple[Package, ...]:
    packages: list[Package] = []
    for package in run(read_package, heads):
        packages.append(package)
        if progress is not None:
            progress(len(packages), len(heads))
    return tuple(packages)


def _required(heads: Iterable[Head], shelf: dict[str, list[Head]]) -> list[Head]:
    """The packages on the shelf that are required, directly or not; every version of them, as any may be chosen.

    Names that are required in a circle are met once, so circles end here; phase 2 names them.
    """
    wanted: dict[str, list[Head]] = {}
    pending = [CORE_LIBRARY, *(entry.name for head in heads for entry in head.manifest.require)]
    while pending:
        name = pending.pop()
        if name in wanted or name not in shelf:
            continue
        wanted[name] = shelf[name]
        pending.extend(entry.name for head in shelf[name] for entry in head.manifest.require)
    return [head for name in sorted(wanted) for head in wanted[name]]
