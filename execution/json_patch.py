"""JSON patches (RFC 6902), which the function `patch` applies to plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from muranopl.execution.exceptions import MuranoError

_CONFLICT = "jsonpatch.JsonPatchConflict"
_INVALID = "jsonpatch.InvalidJsonPatch"
_NO_POINTER = "jsonpointer.JsonPointerException"
_TEST = "jsonpatch.JsonPatchTestFailed"


def patched(document: Any, operations: Sequence[Any]) -> Any:
    """Return a document with some operations applied in order; it is changed itself. Raise MuranoError."""
    for operation in operations:
        if not isinstance(operation, Mapping) or "op" not in operation or "path" not in operation:
            raise MuranoError((_INVALID,), "an operation needs the members op and path")
        document = _applied(document, operation)
    return document


def _applied(document: Any, operation: Mapping[str, Any]) -> Any:
    path, kind = _steps(operation["path"]), operation["op"]
    if kind in {"add", "replace", "test"} and "value" not in operation:
        raise MuranoError((_INVALID,), "the operation has no value")
    if kind == "test":
        if _at(document, path) != operation["value"]:
            raise MuranoError((_TEST,), f"{operation['path']} has another value")
        return document
    if kind == "add":
        return _added(document, path, operation["value"])
    if kind == "replace":
        _at(document, path)
        return operation["value"] if not path else _added(_removed(document, path), path, operation["value"])
    if kind == "remove":
        return _removed(document, path)
    if kind in {"move", "copy"}:
        source = _steps(operation.get("from"))
        value = _at(document, source)
        return _added(_removed(document, source) if kind == "move" else document, path, value)
    raise MuranoError((_INVALID,), f"Unknown operation '{kind}'")


def _steps(pointer: Any) -> list[str]:
    if not isinstance(pointer, str) or (pointer and not pointer.startswith("/")):
        raise MuranoError((_NO_POINTER,), "Location must start with /")
    return [step.replace("~1", "/").replace("~0", "~") for step in pointer.split("/")[1:]]


def _at(document: Any, path: Sequence[str]) -> Any:
    for step in path:
        document = document[_key(document, step)]
    return document


def _key(parent: Any, step: str, *, new: bool = False) -> Any:
    """Return what a step means in a mapping or a list; raise MuranoError where there is no such member."""
    if isinstance(parent, list):
        if step == "-" and new:
            return len(parent)
        if step.isdecimal() and int(step) < len(parent) + new:
            return int(step)
    elif isinstance(parent, dict) and (new or step in parent):
        return step
    raise MuranoError((_CONFLICT,), f"there is no member {step!r}")


def _added(document: Any, path: Sequence[str], value: Any) -> Any:
    if not path:
        return value
    parent = _at(document, path[:-1])
    key = _key(parent, path[-1], new=True)
    if isinstance(parent, list):
        parent.insert(key, value)
    else:
        parent[key] = value
    return document


def _removed(document: Any, path: Sequence[str]) -> Any:
    if not path:
        return None
    parent = _at(document, path[:-1])
    del parent[_key(parent, path[-1])]
    return document
