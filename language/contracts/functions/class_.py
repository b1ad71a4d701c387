"""The contract function `class()`: takes an object, its id, or a mapping to make it from.

Measured: tests/conformance/cases/contracts.json, class.*, ref.*.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics import quirks
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import (
    ArgumentValues,
    ClassArguments,
    ContractFunction,
    ContractParameter,
    DispatchContext,
    Fragment,
    Given,
    IsOutside,
    ParameterForm,
    RefusedError,
    SchemaContext,
    SchemaProblemError,
    ValueContext,
    is_null,
)

# The parameter for the versions of the class that are accepted.
VERSIONS = "versionSpec"


class ClassFunction(ContractFunction):
    """An object of a class; made of a mapping, or referred to by its id.

    Attributes: see `ContractFunction`.
    """

    needs_model = True
    name = "class"
    words = (
        "An object of a class or a subclass; an object model has a mapping or an id "
        "in its place. It may be null."
    )
    suggested_for: tuple[str, ...] = ("object",)
    parameters: tuple[ContractParameter, ...] = (
        ContractParameter("name", ParameterForm.CLASS, "The class of the object.", required=True),
        ContractParameter(
            "defaultName",
            ParameterForm.CLASS,
            "The class of objects that do not name one, and of the one that is created in place "
            "of null.",
        ),
        ContractParameter(
            VERSIONS,
            ParameterForm.TEXT,
            "The versions of the class that are accepted, such as `>=1.0`.",
        ),
    )
    gives = kinds.OBJECT | kinds.NULL
    converts = kinds.OBJECT | kinds.DICT | kinds.STRING | kinds.NULL
    converts_some = kinds.DICT | kinds.STRING
    inferred = kinds.OBJECT
    refusal = "not an object"

    def arguments(self, values: ArgumentValues) -> Any:
        type_, default, spec = (values.get(parameter.name) for parameter in self.parameters[:3])
        return ClassArguments(type_, default, spec)

    def transform(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        context.require_classes(arguments)
        if value is None:
            if arguments.default is None or context.follows(quirks.DEFAULT_CLASS, path, ""):
                return None
            result = context.create(arguments, path)
            if result is not None:
                # Asked again for its warning: the engine differs only if an object was made
                context.follows(quirks.DEFAULT_CLASS, path)
            return self.validate(result, arguments, context, path)
        if context.is_object(value):
            result = value
        else:
            result = context.object_of(value, arguments, path)
        if context.is_reference(result):
            return result
        return self.validate(result, arguments, context, path)

    def validate(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        """Return the value. A reference is checked when its object is loaded."""
        if context.is_reference(value):
            if context.follows(quirks.FORWARD_REFERENCE, path):
                raise RefusedError(f"{context.shown(value)} is not an object yet")
            return value
        if value is None:
            return value
        if not context.is_object(value):
            raise RefusedError(f"{context.shown(value)} is not an object")
        problem = context.instance_problem(value, arguments)
        if problem is not None:
            raise RefusedError(problem)
        return value

    def replaces_null(self, arguments: Any) -> bool:
        return arguments.default is not None

    def accepts(self, value: Any, arguments: Any, context: DispatchContext) -> bool:
        return value is None or context.is_instance(value, arguments.type)

    def refused_values(self, arguments: Any, given: Any, is_outside: IsOutside) -> str | None:
        if (
            not isinstance(given, ClassArguments)
            or given.type is None
            or arguments.type is None
            or arguments.spec
        ):
            return None
        if is_outside(given.type, arguments.type):
            return f"objects that are not {arguments.type.text}"
        return None

    def schema(self, given: Given, context: SchemaContext) -> Iterator[Fragment]:
        type_, default, spec = (given.get(parameter.name) for parameter in self.parameters[:3])
        if type_ is None:
            raise SchemaProblemError(f"{self.name}() of a contract names no class")
        fragment: Fragment = {"type": "muranoObject", "muranoType": context.class_name(type_)}
        # Resolved for the error alone, as the schema does not show the default class
        if default is not None and not is_null(default):
            context.class_name(default)
        version = context.class_version(type_, spec)
        if version is not None:
            fragment["version"] = version
        yield fragment


CLASS = ClassFunction()
