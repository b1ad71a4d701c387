"""The packages of the catalog and their reports."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import ReportContext, summarize
from muranopl.interfaces.server import reports
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.media_types import BYTES, JSON
from muranopl.interfaces.server.reports import FormatName, Texts
from muranopl.interfaces.server.response_bodies import (
    PackageName,
    PackageVersion,
    ReportBody,
    doc,
    shown,
)
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.interfaces.server.work.served import ServedCatalog

if TYPE_CHECKING:
    from muranopl.api.contents import InstalledPackage

GROUP = OperationGroup("packages", of_uploads=True)
_ERRORS = {404: "no such package or version"}


class ShownPackage(TypedDict):
    """A package. The numbers of diagnostics are null for libraries, and if no check was requested."""

    name: str
    version: str
    format: str
    type: Literal["Application", "Library"]
    title: str | None
    description: str | None
    author: str | None
    tags: list[str]
    classes: Annotated[list[str], doc("the full names of the listed classes, sorted")]
    requires: Annotated[dict[str, str], doc("required packages, and their version specifications")]
    has_ui: bool
    has_logo: bool
    served: Annotated[bool, doc("false for a library")]
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


class PackageReport(ReportBody):
    """A report of one package, sorted by file, position and code; `sources` has the texts of files."""

    sources: NotRequired[dict[str, str]]


class RequiringPackageData(TypedDict):
    """A package of the graph; `checked` is false for one that is only required."""

    name: str
    version: str
    checked: bool


class PackageRequirementData(TypedDict):
    """A requirement of a package."""

    source: Annotated[str, doc('the requiring package, "full.Name/version"')]
    name: str
    spec: Annotated[str, doc("the version specification")]
    target: Annotated[str | None, doc("the resolved package; null if none is available")]


class ShownPackageGraph(TypedDict):
    """Packages and their requirements, as `muranopl graph --packages` writes them."""

    packages: list[RequiringPackageData]
    requirements: list[PackageRequirementData]
    missing: Annotated[list[str], doc("the names of packages that are not available")]


class PackageList(msgspec.Struct, frozen=True):
    """The details to return."""

    findings: Annotated[bool, doc("check the packages, and return the numbers of diagnostics")] = (
        True
    )


class PackageQuery(msgspec.Struct, frozen=True):
    """A package."""

    fqn: PackageName
    version: PackageVersion = ""


class PackageReportQuery(PackageQuery, frozen=True):
    """A package, the files whose texts are returned, and the format of the report."""

    sources: Annotated[
        Texts, doc("the files whose texts are returned: files with diagnostics, all files, or none")
    ] = "none"
    format: FormatName = ""


@GROUP.operation("GET", "/packages")
def packages(served: ServedCatalog, query: PackageList) -> ShownPackages:
    """Return all packages, including libraries, with the numbers of diagnostics of served packages."""
    installed = served.catalog.contents.packages
    # Checking a large catalog takes seconds, and lists of names need none of it.
    by_path = reports.by_package(served.report(), installed) if query.findings else {}
    shown_ones = [shown(ShownPackage, item, **_derived(item, by_path)) for item in installed]
    return {"packages": shown_ones}


@GROUP.operation("GET", "/graph/packages", replies={JSON: ShownPackageGraph})
def package_graph(served: ServedCatalog) -> dict[str, Any]:
    """Return the packages, their requirements, and the missing packages."""
    served.reads_files = True
    return served.catalog.check(stop_after="namespace").package_graph.to_data()


@GROUP.operation("GET", "/packages/{fqn}", errors=_ERRORS)
def package(served: ServedCatalog, query: PackageQuery) -> PackageDetails:
    """Return one package, its manifest and its UI definition."""
    installed = served.catalog.contents.package(query.fqn, query.version)
    by_path = reports.by_package(served.report(), [installed])
    return shown(PackageDetails, installed, ui=_form(installed), **_derived(installed, by_path))


@GROUP.operation("GET", "/packages/{fqn}/logo", replies={BYTES: Any}, errors=_ERRORS)
def package_logo(served: ServedCatalog, query: PackageQuery) -> TaskAnswer:
    """Return the logo of a package; empty if it has none."""
    served.reads_files = True
    installed = served.catalog.contents.package(query.fqn, query.version)
    name = installed.logo
    try:
        content = b"" if name is None else installed.read(name)
    except OSError as error:
        raise ApiError(404, f"the logo cannot be read: {error}") from None
    return TaskAnswer(200, content, BYTES)


@GROUP.operation(
    "GET",
    "/packages/{fqn}/report",
    replies={JSON: (PackageReport, reports.OtherReport), **reports.OTHER_REPLIES},
    errors=_ERRORS,
)
def package_report(
    served: ServedCatalog, query: PackageReportQuery, media: str
) -> TaskAnswer | dict[str, Any]:
    """Return the report of one package, as JSON or in another format; libraries are not checked."""
    installed = served.catalog.contents.package(query.fqn, query.version)
    report = reports.package_report(served.report(), installed)
    return report.answer(query.sources, query.format, media)


def _derived(package: InstalledPackage, by_path: dict[str, list[Diagnostic]]) -> dict[str, Any]:
    """Return the shown values of a package that are not attributes."""
    summary: dict[str, int] = {}
    if package.path in by_path:
        summary = msgspec.structs.asdict(summarize(by_path[package.path], ReportContext()))
    return {
        "has_ui": package.ui is not None,
        "has_logo": package.logo is not None,
        "served": package.checked,
        **{name: summary.get(name) for name in ("errors", "warnings", "infos")},
    }


def _form(package: InstalledPackage) -> str | None:
    """Return the text of the UI definition, or None if it is missing or unreadable."""
    try:
        return package.ui_text()
    except (OSError, UnicodeDecodeError):
        return None
