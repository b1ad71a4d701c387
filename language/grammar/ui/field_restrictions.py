"""Judges whether a field of text input takes a string, by its lengths and validators.

The types of fields share it. Measured in the dashboard. Nothing that could take long is run: the result of a
regular expression that is not certainly fast is unknown.
"""

from __future__ import annotations

import msgspec

from muranopl.ard.nodes import Node, text_of
from muranopl.diagnostics.bounds import INITIAL_WAYS
from muranopl.language.contracts.predicates.patterns import MAX_PATTERN, Search, compile_pattern
from muranopl.language.grammar.ui.attributes import validator_regexp
from muranopl.language.grammar.ui.field_attributes import FieldAttributes, literal_length

_NO_INTEGERS = ("a", "A", "-", "_", "a1", "1a", "1.5", "a.b", "x y", "aaaa", "aaaaaaaa")


class Verdict(msgspec.Struct, frozen=True):
    """The result of checking a text: why it is certainly refused, or None.

    `by` is the attribute that refuses it, `suggestion` what to write instead.
    """

    problem: str | None
    decided: bool = True
    by: Node | None = None
    suggestion: str | None = None

    @property
    def is_taken(self) -> bool:
        """Return whether the text is certainly taken."""
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


def has_validators(field: FieldAttributes) -> bool:
    """Return whether a regular expression or a validator restricts the input."""
    result = _validators(field)
    return bool(result.patterns) or result.others


def may_take_only_integers(field: FieldAttributes) -> bool:
    """Return False if a field certainly accepts some text that is not an integer."""
    result = _validators(field)
    if not result.patterns:
        return result.others
    long_enough = "a1".ljust(min(literal_length(field.min_length) or 0, MAX_PATTERN), "a")
    if any(_takes(field, sample) for sample in (*_NO_INTEGERS, long_enough)):
        return False
    parts = validator_regexp(result.patterns[0].node)
    if result.others or len(result.patterns) > 1 or parts is None:
        return True
    from muranopl.language.grammar.ui.integer_patterns import other_texts  # few fields have one

    length, certain = other_texts(*parts)
    # Of longer texts it is not asked, so that none has to be made.
    if not certain or length is None or length > MAX_PATTERN:
        return True
    return not judged_by_length(field, "a" * length).is_taken


def _takes(field: FieldAttributes, text: str) -> bool:
    """Return whether lengths and validators certainly accept a text."""
    return first_refusal(judged_by_length(field, text), judged_by_validators(field, text)).is_taken


def has_lengths(field: FieldAttributes) -> bool:
    """Return whether a length, literal or an expression, restricts the input."""
    return field.min_length is not None or field.max_length is not None


def first_refusal(*verdicts: Verdict) -> Verdict:
    """Return the first refusal, or a verdict without a refusal that is decided if all are."""
    refused = next((verdict for verdict in verdicts if verdict.problem is not None), None)
    return refused or Verdict(None, all(verdict.decided for verdict in verdicts))


def judged_by_length(field: FieldAttributes, text: str) -> Verdict:
    """Return whether `minLength` and `maxLength` accept a text."""
    least, most = literal_length(field.min_length), literal_length(field.max_length)
    if "\n" in text:  # browsers count line ends differently
        return Verdict(None, not has_lengths(field))
    if least is not None and len(text) < least:
        return Verdict(
            f"it has {len(text)} characters, but minLength is {least}", by=field.min_length
        )
    if most is not None and len(text) > most:
        return Verdict(
            f"it has {len(text)} characters, but maxLength is {most}", by=field.max_length
        )
    are_literal = (field.min_length is None) == (least is None) and (field.max_length is None) == (
        most is None
    )
    return Verdict(None, are_literal)


def judged_by_validators(field: FieldAttributes, text: str) -> Verdict:
    """Return whether regular expressions and validators of a field accept a text."""
    result = _validators(field)
    decided = not result.others
    for pattern in result.patterns:
        matches = None
        if pattern.search is not None:
            matches = pattern.search(text)
        if matches is False:
            return Verdict(f"it does not match {text_of(pattern.node)}", by=pattern.node)
        decided = decided and matches is True
    return Verdict(None, decided)


def _validators(field: FieldAttributes) -> _Validators:
    result = [validator for validator in field.effective_validators if not validator.is_dropped]
    patterns = tuple(_pattern(item.regexp) for item in result if item.regexp is not None)
    return _Validators(patterns, len(patterns) < len(result))


def _pattern(node: Node) -> _Pattern:
    parts = validator_regexp(node)
    if parts is None:
        return _Pattern(node, None)
    pattern, flags = parts
    return _Pattern(node, None if flags else compile_pattern(pattern, INITIAL_WAYS.most))
