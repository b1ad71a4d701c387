"""Reads the tables of properties, methods and arguments, the names in them, and `Meta`."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from collections.abc import Mapping as Mapped
from typing import Any, TypeVar

from muranopl.ard.descriptions import described, described_key
from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql, is_false, is_null, mapping_at, text_of
from muranopl.diagnostics.catalogue import classes as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.diagnostic import Refusal, Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.entity import Entity, Named, Reader, entity, read, read_entity
from muranopl.language.grammar.names import WORD, type_name
from muranopl.language.grammar.readers import mapping_of, one_or_many
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import (
    CLASS_NAME,
    CODE,
    AnyOf,
    NameKind,
    Of,
    Table,
    shape_of,
    shaped,
)

# The names that an expression can spell
_WORD = re.compile(rf"(?!__){WORD.pattern}")
N = TypeVar("N", bound=Named)
Pair = tuple[Node, Node]
Member = tuple[Node, Node, tuple[Pair, ...]]
"""A name, its declaration, and the keys of that which are not indented below the name."""
NO_NAMES: Mapped[str, str] = {}


def named_entry(
    kind: type[N], noun: str, allowed: Mapped[str, str] = NO_NAMES
) -> Callable[[Node, Node, Reading, str], N | None]:
    """Return the reader of one `name: {...}` entry, which returns an entity of `kind`.

    Messages call it `noun`. `allowed` are names that need not be words, with their words.
    """

    @shaped(Table(Of(kind), names=allowed))
    def entry(key: Node, value: Node, reading: Reading, _what: str) -> N | None:
        name = text_of(key)
        # Most names are words: the check of the others is not even called.
        if name is None or not _WORD.match(name):
            name = member_name(key, reading.refusing(_refused(kind, value)), noun, allowed)
        if name is None:
            return None
        return read_entity(
            kind, value, reading, f'{noun} "{name}"', name=name, name_node=key, node=value
        )

    return entry


def table_of(
    kind: type[N], noun: str, entry: Callable[[Node, Node, Reading, str], N | None]
) -> Reader[tuple[N, ...]]:
    """Return the reader of a table whose pairs `entry` reads; a false value is as none."""
    read_all = mapping_of(entry, false=True)

    @shaped(shape_of(read_all))
    def table(node: Node, reading: Reading, what: str) -> tuple[N, ...]:
        if isinstance(node, Mapping):
            names = [key.value for key, _ in node.pairs if key.__class__ is Scalar]
            # Nearly no member has the name of a key
            if not kind.TAGS.keys().isdisjoint(names):
                node = indented(node, reading)
        return read_all(node, reading, what)

    def indented(node: Mapping, reading: Reading) -> Mapping:
        members = gathered(node, kind)
        for name, _, stray in members:
            if stray:
                _report_stray(name, stray[0], noun, reading)
        return mapping_at(node, ((name, value) for name, value, _ in members))

    return table


def gathered(table: Mapping, kind: type[Named]) -> list[Member]:
    """Return the members in a table, with the keys of their declarations that are not indented.

    Such a key follows the name, or the rest of the declaration, one level too far out.
    """
    members: list[Member] = []
    for key, value in table.pairs:
        if members and text_of(key) in kind.TAGS and not _is_declaration(value, kind):
            name, declared, stray = members[-1]
            rest = _pairs_of(declared)
            if rest is not None and text_of(key) not in {text_of(other) for other, _ in rest}:
                pair = key, value
                mapping = mapping_at(declared if rest else key, (*rest, pair))
                members[-1] = name, mapping, (*stray, pair)
                continue
        members.append((key, value, ()))
    return members


def _pairs_of(declaration: Node) -> tuple[Pair, ...] | None:
    """Return the pairs of a declaration, none of null, and None of anything else."""
    if isinstance(declaration, Mapping):
        return declaration.pairs
    return () if is_null(declaration) else None


def _is_declaration(value: Node, kind: type[Named]) -> bool:
    return isinstance(value, Mapping) and any(text_of(key) in kind.TAGS for key, _ in value.pairs)


def indenting(name: Node, stray: Pair) -> str:
    """Return the suggestion for a key that is not indented below the name of its member."""
    return f"indent `{text_of(stray[0])}:` below `{text_of(name)}:`"


def _report_stray(name: Node, stray: Pair, noun: str, reading: Reading) -> None:
    key, value = stray
    what = f'{noun} "{text_of(key)}"'
    suggestion = indenting(name, stray)
    expected = "a declaration" if isinstance(value, Mapping) else "a mapping"
    reading.wrong_type(value, what, expected, suggestion=suggestion)


def _refused(kind: type[Named], declaration: Node) -> Refusal | None:
    """Return what the engine refuses for a declaration with an invalid name."""
    if isinstance(declaration, Mapping):
        is_refused = any(declaration.find(tag.key) is None for tag in kind.REQUIRED)
    else:
        is_refused = not (kind.FALSE and is_false(declaration))
    return Refusal.CLASS if is_refused else None


def member_name(
    key: Node, reading: Reading, noun: str, allowed: Collection[str] = ()
) -> str | None:
    """Return the name of a member; None, after a report, if the key is an expression or no text.

    A name that no expression can spell is reported, but returned: `?`, the key of object headers,
    as an error, others as a warning. `allowed` are names that need not be words, such as `.init`,
    the engine's name for `initialize`.
    """
    if isinstance(key, Yaql):
        reading.report(
            rules.NAME_IS_EXPRESSION, key, noun=noun, text=key.text, refuses=Refusal.CLASS
        )
        return None
    value = text_of(key)
    if value is None:
        reading.report(
            rules.NAME_NOT_TEXT, key, noun=noun, found=described(key), refuses=Refusal.CLASS
        )
        return None
    if not _WORD.match(value) and value not in allowed:
        severity = Severity.ERROR if value == "?" else Severity.WARNING
        reading.report(
            rules.NAME_NOT_WORD,
            key,
            noun=noun,
            name=value,
            severity=severity,
            suggestion=did_you_mean(nearest(value, allowed)),
        )
    return value


@entity
class MetaUse(Entity):
    """An attached meta object, in its full form: a meta class and the values of its properties."""

    type: TypeName
    values: Mapping | None
    node: Node


@shaped(AnyOf((CLASS_NAME, Table(Table(CODE), NameKind.CLASS, single=True))))
def meta_use(node: Node, reading: Reading, what: str) -> MetaUse | None:
    """Return a use of a meta class: a name, or a mapping of one name to property values."""
    values: Mapping | None = None
    name = node
    if isinstance(node, Mapping):
        if len(node.pairs) != 1:
            reading.report(rules.BAD_META, node, what=what)
            return None
        name, value = node.pairs[0]
        if isinstance(value, Mapping):
            values = value
            _report_keys(values, reading, what)
        elif not (isinstance(value, Scalar) and not value.value):
            # Read only to be reported: the engine checks the values when they are asked for
            read_entity(MetaValues, value, reading.refusing(None), f"the properties in {what}")
    result = type_name(name, reading, what)
    if result is None:
        return None
    return MetaUse(type=result, values=values, node=name)


def _report_keys(values: Mapping, reading: Reading, what: str) -> None:
    """Report keys that are read as expressions; others that are not names are reported with the values."""
    for key, _ in values.pairs:
        if isinstance(key, Yaql):
            reading.refusing(None).report(
                yaml.KEY_NOT_TEXT,
                key,
                key=described_key(key),
                what=f"the properties in {what}",
                severity=Severity.ERROR,
            )


@entity
class MetaValues(Entity):
    """The property values of a meta object: any keys are allowed."""

    UNKNOWN = None


metas = one_or_many(meta_use)


def meta_of(declaration: str, names: str = "names") -> Any:
    """Return the tag of the key `Meta` of a declaration: a class, a method, ..."""
    words = (
        f"Meta objects attached to the {declaration}: {names} of meta classes, or "
        "`name: {property: value}`."
    )
    return read("Meta", metas, words, lookup=True)
