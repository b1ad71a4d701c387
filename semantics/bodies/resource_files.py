"""Checks that files of `Resources` exist that code reads by `io.murano.system.Resources`.

The methods read files of the package of the class that contains the call or `new(sys:Resources)`;
with an owner those of another package (native-classes.md).
"""

from __future__ import annotations

from typing import Any

from muranopl.ard.nodes import Scalar
from muranopl.ard.sources.source import has_neighbours, join_inside
from muranopl.ard.yaql.tree import Call, word
from muranopl.diagnostics.catalogue.plans import RESOURCE_MISSING
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest_path
from muranopl.language.contracts import kinds
from muranopl.read.plan_files import RESOURCES
from muranopl.read.pushed_templates import VERSION
from muranopl.semantics.abstract.overloads import CallArguments
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    ConstantValue,
    Dictionary,
    ResourceContent,
    Value,
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
