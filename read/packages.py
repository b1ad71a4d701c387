"""Entry point of phase 1: packages at hand → packages read."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

import msgspec

from muranopl.ard.sources.failures import report_failure
from muranopl.ard.sources.source import SourceError, join_inside
from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.expression.dialects import Dialect
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.ui.definition import UIDefinition, read_ui
from muranopl.read.classes import read_units
from muranopl.read.documents import parse_document
from muranopl.read.export import seen_by_others
from muranopl.read.files import check_logos
from muranopl.read.heat import check_template
from muranopl.read.index import PackageEntry, PackageIndex
from muranopl.read.look import head_of, look_at_embedded
from muranopl.read.package import Head, Package

UI_FOLDER = "UI"
DEFAULT_UI = "ui.yaml"


class ReadResult(msgspec.Struct, eq=False):
    """The packages to check, and those read because something requires them. `diagnostics` are of the targets only.

    `shadowed` as `PackageIndex` has it. `index` is of all packages at hand, of which these may be a part.
    """

    targets: tuple[Package, ...]
    libraries: tuple[Package, ...]
    shadowed: Package | None
    index: PackageIndex
    diagnostics: list[Diagnostic]

    @property
    def packages(self) -> tuple[Package, ...]:
        """All packages."""
        return (*self.targets, *self.libraries, *((self.shadowed,) if self.shadowed else ()))


def read_package(head: Head, load: YamlLoader = load) -> Package:
    """Read the units of a package whose manifest was read. Safe to run in any thread."""
    findings = Findings(head.id.name)
    findings.diagnostics.extend(head.diagnostics)
    units = read_units(head, findings, load)
    ui = None if head.format.is_heat else _read_ui(head, findings, load)
    if head.format.is_heat:
        check_template(head, findings, load)
    check_logos(head, findings)
    return Package(head, units, ui, findings.diagnostics)


def read_outside(head: Head, load: YamlLoader = load) -> Package:
    """Read of a package what others see of it; what is wrong with it is not complete then."""
    findings = Findings(head.id.name)
    units = tuple(
        msgspec.structs.replace(unit, classes=tuple(map(seen_by_others, unit.classes)))
        for unit in read_units(head, findings, load, bodies=False)
    )
    return Package(head, units, None, findings.diagnostics)


def ui_file(head: Head) -> str | None:
    """The path of the UI definition, whether it is there or not; None for one that leads out of its folder."""
    return join_inside(UI_FOLDER, head.manifest.ui or DEFAULT_UI)


def _read_ui(head: Head, findings: Findings, load: YamlLoader) -> UIDefinition | None:
    """The UI definition, None where there is none. A missing file is no upload error: the package just has no form."""
    node = head.manifest.node.get("UI")
    path = ui_file(head)
    if path is None:
        if node is not None:
            name = head.manifest.ui
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
    document = parse_document(data, head.source.file(path), path, findings, Dialect.UI, load=load)
    return None if document is None else read_ui(document, Reading(findings, head.format))


def read_all(
    index: PackageIndex,
    wanted: Collection[str] | None = None,
    *,
    load: YamlLoader = load,
    progress: Callable[[int, int], None] | None = None,
) -> ReadResult:
    """Run phase 1: read the packages of an index.

    If there are names of `wanted` packages, only those are read whole, and of what they need what others see of it.
    """
    needed = None if wanted is None else index.needed(wanted)

    def read(entry: PackageEntry) -> Package:
        is_wanted = wanted is None or entry.summary.name in wanted
        if is_wanted or entry.embedded or entry.package is not None:
            return package_of(entry, load)
        return read_outside(head_of(entry, load), load)

    targets: list[Package] = []
    checked = _chosen(index.targets, needed)
    for entry in checked:
        targets.append(read(entry))
        if progress is not None:
            progress(len(targets), len(checked))
    libraries = tuple(map(read, _chosen(index.libraries, needed)))
    shadowed = None if index.shadowed is None else _unusable(index.shadowed, load)
    return ReadResult(tuple(targets), libraries, shadowed, index, [d for each in targets for d in each.diagnostics])


def _chosen(among: Iterable[PackageEntry], names: Collection[str] | None) -> list[PackageEntry]:
    return [entry for entry in among if names is None or entry.summary.name in names]


def package_of(entry: PackageEntry, load: YamlLoader = load) -> Package:
    """The package, read if it was not. An embedded one is kept, with its manifest, for all who need it."""
    kept = look_at_embedded(entry.source) if entry.embedded else entry
    if kept.package is None:
        kept.package = read_package(head_of(kept, load), load)
    return kept.package


def _unusable(entry: PackageEntry, load: YamlLoader) -> Package:
    return read_package(msgspec.structs.replace(head_of(entry, load), usable=False), load)
