"""Where an expression of a UI definition stands, and what it sees there (reference: ui-agreement, section 2)."""

from __future__ import annotations

import enum
from typing import Any, Protocol

import msgspec

from muranopl.ard.nodes import Yaql
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.rules import Rule
from muranopl.expression.tree import Expression
from muranopl.language.contracts import kinds
from muranopl.language.grammar.ui.fragments import UITemplate
from muranopl.semantics.inference.functions.signatures import FIRST, UI, YAQL, FunctionSignatures, functions
from muranopl.semantics.ui.reports import Reports, place_of
from muranopl.semantics.ui.slips import Slips
from muranopl.semantics.ui.values import Alternative, Null, Value


class EvaluationStage(enum.Enum):
    """When an expression is evaluated; the value is how messages call its place."""

    PARAMETERS = "in Parameters"
    DEFINITION = "in choices and bounds"
    PAGE = "in attributes of fields"
    ENABLED = "in `enabled`"
    FIELD_VALIDATOR = "in validators of fields"
    FORM_VALIDATOR = "in validators of forms"
    MODEL = "in Application and Templates"

    @property
    def sees_parameters(self) -> bool:
        """Whether parameters are variables there."""
        return self not in {EvaluationStage.FIELD_VALIDATOR, EvaluationStage.FORM_VALIDATOR}

    @property
    def functions(self) -> FunctionSignatures:
        """The functions that there are."""
        added = frozenset[str]() if self is EvaluationStage.FIELD_VALIDATOR else frozenset({UI})
        return functions(FIRST, frozenset({YAQL}) | added)


class FormData(Alternative, frozen=True, eq=False, kw_only=True):
    """What was entered into a form: into its fields before a position, or (None) into all."""

    form: str
    before: int | None = None

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.DICT


class FormsData(Alternative, frozen=True, eq=False, kw_only=True):
    """What was entered into the forms before a position, or (None) into all, and so far into `own`, the form around."""

    before: int | None = None
    own: FormData | None = None

    @property
    def kind(self) -> int:
        """See `Alternative`."""
        return kinds.DICT


class MissingForm(Null, frozen=True, eq=False, kw_only=True):
    """In the place of a form's data: there is no form of that name, or (`late`) it is sent later."""

    form: str
    late: bool = False


class Definition(Protocol):
    """What expressions ask of the definition they are in."""

    reports: Reports
    slips: Slips

    def variable(self, name: str, tree: Expression, scope: Scope) -> Value:
        """Return what the variable `$name` is; report it where it is nothing."""

    def field(self, form: FormData, name: str, tree: Expression, scope: Scope) -> Value:
        """Return what a field gives; report it where the form has none of that name."""

    def form(self, data: FormsData, name: str) -> Value:
        """Return the data of a form."""

    def has_form(self, name: str) -> bool:
        """Whether there is a form of a name."""

    def missing_form(self, missing: MissingForm, tree: Expression, scope: Scope) -> None:
        """Report that a form is read that is not there."""

    def template(self, name: str) -> UITemplate | None:
        """Return the template of a name, None where there is none."""

    def no_template(self, name: str, tree: Expression, scope: Scope) -> Value:
        """Report a name that no template has."""

    def is_first_reference(self, tree: Expression, scope: Scope) -> bool | None:
        """Whether a call of ref() is the first of its name; None where it cannot be told."""

    def repeats_same(self, tree: Expression) -> str | None:
        """Return the name of a template whose host names do not depend on `$index`."""

    def whole(self, value: Value) -> None:
        """Note that data of forms is used as a whole."""


class Scope(msgspec.Struct, frozen=True, eq=False):
    """The surroundings of a part of an expression.

    `data` is `$`. `bound` are the variables that the expression makes itself, None where they are not known. `certain`
    is whether the part is evaluated whenever the whole is; `muted`, whether nothing is evaluated at all. `title` is
    what messages call the whole; `template` is the name of the template around.
    """

    definition: Definition
    stage: EvaluationStage
    node: Yaql
    data: Value
    title: str = ""
    bound: frozenset[str] | None = frozenset()
    certain: bool = True
    muted: bool = False
    inner: bool = False
    template: str | None = None
    parameter: int | None = None

    @property
    def severity(self) -> Severity:
        """How bad it is if the part fails."""
        return Severity.ERROR if self.certain else Severity.WARNING

    def perhaps(self) -> Scope:
        """The scope of a part that is not always evaluated."""
        return msgspec.structs.replace(self, certain=False) if self.certain else self

    def within(self, data: Value) -> Scope:
        """The scope of code that a function runs with another `$`."""
        return msgspec.structs.replace(self, data=data, certain=False, inner=True)

    def binding(self, bound: frozenset[str] | None) -> Scope:
        """The scope of an expression that makes variables itself."""
        return self if bound == self.bound else msgspec.structs.replace(self, bound=bound)

    def muted_with(self, data: Value) -> Scope:
        """The scope of an expression that is looked at only for what it mentions."""
        return msgspec.structs.replace(self, data=data, muted=True)

    def as_certain_as(self, other: Scope) -> Scope:
        """The same scope for a part that is evaluated whenever what has the other scope is."""
        return msgspec.structs.replace(self, certain=other.certain)

    def text(self, tree: Expression) -> str:
        """A part as it is written."""
        return self.node.text[tree.start : tree.end]

    def report(self, rule: Rule, tree: Expression, *, severity: Severity | None = None, **facts: Any) -> object:
        """Report a defect at a part of the expression; return its key."""
        if self.muted:
            return None
        if severity is None:
            severity = rule.severity
            if severity is Severity.ERROR:
                severity = self.severity
        return self.definition.reports.report(rule, place_of(self.node, tree), severity=severity, **facts)

    def blame(self, null: Null, *, sure: bool = True) -> None:
        """Something fails because of a null that was reported."""
        if null.blamed is not None and not self.muted:
            self.definition.reports.blame(null.blamed, self.severity if sure else Severity.WARNING)
