"""The outline of a file, and what is around a position in it, by the extents of its nodes.

The outline has classes with their members, forms with their fields, and entries of a manifest. A
selection grows from a part of an expression to values, entries and everything around them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.nodes import Node, Scalar, Sequence, Yaql, children, text_of
from muranopl.ard.positions import place_within
from muranopl.ard.yaml.writing import scalar_text
from muranopl.ard.yaql.tree import Expression
from muranopl.ard.yaql.tree import children as parts_of
from muranopl.diagnostics.places import Place, touches
from muranopl.workspace.structure.parsed import parsed
from muranopl.workspace.symbols.symbol import SymbolKind


class OutlineItem(msgspec.Struct, frozen=True):
    """An item: its place with all that belongs to it, the place of its name, and items below."""

    name: str
    kind: SymbolKind
    extent: Place
    place: Place
    detail: str = ""
    items: tuple[OutlineItem, ...] = ()


_TABLES: Mapping[str, tuple[SymbolKind, str]] = {
    "Properties": (SymbolKind.PROPERTY, "Contract"),
    "Methods": (SymbolKind.METHOD, "Usage"),
    "Workflow": (SymbolKind.METHOD, "Usage"),
    "Arguments": (SymbolKind.ARGUMENT, "Contract"),
    "Templates": (SymbolKind.TEMPLATE, ""),
    "Parameters": (SymbolKind.PARAMETER, ""),
    "Forms": (SymbolKind.FORM, ""),
    "Classes": (SymbolKind.CLASS, ""),
}
"""The keys whose values have items by name: the kind of these, and the key with their detail."""
_SECTIONS: Mapping[str, tuple[SymbolKind, str]] = {
    "parameters": (SymbolKind.PARAMETER, "type"),
    "resources": (SymbolKind.RESOURCE, "type"),
    "conditions": (SymbolKind.CONDITION, ""),
    "outputs": (SymbolKind.OUTPUT, "description"),
}
"""The same for Heat templates."""


def outline(text: str, path: str) -> list[OutlineItem]:
    """Return the items of a file.

    `path` is that in its package, with forward slashes. A file whose YAML is broken has the items
    before the mistake at most.
    """
    return [item for root in parsed(path, text).documents for item in _document(root)]


def selections(text: str, path: str, line: int, column: int) -> list[Place]:
    """Return the places around a position, the innermost one first, each once."""
    places: list[Place] = []
    for root in parsed(path, text).documents:
        places += _around(root, line, column)
    return list(dict.fromkeys(reversed(places)))


def _document(root: Node) -> Iterator[OutlineItem]:
    if not isinstance(root, MappingNode):
        return
    name = root.find("Name")
    is_class = name is not None and root.find("FullName") is None
    if not is_class or name is None or text_of(name[1]) is None:
        is_template = root.find("heat_template_version") is not None
        yield from _members(root, _SECTIONS if is_template else _TABLES)
        return
    extends = root.get("Extends")
    yield OutlineItem(
        str(text_of(name[1])),
        SymbolKind.CLASS,
        _extent_of(root),
        name[1].place,
        "" if extends is None else _shown(extends),
        tuple(_members(root)),
    )


def _members(
    node: MappingNode, tables: Mapping[str, tuple[SymbolKind, str]] = _TABLES
) -> Iterator[OutlineItem]:
    """Yield the items of a document or a declaration; the names in its tables are among them."""
    for key, value in node.pairs:
        name = text_of(key)
        if name is not None and name in tables:
            kind, detail = tables[name]
            items = tuple(_entries(value, kind, detail))
            if kind in {SymbolKind.PROPERTY, SymbolKind.METHOD, SymbolKind.ARGUMENT}:
                yield from items
            elif items:
                extent = _from_to(key, value)
                yield OutlineItem(name, SymbolKind.GROUP, extent, key.place, items=items)
        elif name is not None and name not in {"Name", "Extends", "Namespaces"}:
            yield OutlineItem(name, SymbolKind.KEY, _from_to(key, value), key.place, _shown(value))


def _entries(node: Node, kind: SymbolKind, detail: str) -> Iterator[OutlineItem]:
    """Yield the items of a table, which is a mapping or a list of mappings."""
    mappings = node.items if isinstance(node, Sequence) else (node,)
    for mapping in mappings:
        for key, value in mapping.pairs if isinstance(mapping, MappingNode) else ():
            name = text_of(key)
            if name is None:
                continue
            declared = value.get(detail) if isinstance(value, MappingNode) else None
            yield OutlineItem(
                name,
                kind,
                _from_to(key, value),
                key.place,
                "" if declared is None else _shown(declared),
                tuple(_below(value, kind)),
            )


def _below(node: Node, kind: SymbolKind) -> Iterator[OutlineItem]:
    if not isinstance(node, MappingNode):
        return
    if kind is SymbolKind.METHOD:
        arguments = node.get("Arguments")
        if arguments is not None:
            yield from _entries(arguments, SymbolKind.ARGUMENT, "Contract")
    elif kind is SymbolKind.FORM:
        fields = node.get("fields")
        for field in fields.items if isinstance(fields, Sequence) else ():
            yield from _field(field)


def _field(node: Node) -> Iterator[OutlineItem]:
    name = node.get("name") if isinstance(node, MappingNode) else None
    text = text_of(name)
    if isinstance(node, MappingNode) and name is not None and text is not None:
        type_ = node.get("type")
        yield OutlineItem(
            text,
            SymbolKind.FIELD,
            _extent_of(node),
            name.place,
            "" if type_ is None else _shown(type_),
        )


def _shown(node: Node) -> str:
    """Return a scalar, or a list of scalars, on one line."""
    if isinstance(node, Yaql):
        return node.text.partition("\n")[0]
    if isinstance(node, Scalar):
        if node.value is None or isinstance(node.value, str):
            return (node.value or "").partition("\n")[0]
        return scalar_text(node.value)
    if isinstance(node, Sequence):
        return ", ".join(filter(None, map(_shown, node.items)))
    return ""


def _around(node: Node, line: int, column: int) -> Iterator[Place]:
    """Yield the places at a position in a node, the outermost one first."""
    extent = _extent_of(node)
    if not touches(extent, line, column):
        return
    yield extent
    if isinstance(node, Yaql):
        yield from _in_expression(node, node.tree, line, column)
    if isinstance(node, MappingNode):
        for key, value in node.pairs:
            end = _extent_of(value)
            pair = Place(key.file, key.line, key.column, end.end_line, end.end_column)
            if touches(pair, line, column):
                yield pair
                break
    for child in children(node):
        yield from _around(child, line, column)


def _in_expression(node: Yaql, tree: Expression, line: int, column: int) -> Iterator[Place]:
    place = place_within(node, tree.start, tree.end)
    if touches(place, line, column):
        yield place
        for part in parts_of(tree):
            yield from _in_expression(node, part, line, column)


def _extent_of(node: Node) -> Place:
    """Return the place of a node with all that is in it."""
    inside = children(node)
    if not inside:
        return node.place
    return _from_to(inside[0], inside[-1])


def _from_to(first: Node, last: Node) -> Place:
    end = _extent_of(last) if last.file is first.file else first.place
    # Behind an alias, the value stands elsewhere
    if (end.end_line, end.end_column) < (first.end_line, first.end_column):
        return first.place
    return Place(first.file, first.line, first.column, end.end_line, end.end_column)
