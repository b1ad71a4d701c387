"""What others see of a package: everything but the bodies of its methods, and where in its files things stand.

While that stays the same, packages that require it need no new check, whatever changed.
"""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.ard.nodes import Node
from muranopl.ard.source import MANIFEST
from muranopl.cache.hashing import hashed
from muranopl.grammar.class_ import ClassDeclaration
from muranopl.grammar.entity import replaced
from muranopl.grammar.method import MethodDeclaration, MethodUsage
from muranopl.read.package import ClassUnit, Package
from muranopl.read.recording import Recording

_RUN = {MethodUsage.STATIC, MethodUsage.EXTENSION}
"""Bodies of these are looked at from outside: a default or contract may call them."""


def seen_by_others(declaration: ClassDeclaration) -> ClassDeclaration:
    """A class without the bodies of its methods."""
    return replaced(
        declaration, methods=tuple(map(_head, declaration.methods)), workflow=tuple(map(_head, declaration.workflow))
    )


def _head(method: MethodDeclaration) -> MethodDeclaration:
    return method if method.usage in _RUN else replaced(method, body=None)


def export_key(package: Package, source: Recording) -> bytes:
    """Hash the manifest and the class files without the bodies of methods."""
    parts = [source.seen[MANIFEST]]
    for unit in package.units:
        parts += [unit.file.path.encode("utf-8", "surrogatepass"), bytes([unit.complete]), _seen(unit)]
    return hashed(b"export", *parts)


def _seen(unit: ClassUnit) -> bytes:
    text = unit.file.text
    if text is None:
        return b""
    if "&" in text:  # an anchor in a body may be used anywhere
        return text.encode("utf-8", "surrogatepass")
    methods = (method for class_ in unit.classes for method in class_.all_methods)
    bodies = [method.body for method in methods if method.body is not None and method.usage not in _RUN]
    return "\n".join(_without(unit.file.lines(), bodies)).encode("utf-8", "surrogatepass")


def _without(lines: list[str], nodes: Iterable[Node]) -> list[str]:
    """The lines with a mark in place of each node; none of these is inside another one."""
    for node in sorted(nodes, key=lambda node: (node.line, node.column), reverse=True):
        first, last = node.line - 1, node.end_line - 1
        before, after = lines[first][: node.column - 1], lines[last][node.end_column - 1 :]
        lines[first : last + 1] = [f"{before}\0{after}"]
    return lines
