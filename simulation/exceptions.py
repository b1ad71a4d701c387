"""Exceptions of simulated methods for MuranoPL, by the names the engine gives them."""

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


class SimulatedError(MuranoError):
    """An exception with a single name for `Catch` (native-classes.md, "Names for `Catch`")."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__((name,), message)

    @property
    def name(self) -> str:
        """The only name."""
        return self.names[0]


class AssertionFailedError(SimulatedError):
    """An assertion of a test fails; `facts` are the values compared, by their role."""

    def __init__(self, name: str, message: str, facts: Mapping[str, Any]) -> None:
        super().__init__(name, message)
        self.facts = facts


class TooMuchError(ExhaustedError):
    """A simulation exceeded a bound, `args[0]`; `Catch` does not handle it."""
