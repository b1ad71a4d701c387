"""Kinds of defects in declarations of classes: misspelt or missing keys, words and names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random

from muranopl.ard.nodes import Mapping, Node, Scalar, text_of
from muranopl.language.grammar.class_ import ClassDeclaration, MetaClassDeclaration
from muranopl.language.grammar.entity import Entity, Named
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from seeding.edits import Edit, Mutation, misspelling_scalar, misspelt, replacing
from seeding.files import SourceClass
from seeding.name_index import NameIndex, expanded

Look = Callable[[SourceClass, NameIndex], Iterator[Mutation]]
_NO_NAMESPACES = ("5", "[]", "'io murano'", "io.murano.", "io:murano")


def pairs(node: Node | None) -> Iterator[tuple[Node, Node]]:
    """The pairs of a mapping; none of anything else."""
    yield from node.pairs if isinstance(node, Mapping) else ()


def arguments(source: SourceClass) -> Iterator[ArgumentDeclaration]:
    """The arguments of all methods."""
    for method in source.declaration.all_methods:
        yield from method.arguments


def misspelt_class_keys(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """`Properties`, `Methods`, `Extends`, ..."""
    known = {*ClassDeclaration.TAGS, *MetaClassDeclaration.TAGS}
    for key, _ in pairs(source.declaration.node):
        yield from misspelling_scalar(key, known)


def misspelt_keys(members: Callable[[SourceClass], Iterable[Named]], kind: type[Entity]) -> Look:
    """Return the kind of defects that misspells the keys of some members."""

    def look(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
        for member in members(source):
            for key, _ in pairs(member.node):
                yield from misspelling_scalar(key, kind.TAGS)

    return look


def properties(source: SourceClass) -> tuple[PropertyDeclaration, ...]:
    """The properties of a class."""
    return source.declaration.properties


def methods(source: SourceClass) -> tuple[MethodDeclaration, ...]:
    """The methods of a class."""
    return source.declaration.all_methods


def _values(source: SourceClass, key: str) -> Iterator[Node]:
    for member in (*properties(source), *methods(source), *arguments(source)):
        value = member.node.get(key) if isinstance(member.node, Mapping) else None
        if value is not None:
            yield value


def wrong_usages(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """The word of a `Usage`."""
    for value in _values(source, "Usage"):
        yield from misspelling_scalar(value, {"In", "Out", "InOut"})
        yield from replacing(value, "Private")


def wrong_scopes(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """The word of a `Scope`."""
    for value in _values(source, "Scope"):
        yield from misspelling_scalar(value, ())
        yield from replacing(value, "Private")


def missing_contracts(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """A member without its `Contract`, where that is a line of several."""
    for member in (*properties(source), *arguments(source)):
        pair = member.node.find("Contract") if isinstance(member.node, Mapping) else None
        if pair is not None and len(list(pairs(member.node))) > 1:
            yield from removed_line(source.file.lines, *pair)


def removed_line(lines: list[str], key: Node, value: Node) -> Iterator[Mutation]:
    """The mutation that makes a pair on a line of its own a comment."""
    line = lines[key.line - 1]
    if not line[: key.column - 1].strip() and value.end_line == key.line:
        yield lambda _: Edit(key.line, key.column, key.column, "# ", reach=None)


def misspelt_parents(source: SourceClass, index: NameIndex) -> Iterator[Mutation]:
    """An available class in `Extends`: names in a missing package cannot be judged."""
    for parent in source.declaration.extends:
        if expanded(parent.text, source.prefixes) not in index.full_names:
            continue
        start = parent.text.rfind(":") + 1
        name, node = parent.text[start:], parent.node
        if node.line == node.end_line and node.end_column - node.column == len(parent.text):
            yield _misspelt_at(
                node.line, node.column + start, name, index.classes | index.full_names
            )


def _misspelt_at(
    line: int, column: int, name: str, known: set[str], reach: int | None = 0
) -> Mutation:
    def make(random: Random) -> Edit | None:
        text = misspelt(name, known, random)
        return None if text is None else Edit(line, column, column + len(name), text, reach)

    return make


def _uses(source: SourceClass, prefix: str, namespace: str, index: NameIndex) -> bool:
    """Return whether a file names a class that there is by a prefix."""
    names = [
        name.rpartition(".")[2] for name in index.full_names if name.rpartition(".")[0] == namespace
    ]
    text = "\n".join(source.file.lines)
    return any(f"{prefix}:{name}" in text.replace(f"{prefix}: ", "") for name in names)


def _namespaces(source: SourceClass, index: NameIndex) -> Iterator[tuple[Node, Node]]:
    """The prefixes that matter."""
    for key, value in pairs(source.declaration.node.get("Namespaces")):
        prefix, namespace = text_of(key), text_of(value)
        if prefix and namespace and _uses(source, prefix.replace("=", ""), namespace, index):
            yield key, value


def misspelt_prefixes(source: SourceClass, index: NameIndex) -> Iterator[Mutation]:
    """The declaration of a prefix that is used."""
    for key, _ in _namespaces(source, index):
        yield from misspelling_scalar(key, source.prefixes, reach=None)


def misspelt_namespaces(source: SourceClass, index: NameIndex) -> Iterator[Mutation]:
    """The namespace of a prefix that is used."""
    known = {name.rpartition(".")[0] for name in index.full_names}
    for _, value in _namespaces(source, index):
        yield from misspelling_scalar(value, known, reach=None)


def bad_namespaces(source: SourceClass, index: NameIndex) -> Iterator[Mutation]:
    """What cannot be a namespace, of a prefix that is used."""
    for _, value in _namespaces(source, index):
        for text in _NO_NAMESPACES:
            yield from replacing(value, text)


def misspelt_class_names(source: SourceClass, index: NameIndex) -> Iterator[Mutation]:
    """The `Name` of a class that its manifest lists."""
    name = source.declaration.name
    listed = source.file.package.listed
    if isinstance(name, Scalar) and expanded(str(name.value), source.prefixes) in listed:
        yield from misspelling_scalar(name, index.classes, reach=None)


def _used(source: SourceClass, text: str) -> bool:
    return any(text in line for line in source.file.lines)


def misspelt_parameters(source: SourceClass, index: NameIndex) -> Iterator[Mutation]:
    """The name of an argument that the body uses."""
    known = {name[1:] for name in index.variables}
    for method in source.declaration.all_methods:
        if method.body is not None:
            first, last = method.body.node.line, method.body.node.end_line
            body = "\n".join(source.file.lines[first - 1 : last])
            for argument in method.arguments:
                if f"${argument.name}" in body:
                    node = argument.name_node
                    yield from misspelling_scalar(node, known, reach=last - node.line)


def misspelt_members(members: Callable[[SourceClass], Iterable[Named]], behind: str) -> Look:
    """Return the kind that misspells names of members that only their own class has and uses."""

    def look(source: SourceClass, index: NameIndex) -> Iterator[Mutation]:
        known = index.properties | index.callables
        for member in members(source):
            unique = len(index.methods.get(member.name, index.contracts.get(member.name, []))) == 1
            if unique and _used(source, f"$.{member.name}{behind}"):
                yield from misspelling_scalar(member.name_node, known, reach=None)

    return look


def two_key_arguments(source: SourceClass, _index: NameIndex) -> Iterator[Mutation]:
    """An argument without its dash, so that it is a second key of the one before."""
    for method in source.declaration.all_methods:
        for argument in method.arguments[1:]:
            node = argument.name_node
            before = source.file.lines[node.line - 1][: node.column - 1]
            if before.strip() == "-":
                at = before.index("-") + 1
                yield _undashed(node.line, at)


def _undashed(line: int, column: int) -> Mutation:
    return lambda _: Edit(line, column, column + 1, " ", reach=None)
