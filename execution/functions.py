"""Functions of expressions that take a running execution, before all others of method bodies."""

from __future__ import annotations

import datetime
import re
from typing import Annotated, Any, Protocol

from yaql.language import utils, yaqltypes
from yaql.standard_library import strings

from muranopl.execution.formatted_text import formatted
from muranopl.execution.json_patch import patched
from muranopl.execution.natives import SessionServices, throw
from muranopl.semantics.evaluation.conversion import freeze, thaw
from muranopl.semantics.evaluation.errors import EvaluationError
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
from muranopl.semantics.evaluation.reflected import (
    REFLECTED,
    ReflectedMethod,
    ReflectedProperty,
)

FUNCTIONS = FunctionGroup()
RESTRICTED = FunctionGroup()
"""Functions that only the core library sees."""
Number = Annotated[float, yaqltypes.Number()]

EPOCH = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
"""When every execution begins: nothing in it depends on the real time."""
_DAY = datetime.timedelta(days=1)
_LONGEST = (datetime.datetime.max.replace(tzinfo=datetime.UTC) - EPOCH - _DAY).total_seconds()
"""So many seconds may pass in an execution: what comes then is no date of Python, whatever the time zone."""


Instance = MuranoObject | ObjectView


class ReflectionServices(Protocol):
    """What reflection needs of the execution."""

    def value(self, frame: VariableFrame, property_: ReflectedProperty, object_: Instance | None) -> Any:
        """Return the value of a property of an object, or of a static one of the class. Raise MuranoError."""

    def set_value(self, property_: ReflectedProperty, object_: Instance | None, value: Any) -> None:
        """Give a property of an object, or a static one of the class, its value. Raise MuranoError."""

    def invoke(self, method: ReflectedMethod, object_: Instance | None, args: Any, kwargs: Any) -> Any:
        """Call a method on an object, or on the class where it is static. Raise MuranoError.

        An object must be of the class that declares the method, also where that is static.
        """

    def meta(self, declaration: Any) -> tuple[MuranoObject, ...]:
        """Return the meta objects of a declaration."""

    def dump(self, object_: MuranoObject, type_: MuranoType, form: str) -> Any:
        """Return an object written out."""


class ExecutionServices(Protocol):
    """What the functions here ask of the context of expressions."""

    session: SessionServices
    reflection: ReflectionServices


def _services(frame: VariableFrame) -> ExecutionServices:
    found: Any = frame.context
    services: ExecutionServices = found
    return services


@FUNCTIONS.add("str")
def text(value: Anything) -> str:
    """`str(value)`: of an object, a class or a lazy sequence, too; what differs from run to run is left out."""
    return re.sub(" at 0x[0-9a-f]+", "", str(strings.str_(value)))


@FUNCTIONS.add("sleep")
def sleep(frame: VariableFrame, seconds: Number) -> None:
    """`sleep(seconds)` lets the time of the execution pass."""
    clock = _services(frame).session.clock
    if not clock.now + seconds < _LONGEST:  # nor does a number that is none
        raise throw("OverflowError", "sleep() is too long: time ends with the year 9999")
    clock.sleep(seconds)


@FUNCTIONS.add("now")
def now(frame: VariableFrame, offset: Anything = None) -> Any:
    """`now(offset)`: when the execution began, and what it slept since."""
    if not (offset is None or isinstance(offset, datetime.timedelta)):
        raise throw("TypeError", "the offset of now() is a time span")
    if offset is not None and abs(offset) >= _DAY:
        raise throw("ValueError", "the offset of now() is less than a day")
    zone = EPOCH.tzinfo if offset is None else datetime.timezone(offset)
    return (EPOCH + datetime.timedelta(seconds=_services(frame).session.clock.now)).astimezone(zone)


@FUNCTIONS.add("random")
def random(frame: VariableFrame) -> float:
    """`random()`: the same numbers in every execution."""
    return _services(frame).session.random.random()


@FUNCTIONS.add("random")
def random_between(frame: VariableFrame, from__: Anything, to__: Anything) -> int:
    """`random(from, to)`."""
    if not (isinstance(from__, int) and isinstance(to__, int)):
        name = "ValueError" if isinstance(from__, float) or isinstance(to__, float) else "TypeError"
        raise throw(name, "random() takes integers")
    if to__ < from__:
        raise throw("ValueError", f"random({from__}, {to__}) has nothing to choose from")
    return _services(frame).session.random.randint(from__, to__)


@FUNCTIONS.add("randomName")
def random_name(frame: VariableFrame) -> str:
    """`randomName()`: another one each time, the same ones in every execution."""
    letters = _services(frame).session.random.choices("abcdefghijklmnopqrstuvwxyz0123456789", k=13)
    return "a" + "".join(letters)


@FUNCTIONS.add("patch", method=True)
def patch(frame: VariableFrame, obj: Any, patch: Any) -> Any:
    """`patch(value, patch)`, a JSON patch: a list of operations, or only one."""
    operations = thaw(patch if isinstance(patch, tuple) else (patch,), frame.budget)
    return freeze(patched(thaw(obj, frame.budget), operations, frame.budget))


@FUNCTIONS.add("logger")
def logger(frame: VariableFrame, logger_name: TextOrNull) -> Any:
    """`logger(name)`."""
    return _services(frame).session.new("io.murano.system.Logger", None, None, {"loggerName": logger_name})


@FUNCTIONS.add("format", method=True)
def format_(string: Text, *args: Any, **kwargs: Any) -> str:
    """`format(text, ...)`: what is in braces is replaced, as yaql 1 did."""
    return formatted(string, args, utils.filter_parameters_dict(kwargs))


@FUNCTIONS.add("require", method=True)
def require(value: Any) -> Any:
    """`require(value)`, in the words of the engine, which handlers may look at."""
    if value is None:
        message = "Required value is missing"
        raise EvaluationError(message)
    return value


@FUNCTIONS.add("dump")
def dump(
    frame: VariableFrame, obj: Object, serialization_type: Text = "Serializable", ignore_upcasts: bool = True
) -> Any:
    """`dump(object, serializationType, ignoreUpcasts)`."""
    if serialization_type not in {"Serializable", "Mixed", "Inline"}:
        message = "Invalid Serialization Type"
        raise EvaluationError(message)
    seen: MuranoObject | ObjectView = obj
    type_ = real(seen).type if ignore_upcasts else seen.type
    return freeze(_services(frame).reflection.dump(real(seen), type_, serialization_type))


@FUNCTIONS.add("#property#meta", provider=REFLECTED)
def meta(frame: VariableFrame, provider: Any) -> Any:
    """`x.meta`: the objects of meta classes that are attached to a declaration."""
    return _services(frame).reflection.meta(provider)


@FUNCTIONS.add("getValue", function=False, method=True)
def get_value(frame: VariableFrame, property_: ReflectedProperty, object_: ObjectOrNull) -> Any:
    """`property.getValue(object)`."""
    return _services(frame).reflection.value(frame, property_, object_)


@FUNCTIONS.add("setValue", function=False, method=True)
def set_value(frame: VariableFrame, property_: ReflectedProperty, object_: ObjectOrNull, value: Any) -> None:
    """`property.setValue(object, value)`."""
    _services(frame).reflection.set_value(property_, object_, value)


@FUNCTIONS.add("invoke", function=False, method=True)
def invoke(frame: VariableFrame, method_: ReflectedMethod, __object: ObjectOrNull, /, *args: Any, **kwargs: Any) -> Any:
    """`method.invoke(object, ...)`."""
    return _services(frame).reflection.invoke(method_, __object, args, utils.filter_parameters_dict(kwargs))


@RESTRICTED.add("config")
def config(frame: VariableFrame, group: Text, setting: Text, read_as_file: bool = False) -> Any:  # noqa: ARG001 - no files
    """`config(group, setting, readAsFile)`, an option of the operator; no file is read."""
    return freeze(_services(frame).session.option(group, setting))


@RESTRICTED.add("config")
def config_default(frame: VariableFrame, setting: Text) -> Any:
    """`config(setting)`."""
    return freeze(_services(frame).session.option(None, setting))
