"""Reads a Heat package: checks its template, and returns the class and the form generated from it.

From here on they are like those that are written: nodes that were generated at the places of the
parts of the template. Templates in other packages: `pushed_templates`.
"""

from __future__ import annotations

import msgspec

from muranopl.ard.nodes import Mapping, Node
from muranopl.ard.sources.file_names import TEMPLATE
from muranopl.ard.yaml.loader import YamlLoader
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.catalogue.yaml import DUPLICATE_KEY
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.formats import FIRST
from muranopl.language.grammar.names import DOTTED
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.ui.definition import UIDefinition, read_ui
from muranopl.read.classes import classes_of
from muranopl.read.documents import document_begin, read_file
from muranopl.read.heat.check import check_template
from muranopl.read.heat.engine_limits import check_contracts, check_files, check_form
from muranopl.read.heat.environments import check_environment
from muranopl.read.heat.generated import GeneratedFile, PackageParts, parts_of
from muranopl.read.heat.generated_class import class_document
from muranopl.read.heat.generated_form import form_document
from muranopl.read.heat.template import HeatTemplate
from muranopl.read.heat.values import is_refused
from muranopl.read.package import ClassUnit, PackageHeader


def read_template(
    header: PackageHeader, findings: Findings, load: YamlLoader
) -> tuple[tuple[ClassUnit, ...], UIDefinition | None]:
    """Return the unit of the class that the engine makes of the template, and the form.

    If the template is unreadable, the unit has no class, and there is no form.
    """
    file = header.source.file(TEMPLATE)
    listed = header.manifest.classes or ()
    template = _template(header, findings, load)
    if template is None:
        return (ClassUnit(file, listed, complete=False),), None
    parts = parts_of(header.source, header.id.name, header.id.version, header.manifest.description)
    checked = _check(template, parts, header, findings, load)
    refused = {item.name for item in checked.parameters if is_refused(item)}
    if not parts.environments:
        refused |= check_contracts(template, findings)
    failing = check_form(checked, findings)
    generated = GeneratedFile(file)
    reading = Reading(findings, FIRST, refuses=None)
    classes: tuple[ClassDeclaration, ...] = ()
    if DOTTED.match(header.id.name):  # else its name was reported
        written = class_document(template, parts, generated, refused)
        classes = classes_of([written], reading)
    document = form_document(template, parts, generated, failing | refused)
    unit = ClassUnit(file, listed, classes, complete=bool(classes))
    return (unit,), read_ui(document, reading)


def _check(
    template: Mapping,
    parts: PackageParts,
    header: PackageHeader,
    findings: Findings,
    load: YamlLoader,
) -> HeatTemplate:
    """Return a template; check it with the files for it."""
    reading = Reading(findings, FIRST, refuses=None)
    result = check_template(template, reading, values_may_differ=bool(parts.environments))
    check_files(result, parts, findings)
    for path in parts.environments:
        data = read_file(header.source, path, findings)
        if data is not None:
            before = findings.errors
            documents = _documents(data, header.source.file(path), findings, load)
            if documents and findings.errors == before:
                check_environment(documents[0], result, reading)
    return result


def _documents(data: bytes, file: File, findings: Findings, load: YamlLoader) -> list[Node]:
    """Return the documents of a template or an environment.

    A key that occurs twice is a warning: for Heat the last value counts, and such templates deploy.
    """
    result = findings.apart()
    documents = load(data, file, result, None)
    findings.take(
        msgspec.structs.replace(diagnostic, severity=Severity.WARNING)
        if diagnostic.code == DUPLICATE_KEY.code
        else diagnostic
        for diagnostic in result.diagnostics
    )
    return documents


def _template(header: PackageHeader, findings: Findings, load: YamlLoader) -> Mapping | None:
    """Return the template, a mapping with `resources`, or None after a report."""

    def missing() -> None:
        findings.report(rules.HEAT_TEMPLATE, header, problem="does not exist")

    data = read_file(header.source, TEMPLATE, findings, missing)
    if data is None:
        return None
    file = header.source.file(TEMPLATE)
    # A template that is not YAML was reported, and what it lacks is unknown.
    before = findings.errors
    documents = _documents(data, file, findings, load)
    if findings.errors > before:
        return None
    if len(documents) > 1:
        place = document_begin(documents[1])
        findings.report(yaml.SEVERAL_DOCUMENTS, place, path=TEMPLATE)
        return None
    template = documents[0] if documents else None
    if not isinstance(template, Mapping) or template.find("resources") is None:
        findings.report(
            rules.HEAT_TEMPLATE, Place(file), problem="is not a Heat template: it has no resources"
        )
        return None
    return template
