"""What others see of a package: its manifest, and its classes without the bodies of methods, wherever they stand.

While that stays the same, packages that require it need no new check, whatever changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.sources.source import MANIFEST
from muranopl.diagnostics.findings import Findings
from muranopl.incremental.hashing import hashed
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Reading, replaced
from muranopl.language.grammar.instructions.block import Body
from muranopl.language.grammar.instructions.body import body as read_body
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.read.assignments import assigned_attributes
from muranopl.read.package import Package
from muranopl.read.recording import Recording

_RUN = {MethodUsage.STATIC, MethodUsage.EXTENSION}
"""Bodies of these are looked at from outside: a default or contract may call them."""


def seen_by_others(declaration: ClassDeclaration) -> ClassDeclaration:
    """Return a class with of the bodies of its methods only what classes that extend it are compared with.

    That is whether there is a body (a method with nothing in it promises nothing), and which attributes it assigns.
    """
    return replaced(
        declaration, methods=tuple(map(_head, declaration.methods)), workflow=tuple(map(_head, declaration.workflow))
    )


def _head(method: MethodDeclaration) -> MethodDeclaration:
    body = method.body
    if body is None:
        return method
    runs = method.usage in _RUN
    return replaced(method, body=read_body(body.node, Reading(Findings()), "") if runs else _abridged(body.node))


def _abridged(body: Node) -> Body:
    """Return the assignments to attributes of a body, without the values and not parsed."""
    assigned = tuple(
        Mapping(key.file, key.line, key.column, key.end_line, key.end_column, ((key, key),))
        for key, _ in assigned_attributes(body)
    )
    return Body(Sequence(body.file, body.line, body.column, body.end_line, body.end_column, assigned))


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
            yield method.body.node


def _written(node: Node, without: Iterable[Node]) -> Iterator[bytes]:
    """What is written below a node, wherever it stands; of the bodies left out only what `seen_by_others` leaves.

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
            yield _bytes(f"~{sorted({name for _, name in assigned_attributes(current)})}")
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
