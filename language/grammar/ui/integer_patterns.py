"""Finds which strings other than integers a regular expression admits, without running it.

A text field's value may go to `int()`: `field_restrictions` asks whether its pattern admits only integers. The
dashboard searches a text for the expression, so that one without anchors admits any text around what it matches.
A pattern is computed as an automaton: a relation of states, those in which a text may be before a part of it
and after it, each with the fewest characters between the two.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from muranopl.ard.regular_expressions import parse_pattern
from muranopl.language.contracts.predicates.patterns import MAX_PATTERN

_Relation = Mapping[int, Mapping[int, int]]

# What was read of a text: nothing, blanks, a sign, digits, blanks after them, what is no integer.
_NOTHING, _BLANK, _SIGN, _DIGITS, _END, _OTHER = range(6)
_STATES = 6
# The same states where the pattern demands that the text ends there
_ENDED = _STATES
_ALL = range(2 * _STATES)
_NO_INTEGERS = {_SIGN, _OTHER}

_KINDS = ("digit", "sign", "space", "other")
_AFTER: Mapping[int, Mapping[str, int]] = {
    _NOTHING: {"digit": _DIGITS, "sign": _SIGN, "space": _BLANK},
    _BLANK: {"digit": _DIGITS, "sign": _SIGN, "space": _BLANK},
    _SIGN: {"digit": _DIGITS},
    _DIGITS: {"digit": _DIGITS, "space": _END},
    _END: {"space": _END},
    _OTHER: {},
}
_SAME: _Relation = {state: {state: 0} for state in _ALL}
_AT_BEGINNING: _Relation = {_NOTHING: {_NOTHING: 0}, _ENDED: {_ENDED: 0}}
_AT_END: _Relation = {state: {state if state >= _ENDED else state + _ENDED: 0} for state in _ALL}
_NEVER: _Relation = {}
# More repetitions reach no further state and make no path shorter.
_ENOUGH = 2 * _STATES

_CATEGORIES: Mapping[str, Callable[[str], bool]] = {
    "CATEGORY_DIGIT": str.isdecimal,
    "CATEGORY_SPACE": str.isspace,
    "CATEGORY_WORD": lambda text: text.isalnum() or text == "_",
}
_SAMPLES = (*map(chr, range(128)), "\u0663", "\u00e9", "\u4e00")


class OtherTexts(NamedTuple):
    """The texts that a pattern admits though they are not integers.

    `shortest` is the fewest characters of one, None if there are none. They are `certain` unless
    the pattern has parts that are taken to admit anything.
    """

    shortest: int | None
    certain: bool


UNKNOWN = OtherTexts(0, certain=False)


@functools.lru_cache(256)
def other_texts(pattern: str, flags: int = 0) -> OtherTexts:
    """Return which texts that are not integers a regular expression finds something in."""
    if len(pattern) > MAX_PATTERN:
        return UNKNOWN
    try:
        tree = parse_pattern(pattern, flags)
    except (re.error, ValueError, OverflowError):
        return UNKNOWN
    reading = _Reading(tree.state.flags)
    anything = _repeated(_one_of(_KINDS), 0, _ENOUGH)
    lengths = _joined(_joined(anything, reading.sequence(tree)), anything)
    others = [
        length
        for state, length in lengths.get(_NOTHING, {}).items()
        if state % _STATES in _NO_INTEGERS
    ]
    return OtherTexts(min(others, default=None), reading.certain)


class _Reading:
    """Makes relations of the parts of a pattern. `certain` is false once one is not exact."""

    def __init__(self, flags: int) -> None:
        self.certain = True
        self._of_lines = bool(flags & re.MULTILINE)

    def sequence(self, parts: Iterable[tuple[object, Any]]) -> _Relation:
        result = _SAME
        for operator, argument in parts:
            result = _joined(result, self._part(str(operator), argument))
        return result

    def _part(self, operator: str, argument: Any) -> _Relation:
        match operator:
            case "LITERAL":
                return _one_of(_kinds([("LITERAL", argument)]))
            case "NOT_LITERAL":
                return _one_of(_kinds([("NEGATE", None), ("LITERAL", argument)]))
            case "ANY":
                return _one_of(_KINDS)
            case "IN":
                return _one_of(_kinds([(str(name), value) for name, value in argument]))
            case "BRANCH":
                return _either(map(self.sequence, argument[1]))
            case "SUBPATTERN":
                self._of_lines = self._of_lines or bool(argument[1] & re.MULTILINE)
                return self.sequence(argument[3])
            case "MAX_REPEAT" | "MIN_REPEAT":
                least, most, part = argument
                return _repeated(self.sequence(part), least, most - least)
            case "AT":
                return self._at(str(argument))
            case "FAILURE":
                return _NEVER
        return self._inexact(operator, argument)

    def _at(self, place: str) -> _Relation:
        if place == "AT_BEGINNING_STRING" or (place == "AT_BEGINNING" and not self._of_lines):
            return _AT_BEGINNING
        if place == "AT_END_STRING" or (place == "AT_END" and not self._of_lines):
            return _AT_END
        self.certain = False
        return _SAME

    def _inexact(self, operator: str, argument: Any) -> _Relation:
        """Return what a part admits at most."""
        self.certain = False
        match operator:
            case "POSSESSIVE_REPEAT":
                return self._part("MAX_REPEAT", argument)
            case "ATOMIC_GROUP":
                return self.sequence(argument)
            case "ASSERT" | "ASSERT_NOT":
                return _SAME
        return _repeated(_one_of(_KINDS), 0, _ENOUGH)


def _kinds(items: list[tuple[str, Any]]) -> Iterator[str]:
    """Yield the kinds of characters of which a set has some."""
    ends = [
        code
        for name, value in items
        if name in {"LITERAL", "RANGE"}
        for code in (value if name == "RANGE" else (value,))
    ]
    samples = {*_SAMPLES, *(chr(code) for code in ends)}
    negated = any(name == "NEGATE" for name, _ in items)
    yield from {
        _kind(sample)
        for sample in samples
        if negated != any(_has(name, value, sample) for name, value in items)
    }


def _has(name: str, value: Any, character: str) -> bool:
    if name == "LITERAL":
        return bool(ord(character) == value)
    if name == "RANGE":
        return bool(value[0] <= ord(character) <= value[1])
    if name == "CATEGORY":
        category = str(value)
        negated = "_NOT_" in category
        return negated != _CATEGORIES[category.replace("_NOT_", "_")](character)
    return False


def _kind(character: str) -> str:
    if character.isdecimal():
        return "digit"
    if character.isspace():
        return "space"
    return "sign" if character in "+-" else "other"


def _one_of(kinds: Iterable[str]) -> _Relation:
    """Return the relation of one character of some kinds."""
    among = tuple(kinds)
    return {
        state: {after.get(kind, _OTHER): 1 for kind in among} for state, after in _AFTER.items()
    }


def _joined(first: _Relation, second: _Relation) -> _Relation:
    result: dict[int, dict[int, int]] = {}
    for state, between in first.items():
        row = result[state] = {}
        for middle, length in between.items():
            for end, more in second.get(middle, {}).items():
                row[end] = min(length + more, row.get(end, length + more))
    return result


def _either(relations: Iterable[_Relation]) -> _Relation:
    result: dict[int, dict[int, int]] = {}
    for relation in relations:
        for state, ends in relation.items():
            row = result.setdefault(state, {})
            for end, length in ends.items():
                row[end] = min(length, row.get(end, length))
    return result


def _repeated(relation: _Relation, least: int, more: int) -> _Relation:
    """Return the relation repeated `least` times and up to `more` times again."""
    return _joined(_power(relation, least), _power(_either((_SAME, relation)), min(more, _ENOUGH)))


def _power(relation: _Relation, times: int) -> _Relation:
    result = _SAME
    while times:
        if times & 1:
            result = _joined(result, relation)
        relation = _joined(relation, relation)
        times >>= 1
    return result
