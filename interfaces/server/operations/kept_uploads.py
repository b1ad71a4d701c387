"""Packages that are uploaded to be tried, and not stored."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.responses import Response

from muranopl.interfaces.server.bodies import doc
from muranopl.interfaces.server.http.operation import ApiCall, OperationGroup
from muranopl.interfaces.server.http.replies import json_reply
from muranopl.interfaces.server.media_types import FORM, JSON
from muranopl.interfaces.server.uploaded import ZIPS, Binary, PackageForm, Upload, package_name

GROUP = OperationGroup("uploads")


class UploadName(msgspec.Struct, frozen=True):
    """The name of an upload."""

    name: Annotated[str, doc("how the package is called in answers; else by its filename")] = ""


class UploadId(msgspec.Struct):
    """A package that is kept in memory."""

    id: Annotated[str, doc("what requests about it have in the header X-Upload")]
    name: str


@GROUP.operation(
    "POST",
    "/uploads",
    replies={JSON: UploadId},
    takes={**dict.fromkeys(ZIPS, Binary), FORM: PackageForm},
)
async def keep_upload(call: ApiCall, query: UploadName, body: Upload) -> Response:
    """Keep a package in memory, so that requests can be about it.

    They have its id in the header X-Upload; the answer is as if the package was served, too, in
    place of one of the same name and version. It is not stored. A package that was not used for
    long is forgotten when others need the room: requests about it are answered with status 409.
    """
    name = package_name(query.name or body.name, call.service.work.settings.reserved)
    id_ = call.service.uploads.add(name, body.package)
    return json_reply(msgspec.to_builtins(UploadId(id_, name)))
