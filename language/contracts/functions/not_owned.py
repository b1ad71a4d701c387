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
