"""The packages of the catalog as Murano's own API tells of them."""

from __future__ import annotations

import datetime
import os
import re
import uuid
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from muranopl.interfaces.server.bodies import json_bytes
from muranopl.interfaces.server.media_types import BYTES, TEXT
from muranopl.interfaces.server.tasks.failures import failure
from muranopl.interfaces.server.work.messages import TaskAnswer

if TYPE_CHECKING:
    from muranopl.contents import InstalledPackage
    from muranopl.interfaces.server.work.served import ServedCatalog

MOST_LISTED = 100
"""How many packages one page has at most."""

_NAMESPACE = uuid.UUID("5a7d3a5b-3f0e-5c58-9a0f-6f2f0d1b7c11")
_OWNER = "muranopl"
_NO_AUTHOR, _NO_DESCRIPTION = "OpenStack", "The description is not provided"
_ORDER = {"name": "name", "fqn": "fully_qualified_name", "created": "created"}
_SEARCHED = ("name", "fully_qualified_name", "description", "author")


class Listing(NamedTuple):
    """Which packages are wanted, in which order; empty filters let all through."""

    limit: int
    marker: str
    type: tuple[str, ...]
    fqn: tuple[str, ...]
    name: tuple[str, ...]
    class_name: tuple[str, ...]
    category: tuple[str, ...]
    tag: tuple[str, ...]
    id: tuple[str, ...]
    search: str
    order_by: tuple[str, ...]
    descending: bool


def package_id(name: str, version: str) -> str:
    """Return the id of a package, which is the same wherever it is."""
    return uuid.uuid5(_NAMESPACE, f"{name}/{version}").hex


def catalog_data(package: InstalledPackage) -> dict[str, Any]:
    """Return what Murano's API tells of a package, and its version."""
    changed = _changed(package)
    return {
        "id": package_id(package.name, package.version),
        "name": package.title or package.name,
        "fully_qualified_name": package.name,
        "version": package.version,
        "type": package.type,
        "description": package.description or _NO_DESCRIPTION,
        "author": package.author or _NO_AUTHOR,
        "supplier": package.supplier,
        "tags": list(package.tags),
        "categories": [],
        "class_definitions": list(package.classes),
        "is_public": True,
        "enabled": True,
        "owner_id": _OWNER,
        "created": changed,
        "updated": changed,
    }


def listed(served: ServedCatalog, wanted: Listing) -> TaskAnswer:
    """Return a page of packages."""
    served.reads_files = True
    known = [catalog_data(each) for each in _packages(served)]
    ids = [each["id"] for each in known]
    if wanted.marker and wanted.marker not in ids:
        return failure(404, f"there is no package with the id {wanted.marker}")
    keys = [_ORDER[each] for each in wanted.order_by]
    found = [each for each in known if _fits(each, wanted) or each["id"] == wanted.marker]
    found.sort(key=lambda each: (*(each[key] for key in keys), each["id"]), reverse=wanted.descending)
    start = 0
    if wanted.marker:
        start = next(index for index, each in enumerate(found) if each["id"] == wanted.marker) + 1
    limit = min(wanted.limit, MOST_LISTED)
    page = found[start : start + limit]
    more = {"next_marker": page[-1]["id"]} if len(page) == limit else {}
    return TaskAnswer(200, json_bytes({"packages": page, **more}))


def one(served: ServedCatalog, id_: str) -> TaskAnswer:
    """Return what is told of one package."""
    served.reads_files = True
    found = _find(served, id_)
    return _unknown(id_) if found is None else TaskAnswer(200, json_bytes(catalog_data(found)))


def ui(served: ServedCatalog, id_: str) -> TaskAnswer:
    """Return the text of a package's UI definition; empty where it has none."""
    return _file(served, id_, "ui", TEXT)


def logo(served: ServedCatalog, id_: str) -> TaskAnswer:
    """Return the logo of a package; empty where it has none."""
    return _file(served, id_, "logo", BYTES)


def supplier_logo(served: ServedCatalog, id_: str) -> TaskAnswer:
    """Return the logo of a package's supplier; empty where there is none."""
    return _file(served, id_, "supplier_logo", BYTES)


def download(served: ServedCatalog, id_: str) -> TaskAnswer:
    """Return a package as a zip."""
    served.reads_files = True
    found = _find(served, id_)
    if found is None:
        return _unknown(id_)
    try:
        return TaskAnswer(200, found.zipped(), BYTES)
    except OSError as error:
        return failure(404, f"the package cannot be read: {error}")


def _file(served: ServedCatalog, id_: str, which: str, media: str) -> TaskAnswer:
    served.reads_files = True
    found = _find(served, id_)
    if found is None:
        return _unknown(id_)
    name = getattr(found, which)
    try:
        return TaskAnswer(200, b"" if name is None else found.read(name), media)
    except OSError as error:
        return failure(404, f"the file cannot be read: {error}")


def _packages(served: ServedCatalog) -> Iterable[InstalledPackage]:
    """Yield the packages that somebody installed: not what is embedded, nor what no engine would take."""
    return (each for each in served.catalog.contents.packages if each.usable and not each.embedded)


def _find(served: ServedCatalog, id_: str) -> InstalledPackage | None:
    return next((each for each in _packages(served) if package_id(each.name, each.version) == id_), None)


def _unknown(id_: str) -> TaskAnswer:
    return failure(404, f"there is no package with the id {id_}")


def _fits(data: dict[str, Any], wanted: Listing) -> bool:
    """Return whether a package is one of those that are wanted."""
    single = (
        (wanted.type and tuple(each.title() for each in wanted.type), data["type"]),
        (wanted.fqn, data["fully_qualified_name"]),
        (wanted.name, data["name"]),
        (_choices(wanted.id), data["id"]),
    )
    several = (
        (wanted.class_name, data["class_definitions"]),
        (_choices(wanted.category), data["categories"]),
        (_choices(wanted.tag), data["tags"]),
    )
    return (
        all(value in choices for choices, value in single if choices)
        and all(not set(choices).isdisjoint(values) for choices, values in several if choices)
        and _is_found(data, wanted.search)
    )


def _choices(values: Sequence[str]) -> list[str]:
    """Return the values of a parameter: "in:a,b" stands for two."""
    lists = (each.removeprefix("in:").split(",") if each.startswith("in:") else [each] for each in values)
    return [each for values in lists for each in values]


def _is_found(data: dict[str, Any], search: str) -> bool:
    words = [each.strip().lower() for each in re.split("[,;]", search) if each.strip()]
    texts = [data[key].lower() for key in _SEARCHED] + [each.lower() for each in data["tags"]]
    return not words or any(word in text for word in words for text in texts)


def _changed(package: InstalledPackage) -> str:
    """Return when the package changed last, as far as its folder or zip tells."""
    try:
        seconds = os.stat(package.location).st_mtime
    except OSError:
        seconds = 0.0
    return datetime.datetime.fromtimestamp(seconds, datetime.UTC).replace(tzinfo=None).isoformat(timespec="seconds")
