"""How sure it is that an object lacks what its class lacks: it may be of a descendant that nobody gave."""

from __future__ import annotations

from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.grammar.manifest import PackageType
from muranopl.semantics.inference.scope import ExpressionScope
from muranopl.semantics.inference.types import ClassType


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
