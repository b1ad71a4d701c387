"""Functions of expressions that need a running execution, and the evaluator that offers them.

They precede all others of method bodies.
"""

from __future__ import annotations

import datetime
import functools
import re
from collections.abc import Callable
from typing import Annotated, Any

from yaql.language import utils, yaqltypes
from yaql.standard_library import strings

from muranopl.execution.context import ExecutionContext
from muranopl.execution.exceptions import MuranoError, thrown
from muranopl.execution.formatted_text import formatted
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.semantics.evaluation import layers
from muranopl.semantics.evaluation.conversion import freeze, thaw
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, UninitializedError
from muranopl.semantics.evaluation.evaluator import Evaluator
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, ObjectView, real
from muranopl.semantics.evaluation.parameters import (
    Anything,
    FunctionGroup,
    Object,
    ObjectOrNull,
    Text,
    TextOrNull,
)
from muranopl.semantics.evaluation.reflected import REFLECTED, ReflectedMethod, ReflectedProperty
from muranopl.semantics.evaluation.tables import Tables

FUNCTIONS = FunctionGroup()
RESTRICTED = FunctionGroup()
"""Functions available only to the core library."""
Number = Annotated[float, yaqltypes.Number()]

EPOCH = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
"""The start time of every execution, which makes results independent of the real time."""
_DAY = datetime.timedelta(days=1)
_LONGEST = (datetime.datetime.max.replace(tzinfo=datetime.UTC) - EPOCH - _DAY).total_seconds()
"""The most seconds of an execution: later dates exceed Python's range in some time zone."""


def _context(frame: VariableFrame) -> ExecutionContext:
    context: Any = frame.context
    result: ExecutionContext = context
    return result


@FUNCTIONS.add("str")
def text(value: Anything) -> str:
    """Implement `str(value)`, also for objects and lazy sequences, without memory addresses."""
    # With addresses, results would differ from one execution to the next
    return re.sub(" at 0x[0-9a-f]+", "", str(strings.str_(value)))


@FUNCTIONS.add("sleep")
def sleep(frame: VariableFrame, seconds: Number) -> None:
    """Implement `sleep(seconds)`, which lets other branches go on."""
    schedule = _context(frame).machine.schedule
    if not schedule.now + seconds < _LONGEST:  # also refuses NaN
        raise MuranoError("OverflowError", "sleep() is too long: it ends after the year 9999")
    schedule.sleep(seconds)


@FUNCTIONS.add("now")
def now(frame: VariableFrame, offset: Anything = None) -> Any:
    """Implement `now(offset)`: the start of the execution and the seconds slept since."""
    if not (offset is None or isinstance(offset, datetime.timedelta)):
        raise MuranoError("TypeError", "the offset of now() must be a timespan")
    if offset is not None and abs(offset) >= _DAY:
        raise MuranoError("ValueError", "the offset of now() must be less than a day")
    zone = EPOCH.tzinfo if offset is None else datetime.timezone(offset)
    return (EPOCH + datetime.timedelta(seconds=_context(frame).machine.schedule.now)).astimezone(
        zone
    )


@FUNCTIONS.add("random")
def random(frame: VariableFrame) -> float:
    """Implement `random()`, with the same numbers in every execution."""
    return _context(frame).random.random()


@FUNCTIONS.add("random")
def random_between(frame: VariableFrame, from__: Anything, to__: Anything) -> int:
    """Implement `random(from, to)`."""
    if not (isinstance(from__, int) and isinstance(to__, int)):
        has_float = isinstance(from__, float) or isinstance(to__, float)
        name = "ValueError" if has_float else "TypeError"
        raise MuranoError(name, "the arguments of random() must be integers")
    if to__ < from__:
        raise MuranoError("ValueError", f"random({from__}, {to__}): the range is empty")
    return _context(frame).random.randint(from__, to__)


@FUNCTIONS.add("randomName")
def random_name(frame: VariableFrame) -> str:
    """Implement `randomName()`: a new name each time, the same ones in every execution."""
    letters = _context(frame).random.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=13)
    return "a" + "".join(letters)


@FUNCTIONS.add("patch", method=True)
def patch(frame: VariableFrame, obj: Any, patch: Any) -> Any:
    """Implement `patch(value, patch)`.

    The patch is a JSON patch: a list of operations, or a single one.
    """
    from muranopl.execution.json_patch import patched  # few methods patch

    operations = thaw(patch if isinstance(patch, tuple) else (patch,), frame.budget)
    return freeze(patched(thaw(obj, frame.budget), operations, frame.budget))


@FUNCTIONS.add("logger")
def logger(frame: VariableFrame, logger_name: TextOrNull) -> Any:
    """Implement `logger(name)`."""
    return _context(frame).create("io.murano.system.Logger", properties={"loggerName": logger_name})


# yaql 3 lacks `format`, which the core library calls
@FUNCTIONS.add("format", method=True)
def format_(string: Text, *args: Any, **kwargs: Any) -> str:
    """Implement `format(text, ...)`: replace the fields in braces, as yaql 1 did."""
    return formatted(string, args, utils.filter_parameters_dict(kwargs))


@FUNCTIONS.add("require", method=True)
def require(value: Any) -> Any:
    """Implement `require(value)` with the message of the engine, which handlers may use."""
    if value is None:
        message = "Required value is missing"
        raise EvaluationError(message)
    return value


@FUNCTIONS.add("dump")
def dump(
    frame: VariableFrame,
    obj: Object,
    serialization_type: Text = "Serializable",
    ignore_upcasts: bool = True,
) -> Any:
    """Implement `dump(object, serializationType, ignoreUpcasts)`."""
    if serialization_type not in {"Serializable", "Mixed", "Inline"}:
        message = "Invalid Serialization Type"
        raise EvaluationError(message)
    view: MuranoObject | ObjectView = obj
    type_ = real(view).type if ignore_upcasts else view.type
    return freeze(_context(frame).reflection.dump(real(view), type_, serialization_type))


@FUNCTIONS.add("#property#meta", provider=REFLECTED)
def meta(frame: VariableFrame, provider: Any) -> Any:
    """Implement `x.meta`: return the meta objects attached to a declaration."""
    return _context(frame).reflection.meta(provider)


@FUNCTIONS.add("getValue", function=False, method=True)
def get_value(frame: VariableFrame, property_: ReflectedProperty, object_: ObjectOrNull) -> Any:
    """Implement `property.getValue(object)`."""
    return _context(frame).reflection.value(frame, property_, object_)


@FUNCTIONS.add("setValue", function=False, method=True)
def set_value(
    frame: VariableFrame, property_: ReflectedProperty, object_: ObjectOrNull, value: Any
) -> None:
    """Implement `property.setValue(object, value)`."""
    _context(frame).reflection.set_value(property_, object_, value)


@FUNCTIONS.add("invoke", function=False, method=True)
def invoke(
    frame: VariableFrame,
    method_: ReflectedMethod,
    __object: ObjectOrNull,
    /,
    *args: Any,
    **kwargs: Any,
) -> Any:
    """Implement `method.invoke(object, ...)`."""
    return _context(frame).reflection.invoke(
        method_, __object, args, utils.filter_parameters_dict(kwargs)
    )


@RESTRICTED.add("config")
def config(
    frame: VariableFrame,
    group: Text,
    setting: Text,
    read_as_file: bool = False,  # noqa: ARG001 - no files
) -> Any:
    """Implement `config(group, setting, readAsFile)`: return an option of the operator.

    No file is read.
    """
    return freeze(_context(frame).option(group, setting))


@RESTRICTED.add("config")
def config_default(frame: VariableFrame, setting: Text) -> Any:
    """Implement `config(setting)`."""
    return freeze(_context(frame).option(None, setting))


class ExecutionEvaluator(Evaluator):
    """Evaluates expressions of contracts and defaults, and compiles those of methods.

    Errors are thrown.
    """

    def __init__(self, context: ExecutionContext) -> None:
        super().__init__(context, context.loader.budget)
        self._loader = context.loader

    def value(self, *args: Any, **options: Any) -> Any:
        """See `Evaluator`."""
        return self._thrown(super().value, args, options)

    def predicate(self, *args: Any, **options: Any) -> Any:
        """See `Evaluator`."""
        return self._thrown(super().predicate, args, options)

    def _thrown(self, evaluate: Callable[..., Any], args: Any, options: Any) -> Any:
        try:
            return evaluate(*args, **options)
        except (UninitializedError, ExhaustedError):
            # A default that reads a property without a value is evaluated again later
            raise
        except EvaluationError as error:
            if self._loader.reports:
                raise
            raise thrown(error, self._loader.machine.stack()) from None
        except MuranoError as error:
            if self._loader.reports:
                raise EvaluationError(f"it throws {error.shown_name}: {error.message}") from None
            raise

    @staticmethod
    def layer(runtime: layers.Runtime, *, core: bool) -> layers.FunctionLayer:
        """Return the functions of method bodies; tests replace this function."""
        return functions_of_bodies(runtime, core=core)

    def tables(self, scope: MuranoType) -> Tables:
        """See `Evaluator`."""
        return (
            self.methods(scope),
            self.layer(scope.runtime, core=scope.id.package.name == CORE_LIBRARY),
        )


@functools.cache
def functions_of_bodies(runtime: layers.Runtime, *, core: bool) -> layers.FunctionLayer:
    """Return the functions of method bodies; `core` for classes of the core library."""
    layer = layers.extended(layers.workflow(runtime, core=core), FUNCTIONS)
    return layers.extended(layer, RESTRICTED) if core else layer
