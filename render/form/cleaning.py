"""What a field makes of an answer: the value it sends, or why it takes none.

Reference: ui-agreement, section 4. As in the browser, an answer is first a text; `sent` returns
that, `converted` its value, and `check` holds the value against what the field asks for.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from muranopl.ard.nodes import Scalar
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_values import (
    CLOUD_TYPES,
    NEVER_REQUIRED,
    PASSWORD_LENGTHS,
    boolean_of,
    cleaned_text,
    empty_value,
    initial_text,
    integer_of,
    is_address,
    is_database_name,
    length_of,
    missing_in_password,
    names_of,
)
from muranopl.render.value_text import cut

Values = Mapping[str, Any]
"""Attributes of a field by name, literal or evaluated, as plain data."""


class RefusedAnswerError(Exception):
    """A field does not take an answer; `args[0]` says what it takes."""


def untouched(field: UIField, values: Values, keys: list[str] | None) -> Any:
    """Return what a field that nobody touches sends: `initial`, the first choice, or nothing.

    A literal `initial` becomes text with the characters of HTML escaped.
    """
    initial, word = values.get("initial"), field.type.word
    text = initial_text(field) if isinstance(field.initial, Scalar) else None if initial is None else str(initial)
    text = text or ""
    if word in NEVER_REQUIRED:
        return boolean_of(text)
    if word == "choice" and keys is not None and text not in keys:
        return keys[0] if keys else ""
    if word == "network":
        return ""
    return text


def sent(field: UIField, value: Any) -> Any:
    """Return what the browser sends for an answer: a text, for some types something else.

    Raise RefusedAnswerError.
    """
    word = field.type.word
    if value is None:
        return False if word in NEVER_REQUIRED else ""
    if word in NEVER_REQUIRED:
        return _of_kind(value, bool, "true or false")
    if word == "network":
        return _network(value)
    if word == "databaselist" and isinstance(value, list):
        return ",".join(_of_kind(each, str, "texts") for each in value)
    if word == "choice" and isinstance(value, bool):
        return str(value)
    if word == "integer":
        return str(_number(value))
    if isinstance(value, (int, float)) and not isinstance(value, bool) and word is not None:
        return str(value)
    return _of_kind(value, str, "a text, the id of an object" if word is None else "a text")


def _of_kind(value: Any, kind: type, wanted: str) -> Any:
    if not isinstance(value, kind):
        raise RefusedAnswerError(f"it takes {wanted}")
    return value


def _number(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        raise RefusedAnswerError("it takes a whole number")
    return value


def _network(value: Any) -> Any:
    """Return the pair of a network.

    The id of the network, or a list of it and the id of the subnet.
    """
    pair = value if isinstance(value, list) else [value, None]
    if not 1 <= len(pair) <= 2 or not all(each is None or isinstance(each, str) for each in pair):
        raise RefusedAnswerError("it takes the id of a network, or [network, subnet], or null for Auto")
    return [pair[0] or None, (pair[1] if len(pair) == 2 else None) or None]


def converted(field: UIField, raw: Any) -> Any:
    """Return the value of what was sent; raise RefusedAnswerError."""
    word = field.type.word
    if word in NEVER_REQUIRED or (word == "network" and raw):
        return raw
    text = cleaned_text(field, raw)
    if word == "databaselist":
        return names_of(raw)
    if not text:
        return empty_value(field)
    if word == "integer" and integer_of(text) is None:
        raise RefusedAnswerError("it takes a whole number")
    return integer_of(text) if word == "integer" else text


def check(field: UIField, value: Any, values: Values, keys: list[str] | None) -> None:
    """Hold a value that is not empty against all that its type asks for.

    Raise RefusedAnswerError.
    """
    word = field.type.word
    if word == "choice" and keys is not None and value not in keys:
        raise RefusedAnswerError(f"its choices are {_listed(keys)}")
    if word == "databaselist" and not all(map(is_database_name, value)):
        raise RefusedAnswerError("it takes names of letters, digits and _ $ # @, separated by commas")
    if word == "clusterip" and not is_address(value):
        raise RefusedAnswerError("it takes an IPv4 address")
    if word == "integer":
        _check_number(value, values)
    if word == "password" and not field.effective_validators:
        _check_password(value, values)
    elif word is not None and word not in CLOUD_TYPES and isinstance(value, (str, list)):
        _check_length(value, values.get("minLength"), values.get("maxLength"))


def _listed(keys: list[str]) -> str:
    return cut(", ".join(f'"{each}"' for each in keys)) or "none"


def _check_number(value: int, values: Values) -> None:
    least, most, step = (values.get(name) for name in ("minValue", "maxValue", "stepSize"))
    if isinstance(least, (int, float)) and value < least:
        raise RefusedAnswerError(f"it takes numbers from {least} on (minValue)")
    if isinstance(most, (int, float)) and value > most:
        raise RefusedAnswerError(f"it takes numbers up to {most} (maxValue)")
    if isinstance(step, (int, float)) and step and not _is_multiple(value, step):
        raise RefusedAnswerError(f"it takes multiples of {step} (stepSize)")


def _is_multiple(value: int, step: float) -> bool:
    """Return whether a number is a multiple of a step, as far as that can be told."""
    if isinstance(step, int):
        return value % step == 0
    try:
        return not math.isfinite(step) or math.isclose(math.remainder(value, step), 0, abs_tol=1e-9)
    except OverflowError:  # no float is that large
        return True


def _check_password(value: str, values: Values) -> None:
    """Apply the rules for passwords without rules of their own."""
    shortest, longest = PASSWORD_LENGTHS
    _check_length(value, values.get("minLength", shortest), values.get("maxLength", longest))
    missing = missing_in_password(value)
    if missing is not None:
        raise RefusedAnswerError(f"it takes passwords with {missing}")


def _check_length(value: str | list[Any], least: Any, most: Any) -> None:
    what = "names" if isinstance(value, list) else "characters"
    shortest, longest = length_of(least), length_of(most)
    if shortest is not None and len(value) < shortest:
        raise RefusedAnswerError(f"it takes at least {shortest} {what} (minLength), not {len(value)}")
    if longest is not None and len(value) > longest:
        raise RefusedAnswerError(f"it takes at most {longest} {what} (maxLength), not {len(value)}")
