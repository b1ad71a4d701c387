"""Ids for the objects that a form creates, deterministic so that runs can be compared."""

from __future__ import annotations

import hashlib

from muranopl.ard.nodes import Mapping, Node, Scalar
from muranopl.render.form.headers import with_entry, with_headers


class ReferredId(str):
    """The id of an object created by `ref()`, which may occur in several places."""

    __slots__ = ()


class Identities:
    """Generates ids; `seed` is the text of the UI definition."""

    def __init__(self, seed: str) -> None:
        self._seed = hashlib.sha256(seed.encode("utf-8", "surrogatepass")).digest()

    def of(self, what: str) -> str:
        """Return the id for a path or a name."""
        return hashlib.sha256(self._seed + what.encode("utf-8", "surrogatepass")).hexdigest()[:32]

    def inserted(self, node: Node, path: str) -> Node:
        """Return a model with an id in each header, except in those that `ref()` created."""
        return with_headers(node, path, self._identified)

    def _identified(self, header: Mapping, path: str) -> Mapping:
        identity = header.get("id")
        # All uses of a `ref()` share one id.
        if isinstance(identity, Scalar) and isinstance(identity.value, ReferredId):
            return header
        # The dashboard overwrites an id that is written in the definition
        return with_entry(header, "id", self.of(path))
