"""Reading one package: its units, its UI definition, and the other files that its manifest names."""

from __future__ import annotations

import msgspec

from muranopl.ard.sources.failures import report_failure
from muranopl.ard.sources.source import SourceError, join_inside
from muranopl.ard.yaml.loader import YamlLoader, load
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.expression.dialects import Dialect
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.ui.definition import UIDefinition, read_ui
from muranopl.read.classes import read_units
from muranopl.read.documents import parse_document
from muranopl.read.exports import seen_by_others
from muranopl.read.hot_template import check_template
from muranopl.read.logos import check_logos
from muranopl.read.package import Head, Package

UI_FOLDER = "UI"
DEFAULT_UI = "ui.yaml"


def read_package(head: Head, load: YamlLoader = load) -> Package:
    """Return a package whose manifest was read with its units. Safe to run in any thread."""
    findings = Findings(head.id.name)
    findings.diagnostics.extend(head.diagnostics)
    units = read_units(head, findings, load)
    ui = None if head.format.is_heat else _read_ui(head, findings, load)
    if head.format.is_heat:
        check_template(head, findings, load)
    check_logos(head, findings)
    return Package(head, units, ui, findings.diagnostics)


def read_exports(head: Head, load: YamlLoader = load) -> Package:
    """Return what others see of a package, see `seen_by_others`; what is wrong with it is not complete then."""
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
