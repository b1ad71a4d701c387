"""The cloud of one run: its answers by name, and a record of its actions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

import msgspec

from muranopl.ard.plain_data import plain
from muranopl.execution.exceptions import MuranoError, StackFrame
from muranopl.execution.simulation.cloud.definition import (
    CloudAnswer,
    CloudDefinition,
    NetworkAnswers,
)
from muranopl.execution.simulation.exceptions import AGENT_EXCEPTION, TIMEOUT
from muranopl.execution.simulation.heat.functions import FUNCTIONS
from muranopl.execution.simulation.heat.outputs import StackValues
from muranopl.execution.simulation.heat.template import Template, member
from muranopl.execution.simulation.networks import Networks
from muranopl.execution.simulation.placeholders import Addresses, Placeholders
from muranopl.execution.simulation.plans import PlanNumbers, stand_in
from muranopl.execution.simulation.record import (
    Event,
    PlanSent,
    PluginCalled,
    Record,
    StackPushed,
)
from muranopl.semantics.evaluation.bounds import Budget

A = TypeVar("A", bound=CloudAnswer)

AGENT_TIMEOUT = 3600


class DeployedStack(msgspec.Struct, frozen=True):
    """A stack of the cloud."""

    template: Template
    parameters: dict[Any, Any]
    files: Any
    environment: Any


class SimulatedCloud:
    """The cloud of one run; `clock` returns its time in seconds, `stack` the running methods.

    Events are added to `events`. Simulations take steps of the `budget` of the run, which also
    checks time and memory.
    """

    def __init__(
        self,
        definition: CloudDefinition,
        clock: Callable[[], float],
        events: list[Event],
        budget: Budget,
        stack: Callable[[], tuple[StackFrame, ...]] = tuple,
    ) -> None:
        self.definition = definition
        self.budget = budget
        self.record = Record(clock, events, stack)
        self.placeholders = Placeholders()
        self.networks = Networks(
            definition.network or NetworkAnswers(),
            str(self.project["id"]),
            self.placeholders,
            self.budget,
        )
        self._clock = clock
        self._addresses = Addresses(self.placeholders)
        # Stacks that exist before the run.
        there = (stack for stack in definition.stacks if stack.template)
        self._stacks = {item.pattern: DeployedStack(item.template, {}, {}, {}) for item in there}
        self._numbers: dict[str, PlanNumbers] = {}
        self.executions = 0
        self._at_end: list[Callable[[], None]] = []

    def at_end(self, action: Callable[[], None]) -> None:
        """Schedule an action for the end of the run, or the next call of `finish`."""
        self._at_end.append(action)

    def finish(self) -> None:
        """Run the scheduled actions; raise MuranoError."""
        # An action may schedule further ones.
        waiting, self._at_end = self._at_end, []
        for action in waiting:
            action()

    @property
    def project(self) -> dict[str, Any]:
        """The project of the run."""
        usual = {"id": "project", "name": "project", "domain": "Default", "description": ""}
        return usual | self.definition.project

    @property
    def user(self) -> dict[str, Any]:
        """The user of the run."""
        usual = {"id": "user", "name": "user", "domain": "Default", "email": None}
        return usual | self.definition.user

    # Stacks

    def stack(self, name: str) -> DeployedStack | None:
        """Return the stack of a name, or None."""
        return self._stacks.get(name)

    def deployed(self) -> dict[str, DeployedStack]:
        """Return all stacks, by name."""
        return dict(self._stacks)

    def stacks(self) -> Iterator[StackValues]:
        """Yield all stacks."""
        return map(self._values, self._stacks)

    def push(self, name: str, pushed: DeployedStack, region: str | None) -> None:
        """Create or update a stack; delete it if its template has no resources, not even none.

        Raise MuranoError.
        """
        if member(pushed.template, "resources") is None:
            self.delete(name, region)
            return
        before = self._stacks.get(name)
        failures = (item.fail for item in self.definition.stacks if item.fail and item.fits(name))
        event = StackPushed(
            stack=name,
            action="create" if before is None else "update",
            template=pushed.template,
            before=None if before is None else before.template,
            parameters=pushed.parameters,
            files=pushed.files,
            environment=pushed.environment,
            region=region,
            failure=next(failures, None),
        )
        # A push that fails is recorded as well, so this comes before the exception
        self.record.add(event)
        if event.failure is not None:
            state = f"{event.action.upper()}_FAILED: {event.failure}"
            raise MuranoError("OSError", f"Unexpected stack state {state}")
        self._stacks[name] = pushed

    def delete(self, name: str, region: str | None) -> None:
        """Delete a stack, if it exists."""
        before = self._stacks.pop(name, None)
        if before is not None:
            self.record.add(
                StackPushed(stack=name, action="delete", before=before.template, region=region)
            )

    def outputs(self, name: str) -> dict[str, Any]:
        """Return the outputs of a stack: values of the cloud file, else placeholders."""
        if name not in self._stacks:
            return {}
        values = self._values(name)
        stacks = [stack for stack in self.definition.stacks if stack.fits(name)]
        answers = [item for stack in stacks for item in stack.outputs]
        result = {}
        for output, expression in values.outputs():
            # Answers of the cloud file come first, so that a test can replace what the template
            # computes
            answer = first(answers, output)
            result[output] = values.evaluated(expression) if answer is None else answer.value
        return result

    def _values(self, name: str) -> StackValues:
        stack = self._stacks[name]
        return StackValues(
            FUNCTIONS,
            name,
            stack.template,
            stack.parameters,
            self.placeholders,
            self._addresses,
            self.networks.known_cidr,
            self.budget,
        )

    # Agents

    def plan_numbers(self, queue: str) -> PlanNumbers:
        """Return the ids and stamps of a queue of plans."""
        if queue not in self._numbers:
            self._numbers[queue] = PlanNumbers(queue, self.placeholders, self._clock)
        return self._numbers[queue]

    def queues(self) -> tuple[str, ...]:
        """Return the queues of all agents."""
        return tuple(self._numbers)

    def call(
        self, host: str, names: tuple[str, ...], queue: str, plan: dict[Any, Any], timeout: float
    ) -> Any:
        """Send a plan and return its result; `names` are those of the host.

        Raise MuranoError.
        """
        event = PlanSent(host=host, queue=queue, plan=plan, waits=True)
        self.record.add(event)
        answers = (item for item in self.definition.agents if item.fits((host, *names), plan))
        answer = next(answers, None)
        if answer is None:
            # No answer in the cloud file: a default one.
            event.answer = stand_in(plan, self.placeholders.text_of)
        elif answer.silent:
            event.failure = f"The murano-agent did not respond within {timeout} seconds"
            raise MuranoError(TIMEOUT, event.failure)
        elif answer.error is not None:
            event.failure = str(_agent_error(plain(answer.error)))
            raise MuranoError(AGENT_EXCEPTION, event.failure)
        else:
            event.answer = answer.answer and plain(answer.answer)
        return event.answer

    # Other services

    def call_plugin(self, class_name: str, method: str, arguments: dict[str, Any]) -> Any:
        """Call a method of an extension plugin: its answer, or a placeholder. Raise MuranoError."""
        name = f"{class_name}.{method}"
        event = PluginCalled(method=name, arguments=arguments)
        self.record.add(event)
        answer = first(self.definition.plugins, name)
        if answer is None:
            event.result = self.placeholders.text_of(name)
        elif answer.fail is not None:
            event.failure = answer.fail
            raise MuranoError(answer.exception or "Exception", answer.fail)
        else:
            event.result = answer.result and plain(answer.result)
        return event.result

    def metadata_tags(self, resource_type: str) -> tuple[str, ...]:
        """Return the metadata tags for a type of resources."""
        answer = first(self.definition.metadata, resource_type)
        return () if answer is None else answer.value

    def option(self, group: str | None, name: str) -> Any:
        """Return an option of the operator."""
        answer: Any = self.definition.config
        if group is not None:
            answer = self.definition.config.get(group)
        if isinstance(answer, dict) and name in answer:
            return answer[name]
        return _OPTIONS.get(group, {}).get(name)


def first(answers: Iterable[A], name: str) -> A | None:
    """Return the first answer whose pattern a name matches, or None."""
    return next((answer for answer in answers if answer.fits(name)), None)


def _agent_error(given: Any) -> dict[str, Any]:
    """Return the error of an agent in the form of the engine's exception."""
    stated = given if isinstance(given, dict) else {"message": str(given)}
    return {
        "message": stated.get("message"),
        "details": stated.get("details"),
        "errorCode": stated.get("errorCode", 1),
        "time": None,
        "extra": stated.get("extra"),
    }


_OPTIONS: dict[str | None, dict[str, Any]] = {
    None: {"file_server": ""},
    "rabbitmq": {
        "host": "localhost",
        "port": 5672,
        "login": "guest",
        "password": "guest",
        "virtual_host": "/",
        "ssl": False,
        "insecure": False,
        "ca_certs": "",
    },
    "engine": {
        "agent_source": "murano-agent",
        "agent_timeout": AGENT_TIMEOUT,
        "disable_murano_agent": False,
    },
    "networking": {
        "router_name": "murano-default-router",
        "create_router": True,
        "external_network": "ext-net",
        "env_ip_template": "10.0.0.0",
        "max_hosts": 250,
        "max_environments": 250,
        "default_dns": [],
    },
    "heat": {"stack_tags": ["murano"]},
}
"""The options of an operator who configures nothing, by groups."""
