"""Names of forms and fields in expressions: which there are, and which have a value already where they are read."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Sequence
from muranopl.diagnostics.catalogue import ui_expressions as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.expression.tree import Expression
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_values import is_hidden
from muranopl.language.grammar.ui.form import RESERVED, UIForm
from muranopl.semantics.ui.form_values import FormValues
from muranopl.semantics.ui.scope import FormData, FormsData, MissingForm, Scope, Stage
from muranopl.semantics.ui.values import UNKNOWN, Null, Value, one

_LATER = {
    Stage.DEFINITION: "which is evaluated before any page is shown",
    Stage.PAGE: "which is evaluated before that page is sent",
    Stage.ENABLED: "which is evaluated before that is entered",
    Stage.FORM_VALIDATOR: "which is evaluated before that page is shown",
    Stage.PARAMETERS: "which is evaluated before any page is shown",
}
_REMEDY = {
    Stage.DEFINITION: "use a value or a parameter",
    Stage.PARAMETERS: "write the expression where the parameter is used",
}


class FormNames:
    """Finds the data of forms; knows what of it is used."""

    def __init__(self, forms: FormValues) -> None:
        self.values = forms
        self.positions = {name: at for at, name in enumerate(forms.forms)}
        everything = {name: FormData(form=name) for name in (*forms.forms, RESERVED)}
        self.everything = one(FormsData(forms=everything))
        self._used_forms: set[str] = set()
        self._used_fields: set[tuple[str, str]] = set()

    def before(self, position: int, form: str | None = None, field: str | None = None) -> Value:
        """Return the data of the forms before a position, and of those fields of `form` that precede `field`."""
        found = {name: FormData(form=name) for name, at in self.positions.items() if at < position}
        if form is not None and field is not None:
            names = list(self.values.forms[form])
            earlier = frozenset(names[: names.index(field)] if field in names else names)
            if earlier:
                found[form] = FormData(form=form, fields=earlier)
        return one(FormsData(forms=found))

    def form(self, data: FormsData, name: str) -> Value:
        """Return the data of a form."""
        found = data.forms.get(name)
        if found is not None:
            return one(found)
        if name not in self.positions and name != RESERVED and self._unreadable:
            return UNKNOWN
        late = name in self.positions or name == RESERVED
        because = f'as there is no form "{name}"' if not late else f'as form "{name}" is not sent yet'
        return one(MissingForm(form=name, late=late, because=because))

    def missing_form(self, missing: MissingForm, tree: Expression, scope: Scope) -> None:
        """Report that a field is read of a form that is not there, or not yet."""
        if missing.late:
            problem = f'form "{missing.form}", {_LATER.get(scope.stage, "which is not there yet")}: this fails'
            remedy = _REMEDY.get(scope.stage)
            scope.report(rules.FORM_ORDER, tree, what=scope.title, problem=problem, suggestion=remedy)
            return
        forms = [name for name, at in self.positions.items()]
        close = nearest(missing.form, (*forms, RESERVED))
        known = f"forms are {', '.join(forms)}" if 0 < len(forms) < 6 else None
        scope.report(rules.UNKNOWN_FORM, tree, name=missing.form, suggestion=did_you_mean(close, known))

    def field(self, form: FormData, name: str, tree: Expression, scope: Scope) -> Value:
        """Return what a field gives; it is reported where the form has none of that name."""
        if form.form == RESERVED and RESERVED in self.positions:
            self._used_fields.add((form.form, name))  # that it is taken was reported
            return UNKNOWN
        if form.form == RESERVED:
            workflow = self.values.workflow
            return workflow[name] if name in workflow else self._missing_field(form, name, list(workflow), tree, scope)
        fields = self.values.forms[form.form]
        field = fields.get(name)
        if field is None:
            if any(each.name == form.form and _is_unreadable(each) for each in self.values.definition.forms):
                return UNKNOWN
            return self._missing_field(form, name, list(fields), tree, scope)
        self._used_fields.add((form.form, name))
        if form.fields is not None and name not in form.fields:
            problem = f'field "{name}", which comes after it: this is null'
            related = (Related(f'field "{name}" is declared here', field.name_node.place),)
            remedy = "put the field before it"
            key = scope.report(
                rules.FORM_ORDER,
                tree,
                severity=Severity.WARNING,
                what=scope.title,
                problem=problem,
                related=related,
                suggestion=remedy,
            )
            return one(Null(because=f'as "{name}" comes later', blamed=key))
        return self.values.value(field)

    def _missing_field(self, form: FormData, name: str, known: list[str], tree: Expression, scope: Scope) -> Value:
        close = nearest(name, known)
        others = [each for each, fields in self.values.forms.items() if name in fields]
        elsewhere = f'form "{others[0]}" has it: write `$.{others[0]}.{name}`' if others else None
        suggestion = elsewhere or did_you_mean(close)
        key = scope.report(rules.UNKNOWN_FIELD, tree, form=form.form, name=name, suggestion=suggestion)
        return one(Null(because=f'as form "{form.form}" has no field "{name}"', blamed=key))

    def whole(self, value: Value) -> None:
        """Note that data of forms is used as a whole."""
        for each in value.alternatives or ():
            if isinstance(each, FormsData):
                self._used_forms.update(each.forms)
            elif isinstance(each, FormData):
                self._used_forms.add(each.form)

    def unused_fields(self) -> Iterator[UIField]:
        """Yield the fields that are shown although nothing uses what is entered."""
        for form, fields in self.values.forms.items():
            for name, field in fields.items():
                if form not in self._used_forms and (form, name) not in self._used_fields and not is_hidden(field):
                    yield field

    @property
    def _unreadable(self) -> bool:
        """Whether there are forms of which not even the name is known."""
        node = self.values.definition.node.get("Forms")
        items = node.items if isinstance(node, Sequence) else ()
        return len(items) > len(self.values.definition.forms) or any(not each.name for each in self._forms)

    @property
    def _forms(self) -> tuple[UIForm, ...]:
        return self.values.definition.forms


def _is_unreadable(form: UIForm) -> bool:
    """Whether a form has fields of which not even the name is known."""
    node = form.node.get("fields") if isinstance(form.node, Mapping) else None
    items = node.items if isinstance(node, Sequence) else None
    return items is None or len(items) > len(form.fields) or any(not field.name for field in form.fields)
