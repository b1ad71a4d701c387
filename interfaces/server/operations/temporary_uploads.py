"""Keeps uploaded packages in memory for further requests; `murano_upload` stores packages on disk."""

from __future__ import annotations

from typing import Annotated

import msgspec
from starlette.responses import Response

from muranopl.interfaces.server.http.operation import ApiCall, OperationGroup
from muranopl.interfaces.server.http.replies import json_reply
from muranopl.interfaces.server.media_types import FORM, JSON
from muranopl.interfaces.server.response_bodies import doc
from muranopl.interfaces.server.uploaded_packages import (
    ZIPS,
    Binary,
    PackageForm,
    Upload,
    package_name,
)

GROUP = OperationGroup("uploads")


class UploadName(msgspec.Struct, frozen=True):
    """The name of an upload."""

    name: Annotated[str, doc("the name of the package in responses; default: its filename")] = ""


class UploadId(msgspec.Struct):
    """A package that is kept in memory."""

    id: Annotated[str, doc("the value of the header X-Upload in requests about the package")]
    name: str


@GROUP.operation(
    "POST",
    "/uploads",
    replies={JSON: UploadId},
    takes={**dict.fromkeys(ZIPS, Binary), FORM: PackageForm},
)
async def keep_upload(call: ApiCall, query: UploadName, body: Upload) -> Response:
    """Keep a package in memory for further requests.

    Requests with its id in the header X-Upload treat it like a served package; it replaces a served
    package with the same name and version. It is not stored on disk. When memory is needed, the
    least recently used packages are dropped; requests about them return status 409.
    """
    name = package_name(query.name or body.name, call.service.work.settings.reserved)
    id_ = call.service.uploads.add(name, body.package)
    return json_reply(msgspec.to_builtins(UploadId(id_, name)))
