"""Checks meta objects at the declarations they are attached to: their classes, targets and values.

Source: packages-and-versions, Meta.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.nodes import is_false, text_of
from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.inherit.complete import CompleteType
from muranopl.language.grammar.class_ import Cardinality, ClassDeclaration, ClassUsage, MetaTarget
from muranopl.language.grammar.known_names import BUILDER
from muranopl.language.grammar.members import MetaUse
from muranopl.language.grammar.method import MethodDeclaration, MethodScope, MethodUsage
from muranopl.namespace.result import Names, TypeId


def meta_uses(declaration: ClassDeclaration) -> Iterator[tuple[MetaTarget, tuple[MetaUse, ...]]]:
    """Yield every place of a class where meta objects are attached: its kind, and the uses there."""
    if declaration.meta:
        yield MetaTarget.TYPE, declaration.meta
    for property_ in declaration.properties:
        if property_.meta:  # few have any
            yield MetaTarget.PROPERTY, property_.meta
    for method in declaration.all_methods:
        if method.meta:
            yield MetaTarget.METHOD, method.meta
        for argument in method.arguments:
            if argument.meta:
                yield MetaTarget.ARGUMENT, argument.meta


def check_class_meta(
    id_: TypeId, names: Names, types: Mapping[TypeId, CompleteType], findings: Findings
) -> None:
    """Check all meta objects of a class; `types` has their classes, which must be complete."""
    declaration = names.classes[id_].declaration
    for target, uses in meta_uses(declaration):
        check_meta(target, uses, names, types, findings)
    for method in declaration.all_methods:
        if not (method.usage is MethodUsage.STATIC and method.scope is MethodScope.PUBLIC):
            _check_no_builder(method, names, findings)


def _check_no_builder(method: MethodDeclaration, names: Names, findings: Findings) -> None:
    """Report that a method is marked as a model builder, which it cannot be."""
    for use in method.meta:
        meaning = names.resolved.get(use.type)
        enabled = None if use.values is None else use.values.get("enabled")
        # A marker that is not enabled is there for descendants, or on purpose.
        if meaning is not None and meaning.name == BUILDER and not (enabled and is_false(enabled)):
            findings.report(rules.NO_BUILDER, use.type, name=method.name)


def check_meta(
    target: MetaTarget,
    uses: tuple[MetaUse, ...],
    names: Names,
    types: Mapping[TypeId, CompleteType],
    findings: Findings,
) -> None:
    """Check the meta objects at one place."""
    first_uses: dict[TypeId, MetaUse] = {}
    for use in uses:
        meaning = names.resolved.get(use.type)
        meta = None if meaning is None else types.get(meaning)
        if meta is None:
            continue
        declaration = meta.declared.declaration
        place, name = use.type.place, meta.id.name
        if meta.usage is not ClassUsage.META:
            findings.report(rules.NOT_A_META_CLASS, place, name=name)
            continue
        if MetaTarget.ALL not in declaration.applies and target not in declaration.applies:
            applies = ", ".join(apply.value for apply in declaration.applies) or "nothing"
            findings.report(
                rules.META_TARGET, place, name=name, target=target.value.lower(), applies=applies
            )
        if meta.id in first_uses and declaration.cardinality is Cardinality.ONE:
            related = (Related("the first one", first_uses[meta.id].type.place),)
            findings.report(rules.META_TWICE, place, name=name, related=related)
        first_uses.setdefault(meta.id, use)
        # An unknown ancestor may have declared further properties
        if not meta.incomplete:
            _check_values(use, meta, findings)


def _check_values(use: MetaUse, meta: CompleteType, findings: Findings) -> None:
    """Report values for properties that the meta class does not have."""
    for key, _ in use.values.pairs if use.values is not None else ():
        name = text_of(key)
        if name is not None and name not in meta.properties:
            remedy = functools.partial(_remedy, name, use.values, meta)
            findings.report(
                rules.META_PROPERTY, key.place, name=meta.id.name, property=name, suggestion=remedy
            )


def _remedy(name: str, values: MappingNode | None, meta: CompleteType) -> str | None:
    absent = (item for item in meta.properties if values is None or values.find(item) is None)
    return did_you_mean(nearest(name, absent))
