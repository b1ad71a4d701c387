"""Bare words in expressions, which are texts though they look like a constant, a variable or a property.

Only `true`, `false` and `null` are constants (expressions.json, scalar.keyword-upper: `f(TRUE, None)` has two words).
Of a word that names a variable or a property something is said only where text makes no sense: as the value that a
function or an operator works on. Elsewhere words are keys and names, as in `$.getAttr(name)`, or are compared.
"""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.catalogue.expressions import MISSPELT_CONSTANT
from muranopl.expression.tree import Call, Expression, Group, Keyword, Literal, bare
from muranopl.language.grammar.unparsed import CONSTANTS
from muranopl.semantics.inference.overloads import CallArguments
from muranopl.semantics.inference.scope import ExpressionScope
from muranopl.semantics.inference.types import ANY, STRING, Type

_TAKE_WORDS = frozenset({
    "call", "coalesce", "config", "def", "dict", "inject", "let", "list", "logger", "new", "set", "tuple", "type",
    "typeinfo", "with",
})  # fmt: skip
"""Functions that keep texts as they are, or take them for names."""
_ALL_ALIKE = frozenset({"concat"})
"""Functions that work on all of their arguments."""


def keyword(tree: Keyword, scope: ExpressionScope) -> Type:
    """The type of a bare word that is a value: a text."""
    meant = CONSTANTS.get(tree.name)
    if meant is None:
        return STRING
    scope.report(MISSPELT_CONSTANT, tree, name=tree.name, meant=meant)
    return ANY


def variable_meant(tree: Expression | None, scope: ExpressionScope) -> str | None:
    """How to write the variable or property that a bare word was meant to be; None where there is none of the name."""
    if not isinstance(tree, Keyword):
        return None
    classes = scope.dollar.classes if scope.inner else ()
    item = scope.method.classes.get(classes[0].id) if len(classes) == 1 else None
    if item is not None and tree.name in item.properties and scope.method.variables.type(tree.name) is None:
        return f"$.{tree.name}"
    found = scope.method.named(tree.name)
    return found.replace("$.", "$this.") if found is not None and scope.inner else found


def did_you_mean_variable(tree: Expression | None, scope: ExpressionScope) -> str | None:
    """The suggestion for a bare word that names a variable or a property."""
    meant = variable_meant(tree, scope)
    return None if meant is None else f"did you mean `{meant}`? A bare word is a text"


def report_words(operands: Iterable[Expression | None], scope: ExpressionScope) -> None:
    """Report words that name a variable or property where a value is worked on."""
    for each in operands:
        tree = bare(each) if each.__class__ is Group else each
        if tree.__class__ is not Keyword:
            continue
        meant = variable_meant(tree, scope)
        if meant is not None and tree.name not in CONSTANTS:
            scope.method.variables.used.add(tree.name)
            scope.report(rules.WORD_FOR_VARIABLE, tree, name=tree.name, meant=meant)


def report_arguments(call: Call, given: CallArguments, scope: ExpressionScope) -> None:
    """Report words among the arguments of a function: the first one is what it works on."""
    if call.name not in _TAKE_WORDS:
        works_on = given.positional if call.name in _ALL_ALIKE else given.positional[:1]
        report_words((each.expression for each in works_on), scope)


def report_compared(left: Expression, right: Expression, scope: ExpressionScope) -> None:
    """Report a word that is compared with a constant: that is always true, or never."""
    for word, other in ((left, right), (right, left)):
        if isinstance(bare(other), Literal):
            report_words((word,), scope)
