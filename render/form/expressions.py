"""Evaluates the expressions of a UI definition where they are used; failures are reported.

A failure is reported at the part of the expression that failed, if it is the only one of its kind.
Regular expressions of fields have a time limit.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.descriptions import cut
from muranopl.ard.nodes import Node, Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Binary, Call, Expression, Index, Keyword, walk
from muranopl.diagnostics.catalogue.answers import FORM_EXPRESSION_FAILS
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.render.form.fragments import Begin, FailedExpressionError, Fragments
from muranopl.render.node_data import data_of
from muranopl.semantics.evaluation.bounds import Budget, SharedBudget
from muranopl.semantics.evaluation.errors import EvaluationError, NotEvaluatedError, SpentError
from muranopl.semantics.evaluation.regular_expressions import check_known, compiled

_PROPERTY = "#property#"
_OPERATOR = "#operator_"


class Expressions:
    """Evaluates expressions.

    `failed` is set if the dashboard would fail, or refuse a page. `refused` is set once an answer
    is refused: later failures are not reported, as the missing value may cause them.
    """

    def __init__(self, fragments: Fragments, reporter: Reporter) -> None:
        self.failed = False
        self.refused = False
        self._is_spent = False
        self._fragments = fragments
        self._reporter = reporter

    def refuse(self) -> None:
        """Record that an answer was refused and reported."""
        self.failed = self.refused = True

    def fragment(self, node: Node, begin: Begin) -> Node | None:
        """Return a fragment evaluated; None after a report."""
        try:
            return self._fragments.evaluated(node, begin)
        except FailedExpressionError as error:
            self._report_expression(error)
            return None

    def plain(self, node: Yaql, begin: Begin, otherwise: Any = None) -> Any:
        """Return the value of an expression as plain data, or `otherwise` after a report."""
        try:
            return self._fragments.value(node, self._fragments.begun(begin, node), plain=True)
        except FailedExpressionError as error:
            self._report_expression(error)
        return otherwise

    def literal(self, node: Node) -> Any:
        """Return a literal as plain data; null after a report."""
        try:
            return data_of(node)
        except EvaluationError as error:
            self._report(node, "this value", error)
            return None

    def holds(self, node: Yaql, begin: Begin) -> bool:
        """Return whether a validator accepts its data; one that fails is reported, and accepts."""
        return bool(self.plain(node, begin, otherwise=True))

    def matches(self, pattern: str, flags: int, node: Node, value: object) -> bool:
        """Return whether a regular expression is found in a value, True if that is unknown."""
        try:
            return _found_in(str(value), pattern, flags, self._fragments.budget)
        except EvaluationError as error:
            self._report(node, f"the regular expression {cut(pattern)}", error)
            return True

    def _report_expression(self, error: FailedExpressionError) -> None:
        self._report(error.node, f"the expression {cut(error.node.text)}", error)

    def _report(self, node: Node, what: str, error: Exception) -> None:
        self.failed = True
        # After the report that the budget is spent, each further expression fails for that reason.
        was_spent = self._is_spent
        self._is_spent = self._fragments.budget.spent is not None
        if not self.refused and not was_spent:
            place = _place_of(node, getattr(error, "called", None))
            self._reporter.report(FORM_EXPRESSION_FAILS, place, what=what, problem=str(error))


def _place_of(node: Node, called: str | None) -> Place:
    """Return the place of the only call of a function in an expression, else that of all of it."""
    if not isinstance(node, Yaql) or called is None:
        return node.place
    result = [part for item in walk(node.tree) if (part := _part(item, called)) is not None]
    if len(result) == 1:
        return place_within(node, result[0].start, result[0].end)
    return node.place


def _part(part: Expression, called: str) -> Expression | None:
    """Return the part to point at if it calls the function."""
    match part:
        case Call(name=name):
            return part if name == called else None
        case Index():
            return part if called == "#indexer" else None
        case Binary(operator="." | "?.", right=Keyword(name=name)) if called == _PROPERTY + name:
            return part.right
        case Binary(operator=operator):
            return part if called == _OPERATOR + operator else None
    return None


def _found_in(text: str, pattern: str, flags: int, shared: SharedBudget) -> bool:
    """Return whether a pattern is found in a text, True if that is unknown.

    Raise EvaluationError at a limit.
    """
    try:
        budget = Budget(shared)
        expression = compiled(pattern, budget, flags)
        check_known(expression, text)
        return budget.matching(expression.search, text) is not None
    except NotEvaluatedError:
        return True
    except SpentError as error:
        raise EvaluationError(str(error)) from None
