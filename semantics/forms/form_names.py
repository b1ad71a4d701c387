"""Resolves names of forms and fields in expressions: whether they exist, and have a value when read."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping

from muranopl.ard import nodes
from muranopl.ard.yaql.tree import Expression
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.graphs import grouped
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.form import RESERVED, UIForm
from muranopl.semantics.abstract.similar_names import SimilarNames
from muranopl.semantics.abstract.values import UNKNOWN, Null, Value, one
from muranopl.semantics.forms.form_values import FormValues
from muranopl.semantics.forms.scope import (
    EvaluationStage,
    FormData,
    FormMapping,
    FormsData,
    MissingForm,
    Scope,
)

_MOST_LISTED = 8
_NEEDS = {
    EvaluationStage.PARAMETERS: "evaluated before any page is shown",
    EvaluationStage.DEFINITION: "evaluated before any page is shown",
    EvaluationStage.PAGE: "evaluated before that page is submitted",
    EvaluationStage.ENABLED: "evaluated before any value of that page is entered",
    EvaluationStage.FORM_VALIDATOR: "evaluated before that page is submitted",
}
_REMEDY = {
    EvaluationStage.PARAMETERS: "write the expression where the parameter is used",
    EvaluationStage.DEFINITION: "write a value, or use a parameter",
    EvaluationStage.PAGE: "read fields of earlier forms only",
    EvaluationStage.ENABLED: "read fields of earlier forms, and those above in the same form",
    EvaluationStage.FORM_VALIDATOR: "move the validator to the later form",
}


class FormNames:
    """Finds the data of forms, and records which are used."""

    def __init__(self, forms: FormValues, similar_names: SimilarNames) -> None:
        self.values = forms
        self.positions = {name: at for at, name in enumerate(forms.forms)}
        self.everything = one(FormsData())
        # One collection for all suggestions, which are made late and keep it until then
        self._form_names = (*self.positions, RESERVED)
        self._similar_names = similar_names
        self._in_form = {
            form: {name: at for at, name in enumerate(fields)}
            for form, fields in forms.forms.items()
        }
        self._entries: dict[str | None, Mapping[str, Value] | None] = {}
        self._used_up_to = 0
        self._used_forms: set[str] = set()
        self._used_fields: set[tuple[str, str]] = set()

    def before(self, form: str) -> Value:
        """Return the data of the forms before a form."""
        return one(FormsData(before=self.positions[form]))

    def up_to(self, form: str) -> Value:
        """Return the data of the forms up to a form, inclusive."""
        return one(FormsData(before=self.positions[form] + 1))

    def before_field(self, form: str, field: str) -> Value:
        """Return the data of the forms before a form, and of its fields before a field."""
        at = self._in_form[form].get(field)
        own = FormData(form=form, before=at) if at != 0 else None
        return one(FormsData(before=self.positions[form], own=own))

    def form(self, data: FormsData, name: str) -> Value:
        """Return the data of a form."""
        if data.own is not None and data.own.form == name:
            return one(data.own)
        at = self.positions.get(name)
        if at is None and name != RESERVED:
            # A form whose name could not be read may be this one.
            if self._has_unreadable:
                return UNKNOWN
            return one(MissingForm(form=name, because=f'because form "{name}" does not exist'))
        if data.before is None or (at is not None and at < data.before):
            return one(FormData(form=name))
        return one(
            MissingForm(form=name, late=True, because=f'because form "{name}" is not submitted yet')
        )

    def mapping(self, data: FormData | FormsData) -> FormMapping:
        """Return data of forms as the mapping of fields or forms that the model gets."""
        form = data.form if isinstance(data, FormData) else None
        if data.before is None and form not in self._entries:
            self._entries[form] = self._all_forms() if form is None else self._all_fields(form)
        entries = None if data.before is not None else self._entries[form]
        return FormMapping(entries=entries, related=data.related, at=data.at)

    def _all_forms(self) -> dict[str, Value] | None:
        if self._has_unreadable:
            return None
        return {name: one(FormData(form=name)) for name in (*self.positions, RESERVED)}

    def _all_fields(self, form: str) -> Mapping[str, Value] | None:
        if form in self._unreadable or (form == RESERVED and form in self.positions):
            return None
        if form == RESERVED:
            return self.values.workflow
        return {name: self.values.value(field) for name, field in self.values.forms[form].items()}

    def missing_form(self, missing: MissingForm, tree: Expression, scope: Scope) -> None:
        """Report the reading of a field of a form that does not exist, or is filled in later."""
        if missing.late:
            problem = f'form "{missing.form}", but is {_NEEDS.get(scope.stage, "evaluated before")}: this fails'
            scope.report(
                rules.FORM_ORDER,
                tree,
                what=scope.title,
                problem=problem,
                suggestion=_REMEDY.get(scope.stage),
            )
            return
        remedy = None
        if len(self.positions) < _MOST_LISTED:
            remedy = f"available forms: {', '.join(self.positions)}"
        meant = self._similar_names.suggestion(missing.form, self._form_names, "forms", remedy)
        scope.report(rules.UNKNOWN_FORM, tree, name=missing.form, suggestion=meant)

    def field(self, form: FormData, name: str, tree: Expression, scope: Scope) -> Value:
        """Return the value of a field; report it if the form has none of that name."""
        if form.form == RESERVED and RESERVED in self.positions:
            self._used_fields.add((form.form, name))  # the reserved name was reported
            return UNKNOWN
        if form.form == RESERVED:
            workflow = self.values.workflow
            if name in workflow:
                return workflow[name]
            return self._missing_field(form, name, workflow, tree, scope)
        fields = self.values.forms[form.form]
        field = fields.get(name)
        if field is None:
            if form.form in self._unreadable:
                return UNKNOWN
            return self._missing_field(form, name, fields, tree, scope)
        self._used_fields.add((form.form, name))
        # The dashboard evaluates fields from above, so lower ones have no value yet.
        if form.before is not None and self._in_form[form.form][name] >= form.before:
            return self._later_field(field, tree, scope)
        return self.values.value(field)

    def _later_field(self, field: UIField, tree: Expression, scope: Scope) -> Value:
        key = scope.report(
            rules.FORM_ORDER,
            tree,
            severity=Severity.WARNING,
            what=scope.title,
            problem=f'field "{field.name}", but is evaluated before that field is filled in: this is null',
            related=(Related(f'field "{field.name}" is declared here', field.name_node.place),),
            suggestion="move that field above this one",
        )
        return one(Null(because=f'because "{field.name}" is not filled in yet', blamed=key))

    def _missing_field(
        self, form: FormData, name: str, known: Iterable[str], tree: Expression, scope: Scope
    ) -> Value:
        meant: Callable[[], str | None] | str
        # A field of another form is a better guess than a similar name, if it is the only one.
        if len(others := self._forms_with.get(name, [])) == 1:
            meant = f'form "{others[0]}" has it: write `$.{others[0]}.{name}`'
        else:
            meant = self._similar_names.suggestion(name, known, ("fields", form.form))
        key = scope.report(rules.UNKNOWN_FIELD, tree, form=form.form, name=name, suggestion=meant)
        return one(Null(because=f'because form "{form.form}" has no field "{name}"', blamed=key))

    @functools.cached_property
    def _forms_with(self) -> dict[str, list[str]]:
        return grouped(
            (name, form) for form, fields in self.values.forms.items() for name in fields
        )

    def whole(self, value: Value) -> None:
        """Record that data of forms is used as a whole."""
        for alternative in value.alternatives or ():
            if isinstance(alternative, FormsData):
                if alternative.before is None:
                    last = len(self.positions)
                else:
                    last = alternative.before
                self._used_up_to = max(self._used_up_to, last)
                if alternative.own is not None:
                    self._used_forms.add(alternative.own.form)
            elif isinstance(alternative, FormData):
                self._used_forms.add(alternative.form)

    def unused_fields(self) -> Iterator[tuple[str, UIField]]:
        """Yield the fields, with their forms, that are shown although no expression uses their values."""
        for form, fields in self.values.forms.items():
            if form in self._used_forms or self.positions[form] < self._used_up_to:
                continue
            for name, field in fields.items():
                if (form, name) not in self._used_fields and not field.type.is_hidden(field):
                    yield form, field

    @functools.cached_property
    def _has_unreadable(self) -> bool:
        """Whether there are forms whose names could not be read."""
        forms = self.values.definition.forms
        node = self.values.definition.node.get("Forms")
        items = node.items if isinstance(node, nodes.Sequence) else ()
        return len(items) > len(forms) or any(not form.name for form in forms)

    @functools.cached_property
    def _unreadable(self) -> frozenset[str]:
        """The forms that have fields whose names could not be read."""
        return frozenset(form.name for form in self.values.definition.forms if _is_unreadable(form))


def _is_unreadable(form: UIForm) -> bool:
    """Return whether a form has fields whose names could not be read."""
    node = form.node.get("fields") if isinstance(form.node, nodes.Mapping) else None
    items = node.items if isinstance(node, nodes.Sequence) else None
    return (
        items is None
        or len(items) > len(form.fields)
        or any(not field.name for field in form.fields)
    )
