"""The classes of the catalog."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from muranopl.diagnostics.places import Place
from muranopl.interfaces.server.bodies import json_bytes
from muranopl.interfaces.server.tasks.failures import answering
from muranopl.interfaces.server.work.messages import TaskAnswer

if TYPE_CHECKING:
    from muranopl.interfaces.server.work.served import ServedCatalog
    from muranopl.resolved import AttachedMeta, ResolvedArgument, ResolvedMember

_TITLE, _DESCRIPTION = "io.murano.metadata.Title", "io.murano.metadata.Description"


@answering
def classes(served: ServedCatalog, extends: str, version: str, package: str) -> TaskAnswer:
    """Return the classes of one package, or all; only those that are a class, in some versions, or extend it."""
    data = [
        {
            "name": each.name,
            "version": each.version,
            "package": each.package,
            "title": each.title,
            "description": each.description,
            "usage": each.usage,
            "builders": list(each.builders),
        }
        for each in served.catalog.contents.classes(extends or None, package or None, version or None)
    ]
    return TaskAnswer(200, json_bytes({"classes": data}))


@answering
def class_(served: ServedCatalog, name: str, version: str, package: str) -> TaskAnswer:
    """Return one class with all it has."""
    found = served.catalog.contents.resolve(name, version, package)
    texts = _texts(found.meta)
    own = f"{found.name}/{found.version}"
    data = {
        "name": found.name,
        "version": found.version,
        "package": found.package,
        "title": texts.get(_TITLE),
        "description": texts.get(_DESCRIPTION),
        "usage": found.usage,
        "parents": list(found.parents),
        "ancestors": list(found.ancestors),
        "properties": {name: _property(each, own) for name, each in found.properties.items()},
        "methods": {name: _method(each, own) for name, each in found.methods.items()},
        **_place(found.place),
    }
    return TaskAnswer(200, json_bytes(data))


def _property(member: ResolvedMember, own: str) -> dict[str, Any]:
    return {
        "contract": member.contract,
        "inherited_contracts": list(member.inherited_contracts),
        "usage": member.usage,
        "default": member.default,
        **_declared(member, own),
    }


def _method(member: ResolvedMember, own: str) -> dict[str, Any]:
    arguments = [_argument(each) for each in member.arguments]
    return {"usage": member.usage, "arguments": arguments, **_declared(member, own)}


def _argument(argument: ResolvedArgument) -> dict[str, Any]:
    return {
        "name": argument.name,
        "usage": argument.usage,
        "contract": argument.contract,
        "default": argument.default,
    }


def _declared(member: ResolvedMember, own: str) -> dict[str, Any]:
    return {
        "title": _texts(member.meta).get(_TITLE),
        "declaring": member.declaring,
        "inherited": member.declaring != own,
        "ambiguous": list(member.ambiguous),
        **_place(member.place),
    }


def _texts(meta: tuple[AttachedMeta, ...] | None) -> Mapping[str, str]:
    """Return the texts of meta objects, by the names of their classes."""
    texts = {each.type.partition("/")[0]: each.values.get("text") for each in meta or ()}
    return {name: text for name, text in texts.items() if isinstance(text, str)}


def _place(place: Place) -> dict[str, Any]:
    return {"file": place.file.display, "line": place.line, "column": place.column}
