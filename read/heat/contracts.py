"""Writes the contract that the engine generates for each parameter of a template, as text.

The engine copies the values of constraints into the expression unescaped, and so does this module:
`generated_class` needs the same text, and `engine_limits` reports values that change its meaning.
Source: conformance/heat.json.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, is_null, items_in, pairs_in, text_of
from muranopl.ard.plain_data import plain

FUNCTIONS = {
    "string": "string",
    "comma_delimited_list": "string",
    "json": "string",
    "number": "int",
    "boolean": "bool",
}
"""The contract function of each type of parameters."""


class CopiedValue(NamedTuple):
    """A value of a constraint as the engine writes it into an expression."""

    node: Node
    text: str


class Restriction(NamedTuple):
    """The part of a contract that the engine makes of a constraint: `check(...)` with an expression.

    `values` are those it copies into it as they are.
    """

    node: Node
    expression: str
    values: tuple[CopiedValue, ...] = ()

    @property
    def call(self) -> str:
        """The call of the contract."""
        return f".check({self.expression})"


def written_name(key: Node) -> str:
    """Return the name that a key is, even if it is not a text."""
    return str(getattr(key, "value", ""))


def mappings_in(node: Mapping, key: str) -> list[Mapping]:
    """Return the items of the list below a key that are mappings."""
    return [item for item in items_in(node.get(key)) if isinstance(item, Mapping)]


def restrictions(parameter: Mapping) -> Iterator[Restriction]:
    """Yield what the contract of a parameter has for its constraints, in order."""
    for constraint in mappings_in(parameter, "constraints"):
        # The engine takes one key of a constraint, the first in this order
        for key, restriction in _RESTRICTIONS:
            node = constraint.get(key)
            if node is not None:
                result = restriction(node)
                if result is not None:
                    yield result
                break


def integer(node: Node | None) -> int | None:
    """Return a number as the engine converts it, None if that fails."""
    if not isinstance(node, Scalar) or not isinstance(node.value, (int, float, str)):
        return None
    try:
        # A text such as '7' is a bound as well (conformance/heat.json, length-max-text)
        return int(node.value)
    except (ValueError, OverflowError):
        return None


def copied(node: Node) -> CopiedValue:
    """Return a value as the engine writes it: a text in quotes, anything else as Python does."""
    # True and null become `True` and `None` (conformance/heat.json, allowed-values-mixed)
    value = plain(node)
    return CopiedValue(node, f"'{value}'" if isinstance(value, str) else str(value))


def allowed(node: Node) -> Restriction | None:
    """Return the restriction to some values, None if they are not a list."""
    if not isinstance(node, Sequence):
        return None
    values = tuple(copied(item) for item in node.items)
    return Restriction(node, f"$ in list({', '.join(value.text for value in values)})", values)


def compared(node: Node, what: str, bound: Callable[[Node], object]) -> str | None:
    """Return the comparisons of `what` with the bounds of a range; None if it has none."""
    # Without bounds there is no check at all (conformance/heat.json, length-empty)
    bounds = [
        f"{what} {sign} {bound(value)}"
        for key, sign in (("min", ">="), ("max", "<="))
        if isinstance(node, Mapping) and (value := node.get(key)) is not None
    ]
    return " and ".join(bounds) or None


def _within(node: Node, what: str) -> Restriction | None:
    """Return the restriction of `what` to a range."""
    text = compared(node, what, integer)
    return None if text is None else Restriction(node, text)


def _pattern(node: Node) -> Restriction | None:
    if not isinstance(node, Scalar):
        return None
    text = f"'{node.value!s}'"
    return Restriction(node, f"matches($, {text})", (CopiedValue(node, text),))


_RESTRICTIONS = (
    ("allowed_values", allowed),
    ("length", partial(_within, what="len($)")),
    ("range", partial(_within, what="$")),
    ("allowed_pattern", _pattern),
)


def parameters_of(template: Mapping) -> Iterator[tuple[Node, Mapping]]:
    """Yield the names and declarations of the parameters that are mappings."""
    for key, value in pairs_in(template.get("parameters")):
        if isinstance(value, Mapping):
            yield key, value


def contract_text(parameter: Mapping) -> str | None:
    """Return the contract of a parameter, None if the engine makes none."""
    function = FUNCTIONS.get(text_of(parameter.get("type")) or "")
    node = parameter.get("constraints")
    listed = node is None or is_null(node) or isinstance(node, Sequence)
    if function is None or not listed:
        return None
    calls = "".join(item.call for item in restrictions(parameter))
    return f"$.{function}(){calls}"
