"""The contract function `owned()`: refuses objects outside the one whose property it is."""

from __future__ import annotations

from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics.quirks import OVERRIDDEN_OWNED
from muranopl.language.contracts import kinds
from muranopl.language.contracts.functions.declaration import (
    ContractFunction,
    DispatchContext,
    RefusedError,
    ValueContext,
)


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
