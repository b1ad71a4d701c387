"""The packages of the catalog, and what checking them found."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from starlette.responses import Response

from muranopl.interfaces.server.bodies import Doc, ReportSummary, ShownDiagnostic
from muranopl.interfaces.server.http.operation import ApiCall, BodyContent, Operation, Reply, json_content
from muranopl.interfaces.server.http.replies import STATE_HEADERS, reply_of
from muranopl.interfaces.server.media_types import JSON, SARIF
from muranopl.interfaces.server.tasks import packages as tasks

Name = Annotated[str, Doc(description="the full name of a package", min_length=1)]
Version = Annotated[str, Doc(description="its version; without, that which an engine would pick")]


class ShownPackage(msgspec.Struct):
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
    requires: Annotated[dict[str, str], Doc(description="the packages that it requires, and the versions of these")]
    has_ui: bool
    has_logo: bool
    served: Annotated[bool, Doc(description="false for a library")]
    errors: int | None
    warnings: int | None
    infos: int | None


class ShownPackages(msgspec.Struct):
    """All packages, sorted by name and version."""

    packages: list[ShownPackage]


class PackageDetails(ShownPackage):
    """A package with its manifest, its UI definition, and the names of its files."""

    manifest: Any
    ui: str | None
    files: list[str]


class PackageReport(msgspec.Struct):
    """A report of one package: what was found, sorted by file, position and code; `sources` has texts of files."""

    diagnostics: list[ShownDiagnostic]
    summary: ReportSummary
    sources: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class PackageList(msgspec.Struct, frozen=True):
    """What is told of packages."""

    findings: Annotated[bool, Doc(description="whether they are checked, to tell how much is wrong with them")] = True


class PackageQuery(msgspec.Struct, frozen=True):
    """Which package is meant."""

    fqn: Name
    version: Version = ""


class PackageReportQuery(PackageQuery, frozen=True):
    """Which package is meant, and which sources come with the report."""

    sources: Annotated[
        Literal["none", "reported", "all"], Doc(description="the files something was found in, or all")
    ] = "none"


async def packages(call: ApiCall) -> Response:
    """Answer with all packages, libraries and the core library too, and how much is wrong with those served."""
    answer = await call.service.work.ask(tasks.packages, call.parameters.findings, client=call.client, kept=True)
    return reply_of(answer, call.request)


async def package(call: ApiCall) -> Response:
    """Answer with one package, its manifest and its UI definition."""
    asked: PackageQuery = call.parameters
    answer = await call.service.work.ask(tasks.package, asked.fqn, asked.version, client=call.client, kept=True)
    return reply_of(answer, call.request)


async def package_report(call: ApiCall) -> Response:
    """Answer with what checking one package found, as JSON or SARIF; libraries are not checked."""
    asked: PackageReportQuery = call.parameters
    arguments = (asked.fqn, asked.version, asked.sources, call.media == SARIF)
    answer = await call.service.work.ask(tasks.package_report, *arguments, client=call.client, kept=True)
    return reply_of(answer, call.request)


_ERRORS = {404: "no such package or version"}

OPERATIONS = (
    Operation(
        "GET",
        "/packages",
        "packages",
        "All packages",
        packages,
        (Reply(200, "the packages", json_content(ShownPackages), STATE_HEADERS),),
        PackageList,
        works=True,
    ),
    Operation(
        "GET",
        "/packages/{fqn}",
        "packages",
        "One package",
        package,
        (Reply(200, "the package", json_content(PackageDetails), STATE_HEADERS),),
        PackageQuery,
        errors=_ERRORS,
        works=True,
    ),
    Operation(
        "GET",
        "/packages/{fqn}/report",
        "packages",
        "What checking one package found",
        package_report,
        (
            Reply(
                200,
                "the report",
                (BodyContent(JSON, PackageReport), BodyContent(SARIF, {"type": "object"})),
                STATE_HEADERS,
            ),
        ),
        PackageReportQuery,
        errors=_ERRORS,
        works=True,
    ),
)
