"""JSON patches (RFC 6902) on plain data, for the function `patch` (measured with jsonpatch 1.47).

An operation whose `path` or `from` passes through a missing value ends the patch; earlier
operations remain applied. Only a missing last step throws.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from muranopl.execution.exceptions import MuranoError
from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.conversion import charge, thaw

_CONFLICT = "jsonpatch.JsonPatchConflict"
_INVALID = "jsonpatch.InvalidJsonPatch"
_NOT_FOUND = "jsonpatch.JsonPatchPathNotFound"
_POINTER = "jsonpointer.JsonPointerException"
_TEST = "jsonpatch.JsonPatchTestFailed"

_END = "-"
"""The step for the position after the last item of a list."""
_INDEX = re.compile(r"0|[1-9][0-9]*")
_ESCAPE = re.compile(r"~(?![01])")

Steps = Sequence[str]


class _AstrayError(Exception):
    """A pointer does not resolve."""


class _Operation(msgspec.Struct, frozen=True):
    """One operation of a patch: its kind, its members, and its path."""

    kind: str
    members: Mapping[str, Any]
    path: Steps
    budget: Budget

    def member(self, name: str) -> Any:
        """Return a required member; raise MuranoError if it is missing."""
        if name not in self.members:
            raise _error(_INVALID, f'the operation "{self.kind}" needs the member "{name}"')
        return self.members[name]

    def copied(self, value: Any) -> Any:
        """Return a copy of a value, charged to the budget."""
        return thaw(charge(value, self.budget), self.budget)


def patched(document: Any, operations: Sequence[Any], budget: Budget) -> Any:
    """Return a document with operations applied in order; the document is changed in place.

    Raise MuranoError if an operation is invalid or does not fit the document; ExhaustedError.
    """
    parsed = [_parsed(item, budget) for item in operations]
    result = document
    try:
        for operation in parsed:
            result = _KINDS[operation.kind](result, operation)
    except _AstrayError:
        return document
    return result


def _parsed(operation: Any, budget: Budget) -> _Operation:
    if not isinstance(operation, Mapping):
        raise _error(_INVALID, "an operation of a patch is a mapping")
    missing = next((name for name in ("op", "path") if name not in operation), None)
    if missing is not None:
        raise _error(_INVALID, f'an operation of a patch needs the member "{missing}"')
    kind = operation["op"]
    if not isinstance(kind, str) or kind not in _KINDS:
        raise _error(_INVALID, f"Unknown operation {kind!r}")
    try:
        return _Operation(kind, operation, _steps(operation["path"], "path"), budget)
    except _AstrayError as error:
        raise _error(_POINTER, str(error)) from None


def _steps(pointer: Any, member: str) -> Steps:
    """Return the steps of a pointer; raise MuranoError for other types, _AstrayError if invalid."""
    if not isinstance(pointer, str):
        raise _error(_INVALID, f"Invalid '{member}'")
    first, *steps = pointer.split("/")
    if first:
        raise _AstrayError("Location must start with /")
    if _ESCAPE.search(pointer):
        raise _AstrayError(f"Found invalid escape in {pointer}")
    return [step.replace("~1", "/").replace("~0", "~") for step in steps]


def _error(name: str, message: str) -> MuranoError:
    return MuranoError((name,), message)


# Resolving pointers


def _last(document: Any, path: Steps) -> tuple[Any, Any]:
    """Return the container of the last step of a path, and the key or index of the step in it."""
    for step in path[:-1]:
        document = _member(document, step)
    return document, _key(document, path[-1])


def _key(parent: Any, step: str) -> Any:
    """Return the key or index of a step in a mapping or list, existing or not.

    Raise _AstrayError for other values.
    """
    if isinstance(parent, dict):
        return step
    if not isinstance(parent, list):
        raise _AstrayError(f"nothing has a member {step!r} but a mapping or a list")
    if step == _END:
        return step
    if not _INDEX.fullmatch(step):
        raise _AstrayError(f"{step!r} is no index of a list")
    # A longer number is outside of the list; converting it could take long.
    return int(step) if len(step) <= len(str(len(parent))) else len(parent) + 1


def _has(parent: Any, key: Any) -> bool:
    """Return whether a mapping or a list has a key or an index."""
    if isinstance(parent, list):
        return bool(key != _END and key < len(parent))
    return key in parent


def _member(parent: Any, step: str) -> Any:
    key = _key(parent, step)
    if not _has(parent, key):
        raise _AstrayError(f"there is no member {step!r}")
    return parent[key]


# Operations


def _add(document: Any, operation: _Operation) -> Any:
    return _added(document, operation.path, operation.copied(operation.member("value")))


def _added(document: Any, path: Steps, value: Any) -> Any:
    if not path:
        return value
    parent, key = _last(document, path)
    if isinstance(parent, dict):
        parent[key] = value
    elif key == _END:
        parent.append(value)
    elif key > len(parent):
        raise _error(_CONFLICT, "can't insert outside of list")
    else:
        parent.insert(key, value)
    return document


def _remove(document: Any, operation: _Operation) -> Any:
    return _removed(document, operation.path)


def _removed(document: Any, path: Steps) -> Any:
    if not path:
        raise _error(_CONFLICT, "can't remove the whole document")
    parent, key = _present(document, path)
    del parent[key]
    return document


def _present(document: Any, path: Steps) -> tuple[Any, Any]:
    """Return the container of an existing last step, and its key or index; raise MuranoError."""
    parent, key = _last(document, path)
    if isinstance(parent, list) and key == _END:
        raise _AstrayError("nothing follows the last item")
    if not _has(parent, key):
        raise _error(_NOT_FOUND, f"there is no member {path[-1]!r}")
    return parent, key


def _replace(document: Any, operation: _Operation) -> Any:
    value = operation.copied(operation.member("value"))
    if not operation.path:
        return value
    parent, key = _last(document, operation.path)
    if isinstance(parent, list) and key == _END:
        raise _error(_INVALID, "'path' with '-' can't be applied to 'replace' operation")
    if not _has(parent, key):
        raise _error(_NOT_FOUND, f"there is no member {operation.path[-1]!r} to replace")
    parent[key] = value
    return document


def _move(document: Any, operation: _Operation) -> Any:
    source, path = _steps(operation.member("from"), "from"), operation.path
    if source != path and path[: len(source)] == source:
        raise _error(_CONFLICT, "Cannot move values into their own children")
    if not source:
        return document
    parent, key = _present(document, source)
    value = parent[key]
    return document if source == path else _added(_removed(document, source), path, value)


def _copy(document: Any, operation: _Operation) -> Any:
    source = _steps(operation.member("from"), "from")
    if source:
        parent, key = _present(document, source)
        return _added(document, operation.path, operation.copied(parent[key]))
    return _added(document, operation.path, operation.copied(document))


def _test(document: Any, operation: _Operation) -> Any:
    value = document
    try:
        for step in operation.path:
            value = _member(value, step)
    except _AstrayError as error:
        raise _error(_TEST, str(error)) from None
    if not _same(value, operation.member("value")):
        raise _error(_TEST, f"{operation.members['path']} has another value")
    return document


def _same(first: Any, second: Any) -> bool:
    """Return whether two values are equal as JSON: true does not equal 1, but 1.0 does."""
    pending = [(first, second)]
    while pending:
        left, right = pending.pop()
        if isinstance(left, dict) and isinstance(right, dict):
            if left.keys() != right.keys():
                return False
            pending.extend((value, right[key]) for key, value in left.items())
        elif isinstance(left, list) and isinstance(right, list):
            if len(left) != len(right):
                return False
            pending.extend(zip(left, right, strict=True))
        elif isinstance(left, bool) is not isinstance(right, bool) or left != right:
            return False
    return True


_KINDS: Mapping[str, Callable[[Any, _Operation], Any]] = {
    "add": _add,
    "copy": _copy,
    "move": _move,
    "remove": _remove,
    "replace": _replace,
    "test": _test,
}
