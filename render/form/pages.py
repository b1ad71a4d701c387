"""The pages of a form, filled in one after the other as in the wizard.

Reference: ui-agreement, section 1. A refused page does not end the work: all answers are checked.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from muranopl.ard.descriptions import cut
from muranopl.ard.model_path import ROOT, member
from muranopl.ard.nodes import Yaql, is_null
from muranopl.diagnostics.catalogue.answers import FORM_REFUSED
from muranopl.diagnostics.diagnostic import InModel, Related
from muranopl.diagnostics.reporter import Reporter
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.form import UIForm
from muranopl.language.grammar.ui.values import EVALUATED_AT_LOAD
from muranopl.render.form.answers import ReadAnswers
from muranopl.render.form.expressions import Expressions
from muranopl.render.form.field_answers import AskedField, FieldAnswers, in_words
from muranopl.render.form.fragments import Begin
from muranopl.render.form.scopes import Data, Scopes
from muranopl.semantics.evaluation.conversion import FrozenDict

# Evaluated when their page is shown.
_SHOWN = (
    "label",
    "description",
    "initial",
    "requirements",
    "imageType",
    "filter",
    "muranoNetworks",
    "addItemLink",
)


class WizardPage(NamedTuple):
    """A form, its fields by name (the last of duplicates), and the values of their attributes."""

    form: UIForm
    fields: dict[str, UIField]
    values: dict[str, dict[str, Any]]


class Pages:
    """Fills in the forms of one definition."""

    def __init__(
        self,
        expressions: Expressions,
        scopes: Scopes,
        field_answers: FieldAnswers,
        reporter: Reporter,
    ) -> None:
        self._expressions = expressions
        self._scopes = scopes
        self._field_answers = field_answers
        self._reporter = reporter

    def load(self, forms: Iterable[UIForm]) -> list[WizardPage]:
        """Return the pages, with the attributes that are evaluated before the first page."""
        pages = []
        for form in forms:
            # The dashboard keeps fields by name, so the last of duplicates counts
            fields = {field.name: field for field in form.fields if field.name}
            begin = self._scopes.without_data()
            values = {
                name: self._attributes(field, EVALUATED_AT_LOAD, begin)
                for name, field in fields.items()
            }
            pages.append(WizardPage(form, fields, values))
        return pages

    def fill_in(self, pages: Iterable[WizardPage], answers: ReadAnswers) -> Data:
        """Return the values that all pages send, as far as they are known."""
        data: dict[str, FrozenDict] = {}
        for page in pages:
            begin = self._scopes.attributes(data)
            for name, field in page.fields.items():
                page.values[name].update(self._attributes(field, _SHOWN, begin))
            own: dict[str, Any] = {}
            for field in page.fields.values():
                self._fill_in(page, field, answers, data, own)
            data[page.form.name] = FrozenDict(own)
            # A validator would fail on a field that was refused
            if len(own) == len(page.fields):
                self._validate(page.form, answers, data)
        return data

    def _fill_in(
        self,
        page: WizardPage,
        field: UIField,
        answers: ReadAnswers,
        data: Data,
        own: dict[str, Any],
    ) -> None:
        """Add the value of one field to `own`, the earlier fields of the page.

        `data` are earlier pages.
        """
        is_enabled = True
        if isinstance(field.enabled, Yaql):
            # The dashboard adds the values of the page once it has some
            visible = {**data, page.form.name: FrozenDict(own)} if own else data
            is_enabled = self._expressions.holds(field.enabled, self._scopes.attributes(visible))
        form, answer = page.form.name, answers.find(page.form.name, field.name)
        place = answers.place(form) if answer is None else answer.place
        in_vain = answers.misses(form, field.name)
        self._field_answers.put(
            AskedField(form, field, page.values[field.name], is_enabled, answer, place, in_vain),
            own,
        )

    def _validate(self, form: UIForm, answers: ReadAnswers, data: Data) -> None:
        for validator in form.validators:
            expr = validator.expr
            if not isinstance(expr, Yaql) or self._expressions.holds(
                expr, self._scopes.form_validator(data)
            ):
                continue
            self._reporter.report(
                FORM_REFUSED,
                answers.place(form.name),
                form=form.name,
                problem=in_words(f"{cut(expr.text)} is not true", validator.message),
                related=(Related("its validator", expr.place),),
                in_model=InModel(f"{ROOT}{member(form.name)}"),
            )
            self._expressions.refuse()

    def _attributes(self, field: UIField, names: Iterable[str], begin: Begin) -> dict[str, Any]:
        """Return the attributes of a field that are given, as plain data."""
        result: dict[str, Any] = {}
        for name in names:
            node = getattr(field, UIField.TAGS[name].attribute)
            if isinstance(node, Yaql):
                result[name] = self._expressions.plain(node, begin)
            elif node is not None and not is_null(node):
                result[name] = self._expressions.literal(node)
        return result
