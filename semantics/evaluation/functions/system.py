"""Defines the engine's functions for texts and macros, and those that need a running engine.

Also the calls that the engine makes at the same time: those of `pselect` and `psuper`.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

from yaql.language import utils, yaqltypes

from muranopl.semantics.evaluation.errors import (
    EvaluationError,
    ExhaustedError,
    NotEvaluatedError,
    PoisonedError,
    SpentError,
)
from muranopl.semantics.evaluation.frames import FailedCall, VariableFrame
from muranopl.semantics.evaluation.parameters import (
    Anything,
    Dict,
    FunctionGroup,
    Items,
    Lambda,
    Text,
    TextOrNull,
)

FUNCTIONS = FunctionGroup()
# Functions before version 1.2.
LEGACY = FunctionGroup()
# Functions of yaql that are also plain functions before version 1.2.
LEGACY_EXTENSIONS = (
    "to_lower to_upper trim join split starts_with ends_with matches replace flatten".split()  # noqa: SIM905
)
# Functions available only to the core library.
RESTRICTED = FunctionGroup()

_MACRO = re.compile(r"\{(\w+?)\}")


@FUNCTIONS.add("base64encode", method=True)
def base64encode(value: Text) -> str:
    """Implement `base64encode(text)`."""
    return base64.b64encode(value.encode()).decode()


@FUNCTIONS.add("base64decode", method=True)
def base64decode(value: Text) -> str:
    """Implement `base64decode(text)` for encoded UTF-8.

    Errors have the engine's names (measured).
    """
    try:
        return base64.b64decode(value).decode()
    except ValueError as error:
        name = "TypeError" if isinstance(error, binascii.Error) else type(error).__name__
        raise EvaluationError(f"base64decode(): {error}").known_as(name) from None


@FUNCTIONS.add("bind", method=True)
def bind(frame: VariableFrame, obj: Any, mappings: Dict) -> Any:
    """Implement `bind(value, {name => replacement})`: replace `$name` and `${name}` in texts.

    Texts anywhere in the value are replaced.
    """
    if isinstance(obj, str):
        return _bound(frame, obj, mappings)
    if utils.is_sequence(obj):
        return [bind(frame, item, mappings) for item in obj]
    if isinstance(obj, Mapping):
        return {
            bind(frame, key, mappings): bind(frame, value, mappings) for key, value in obj.items()
        }
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


@LEGACY.add("firstOrDefault", method=True)
def first_or_default(collection: Items, default: Anything = None) -> Any:
    """Implement `firstOrDefault(collection, default)`."""
    return next(iter(collection), default)


@LEGACY.add("substr", method=True)
def substr(
    delegate: Annotated[Callable[..., Any], yaqltypes.Delegate("substring", method=True)],
    string: Text,
    start: int,
    length: int = -1,
) -> Any:
    """Implement `substr(text, start, length)`."""
    return delegate(string, start, length)


@FUNCTIONS.add("pselect", method=True)
def pselect(frame: VariableFrame, collection: Items, composer: Lambda) -> Any:
    """Implement `pselect(collection, composer)`."""
    return run_together(frame, composer, collection)


@FUNCTIONS.add_unknown("randomName")
def random_name() -> None:
    """Implement `randomName()`."""


@FUNCTIONS.add_unknown("patch", method=True)
def patch(obj: Any, patch: Any) -> None:
    """Implement `patch(value, patch)`, a JSON patch."""


@FUNCTIONS.add_unknown("logger")
def logger(logger_name: TextOrNull) -> None:
    """Implement `logger(name)`."""


@FUNCTIONS.add_unknown("decryptData", method=True)
def decrypt_data(value: Text) -> None:
    """Implement `decryptData(value)`, from a key manager."""


@RESTRICTED.add_unknown("config")
def config(group: Text, setting: Text, read_as_file: bool = False) -> None:
    """Implement `config(group, setting, readAsFile)`, from the configuration of the engine."""


@RESTRICTED.add_unknown("config")
def config_default(setting: Text) -> None:
    """Implement `config(setting)`."""


_ENDS = (ExhaustedError, NotEvaluatedError, PoisonedError, SpentError, MemoryError)

_Failure = tuple[Exception, FailedCall | None]


def run_together(
    frame: VariableFrame, call: Callable[[Any], Any], items: Iterable[Any]
) -> tuple[Any, ...]:
    """Return the result of a call for each item, in order.

    All calls are made; then the first failure in that order is raised (reference: running,
    Concurrency).
    """
    evaluation = frame.evaluation

    def outcome(item: Any) -> tuple[Any, _Failure | None]:
        try:
            return call(item), None
        except _ENDS:
            raise
        except Exception as error:
            return None, (error, evaluation.failure)

    outcomes = frame.context.together(outcome, items)
    for _, failure in outcomes:
        if failure is not None:
            # Later failures replaced the recorded call.
            error, evaluation.failure = failure
            raise error
    return tuple(result for result, _ in outcomes)
