"""Builds the machine of a session from its parts, each from those before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from muranopl.execution.budget import ExecutionBudget
from muranopl.execution.calls import MethodCalls
from muranopl.execution.construction import SessionLoader
from muranopl.execution.context import ExecutionContext
from muranopl.execution.contracts import Contracts
from muranopl.execution.functions import ExecutionEvaluator
from muranopl.execution.machine import Machine
from muranopl.execution.native_instances import Simulations
from muranopl.execution.schedule import Schedule
from muranopl.render.model_reporter import ModelReporter
from muranopl.semantics.evaluation.objects import MuranoObject


class SessionMachine(Machine):
    """The machine of a session; each of its parts is made of those before it.

    `load` makes the loader; `remarks` gets diagnostics that are less than errors. `create` and
    `option` are as in `ExecutionContext`.
    """

    def __init__(
        self,
        budget: ExecutionBudget,
        schedule: Schedule,
        load: Callable[[MethodCalls], SessionLoader],
        simulations: Simulations,
        *,
        remarks: ModelReporter,
        create: Callable[..., MuranoObject],
        option: Callable[[str | None, str], Any],
    ) -> None:
        super().__init__(budget, schedule)
        self.simulations = simulations
        self.loader = loader = load(MethodCalls(self))
        contracts = Contracts(loader, remarks)
        self.contracts = contracts
        self.context = ExecutionContext(loader, contracts, create, option)
        self.writer = self.context.writer
        self.synchronized = self.context.reflection.synchronized
        self.evaluator = ExecutionEvaluator(self.context)
