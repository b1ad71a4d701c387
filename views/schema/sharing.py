"""Sharing of repeated parts of a schema.

A large one becomes a definition, to which the others refer.
"""

from __future__ import annotations

from typing import Any

import msgspec

from muranopl.diagnostics.bounds import SCHEMA_SIZE
from muranopl.language.contracts.functions.declaration import SchemaProblemError
from muranopl.views.schema.setting import Json

MOST_REPEATED = 200
"""Size of the largest part, in mappings, lists and scalars, that may be repeated: small schemas
stay readable.
"""


class Sharing(msgspec.Struct, eq=False):
    """Shares the parts of one schema; definitions are under the keyword."""

    _keyword: str
    _sizes: dict[int, int] = {}
    _repeated: set[int] = set()
    _names: dict[int, str] = {}
    _definitions: Json = {}
    _left: int = SCHEMA_SIZE.most

    def whole(self, schema: Json) -> Json:
        """Return the schema, in which no large part occurs twice.

        A part that occurs more than once is one object in all its places. Raise
        SchemaProblemError for more than SCHEMA_SIZE parts.
        """
        self._size(schema)
        result: Json = self._part(schema)
        if self._definitions:
            return {**result, self._keyword: self._definitions}
        return result

    def _size(self, part: Any) -> int:
        """Return the size of a part, where a definition counts as one."""
        if not isinstance(part, (dict, list)):
            return 1
        if id(part) not in self._sizes:
            parts = part.values() if isinstance(part, dict) else part
            self._sizes[id(part)] = 1 + sum([self._size(inner) for inner in parts])
        elif isinstance(part, dict) and self._sizes[id(part)] > MOST_REPEATED:
            self._repeated.add(id(part))
            return 1
        return self._sizes[id(part)]

    def _part(self, part: Any) -> Any:
        """Return a part with references in it."""
        self._left -= 1
        if self._left < 0:
            raise SchemaProblemError(f"it would have more than {SCHEMA_SIZE.most:,} parts")
        return self._defined(part) if id(part) in self._repeated else self._written(part)

    def _defined(self, part: Any) -> Json:
        if id(part) not in self._names:
            name = self._names[id(part)] = str(len(self._names) + 1)
            # Definitions inside this one get later names, but must come after it.
            self._definitions[name] = None  # keeps its place
            self._definitions[name] = self._written(part)
        return {"$ref": f"#/{self._keyword}/{self._names[id(part)]}"}

    def _written(self, part: Any) -> Any:
        if isinstance(part, dict):
            return {key: self._part(inner) for key, inner in part.items()}
        return [self._part(inner) for inner in part] if isinstance(part, list) else part
