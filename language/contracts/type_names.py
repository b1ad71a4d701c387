"""Finds class names inside YAQL: arguments of contract functions, and type literals anywhere.

Their lookup is in `muranopl.namespace`.
"""

from __future__ import annotations

import functools
import re

import msgspec

from muranopl.ard.nodes import Node, Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Binary, Call, Expression, Keyword, Unary, bare, walk, word
from muranopl.diagnostics.places import Place


class TypeName(msgspec.Struct, eq=False, gc=False):
    """A class name as it is written in a file, not yet looked up.

    Examples are `std:Object`, `:Local`, `Local` and `a.b.Full`. `start` and `end` are offsets into
    the text of the scalar `node` (both are 0 for the whole text). `may_be_text` is true if the name
    is a complete value in code, and may be text that looks like a name, such as `nginx:latest`.
    `in_find` is true for an argument of `find()`: a class may have a method of that name that takes
    other texts.
    """

    text: str
    node: Node
    start: int = 0
    end: int = 0
    may_be_text: bool = False
    in_find: bool = False

    @property
    def place(self) -> Place:
        """Where the name is written."""
        if self.end and isinstance(self.node, Yaql):
            return place_within(self.node, self.start, self.end)
        return self.node.place


def type_name_in(expression: Expression, node: Yaql) -> TypeName | None:
    """Return the class that an argument names: `ns:Name`, `:Name`, `Name` or a quoted name.

    Return None if the class is computed.
    """
    expression = bare(expression)
    text = _name(expression)
    if text is None:
        return None
    return TypeName(text, node, expression.start, expression.end)


def _name(expression: Expression) -> str | None:
    """Return the class name that an expression is, None if it is another one."""
    return _literal(expression) or word(expression)


# The functions that take the name of a class as text, with the position of that argument.
_TYPE_ARGUMENTS = {"new": 0, "type": 0, "typeinfo": 0, "cast": 1, "find": 1}
_FIND = "find"
_WORDS = re.compile(r"\b(?:is|" + "|".join(_TYPE_ARGUMENTS) + r")\b")


def type_names(node: Yaql) -> list[TypeName]:
    """Return the class names of an expression that are looked up when the expression runs.

    These are `ns:Name` and `:Name` anywhere, and the texts that functions like `new()` and `is`
    take for classes.
    """
    return [
        TypeName(text, node, start, end, in_find=in_find)
        for text, start, end, in_find in names_in(node.tree, node.text)
    ]


# Expressions of the same text share their tree
@functools.lru_cache(4096)
def names_in(tree: Expression, text: str) -> tuple[tuple[str, int, int, bool], ...]:
    """Return the class names of `type_names`: the text, its start and end, and whether it is in `find()`.

    `text` is that of the tree.
    """
    if not _may_have_names(text):
        return ()
    result: list[tuple[str, int, int, bool]] = []
    # Parts are known by identity: equal names may stand in several places.
    inside: set[int] = set()
    called: set[int] = set()
    for part in walk(tree):
        named = None
        if part.__class__ is Call:
            named = _class_argument(part, is_method=id(part) in called)
        elif part.__class__ is Binary and part.operator in _CALLING:
            called.add(id(part.right))
        elif part.__class__ is Binary and part.operator == "is":
            named = part.right
        elif part.__class__ in _LITERALS and id(part) not in inside:
            literal = _literal(part)
            if literal is not None:
                result.append((literal, part.start, part.end, False))
        if part.__class__ is Binary and part.operator == ":":
            # `a::b` is not a type literal in a second `:`
            inside.add(id(part.right))
        if named is not None and _literal(named) is None:
            written = bare(named)
            name = _name(written)
            if name is not None:
                in_find = part.__class__ is Call and part.name == _FIND
                result.append((name, written.start, written.end, in_find))
    return tuple(result)


def _may_have_names(text: str) -> bool:
    """Return whether an expression may contain class names.

    Few do, and this is faster than walking the tree.
    """
    if ":" in text:
        return True
    # The letters of each word are looked for first, `type` for `typeinfo` too: far faster than the
    # pattern.
    if "is" in text or "new" in text or "type" in text or "cast" in text or "find" in text:
        return _WORDS.search(text) is not None
    return False


_LITERALS = frozenset({Binary, Unary})
_CALLING = frozenset({".", "?."})


def _class_argument(call: Call, *, is_method: bool) -> Expression | None:
    """Return the argument of a call that names a class, or None; a method is called on a value."""
    position = _TYPE_ARGUMENTS.get(call.name, len(call.arguments))
    # Called on a value, `find()` has that value as its first argument
    if is_method and call.name == _FIND:
        position -= 1
    return call.arguments[position] if position < len(call.arguments) else None


def _literal(expression: Expression) -> str | None:
    if expression.__class__ is Binary and expression.operator == ":":
        if isinstance(expression.left, Keyword) and isinstance(expression.right, Keyword):
            return f"{expression.left.name}:{expression.right.name}"
    elif (
        expression.__class__ is Unary
        and expression.operator == ":"
        and isinstance(expression.operand, Keyword)
    ):
        return f":{expression.operand.name}"
    return None
