"""JSON patches (RFC 6902) for the function `patch`, by the library that the engine uses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from jsonpatch import JsonPatch
from jsonpointer import JsonPointerException

from muranopl.execution.exceptions import MuranoError
from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.conversion import charge


def patched(document: Any, operations: Sequence[Any], budget: Budget) -> Any:
    """Return a document with operations applied in order; the document is changed in place.

    An operation whose `path` or `from` passes through a missing value ends the patch; earlier
    operations remain applied. Raise the library's errors for invalid operations, and for those that
    do not fit the document. Raise ExhaustedError.
    """
    if not all(isinstance(operation, Mapping) for operation in operations):
        raise MuranoError("jsonpatch.InvalidJsonPatch", "an operation of a patch must be a mapping")
    # Operations are validated together, before the first one is applied.
    JsonPatch(operations)
    result = document
    try:
        for operation in operations:
            # Copies of the whole into itself could double the document with each operation.
            if operation["op"] == "copy":
                charge(result, budget)
            result = JsonPatch([operation]).apply(result, in_place=True)
    except JsonPointerException:
        return document
    return result
