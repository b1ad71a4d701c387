"""Restrictions of a field's attributes on text input: whether a text is accepted (measured in the dashboard).

Nothing that could take long is run: the result of a regular expression that is not certainly fast
is unknown.
"""

from __future__ import annotations

import msgspec

from muranopl.ard.nodes import Node, text_of
from muranopl.diagnostics.bounds import INITIAL_WAYS
from muranopl.language.contracts.predicate_patterns import Search, compile_pattern
from muranopl.language.grammar.ui.attributes import validator_regexp
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_values import (
    PASSWORD_LENGTHS,
    TYPED_TYPES,
    choice_keys,
    cleaned_text,
    integer_of,
    is_address,
    is_database_name,
    literal_length,
    literal_number,
    missing_in_password,
    names_of,
)

_NO_INTEGERS = ("a", "A", "-", "_", "a1", "1a", "1.5", "a.b", "x y", "aaaa", "aaaaaaaa")


class Verdict(msgspec.Struct, frozen=True):
    """The result of checking a text: why it is certainly refused, or None.

    And whether all checks were decided. `by` is the attribute that refuses it.
    """

    problem: str | None
    decided: bool = True
    by: Node | None = None

    @property
    def is_taken(self) -> bool:
        """Whether the text is certainly accepted."""
        return self.problem is None and self.decided


class _Pattern(msgspec.Struct, frozen=True):
    """A regular expression: its node, and its search, which is None if it could take long."""

    node: Node
    search: Search | None


class _Validators(msgspec.Struct, frozen=True):
    """The validators of a field.

    `others` is true if there are also expressions, or unknown validators.
    """

    patterns: tuple[_Pattern, ...] = ()
    others: bool = False


def has_validators(field: UIField) -> bool:
    """Return whether a regular expression or a validator restricts the input."""
    found = _validators(field)
    return bool(found.patterns) or found.others


def has_lengths(field: UIField) -> bool:
    """Return whether a length, literal or an expression, restricts the input."""
    return field.min_length is not None or field.max_length is not None


def judged(field: UIField, text: str) -> Verdict:
    """Return whether a field accepts a text that is entered, and is not empty."""
    word = field.type.word
    text = cleaned_text(field, text)
    if word == "integer":
        return _judged_integer(field, text)
    if word == "choice":
        return _judged_choice(field, text)
    if word == "databaselist":
        wrong = [name for name in names_of(text) if not is_database_name(name)]
        if wrong:
            return Verdict(f'"{wrong[0]}" is no name of a database')
        return Verdict(None, not has_validators(field) and not has_lengths(field))
    if word not in TYPED_TYPES:
        return Verdict(None, decided=False)
    if word == "clusterip" and not is_address(text):
        return Verdict("it is no IPv4 address")
    return _first(_judged_length(field, text), judged_by_validators(field, text), _judged_password(field, text))


def lets_other_texts_through(field: UIField) -> bool:
    """Return whether a text field certainly accepts some text that is no integer."""
    found = _validators(field)
    if field.type.word == "clusterip" or not (found.patterns or found.others):
        return True
    if found.others:
        return False
    return any(judged_by_validators(field, sample).is_taken for sample in _NO_INTEGERS)


def _first(*verdicts: Verdict) -> Verdict:
    """Return the first refusal, or a verdict without a refusal that is decided if all are."""
    refused = next((each for each in verdicts if each.problem is not None), None)
    return refused or Verdict(None, all(each.decided for each in verdicts))


def _judged_integer(field: UIField, text: str) -> Verdict:
    number = integer_of(text)
    if number is None:
        return Verdict("it is no whole number")
    least, most = literal_number(field.min_value), literal_number(field.max_value)
    if least is not None and number < least:
        return Verdict(f"minValue is {least}", by=field.min_value)
    if most is not None and number > most:
        return Verdict(f"maxValue is {most}", by=field.max_value)
    known = (field.min_value is None) == (least is None) and (field.max_value is None) == (most is None)
    return _first(judged_by_validators(field, str(number)), Verdict(None, known and field.step_size is None))


def _judged_choice(field: UIField, text: str) -> Verdict:
    keys = choice_keys(field)
    if keys is None:
        return Verdict(None, decided=False)
    if all(key != text for key, _ in keys):
        return Verdict("it is none of the choices", by=field.choices)
    return judged_by_validators(field, text)


def _judged_length(field: UIField, text: str) -> Verdict:
    least, most = literal_length(field.min_length), literal_length(field.max_length)
    if "\n" in text:  # browsers count line ends differently
        return Verdict(None, not has_lengths(field))
    if least is not None and len(text) < least:
        return Verdict(f"minLength is {least}, and it has {len(text)} characters", by=field.min_length)
    if most is not None and len(text) > most:
        return Verdict(f"maxLength is {most}, and it has {len(text)} characters", by=field.max_length)
    known = (field.min_length is None) == (least is None) and (field.max_length is None) == (most is None)
    return Verdict(None, known)


def judged_by_validators(field: UIField, text: str) -> Verdict:
    """Return whether the regular expressions and validators of a field, if it has any, accept a text."""
    found = _validators(field)
    decided = not found.others
    for pattern in found.patterns:
        matches = None if pattern.search is None else pattern.search(text)
        if matches is False:
            return Verdict(f"it does not match {text_of(pattern.node)}", by=pattern.node)
        decided = decided and matches is True
    return Verdict(None, decided)


def _judged_password(field: UIField, text: str) -> Verdict:
    if field.type.word != "password" or field.effective_validators:
        return Verdict(None)
    if not text.isascii():
        return Verdict(None, decided=False)
    lengths = field.min_length, field.max_length
    for wanted, own, is_wrong in (
        (f"at least {PASSWORD_LENGTHS[0]} characters", lengths[0], len(text) < PASSWORD_LENGTHS[0]),
        (f"at most {PASSWORD_LENGTHS[1]} characters", lengths[1], len(text) > PASSWORD_LENGTHS[1]),
    ):
        if own is None and is_wrong:
            return Verdict(f"a password has {wanted}")
    missing = missing_in_password(text)
    return Verdict(None if missing is None else f"a password needs {missing}")


def _validators(field: UIField) -> _Validators:
    found = [each for each in field.effective_validators if not each.is_dropped]
    patterns = tuple(_pattern(each.regexp) for each in found if each.regexp is not None)
    return _Validators(patterns, len(patterns) < len(found))


def _pattern(node: Node) -> _Pattern:
    parts = validator_regexp(node)
    if parts is None:
        return _Pattern(node, None)
    pattern, flags = parts
    return _Pattern(node, None if flags else compile_pattern(pattern, INITIAL_WAYS.most))
