"""Entry point of phase 5: checks all wanted classes, their method bodies, and UI definitions.

Default objects are rendered only on demand, by the result (`Rendering`). Results of single classes
may be remembered from an earlier run.
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings, FirstOfEach
from muranopl.diagnostics.reporter import DefectReports
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.phase import Inheritance
from muranopl.namespace.result import Names, TypeId
from muranopl.read.containment import for_each
from muranopl.read.package import PackageId
from muranopl.render.class_defaults import ClassDefaults
from muranopl.render.class_values import ClassValues
from muranopl.render.contract_checks import check_contract_classes, contracts, report_failing
from muranopl.render.default_reads import check_reads
from muranopl.render.meta_objects import check_metas, check_package_metas
from muranopl.render.predicate_trials import PredicateTrials
from muranopl.semantics.bodies.body_checker import BodyChecker
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.bodies.surroundings import FactAnswers, FactQuestion, Surroundings


class Taken(msgspec.Struct, frozen=True):
    """The use that the check of a class makes of the budgets of its package.

    These are steps of evaluation, searches for similar names, and the names that these compare.
    """

    steps: int
    searches: int
    names: int


class ClassResult(msgspec.Struct, frozen=True):
    """The diagnostics of a class.

    `missing` are the members that its code uses and classes lack, which are reported once for all
    classes of a package. `answers` are those to questions about packages that its package does not
    see.
    """

    diagnostics: list[Diagnostic]
    missing: DefectReports
    answers: FactAnswers
    taken: Taken


CheckClass = Callable[[CompleteType], ClassResult]
"""Returns the result of a class."""

CheckClasses = Callable[[ClassIndex, CheckClass], CheckClass]
"""Returns a function that checks classes, or returns results of an earlier run."""


class Rendering(msgspec.Struct, eq=False):
    """The result of phase 5.

    `defaults` renders the default object of a class on demand, and `values` creates other values
    that classes contain. `answers` are those that the checks of packages were given.
    """

    values: ClassValues
    defaults: ClassDefaults
    diagnostics: list[Diagnostic]
    answers: FactAnswers


def render(
    names: Names,
    inheritance: Inheritance,
    surroundings: Surroundings,
    wanted: Collection[str],
    *,
    bodies: CheckClasses | None = None,
    advance: Callable[[int], None] | None = None,
) -> Rendering:
    """Run phase 5 over the packages of the `wanted` names; the others are their dependencies.

    With `bodies` results of classes may be those of an earlier run. `advance` is called with 1
    after each type.
    """
    checked = {id_: type_ for id_, type_ in inheritance.types.items() if id_.package.name in wanted}
    values = ClassValues(names, inheritance.types)
    check = _PackageChecks(names, ClassIndex(names, inheritance.types, surroundings), values)
    check.check_classes(checked, bodies, advance)
    packages = [(id_, item.package) for id_, item in names.packages.items() if id_.name in wanted]
    check.check_metas(id_ for id_, package in packages if package.manifest.meta)
    with_form = [id_ for id_, package in packages if package.ui is not None]
    if with_form:  # a catalog of libraries has none
        check.check_forms(with_form)
    check.report_missing(dict.fromkeys(id_.package for id_ in checked))
    # A budget independent of the check
    shown = ClassValues(names, inheritance.types)
    check.answers.update(surroundings.take_answers())
    return Rendering(shown, ClassDefaults(shown), check.reported.diagnostics, check.answers)


class _PackageChecks:
    """The checks of phase 5: of classes with their method bodies, then of UI definitions."""

    def __init__(self, names: Names, classes: ClassIndex, values: ClassValues) -> None:
        self.reported = FirstOfEach(names.max_per_code)
        self.answers: dict[FactQuestion, object] = {}
        self._names, self._classes, self._values = names, classes, values
        self._defaults = ClassDefaults(values)
        self._trials = PredicateTrials(values)
        self._code = BodyChecker(
            classes, lambda package: functools.partial(self._trials.judge_of_code, package)
        )

    def check_classes(
        self,
        types: Mapping[TypeId, CompleteType],
        bodies: CheckClasses | None,
        advance: Callable[[int], None] | None,
    ) -> None:
        """Check classes; with `bodies` some results are those of an earlier run."""
        check_class: Callable[[CompleteType], ClassResult] = self._check_class
        if bodies is not None:
            check_class = bodies(self._classes, check_class)

        def check(id_: TypeId) -> None:
            result = check_class(types[id_])
            self.reported.take(result.diagnostics)
            self._code.take_missing(id_.package, result.missing)
            self.answers.update(result.answers)

        for_each(types, operator.attrgetter("package"), check, advance)

    def check_forms(self, packages: Iterable[PackageId]) -> None:
        """Check the UI definitions of packages that have one."""
        # Imported only if there is one
        from muranopl.semantics.forms.definition import check_ui

        classes, judge_of = self._classes, self._trials.judge_of_form

        def check(package: PackageId, findings: Findings) -> None:
            check_ui(classes.names.packages[package], classes, judge_of, findings)

        self._each(packages, check)

    def check_metas(self, packages: Iterable[PackageId]) -> None:
        """Check the meta objects of packages themselves."""
        check = functools.partial(check_package_metas, names=self._names, values=self._values)
        self._each(packages, check)

    def report_missing(self, packages: Iterable[PackageId]) -> None:
        """Report what the classes of packages use and no class has."""
        self._each(packages, self._code.report_missing)

    def _each(
        self, packages: Iterable[PackageId], check: Callable[[PackageId, Findings], None]
    ) -> None:
        def run(package: PackageId) -> None:
            findings = Findings(package.name, self._names.max_per_code)
            check(package, findings)
            self.reported.take(findings.diagnostics)

        for_each(packages, lambda package: package, run)

    def _check_class(self, complete: CompleteType) -> ClassResult:
        package, names, values = complete.id.package, self._names, self._values
        findings, missing = Findings(package.name, names.max_per_code), DefectReports()
        surroundings = self._classes.surroundings
        surroundings.take_answers()  # those to questions about kept results
        before = self._left(package)
        # In this order, as contracts that one check reports are left out by the next one
        failing = self._code.check(complete, findings, missing)
        declared = contracts(complete.declared.declaration)
        failing |= report_failing(complete, declared, values, findings, failing)
        self._defaults.check(complete, declared, findings, failing)
        check_metas(complete, names, values, findings)
        check_contract_classes(declared, names, values, findings)
        may_have = self._classes.descendants.may_have
        declared_below = functools.partial(may_have, complete.id, package, "properties")
        check_reads(complete, declared_below, findings)
        return ClassResult(
            findings.diagnostics,
            missing,
            surroundings.take_answers(),
            Taken(*map(operator.sub, before, self._left(package))),
        )

    def _left(self, package: PackageId) -> tuple[int, int, int]:
        """Return what is left of the budgets of a package, as in `Taken`."""
        return self._values.steps_left(package), *self._code.similar_names(package).left
