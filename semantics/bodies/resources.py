"""Checks files of `Resources` that code reads, and the templates that it sends to agents and stacks.

The methods read files of the package of the class that contains the call or `new(sys:Resources)`;
with an owner those of another package (native-classes.md).

`bind()` must replace all placeholders of a plan: `$resources.yaml('Deploy.template').bind(dict(port
=> 80))` puts 80 in place of the text `$port`. A placeholder that is not among the names raises
KeyError when the method runs (native-classes.md). `updateTemplate` of a stack merges templates of
one version only; `setTemplate` takes any.
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.nodes import Scalar
from muranopl.ard.sources.source import has_neighbours, join_inside
from muranopl.ard.yaql.tree import Call, word
from muranopl.diagnostics.catalogue.manifest import NEVER_BOUND, NOT_BOUND, RESOURCE_MISSING
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest, nearest_path
from muranopl.diagnostics.visible import listed
from muranopl.language.contracts import kinds
from muranopl.read.plan_files import RESOURCES
from muranopl.read.pushed_templates import MERGED_VERSION, MERGING, VERSION
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.results import missing_key
from muranopl.semantics.abstract.value_contents import entry_of
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    ConstantValue,
    Dictionary,
    ResourceContent,
    Value,
    WrittenDate,
    one,
)
from muranopl.semantics.bodies.scope import ExpressionScope

CLASS = "io.murano.system.Resources"
_PARSING = frozenset({"yaml", "json"})


def check_file(call: Call, arguments: CallArguments, scope: ExpressionScope) -> Value:
    """Report a missing file of this package that a constant passed to `Resources` names.

    `call` is that of the method that reads the file. Return its content.
    """
    first = arguments.get(0, "name")
    expression = None if first is None else first.expression
    name = None if expression is None else word(expression)
    is_own = len(arguments.positional) < 2 and "owner" not in arguments.named
    if name is None or expression is None or not is_own:
        return UNKNOWN
    package = scope.classes.names.packages[scope.method.package].package
    paths = package.header.source.paths()
    facts: dict[str, Any]
    path = join_inside(RESOURCES, name)
    if path is None:
        facts = {"path": f'"{name}"', "problem": f"is not below {RESOURCES}/ of the package"}
        scope.report(RESOURCE_MISSING, expression, severity=scope.severity, **facts)
    elif path not in paths:
        close = nearest_path(path, (item for item in paths if item.startswith(f"{RESOURCES}/")))
        suggestion = did_you_mean(close and close.removeprefix(f"{RESOURCES}/"), "add the file")
        # A folder behind a link has no listed files, so the file may exist.
        severity = scope.severity if has_neighbours(path, paths) else Severity.WARNING
        facts = {"path": path, "problem": "does not exist", "suggestion": suggestion}
        scope.report(RESOURCE_MISSING, expression, severity=severity, **facts)
    elif call.name in _PARSING:
        version = package.template_versions.get(path)
        if version is not None:
            return _template(version)
        return ResourceContent(None, kinds.UNKNOWN, path)
    return UNKNOWN


def _template(version: Scalar) -> Value:
    """Return the content of a Heat template, of which only the version is known."""
    related = Related("the version is written here", version.place)
    value = ConstantValue(value=str(version.value), related=(related,))
    return one(Dictionary(entries={VERSION: one(value)}, others=UNKNOWN))


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
