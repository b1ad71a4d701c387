"""Answers expressions of running methods: calls, creation of objects, static properties.

`render/evaluation_context.py` does so while a model is loaded.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from muranopl.execution.construction import SessionLoader
from muranopl.execution.contracts import Contracts
from muranopl.execution.properties import PropertyWriter
from muranopl.execution.reflection import Reflection
from muranopl.execution.refusals import refusal
from muranopl.inherit.complete import Member
from muranopl.language.contracts.apply import POISON
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.render.evaluation_context import ModelEvaluationContext
from muranopl.semantics.evaluation.errors import PoisonedError
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

_MOST_TOGETHER = 1_000
"""Most calls of `pselect` and `psuper` that run at a time, as in the engine."""


class ExecutionContext(ModelEvaluationContext):
    """The `muranopl.semantics.evaluation.context.EvaluationContext` of an execution.

    `create` creates an object of a class by its name; `option` returns an option of the operator.
    `statics` are the values of static properties that were read or written.
    """

    def __init__(
        self,
        loader: SessionLoader,
        contracts: Contracts,
        create: Callable[..., MuranoObject],
        option: Callable[[str | None, str], Any],
    ) -> None:
        super().__init__(loader)
        self.loader = loader
        self.machine = loader.machine
        self.create = create
        self.option = option
        self.random = random.Random(0)  # noqa: S311 - the same numbers in every execution
        self.writer = PropertyWriter(contracts, self.statics)
        self.reflection = Reflection(loader, self.writer)

    def invoke(
        self,
        frame: VariableFrame,  # noqa: ARG002 - the machine knows where it is called
        receiver: MuranoObject | MuranoType,
        method: Member[MethodDeclaration],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Any:
        """See `EvaluationContext`."""
        return self.loader.calls.call(receiver, method, args, kwargs)

    def together(self, function: Callable[[Any], Any], items: Iterable[Any]) -> Sequence[Any]:
        """See `EvaluationContext`."""
        # No method runs while the model of a user is loaded.
        if not self.machine.activations:
            return super().together(function, items)
        return self.machine.in_branches(lambda _, item: function(item), items, _MOST_TOGETHER)

    def static(self, owner: MuranoType, declaration: PropertyDeclaration) -> Any:
        """See `EvaluationContext`."""
        if self.loader.reports:
            return super().static(owner, declaration)
        with self.loader.reporter.apart() as reports:
            try:
                value = super().static(owner, declaration)
            except PoisonedError:
                value = POISON
            if value is not POISON and not reports.failed:
                return value
            # The next access evaluates the default again, and so fails for the same reason
            del self.statics[owner.id, declaration.name]
            raise refusal(reports)

    def load(
        self, model: Mapping[Any, Any], owner: MuranoObject | None, scope: MuranoType
    ) -> MuranoObject:
        """See `EvaluationContext`."""
        return self.loader.detached(model, owner, scope, "")
