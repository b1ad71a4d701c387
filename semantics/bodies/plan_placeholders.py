"""Checks that `bind()` replaces all placeholders of the execution plan that code reads, before it sends it.

`$resources.yaml('Deploy.template').bind(dict(port => 80))` puts 80 in place of the text `$port`. A
placeholder that is not among the names raises KeyError when the method runs (native-classes.md).
"""

from __future__ import annotations

from muranopl.ard.yaql.tree import Call
from muranopl.diagnostics.catalogue.plans import NEVER_BOUND, NOT_BOUND
from muranopl.diagnostics.listing import listed
from muranopl.diagnostics.nearest import nearest
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.results import missing_key
from muranopl.semantics.abstract.values import Dictionary, ResourceContent, Value
from muranopl.semantics.bodies.scope import ExpressionScope

AGENT = "io.murano.system.Agent"
FUNCTION = "bind"
_SENDING = frozenset({"call", "send", "callRaw", "sendRaw"})
_SHOWN = 5


def check_bind(
    call: Call, receiver: Value, arguments: CallArguments, scope: ExpressionScope
) -> None:
    """Report the placeholders that a call of `bind()` on the content of a plan does not replace."""
    if len(arguments.positional) != 1 or arguments.named:
        return
    if scope.method.classes.extensions(scope.method.own, FUNCTION):
        return
    placeholders = _placeholders(receiver, scope)
    mapping = arguments.positional[0].value
    missing = sorted(name for name in placeholders if missing_key(mapping, name))
    if not missing:
        return
    near = nearest(missing[0], _keys(mapping) - placeholders)
    scope.report(
        NOT_BOUND,
        call,
        severity=scope.severity,
        path=_path(receiver),
        names=listed([f'"{name}"' for name in missing], _SHOWN),
        suggestion=near and f"write `{missing[0]}` in place of `{near}`",
    )


def check_sent(call: Call, arguments: CallArguments, scope: ExpressionScope) -> None:
    """Report a plan with placeholders that is sent as it was read."""
    if call.name not in _SENDING or not arguments.positional:
        return
    plan = arguments.positional[0].value
    names = sorted(_placeholders(plan, scope))
    if names:
        shown = listed([f"`${name}`" for name in names], _SHOWN)
        scope.report(NEVER_BOUND, call, path=_path(plan), names=shown)


def _placeholders(plan: Value, scope: ExpressionScope) -> frozenset[str]:
    """Return the placeholders of a plan that was read; none of any other value."""
    package = scope.method.classes.names.packages[scope.method.package].package
    return package.plan_placeholders.get(_path(plan), frozenset())


def _path(plan: Value) -> str:
    return plan.path if isinstance(plan, ResourceContent) else ""


def _keys(mapping: Value) -> set[str]:
    return {
        key
        for item in mapping.alternatives or ()
        if isinstance(item, Dictionary)
        for key in item.entries or ()
    }
