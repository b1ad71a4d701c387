"""The kinds of parameters that Murano's functions have beside yaql's, and how a function is declared."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from yaql.language import specs, utils, yaqltypes

from muranopl.semantics.evaluation.context import call_context
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.semantics.evaluation.tables import CONVENTION
from muranopl.semantics.evaluation.views import ObjectView


class ObjectParameter(yaqltypes.PythonType):  # type: ignore[misc]
    """An object (or a view of one), of a class or one of its descendants where a class is given."""

    def __init__(self, type_: MuranoType | None = None, *, nullable: bool = False) -> None:
        super().__init__((MuranoObject, ObjectView), nullable)
        self.type = type_

    def check(self, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Whether the value may be given."""
        if not super().check(value, *args, **kwargs):
            return False
        return self.type is None or not isinstance(value, (MuranoObject, ObjectView)) or value.type.extends(self.type)


class ClassParameter(yaqltypes.PythonType):  # type: ignore[misc]
    """A reference to a class, or its name as it is written in the file; of a class or its descendants where given.

    Unknown names raise UnknownTypeError, also while yaql chooses among overloads, as in the engine.
    """

    def __init__(self, type_: MuranoType | None = None, *, nullable: bool = False, names: bool = True) -> None:
        super().__init__((MuranoType, str) if names else (MuranoType,), nullable)
        self.type = type_

    def check(self, value: Any, context: Any, *args: Any, **kwargs: Any) -> bool:
        """Whether the value may be given."""
        if not super().check(value, context, *args, **kwargs):
            return False
        if isinstance(value, str):
            value = named(context, value)
        return self.type is None or not isinstance(value, MuranoType) or value.extends(self.type)

    def convert(self, value: Any, receiver: Any, context: Any, *args: Any, **kwargs: Any) -> Any:
        """The class."""
        found = super().convert(value, receiver, context, *args, **kwargs)
        return named(context, found) if isinstance(found, str) else found


def named(frame: VariableFrame, name: str) -> MuranoType:
    """The class that a name means where the expression stands; raises UnknownTypeError."""
    found: MuranoType = call_context(frame.context.named, name, frame.scope)
    return found


ANYTHING = yaqltypes.PythonType(object, True)
CLASS = ClassParameter()
OBJECT = ObjectParameter()
OBJECT_OR_NULL = ObjectParameter(nullable=True)
TEXT = yaqltypes.String()
TEXT_OR_NULL = yaqltypes.String(nullable=True)
MAPPING = utils.MappingType
LAMBDA = yaqltypes.Lambda()
SEQUENCE = yaqltypes.Sequence()


def declare(
    payload: Callable[..., Any], name: str, /, *, function: bool = True, method: bool = False, **types: Any
) -> Any:
    """A definition of a function for yaql. `types` are those of its parameters; `frame` is where it is called.

    Parameters without a type take anything, null included; in expressions they are spelt in camelCase.
    """
    definition = specs.FunctionDefinition(name, payload, {}, is_function=function, is_method=method)
    signature = inspect.getfullargspec(payload)
    for parameter in (*signature.args, *filter(None, (signature.varargs, signature.varkw))):
        type_ = yaqltypes.Context() if parameter == "frame" else types.get(parameter)
        added = definition.set_parameter(parameter, type_)
        added.alias = specs.convert_parameter_name(parameter, CONVENTION)
    return definition
