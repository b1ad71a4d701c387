"""What simulated methods raise: exceptions as MuranoPL sees them, under the names the engine gives them."""

from __future__ import annotations

HEAT_STACK_ERROR = "murano.engine.system.heat_stack.HeatStackError"
AGENT_EXCEPTION = "murano.engine.system.agent.AgentException"
TIMEOUT = "murano.common.exceptions.TimeoutException"
MISTRAL_ERROR = "murano.engine.system.workflowclient.MistralError"
ARGUMENT_EXCEPTION = "yaql.language.exceptions.ArgumentException"
MISMATCH = "testtools.matchers._impl.MismatchError"


class SimulatedError(Exception):
    """An exception that a `Catch` sees under a name (native-classes.md, "Names for `Catch`")."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(name, message)
        self.name = name
        self.message = message

    def __str__(self) -> str:
        return self.message


class TooMuchError(Exception):
    """A simulation met a bound; `args[0]` says which. No `Catch` sees it."""
