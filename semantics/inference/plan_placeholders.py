"""Checks that `bind()` replaces all placeholders of the execution plan that code reads.

`$resources.yaml('Deploy.template').bind(dict(port => 80))` puts 80 in place of the text `$port`. A
placeholder that is not among the names raises KeyError when the method runs (native-classes.md).
"""

from __future__ import annotations

from muranopl.diagnostics.catalogue.plans import NOT_BOUND
from muranopl.diagnostics.listing import listed
from muranopl.diagnostics.nearest import nearest
from muranopl.expression.tree import Binary, Call
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.results import missing_key
from muranopl.semantics.abstract.values import Dictionary, Value
from muranopl.semantics.inference.scope import ExpressionScope

FUNCTION = "bind"
_SHOWN = 5


def check_bind(tree: Binary, arguments: CallArguments, scope: ExpressionScope) -> None:
    """Report the placeholders that a call of `bind()` on the content of a plan does not replace."""
    reading = tree.left.right if isinstance(tree.left, Binary) else None
    path = scope.method.plans_read.get(id(reading))
    if path is None or len(arguments.positional) != 1 or arguments.named:
        return
    classes = scope.method.classes
    if classes.extensions(scope.method.own, FUNCTION):
        return
    package = classes.names.packages[scope.method.package].package
    placeholders = package.plan_placeholders.get(path, frozenset())
    mapping = arguments.positional[0].value
    missing = sorted(name for name in placeholders if missing_key(mapping, name))
    if not missing:
        return
    near = nearest(missing[0], _keys(mapping) - placeholders)
    assert isinstance(tree.right, Call)  # noqa: S101 - a call of bind()
    scope.report(
        NOT_BOUND,
        tree.right,
        severity=scope.severity,
        path=path,
        names=listed([f'"{name}"' for name in missing], _SHOWN),
        suggestion=near and f"write `{missing[0]}` in place of `{near}`",
    )


def _keys(mapping: Value) -> set[str]:
    return {
        key
        for item in mapping.alternatives or ()
        if isinstance(item, Dictionary)
        for key in item.entries or ()
    }
