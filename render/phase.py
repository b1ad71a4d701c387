"""Entry point of phase 5: renders complete types, and checks method bodies and UI definitions."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Collection

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.first_of_each import FirstOfEach
from muranopl.diagnostics.repeated import Repeated
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.phase import Inheritance
from muranopl.namespace.result import Names, TypeId
from muranopl.read.containment import for_each
from muranopl.read.package import PackageId
from muranopl.render.class_defaults import ClassDefaults
from muranopl.render.class_results import ClassResult, Keeping, Taken
from muranopl.render.class_values import ClassValues
from muranopl.render.context import LoadingContext, StaticMethods
from muranopl.render.contract_classes import check_contract_classes
from muranopl.render.default_reads import check_reads
from muranopl.render.failing_contracts import report_failing
from muranopl.render.meta_objects import check_metas
from muranopl.semantics.inference.bodies import BodyChecker
from muranopl.semantics.inference.classes import ClassIndex
from muranopl.semantics.inference.surroundings import Answers, Question, Surroundings


class Rendering(msgspec.Struct, eq=False):
    """The result of phase 5.

    `defaults` renders the default object of a class on demand, and `values` creates other values
    that classes contain. `answers` are those that the checks of packages were given.
    """

    values: ClassValues
    defaults: ClassDefaults
    diagnostics: list[Diagnostic]
    answers: Answers


def render(
    names: Names,
    inheritance: Inheritance,
    surroundings: Surroundings,
    wanted: Collection[str],
    static_methods: Callable[[LoadingContext], StaticMethods],
    *,
    keeping: Keeping | None = None,
    advance: Callable[[int], None] | None = None,
) -> Rendering:
    """Run phase 5 over the packages of the `wanted` names; the others are their dependencies.

    `static_methods` returns the runner of the static methods that values of classes call. With
    `keeping` results of classes may be those of an earlier run. `advance` is called with 1 after
    each type.
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
    answers: dict[Question, object] = {}

    def check_class(complete: CompleteType) -> ClassResult:
        package = complete.id.package
        findings, missing = Findings(package.name, names.max_per_code), Repeated()
        surroundings.take_answers()  # those to questions about kept results
        before = values.steps_left(package), code.similar_names(package).left
        # In this order, as contracts that one check reports are left out by the next one
        failing = code.check(complete, findings, missing)
        failing |= report_failing(complete, values, findings, failing)
        defaults.check(complete, findings, failing)
        check_metas(complete, names, values, findings)
        check_contract_classes(complete, names, values, findings)
        may_read_below = functools.partial(_may_read_below, classes, complete.id)
        check_reads(complete, may_read_below, findings)
        after = values.steps_left(package), code.similar_names(package).left
        return ClassResult(
            findings.diagnostics,
            missing,
            surroundings.take_answers(),
            _taken(before, after),
        )

    result_of = check_class if keeping is None else keeping(classes, check_class)

    def check(id_: TypeId) -> None:
        of_class = result_of(checked[id_])
        result.take(of_class.diagnostics)
        code.take_missing(id_.package, of_class.missing)
        answers.update(of_class.answers)

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
    answers.update(surroundings.take_answers())
    return Rendering(shown, ClassDefaults(shown), result.diagnostics(), answers)


_Left = tuple[int, tuple[int, int]]
"""The steps, and the searches and names, that are left of the budgets of a package."""


def _taken(before: _Left, after: _Left) -> Taken:
    (steps, (searches, names)), (steps_left, (searches_left, names_left)) = (
        before,
        after,
    )
    return Taken(steps - steps_left, searches - searches_left, names - names_left)


def _may_read_below(classes: ClassIndex, id_: TypeId, name: str) -> bool:
    return classes.descendant_may_have_property(id_, name, id_.package)
