"""What others see of a package: its manifest, and its classes without the bodies of methods, wherever they stand.

While that stays the same, packages that require it need no new check, whatever changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.sources.source import MANIFEST
from muranopl.incremental.hashing import hashed
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import replaced
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.read.package import Package
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
    """Hash the manifest and the classes without the bodies of methods."""
    parts = [source.seen[MANIFEST]]
    for unit in package.units:
        parts += [_bytes(unit.file.path), bytes([unit.complete])]
        for class_ in unit.classes:
            parts += [_bytes(f"{each.prefix}={each.namespace}") for each in class_.namespaces or ()]
            parts += _written(class_.node, _bodies(class_))
    return hashed(b"export", *parts)


def _bodies(declaration: ClassDeclaration) -> Iterator[Node]:
    for method in (*declaration.methods, *declaration.workflow):
        if method.body is not None and method.usage not in _RUN:
            yield method.body


def _written(node: Node, without: Iterable[Node]) -> Iterator[bytes]:
    """What is written below a node, wherever it stands; of the nodes left out only that they are there.

    A node that is met again, by an alias, is named by its number.
    """
    left_out = set(map(id, without))
    seen: dict[int, int] = {}
    stack = [node]
    while stack:
        current = stack.pop()
        number = seen.setdefault(id(current), len(seen))
        if number < len(seen) - 1:
            yield b"*%d" % number
        elif id(current) in left_out:
            yield b"~"
        elif isinstance(current, Scalar):
            yield _bytes(f"{current.value!r}{current.plain}")
        elif isinstance(current, Yaql):
            yield b"$" + _bytes(current.text)
        elif isinstance(current, Mapping):
            yield b"{%d" % len(current.pairs)
            stack.extend(part for pair in reversed(current.pairs) for part in (pair[1], pair[0]))
        elif isinstance(current, Sequence):
            yield _bytes(f"{current.kind}{len(current.items)}")
            stack.extend(reversed(current.items))
        else:
            yield b"?"


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
