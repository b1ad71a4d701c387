"""Functions of the engine around the language: texts, macros, and what takes a running engine."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from yaql.language import utils, yaqltypes

from muranopl.semantics.evaluation.errors import EvaluationError, NotEvaluatedError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.parameters import ANYTHING, LAMBDA, MAPPING, TEXT, TEXT_OR_NULL, declare

_MACRO = re.compile(r"\{(\w+?)\}")


def base64encode(value: str) -> str:
    """`base64encode(text)`."""
    import base64  # noqa: PLC0415 - rarely needed

    return base64.b64encode(value.encode()).decode()


def base64decode(value: str) -> str:
    """`base64decode(text)`; what is encoded has to be text in UTF-8."""
    import base64  # noqa: PLC0415 - rarely needed

    try:
        return base64.b64decode(value.encode()).decode()
    except ValueError:
        message = "base64decode(): the value is no text in base64"
        raise EvaluationError(message) from None


def bind(frame: VariableFrame, obj: Any, mappings: Mapping[Any, Any]) -> Any:
    """`bind(value, {name => replacement})`: texts `$name` and `${name}` anywhere in the value are replaced."""
    if isinstance(obj, str):
        return _bound(frame, obj, mappings)
    if utils.is_sequence(obj):
        return [bind(frame, item, mappings) for item in obj]
    if isinstance(obj, Mapping):
        return {bind(frame, key, mappings): bind(frame, value, mappings) for key, value in obj.items()}
    return obj


def _bound(frame: VariableFrame, text: str, mappings: Mapping[Any, Any]) -> Any:
    if not text.startswith("$"):
        return text
    macro = text[1:]
    length = 0

    def replacement(match: re.Match[str]) -> str:
        nonlocal length
        value = str(mappings.get(match[1]))
        length += len(value)
        frame.budget.text(length)
        return value

    if _MACRO.search(macro):
        return _MACRO.sub(replacement, macro)
    value = mappings[macro]
    return text if value is None else value


def first_or_default(collection: Iterable[Any], default: Any = None) -> Any:
    """`firstOrDefault(collection, default)`, before version 1.2."""
    return next(iter(collection), default)


def substr(delegate: Callable[..., Any], string: str, start: int, length: int = -1) -> Any:
    """`substr(text, start, length)`, before version 1.2."""
    return delegate(string, start, length)


def pselect(collection: Iterable[Any], composer: Callable[[Any], Any]) -> Any:
    """`pselect(collection, composer)`: nothing is parallel here."""
    return map(composer, collection)


def _unknown(what: str) -> NotEvaluatedError:
    return NotEvaluatedError(what)


def random_name() -> Any:
    """`randomName()`."""
    raise _unknown("randomName()")


def patch(obj: Any, patch: Any) -> Any:
    """`patch(value, patch)`, a JSON patch."""
    raise _unknown("patch()")


def logger(logger_name: str | None) -> Any:
    """`logger(name)`."""
    raise _unknown("logger()")


def decrypt_data(value: str) -> Any:
    """`decryptData(value)`, from a key manager."""
    raise _unknown("decryptData()")


def config(group: str, setting: str, read_as_file: bool = False) -> Any:
    """`config(group, setting, readAsFile)`, from the configuration of the engine."""
    raise _unknown("config()")


def config_default(setting: str) -> Any:
    """`config(setting)`."""
    raise _unknown("config()")


_ITERABLE = yaqltypes.Iterable()

FUNCTIONS = (
    declare(base64decode, "base64decode", method=True, value=TEXT),
    declare(base64encode, "base64encode", method=True, value=TEXT),
    declare(pselect, "pselect", method=True, collection=_ITERABLE, composer=LAMBDA),
    declare(bind, "bind", method=True, mappings=MAPPING),
    declare(random_name, "randomName"),
    declare(patch, "patch", method=True),
    declare(logger, "logger", logger_name=TEXT_OR_NULL),
    declare(decrypt_data, "decryptData", method=True, value=TEXT),
)
LEGACY = (
    declare(
        substr,
        "substr",
        method=True,
        delegate=yaqltypes.Delegate("substring", method=True),
        string=TEXT,
        start=int,
        length=int,
    ),
    declare(first_or_default, "firstOrDefault", method=True, collection=_ITERABLE, default=ANYTHING),
)
# Plain functions before version 1.2, methods only after it.
LEGACY_EXTENSIONS = (
    "to_lower to_upper trim join split starts_with ends_with matches replace flatten".split()  # noqa: SIM905
)
RESTRICTED = (
    declare(config, "config", group=TEXT, setting=TEXT, read_as_file=bool),
    declare(config_default, "config", setting=TEXT),
)
