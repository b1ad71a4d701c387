"""Static methods called by values of classes (defaults, meta objects, checks), run on their own.

They only compute: properties are not written, and no method of objects is run. Refusals are
reported for the expression that calls the method.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from yaql.language.exceptions import YaqlException

from muranopl.diagnostics.bounds import CALL_DEPTH, METHOD_INSTRUCTIONS
from muranopl.execution.budget import ExecutionBudget, ExecutionLimits
from muranopl.execution.calls import MethodCalls
from muranopl.execution.exceptions import CONTRACT_VIOLATION, MuranoError
from muranopl.execution.machine import Activation, Machine, This
from muranopl.execution.native_instances import Simulations
from muranopl.execution.native_registry import Registry
from muranopl.execution.refusals import Subject
from muranopl.execution.schedule import ALWAYS, Schedule
from muranopl.execution.values import settled
from muranopl.inherit.complete import Member
from muranopl.language.contracts.apply import POISON
from muranopl.language.contracts.tree import Contract
from muranopl.language.grammar.method import MethodDeclaration
from muranopl.render.context import LoadingContext
from muranopl.render.setting import ValueSetting
from muranopl.semantics.evaluation.bounds import Budget
from muranopl.semantics.evaluation.conversion import freeze, thaw
from muranopl.semantics.evaluation.error_messages import translated
from muranopl.semantics.evaluation.errors import EvaluationError, NotEvaluatedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

_LIMITS = ExecutionLimits(
    instructions=METHOD_INSTRUCTIONS.most,
    seconds=math.inf,
    memory=sys.maxsize,
    depth=CALL_DEPTH.most,
)
"""The limits of all methods for one value, which are independent of the machine.

Steps are those of the value.
"""


class ValueMethods:
    """Runs static methods for the values of one loading context."""

    def __init__(self, context: LoadingContext) -> None:
        self._calls = MethodCalls(_ValueMachine(context))

    def call(
        self,
        receiver: This,
        member: Member[MethodDeclaration],
        args: Sequence[Any],
        kwargs: Mapping[str, Any],
    ) -> Any:
        """See `CallStatic`."""
        budget = self._calls.machine.budget.expressions
        arguments = [settled(value, budget) for value in args]
        try:
            return self._calls.call(
                receiver,
                member,
                arguments,
                {name: settled(kwargs[name], budget) for name in kwargs},
            )
        except MuranoError as error:
            failure = error.failure
            if failure is None:
                message = "" if error.message is None else f": {error.message}"
                failure = EvaluationError(f"it throws {error.shown_name}{message}")
        raise failure


class _ValueMachine(Machine):
    """Runs methods without simulations; errors of expressions keep the messages for authors."""

    def __init__(self, context: LoadingContext) -> None:
        super().__init__(ExecutionBudget(_LIMITS, context.budget), Schedule())
        self.evaluator = context.evaluator
        self.contracts = _ArgumentContracts(context, self.budget.expressions)
        self.writer = _NoWriter()
        self.synchronized = lambda *_: ALWAYS
        self.simulations = Simulations(Registry(), lambda _: None)

    def noted(self, error: Exception) -> Exception:
        """See `Machine`."""
        evaluation = self.activations[-1].frame.evaluation
        recorded = evaluation.failure
        # Translated here, while the failed call is known.
        if isinstance(error, YaqlException) or (recorded is not None and recorded.error is error):
            error = translated(error, evaluation)
            evaluation.failure = None  # which holds the frames that the error comes from
        return super().noted(error)


class _ArgumentContracts:
    """Applies the contracts of arguments as for values of a model; see `ContractServices`."""

    def __init__(self, context: LoadingContext, budget: Budget) -> None:
        self.quirks = context.quirks
        self._context = context
        self._budget = budget

    def apply(  # noqa: PLR0917 - all of them are always given
        self,
        contract: Contract,
        value: Any,
        this: MuranoObject | MuranoType,
        scope: MuranoType,
        subject: Subject,
        owner: MuranoObject | None,
    ) -> Any:
        """See `ContractServices`."""
        context = self._context
        path = context.sibling_path(subject.name)
        setting = ValueSetting(context, this, scope, path, subject.declared)
        setting.owner = owner
        with context.reporter.apart() as reports:
            result = setting.apply(contract, thaw(value, self._budget))
        if result is POISON or reports.failed:
            reason = next((report.message for report in reports.values()), "its contract")
            error = EvaluationError(f'argument "{subject.name}" is rejected: {reason}')
            error.engine_name = CONTRACT_VIOLATION
            raise error
        return freeze(result)

    def plain_object(self, class_name: str) -> MuranoObject:
        """See `ContractServices`."""
        raise NotEvaluatedError(f"it creates an object of class {class_name}, which is not run")


class _NoWriter:
    """Refuses to write properties; see `WriterServices`."""

    def write(
        self,
        activation: Activation,  # noqa: ARG002
        object_: MuranoObject,
        name: str,
        value: Any,  # noqa: ARG002
    ) -> None:
        """See `WriterServices`."""
        raise _not_written(object_.type, name)

    def set(self, object_: MuranoObject, name: str, value: Any) -> None:  # noqa: ARG002
        """See `WriterServices`."""
        raise _not_written(object_.type, name)

    def write_static(self, type_: MuranoType, name: str, value: Any) -> None:  # noqa: ARG002
        """See `WriterServices`."""
        raise _not_written(type_, name)


def _not_written(type_: MuranoType, name: str) -> NotEvaluatedError:
    return NotEvaluatedError(f'it writes property "{name}" of class {type_.name}, which is not run')
