"""The names that calls give to arguments: `name` of `name => value`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from muranopl.ard.yaql.tree import Call, Expression, MapDisplay, Pair, word
from muranopl.diagnostics.fixes import Applicability, Fix, TextEdit, fixed_by
from muranopl.diagnostics.nearest import is_slip
from muranopl.semantics.bodies.scope import ExpressionScope


def name_node(call: Call, name: str) -> Expression | None:
    """Return where a call names an argument, or an entry of a mapping among its arguments."""
    return next((pair.key for pair in _pairs(call) if word(pair.key) == name), None)


def _pairs(call: Call) -> Iterator[Pair]:
    yield from (part for part in call.arguments if isinstance(part, Pair))
    for argument in call.arguments:
        if isinstance(argument, (Call, MapDisplay)):
            yield from (part for part in argument.arguments if isinstance(part, Pair))


def renamed(call: Call, meant: Mapping[str, str], scope: ExpressionScope) -> tuple[Fix, ...]:
    """Return the fix that gives arguments the names that are meant, by their names in the call."""
    edits: list[TextEdit] = []
    for name, near in meant.items():
        written = name_node(call, name)
        fixes = () if written is None else scope.fix(written, near)
        if not fixes:
            return ()
        edits += fixes[0].edits
    is_certain = all(is_slip(name, near) for name, near in meant.items())
    applicability = Applicability.SAFE if is_certain else Applicability.UNSAFE
    title = " and ".join(f"`{near}`" for near in meant.values())
    return fixed_by(f"write {title}", *edits, applicability=applicability)
