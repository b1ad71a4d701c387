"""Exceptions of MuranoPL: those of Throw, and errors of the engine by their names for Catch.

Names, texts and traces: reference running, Exceptions as text; conformance/evaluation.json,
`throws`. The innermost lines of a stack are frames of Python functions outside of muranopl: the
engine shows all functions that it runs in Python; here only simulations of other distributions are
native (reference: running, Exceptions).
"""

from __future__ import annotations

import linecache
import re
import sys
from collections.abc import Iterator, Sequence
from traceback import walk_tb
from types import FrameType, TracebackType
from typing import Any, NamedTuple

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.places import Place
from muranopl.namespace.caught_names import DOCUMENTED_EXCEPTION
from muranopl.semantics.evaluation import errors
from muranopl.semantics.evaluation.objects import MuranoObject

ENGINE = "murano.dsl.exceptions."
CONTRACT_VIOLATION = ENGINE + DOCUMENTED_EXCEPTION
NO_MATCHING_METHOD = "yaql.language.exceptions.NoMatchingMethodException"
ARGUMENT_EXCEPTION = "yaql.language.exceptions.ArgumentException"
_BUILTINS = "builtins"
_CALLERS = frozenset(
    {"muranopl.execution.calls", "muranopl.execution.native_instances", "yaql.language.specs"}
)
"""The modules that call functions for code in MuranoPL."""
_OURS = frozenset({"muranopl", "yaql"})


class StackFrame(NamedTuple):
    """One running method: its place, its name, its declaring class, its current instruction."""

    place: Place
    method: str
    type_name: str
    instruction: str

    def __str__(self) -> str:
        where = f'File "{self.place.file.address}", line {self.place.line}:{self.place.column}'
        return f"{where} in method {self.method} of type {self.type_name}\n    {self.instruction}"


class MuranoError(errors.ThrownError):
    """An exception of MuranoPL: its full names, its message, `extra` data, its cause.

    Names of built-in exceptions of Python have no module. `stack` are the running methods,
    outermost first. `error` is the Python exception it was created from, `failure` the same with a
    message for the author of the expression, `reports` the diagnostics of refused values,
    `as_cause` its object when it is a cause. `remedy` is a suggestion, if there is one.
    """

    def __init__(
        self,
        names: str | Sequence[str],
        message: Any = None,
        *,
        extra: Any = None,
        cause: MuranoError | None = None,
        stack: tuple[StackFrame, ...] = (),
        error: Exception | None = None,
    ) -> None:
        self.names = (names,) if isinstance(names, str) else tuple(names)
        super().__init__(f"[{', '.join(self.names)}]: {message}")
        self.message = message
        self.extra = extra
        self.cause = cause
        self.stack = stack
        self.error = error
        self.failure = error if isinstance(error, errors.EvaluationError) else None
        self.reports: tuple[Diagnostic, ...] = ()
        self.as_cause: MuranoObject | None = None
        self.remedy: str | None = None

    @property
    def shown_name(self) -> str:
        """The name, or all names as a list."""
        return self.names[0] if len(self.names) == 1 else str(list(self.names))

    @property
    def frames(self) -> tuple[StackFrame | NativeFrame, ...]:
        """The stack, with the functions of simulations it passed."""
        return (*self.stack, *_native_frames(self.error))

    def formatted(self, prefix: str = "") -> str:
        """Return name, message and stack as the engine formats them."""
        lines = [
            f"{prefix}{self.shown_name}: {self.message}",
            f"{prefix}Traceback (most recent call last):",
        ]
        lines += stack_lines(self.frames, prefix + "  ")
        text = "\n".join(lines)
        if self.cause is not None:
            text += f"\n\n{prefix} Caused by {self.cause.formatted(prefix + ' ').lstrip()}"
        return text


def stack_lines(stack: Sequence[StackFrame | NativeFrame], prefix: str) -> Iterator[str]:
    """Yield the lines of frames in a trace."""
    for frame in stack:
        for line in str(frame).split("\n"):
            yield prefix + line


def engine_error(name: str, message: str) -> MuranoError:
    """Return an error of the engine by the name of its class in `murano.dsl.exceptions`."""
    return MuranoError(ENGINE + name, message)


_NAMES: tuple[tuple[type[Exception], str], ...] = (
    # Subclasses come before their bases, as the first class that fits determines the name
    (errors.ArgumentsError, NO_MATCHING_METHOD),
    (errors.MissingPackageError, ENGINE + "NoPackageFound"),
    (errors.UnknownPrefixError, "KeyError"),
    (errors.UnknownTypeError, ENGINE + "NoClassFound"),
    (errors.AmbiguousPropertyError, ENGINE + "AmbiguousPropertyNameError"),
    (errors.UnknownPropertyError, ENGINE + "NoPropertyFound"),
    (errors.PropertyReadError, ENGINE + "PropertyReadError"),
    (errors.UninitializedError, ENGINE + "UninitializedPropertyAccessError"),
)

_FUNCTIONS = (
    "muranopl.execution.core_natives.",
    "muranopl.execution.formatted_text.",
    "muranopl.execution.functions.",
    "muranopl.semantics.evaluation.",
    "muranopl.execution.simulation.",
)
"""Modules with functions for MuranoPL, which may raise Python's errors for unsuitable values."""
_OF_VALUES = (ArithmeticError, LookupError, ValueError, TypeError, StopIteration, re.error)
"""These errors. Others in our code, or these elsewhere, are defects."""


class DefectError(Exception):
    """A defect of muranopl: `error` is the unexpected Python exception."""

    def __init__(self, error: Exception, stack: tuple[StackFrame, ...]) -> None:
        super().__init__(str(error))
        self.error = error
        self.stack = stack


FATAL = (
    errors.ExhaustedError,
    errors.SpentError,
    errors.NotEvaluatedError,
    errors.PoisonedError,
    DefectError,
)
"""Errors that end an execution; Catch does not handle them."""


def thrown(error: Exception, stack: tuple[StackFrame, ...]) -> MuranoError:
    """Return the MuranoPL exception for an error.

    Raise errors that Catch must not handle unchanged. MemoryError is one of these. Raise
    DefectError for an error that no code in MuranoPL can cause.
    """
    if isinstance(error, MuranoError):
        # The stack at the throw is kept when the exception passes further methods.
        error.stack = error.stack or stack
        return error
    if isinstance(error, (*FATAL, MemoryError)):
        raise error
    if isinstance(error, errors.ContextError):
        return thrown(error.args[0], stack)
    # yaql wraps errors of functions.
    wrapped = getattr(error, "wrapped", None)
    if isinstance(wrapped, Exception):
        return thrown(wrapped, stack)
    original = getattr(error, "original", None)
    if isinstance(original, Exception):
        result = thrown(original, stack)
        if isinstance(error, errors.EvaluationError):
            result.failure = error
        return result
    if _is_defect(error):
        raise DefectError(error, stack) from None
    return MuranoError(_name(error), _message(error), stack=stack, error=error)


def _is_defect(error: Exception) -> bool:
    """Return whether an exception is from our code, and not from a function for its values."""
    if isinstance(error, errors.EvaluationError):
        return False
    module = _raising_module(error.__traceback__)
    if _root(module) != "muranopl" or type(error).__module__.startswith("yaql."):
        return False
    return not (isinstance(error, _OF_VALUES) and f"{module}.".startswith(_FUNCTIONS))


def _raising_module(traceback: TracebackType | None) -> str:
    """Return the innermost module that an exception passed, without those of Python itself."""
    modules = [_module(frame) for frame, _ in walk_tb(traceback)]
    own = (module for module in reversed(modules) if _root(module) not in sys.stdlib_module_names)
    return next(own, "")


def _module(frame: FrameType) -> str:
    return str(frame.f_globals.get("__name__", ""))


def _message(error: Exception) -> str:
    shown = error.engine_message if isinstance(error, errors.EvaluationError) else None
    return str(error) if shown is None else shown


def _name(error: Exception) -> str:
    if isinstance(error, errors.EvaluationError):
        result = next((name for kind, name in _NAMES if isinstance(error, kind)), None)
        return result or error.engine_name
    kind = type(error)
    if kind.__module__ == _BUILTINS:
        return kind.__name__
    return f"{kind.__module__}.{kind.__name__}"


class NativeFrame(NamedTuple):
    """One running Python function: its file, the line, its name, and the text of the line."""

    path: str
    line: int
    function: str
    instruction: str

    def __str__(self) -> str:
        return f'File "{self.path}", line {self.line} in method {self.function}\n    {self.instruction}'


def _native_frames(error: Exception | None) -> tuple[NativeFrame, ...]:
    """Return the frames of foreign functions that an exception passed, outermost first.

    Return () for functions of muranopl.
    """
    frames = list(walk_tb(None if error is None else error.__traceback__))
    modules = [_module(frame) for frame, _ in frames]
    # A foreign function called by one of ours; the last such call counts.
    starts = [
        at
        for at in range(1, len(frames))
        if modules[at - 1] in _CALLERS and _root(modules[at]) not in _OURS | sys.stdlib_module_names
    ]
    if not starts:
        return ()
    inner = zip(frames[starts[-1] :], modules[starts[-1] :], strict=True)
    return tuple(_native_frame(*frame) for frame, module in inner if _root(module) not in _OURS)


def _root(module: str) -> str:
    return module.partition(".")[0]


def _native_frame(frame: FrameType, line: int) -> NativeFrame:
    code = frame.f_code
    return NativeFrame(
        code.co_filename, line, code.co_name, linecache.getline(code.co_filename, line).strip()
    )
