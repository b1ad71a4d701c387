"""Returns the packages of the catalog to Murano clients: the read-only calls of Murano's API.

What clients said of packages (`catalog_record`) replaces what their manifests say. `packages` has
the operations for the page.
"""

from __future__ import annotations

import operator
import os
import re
import time
import uuid
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, Any, Literal, NotRequired, TypedDict

import msgspec

from muranopl.interfaces.server.catalog_record import CatalogRecord, RecordError, read_record
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.media_types import BYTES, TEXT
from muranopl.interfaces.server.response_bodies import doc, shown
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.language.grammar.versions import coerce

if TYPE_CHECKING:
    from muranopl.api.contents import InstalledPackage

GROUP = OperationGroup("murano")
PACKAGES = "/v1/catalog/packages"
MOST_LISTED = 100
"""Maximum number of packages on a page."""

_ERRORS = {404: "no such package"}
# Clients keep ids, so that these must be the same in each process and on each machine.
_NAMESPACE = uuid.UUID("5a7d3a5b-3f0e-5c58-9a0f-6f2f0d1b7c11")
_ORDER = {"name": "name", "fqn": "fully_qualified_name", "created": "created"}


class CatalogPackage(TypedDict):
    """A package, as in Murano's API; `version` is an addition."""

    id: str
    name: str
    fully_qualified_name: str
    # Without it Murano's client asks again for a package that it has imported
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


class CatalogPage(TypedDict):
    """A page of packages; a full page has a marker."""

    packages: list[CatalogPackage]
    next_marker: NotRequired[str]


Exactly = Annotated[tuple[str, ...], doc("the exact value; several: any of them")]
Choice = Annotated[
    tuple[str, ...], doc('the exact value, or one of "in:a,b"; several: any of them')
]
Order = Literal["name", "fqn", "created"]


class ListingQuery(msgspec.Struct, frozen=True):
    """Filters and order of the packages; an empty filter matches all."""

    limit: Annotated[int, doc(f"page size, at most {MOST_LISTED}", ge=1)] = 20
    marker: Annotated[str, doc("the id of the last package of the previous page")] = ""
    type: Exactly = ()
    fqn: Exactly = ()
    version: Exactly = ()
    name: Exactly = ()
    class_name: Exactly = ()
    category: Choice = ()
    tag: Choice = ()
    id: Choice = ()
    search: Annotated[
        str, doc("words, separated by commas or semicolons, one of which must occur")
    ] = ""
    order_by: Annotated[
        tuple[Order, ...], doc("sort keys, the most significant first; default: name")
    ] = ()
    sort_dir: Literal["asc", "desc"] = "asc"
    include_disabled: Annotated[str, doc("true: include disabled packages")] = ""


class CatalogId(msgspec.Struct, frozen=True):
    """The id of a package or category."""

    id: Annotated[str, doc(min_length=1)]


@GROUP.operation("GET", PACKAGES, errors={404: "the marker is not the id of a package"})
def catalog_packages(served: ServedCatalog, query: ListingQuery) -> CatalogPage:
    """Return a page of packages; further parameters of Murano's API are ignored."""
    # The times of packages are those of their files now, not of the loaded state
    served.reads_files = True
    record = catalog_record_of(served)
    packages = (catalog_data(item, record) for item in _packages(served))
    # The package of the marker may match no filter; it says where the page begins all the same.
    listed = [item for item in packages if item["id"] == query.marker or _fits(item, query)]
    keys = operator.itemgetter(*[_ORDER[name] for name in query.order_by or ("name",)], "id")
    listed.sort(key=keys, reverse=query.sort_dir == "desc")
    ids = ["", *(item["id"] for item in listed)]
    if query.marker not in ids:
        raise _unknown(query.marker)
    start = ids.index(query.marker)
    # Murano caps the limit, and does not refuse a greater one
    limit = min(query.limit, MOST_LISTED)
    page: CatalogPage = {"packages": listed[start : start + limit]}
    if len(page["packages"]) == limit:
        page["next_marker"] = ids[start + limit]
    return page


@GROUP.operation("GET", f"{PACKAGES}/{{id}}", errors=_ERRORS)
def catalog_package(served: ServedCatalog, query: CatalogId) -> CatalogPackage:
    """Return one package."""
    return catalog_data(_package(served, query), catalog_record_of(served))


def stored_file(served: ServedCatalog, query: CatalogId) -> str:
    """Return the name of a package's zip in the first folder; empty if it is elsewhere."""
    location = _package(served, query).location
    folder, name = os.path.split(location)
    is_there = folder == os.path.realpath(served.settings.paths[0])
    return name if is_there and os.path.isfile(location) else ""


@GROUP.operation("GET", f"{PACKAGES}/{{id}}/ui", replies={TEXT: str}, errors=_ERRORS)
def catalog_ui(served: ServedCatalog, query: CatalogId) -> TaskAnswer:
    """Return the UI definition of a package, for Heat templates the generated one; empty if there is none."""
    try:
        return TaskAnswer(200, (_package(served, query).ui_text() or "").encode(), TEXT)
    except (OSError, UnicodeDecodeError) as error:
        raise ApiError(404, f"the file cannot be read: {error}") from None


@GROUP.operation("GET", f"{PACKAGES}/{{id}}/logo", replies={BYTES: Any}, errors=_ERRORS)
def catalog_logo(served: ServedCatalog, query: CatalogId) -> TaskAnswer:
    """Return the logo of a package; empty if it has none."""
    return _file(served, query, "logo")


@GROUP.operation("GET", f"{PACKAGES}/{{id}}/supplier_logo", replies={BYTES: Any}, errors=_ERRORS)
def catalog_supplier_logo(served: ServedCatalog, query: CatalogId) -> TaskAnswer:
    """Return the logo of a package's supplier; empty if it has none."""
    return _file(served, query, "supplier_logo")


@GROUP.operation("GET", f"{PACKAGES}/{{id}}/download", replies={BYTES: Any}, errors=_ERRORS)
def catalog_download(served: ServedCatalog, query: CatalogId) -> TaskAnswer:
    """Return a package as a zip."""
    try:
        return TaskAnswer(200, _package(served, query).zipped(), BYTES)
    except OSError as error:
        raise ApiError(404, f"the package cannot be read: {error}") from None


def package_id(name: str, version: str) -> str:
    """Return the id of a package, which depends only on name and version."""
    return uuid.uuid5(_NAMESPACE, f"{name}/{version}").hex


def catalog_data(package: InstalledPackage, record: CatalogRecord) -> CatalogPackage:
    """Return the attributes of a package in Murano's API, and its version."""
    changed = _changed(package)
    id_ = package_id(package.name, package.version)
    said = record.package(id_)
    return shown(
        CatalogPackage,
        package,
        id=id_,
        name=said.name or package.title or package.name,
        fully_qualified_name=package.name,
        # These two defaults are Murano's
        description=_first(
            said.description, package.description, "The description is not provided"
        ),
        author=package.author or "OpenStack",
        tags=_first(said.tags, package.tags),
        categories=said.categories,
        class_definitions=package.classes,
        is_public=said.is_public,
        enabled=said.enabled,
        owner_id="muranopl",
        created=changed,
        updated=changed,
    )


def _first(*values: Any) -> Any:
    """Return the first value that was given."""
    return next(value for value in values if value is not None)


def catalog_record_of(served: ServedCatalog) -> CatalogRecord:
    """Return what clients said of packages. Raise ApiError."""
    served.reads_files = True
    try:
        return read_record(served.settings.paths[0])
    except RecordError as error:
        raise ApiError(503, str(error)) from None


def _changed(package: InstalledPackage) -> str:
    """Return the modification time of a package's folder or zip."""
    try:
        seconds = os.stat(package.location).st_mtime
    except OSError:  # it was removed a moment ago
        seconds = 0.0
    return time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(seconds))


def _packages(served: ServedCatalog) -> Iterable[InstalledPackage]:
    """Yield the installed packages: not embedded ones, nor those that an engine would reject."""
    return (
        package
        for package in served.catalog.contents.packages
        if package.usable and not package.embedded
    )


def _package(served: ServedCatalog, query: CatalogId) -> InstalledPackage:
    """Return the package of a query, and mark the answer as reading files. Raise ApiError."""
    served.reads_files = True
    for package in _packages(served):
        if package_id(package.name, package.version) == query.id:
            return package
    raise _unknown(query.id)


def _unknown(id_: str) -> ApiError:
    return ApiError(404, f'no package has the id "{id_}"')


def _file(served: ServedCatalog, query: CatalogId, kind: str) -> TaskAnswer:
    """Return the file that is the `logo` or `supplier_logo` of a package. Raise ApiError."""
    package = _package(served, query)
    name = getattr(package, kind)
    try:
        return TaskAnswer(200, b"" if name is None else package.read(name), BYTES)
    except OSError as error:
        raise ApiError(404, f"the file cannot be read: {error}") from None


def _fits(package: CatalogPackage, query: ListingQuery) -> bool:
    """Return whether a package matches the filters of a query."""
    filters = (
        # Clients write types in any case.
        ([text.title() for text in query.type], [package["type"]]),
        (query.fqn, [package["fully_qualified_name"]]),
        (list(map(coerce, query.version)), [package["version"]]),
        (query.name, [package["name"]]),
        (query.class_name, package["class_definitions"]),
        (_choices(query.id), [package["id"]]),
        (_choices(query.category), package["categories"]),
        (_choices(query.tag), package["tags"]),
    )
    for choices, values in filters:
        if choices and set(choices).isdisjoint(values):
            return False
    if not package["enabled"] and query.include_disabled.lower() != "true":
        return False
    words = [word.strip().lower() for word in re.split("[,;]", query.search) if word.strip()]
    name, full_name = package["name"], package["fully_qualified_name"]
    texts = (name, full_name, package["description"], package["author"], *package["tags"])
    return not words or any(word in text.lower() for word in words for text in texts)


def _choices(values: Iterable[str]) -> list[str]:
    """Return the values of a filter: "in:a,b" means `a` or `b`."""
    choices: list[str] = []
    for value in values:
        several = value.removeprefix("in:")
        choices += [value] if several == value else several.split(",")
    return choices
