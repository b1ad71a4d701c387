"""Changes of the catalog, compatible with Murano's API: packages updated and deleted, categories."""

from __future__ import annotations

import asyncio
import os
import uuid
from typing import Annotated, Any, NotRequired, TypedDict

import msgspec
from starlette.responses import Response

from muranopl.interfaces.server.catalog_record import (
    FILE,
    CatalogRecord,
    CategoryRecord,
    PackageRecord,
    RecordError,
    Text,
    Texts,
    now,
    read_record,
    write_record,
)
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import ApiCall
from muranopl.interfaces.server.http.replies import json_reply, reply_of
from muranopl.interfaces.server.media_types import JSON, TEXT
from muranopl.interfaces.server.operations.murano_catalog import (
    GROUP,
    PACKAGES,
    CatalogId,
    CatalogPackage,
    catalog_package,
    stored_file,
)
from muranopl.interfaces.server.response_bodies import doc
from muranopl.language.grammar.names import LONGEST_NAME

CATEGORIES = "/v1/catalog/categories"
PATCH = "application/murano-packages-json-patch"
_NOT_WRITABLE = "this service is read-only: start it with --writable to change packages"
_ERRORS = {
    403: "the service is read-only, or the change is not allowed",
    404: "no such package",
}
_UNREADABLE = {503: "the catalog file cannot be read or written, or the catalog cannot be loaded"}

_LISTS = ("add", "replace", "remove")
_VALUES: dict[str, tuple[Any, tuple[str, ...]]] = {
    "/name": (Annotated[str, msgspec.Meta(min_length=1, max_length=LONGEST_NAME)], ("replace",)),
    "/description": (Text, ("replace",)),
    "/tags": (Texts, _LISTS),
    "/categories": (Texts, _LISTS),
    "/is_public": (bool, ("replace",)),
    "/enabled": (bool, ("replace",)),
}
"""The types of what can be changed, and the operations on it."""


class PackageChange(msgspec.Struct, frozen=True):
    """One change of a package."""

    op: Annotated[str, doc(extra_json_schema={"enum": list(_LISTS)})]
    path: Annotated[str, doc(extra_json_schema={"enum": list(_VALUES)})]
    # Nothing takes null, which is refused with the path of what was to be changed
    value: Annotated[Any, doc(extra_json_schema={"not": {"type": "null"}})]


class NewCategory(msgspec.Struct, frozen=True):
    """The name of a category."""

    name: Annotated[str, doc(min_length=1, max_length=LONGEST_NAME)]


class Category(TypedDict):
    """A category; `packages` are those in it, where one category is asked for."""

    id: str
    name: str
    created: str
    updated: str
    package_count: int
    packages: NotRequired[list[str]]


class CategoryList(TypedDict):
    """All categories, sorted by name."""

    categories: list[Category]


@GROUP.operation(
    "PATCH",
    f"{PACKAGES}/{{id}}",
    replies={JSON: CatalogPackage},
    takes=(PATCH,),
    errors=_ERRORS,
    needs_worker=True,
)
async def update_package(call: ApiCall, query: CatalogId, body: list[PackageChange]) -> Response:
    """Change the metadata of a package in the catalog, but not its manifest."""
    _require_writable(call)
    async with call.service.storing:
        package = await _package(call, query)
        if isinstance(package, Response):
            return package
        record = await _record(call)
        changed = record.package(query.id)
        for change in body:
            _apply(change, changed, package)
        unknown = sorted({*changed.categories} - record.category_names)
        if unknown:
            raise ApiError(400, f"Category '{unknown[0]}' doesn't exist")
        record.packages[query.id] = changed
        await save_record(call, record)
        answer = await call.ask(catalog_package, query, counted=False)
    return reply_of(answer, call.request)


@GROUP.operation(
    "DELETE", f"{PACKAGES}/{{id}}", replies={TEXT: str}, errors=_ERRORS, needs_worker=True
)
async def delete_package(call: ApiCall, query: CatalogId) -> Response:
    """Delete a package that is a zip in the first served folder; the response is empty."""
    _require_writable(call)
    async with call.service.storing:
        answer = await call.ask(stored_file, query, counted=False)
        if answer.status != 200:
            return reply_of(answer, call.request)
        name = msgspec.json.decode(answer.body, type=str)
        if not name:
            raise ApiError(
                403,
                "this package cannot be deleted: it is not a zip in the first served folder",
            )
        record = await _record(call)
        try:
            os.unlink(os.path.join(_folder(call), name))
        except OSError as error:
            problem = f"the package cannot be deleted: {error.strerror}"
            raise ApiError(503, problem) from None
        record.packages.pop(query.id, None)
        await save_record(call, record)
    return Response(b"", media_type=TEXT)


@GROUP.operation("GET", CATEGORIES, replies={JSON: CategoryList}, errors=_UNREADABLE)
async def categories(call: ApiCall) -> Response:
    """Return all categories."""
    record = await _record(call)
    shown = [_shown(record, id_) for id_ in record.categories]
    return json_reply({"categories": sorted(shown, key=lambda item: item["name"])})


@GROUP.operation(
    "POST",
    CATEGORIES,
    replies={JSON: Category},
    errors={403: _ERRORS[403], 409: "a category with this name exists", **_UNREADABLE},
)
async def add_category(call: ApiCall, body: NewCategory) -> Response:
    """Create a category."""
    _require_writable(call)
    async with call.service.storing:
        record = await _record(call)
        if body.name in record.category_names:
            raise ApiError(409, "Category with specified name is already exist")
        id_ = uuid.uuid4().hex
        record.categories[id_] = CategoryRecord(body.name, now())
        await save_record(call, record)
    return json_reply(_shown(record, id_))


@GROUP.operation(
    "GET",
    f"{CATEGORIES}/{{id}}",
    replies={JSON: Category},
    errors={404: "no such category", **_UNREADABLE},
)
async def category(call: ApiCall, query: CatalogId) -> Response:
    """Return one category with the ids of its packages."""
    record = await _record(call)
    shown = _shown(record, query.id)
    shown["packages"] = record.using(shown["name"])
    return json_reply(shown)


@GROUP.operation(
    "DELETE",
    f"{CATEGORIES}/{{id}}",
    replies={TEXT: str},
    errors={403: "the category contains packages", 404: "no such category", **_UNREADABLE},
)
async def delete_category(call: ApiCall, query: CatalogId) -> Response:
    """Delete a category without packages; the response is empty."""
    _require_writable(call)
    async with call.service.storing:
        record = await _record(call)
        if _shown(record, query.id)["package_count"]:
            raise ApiError(
                403,
                "It's impossible to delete categories assigned to the package, uploaded to the catalog",
            )
        del record.categories[query.id]
        await save_record(call, record)
    return Response(b"", media_type=TEXT)


def _apply(change: PackageChange, changed: PackageRecord, package: CatalogPackage) -> None:
    """Apply a change to what is said of a package. Raise ApiError."""
    type_, operations = _VALUES.get(change.path, (None, ()))
    if change.op not in operations:
        raise ApiError(403, f"{change.op} of {change.path} is not allowed")
    try:
        value = msgspec.convert(change.value, type_)
    except msgspec.ValidationError as error:
        raise ApiError(400, f"{change.path}: {error}") from None
    name = change.path.removeprefix("/")
    if operations is _LISTS:
        before: list[str] = getattr(changed, name)
        if before is None:
            before = package["tags"]
        if change.op == "add":
            value = list(dict.fromkeys([*before, *value]))
        elif change.op == "remove":
            value = [item for item in before if item not in value]
    setattr(changed, name, value)


def _shown(record: CatalogRecord, id_: str) -> Category:
    """Return a category. Raise ApiError."""
    item = record.categories.get(id_)
    if item is None:
        raise ApiError(404, f"Category id '{id_}' not found")
    return {
        "id": id_,
        "name": item.name,
        "created": item.created,
        "updated": item.created,
        "package_count": len(record.using(item.name)),
    }


async def _package(call: ApiCall, query: CatalogId) -> CatalogPackage | Response:
    """Return a package, or the response that says that there is no such package."""
    answer = await call.ask(catalog_package, query, counted=False)
    if answer.status != 200:
        return reply_of(answer, call.request)
    package: CatalogPackage = msgspec.json.decode(answer.body)
    return package


def _require_writable(call: ApiCall) -> None:
    if not call.service.settings.writable:
        raise ApiError(403, _NOT_WRITABLE)


def _folder(call: ApiCall) -> str:
    return call.service.work.settings.paths[0]


async def _record(call: ApiCall) -> CatalogRecord:
    try:
        return await asyncio.to_thread(read_record, _folder(call))
    except RecordError as error:
        raise ApiError(503, str(error)) from None


async def save_record(call: ApiCall, record: CatalogRecord) -> None:
    """Write a record, and wait until the state of the catalog has it. Raise ApiError."""
    try:
        await asyncio.to_thread(write_record, _folder(call), record)
    except OSError as error:
        problem = f"the catalog file {FILE} cannot be written: {error.strerror}"
        raise ApiError(503, problem) from None
    await call.service.work.refresh()
