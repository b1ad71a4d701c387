"""The contract functions about objects: `class()`, `template()`, `owned()` and `notOwned()`.

Measured: tests/conformance/cases/contracts.json, class.*, ref.*, template.*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics import quirks
from muranopl.diagnostics.quirks import OVERRIDDEN_OWNED
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


_EXCLUDED = "excludeProperties"


class TemplateFunction(ClassFunction):
    """An object model, made data after all declarations agreed.

    Attributes: see `ContractFunction`.
    """

    name = "template"
    words = "An object of a class, kept as data for `new()` and not created yet. It may be null."
    suggested_for = ()
    parameters = (
        ContractParameter("type", ParameterForm.CLASS, "The class of the object.", required=True),
        ContractParameter(
            "defaultType", ParameterForm.CLASS, "The class of objects that do not name one."
        ),
        ClassFunction.parameters[2],
        ContractParameter(
            _EXCLUDED,
            ParameterForm.TEXTS,
            "Names of properties that the object must not have; pass them to `new()`.",
        ),
    )
    converts = kinds.OBJECT | kinds.DICT | kinds.NULL
    converts_some = kinds.DICT
    inferred = kinds.UNKNOWN
    refusal = ""

    @property
    def leaves(self) -> kinds.Kinds:
        """The kinds after it: objects are written out at once (measured: template.owned)."""
        return kinds.DICT | kinds.NULL

    def arguments(self, values: ArgumentValues) -> Any:
        return replace(super().arguments(values), exclude=tuple(values.get(_EXCLUDED) or ()))

    def transform(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        context.require_classes(arguments)
        if value is None:
            return None
        return self.validate(context.template_of(value, arguments, path), arguments, context, path)

    def replaces_null(self, arguments: Any) -> bool:
        return False

    def accepts(self, value: Any, arguments: Any, context: DispatchContext) -> bool:
        return isinstance(value, Mapping) or super().accepts(value, arguments, context)

    def schema(self, given: Given, context: SchemaContext) -> Iterator[Fragment]:
        for fragment in super().schema(given, context):
            excluded = context.texts(given.get(_EXCLUDED))
            yield {
                **fragment,
                "owned": True,
                **({"excludedProperties": excluded} if excluded else {}),
            }


TEMPLATE = TemplateFunction()


class OwnedFunction(ContractFunction):
    """An object inside the one whose property it is. Attributes: see `ContractFunction`."""

    needs_model = True
    name = "owned"
    words = "Objects outside the object that has the property are rejected."
    restriction = "owned by this object"
    gives_type = False
    gives = kinds.OBJECT | kinds.NULL
    schema_keyword: tuple[str, Any] = ("owned", True)

    def validate(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        result = is_owned(value, context)
        if result is False:
            demanded = "inside the object that has the property, as owned() requires"
            raise RefusedError(f"{context.shown(value)} is not {demanded}")
        if result and context.overridden and context.follows(OVERRIDDEN_OWNED, path):
            raise RefusedError(
                f"{context.shown(value)} is not inside any object that the engine looks for, "
                "because owned() is in an overridden declaration"
            )
        return value

    def accepts(self, value: Any, arguments: Any, context: DispatchContext) -> bool:
        """Return whether a value is null, as nothing is owned yet at dispatch (measured)."""
        return value is None


def is_owned(value: Any, context: ValueContext) -> bool | None:
    """Return whether a value is inside the object.

    Return None for null, and for an object that is not loaded yet.
    """
    if value is None or context.is_reference(value):
        return None
    if context.is_template(value):
        raise RefusedError(
            "template() returns data, not an object, which owned() and notOwned() reject"
        )
    if not context.is_object(value):
        raise RefusedError(f"{context.shown(value)} is not an object")
    return context.is_owned(value)


OWNED = OwnedFunction()


class NotOwnedFunction(OwnedFunction):
    """An object that is not inside the one whose property it is.

    Attributes: see `ContractFunction`.
    """

    name = "notOwned"
    words = "Objects inside the object that has the property are rejected."
    restriction = "not owned by this object"
    schema_keyword = ("owned", False)

    def validate(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        owned = is_owned(value, context)
        itself = context.is_object(value) and context.is_this(value)
        if not (owned or itself):
            return value
        excuses = [] if owned else [quirks.NOT_OWNED_SELF]
        if context.overridden:
            excuses.append(quirks.OVERRIDDEN_OWNED)
        if any(context.follows(quirk, path, "") for quirk in excuses):
            return value
        hints = tuple(f"the engine accepts it (--quirk {quirk.name})" for quirk in excuses[:1])
        where = "inside the object" if owned else "the object"
        raise RefusedError(
            f"{context.shown(value)} is {where} that has the property, which notOwned() rejects",
            hints,
        )

    def accepts(self, value: Any, arguments: Any, context: DispatchContext) -> bool:
        """Return true: where overloads are chosen nothing is owned yet (measured)."""
        return True


NOT_OWNED = NotOwnedFunction()
