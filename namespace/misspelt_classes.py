"""Decides which is misspelt of a listed class and a similar name that its file declares."""

from __future__ import annotations

import posixpath
from collections.abc import Collection

from muranopl.ard.nodes import Node
from muranopl.diagnostics.diagnostic import Fix, TextEdit, fixed_by
from muranopl.diagnostics.nearest import is_slip
from muranopl.language.grammar.manifest import ListedClass
from muranopl.namespace.result import DeclaredClass


def respelling(
    entry: ListedClass, declared: DeclaredClass, known: Collection[str]
) -> tuple[Fix, ...]:
    """Return the fix that makes the names of an entry of `Classes` and of its class the same.

    The name of the file decides which short name is right, and `known` are the right namespaces.
    Return none where neither does, or the names are not similar.
    """
    listed, other = entry.name, declared.id.name
    if not (is_slip(listed, other) or is_slip(other, listed)):
        return ()
    space, _, short = listed.rpartition(".")
    its_space, _, its_short = other.rpartition(".")
    if space == its_space:
        stem = posixpath.splitext(posixpath.basename(entry.path or ""))[0]
        right = {short, its_short} & {stem}
        node, text = declared.declaration.name, short
    elif short == its_short:
        right = {space, its_space} & set(known)
        node, text = _own_namespace(declared), space
    else:
        return ()
    if len(right) != 1:
        return ()
    if text not in right:
        node, text = entry.name_node, other
    if node is None:
        return ()
    return fixed_by(f"write `{text}`", TextEdit(node.place, text))


def _own_namespace(declared: DeclaredClass) -> Node | None:
    namespaces = declared.declaration.namespaces or ()
    return next((item.node for item in namespaces if item.prefix == "="), None)
