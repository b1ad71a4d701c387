"""Exceptions of simulated methods, and the names that the engine gives them for `Catch`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from muranopl.execution.exceptions import MuranoError
from muranopl.semantics.evaluation.errors import ExhaustedError

HEAT_STACK_ERROR = "murano.engine.system.heat_stack.HeatStackError"
AGENT_EXCEPTION = "murano.engine.system.agent.AgentException"
TIMEOUT = "murano.common.exceptions.TimeoutException"
POLICY_VIOLATION = "murano.common.exceptions.PolicyViolationException"
MISTRAL_ERROR = "murano.engine.system.workflowclient.MistralError"
MISMATCH = "testtools.matchers._impl.MismatchError"


class AssertionFailedError(MuranoError):
    """An assertion of a test fails; `facts` are the values compared, by their role."""

    def __init__(self, name: str, message: str, facts: Mapping[str, Any]) -> None:
        super().__init__(name, message)
        self.facts = facts


class TooMuchError(ExhaustedError):
    """A simulation exceeded a bound, `args[0]`; `Catch` does not handle it."""
