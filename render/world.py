"""What expressions may ask about classes and objects while a model is loaded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from muranopl.evaluation.errors import NotEvaluatedError
from muranopl.evaluation.objects import MuranoObject, MuranoType
from muranopl.grammar.method import MethodDeclaration
from muranopl.inherit.complete import Member

if TYPE_CHECKING:
    from muranopl.render.load import Load


class RenderWorld:
    """The `World` of a model that is being loaded.

    `call` is the seam where method bodies will be run: until something does, it says so.
    """

    def __init__(self, load: Load) -> None:
        self._load = load

    def named(self, written: str, scope: MuranoType) -> MuranoType:
        """See `World`."""
        return self._load.types.named(written, scope)

    def cast(self, object_: MuranoObject, name: str, spec: str | None, scope: MuranoType) -> MuranoType:
        """See `World`."""
        return self._load.types.ancestor(object_, name, spec, scope)

    def call(
        self,
        receiver: MuranoObject | MuranoType | Any,  # noqa: ARG002 - for what will run bodies
        method: Member[MethodDeclaration],
        arguments: Sequence[Any],  # noqa: ARG002
        keywords: Mapping[str, Any],  # noqa: ARG002
    ) -> Any:
        """See `World`."""
        raise NotEvaluatedError(f'it calls method "{method.name}" of class {method.declaring.name}, which is not run')

    def new(
        self,
        type_: MuranoType,
        properties: Mapping[str, Any],
        owner: MuranoObject | None,
        header: Mapping[str, Any],
        scope: MuranoType,
    ) -> MuranoObject:
        """See `World`."""
        return self._load.created({type_: dict(properties), **header}, owner, scope)

    def load(self, model: Mapping[Any, Any], owner: MuranoObject | None, scope: MuranoType) -> MuranoObject:
        """See `World`."""
        return self._load.created(model, owner, scope)
