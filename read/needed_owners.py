"""Owners that methods cannot do without: `$.find(Class).require()`, which fails where there is none."""

from __future__ import annotations

from muranopl.ard.nodes import Mapping, Node, Sequence, Yaql
from muranopl.ard.yaql.tree import Binary, Call, Expression, Variable


def needed_owner(body: Node) -> Yaql | None:
    """Return the first expression of a body that is always run and requires an owner, or None.

    Nothing below the first block is considered, as a block may end the method.
    """
    for item in body.items if isinstance(body, Sequence) else (body,):
        value = item
        if isinstance(item, Mapping):
            if len(item.pairs) != 1 or not isinstance(item.pairs[0][0], Yaql):
                return None
            value = item.pairs[0][1]
        if isinstance(value, Yaql) and requires_owner(value.tree):
            return value
    return None


def requires_owner(tree: Expression) -> bool:
    """Return whether an expression begins with `$.find(Class).require()`."""
    while isinstance(tree, Binary) and tree.operator == ".":
        receiver, call = tree.left, tree.right
        if _is_call(call, "require") and _finds_own(receiver):
            return True
        tree = receiver
    return False


def _finds_own(tree: Expression) -> bool:
    return (
        isinstance(tree, Binary)
        and tree.operator == "."
        and isinstance(tree.left, Variable)
        and tree.left.name in ("$", "$this")
        and _is_call(tree.right, "find")
    )


def _is_call(tree: Expression, name: str) -> bool:
    return isinstance(tree, Call) and tree.name == name
