"""Entry point of phase 5: renders complete types, and checks method bodies and UI definitions."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Collection

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.first_of_each import FirstOfEach
from muranopl.inherit.phase import Inheritance
from muranopl.namespace.result import Names, TypeId
from muranopl.read.containment import for_each
from muranopl.read.package import PackageId
from muranopl.render.class_defaults import ClassDefaults
from muranopl.render.class_values import ClassValues
from muranopl.render.context import LoadingContext, StaticMethods
from muranopl.render.contract_classes import check_contract_classes
from muranopl.render.default_reads import check_reads
from muranopl.render.failing_contracts import report_failing
from muranopl.render.meta_objects import check_metas
from muranopl.semantics.inference.bodies import BodyChecker
from muranopl.semantics.inference.classes import ClassIndex
from muranopl.semantics.inference.surroundings import Surroundings


class Rendering(msgspec.Struct, eq=False):
    """The result of phase 5.

    `defaults` renders the default object of a class on demand, and `values` creates other values
    that classes contain.
    """

    values: ClassValues
    defaults: ClassDefaults
    diagnostics: list[Diagnostic]


def render(
    names: Names,
    inheritance: Inheritance,
    surroundings: Surroundings,
    wanted: Collection[str],
    static_methods: Callable[[LoadingContext], StaticMethods],
    *,
    advance: Callable[[int], None] | None = None,
) -> Rendering:
    """Run phase 5 over the packages of the `wanted` names; the others are their dependencies.

    `static_methods` returns the runner of the static methods that values of classes call. `advance`
    is called with 1 after each type.
    """
    result = FirstOfEach(names.max_per_code)
    checked = {
        id_: type_
        for id_, type_ in inheritance.types.items()
        if id_.package.name in wanted
    }
    classes = ClassIndex(names, inheritance.types, surroundings)
    values = ClassValues(names, inheritance.types, static_methods)
    defaults = ClassDefaults(values)
    code = BodyChecker(classes)

    def check(id_: TypeId) -> None:
        complete = checked[id_]
        findings = Findings(id_.package.name, names.max_per_code)
        # In this order, as contracts that one check reports are left out by the next one
        failing = code.check(complete, findings)
        failing |= report_failing(complete, values, findings, failing)
        defaults.check(complete, findings, failing)
        check_metas(complete, names, values, findings)
        check_contract_classes(complete, names, values, findings)
        check_reads(
            complete, functools.partial(_may_read_below, classes, id_), findings
        )
        result.take(findings.diagnostics)

    def report_missing(package: PackageId) -> None:
        findings = Findings(package.name, names.max_per_code)
        code.report_missing(package, findings)
        result.take(findings.diagnostics)

    for_each(checked, operator.attrgetter("package"), check, advance)
    with_form = [
        id_
        for id_, opened in names.packages.items()
        if id_.name in wanted and opened.package.ui is not None
    ]
    if with_form:
        # A catalog of libraries has no forms
        from muranopl.render.ui_definitions import UIChecker

        forms = UIChecker(classes, values)
        for_each(
            with_form,
            lambda package: package,
            lambda package: result.take(forms.check(package)),
        )
    for_each(
        dict.fromkeys(id_.package for id_ in checked),
        lambda package: package,
        report_missing,
    )
    # A budget independent of the check
    shown = ClassValues(names, inheritance.types, static_methods)
    return Rendering(shown, ClassDefaults(shown), result.diagnostics())


def _may_read_below(classes: ClassIndex, id_: TypeId, name: str) -> bool:
    return classes.descendant_may_have_property(id_, name, id_.package)
