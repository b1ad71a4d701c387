"""Collects the class names written in a class, without looking them up.

The `lookup` tags of the grammar mark the fields.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, text_of, walk
from muranopl.language.contracts.tree import Chain, Constant, Contract, DictOf, Free, ListOf
from muranopl.language.contracts.tree import walk as walk_contract
from muranopl.language.contracts.type_names import TypeName, names_in, type_names
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Entity, Named
from muranopl.language.grammar.instructions.block import Instruction
from muranopl.language.grammar.instructions.exceptions import Throw, Try
from muranopl.language.grammar.members import MetaUse
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.read.package import ClassUnit, Package

T = TypeVar("T", bound=Instruction)

Written = dict[ClassDeclaration, tuple[TypeName, ...]]
_WRITTEN: WeakKeyDictionary[ClassUnit, Written] = WeakKeyDictionary()


def written_in(package: Package) -> Written:
    """Return the class names that are written in each class of a package."""
    result: Written = {}
    for unit in package.units:
        result |= _written_in(unit)
    return result


def _written_in(unit: ClassUnit) -> Written:
    """Return the class names that are written in each class of a file (cached)."""
    result = _WRITTEN.get(unit)
    if result is None:
        result = _WRITTEN[unit] = {
            declaration: tuple(references(declaration)) for declaration in unit.classes
        }
    return result


def references(value: Any) -> list[TypeName]:
    """Return the class names in a tagged value.

    They are those of the entity itself, and of all entities, contracts and code in it.
    """
    result: list[TypeName] = []
    _collect(value, result)
    return result


def _collect(value: Any, names: list[TypeName]) -> None:
    """Append the names in a value to `names`.

    Nested generators would pass each name through all levels.
    """
    kind = value.__class__
    if kind is tuple:
        for item in value:
            _collect(item, names)
    elif kind is TypeName:
        names.append(value)
    elif kind in _CONTRACTS:
        _in_contract(value, names)
    elif isinstance(value, Entity):
        for attribute in value.LOOKED_UP:
            part = getattr(value, attribute)
            if part:  # most fields are empty
                _collect(part, names)
        if isinstance(value, MetaUse):
            names.append(value.type)
        if kind in _WITH_CODE:
            names += in_code(_code(value))


def constructs(value: Any, path: str = "") -> Iterator[str]:
    """Yield the construct of each name that `references` returns, in the same order.

    A construct is a path of keys and names: `Extends`, `Methods.deploy.Body`.
    """
    if isinstance(value, tuple):
        for item in value:
            name = item.name if isinstance(item, Named) else ""
            yield from constructs(item, _below(path, name))
    elif isinstance(value, (TypeName, Contract)):
        yield from itertools.repeat(path, len(references(value)))
    elif isinstance(value, Entity):
        keys = {tag.attribute: tag.key for tag in value.TAGS.values()}
        for attribute in value.LOOKED_UP:
            below = _below(path, keys[attribute])
            yield from constructs(getattr(value, attribute), below)
        if isinstance(value, MetaUse):
            yield path
        if type(value) in _WITH_CODE:
            inside = _below(path, _CODE_KEYS.get(type(value), ""))
            yield from itertools.repeat(inside, len(in_code(_code(value))))


def _below(path: str, name: str) -> str:
    return f"{path}.{name}" if path and name else path or name


_CONTRACTS = frozenset({Chain, ListOf, DictOf, Constant, Free})
_WITH_CODE = frozenset({MethodDeclaration, PropertyDeclaration, ArgumentDeclaration, MetaUse})

_CODE_KEYS: dict[type[Entity], str] = {
    MethodDeclaration: "Body",
    PropertyDeclaration: "Default",
    ArgumentDeclaration: "Default",
}
"""The keys of the code of entities; that of a meta object has none."""


def _code(value: Entity) -> Node | None:
    """Return the code of an entity that the engine evaluates.

    It is a body, a default or the values of a meta object.
    """
    if isinstance(value, MethodDeclaration):
        return None if value.body is None or value.body.unread else value.body.node
    if isinstance(value, (PropertyDeclaration, ArgumentDeclaration)):
        return value.default
    return value.values if isinstance(value, MetaUse) else None


def _in_contract(contract: Contract, names: list[TypeName]) -> None:
    for current in walk_contract(contract):
        # Class arguments of a chain have their TypeName already; others are looked for in the
        # text
        arguments = current.class_arguments if current.__class__ is Chain else None
        named: list[TypeName] = []
        if arguments is not None:
            written = (arguments.type, arguments.default)
            named = [name for name in written if name is not None]
        names += named
        node = current.node
        if node.__class__ is Yaql and names_in(node.tree, node.text):
            places = {(name.start, name.end) for name in named}
            names += [name for name in type_names(node) if (name.start, name.end) not in places]


def in_code(node: Node | None) -> list[TypeName]:
    """Return the class names in all expressions below a node, in source order.

    Names after `With` of a `Catch` are left out: those are compared, never looked up (reference:
    workflow).
    """
    result: list[TypeName] = []
    if node is None or node.__class__ is Scalar:  # most defaults
        return result
    # By identity, as equal nodes occur in different roles
    skipped: set[int] = set()
    thrown: set[int] = set()
    # `Throw: p:Leak` without quotes is a type literal, which needs the class
    marking: dict[object, set[int]] = {"With": skipped, "Throw": thrown}
    visited: set[int] = set()
    pending = [node]
    while pending:  # no generator: all code of all packages passes here
        part = pending.pop()
        if part.__class__ is Yaql:
            if names_in(part.tree, part.text) and id(part) not in skipped:
                result += type_names(part) if id(part) in thrown else _marked_names(part)
        elif id(part) in visited:
            continue
        elif part.__class__ is Mapping:
            visited.add(id(part))
            # Reversed, as the stack returns the last node first and names are in source order
            for key, value in reversed(part.pairs):
                if value.__class__ is not Scalar:
                    pending.append(value)
                    if key.__class__ is Scalar and key.value in marking:
                        marking[key.value].update(map(id, walk(value)))
                if key.__class__ is not Scalar:
                    pending.append(key)
        elif isinstance(part, Sequence):  # a set is one too
            visited.add(id(part))
            pending += [item for item in reversed(part.items) if item.__class__ is not Scalar]
    return result


def _marked_names(node: Yaql) -> list[TypeName]:
    """Return the class names of a value; one that is the complete value may be unquoted text."""
    names = type_names(node)
    for name in names:
        name.may_be_text = name.text == node.text
    return names


def thrown_names(declaration: ClassDeclaration) -> Iterator[TypeName]:
    """Yield the names of exceptions that are thrown; an expression is evaluated before.

    They are spelt like those of classes, but never looked up. The engine expands them to full names
    when it throws.
    """
    for throw in _instructions(declaration, Throw):
        for node in throw.names:
            name = text_of(node)
            if name:
                yield TypeName(name, node)


def caught_names(declaration: ClassDeclaration) -> Iterator[TypeName]:
    """Yield the names of exceptions that are caught.

    They are spelt as those that are thrown, and expanded when the engine compares them.
    """
    for caught in _instructions(declaration, Try):
        for clause in caught.clauses:
            for node in clause.names or ():
                # The engine never evaluates `With`: what looks like an expression is a name
                name = node.text if isinstance(node, Yaql) else text_of(node)
                if name:
                    yield TypeName(name, node)


def _instructions(declaration: ClassDeclaration, kind: type[T]) -> Iterator[T]:
    """Yield the instructions of one kind in the methods of a class."""
    for method in declaration.all_methods:
        if method.body is None or kind not in method.body.holds:
            continue
        for block in method.body.blocks:
            for instruction in block.instructions:
                if instruction.__class__ is kind:
                    yield instruction


def load_time_names(declaration: ClassDeclaration) -> Iterator[TypeName]:
    """Yield the class names the engine looks up while it loads a class.

    Those in contracts and bodies come later.
    """
    yield from declaration.extends
    for use in declaration.meta:
        yield use.type
    yield from declaration.imports
    for property_ in declaration.properties:
        for use in property_.meta:
            yield use.type
    for method in declaration.all_methods:
        for argument in method.arguments:
            for use in argument.meta:
                yield use.type
        for use in method.meta:
            yield use.type
