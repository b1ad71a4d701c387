"""The value that a field sends for its answer, or without one; refusals are reported.

Reference: ui-agreement, section 4.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from muranopl.ard import nodes
from muranopl.ard.descriptions import cut
from muranopl.ard.model_path import ROOT, member
from muranopl.ard.nodes import Broken, Node, Yaql, text_of
from muranopl.diagnostics.catalogue import answers as rules
from muranopl.diagnostics.diagnostic import InModel, Related
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import Reporter
from muranopl.language.grammar.ui.attributes import validator_regexp
from muranopl.language.grammar.ui.class_names import header_of
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_attributes import is_empty
from muranopl.language.grammar.ui.field_types.cloud import FLAVOR
from muranopl.language.grammar.ui.field_types.declaration import (
    AttributeValues,
    MissingAnswerError,
    RefusedAnswerError,
)
from muranopl.render.form.expressions import Expressions
from muranopl.render.form.headers import Identities
from muranopl.render.form.scopes import Scopes
from muranopl.render.model_reporter import shown
from muranopl.render.node_data import data_of
from muranopl.semantics.evaluation.conversion import freeze
from muranopl.semantics.evaluation.errors import EvaluationError


class AskedField(NamedTuple):
    """A field of a form, its attributes, whether it is enabled, and the answer.

    The answer is a node or None, with a place. `in_vain` is set if an answer that was meant for the
    field is reported already.
    """

    form: str
    field: UIField
    values: AttributeValues
    is_enabled: bool
    answer: Node | None
    place: Place
    in_vain: bool

    @property
    def in_answers(self) -> InModel:
        """The path of the answer, `$.form.field`."""
        return InModel(f"{ROOT}{member(self.form)}{member(self.field.name)}")


class FieldAnswers:
    """Computes the values of fields; `others` are existing applications that answers contain."""

    def __init__(
        self, expressions: Expressions, scopes: Scopes, identities: Identities, reporter: Reporter
    ) -> None:
        self.others: list[Node] = []
        self._expressions = expressions
        self._scopes = scopes
        self._identities = identities
        self._reporter = reporter

    def put(self, asked: AskedField, into: dict[str, Any]) -> None:
        """Add the value of a field, as a yaql value, to those of its page, unless it is refused."""
        try:
            initial = None if asked.answer is None else data_of(asked.answer)
        except EvaluationError as error:
            self._report_refused(asked, "such a value", str(error))
            self._expressions.refuse()
            return
        try:
            into[asked.field.name] = freeze(self._value(asked, initial))
            return
        except MissingAnswerError:
            if not asked.in_vain:
                self._report_missing(asked)
        except RefusedAnswerError as error:
            if asked.answer is None:
                # Without an answer, the initial value is what was refused
                initial = asked.values.get("initial")
            self._report_refused(asked, shown(initial), f"{error}{cut(error.listing)}")
        self._expressions.refuse()

    def _value(self, asked: AskedField, given: Any) -> Any:
        """Return a value; raise MissingAnswerError, RefusedAnswerError."""
        field, answer, type_ = asked.field, asked.answer, asked.field.type
        if answer is None:
            sent = type_.untouched(field, asked.values)
        elif type_.is_hidden(field):
            raise RefusedAnswerError("it is hidden, and always sends its initial value")
        elif type_.takes_objects and isinstance(answer, nodes.Mapping):
            return self._existing(answer)
        else:
            sent = "" if given is None else type_.sent(given)
        value = type_.value(field, sent)
        # The dashboard skips the validators of a field that is not enabled
        if asked.is_enabled:
            self._check(asked, value)
        if (
            # The dashboard looks up a field of this name among the flavors, to display quotas
            field.name == FLAVOR.name
            and type_ is not FLAVOR
            and not (isinstance(value, str) and value)
        ):
            raise RefusedAnswerError("the dashboard looks for a flavor of the cloud with this name")
        return value

    def _check(self, asked: AskedField, value: Any) -> None:
        """Check the value of an enabled field; raise as `_value` does."""
        field, type_ = asked.field, asked.field.type
        if is_empty(value):
            does = type_.takes_empty and asked.answer is not None
            if type_.is_required(field) and not does:
                raise MissingAnswerError
            return
        # Not reached by empty values, which the dashboard does not pass to validators
        type_.check_value(field, value, asked.values)
        for problem in self._broken_validators(field, value):
            raise RefusedAnswerError(problem)

    def _existing(self, answer: nodes.Mapping) -> str:
        """Return the id of an existing application that the answer contains."""
        header = header_of(answer)
        if header is None:
            raise RefusedAnswerError(
                'it accepts the id of an object, or an object with a header, "?"'
            )
        identity, path = text_of(header.get("id")), f"other {len(self.others)}"
        self.others.append(
            answer if identity is not None else self._identities.inserted(answer, path)
        )
        return self._identities.of(path) if identity is None else identity

    def _broken_validators(self, field: UIField, value: Any) -> Iterator[str]:
        """Yield the messages of the validators of a field that refuse a value."""
        for validator in field.effective_validators:
            expr, regexp = validator.expr, validator.regexp
            if regexp is not None:
                parts = validator_regexp(regexp)
                if parts is not None and not self._expressions.matches(*parts, regexp, value):
                    yield in_words(f"it must match {cut(text_of(regexp) or '')}", validator.message)
            elif isinstance(expr, Yaql) and not self._expressions.holds(
                expr, self._scopes.field_validator(value)
            ):
                yield in_words(f"{cut(expr.text)} is not true", validator.message)

    def _report_missing(self, asked: AskedField) -> None:
        field, form, type_ = asked.field, asked.form, asked.field.type
        why, place = "", asked.place
        related: tuple[Related, ...] = (Related("the field", field.name_node.place),)
        remedy = f'write {{"{form}": {{"{field.name}": ...}}}} in the answers'
        if type_.is_hidden(field):
            why = ", but it is hidden and has no initial value: the page can never be submitted"
            remedy = "add `initial: ...`, or `required: false`"
            place, related = field.name_node.place, ()
        elif type_.takes_objects:
            names = " or ".join(name.text for name in field.classes)
            why = f": it is an existing object of {names}"
        elif type_.things:
            why = f": only the cloud knows which {type_.things} exist"
        self._reporter.report(
            rules.ANSWER_MISSING,
            place,
            field=field.name,
            form=form,
            why=why,
            suggestion=remedy,
            related=related,
            in_model=asked.in_answers,
        )

    def _report_refused(self, asked: AskedField, value: str, problem: str) -> None:
        if isinstance(asked.answer, Broken):
            return
        field, place = asked.field, asked.place
        words = "this password" if field.type.is_secret else value
        if asked.answer is None and field.initial is not None:
            words, place = f"its initial value, {words}", field.initial.place
        self._reporter.report(
            rules.ANSWER_REFUSED,
            place,
            field=field.name,
            form=asked.form,
            value=words,
            problem=problem,
            related=(Related("the field", field.name_node.place),),
            in_model=asked.in_answers,
        )


def in_words(problem: str, message: Node | None) -> str:
    """Return why something is refused, with the message of the definition."""
    said = text_of(message)
    return f'{problem} ("{cut(said)}")' if said else problem
