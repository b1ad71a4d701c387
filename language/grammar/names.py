"""Defines how names are spelled; reads class names and `Namespaces`."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from muranopl.ard.nodes import Node, Scalar, Yaql, is_null, text_of
from muranopl.diagnostics.diagnostic import Refusal
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.readers import mapping_of, text
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import CLASS_NAME, NameKind, Plain, Table, shaped

# Words start with an ASCII letter or `_` and go on with any word characters (reference:
# packages-and-versions, Names).
WORD = re.compile(r"[a-zA-Z_]\w*\Z")
VARIABLE = lazy_pattern(r"[^\W\d]\w*\Z")
DOTTED = re.compile(r"[a-zA-Z_]\w*(\.[a-zA-Z_]\w*)*\Z")
TYPE_NAME = re.compile(r"([a-zA-Z_]\w*:|:)?[a-zA-Z_]\w*(\.[a-zA-Z_]\w*)*\Z")
# Words in names of packages may begin with digits and with letters that are not ASCII
FULL_NAME = lazy_pattern(r"\w+(\.\w+)*\Z")
# A package of a plugin is named like its distribution, which may have hyphens
DISTRIBUTION = lazy_pattern(r"[a-zA-Z0-9]([\w.-]*[a-zA-Z0-9])?\Z", re.ASCII)
# Characters that the API's columns take (reference: rest-api)
LONGEST_NAME, LONGEST_FULL_NAME = 80, 128
TYPE_STRING = lazy_pattern(r"([^/@]+)(?:/([^@]+))?(?:@(.+))?\Z")


def is_named_like(class_: str, packages: Iterable[str]) -> bool:
    """Return whether a class has the name of a package, or one below it: it is hardly elsewhere."""
    return any(class_ == package or class_.startswith(f"{package}.") for package in packages)


def is_package_name(name: str) -> bool:
    """Return whether a package, or a plugin, may have a name."""
    if FULL_NAME.match(name):
        return True
    # Python permits `a..b`, which no distribution is named, but which is easily written for `a.b`
    return DISTRIBUTION.match(name) is not None and ".." not in name


def parse_type_string(text: str) -> tuple[str, str | None, str | None]:
    """Return name, version and package of "full.Name/version@package".

    Version and package may be absent.
    """
    result = TYPE_STRING.match(text)
    if result:
        return (result[1], result[2], result[3])
    return (text, None, None)


@shaped(CLASS_NAME)
def type_name(node: Node, reading: Reading, what: str) -> TypeName | None:
    """Return a class name as written.

    It is plain `ns:Name` (which YAQL reads as an expression), or any text. The engine applies str()
    to any scalar, so a number or `true` is looked up as a class of that name: reported here.
    """
    if isinstance(node, Yaql):
        # Which is text, unless `!yaql` stands in front: the engine takes str() of it
        if DOTTED.match(node.text):
            reading.wrong_type(node, what, "a class name", warning=True)
        return TypeName(node.text, node)
    if isinstance(node, Scalar) and isinstance(node.value, str):
        return TypeName(node.value, node)
    reading.wrong_type(node, what, "a class name")
    return None


# Stands for a namespace that is not text, which was reported; it has no classes.
UNREADABLE = "?"


class NamespacePrefix(msgspec.Struct, eq=False):
    """One `prefix: name.space`, as written; the namespace phase checks the form of both."""

    prefix: str
    namespace: str
    prefix_node: Node
    node: Node


def _prefix(key: Node, value: Node, reading: Reading, what: str) -> NamespacePrefix | None:
    title = f"an entry of {what}"
    prefix, namespace = text_of(key), text_of(value)
    if prefix is None:
        prefix = _text(key, reading, title)
    if namespace is None:
        # An empty prefix is known, so that names with it are looked up and reported.
        namespace = "" if is_null(value) else _text(value, reading, title)
    if prefix is None:
        return None
    return NamespacePrefix(prefix, UNREADABLE if namespace is None else namespace, key, value)


def _text(node: Node, reading: Reading, what: str) -> str | None:
    """Return a text.

    A name with `!yaql` is reported; other texts that look like expressions are ill-formed anyway.
    """
    if isinstance(node, Yaql) and DOTTED.match(node.text):
        reading.wrong_type(node, what, "a string")
        return None
    return text(node, reading, what)


_prefixes = mapping_of(_prefix)


@shaped(Table(Plain(("string",), NameKind.NAMESPACE)))
def namespaces(node: Node, reading: Reading, what: str) -> tuple[NamespacePrefix, ...]:
    """Return the prefixes.

    The engine reads those of every document before it makes a class of one.
    """
    return _prefixes(node, reading.refusing(Refusal.FILE), what)
