"""Stores uploaded packages in the catalog, compatible with Murano's API and its messages."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from starlette.responses import Response

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.diagnostics.catalogue import manifest, sources, yaml
from muranopl.diagnostics.diagnostic import Diagnostic, errors_of
from muranopl.diagnostics.visible import visible
from muranopl.interfaces.server.catalog_record import PackageRecord, RecordError, read_record
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import ApiCall
from muranopl.interfaces.server.http.replies import reply_of
from muranopl.interfaces.server.http.upload_bodies import read_form
from muranopl.interfaces.server.media_types import FORM, JSON, media_type
from muranopl.interfaces.server.operations.catalog_changes import save_record
from muranopl.interfaces.server.operations.murano_catalog import (
    GROUP,
    PACKAGES,
    CatalogId,
    CatalogPackage,
    catalog_package,
    catalog_record_of,
    package_id,
)
from muranopl.interfaces.server.response_bodies import doc
from muranopl.interfaces.server.settings import MEBIBYTE
from muranopl.interfaces.server.storing import StoredAlreadyError, StoringError, store
from muranopl.interfaces.server.uploaded_packages import FormPart, package_name
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.language.grammar.names import LONGEST_NAME

if TYPE_CHECKING:
    from muranopl.api.contents import InstalledPackage
    from muranopl.api.report import Report

_MOST_LINES = 20

_FORMAT = "Incorrect package format: "
_NO_MANIFEST = "Unable to find package manifest"
_REGISTERED = "Package with specified full name is already registered"
_NOT_WRITABLE = "the package is valid, but this service is read-only: start it with --writable to store packages"
_AMBIGUOUS = frozenset({sources.BAD_ENTRY_NAME.code, sources.LINK_NOT_FOLLOWED.code})
_ELSEWHERE = re.compile(r"\\|\A[A-Za-z]:")
_MISSING = {"FullName": "FullName is not specified", "Type": "Invalid package Type None"}


Parts = Annotated[
    dict[str, Any],
    doc(
        "a zip with a filename, and a JSON object, as in Murano's API; the names of parts are ignored",
        min_length=1,
        max_length=2,
    ),
]


class Metadata(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Metadata of a package in addition to its manifest, which takes precedence for name and description."""

    tags: list[str] = []
    categories: list[str] = []
    description: str = ""
    name: str = ""
    is_public: bool = False
    enabled: bool = True


class Candidate(msgspec.Struct, frozen=True):
    """A package that may be taken."""

    name: str
    version: str
    tags: list[str]


@GROUP.operation(
    "POST",
    PACKAGES,
    replies={JSON: CatalogPackage},
    takes={FORM: Parts},
    errors={
        400: "Murano would reject the package",
        409: "this version of the package exists",
        403: "the package is valid, but the service is read-only",
        422: "the package has errors",
    },
    needs_worker=True,
)
async def upload_package(call: ApiCall) -> Response:
    """Store a package without errors in the first served folder; the response comes when it is served.

    The part with a filename is the zip; a part with a JSON object is metadata. Packages that Murano
    would reject are rejected with its messages, packages with errors are rejected with a report.
    Nothing is overwritten.
    """
    service, work = call.service, call.service.work
    with work.receiving(call.client):
        package, metadata = await _read(call)
        name = package_name(package.filename or "", work.settings.reserved)
        # One after another, as the next package must be compatible with those before it.
        async with service.storing:
            examination = (
                name,
                package.content,
                tuple(metadata.categories),
                service.settings.writable,
            )
            answer = await call.ask(examine, *examination, counted=False)
            if answer.status == 200 and service.settings.writable:
                new = msgspec.json.decode(answer.body, type=Candidate)
                answer = await _stored(call, new, package.content, metadata)
            elif answer.status == 200:
                raise ApiError(403, _NOT_WRITABLE)
    return reply_of(answer, call.request)


async def _stored(call: ApiCall, new: Candidate, package: bytes, metadata: Metadata) -> TaskAnswer:
    """Store a package; return what is to be said of it when it is served. Raise ApiError."""
    work = call.service.work
    folder = work.settings.paths[0]
    try:
        async with store(folder, new.name, new.version, package):
            record = read_record(folder)
            record.packages[package_id(new.name, new.version)] = PackageRecord(
                tags=list(dict.fromkeys([*metadata.tags, *new.tags])),
                categories=metadata.categories,
                is_public=metadata.is_public,
                enabled=metadata.enabled,
            )
            await save_record(call, record)
    except StoredAlreadyError:
        raise ApiError(409, _REGISTERED) from None
    except RecordError as error:
        raise ApiError(503, str(error)) from None
    except StoringError as error:
        raise ApiError(403, f"the package cannot be stored: {error}") from None
    except OSError as error:
        raise ApiError(503, f"the package cannot be stored: {error.strerror}") from None
    query = CatalogId(package_id(new.name, new.version))
    return await call.ask(catalog_package, query, counted=False)


async def _read(call: ApiCall) -> tuple[FormPart, Metadata]:
    """Return the package and metadata of a form. Raise ApiError, checking in Murano's order."""
    most = call.service.settings.max_upload
    too_large = f"Uploading file is too large. The limit is {most / MEBIBYTE:g} Mb"
    if media_type(call.request) != FORM:
        raise ApiError(400, f"the Content-Type must be {FORM}")
    try:
        parts = await read_form(call.request, most, call.service.settings.body_time)
    except ApiError as error:
        if error.status == 413:
            raise ApiError(400, too_large, headers=error.headers) from None
        raise
    if len(parts) > 2:
        raise ApiError(400, "the form has more than two parts")
    files = [part for part in parts if part.filename is not None]
    if not files:
        raise ApiError(400, "There is no file package with application description")
    # Of several files the last one counts, as in Murano.
    package = files[-1]
    if len(package.content) > most:
        raise ApiError(400, too_large)
    metadata = _metadata(parts)
    if not package.content:
        raise ApiError(400, "Uploading file can't be empty")
    return package, metadata


def _metadata(parts: list[FormPart]) -> Metadata:
    """Return the first field of a form that is a JSON object. Raise ApiError."""
    for part in parts:
        if part.filename is not None:
            continue
        try:
            data = msgspec.json.decode(part.content)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue  # ignored, as in Murano
        if isinstance(data, dict):
            try:
                return msgspec.convert(data, Metadata)
            except msgspec.ValidationError as error:
                raise ApiError(400, f"Package schema is not valid: {error}") from None
    return Metadata()


def examine(
    served: ServedCatalog, name: str, package: bytes, categories: Sequence[str], stores: bool
) -> TaskAnswer:
    """Return the name, version and tags of an acceptable package (rest-api.md, section 4).

    Raise ApiError for a package that Murano would reject, and for one with errors. If the service
    `stores` packages, it takes none that others might unpack to something else.
    """
    # What is served resolves its requirements, as it would once the package is there: from then on
    # what it requires is fetched with everything else
    report = served.with_uploads({name: package}, {}, fetches=stores).check()
    refusal = _not_loaded(report, name)
    if refusal is not None:
        raise ApiError(400, f"Couldn't load package from file: {refusal}", report.diagnostics)
    # With what is served, `contents` would take all libraries through the phases again
    (new,) = (item for item in served.alone({name: package}).contents.packages if item.checked)
    refusal = _ambiguous(report, package) if stores else None
    refusal = refusal or _unknown(served, categories)
    if refusal is None:
        refusal = _not_registered(new, served.catalog.contents.packages)
    if refusal is not None:
        # At 409 Murano's client asks the user whether to update: a check has nothing to update
        is_conflict = stores and refusal == _REGISTERED
        raise ApiError(409 if is_conflict else 400, refusal, report.diagnostics)
    if not report.ok:
        raise ApiError(422, _lines(report.diagnostics), report.diagnostics)
    return TaskAnswer(200, msgspec.json.encode(Candidate(new.name, new.version, list(new.tags))))


def _ambiguous(report: Report, package: bytes) -> str | None:
    """Return which entry of a zip some programs unpack elsewhere or not at all, or None."""
    for diagnostic in report.diagnostics:
        if diagnostic.code in _AMBIGUOUS:
            return f"Couldn't load package from file: {diagnostic.message}"
    with zipfile.ZipFile(io.BytesIO(package)) as archive:
        for name in archive.namelist():
            # On Windows these are other folders and drives
            if _ELSEWHERE.search(name):
                shown_name = visible(name)
                return (
                    "Couldn't load package from file: the name of the entry"
                    f' "{shown_name}" has a backslash or a drive'
                )
    return None


def _unknown(served: ServedCatalog, categories: Sequence[str]) -> str | None:
    """Return which category does not exist, or None."""
    names = catalog_record_of(served).category_names
    unknown = [item for item in categories if item not in names]
    return f"Category '{unknown[0]}' doesn't exist" if unknown else None


def _not_loaded(report: Report, name: str) -> str | None:
    """Return Murano's message if it could not load a package, else None."""
    for error in errors_of(report.diagnostics):
        words = _in_words(error, name)
        if words is not None:
            return words
    return None if len(report.packages) == 1 else _NO_MANIFEST


def _in_words(error: Diagnostic, name: str) -> str | None:
    """Return Murano's message for an error that prevents loading a package, else None."""
    match error.code:
        case sources.NOT_A_PACKAGE.code | sources.DAMAGED_ARCHIVE.code if error.file == name:
            return f"{_FORMAT}Uploaded file {name} is not a zip archive"
        case sources.NO_PACKAGE.code | sources.WRAPPED_PACKAGE.code:
            return _NO_MANIFEST
        case _ if error.file != MANIFEST:
            return None
        case yaml.SYNTAX.code | yaml.NOT_TEXT.code | manifest.EMPTY_FILE.code:
            return f"Unable to load due to '{error.message}'"
        case manifest.BAD_FORMAT.code:
            return f"{_FORMAT}Unsupported format {_written(error)}"
        case manifest.BAD_FULL_NAME.code:
            return f"{_FORMAT}Invalid FullName {_written(error)}"
        case manifest.BAD_VERSION.code | manifest.OUTSIDE.code:
            return f"Couldn't load package from file: {error.message}"
        case manifest.BAD_LOGO.code:
            return f"Unable to load logo: {error.message}"
        case yaml.BAD_CHOICE.code if error.message.startswith("Type "):
            return f"{_FORMAT}Invalid package Type {_written(error)}"
    for key, words in _MISSING.items():
        if error.message.endswith(f" no {key}"):
            return f"{_FORMAT}{words}"
    return None


def _written(error: Diagnostic) -> str:
    """Return the source text of a diagnostic."""
    lines = error.place.file.lines()
    line = lines[error.line - 1] if error.line <= len(lines) else ""
    end = error.end_column - 1 if error.end_line == error.line else None
    return line[error.column - 1 : end]


def _not_registered(new: InstalledPackage, installed: Iterable[InstalledPackage]) -> str | None:
    """Return why a package conflicts with installed ones, or None."""
    if len(new.title or new.name) > LONGEST_NAME:
        return f"Package name should be {LONGEST_NAME} characters maximum"
    classes = set(new.classes)
    for package in installed:
        if package.name == new.name:
            if package.version == new.version:
                return _REGISTERED
        # The engine's own core library may be uploaded beside the embedded one.
        elif not package.embedded and not classes.isdisjoint(package.classes):
            return "Class with the same full name is already registered in the visibility scope"
    return None


def _lines(diagnostics: Sequence[Diagnostic]) -> str:
    """Return the errors of a package as text, for clients that show only the message."""
    lines = [
        f"{error.file}:{error.line}:{error.column}: {error.code} {error.message}"
        for error in errors_of(diagnostics)
    ]
    if len(lines) > _MOST_LINES:
        lines[_MOST_LINES:] = [f"and {len(lines) - _MOST_LINES:,} more"]
    return "\n".join(["the package has errors:", *lines])
