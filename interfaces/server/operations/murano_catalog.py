"""The packages of the catalog for the clients of Murano: the calls of its API that only read."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from starlette.responses import Response

from muranopl.interfaces.server.bodies import Doc
from muranopl.interfaces.server.http.operation import ApiCall, BodyContent, Operation, Reply, json_content
from muranopl.interfaces.server.http.replies import STATE_HEADERS, reply_of
from muranopl.interfaces.server.media_types import BYTES, TEXT
from muranopl.interfaces.server.tasks import murano_catalog as tasks
from muranopl.interfaces.server.tasks.murano_catalog import MOST_LISTED, Listing
from muranopl.interfaces.server.work.messages import Task


class CatalogPackage(msgspec.Struct):
    """A package, as Murano's API tells of it; `version` is an addition."""

    id: str
    name: str
    fully_qualified_name: str
    version: str
    type: Literal["Application", "Library"]
    description: str
    author: str
    supplier: dict[str, Any]
    tags: list[str]
    categories: list[str]
    class_definitions: list[str]
    is_public: bool
    enabled: bool
    owner_id: str
    created: str
    updated: str


class CatalogPage(msgspec.Struct):
    """A page of packages; the marker is there where the page is full."""

    packages: list[CatalogPackage]
    next_marker: str | msgspec.UnsetType = msgspec.UNSET


_EXACT = Doc(description="exactly so; several: any of them")
_CHOICE = Doc(description='exactly so, or one of "in:a,b"; several: any of them')


Order = Literal["name", "fqn", "created"]


class ListingQuery(msgspec.Struct, frozen=True):
    """Which packages are wanted."""

    limit: Annotated[int, Doc(ge=1, description=f"how many, at most {MOST_LISTED}")] = 20
    marker: Annotated[str, Doc(description="the id of the last package of the page before")] = ""
    type: Annotated[list[str], _EXACT] = []
    fqn: Annotated[list[str], _EXACT] = []
    name: Annotated[list[str], _EXACT] = []
    class_name: Annotated[list[str], _EXACT] = []
    category: Annotated[list[str], _CHOICE] = []
    tag: Annotated[list[str], _CHOICE] = []
    id: Annotated[list[str], _CHOICE] = []
    search: Annotated[str, Doc(description="words by comma or semicolon, of which one is part of a text")] = ""
    order_by: Annotated[list[Order], Doc(description="the first counts most; name where none is given")] = []
    sort_dir: Literal["asc", "desc"] = "asc"


class CatalogId(msgspec.Struct, frozen=True):
    """Which package is meant."""

    id: Annotated[str, Doc(min_length=1)]


async def catalog_packages(call: ApiCall) -> Response:
    """Answer with a page of packages; parameters that Murano has beside these make no difference here."""
    asked: ListingQuery = call.parameters
    wanted = Listing(
        limit=min(asked.limit, MOST_LISTED),
        marker=asked.marker,
        type=tuple(asked.type),
        fqn=tuple(asked.fqn),
        name=tuple(asked.name),
        class_name=tuple(asked.class_name),
        category=tuple(asked.category),
        tag=tuple(asked.tag),
        id=tuple(asked.id),
        search=asked.search,
        order_by=tuple(asked.order_by) or ("name",),
        descending=asked.sort_dir == "desc",
    )
    answer = await call.service.work.ask(tasks.listed, wanted, client=call.client, kept=True)
    return reply_of(answer, call.request)


async def catalog_package(call: ApiCall) -> Response:
    """Answer with one package."""
    return await _of_one(call, tasks.one)


async def catalog_ui(call: ApiCall) -> Response:
    """Answer with the UI definition of a package; empty where it has none."""
    return await _of_one(call, tasks.ui)


async def catalog_logo(call: ApiCall) -> Response:
    """Answer with the logo of a package; empty where it has none."""
    return await _of_one(call, tasks.logo)


async def catalog_supplier_logo(call: ApiCall) -> Response:
    """Answer with the logo of a package's supplier; empty where there is none."""
    return await _of_one(call, tasks.supplier_logo)


async def catalog_download(call: ApiCall) -> Response:
    """Answer with a package as a zip."""
    return await _of_one(call, tasks.download)


async def _of_one(call: ApiCall, task: Task) -> Response:
    answer = await call.service.work.ask(task, call.parameters.id, client=call.client, kept=True)
    return reply_of(answer, call.request)


PACKAGES = "/v1/catalog/packages"
PACKAGE_REPLY = Reply(200, "the package", json_content(CatalogPackage), STATE_HEADERS)
_GROUP = "murano"
_ERRORS = {404: "no such package"}
_TEXT = (BodyContent(TEXT, {"type": "string"}),)
_BYTES = (BodyContent(BYTES, {}),)

OPERATIONS = (
    Operation(
        "GET",
        PACKAGES,
        _GROUP,
        "Packages, page by page",
        catalog_packages,
        (Reply(200, "a page", json_content(CatalogPage), STATE_HEADERS),),
        ListingQuery,
        errors={404: "there is no package with the id that is the marker"},
        works=True,
    ),
    Operation(
        "GET",
        f"{PACKAGES}/{{id}}",
        _GROUP,
        "One package",
        catalog_package,
        (PACKAGE_REPLY,),
        CatalogId,
        errors=_ERRORS,
        works=True,
    ),
    *(
        Operation(
            "GET",
            f"{PACKAGES}/{{id}}/{part}",
            _GROUP,
            summary,
            handler,
            (Reply(200, summary, content, STATE_HEADERS),),
            CatalogId,
            errors=_ERRORS,
            works=True,
        )
        for part, summary, handler, content in (
            ("ui", "The UI definition of a package", catalog_ui, _TEXT),
            ("logo", "The logo of a package", catalog_logo, _BYTES),
            ("supplier_logo", "The logo of a package's supplier", catalog_supplier_logo, _BYTES),
            ("download", "A package as a zip", catalog_download, _BYTES),
        )
    ),
)
