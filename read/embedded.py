"""Reads the packages of the embedded core library, once in a process, or loads the record of a build.

They are a part of the program and never change. A built program (a wheel) therefore has a record of
the results of reading them, and of the phases that need nothing else: it takes 3 ms to load, where
reading takes 25 ms, most of the work on one small package. A checkout has none, and reads them, as
is done if a record is damaged. Records are made by `muranopl.phases.reuse.library_record`.

They are pickled, as they have many objects that refer to one another. They are files of the
program, trusted as its modules are; nothing else is ever read this way.

Class files leave out the bodies of methods, which no check needs: a call reads them from a file of their own.
"""

from __future__ import annotations

import contextlib
import functools
import io
import os
import threading
from _pickle import Unpickler
from collections.abc import Iterator
from typing import Any

import msgspec

from muranopl.ard.nodes import Node, pairs_in, text_of
from muranopl.ard.sources.source import Source
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql.lexer import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language import library
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.grammar.instructions.block import Body
from muranopl.language.grammar.instructions.body import body as read_body
from muranopl.language.grammar.reading import Reading
from muranopl.read.manifest import read_header
from muranopl.read.one_package import read_package
from muranopl.read.package import Package, PackageHeader

# Where `pickle` has it from, which takes a millisecond to load


# The first object of a record. One written with another version of msgspec is ignored.
RECORDED_WITH = msgspec.__version__

# The id in a record of the source of the package; that of a contract function is its name.
SOURCE = ""


class EmbeddedPackage:
    """A package of the embedded core library, loaded part by part on demand."""

    def __init__(self, source: Source) -> None:
        self._next = _parts(source)
        self._parts: list[Any] = []
        self._lock = threading.Lock()

    @property
    def header(self) -> PackageHeader:
        """The package with its manifest only."""
        header: PackageHeader = self._part(0)
        return header

    @property
    def package(self) -> Package:
        """The package, without bodies: the engine implements its methods."""
        package: Package = self._part(1)
        return package

    @property
    def results(self) -> object:
        """The results of the phases over this package alone, if they are recorded; else None."""
        return self._part(2)

    def _part(self, number: int) -> Any:
        # Two threads cannot run one generator at the same time
        with self._lock:
            while len(self._parts) <= number:
                self._parts.append(next(self._next))
        return self._parts[number]


@functools.cache
def embedded_package(source: Source) -> EmbeddedPackage:
    """Return a package of the embedded core library, cached.

    All catalogs have the same sources of it.
    """
    return EmbeddedPackage(source)


def record_path(source: Source) -> str:
    """Return the path of the record of an embedded package, beside its folder; it may not exist."""
    return f"{source.location}.record"


def _parts(source: Source) -> Iterator[object]:
    """Yield the header, the package and, if recorded, the results of the phases over it alone."""
    recorded = _recorded(source)
    header = next(recorded, None) or read_header(source)
    yield header
    yield next(recorded, None) or read_package(header, bodies=False)
    yield next(recorded, None)


def _recorded(source: Source) -> Iterator[Any]:
    """Yield the parts of the record of a package, loaded one by one, as far as it is valid."""
    if os.path.dirname(source.location) != os.path.realpath(library.path()):
        return  # it comes with something else, such as a test
    try:
        with open(record_path(source), "rb") as file:
            record = file.read()
    except OSError:
        return

    class Loader(Unpickler):
        # Contract functions are compared by identity, so a record has only their names
        def persistent_load(self, pid: Any) -> object:
            return source if pid == SOURCE else FUNCTIONS[pid]

    loader = Loader(io.BytesIO(record))
    # A damaged record may raise any: the package is read then
    with contextlib.suppress(Exception):
        if loader.load() == RECORDED_WITH:
            for _ in range(3):
                yield loader.load()


@functools.cache
def library_body(class_name: str, method: str) -> Body | None:
    """Return the body of a method of an embedded class, by its symbol.

    Return None if it is not recorded.
    """
    # Parsed on first use: most runs call no method of the core library.
    node = _bodies().get((class_name, method))
    if node is None:
        return None
    return read_body(node, Reading(Findings()), f"Body of {method}")


@functools.cache
def _bodies() -> dict[tuple[str, str], Node]:
    with open(os.path.join(library.path(), library.BODIES), "rb") as file:
        data = file.read()
    (document,) = load(data, File(library.NAME, library.BODIES), Findings(), dialect=Dialect.MURANO)
    return {
        (class_name, method): body
        for class_name, methods in _entries(document)
        for method, body in _entries(methods)
    }


def _entries(node: Node) -> list[tuple[str, Node]]:
    return [(text_of(key) or "", value) for key, value in pairs_in(node)]
