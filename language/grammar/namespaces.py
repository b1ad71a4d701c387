"""`Namespaces`: the prefixes of a document."""

from __future__ import annotations

import msgspec

from muranopl.ard.nodes import Node, Yaql, is_null
from muranopl.diagnostics.diagnostic import Refusal
from muranopl.language.grammar.names import DOTTED
from muranopl.language.grammar.readers import mapping_of, text
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import NameKind, Plain, Table, shaped

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
    prefix = _word(key, reading, title)
    # An empty prefix is known, so that names with it are looked up and reported.
    namespace = "" if is_null(value) else _word(value, reading, title)
    if prefix is None:
        return None
    return NamespacePrefix(prefix, UNREADABLE if namespace is None else namespace, key, value)


def _word(node: Node, reading: Reading, what: str) -> str | None:
    """Return a text.

    A name with `!yaql` is reported; other texts that look like expressions are ill-formed anyway.
    """
    if isinstance(node, Yaql) and DOTTED.match(node.text):
        reading.wrong_type(node, what, "text")
        return None
    return text(node, reading, what)


_prefixes = mapping_of(_prefix)


@shaped(Table(Plain(("string",), NameKind.NAMESPACE)))
def namespaces(node: Node, reading: Reading, what: str) -> tuple[NamespacePrefix, ...]:
    """Return the prefixes.

    The engine reads those of every document before it makes a class of one.
    """
    return _prefixes(node, reading.refusing(Refusal.FILE), what)
