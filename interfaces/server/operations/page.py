"""The page for browsers; to other clients the same address tells the versions of the API, as Murano does."""

from __future__ import annotations

import mimetypes
import os
from typing import Annotated

import msgspec
from starlette.responses import FileResponse, HTMLResponse, Response

from muranopl.interfaces.server.bodies import Doc
from muranopl.interfaces.server.http.errors import NOT_FOUND, ApiError
from muranopl.interfaces.server.http.negotiation import preferred
from muranopl.interfaces.server.http.operation import ApiCall, BodyContent, Operation, Reply
from muranopl.interfaces.server.http.replies import json_reply
from muranopl.interfaces.server.media_types import HTML, JSON

BUILT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "page", "built")
FOR_EVER = "public, max-age=31536000, immutable"
"""How long browsers may keep a file whose name changes with what is in it."""
_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".woff2": "font/woff2"}
_NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>muranopl</title>
<h1>muranopl</h1>
<p>The service runs, but this installation of muranopl was built without its page.
<p>In a checkout, <code>make page</code> builds it (with Node 20 or newer); wheels of a release have it.
<p>The calls of the service are described by <a href="openapi.json">openapi.json</a>.
</html>
"""


class VersionLink(msgspec.Struct):
    """Where a version is."""

    rel: str
    href: str


class ApiVersion(msgspec.Struct):
    """A version of Murano's API."""

    id: str
    status: str
    links: list[VersionLink]


class ApiVersions(msgspec.Struct):
    """The versions of Murano's API that there are."""

    versions: list[ApiVersion]


class StaticFile(msgspec.Struct, frozen=True):
    """Which file of the page is meant."""

    name: Annotated[str, Doc(min_length=1)]


async def root(call: ApiCall) -> Response:
    """Answer browsers with the page, other clients with the versions of Murano's API, of which there is a part."""
    headers = {"Vary": "Accept"}
    if preferred(call.request.headers.get("accept"), (JSON, HTML)) == HTML:
        index = os.path.join(BUILT, "index.html")
        return FileResponse(index, headers=headers) if os.path.isfile(index) else HTMLResponse(_NOT_BUILT, 200, headers)
    link = {"rel": "self", "href": f"{call.request.base_url}v1/"}
    response = json_reply({"versions": [{"id": "v1.0", "status": "CURRENT", "links": [link]}]}, 300)
    response.headers.update(headers)
    return response


async def static_file(call: ApiCall) -> Response:
    """Answer with a script or style of the page."""
    name = call.parameters.name
    path = os.path.join(BUILT, "static", name)
    if os.path.basename(name) != name or "\0" in name or not os.path.isfile(path):
        raise ApiError(404, NOT_FOUND)
    ending = os.path.splitext(name)[1]
    media = _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return FileResponse(path, media_type=media, headers={"Cache-Control": FOR_EVER})


_TEXT = {"type": "string"}

OPERATIONS = (
    Operation(
        "GET",
        "/",
        "page",
        "The page, or the versions of Murano's API",
        root,
        (
            Reply(200, "the page", (BodyContent(HTML, _TEXT),)),
            Reply(300, "the versions", (BodyContent(JSON, ApiVersions),)),
        ),
        guarded=False,
    ),
    Operation(
        "GET",
        "/static/{name}",
        "page",
        "A file of the page",
        static_file,
        (
            Reply(
                200,
                "the file",
                tuple(BodyContent(each, {}) for each in ("text/javascript", "text/css", "application/octet-stream")),
            ),
        ),
        StaticFile,
        errors={404: "no such file"},
        guarded=False,
    ),
)
