"""Checks the templates that code sends: of execution plans to agents, of Heat to stacks.

`bind()` must replace all placeholders of a plan: `$resources.yaml('Deploy.template').bind(dict(port
=> 80))` puts 80 in place of the text `$port`. A placeholder that is not among the names raises
KeyError when the method runs (native-classes.md). `updateTemplate` of a stack merges templates of
one version only; `setTemplate` takes any.
"""

from __future__ import annotations

from muranopl.ard.yaql.tree import Call
from muranopl.diagnostics.catalogue.plans import NEVER_BOUND, NOT_BOUND
from muranopl.diagnostics.nearest import nearest
from muranopl.diagnostics.visible import listed
from muranopl.read.pushed_templates import MERGED_VERSION, MERGING, VERSION
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.results import missing_key
from muranopl.semantics.abstract.value_contents import entry_of
from muranopl.semantics.abstract.values import (
    ConstantValue,
    Dictionary,
    ResourceContent,
    Value,
    WrittenDate,
)
from muranopl.semantics.bodies.scope import ExpressionScope

AGENT = "io.murano.system.Agent"
STACK = "io.murano.system.HeatStack"
BIND = "bind"
_SENDING = frozenset({"call", "send", "callRaw", "sendRaw"})
_SHOWN = 5


def check_bind(
    call: Call, receiver: Value, arguments: CallArguments, scope: ExpressionScope
) -> None:
    """Report the placeholders that a call of `bind()` on the content of a plan does not replace."""
    if len(arguments.positional) != 1 or arguments.named:
        return
    if scope.classes.extensions(scope.method.own, BIND):
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
    package = scope.classes.names.packages[scope.method.package].package
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


def check_given_to_unknown(call: Call, arguments: CallArguments, scope: ExpressionScope) -> None:
    """Report a template given to an unknown object, which must be a stack.

    Only stacks have the method, such as that of `$.getRegion().stack`.
    """
    visibility, package = scope.classes.visibility, scope.method.package
    if (
        call.name == MERGING
        and visibility.has_all_requirements(package)
        and visibility.requires_all_it_names(package)
        and visibility.directly_declaring(MERGING, package) == {STACK}
    ):
        check_merged(call, arguments, scope.perhaps())


def check_merged(call: Call, arguments: CallArguments, scope: ExpressionScope) -> None:
    """Report a template whose version is certainly not the one that can be merged."""
    version = entry_of(arguments.value(0, "template"), VERSION)
    if call.name != MERGING or version is None:
        return
    texts = _texts(version)
    if not texts or MERGED_VERSION in texts:
        return
    from muranopl.diagnostics.catalogue.heat import NOT_MERGED

    scope.report(
        NOT_MERGED,
        call,
        severity=scope.severity,
        version=" or ".join(texts),
        merged=MERGED_VERSION,
        related=version.origin,
    )


def _texts(version: Value) -> tuple[str, ...]:
    """Return the versions that a value may be, none if one is unknown."""
    if isinstance(version, WrittenDate):
        return (version.text,)
    alternatives = version.alternatives or ()
    texts = [str(item.value) for item in alternatives if isinstance(item, ConstantValue)]
    return tuple(dict.fromkeys(texts)) if len(texts) == len(alternatives) else ()
