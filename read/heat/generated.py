"""Creates nodes that are generated from a template, at the places of the parts they are made from.

Used by `generated_class` and `generated_form`, which make documents of the template and its `PackageParts`.
"""

from __future__ import annotations

import contextlib

import msgspec

from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence, Yaql, data_at, mapping_at
from muranopl.ard.sources.source import Source
from muranopl.ard.yaql import Dialect, ExpressionError, parse
from muranopl.diagnostics.places import File
from muranopl.read.heat.contracts import written_name

FILES = "Resources/HotFiles/"
ENVIRONMENTS = "Resources/HotEnvironments/"


class PackageParts(msgspec.Struct, frozen=True):
    """The name, version and description of a package, and the names of its files for Heat.

    `files` are relative to their folder; `environments` are paths in the package.
    """

    name: str
    version: str
    description: str | None
    files: tuple[str, ...]
    environments: tuple[str, ...]


def parts_of(source: Source, name: str, version: str, description: str | None) -> PackageParts:
    """Return the parts of a package."""
    paths = source.paths()
    return PackageParts(
        name,
        version,
        description,
        tuple(path.removeprefix(FILES) for path in paths if path.startswith(FILES)),
        tuple(path for path in paths if path.startswith(ENVIRONMENTS)),
    )


class GeneratedFile(File):
    """The file of generated nodes: that of the template, without its text.

    What generated nodes say is not written there, so that no part of them has a place of its own,
    and no fix edits them. Reports show the lines of the template.
    """

    generated = True
    __slots__ = ("written",)

    def __init__(self, written: File) -> None:
        super().__init__(written.root, written.path, archive=written.archive)
        self.written = written

    def lines(self) -> list[str]:
        """Return the lines of the template."""
        return self.written.lines()


class EngineFile(GeneratedFile):
    """The file of generated nodes that get no diagnostics.

    The engine writes them into the class of every template, or their mistake was reported where
    the template has it.
    """

    silent = True
    __slots__ = ()


def origin(node: Node, file: GeneratedFile) -> Node:
    """Return a node at which others are generated: the place of a part of the template."""
    # A span begins with the file, which is another one here
    return Scalar(file, *node.span[1:], None)


def moved(node: Node, at: Node) -> Node:
    """Return a copy of a node, all of it at one place."""
    if isinstance(node, Mapping):
        pairs = ((moved(key, at), moved(value, at)) for key, value in node.pairs)
        return mapping_at(at, pairs)
    if isinstance(node, Sequence):
        return Sequence(*at.span, tuple(moved(item, at) for item in node.items))
    if isinstance(node, Yaql):
        return Yaql(*at.span, node.text, node.tree)
    return Scalar(*at.span, node.value if isinstance(node, Scalar) else None)


def expression(text: str | None, at: Node, dialect: Dialect) -> Node:
    """Return an expression, unreadable if there is none; why was reported."""
    if text is not None:
        with contextlib.suppress(ExpressionError):
            return Yaql(*at.span, text, parse(text, dialect))
    return Broken(*at.span)


def with_values(node: Mapping, values: dict[str, Node]) -> Mapping:
    """Return a mapping with other values of some keys, and with those that it lacks."""
    replaced = [(key, values.get(written_name(key), value)) for key, value in node.pairs]
    added = [
        (data_at(value, name), value) for name, value in values.items() if node.find(name) is None
    ]
    return mapping_at(node, (*replaced, *added))
