"""The packages of the catalog."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import muranopl
from muranopl.contents import installed_source
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats import render
from muranopl.diagnostics.formats.context import ReportContext, summarize
from muranopl.interfaces.server.bodies import json_bytes
from muranopl.interfaces.server.media_types import SARIF
from muranopl.interfaces.server.tasks.failures import answering
from muranopl.interfaces.server.tasks.reports import Texts, diagnostics_in, library_data, report_data
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.report import Report

if TYPE_CHECKING:
    from muranopl.contents import InstalledPackage
    from muranopl.interfaces.server.work.served import ServedCatalog


def packages(served: ServedCatalog, findings: bool) -> TaskAnswer:
    """Return all packages; with `findings` the number of diagnostics of those that are checked, too."""
    found = served.catalog.contents.packages
    by_package = by_location(served.report(), found) if findings else {}
    data = [package_data(each, by_package.get(each.path)) for each in found]
    return TaskAnswer(200, json_bytes({"packages": data}))


@answering
def package(served: ServedCatalog, name: str, version: str) -> TaskAnswer:
    """Return one package with its manifest, its UI definition and the names of its files."""
    found = served.catalog.contents.package(name, version)
    diagnostics = by_location(served.report(), [found]).get(found.path)
    ui = found.ui
    more = {"manifest": found.manifest, "ui": ui and _text(found, ui), "files": list(found.files)}
    return TaskAnswer(200, json_bytes({**package_data(found, diagnostics), **more}))


@answering
def package_report(served: ServedCatalog, name: str, version: str, sources: Texts, sarif: bool) -> TaskAnswer:
    """Return what checking one package found; nothing is found in libraries, which are not checked."""
    found = served.catalog.contents.package(name, version)
    if not found.checked and not sarif:
        served.reads_files = True
        return TaskAnswer(200, json_bytes(library_data(installed_source(found), sources)))
    package, report = (found.name, found.version), served.report()
    if not sarif:
        return TaskAnswer(200, json_bytes(report_data(report, sources, package)))
    packages = [each for each in report.packages if (each.name, each.version) == package]
    context = ReportContext(packages, version=muranopl.__version__)
    return TaskAnswer(200, render("sarif", diagnostics_in(report, package), context).encode(), SARIF)


def by_location(report: Report, found: Sequence[InstalledPackage]) -> dict[str, list[Diagnostic]]:
    """Return the diagnostics of a report by the folder or zip of the package they are in, of those that are checked."""
    made: dict[str, list[Diagnostic]] = {each.path: [] for each in found if each.checked}
    for diagnostic in report.diagnostics:
        folder = diagnostic.path
        while folder not in made and "/" in folder:
            folder = folder.rpartition("/")[0]
        if folder in made:
            made[folder].append(diagnostic)
    return made


def package_data(found: InstalledPackage, diagnostics: Sequence[Diagnostic] | None) -> dict[str, Any]:
    """Return what is told of a package; the numbers of diagnostics are null where it is not checked."""
    summary = None if diagnostics is None else summarize(diagnostics, ReportContext())
    return {
        "name": found.name,
        "version": found.version,
        "format": found.format,
        "type": found.type,
        "title": found.title,
        "description": found.description,
        "author": found.author,
        "tags": list(found.tags),
        "classes": list(found.classes),
        "requires": found.requires,
        "has_ui": found.ui is not None,
        "has_logo": found.logo is not None,
        "served": found.checked,
        "errors": summary and summary.errors,
        "warnings": summary and summary.warnings,
        "infos": summary and summary.infos,
    }


def _text(found: InstalledPackage, name: str) -> str | None:
    """Return the text of a file, None where it is none or cannot be read."""
    try:
        return found.read(name).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
