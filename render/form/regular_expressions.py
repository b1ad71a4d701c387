"""Regular expressions of fields, with a time limit."""

from __future__ import annotations

from muranopl.semantics.evaluation.bounds import Budget, SharedBudget
from muranopl.semantics.evaluation.errors import EvaluationError, NotEvaluatedError, SpentError
from muranopl.semantics.evaluation.regular_expressions import check_known, compiled


def found_in(text: str, pattern: str, flags: int, shared: SharedBudget) -> bool:
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
