"""The severity of failures in expressions: of null operands, and of members that descendants may have."""

from __future__ import annotations

from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.expression.tree import Expression
from muranopl.language.contracts import kinds
from muranopl.language.grammar.manifest import PackageType
from muranopl.semantics.inference.scope import ExpressionScope
from muranopl.semantics.inference.types import ClassType, Type


def null_fails(type_: Type, tree: Expression, scope: ExpressionScope, problem: str) -> bool:
    """Report that an expression fails since a part of it is surely null; return whether it is.

    The null of an unset variable is reported where the variable is used.
    """
    if type_.kinds != kinds.NULL:
        return False
    if type_.unset is None:
        severity = None if scope.certain else Severity.WARNING
        scope.report(rules.NULL_FAILS, tree, problem=problem, severity=severity)
    elif scope.certain:
        scope.method.variables.blame(type_)
    return True


def severity_of(class_: ClassType, near: str | None, scope: ExpressionScope) -> Severity | None:
    """The severity of a missing member: less than that of the rule where it may be meant for unknown descendants.

    A name that is nearly one of the class is a slip. Classes of applications are hardly ever extended elsewhere.
    """
    if class_.exact or near is not None or _is_application(class_, scope):
        return None
    return Severity.WARNING


def _is_application(class_: ClassType, scope: ExpressionScope) -> bool:
    opened = scope.method.classes.names.packages.get(class_.id.package)
    return opened is not None and opened.package.manifest.type is PackageType.APPLICATION
