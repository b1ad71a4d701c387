"""Declares the base class of types of fields, and the factory of alternatives that it uses.

A type is one object of a subclass of `FieldType`, listed in
`muranopl.language.grammar.ui.field_types`. Reading, inference and answers to forms use nothing
else. The values of each type were measured in the last dashboard (reference: ui-agreement, section
4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol, TypeVar

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.ui.field_attributes import (
    FieldAttributes,
    escaped,
    initial_text,
    length_of,
    may_be_disabled,
)
from muranopl.language.grammar.ui.field_restrictions import Verdict
from muranopl.language.grammar.ui.keys import UIVersion

A = TypeVar("A")

WIDGET = ("widgetAttrs", "widgetMedia")
TEXT = ("emptyValue", "maxLength", "minLength", "strip", *WIDGET)
# Why a field is null, for messages; a format string with the name of the field.
DISABLED = 'where "{}" is disabled'

# Attributes of a field by key, literal or evaluated, as plain data.
AttributeValues = Mapping[str, Any]
# Keywords of JSON schema; `format` says which control a text has.
AnswerSchema = dict[str, Any]


class RefusedAnswerError(Exception):
    """A field refuses an answer.

    `args[0]` says what it accepts. `listing` is the end of that sentence, which messages may
    shorten.
    """

    def __init__(self, problem: str, listing: str = "") -> None:
        super().__init__(problem)
        self.listing = listing


class MissingAnswerError(Exception):
    """A required field is empty."""


class Alternatives(Protocol[A]):
    """A factory of the alternatives of one field's value, which are opaque to types."""

    def text(
        self,
        *,
        typed: bool,
        samples: Iterable[str] = (),
        restricted: bool = True,
        digits: bool = False,
    ) -> A:
        """Return a text, `typed` by the user or from the cloud.

        The field certainly accepts the `samples`. `restricted` is set if it may refuse other texts,
        `digits` if it may refuse all texts but integers.
        """

    def number(
        self, least: float | None, most: float | None, samples: Iterable[int], *, restricted: bool
    ) -> A:
        """Return an integer from `least` to `most`; the field certainly accepts the `samples`."""

    def boolean(self) -> A:
        """Return true or false."""

    def choice(self, key: str, node: Node) -> A:
        """Return a key that the field offers, written at `node`."""

    def null(self, because: str) -> A:
        """Return null; `because` is a format string with the name of the field."""

    def list_of(self, item: A, least: int | None) -> A:
        """Return a list of like items, at least `least` unless that is unknown."""

    def list_with(self, *items: Iterable[A]) -> A:
        """Return a list of known length; each argument is the alternatives of one item."""

    def object_id(self, classes: tuple[str, ...]) -> A:
        """Return the id of an application of one of the classes."""

    def empty(self) -> Iterator[A]:
        """Yield the value of the empty field, if it may be left empty or disabled."""


class FieldType:
    """A type of fields. Class attributes apply to all its fields; methods get one field.

    For reading:
        words                 the type and its value, in a sentence (Markdown), for editors
        attributes            keys that the type has besides those that all types have
        since                 the first version of definitions with the type; None for all
        suggested_for         words that other form languages have for the type
        deprecated            what to write instead of a deprecated type
        needed                attributes without which a field is of no use, with an example of each
        default_validators    the type has validators, which those of a field replace
        only_literal          attributes that must not be expressions

    For inference:
        may_be_required       an empty field can be refused
        may_be_hidden         `hidden` has an effect
        required_when_hidden  a hidden field without a value is refused, too
        depends_on_cloud      the value of a sent text depends on the cloud
        validated_as_given    validators get the value of the field
        may_name_flavor       the value may be the name of a flavor, which a field called `flavor` must be

    For answers (`schema` says how one is given):
        things                what the cloud offers, in words: `key pairs`
        takes_objects         an answer may be an object, with a header
        takes_empty           an empty answer is accepted by a required field
        is_secret             messages must not show the value
    """

    name: str = ""
    words: str = ""
    attributes: tuple[str, ...] = WIDGET
    since: UIVersion | None = None
    suggested_for: tuple[str, ...] = ()
    deprecated: str | None = None
    needed: Mapping[str, str] = {}
    default_validators = False
    only_literal: tuple[str, ...] = ()
    may_be_required = True
    may_be_hidden = True
    required_when_hidden = False
    depends_on_cloud = False
    things = ""
    validated_as_given = False
    may_name_flavor = False
    takes_objects = False
    takes_empty = False
    is_secret = False

    def check_attributes(
        self, field: FieldAttributes, node: Node, reading: Reading, what: str
    ) -> None:
        """Report invalid attributes of a field, named `what`; `node` is its type as written."""

    def is_required(self, field: FieldAttributes) -> bool:
        """Return whether the page cannot be sent while the field is empty, which is the default."""
        is_optional = isinstance(field.required, Scalar) and not field.required.value
        return self.may_be_required and not is_optional

    def is_hidden(self, field: FieldAttributes) -> bool:
        """Return whether no control is shown, so that the value is always `initial`."""
        hidden = field.hidden
        return self.may_be_hidden and isinstance(hidden, Scalar) and bool(hidden.value)

    def may_be_empty(self, field: FieldAttributes) -> bool:
        """Return whether the value of an empty field is possible."""
        return not self.is_required(field) or may_be_disabled(field)

    def empty_value(self, field: FieldAttributes) -> object:
        """Return the cleaned value of a field that is left empty, or disabled."""
        return None

    def cleaned_text(self, field: FieldAttributes, text: str) -> str:
        """Return a sent text as the dashboard cleans it."""
        return text

    def judged(self, field: FieldAttributes, text: str) -> Verdict:
        """Return whether a field accepts a non-empty input, as far as its literals show."""
        return Verdict(None, decided=False)

    def samples(self, field: FieldAttributes) -> Iterator[str]:
        """Yield texts that a field certainly accepts.

        `initial`, and the empty text if it is a possible value.
        """
        text = initial_text(field)
        if text and self.judged(field, text).is_taken:
            yield self.cleaned_text(field, text)
        if self.may_be_empty(field) and self.empty_value(field) == "":
            yield ""

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        """Yield the alternatives of a shown field's value; nothing if they are unknown."""
        yield from ()

    def untouched(self, field: FieldAttributes, values: AttributeValues) -> str:
        """Return what a field sends without input: `initial`, escaped for HTML if it is a literal.

        Raise MissingAnswerError if it is required and depends on the cloud.
        """
        initial = values.get("initial")
        if isinstance(field.initial, Scalar):
            return initial_text(field) or ""
        if initial is None:
            return ""
        text = str(initial)
        return text if isinstance(field.initial, Yaql) else escaped(text)

    def schema(self, field: FieldAttributes, values: AttributeValues) -> AnswerSchema:
        """Return the JSON schema (draft 4) of the answers that are not empty."""
        return {"type": "string"}

    def sent(self, answer: Any) -> Any:
        """Return what the browser sends for an answer that is not null, usually a text.

        Raise RefusedAnswerError.
        """
        if isinstance(answer, (int, float)) and not isinstance(answer, bool):
            return str(answer)
        if not isinstance(answer, str):
            raise RefusedAnswerError("it accepts strings")
        return answer

    def value(self, field: FieldAttributes, sent: Any) -> object:
        """Return the value of a field from what was sent. Raise RefusedAnswerError."""
        text = self.cleaned_text(field, sent)
        if text:
            return self.converted(text)
        return self.empty_value(field)

    def converted(self, text: str) -> object:
        """Return the value of a cleaned text, which is not empty. Raise RefusedAnswerError."""
        return text

    def check_value(self, field: FieldAttributes, value: Any, values: AttributeValues) -> None:
        """Raise RefusedAnswerError if a value, which is not empty, breaks a rule of the type."""


def length_keywords(least: object, most: object, *, is_required: bool) -> AnswerSchema:
    """Return the keywords for the lengths that `check_length` accepts, and a field that is not empty."""
    shortest, longest = length_of(least), length_of(most)
    if is_required:
        shortest = max(shortest or 0, 1)
    result = {"minLength": shortest, "maxLength": longest}
    return {name: value for name, value in result.items() if value is not None}


def check_length(value: str | list[str], least: object, most: object) -> None:
    """Raise RefusedAnswerError if a value is shorter than `least` or longer than `most`.

    Bounds that are not a length have no effect.
    """
    what = "names" if isinstance(value, list) else "characters"
    shortest, longest = length_of(least), length_of(most)
    if shortest is not None and len(value) < shortest:
        raise RefusedAnswerError(
            f"it accepts at least {shortest} {what} (minLength), not {len(value)}"
        )
    if longest is not None and len(value) > longest:
        raise RefusedAnswerError(
            f"it accepts at most {longest} {what} (maxLength), not {len(value)}"
        )
