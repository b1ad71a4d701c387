"""Headers of the objects in a model that a form creates: their ids and versions.

Ids are deterministic, so that runs can be compared. A type without a version is one of the package
of the form (reference: ui-agreement, 5.1).
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import msgspec

from muranopl.ard.model_path import ROOT, item, member
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, text_of
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.ui.class_names import type_in
from muranopl.read.package import Package


def with_headers(node: Node, path: str, changed: Callable[[Mapping, str], Mapping]) -> Node:
    """Return a model with each header replaced; `changed` takes it and the path of its object."""
    if isinstance(node, Sequence):
        items = [
            with_headers(value, path + item(position), changed)
            for position, value in enumerate(node.items)
        ]
        return msgspec.structs.replace(node, items=tuple(items))
    if not isinstance(node, Mapping):
        return node
    pairs: list[tuple[Node, Node]] = []
    for key, value in node.pairs:
        if text_of(key) == HEADER and isinstance(value, Mapping):
            pairs.append((key, changed(value, path)))
        else:
            name = key.value if isinstance(key, Scalar) else None
            pairs.append((key, with_headers(value, path + member(name), changed)))
    return msgspec.structs.replace(node, pairs=tuple(pairs))


def with_entry(node: Mapping, key: str, value: str) -> Mapping:
    """Return a mapping with the value of a key replaced or added."""
    span = node.head.span
    kept = tuple(
        pair for pair in node.pairs if not (isinstance(pair[0], Scalar) and pair[0].value == key)
    )
    return msgspec.structs.replace(node, pairs=(*kept, (Scalar(*span, key), Scalar(*span, value))))


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


def pinned(node: Node, package: Package) -> Node:
    """Return a model with the package's version added to headers of its classes without one."""
    own = {listed.name for listed in package.manifest.classes or ()}

    def versioned(header: Mapping, _path: str) -> Mapping:
        written = type_in(header)
        if written is None or written.name not in own or written.spec:
            return header
        if written.package not in {None, package.id.name}:
            return header
        return with_entry(header, "classVersion", package.id.version)

    return with_headers(node, ROOT, versioned)
