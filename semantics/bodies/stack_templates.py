"""Checks that templates given to `updateTemplate` of a Heat stack have the version that the engine merges.

The engine merges templates of one version; `setTemplate` takes any (native-classes.md).
"""

from __future__ import annotations

from muranopl.ard.yaql.tree import Call
from muranopl.read.pushed_templates import MERGED_VERSION, MERGING, VERSION
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.value_contents import entry_of
from muranopl.semantics.abstract.values import ConstantValue, Value, WrittenDate
from muranopl.semantics.bodies.scope import ExpressionScope

STACK = "io.murano.system.HeatStack"


def check_given_to_unknown(call: Call, arguments: CallArguments, scope: ExpressionScope) -> None:
    """Report a template given to an unknown object, which must be a stack.

    Only stacks have the method, such as that of `$.getRegion().stack`.
    """
    visibility, package = scope.method.classes.visibility, scope.method.package
    if (
        call.name == MERGING
        and visibility.has_all_requirements(package)
        and visibility.requires_all_it_names(package)
        and visibility.directly_declaring(MERGING, package) == {STACK}
    ):
        check_merged(call, arguments, scope.perhaps())


def check_merged(call: Call, arguments: CallArguments, scope: ExpressionScope) -> None:
    """Report a template whose version is certainly not the one that can be merged."""
    argument = arguments.get(0, "template") if call.name == MERGING else None
    version = None if argument is None else entry_of(argument.value, VERSION)
    if version is None:
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
