"""Evaluates the expressions of a UI definition where they are used; failures are reported."""

from __future__ import annotations

from typing import Any

from muranopl.ard.descriptions import cut
from muranopl.ard.nodes import Node, Yaql
from muranopl.diagnostics.catalogue.answers import FORM_EXPRESSION_FAILS
from muranopl.diagnostics.reporter import Reporter
from muranopl.render.form.failing_parts import place_of
from muranopl.render.form.fragments import Begin, FailedExpressionError, Fragments
from muranopl.render.form.regular_expressions import found_in
from muranopl.render.node_data import data_of
from muranopl.semantics.evaluation.errors import EvaluationError


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
            self._report(error.node, _expression(error.node), error)
            return None

    def plain(self, node: Yaql, begin: Begin, otherwise: Any = None) -> Any:
        """Return the value of an expression as plain data, or `otherwise` after a report."""
        try:
            return self._fragments.value(node, self._fragments.begun(begin, node), plain=True)
        except FailedExpressionError as error:
            self._report(error.node, _expression(error.node), error)
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
            return found_in(str(value), pattern, flags, self._fragments.budget)
        except EvaluationError as error:
            self._report(node, f"the regular expression {cut(pattern)}", error)
            return True

    def _report(self, node: Node, what: str, error: Exception) -> None:
        self.failed = True
        # After the report that the budget is spent, each further expression fails for that reason.
        was_spent = self._is_spent
        self._is_spent = self._fragments.budget.spent is not None
        if not self.refused and not was_spent:
            place = place_of(node, getattr(error, "called", None))
            self._reporter.report(FORM_EXPRESSION_FAILS, place, what=what, problem=str(error))


def _expression(node: Yaql) -> str:
    return f"the expression {cut(node.text)}"
