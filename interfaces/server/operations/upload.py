"""Packages taken into the catalog, in the form of Murano's API."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.responses import Response

from muranopl.interfaces.server.http.errors import ApiError
from muranopl.interfaces.server.http.negotiation import media_type
from muranopl.interfaces.server.http.operation import ApiCall, Operation, RequestBody
from muranopl.interfaces.server.http.replies import reply_of
from muranopl.interfaces.server.http.uploads import FormPart, package_name, read_form
from muranopl.interfaces.server.media_types import FORM
from muranopl.interfaces.server.operations.murano_catalog import PACKAGE_REPLY, PACKAGES
from muranopl.interfaces.server.settings import MEBIBYTE
from muranopl.interfaces.server.storing import StoredAlreadyError, StoringError, store
from muranopl.interfaces.server.tasks.murano_catalog import one, package_id
from muranopl.interfaces.server.tasks.upload import Candidate, examine

_PARTS = 2


class Metadata(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What may be told of a package besides its manifest; it is looked at, and not kept."""

    tags: list[str] = []
    categories: list[str] = []
    description: str = ""
    name: str = ""
    is_public: bool = False
    enabled: bool = True


async def upload_package(call: ApiCall) -> Response:
    """Take a package into the first folder that is served, if it has no errors, and answer when it is served.

    The part with a filename is the zip; a part whose text is a JSON object is metadata. What Murano would refuse is
    refused in its words; a package with errors is refused with the report. Nothing is ever overwritten.
    """
    service = call.service
    work, most = service.work, service.settings.max_upload
    with work.receiving(call.client):
        package, metadata = _told(await _parts(call, most), most)
    name = package_name(package.filename or "", work.settings.every_path)
    answer = await work.ask(examine, name, package.content, metadata.categories, client=call.client)
    if answer.status != 200:
        return reply_of(answer, call.request)
    if not service.settings.writable:
        raise ApiError(403, "the package is fine, but this service takes no packages: it runs without --writable")
    try:
        async with service.storing:
            if answer.state != work.state.id:  # another package may have come in the meantime
                answer = await work.ask(examine, name, package.content, metadata.categories, client=call.client)
                if answer.status != 200:
                    return reply_of(answer, call.request)
            new = msgspec.json.decode(answer.body, type=Candidate)
            async with store(work.settings.paths[0], new.name, new.version, package.content):
                await work.refresh()
    except StoredAlreadyError:
        raise ApiError(400, "Package with specified full name is already registered") from None
    except StoringError as error:
        raise ApiError(403, f"the package cannot be stored: {error}") from None
    except OSError as error:
        raise ApiError(503, f"the package cannot be stored: {error.strerror}") from None
    return reply_of(await work.ask(one, package_id(new.name, new.version), client=call.client), call.request)


async def _parts(call: ApiCall, most: int) -> list[FormPart]:
    """Return the parts of the form. Raises ApiError."""
    if media_type(call.request.headers.get("content-type", "")) != FORM:
        raise ApiError(400, f"the Content-Type has to be {FORM}")
    try:
        return await read_form(call.request, most, _PARTS)
    except ApiError as error:
        raise _too_large(most, error.headers) if error.status == 413 else error from None


def _told(parts: list[FormPart], most: int) -> tuple[FormPart, Metadata]:
    """Return the package and what is told of it. Raises ApiError, for what Murano looks at in its order."""
    if len(parts) > _PARTS:
        raise ApiError(400, "the form has more than two parts")
    files = [each for each in parts if each.filename is not None]
    if not files:
        raise ApiError(400, "There is no file package with application description")
    package = files[-1]
    if len(package.content) > most:
        raise _too_large(most)
    metadata = _metadata(parts)
    if not package.content:
        raise ApiError(400, "Uploading file can't be empty")
    return package, metadata


def _metadata(parts: list[FormPart]) -> Metadata:
    for each in parts:
        if each.filename is None:
            try:
                found = msgspec.json.decode(each.content)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                continue  # as Murano does
            if isinstance(found, dict):
                try:
                    return msgspec.convert(found, Metadata)
                except msgspec.ValidationError as error:
                    raise ApiError(400, f"Package schema is not valid: {error}") from None
    return Metadata()


def _too_large(most: int, headers: Any = None) -> ApiError:
    return ApiError(400, f"Uploading file is too large. The limit is {most / MEBIBYTE:g} Mb", headers=headers)


_FORM = {
    "type": "object",
    "properties": {
        "file": {"type": "string", "format": "binary", "description": "the zip, with a filename; by whatever name"},
        "__metadata__": {"description": "a JSON object, as Murano's API has it; by whatever name"},
    },
    "minProperties": 1,
    "maxProperties": _PARTS,
}

OPERATIONS = (
    Operation(
        "POST",
        PACKAGES,
        "murano",
        "Take a package into the catalog",
        upload_package,
        (PACKAGE_REPLY,),
        body=RequestBody((FORM,), schemas={FORM: _FORM}, upload=True),
        errors={
            400: "Murano would refuse it; or the package, or its version, is there already",
            403: "the package is fine, but the service takes none",
            422: "the package has errors",
        },
        works=True,
    ),
)
