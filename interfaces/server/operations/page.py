"""The page for browsers; other clients get the API versions at the same address, as in Murano."""

from __future__ import annotations

import logging
import mimetypes
import os
from typing import Annotated, Any, TypedDict

import msgspec
from starlette.responses import FileResponse, HTMLResponse, Response

from muranopl.interfaces.server.errors import NOT_FOUND, ApiError
from muranopl.interfaces.server.http.operation import ApiCall, OperationGroup
from muranopl.interfaces.server.http.replies import json_reply
from muranopl.interfaces.server.media_types import BYTES, HTML, JSON, preferred
from muranopl.interfaces.server.response_bodies import doc

GROUP = OperationGroup("page")
_LOGGER = logging.getLogger("muranopl.server")
_SOURCES = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "page")
BUILT = os.path.join(_SOURCES, "built")
INDEX = os.path.join(BUILT, "index.html")
FOR_EVER = "public, max-age=31536000, immutable"
"""The Cache-Control header of files whose names change with their content."""
# The tables of mimetypes depend on the system, but browsers refuse scripts of another type.
_TYPES = {
    ".js": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
}
_NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>muranopl</title>
<h1>muranopl</h1>
<p>The service is running, but its web page is not built.
<p>Run <code>{command}</code> {place}.
<p><a href="openapi.json">openapi.json</a> describes the API.
</html>
"""


def building() -> tuple[str, str]:
    """Return the command that builds the page for this installation, and where to run it."""
    if os.path.isfile(os.path.join(_SOURCES, "package.json")):
        return "make page", "in this checkout of muranopl (needs Node 20 or newer)"
    # Only a checkout has the sources of the page
    return ("MURANOPL_PAGE=require pip install '.[server]'", "in a checkout of muranopl")


def log_missing() -> None:
    """Log a warning if the page is not built, since only browsers would show it otherwise."""
    if not os.path.isfile(INDEX):
        command, place = building()
        _LOGGER.warning(
            "the web page is not built, only the API is served: run %s %s", command, place
        )


class VersionLink(TypedDict):
    """The link to a version."""

    rel: str
    href: str


class ApiVersion(TypedDict):
    """A version of Murano's API."""

    id: str
    status: str
    links: list[VersionLink]


class ApiVersions(TypedDict):
    """The supported versions of Murano's API."""

    versions: list[ApiVersion]


class StaticFile(msgspec.Struct, frozen=True):
    """The name of a file of the page."""

    name: Annotated[str, doc(min_length=1)]


@GROUP.operation("GET", "/", replies={HTML: str}, choices={JSON: ApiVersions}, needs_token=False)
async def root(call: ApiCall) -> Response:
    """Return the web page to browsers, and the versions of Murano's API to other clients; it is partly supported."""
    # Browsers and other clients share the address, so that caches have to tell them apart.
    headers = {"Vary": "Accept"}
    # JSON is the first offer, as Murano's client accepts any type
    if preferred(call.request, (JSON, HTML)) == HTML:
        if os.path.isfile(INDEX):
            return FileResponse(INDEX, headers=headers)
        command, place = building()
        text = _NOT_BUILT.format(command=command, place=place)
        return HTMLResponse(text, 200, headers)
    link: VersionLink = {"rel": "self", "href": f"{call.request.base_url}v1/"}
    versions: ApiVersions = {"versions": [{"id": "v1.0", "status": "CURRENT", "links": [link]}]}
    # Murano answers all addresses outside of /v1 with status 300
    return json_reply(versions, 300, headers)


@GROUP.operation(
    "GET",
    "/static/{name}",
    replies={"text/javascript": Any, "text/css": Any, BYTES: Any},
    errors={404: "no such file"},
    needs_token=False,
)
async def static_file(_: ApiCall, query: StaticFile) -> Response:
    """Return a script or style of the page."""
    folder = os.path.join(BUILT, "static")
    # A name of the listing: no path leads out of the folder.
    if not os.path.isdir(folder) or query.name not in os.listdir(folder):
        raise ApiError(404, NOT_FOUND)
    ending = os.path.splitext(query.name)[1]
    media = _TYPES.get(ending) or mimetypes.guess_type(query.name)[0] or BYTES
    return FileResponse(
        os.path.join(folder, query.name), media_type=media, headers={"Cache-Control": FOR_EVER}
    )
