"""Values of a model in words, for messages."""

from __future__ import annotations

from typing import Any

from muranopl.ard.descriptions import cut, described_value
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType, UnresolvedReference


def shown(value: Any) -> str:
    """Return a value as messages name it: `the text "http"`, `the object "id" of class ns.Class`."""
    if isinstance(value, MuranoObject):
        if value.generated:
            return f"the object of class {value.type.name}"
        return f'the object "{cut(str(value.id))}" of class {value.type.name}'
    if isinstance(value, UnresolvedReference):
        return f'the object "{cut(str(value.id))}"'
    if isinstance(value, MuranoType):
        return f"class {value.name}"
    return described_value(value)
