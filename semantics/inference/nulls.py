"""What fails because a value is null."""

from __future__ import annotations

from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.expression.tree import Expression
from muranopl.language.contracts import kinds
from muranopl.semantics.inference.scope import ExpressionScope
from muranopl.semantics.inference.types import Type


def null_fails(type_: Type, tree: Expression, scope: ExpressionScope, problem: str) -> bool:
    """Report that an expression fails since a part of it is surely null; whether it is.

    Where that is a variable nobody sets, the cause is there, and told there.
    """
    if type_.kinds != kinds.NULL:
        return False
    if type_.unset is None:
        severity = None if scope.certain else Severity.WARNING
        scope.report(rules.NULL_FAILS, tree, problem=problem, severity=severity)
    elif scope.certain:
        scope.method.variables.blame(type_)
    return True
