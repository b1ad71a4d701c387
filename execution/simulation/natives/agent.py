"""Simulates io.murano.system.Agent: records execution plans as they would be sent."""

from __future__ import annotations

from typing import Any

from muranopl.execution.exceptions import ARGUMENT_EXCEPTION, MuranoError
from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.exceptions import POLICY_VIOLATION, TIMEOUT
from muranopl.execution.simulation.natives.resources import RESOURCES, Resources
from muranopl.execution.simulation.objects import copied, owner_of
from muranopl.execution.simulation.plans import Plan, execution_plan
from muranopl.execution.simulation.record import PlanSent
from muranopl.execution.simulation.simulated_cloud import AGENT_TIMEOUT, SimulatedCloud
from muranopl.semantics.evaluation.objects import MuranoObject

_ENVIRONMENT = "io.murano.Environment"
_READY: Plan = {"Body": "return", "FormatVersion": "2.0.0", "Scripts": {}}
"""The plan that the engine sends to learn whether an agent answers."""
_DISALLOWED = "Use of murano-agent is disallowed by the server configuration"


@simulates("io.murano.system.Agent", uses_cloud=True)
class Agent:
    """Execution plans for one instance, recorded as they would be sent."""

    def __init__(self, call: NativeCall, host: Any) -> None:
        self._cloud: SimulatedCloud = call.session.cloud
        if not isinstance(host, MuranoObject):
            raise MuranoError("ValueError", "the host of an agent must be an object")
        self._host = host
        environment = owner_of(host, _ENVIRONMENT)
        self._queue = f"e{environment.id}-h{host.id}".lower()
        self._numbers = self._cloud.plan_numbers(self._queue)

    @native("queueName")
    def queue_name(self) -> str:
        """Return the name of the instance's queue."""
        return self._queue

    @native("signingKey")
    def signing_key(self, linePrefix: str | None = "") -> str:
        """Return the key that plans are signed with: an empty text, as there is none."""
        return ""

    @native("buildExecutionPlan")
    def build_execution_plan(self, call: NativeCall, template: Any, resources: Any) -> Plan:
        """Return the plan created from a template."""
        return self._plan(call, template, resources)

    @native("call", waits=True)
    def call(self, call: NativeCall, template: Any, resources: Any, timeout: Any = None) -> Any:
        """Send the plan created from a template, and return its result."""
        self._require_agents()
        return self._called(self._plan(call, template, resources), timeout)

    @native("send", waits=True)
    def send(self, call: NativeCall, template: Any, resources: Any) -> None:
        """Send the plan created from a template."""
        self._require_agents()
        self._send(self._plan(call, template, resources))

    @native("callRaw", waits=True)
    def call_raw(self, plan: Any, timeout: Any = None) -> Any:
        """Send a plan unchanged, and return its result."""
        self._require_agents()
        return self._called(_plain(plan), timeout)

    @native("sendRaw", waits=True)
    def send_raw(self, plan: Any) -> None:
        """Send a plan unchanged."""
        self._require_agents()
        self._send(_plain(plan))

    @native("waitReady", waits=True)
    def wait_ready(self, timeout: int | None = 100) -> None:
        """Wait until the agent answers."""
        self._require_agents()
        self._called(_READY, timeout)

    @native("isReady", waits=True)
    def is_ready(self, timeout: int | None = 100) -> bool:
        """Return whether the agent answers."""
        self._require_agents()
        try:
            self._called(_READY, timeout)
        except MuranoError as error:
            if TIMEOUT in error.names:
                return False
            raise
        return True

    def _plan(self, call: NativeCall, template: Any, resources: Any) -> Plan:
        simulation = None
        if isinstance(resources, MuranoObject):
            simulation = call.session.simulation(resources, RESOURCES)
        if not isinstance(simulation, Resources):
            raise MuranoError(ARGUMENT_EXCEPTION, "Invalid argument resources")
        return execution_plan(copied(template), simulation.files(call), self._numbers)

    def _send(self, plan: Plan) -> None:
        sent = PlanSent(host=self._host.id, queue=self._queue, plan=plan, waits=False)
        self._cloud.record.add(sent)

    def _called(self, plan: Plan, timeout: Any) -> Any:
        # 0 is a timeout of its own, not the default.
        if timeout is None:
            timeout = self._cloud.option("engine", "agent_timeout") or AGENT_TIMEOUT
        names = (str(self._host.properties.get("name")), str(self._host.name))
        return self._cloud.call(self._host.id, names, self._queue, plan, timeout)

    def _require_agents(self) -> None:
        if self._cloud.option("engine", "disable_murano_agent"):
            raise MuranoError(POLICY_VIOLATION, _DISALLOWED)


def _plain(plan: Any) -> Plan:
    result = copied(plan)
    if not isinstance(result, dict):
        raise MuranoError("AttributeError", "an execution plan must be a mapping")
    return result
