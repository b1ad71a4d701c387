"""The contract function `notOwned()`: refuses objects inside the one whose property it is."""

from __future__ import annotations

from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics import quirks
from muranopl.language.contracts.functions.declaration import (
    DispatchContext,
    RefusedError,
    ValueContext,
)
from muranopl.language.contracts.functions.owned import OwnedFunction, is_owned


class NotOwnedFunction(OwnedFunction):
    """An object that is not inside the one whose property it is.

    Attributes: see `ContractFunction`.
    """

    name = "notOwned"
    words = "Objects are refused that are inside the object whose property it is."
    restriction = "not owned by this object"
    schema_keyword = ("owned", False)

    def validate(
        self, value: Any, arguments: Any, context: ValueContext, path: ModelPath
    ) -> Any:
        shown = context.shown
        if is_owned(value, context) is True:
            raise RefusedError(
                f"{shown(value)} is inside the object whose property it is, which notOwned() refuses"
            )
        if (
            context.is_object(value)
            and context.is_this(value)
            and not context.follows(quirks.NOT_OWNED_SELF, path, "")
        ):
            hint = f"the engine takes it (--quirk {quirks.NOT_OWNED_SELF.name})"
            raise RefusedError(
                f"{shown(value)} is the object whose property it is, which notOwned() refuses",
                (hint,),
            )
        return value

    def accepts(self, value: Any, arguments: Any, context: DispatchContext) -> bool:
        """Return true: where overloads are chosen nothing is owned yet (measured)."""
        return True


NOT_OWNED = NotOwnedFunction()
