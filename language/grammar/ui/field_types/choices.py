"""The types that offer values: `choice`, and selectors, whose type are classes.

Also `domain`, an old name of the selector of one class.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, Yaql
from muranopl.diagnostics.bounds import ALTERNATIVES
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.ui.field_attributes import FieldAttributes
from muranopl.language.grammar.ui.field_restrictions import Verdict, judged_by_validators
from muranopl.language.grammar.ui.field_types.declaration import (
    WIDGET,
    A,
    Alternatives,
    AnswerSchema,
    AttributeValues,
    FieldType,
    RefusedAnswerError,
)
from muranopl.language.grammar.ui.keys import snake_case
from muranopl.language.grammar.ui.values import check_choices


class ChoiceType(FieldType):
    """The key of a choice, always a text."""

    name = "choice"
    suggested_for = ("select", "dropdown", "enum", "list")
    words = "One of the values in `choices`; the value is its key."
    attributes = ("choices", *WIDGET)
    needed = {"choices": "[[value, Title]]"}  # noqa: RUF012
    validated_as_given = True
    may_name_flavor = True

    def check_attributes(
        self, field: FieldAttributes, node: Node, reading: Reading, what: str
    ) -> None:
        if field.choices is not None:
            check_choices(field.choices, reading, f"choices of {what}")

    def empty_value(self, field: FieldAttributes) -> str:
        return ""

    def judged(self, field: FieldAttributes, text: str) -> Verdict:
        choices = _literal_choices(field)
        if choices is None:
            return Verdict(None, decided=False)
        keys = [choice.key for choice in choices]
        if text in keys:
            return judged_by_validators(field, text)
        suggestion = did_you_mean(nearest(text, keys))
        return Verdict("it is none of the choices", by=field.choices, suggestion=suggestion)

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        """Yield the choices; nothing if they, or the verdicts of validators, are unknown."""
        choices = _literal_choices(field)
        if choices is None or len(choices) > ALTERNATIVES.most:
            return
        verdicts = [
            (choice.key, choice.node, judged_by_validators(field, choice.key))
            for choice in choices
            if choice.key
        ]
        if any(verdict.problem is None and not verdict.decided for _, _, verdict in verdicts):
            return
        for key, node, verdict in verdicts:
            if verdict.problem is None:
                yield make.choice(key, node)
        yield from make.empty()

    def untouched(self, field: FieldAttributes, values: AttributeValues) -> str:
        """Return `initial`, or the first choice if that is not a choice."""
        text, keys = super().untouched(field, values), _keys(field, values)
        if keys is None or text in keys:
            return text
        return next(iter(keys), "")

    def schema(self, field: FieldAttributes, values: AttributeValues) -> AnswerSchema:
        """Return the choices; `enumNames` are their titles, as they are usually called."""
        offered = _offered(field, values)
        if offered is None:
            return super().schema(field, values)
        return {"enum": [key for key, _ in offered], "enumNames": [title for _, title in offered]}

    def sent(self, answer: Any) -> Any:
        # A key that YAML reads as a boolean is offered as its `str()`
        if isinstance(answer, bool):
            return str(answer)
        return super().sent(answer)

    def check_value(self, field: FieldAttributes, value: str, values: AttributeValues) -> None:
        keys = _keys(field, values)
        if keys is not None and value not in keys:
            listing = ", ".join(f'"{key}"' for key in keys)
            raise RefusedAnswerError("its choices are ", listing or "none")


def _keys(field: FieldAttributes, values: AttributeValues) -> list[str] | None:
    """Return the keys that are offered, literal or evaluated; None if they are unknown."""
    offered = _offered(field, values)
    return None if offered is None else [key for key, _ in offered]


def _offered(field: FieldAttributes, values: AttributeValues) -> list[tuple[str, str]] | None:
    """Return the keys that are offered, each with its title; None if they are unknown."""
    if not isinstance(field.choices, Yaql):
        choices = _literal_choices(field)
        if choices is None:
            return None
        return [(choice.key, choice.title) for choice in choices]
    evaluated = values.get("choices")
    pairs = list(map(list, evaluated.items())) if isinstance(evaluated, dict) else evaluated
    if not isinstance(pairs, list) or not all(
        isinstance(pair, list) and len(pair) == 2 for pair in pairs
    ):
        return None
    groups = [title if isinstance(title, list) else [[key, title]] for key, title in pairs]
    return [
        _evaluated_choice(pair if isinstance(pair, list) else [])
        for group in groups
        for pair in group
    ]


def _evaluated_choice(pair: list[Any]) -> tuple[str, str]:
    key, title, *_ = [*pair, None, None]
    text = "" if key is None else str(key)
    return text, text if title is None else str(title)


class _Choice(msgspec.Struct, frozen=True):
    """A choice as it is written; `node` is its key."""

    key: str
    title: str
    node: Node


def _literal_choices(field: FieldAttributes) -> list[_Choice] | None:
    """Return the values that literal `choices` offer; None if they are unknown.

    A value is always text, `str()` of the key in YAML; keys of a map are rewritten to snake_case. A
    title that is a list of pairs is a group of them.
    """
    result: list[_Choice] = []
    pairs = _pairs(field.choices)
    if pairs is None:
        return None
    for key, title, rewritten in pairs:
        group = _pairs(title) if isinstance(title, Sequence) else [(key, title, rewritten)]
        if group is None:
            return None
        for node, name, is_rewritten in group:
            if not isinstance(node, Scalar):
                return None
            text = "" if node.value is None else str(node.value)
            text = snake_case(text) if is_rewritten else text
            result.append(_Choice(text, _title(name) or text, node))
    return result


def _title(node: Node) -> str:
    return str(node.value) if isinstance(node, Scalar) else ""


def _pairs(node: Node | None) -> list[tuple[Node, Node, bool]] | None:
    if isinstance(node, Mapping):
        return [(key, value, True) for key, value in node.pairs]
    if not isinstance(node, Sequence):
        return None
    result: list[tuple[Node, Node, bool]] = []
    for item in node.items:
        if not isinstance(item, Sequence) or len(item.items) != 2:
            return None
        result.append((item.items[0], item.items[1], False))
    return result


CHOICE = ChoiceType()


class SelectorType(FieldType):
    """See `FieldType`. It has no name."""

    words = (
        "An application of the environment, of a class or a subclass of it; the value "
        "is its id, null for none."
    )
    attributes = ("addItemLink", "choices", "emptyValueMessage", *WIDGET)
    depends_on_cloud = True
    takes_objects = True

    def classes(self, field: FieldAttributes) -> tuple[str, ...]:
        """Return the full names of the classes."""
        return tuple(name.text for name in field.classes)

    def alternatives(self, field: FieldAttributes, make: Alternatives[A]) -> Iterator[A]:
        """Yield the id of an application; nothing where a name is not that of a class."""
        classes = self.classes(field)
        if classes and all("." in name for name in classes):
            yield make.object_id(classes)
            yield from make.empty()

    def schema(self, field: FieldAttributes, values: AttributeValues) -> AnswerSchema:
        """Return the schema of an object of its class, or of an id where it has several classes."""
        classes = self.classes(field)
        if not self.takes_objects or len(classes) != 1:
            return {"type": "string"}
        return {"type": "muranoObject", "muranoType": classes[0]}

    def sent(self, answer: Any) -> str:
        if not isinstance(answer, str):
            raise RefusedAnswerError("it accepts the id of an object")
        return answer


SELECTOR = SelectorType()


class DomainType(SelectorType):
    """A selector of one class, which as a type with a name takes no objects as answers."""

    name = "domain"
    words = "An Active Directory of the environment, under an old name; the value is its id."
    deprecated = "the name of a class, with emptyValueMessage"
    takes_objects = False

    def classes(self, field: FieldAttributes) -> tuple[str, ...]:
        """Return the one class whose applications it offers."""
        return ("io.murano.windows.ActiveDirectory",)

    def sent(self, answer: Any) -> Any:
        """Return what is sent as for a type with a name."""
        return FieldType.sent(self, answer)


DOMAIN = DomainType()
