"""The packages of the catalog and their reports."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

import msgspec

import muranopl
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats import render
from muranopl.diagnostics.formats.context import ReportContext, summarize
from muranopl.interfaces.server.bodies import Doc, ReportSummary, ShownDiagnostic, json_bytes, shown
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.media_types import JSON, SARIF
from muranopl.interfaces.server.reports import diagnostics_in, library_data, report_data
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.interfaces.server.work.served import ServedCatalog

if TYPE_CHECKING:
    from muranopl.contents import InstalledPackage
    from muranopl.report import Report

GROUP = OperationGroup("packages")
_ERRORS = {404: "no such package or version"}


class ShownPackage(TypedDict):
    """A package. The numbers of diagnostics are null where it is not checked: in a library, or not asked for."""

    name: str
    version: str
    format: str
    type: Literal["Application", "Library"]
    title: str | None
    description: str | None
    author: str | None
    tags: list[str]
    classes: Annotated[list[str], Doc(description="the full names that it lists, sorted")]
    requires: Annotated[
        dict[str, str], Doc(description="the packages that it requires, and the versions of these")
    ]
    has_ui: bool
    has_logo: bool
    served: Annotated[bool, Doc(description="false for a library")]
    errors: int | None
    warnings: int | None
    infos: int | None


class ShownPackages(TypedDict):
    """All packages, sorted by name and version."""

    packages: list[ShownPackage]


class PackageDetails(ShownPackage):
    """A package with its manifest, its UI definition, and the names of its files."""

    manifest: Any
    ui: str | None
    files: list[str]


class PackageReport(TypedDict):
    """A report of one package: what was found, sorted by file, position and code; `sources` has texts of files."""

    diagnostics: list[ShownDiagnostic]
    summary: ReportSummary
    sources: NotRequired[dict[str, str]]


class PackageList(msgspec.Struct, frozen=True):
    """How much is shown of packages."""

    findings: Annotated[
        bool, Doc(description="whether they are checked, to tell how much is wrong with them")
    ] = True


class PackageQuery(msgspec.Struct, frozen=True):
    """The package that is meant."""

    fqn: Annotated[str, Doc(description="the full name of a package", min_length=1)]
    version: Annotated[
        str, Doc(description="its version; without, that which an engine would pick")
    ] = ""


class PackageReportQuery(PackageQuery, frozen=True):
    """The package that is meant, and which sources come with the report."""

    sources: Annotated[
        Literal["none", "reported", "all"],
        Doc(description="the files something was found in, or all"),
    ] = "none"


@GROUP.operation("GET", "/packages")
def packages(served: ServedCatalog, query: PackageList) -> ShownPackages:
    """Return all packages, libraries and the core library too, and how much is wrong with those that are served."""
    there = served.catalog.contents.packages
    by_package = _by_location(served.report(), there) if query.findings else {}
    return {"packages": [shown(ShownPackage, item, **_others(item, by_package)) for item in there]}


@GROUP.operation("GET", "/packages/{fqn}", errors=_ERRORS)
def package(served: ServedCatalog, query: PackageQuery) -> PackageDetails:
    """Return one package, its manifest and its UI definition."""
    there = served.catalog.contents.package(query.fqn, query.version)
    others = _others(there, _by_location(served.report(), [there]))
    return shown(PackageDetails, there, ui=there.ui and _text(there, there.ui), **others)


@GROUP.operation(
    "GET",
    "/packages/{fqn}/report",
    replies={JSON: PackageReport, SARIF: dict[str, Any]},
    errors=_ERRORS,
)
def package_report(served: ServedCatalog, query: PackageReportQuery, media: str) -> TaskAnswer:
    """Return what checking one package found, as JSON or SARIF; libraries are not checked."""
    there = served.catalog.contents.package(query.fqn, query.version)
    if not there.checked and media != SARIF:
        from muranopl.contents import installed_source  # noqa: PLC0415 - in a worker only

        served.reads_files = True
        return TaskAnswer(200, json_bytes(library_data(installed_source(there), query.sources)))
    package, report = (there.name, there.version), served.report()
    if media != SARIF:
        return TaskAnswer(200, json_bytes(report_data(report, query.sources, package)))
    packages = [item for item in report.packages if (item.name, item.version) == package]
    context = ReportContext(packages, version=muranopl.__version__)
    return TaskAnswer(
        200, render("sarif", diagnostics_in(report, package), context).encode(), SARIF
    )


def _by_location(
    report: Report, packages: Sequence[InstalledPackage]
) -> dict[str, list[Diagnostic]]:
    """Return the diagnostics of checked packages by the location of the package."""
    by_location: dict[str, list[Diagnostic]] = {item.path: [] for item in packages if item.checked}
    for diagnostic in report.diagnostics:
        folder = diagnostic.path
        while folder not in by_location and "/" in folder:
            folder = folder.rpartition("/")[0]
        if folder in by_location:
            by_location[folder].append(diagnostic)
    return by_location


def _others(package: InstalledPackage, by_location: dict[str, list[Diagnostic]]) -> dict[str, Any]:
    """Return the shown values of a package that are not attributes."""
    diagnostics = by_location.get(package.path)
    summary = None if diagnostics is None else summarize(diagnostics, ReportContext())
    return {
        "has_ui": package.ui is not None,
        "has_logo": package.logo is not None,
        "served": package.checked,
        "errors": summary and summary.errors,
        "warnings": summary and summary.warnings,
        "infos": summary and summary.infos,
    }


def _text(package: InstalledPackage, name: str) -> str | None:
    """Return the text of a file, or None if it is missing or unreadable."""
    try:
        return package.read(name).decode("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
