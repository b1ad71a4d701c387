"""The contract function `template()`: takes an object model and keeps it as data.

Measured: tests/conformance/cases/contracts.json, template.*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.class_ import ClassFunction
from muranopl.language.contracts.functions.declaration import (
    ArgumentValues,
    ContractParameter,
    DispatchContext,
    Fragment,
    Given,
    ParameterForm,
    SchemaContext,
    ValueContext,
)

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
        return super().arguments(values)._replace(exclude=tuple(values.get(_EXCLUDED) or ()))

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
