"""The variables that an expression binds itself, with `let`, `with`, `unpack`, `as` and `def`."""

from __future__ import annotations

from collections.abc import Sequence

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import Binary, Call, Expression, Pair, walk, word

_BINDING = frozenset({"let", "with", "unpack", "as", "def"})
NO_VARIABLES: frozenset[str] = frozenset()
"""The bound variables of an expression without calls."""


def bound_variables(node: Yaql) -> frozenset[str] | None:
    """Return the variables that an expression binds itself, None if they cannot be determined."""
    text = node.text
    # The name of a function is directly followed by `(`. No pattern is as fast as these.
    if not (
        "let(" in text or "with(" in text or "unpack(" in text or "as(" in text or "def(" in text
    ):
        return NO_VARIABLES
    result: set[str] = set()
    methods: set[int] = set()
    for part in walk(node.tree):
        if isinstance(part, Binary) and isinstance(part.right, Call):
            methods.add(id(part.right))
        if isinstance(part, Call) and part.name in _BINDING:
            written = binding_names(part)
            # There is no such function, but the names after the list are not to be reported as well
            if part.name == "unpack" and id(part) not in methods:
                written = written[1:]
            names = [word(name) for name in written]
            if None in names:
                return None
            result.update(name for name in names if name is not None)
    return frozenset(result)


def binding_names(call: Call) -> Sequence[Expression]:
    """Return the arguments that name bound variables.

    As in `let(name => 1)`, `unpack(name)`, `as(... => name)` and `def(name)`.
    """
    arguments = call.arguments
    if call.name not in _BINDING:
        return ()
    if call.name in {"let", "with"}:
        return [argument.key for argument in arguments if isinstance(argument, Pair)]
    if call.name == "as":
        return [argument.value for argument in arguments if isinstance(argument, Pair)]
    return arguments[:1] if call.name == "def" else arguments
