"""What expressions ask while methods run: calls are made, objects created, static properties kept."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from muranopl.ard.model_path import ModelPath
from muranopl.execution.construction import NOWHERE, SessionLoader
from muranopl.execution.machine import Machine
from muranopl.inherit.complete import Member
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.namespace.result import TypeId
from muranopl.render.evaluation_context import ModelEvaluationContext
from muranopl.semantics.evaluation.conversion import freeze
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType


class ExecutionContext(ModelEvaluationContext):
    """Implements `muranopl.semantics.evaluation.context.EvaluationContext` for an execution."""

    def __init__(self, loader: SessionLoader, machine: Machine) -> None:
        super().__init__(loader)
        self._loader = loader
        self._machine = machine

    @property
    def statics(self) -> dict[tuple[TypeId, str], Any]:
        """The values of static properties that were read or written."""
        return self._statics

    def invoke(
        self,
        frame: VariableFrame,  # noqa: ARG002 - the machine knows where it is called
        receiver: MuranoObject | MuranoType,
        method: Member[MethodDeclaration],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Any:
        """See `EvaluationContext`."""
        return self._machine.call(receiver, method, args, kwargs)

    def call(
        self, receiver: MuranoObject | MuranoType, method: Member[MethodDeclaration], arguments: Mapping[str, Any]
    ) -> Any:
        """See `EvaluationContext`."""
        return self._machine.call(receiver, method, (), {name: freeze(value) for name, value in arguments.items()})

    def load(self, model: Mapping[Any, Any], owner: MuranoObject | None, scope: MuranoType) -> MuranoObject:
        """See `EvaluationContext`."""
        loader = self._loader
        header = model.get("?")
        if isinstance(header, Mapping) and "id" in header:
            model = {**model, "?": {key: item for key, item in header.items() if key != "id"}}
        without_id = {key: item for key, item in model.items() if key != "id"}
        loader.made += 1
        path = ModelPath(NOWHERE, None, f"#{loader.made}")
        return loader.detached(without_id, owner, path, scope)
