"""Renames misspelt arguments of a method as its body uses them, for all other checks.

Nothing is reported here: `semantics.bodies.variable_reports` reports the slip, where the body reads the variable,
which is never set.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql, walk
from muranopl.ard.yaql.tree import Call, Keyword, Variable, bare
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.diagnostics.bounds import SUGGESTIONS
from muranopl.diagnostics.nearest import Vocabulary, is_slip, nearest
from muranopl.language.grammar.entity import replaced
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration

_MAKE_VARIABLES = frozenset({"let", "with", "unpack", "def"})
"""Functions that set variables inside an expression."""


def as_used(method: MethodDeclaration) -> MethodDeclaration:
    """Return a method with its arguments named as its body uses them.

    The same object if none is misspelt. An argument is misspelt if the body never reads it, but
    reads a similar variable that is never set.
    """
    if method.body is None or method.body.unread or not method.arguments:
        return method
    read = set(_variables(method.body.node))
    # Any word that may set a variable counts as setting it, so that nothing is corrected by
    # mistake.
    unset = read - {argument.name for argument in method.arguments} - set(_words(method.body.node))
    names = Vocabulary(sorted(unset))
    unused = (argument for argument in method.arguments if argument.name not in read)
    meant: dict[ArgumentDeclaration, ArgumentDeclaration] = {}
    for argument in itertools.islice(unused, SUGGESTIONS.most) if unset else ():
        near = nearest(argument.name, names)
        if near is not None and is_slip(argument.name, near):
            meant[argument] = replaced(argument, name=near)
    if not meant:
        return method
    return replaced(
        method, arguments=tuple(meant.get(argument, argument) for argument in method.arguments)
    )


def _variables(body: Node) -> Iterator[str]:
    for node in walk(body):
        if isinstance(node, Yaql):
            yield from (part.name[1:] for part in parts_of(node.tree) if isinstance(part, Variable))


def _words(body: Node) -> Iterator[str]:
    """Yield all names that may be variables that are set.

    They are targets, whole values as after `For`, and names in calls such as `let()`.
    """
    for node in walk(body):
        if isinstance(node, Mapping):
            targets = (bare(key.tree) for key, _ in node.pairs if isinstance(key, Yaql))
            yield from (target.name[1:] for target in targets if isinstance(target, Variable))
        elif isinstance(node, Scalar) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, Yaql):
            if isinstance(node.tree, Keyword):
                yield node.tree.name
            makers = (
                part
                for part in parts_of(node.tree)
                if isinstance(part, Call) and part.name in _MAKE_VARIABLES
            )
            yield from (
                part.name for call in makers for part in parts_of(call) if isinstance(part, Keyword)
            )
