"""Reports texts in expressions that were meant as something else: bare words, and quoted expressions.

Only `true`, `false` and `null` are constants (expressions.json, scalar.keyword-upper: `f(TRUE,
None)` has two words). A word that names a variable or a property is reported only where a text
makes no sense: as the operand of a function or an operator. Elsewhere words are keys and names, as
in `$.getAttr(name)`, or are compared. As all literals, they are nodes of YAML to contracts.
"""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.ard.descriptions import quoted
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence
from muranopl.ard.positions import style_of
from muranopl.ard.yaql.lexer import Dialect, ExpressionError
from muranopl.ard.yaql.parser import parse
from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Group,
    Keyword,
    ListDisplay,
    Literal,
    MapDisplay,
    Pair,
    Unary,
    Variable,
    bare,
)
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.catalogue.bodies import QUOTED_EXPRESSION
from muranopl.diagnostics.catalogue.calls import MISSPELT_CONSTANT
from muranopl.language.unparsed import CONSTANTS, variables_in, without_quotes
from muranopl.semantics.abstract.values import UNKNOWN, Value, constant
from muranopl.semantics.bodies.assigned import OBJECT
from muranopl.semantics.bodies.scope import ExpressionScope, MethodContext

TAKE_WORDS = frozenset({
    "call", "coalesce", "config", "def", "dict", "inject", "let", "list", "logger", "new", "set", "tuple", "type",
    "typeinfo", "with",
})  # fmt: skip
"""Functions that keep texts as they are or take them as names."""
ALL_ALIKE = frozenset({"concat"})
"""Functions that operate on all of their arguments; others operate on the first."""


def keyword(tree: Keyword, scope: ExpressionScope) -> Value:
    """Return the type of a bare word that is a value: a text."""
    meant = CONSTANTS.get(tree.name)
    if meant is None:
        return constant(tree.name)
    scope.report(MISSPELT_CONSTANT, tree, name=tree.name, meant=meant)
    return UNKNOWN


WORD_IS_TEXT = "write a variable or a property: a word without $ is a string"
"""The suggestion for a word that names neither."""


def variable_meant(tree: Expression | None, scope: ExpressionScope) -> str | None:
    """Return how to write the variable or property that a bare word names, None for other words."""
    if not isinstance(tree, Keyword):
        return None
    classes = scope.dollar.classes if scope.inner else ()
    item = scope.classes.get(classes[0].id) if len(classes) == 1 else None
    # In a lambda, `$` is the item: a property of it is the likely meaning.
    if (
        item is not None
        and tree.name in item.properties
        and scope.method.variables.value(tree.name) is None
    ):
        return f"$.{tree.name}"
    result = scope.method.named(tree.name)
    if result is not None and scope.inner:
        return result.replace("$.", "$this.")
    return result


def did_you_mean_variable(tree: Expression | None, scope: ExpressionScope) -> str | None:
    """Return the suggestion for a bare word that names a variable or a property, else None."""
    meant = variable_meant(tree, scope)
    return None if meant is None else f"did you mean `{meant}`? A bare word is a string"


def bare_receiver(tree: Expression, scope: ExpressionScope) -> str | None:
    """Return the suggestion for a receiver of a call that is a bare word, else None."""
    if not isinstance(tree, Keyword):
        return None
    meant = did_you_mean_variable(tree, scope)
    return meant or WORD_IS_TEXT


WORD_FORMS = frozenset({Keyword, Group})
"""The forms of expressions that may be bare words, in parentheses or not."""


def report_words(operands: Iterable[Expression | None], scope: ExpressionScope) -> None:
    """Report operands that are bare words and name a variable or property."""
    for operand in operands:
        tree = bare(operand) if operand.__class__ is Group else operand
        if tree.__class__ is not Keyword:
            continue
        meant = variable_meant(tree, scope)
        if meant is not None and tree.name not in CONSTANTS:
            # Else the variable would be reported as unused, too.
            scope.method.variables.used.add(tree.name)
            scope.report(rules.WORD_FOR_VARIABLE, tree, name=tree.name, meant=meant)


def report_compared(left: Expression, right: Expression, scope: ExpressionScope) -> None:
    """Report a bare word that is compared with a constant: the result is always the same."""
    for word, other in ((left, right), (right, left)):
        if word.__class__ in WORD_FORMS and isinstance(bare(other), Literal):
            report_words((word,), scope)


_NUMBERS = frozenset({int, float})


def literal_node(expression: Expression, around: Node) -> Node | None:
    """Return a literal as a node in the place of `around`, None for other expressions.

    Parts of lists and mappings that are not literals are `Broken`.
    """
    node = _node(expression, around)
    return None if isinstance(node, Broken) else node


def _node(expression: Expression, around: Node) -> Node:
    match expression:
        case Literal(value=value):
            return Scalar(*around.span, value)
        # The names of constants in other languages are reported as such.
        case Keyword(name=name) if name not in CONSTANTS:
            return Scalar(*around.span, name)
        case Unary(operator="-", operand=Literal(value=number)) if type(number) in _NUMBERS:
            return Scalar(*around.span, -number)  # type: ignore[operator]
        case ListDisplay(arguments=items):
            return Sequence(*around.span, tuple(_node(item, around) for item in items))
        case MapDisplay(arguments=entries):
            pairs = [
                (_node(entry.key, around), _node(entry.value, around))
                for entry in entries
                if isinstance(entry, Pair)
            ]
            if len(pairs) == len(entries):
                return Mapping(*around.span, tuple(pairs))
    return Broken(*around.span)


_QUOTES = frozenset({"'", '"'})
_STEPS = frozenset({".", "?."})


def report_quoted(
    texts: Iterable[Scalar], method: MethodContext, returned: Node | None = None
) -> None:
    """Report texts that would read a member which the class, or a variable, has.

    One that is `returned` itself may be a variable.
    """
    for node in texts:
        if style_of(node) in _QUOTES:
            _report(node, str(node.value), method, alone=node is returned)


def _report(node: Scalar, text: str, method: MethodContext, *, alone: bool) -> None:
    try:
        tree = parse(text, Dialect.MURANO)
    except ExpressionError:
        return
    if _is_meant(tree, method, alone=alone):
        method.variables.used.update(variables_in(text))
        method.report(
            QUOTED_EXPRESSION, node.place, text=quoted(text), suggestion=without_quotes(node, text)
        )


def _is_meant(tree: Expression, method: MethodContext, *, alone: bool) -> bool:
    parts = list(parts_of(tree))
    operations = [part for part in parts if isinstance(part, Binary)]
    # Operators that are words may be prose
    if any(part.operator.isalpha() for part in operations):
        return False
    variables = [part.name for part in parts if isinstance(part, Variable)]
    reads = [
        part for part in operations if part.operator in _STEPS and isinstance(part.left, Variable)
    ]
    # Elsewhere `$name` may be for bind()
    is_variable = alone and isinstance(tree, Variable) and tree.name not in OBJECT
    return (
        (bool(reads) or is_variable)
        and all(_is_there(part, method) for part in reads)
        and all(
            name in OBJECT or method.variables.value(name[1:]) is not None for name in variables
        )
    )


def _is_there(read: Binary, method: MethodContext) -> bool:
    """Return whether a read or a call of `$` is one that the class has; others may be."""
    if isinstance(read.left, Variable) and read.left.name not in OBJECT:
        return True
    if isinstance(read.right, Call):
        return read.right.name in method.own.methods
    return isinstance(read.right, Keyword) and (
        read.right.name in method.own.properties or read.right.name in method.undeclared
    )
