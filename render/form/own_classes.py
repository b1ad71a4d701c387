"""Classes of the package of a form: a type without a version is one of that package.

Reference: ui-agreement, 5.1.
"""

from __future__ import annotations

import msgspec

from muranopl.ard.nodes import Mapping, Node, Sequence, text_of
from muranopl.language.grammar.ui.class_names import type_in
from muranopl.language.grammar.ui.fragments import HEADER
from muranopl.read.package import Package
from muranopl.render.form.identities import with_entry


def pinned(node: Node, package: Package) -> Node:
    """Return a model with the package's version added to headers of its classes without one."""
    return _pinned(node, package, {listed.name for listed in package.manifest.classes or ()})


def _pinned(node: Node, package: Package, own: set[str]) -> Node:
    if isinstance(node, Mapping):
        return _mapping(node, package, own)
    if isinstance(node, Sequence):
        items = [_pinned(item, package, own) for item in node.items]
        return msgspec.structs.replace(node, items=tuple(items))
    return node


def _mapping(node: Mapping, package: Package, own: set[str]) -> Node:
    pairs: list[tuple[Node, Node]] = []
    for key, value in node.pairs:
        if text_of(key) == HEADER and isinstance(value, Mapping):
            pairs.append((key, _header(value, package, own)))
        else:
            pairs.append((key, _pinned(value, package, own)))
    return msgspec.structs.replace(node, pairs=tuple(pairs))


def _header(header: Mapping, package: Package, own: set[str]) -> Node:
    written = type_in(header)
    if (
        written is None
        or written.name not in own
        or written.spec
        or written.package not in {None, package.id.name}
    ):
        return header
    return with_entry(header, "classVersion", package.id.version)
