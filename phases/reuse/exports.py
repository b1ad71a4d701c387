"""Hashes the exports of a package: manifest, classes as in `read/exports.py`, and application.

The application is the class that the UI definition creates an object of: selectors in other UI
definitions offer it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from weakref import WeakKeyDictionary

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import path_inside
from muranopl.language.grammar.ui.class_names import application_type
from muranopl.namespace.requirements import foreign_names
from muranopl.phases.reuse.hashing import hashed, text_bytes
from muranopl.phases.reuse.package_results import Export
from muranopl.phases.reuse.traced_source import TracedSource
from muranopl.read.exports import assigned_attributes, hidden_bodies, needed_owner
from muranopl.read.index import PackageEntry
from muranopl.read.package import ClassUnit, Package
from muranopl.read.reader import PackageReader
from muranopl.semantics.bodies.package_facts import package_facts


def export_of(package: Package) -> Export:
    """Return the exports of a package; with their hash if a `TracedSource` read it."""
    facts = package_facts(package)
    source = package.header.source
    key = _key(package, source) if isinstance(source, TracedSource) else b""
    calls = {name: called for name, called in facts.calls.items() if called}
    return Export(key, _record(calls), _record(facts.classes), foreign_names(package))


def read_export(reader: PackageReader, entry: PackageEntry) -> Export:
    """Read a package, and return its exports. Raise UncontainedError."""
    package = reader.package(entry)
    try:
        return export_of(package)
    except Exception as error:
        reader.give_up(entry, error)
        raise


def _record(value: object) -> msgspec.Raw:
    return msgspec.Raw(msgspec.msgpack.encode(value))


def _key(package: Package, source: TracedSource) -> bytes:
    parts = source.hashes([MANIFEST])
    for unit in package.units:
        parts += [text_bytes(path_inside(source, unit.file)), _content(unit)]
    if package.ui is not None:
        parts += [b"application", text_bytes(repr(application_type(package.ui)))]
    return hashed(b"export", *parts)


def _content(unit: ClassUnit) -> bytes:
    """Return the hash of what a class file exports (cached)."""
    result = _CONTENTS.get(unit)
    if result is None:
        parts = [bytes([unit.complete])]
        for class_ in unit.classes:
            parts += [
                text_bytes(f"{namespace.prefix}={namespace.namespace}")
                for namespace in class_.namespaces or ()
            ]
            parts += _written(class_.node, hidden_bodies(class_))
        result = _CONTENTS[unit] = hashed(b"unit", *parts)
    return result


_CONTENTS: WeakKeyDictionary[ClassUnit, bytes] = WeakKeyDictionary()


def _written(node: Node, without: Iterable[Node]) -> Iterator[bytes]:
    """Yield the content of a node without locations; of bodies `without` only the visible part.

    A node that is repeated by an alias is written as its number.
    """
    left_out = set(map(id, without))
    numbers: dict[int, int] = {}
    stack = [node]
    while stack:
        current = stack.pop()
        number = numbers.setdefault(id(current), len(numbers))
        if number < len(numbers) - 1:
            yield b"*%d" % number
        elif id(current) in left_out:
            names = sorted({name for _, name in assigned_attributes(current)})
            owner = needed_owner(current)
            yield text_bytes(f"~{names}{'' if owner is None else owner.text}")
        elif isinstance(current, Scalar):
            yield text_bytes(f"{current.value!r}{current.plain}")
        elif isinstance(current, Yaql):
            yield b"$" + text_bytes(current.text)
        elif isinstance(current, Mapping):
            yield b"{%d" % len(current.pairs)
            stack.extend(part for pair in reversed(current.pairs) for part in (pair[1], pair[0]))
        elif isinstance(current, Sequence):
            yield text_bytes(f"{current.kind}{len(current.items)}")
            stack.extend(reversed(current.items))
        else:
            yield b"?"
