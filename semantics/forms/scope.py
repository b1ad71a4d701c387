"""The scope of an expression of a UI definition, and the reports of its defects, each made once.

Reference: ui-agreement, section 2.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Hashable, Iterable
from typing import Any, ClassVar, Protocol

import msgspec

from muranopl.ard.nodes import Node, Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import DefectReports
from muranopl.diagnostics.rules import Rule
from muranopl.language.contracts import kinds
from muranopl.language.grammar.ui.fragments import UITemplate
from muranopl.semantics.abstract.application import ApplicationRules, Observer, PartScope
from muranopl.semantics.abstract.functions.signatures import (
    FIRST,
    UI,
    YAQL,
    FunctionSignatures,
    functions,
)
from muranopl.semantics.abstract.similar_names import SimilarNames
from muranopl.semantics.abstract.values import Alternative, Dictionary, Null, Value

_WORSE = {Severity.INFO: 0, Severity.WARNING: 1, Severity.ERROR: 2}


class _HeldReport(msgspec.Struct):
    rule: Rule
    place: Place
    severity: Severity
    facts: dict[str, Any]
    about: Hashable | None = None


class Reports:
    """Collects reports by code and place, which identify a defect, until `flush`.

    Of two reports of one defect the first one is kept, with the higher severity.
    """

    def __init__(self) -> None:
        self._reports: dict[Hashable, _HeldReport] = {}

    def report(
        self,
        rule: Rule,
        place: Place,
        *,
        severity: Severity | None = None,
        about: Hashable | None = None,
        **facts: Any,
    ) -> Hashable:
        """Report a defect; return its key for `blame`.

        Reports of one rule with an equal `about` are one defect at several places.
        """
        key: Hashable = (rule.code, place.key())
        severity = severity or rule.severity
        earlier = self._reports.get(key)
        if earlier is None:
            self._reports[key] = _HeldReport(rule, place, severity, facts, about)
        elif _WORSE[severity] > _WORSE[earlier.severity]:
            earlier.severity = severity
        return key

    def blame(self, key: Hashable, severity: Severity) -> None:
        """Raise the severity of the report with a key, if a failure results from it."""
        earlier = self._reports.get(key)
        if earlier is not None and _WORSE[severity] > _WORSE[earlier.severity]:
            earlier.severity = severity

    def flush(self, findings: Findings) -> None:
        """Add all reports to the findings."""
        repeated = DefectReports()
        for report in self._reports.values():
            severity, facts = report.severity, report.facts
            if report.about is None:
                findings.report(report.rule, report.place, severity=severity, **facts)
            else:
                repeated.report(report.about, report.rule, report.place, severity=severity, **facts)
        repeated.flush(findings)


def place_of(node: Yaql, expression: Expression) -> Place:
    """Return the place of a part of an expression."""
    return place_within(node, expression.start, expression.end)


class EvaluationStage(enum.Enum):
    """The time of evaluation of an expression; values are the places in messages."""

    PARAMETERS = "in Parameters"
    DEFINITION = "in choices and bounds"
    PAGE = "in attributes of fields"
    ENABLED = "in `enabled`"
    FIELD_VALIDATOR = "in validators of fields"
    FORM_VALIDATOR = "in validators of forms"
    MODEL = "in Application and Templates"

    @property
    def sees_parameters(self) -> bool:
        """Whether parameters are available as variables."""
        return self not in {EvaluationStage.FIELD_VALIDATOR, EvaluationStage.FORM_VALIDATOR}

    @property
    def functions(self) -> FunctionSignatures:
        """The available functions."""
        if self is EvaluationStage.FIELD_VALIDATOR:
            added = frozenset[str]()
        else:
            added = frozenset({UI})
        return functions(FIRST, frozenset({YAQL}) | added)


class FormData(Alternative, frozen=True, eq=False, kw_only=True):
    """The data of a form: of its fields before a position, or (None) of all."""

    form: str
    before: int | None = None
    kind: ClassVar[int] = kinds.DICT


class FormMapping(Dictionary, frozen=True, eq=False, kw_only=True):
    """The data of a form, or of all, as the mapping that the model gets."""


class FormsData(Alternative, frozen=True, eq=False, kw_only=True):
    """The data of the forms before a position, or (None) of all, and of `own`, this form."""

    before: int | None = None
    own: FormData | None = None
    kind: ClassVar[int] = kinds.DICT


class MissingForm(Null, frozen=True, eq=False, kw_only=True):
    """Represents the data of a form that does not exist, or (`late`) is filled in later."""

    form: str
    late: bool = False


class Definition(Protocol):
    """What a definition answers to its expressions, and records of them.

    `variable` and `field` return the value of a variable or a field, and report missing ones, as
    `missing_form` does of the data of a form; `form` returns that. `template` returns the template
    of a name, or None; `no_template` reports a missing one, and returns its value. `whole` records
    that data of forms is used as a whole.
    """

    reports: Reports
    similar_names: SimilarNames
    observer: Observer | None
    variable: Callable[[str, Expression, Scope], Value]
    field: Callable[[FormData, str, Expression, Scope], Value]
    form: Callable[[FormsData, str], Value]
    has_form: Callable[[object], bool]
    missing_form: Callable[[MissingForm, Expression, Scope], None]
    template: Callable[[str], UITemplate | None]
    no_template: Callable[[str, Expression, Scope], Value]
    whole: Callable[[Value], None]

    def model_value(self, node: Node, /) -> Value:
        """Return the value of a part of Application or of a template."""

    def is_first_reference(self, tree: Expression, scope: Scope, /) -> bool | None:
        """Return whether a call of ref() is the first of its name, None if that is unknown."""

    def repeats_same(self, tree: Expression, /) -> str | None:
        """Return the name of a template whose host names do not depend on `$index`, or None."""


class Scope(PartScope, frozen=True, eq=False, kw_only=True):
    """The scope of a part of an expression of a definition.

    `muted` is true if reports are dropped. `title` is the name of the whole in messages; `template`
    is the name of the enclosing template.
    """

    rules: ClassVar = ApplicationRules(rules.BAD_OPERANDS, rules.FUNCTION_ARGUMENTS, "{}()", "{}()")
    definition: Definition
    stage: EvaluationStage
    title: str = ""
    muted: bool = False
    template: str | None = None
    parameter: int | None = None

    @classmethod
    def of(
        cls, definition: Definition, node: Yaql, stage: EvaluationStage, data: Value, **options: Any
    ) -> Scope:
        """Return the scope of a whole expression that is evaluated at a stage."""
        return cls(node, stage.functions, data, definition=definition, stage=stage, **options)

    @property
    def severity(self) -> Severity:
        """The severity of a failure of this part."""
        return Severity.ERROR if self.certain else Severity.WARNING

    def muted_with(self, data: Value) -> Scope:
        """Return the scope of an expression that is only searched for names."""
        return msgspec.structs.replace(self, dollar=data, muted=True)

    def as_certain_as(self, other: Scope) -> Scope:
        """Return this scope, for a part evaluated whenever the one with the other scope is."""
        return msgspec.structs.replace(self, certain=other.certain)

    def report(
        self, rule: Rule, tree: Expression, *, severity: Severity | None = None, **facts: Any
    ) -> object:
        """Report a defect at a part of the expression; return its key."""
        # The whole expression was reported for another reason, and is only searched for names.
        if self.muted:
            return None
        if severity is None:
            severity = rule.severity
            # A part that may not be evaluated may not fail.
            if severity is Severity.ERROR:
                severity = self.severity
        return self.definition.reports.report(
            rule, place_of(self.node, tree), severity=severity, **facts
        )

    def blame(self, values: Iterable[Value], *, sure: bool = True) -> bool:
        """See `PartScope`."""
        nulls = [null for value in values for null in value.nulls]
        blamed = [null.blamed for null in nulls if null.blamed is not None]
        severity = self.severity if sure else Severity.WARNING
        if not self.muted:
            for key in blamed:
                self.definition.reports.blame(key, severity)
        return bool(blamed)
