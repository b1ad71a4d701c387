"""Checks that `bind()` replaces all placeholders of the execution plan that code reads.

`$resources.yaml('Deploy.template').bind(dict(port => 80))` puts 80 in place of the text `$port`. A
placeholder that is not among the names raises KeyError when the method runs (native-classes.md).
"""

from __future__ import annotations

from muranopl.diagnostics.catalogue.plans import NOT_BOUND
from muranopl.diagnostics.listing import listed
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.expression.tree import Binary, Call
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.values import Dictionary, Value
from muranopl.semantics.inference.scope import ExpressionScope

FUNCTION = "bind"
_SHOWN = 5


def check_bind(tree: Binary, arguments: CallArguments, scope: ExpressionScope) -> None:
    """Report the placeholders that a call of `bind()` on the content of a plan does not replace."""
    reading = tree.left.right if isinstance(tree.left, Binary) else None
    path = scope.method.plans_read.get(id(reading))
    names = _names(arguments)
    own = scope.method.own
    if path is None or names is None or scope.method.classes.extensions(own, FUNCTION):
        return
    package = scope.method.classes.names.packages[scope.method.package].package
    placeholders = package.plan_placeholders.get(path, frozenset())
    missing = sorted(placeholders - names)
    if not missing:
        return
    unused = names - placeholders
    near = nearest(missing[0], unused)
    assert isinstance(tree.right, Call)  # noqa: S101 - a call of bind()
    scope.report(
        NOT_BOUND,
        tree.right,
        severity=scope.severity,
        path=path,
        names=listed([f'"{name}"' for name in missing], _SHOWN),
        suggestion=None
        if near is None
        else did_you_mean(f"{missing[0]} => ...", f'nothing uses "{near}"'),
    )


def _names(arguments: CallArguments) -> frozenset[str] | None:
    """Return the names that the mapping of a call has, None if there may be others."""
    if len(arguments.positional) != 1 or arguments.named:
        return None
    return _keys(arguments.positional[0].value)


def _keys(value: Value) -> frozenset[str] | None:
    if value.alternatives is None or len(value.alternatives) != 1:
        return None
    (mapping,) = value.alternatives
    if not isinstance(mapping, Dictionary) or mapping.others is not None:
        return None
    return None if mapping.entries is None else frozenset(mapping.entries)
