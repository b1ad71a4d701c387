"""The contract functions that only refuse values: `check()` and `notNull()`.

Measured: tests/conformance/cases/contracts.json, check.*, scalar.*.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from muranopl.ard.model_path import ModelPath
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import (
    ArgumentValues,
    ComputedPredicate,
    ContractFunction,
    ContractParameter,
    DispatchContext,
    Fragment,
    Given,
    ParameterForm,
    Predicate,
    RefusedError,
    SchemaContext,
    SchemaProblemError,
    ValueContext,
)
from muranopl.language.contracts.predicates.functions import is_certainly_false

# Length of the longest predicate that messages show in full, in characters.
_LONGEST = 80


class CheckFunction(ContractFunction):
    """A value for which a predicate is true. Attributes: see `ContractFunction`."""

    needs_model = True
    name = "check"
    words = (
        "Values for which an expression is not true are rejected; `$` is the value, "
        "`$this` the object."
    )
    gives_type = False
    narrows = True
    parameters = (
        ContractParameter(
            "predicate",
            ParameterForm.PREDICATE,
            "The expression that must be true, with `$` as the value.",
            required=True,
        ),
        ContractParameter("msg", ParameterForm.TEXT, "The error message for other values."),
    )

    def arguments(self, values: ArgumentValues) -> Any:
        predicate = values.get("predicate")
        if predicate is None:
            return None
        return replace(predicate, message=values.get("msg"))

    def validate(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        """Return the value.

        A reference to an object that is not loaded yet is checked when the object is.
        """
        if context.is_reference(value) or context.holds(value, arguments, path):
            return value
        if isinstance(arguments, ComputedPredicate):
            raise RefusedError(
                arguments.message or f"{context.shown(value)} does not pass the check"
            )
        text = arguments.node.text[arguments.expression.start : arguments.expression.end]
        shortened = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 3]}..."
        problem = f"{context.shown(value)} does not pass check({shortened})"
        raise RefusedError(f"{arguments.message} ({problem})" if arguments.message else problem)

    def accepts(self, value: Any, arguments: Any, context: DispatchContext) -> bool:
        return arguments is None or context.holds(arguments, value)

    def refuses_sample(self, sample: Any, arguments: Any) -> bool:
        # That no sample of a text matches a pattern is no reason for a warning.
        return isinstance(arguments, Predicate) and is_certainly_false(
            arguments.expression, sample, patterns=False
        )

    def schema(self, given: Given, context: SchemaContext) -> Iterator[Fragment]:
        if "predicate" not in given:
            raise SchemaProblemError(f"check() of the contract of {context.path} has no predicate")
        yield from context.constraints(given["predicate"])


CHECK = CheckFunction()


class NotNullFunction(ContractFunction):
    """Any value but null. Schemas read that from `gives`. Attributes: see `ContractFunction`."""

    name = "notNull"
    words = "Null is rejected."
    restriction = "not null"
    suggested_for = ("required", "nonNull", "notEmpty")
    gives_type = False
    gives = kinds.NOT_NULL

    def validate(self, value: Any, arguments: Any, context: ValueContext, path: ModelPath) -> Any:
        if value is None:
            what = ", but none is given"
            if path.has_own_source():
                what = ", as notNull() rejects null"
            raise RefusedError(f"a value is required{what}")
        return value


NOT_NULL = NotNullFunction()
