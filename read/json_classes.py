"""Turns quoted expressions of class files in JSON into expressions, and reports such files.

JSON quotes all texts, so none of them is an expression to the engine, which reads them as YAML.
"""

from __future__ import annotations

from muranopl.ard.descriptions import quoted
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql, mapping_at, text_of, walk
from muranopl.ard.yaql import Dialect, ExpressionError, parse
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import File

_OPENING = lazy_pattern("\ufeff?[ \t\r\n]*[{]")
_SIGN = "$"
_OF_THE_OBJECT = "$."


def with_expressions(documents: list[Node], file: File, findings: Findings) -> list[Node]:
    """Return the documents of a class file with expressions where those of JSON have texts.

    They are reported once, at the first that reads the object. Only texts that begin with a
    variable are taken for expressions.
    """
    if not _is_json(documents, file):
        return documents
    meant: list[Yaql] = []
    result = [_meant(document, meant) for document in documents]
    first = next((item for item in meant if item.text.startswith(_OF_THE_OBJECT)), None)
    if first is None:  # one such as "$HOME" may be text
        return documents
    findings.report(rules.JSON_CLASS_FILE, first, text=quoted(first.text))
    return result


def _is_json(documents: list[Node], file: File) -> bool:
    """Return whether a file is in braces, with all keys in double quotes."""
    if file.text is None or not _OPENING.match(file.text):  # nearly all files
        return False
    lines = file.lines()
    return all(
        lines[key.line - 1].startswith('"', key.column - 1)
        for document in documents
        for node in walk(document, scalars=False)
        if isinstance(node, Mapping)
        for key, _ in node.pairs
    )


def _meant(node: Node, meant: list[Yaql]) -> Node:
    """Return a node with its texts that are expressions as such; these are added to `meant`."""
    if isinstance(node, Mapping):
        return mapping_at(node, [_meant_entry(*pair, meant) for pair in node.pairs])
    if isinstance(node, Sequence):
        return Sequence(*node.span, tuple(_meant(item, meant) for item in node.items))
    if not (isinstance(node, Scalar) and isinstance(node.value, str)):
        return node
    if not node.value.startswith(_SIGN):
        return node
    try:
        tree = parse(node.value, Dialect.MURANO)
    except ExpressionError:
        return node
    meant.append(Yaql(*node.span, node.value, tree))
    return meant[-1]


def _meant_entry(key: Node, value: Node, meant: list[Yaql]) -> tuple[Node, Node]:
    if text_of(key) == "Default":  # mostly text, which may begin with a `$` as well
        return key, value
    return _meant(key, meant), _meant(value, meant)
