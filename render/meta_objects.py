"""Checks values of meta objects against the contracts of their classes.

The engine creates meta objects on demand: when the method is called, a property of an object is
serialized, or for forms (measured: conformance/models.json, serialize-meta-bad-value).
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.catalogue import objects as rules
from muranopl.diagnostics.catalogue import objects as value_rules
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.meta_check import meta_uses
from muranopl.language.contracts.apply import SilentError
from muranopl.language.grammar.class_ import ClassUsage
from muranopl.language.grammar.members import MetaUse
from muranopl.namespace.result import Names
from muranopl.read.package import PackageId
from muranopl.render.class_values import REFUSALS, ClassValues, meta_object, problem_of, reports_in
from muranopl.render.context import LoadingContext
from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    NotEvaluatedError,
    PoisonedError,
    SpentError,
)
from muranopl.semantics.evaluation.objects import MuranoType

_WITHOUT_VALUE = (EvaluationError, NotEvaluatedError, PoisonedError, SilentError, SpentError)
NOT_RENDERED: Any = msgspec.UNSET


def check_metas(
    complete: CompleteType, names: Names, values: ClassValues, findings: Findings
) -> None:
    """Report the meta objects of a class and its members that cannot be created."""
    uses = [use for _, own in meta_uses(complete.declared.declaration) for use in own]
    if not uses:
        return  # as in most, whose class needs not be loaded then
    scope = values.type(complete.id)
    if scope is not None:
        package = complete.id.package
        _check(_typed(uses, names, values), scope, package, values, findings)


def check_package_metas(
    package: PackageId, findings: Findings, *, names: Names, values: ClassValues
) -> None:
    """Report the meta objects of a package itself that cannot be created."""
    uses = names.packages[package].package.manifest.meta
    _check(_typed(uses, names, values), None, package, values, findings)


def _typed(
    uses: Iterable[MetaUse], names: Names, values: ClassValues
) -> Iterator[tuple[MetaUse, MuranoType]]:
    """Yield uses of meta classes with these, where they are known; other classes were reported."""
    for use in uses:
        meaning = names.resolved.get(use.type)
        type_ = None if meaning is None else values.type(meaning)
        if type_ is not None and type_.complete.usage is ClassUsage.META:
            yield use, type_


def _check(
    uses: Iterable[tuple[MetaUse, MuranoType]],
    scope: MuranoType | None,
    package: PackageId,
    values: ClassValues,
    findings: Findings,
) -> None:
    """Report meta objects that cannot be created, or that the engine makes otherwise.

    Values in a manifest, where no class is the scope, contain no expressions.
    """
    fine: set[MuranoType] = set()
    for use, type_ in uses:
        # Meta objects without values are alike, so one check suffices
        if use.values is None and type_ in fine:
            continue
        reports = _reports(use, type_, scope or type_, values.context(package))
        if use.values is None and not reports:
            fine.add(type_)
        for item in reports:
            _report(item, type_.name, findings)


def _report(diagnostic: Diagnostic, name: str, findings: Findings) -> None:
    """Report a diagnostic of the loading of a meta object as one about the package."""
    problem = problem_of(diagnostic, "$").removeprefix(".")
    if diagnostic.code == value_rules.ENGINE_DIFFERS.code:
        message = f'the meta object of class "{name}": {problem}'
        findings.add(msgspec.structs.replace(diagnostic, in_model=None, message=message))
    else:
        place, left_out = diagnostic.place, diagnostic.left_out
        findings.report(rules.META_REFUSED, place, name=name, problem=problem, left_out=left_out)


def rendered_meta(use: MetaUse, complete: CompleteType, names: Names, values: ClassValues) -> Any:
    """Return the properties of a meta object of a class with their values, as plain data.

    Return NOT_RENDERED if they do not follow from the class alone.
    """
    from muranopl.render.serialize import UnwritableError, plain_value

    meaning = names.resolved.get(use.type)
    type_ = None if meaning is None else values.type(meaning)
    scope = values.type(complete.id)
    if type_ is None or scope is None:
        return NOT_RENDERED
    context = values.context(complete.id.package)
    node = use.node if use.values is None else use.values
    try:
        object_ = meta_object(context, type_, use.values, scope, ModelPath(node))
        if any(item.code in REFUSALS for item in context.reporter.values()):
            return NOT_RENDERED
        return {name: plain_value(value, context) for name, value in object_.properties.items()}
    except (*_WITHOUT_VALUE, UnwritableError):
        return NOT_RENDERED


def _reports(
    use: MetaUse, type_: MuranoType, scope: MuranoType, context: LoadingContext
) -> list[Diagnostic]:
    """Return why a meta object cannot be created, and where the engine makes another one."""
    node = use.node if use.values is None else use.values
    with contextlib.suppress(*_WITHOUT_VALUE):
        meta_object(context, type_, use.values, scope, ModelPath(node))
    return [
        diagnostic
        for diagnostic in reports_in(context, node)
        if diagnostic.code in REFUSALS or diagnostic.code == value_rules.ENGINE_DIFFERS.code
    ]
