"""Readers of the attributes of UI fields: each checks a literal value and returns the node itself.

What breaks the definition or its form is an error; what is merely taken as something else is a warning (both measured).
An expression may stand for most attributes, whatever its value turns out to be.
"""

from __future__ import annotations

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.diagnostics.catalogue import shapes
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.nearest import nearest
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.ui.keys import snake_case
from muranopl.language.grammar.ui.regexp import plain_expression, validator_expression

REQUIREMENTS = ("min_vcpus", "min_disk", "min_memory_mb", "max_vcpus", "max_disk", "max_memory_mb")
_NETWORKS = ("exclude", "translate")


def report_type(node: Node, reading: Reading, what: str, expected: str, severity: Severity = Severity.ERROR) -> None:
    """Report a value of another type than `expected`."""
    reading.findings.report(
        shapes.WRONG_TYPE, node.place, what=what, expected=expected, found=described(node), severity=severity
    )


def is_number(node: Node) -> bool:
    """Whether a node is a number in the dashboard's eyes; a boolean is one, as in Python."""
    return isinstance(node, Scalar) and isinstance(node.value, (int, float))


def is_null(node: Node) -> bool:
    """Whether a node is null."""
    return isinstance(node, Scalar) and node.value is None


def is_false(node: Node) -> bool:
    """Whether a node is a false value in Python's eyes."""
    if isinstance(node, Sequence):
        return not node.items
    if isinstance(node, Mapping):
        return not node.pairs
    return isinstance(node, Scalar) and not node.value


def flag(node: Node, reading: Reading, what: str) -> Node:
    """True or false; any other value counts as one of the two."""
    if not (isinstance(node, Yaql) or (isinstance(node, Scalar) and isinstance(node.value, bool))):
        report_type(node, reading, what, "true or false", Severity.WARNING)
    return node


def hidden(node: Node, reading: Reading, what: str) -> Node:
    """`hidden`: true or false; a list or mapping is handed on under this name, which is refused."""
    if isinstance(node, (Sequence, Mapping)):
        report_type(node, reading, what, "true or false")
        return node
    return flag(node, reading, what)


def words(node: Node, reading: Reading, what: str) -> Node:
    """Text; any other value is shown as Python prints it. Null is as good as absent."""
    if not (isinstance(node, Yaql) or is_null(node) or (isinstance(node, Scalar) and isinstance(node.value, str))):
        report_type(node, reading, what, "text", Severity.WARNING)
    return node


def length(node: Node, reading: Reading, what: str) -> Node:
    """A number of characters; int() of the value must work."""
    if isinstance(node, Yaql) or is_null(node) or (is_number(node) and node.kind == "number"):
        return node
    counts = isinstance(node, Scalar) and (is_number(node) or _counts(node.value))
    report_type(node, reading, what, "a number", Severity.WARNING if counts else Severity.ERROR)
    return node


def _counts(value: object) -> bool:
    try:
        return isinstance(value, str) and int(value) is not None
    except ValueError:
        return False


def limit(node: Node, reading: Reading, what: str) -> Node:
    """A number that input is compared with: anything else breaks the form when it is submitted."""
    if isinstance(node, Yaql) or is_null(node) or (is_number(node) and node.kind == "number"):
        return node
    report_type(node, reading, what, "a number", Severity.WARNING if is_number(node) else Severity.ERROR)
    return node


def regexp(node: Node, reading: Reading, what: str) -> Node:
    """`regexpValidator`."""
    if not isinstance(node, Yaql):
        validator_expression(node, reading, what)
    return node


def network_filter(node: Node, reading: Reading, what: str) -> Node:
    """`filter`: a regular expression that names of networks must match; a false value is none."""
    if not isinstance(node, Yaql) and not is_false(node):
        plain_expression(node, reading, what)
    return node


def network_kind(node: Node, reading: Reading, what: str) -> Node:
    """`muranoNetworks`: `exclude` or `translate` in any case; a false value is neither."""
    if isinstance(node, Yaql) or is_false(node):
        return node
    word = node.value if isinstance(node, Scalar) else None
    if not isinstance(word, str) or word.lower() not in _NETWORKS:
        close = nearest(word, _NETWORKS) if isinstance(word, str) else None
        reading.findings.report(
            shapes.BAD_CHOICE,
            node.place,
            what=what,
            found=described(node),
            choices=", ".join(_NETWORKS),
            suggestion=f'did you mean "{close}"?' if close else None,
        )
    return node


def check_messages(node: Node, needed: bool, reading: Reading, what: str) -> None:
    """Check `errorMessages`: texts by kind of error. A false value is as good as absent, unless it is `needed`."""
    if not isinstance(node, (Mapping, Yaql)):
        absent = is_false(node) and not needed
        report_type(node, reading, what, "a mapping", Severity.WARNING if absent else Severity.ERROR)


def widget(node: Node, reading: Reading, what: str) -> Node:
    """`widgetMedia` and `widgetAttrs`: a mapping, and not even an expression instead."""
    if not isinstance(node, Mapping) and not (is_null(node) and what.startswith("widgetAttrs")):
        report_type(node, reading, what, "a mapping")
    return node


def requirements(node: Node, reading: Reading, what: str) -> Node:
    """`requirements` of a flavor: numbers by name; the form breaks when they are compared with flavors."""
    if isinstance(node, Yaql):
        return node
    if not isinstance(node, Mapping):
        report_type(node, reading, what, "a mapping")
        return node
    for key, value in node.pairs:
        name = key.value if isinstance(key, Scalar) else None
        if not isinstance(name, str):
            continue
        if snake_case(name) not in REQUIREMENTS:
            close = nearest(snake_case(name), REQUIREMENTS)
            reading.findings.report(
                shapes.UNKNOWN_KEY,
                key.place,
                key=name,
                what=what,
                suggestion=f'did you mean "{close}"?' if close else f"requirements are {', '.join(REQUIREMENTS)}",
            )
        elif not is_number(value):
            report_type(value, reading, f"{name} in {what}", "a number")
    return node
