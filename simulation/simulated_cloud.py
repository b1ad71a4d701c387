"""The cloud of one run: its answers by name, and a record of its actions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import Any

from muranopl.ard.plain_data import plain
from muranopl.execution.exceptions import MuranoError
from muranopl.semantics.evaluation.bounds import Budget, SharedBudget
from muranopl.simulation.agent.answers import stand_in
from muranopl.simulation.agent.queue import PlanNumbers
from muranopl.simulation.cloud.definition import AgentAnswer, CloudDefinition, NetworkAnswers
from muranopl.simulation.exceptions import AGENT_EXCEPTION, MISTRAL_ERROR, TIMEOUT
from muranopl.simulation.heat.addresses import Addresses
from muranopl.simulation.heat.merge import Template
from muranopl.simulation.heat.outputs import StackValues
from muranopl.simulation.heat.stack import DeployedStack, EditedStack, has_resources
from muranopl.simulation.networks import Networks
from muranopl.simulation.placeholders import Placeholders
from muranopl.simulation.record import Event, PlanSent, Record, StackPushed, WorkflowRun

AGENT_TIMEOUT = 3600


class SimulatedCloud:
    """The cloud of one run; `clock` returns its time in seconds, events are added to `events`.

    Simulations take steps of the `budget` of the run, which also checks time and memory.
    """

    def __init__(
        self,
        definition: CloudDefinition,
        clock: Callable[[], float],
        events: list[Event] | None = None,
        budget: Budget | None = None,
    ) -> None:
        self.definition = definition
        self.budget = budget or Budget(SharedBudget())
        self.record = Record(clock, [] if events is None else events)
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
        self._executions = 0
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
        return {
            "id": "project",
            "name": "project",
            "domain": "Default",
            "description": "",
            **self.definition.project,
        }

    @property
    def user(self) -> dict[str, Any]:
        """The user of the run."""
        return {
            "id": "user",
            "name": "user",
            "domain": "Default",
            "email": None,
            **self.definition.user,
        }

    def stack(self, name: str) -> DeployedStack | None:
        """Return the stack of a name, or None."""
        return self._stacks.get(name)

    def templates(self) -> dict[str, Template]:
        """Return the templates of all stacks, by name."""
        return {name: stack.template for name, stack in self._stacks.items()}

    def stacks(self) -> Iterator[StackValues]:
        """Yield all stacks."""
        for name in self._stacks:
            yield self._values(name)

    def push(self, name: str, edited: EditedStack, region: str | None) -> None:
        """Create, update or delete a stack according to its template; raise MuranoError."""
        if edited.is_applied:
            return
        before, pushed = self._stacks.get(name), edited.complete()
        if has_resources(pushed.template):
            self._replace(name, before, pushed, region)
        elif before is not None:
            self.delete(name, region)
        edited.mark_applied(pushed.template)

    def _replace(
        self, name: str, before: DeployedStack | None, pushed: DeployedStack, region: str | None
    ) -> None:
        fail = next(
            (stack.fail for stack in self.definition.stacks if stack.fail and stack.fits(name)),
            None,
        )
        event = StackPushed(
            stack=name,
            action="create" if before is None else "update",
            template=pushed.template,
            before=None if before is None else before.template,
            parameters=pushed.parameters,
            files=pushed.files,
            environment=pushed.environment,
            region=region,
            failure=fail,
        )
        self.record.add(event)
        if fail is not None:
            raise MuranoError(
                "OSError", f"Unexpected stack state {event.action.upper()}_FAILED: {fail}"
            )
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
        answers = [
            item for stack in self.definition.stacks if stack.fits(name) for item in stack.outputs
        ]
        result = {}
        for output, expression in values.outputs():
            given = next((answer for answer in answers if answer.fits(output)), None)
            result[output] = values.evaluated(expression) if given is None else given.value
        return result

    def _values(self, name: str) -> StackValues:
        stack = self._stacks[name]
        known, budget = self.networks.known_cidr, self.budget
        return StackValues(
            name,
            stack.template,
            stack.parameters,
            self.placeholders,
            self._addresses,
            known,
            budget,
        )

    def plan_numbers(self, queue: str) -> PlanNumbers:
        """Return the ids and stamps of a queue of plans."""
        if queue not in self._numbers:
            self._numbers[queue] = PlanNumbers(queue, self.placeholders, self._clock)
        return self._numbers[queue]

    def send(self, host: str, queue: str, plan: dict[Any, Any]) -> None:
        """Send a plan without waiting for its answer."""
        self.record.add(PlanSent(host=host, queue=queue, plan=plan, waits=False))

    def call(
        self, host: str, names: tuple[str, ...], queue: str, plan: dict[Any, Any], timeout: float
    ) -> Any:
        """Send a plan and return its result; `names` are those of the host.

        Raise MuranoError.
        """
        event = PlanSent(host=host, queue=queue, plan=plan, waits=True)
        self.record.add(event)
        given = next(
            (agent for agent in self.definition.agents if _answers(agent, (host, *names), plan)),
            None,
        )
        if given is None:
            # No answer in the cloud file: a default one.
            event.answer = stand_in(plan, self.placeholders.text_of)
        elif given.silent:
            event.failure = f"The murano-agent did not respond within {timeout} seconds"
            raise MuranoError(TIMEOUT, event.failure)
        elif given.error is not None:
            event.failure = str(_agent_error(plain(given.error)))
            raise MuranoError(AGENT_EXCEPTION, event.failure)
        else:
            event.answer = None if given.answer is None else plain(given.answer)
        return event.answer

    def run_workflow(self, name: str, inputs: Any, params: Any, timeout: int | None) -> Any:
        """Run a Mistral workflow and return its output, or its id if `timeout` is 0.

        Raise MuranoError.
        """
        self._executions += 1
        event = WorkflowRun(workflow=name, inputs=inputs, params=params)
        self.record.add(event)
        if timeout == 0:
            return f"execution-{self._executions}"
        given = next(
            (workflow for workflow in self.definition.workflows if workflow.fits(name)), None
        )
        if given is not None and given.fail is not None:
            event.failure = f"Mistral execution completed with ERROR. {given.fail}"
            raise MuranoError(MISTRAL_ERROR, event.failure)
        event.output = {} if given is None else given.output
        return event.output

    def metadata_tags(self, resource_type: str) -> tuple[str, ...]:
        """Return the metadata tags for a type of resources."""
        result = (
            item.tags
            for item in self.definition.metadata
            if fnmatchcase(resource_type, item.pattern)
        )
        return next(result, ())

    def option(self, group: str | None, name: str) -> Any:
        """Return an option of the operator."""
        given = self.definition.config if group is None else self.definition.config.get(group)
        if isinstance(given, dict) and name in given:
            return given[name]
        return _OPTIONS.get((group, name))


def _answers(answer: AgentAnswer, hosts: tuple[str, ...], plan: dict[Any, Any]) -> bool:
    """Return whether an answer applies to a plan for a host."""
    if answer.host is not None and not any(fnmatchcase(host, answer.host) for host in hosts):
        return False
    if answer.plan is not None and not fnmatchcase(str(plan.get("Name", "")), answer.plan):
        return False
    return answer.script is None or any(
        fnmatchcase(script, answer.script) for script in _scripts(plan)
    )


def _scripts(plan: dict[Any, Any]) -> Iterator[str]:
    """Yield the names that the scripts of a plan are matched by.

    Their own, and those of their files.
    """
    scripts, files = plan.get("Scripts"), plan.get("Files")
    for name, script in scripts.items() if isinstance(scripts, dict) else ():
        yield str(name)
        entry = script.get("EntryPoint") if isinstance(script, dict) else None
        file = files.get(entry) if isinstance(files, dict) else None
        if isinstance(file, dict):
            yield str(file.get("Name"))


def _agent_error(given: Any) -> dict[str, Any]:
    """Return the error of an agent in the form of the engine's exception."""
    stated = given if isinstance(given, dict) else {"message": str(given)}
    shown = {"message": stated.get("message"), "details": stated.get("details")}
    shown |= {"errorCode": stated.get("errorCode", 1), "time": None, "extra": stated.get("extra")}
    return shown


_OPTIONS: dict[tuple[str | None, str], Any] = {
    (None, "file_server"): "",
    ("rabbitmq", "host"): "localhost",
    ("rabbitmq", "port"): 5672,
    ("rabbitmq", "login"): "guest",
    ("rabbitmq", "password"): "guest",
    ("rabbitmq", "virtual_host"): "/",
    ("rabbitmq", "ssl"): False,
    ("rabbitmq", "insecure"): False,
    ("rabbitmq", "ca_certs"): "",
    ("engine", "agent_source"): "murano-agent",
    ("engine", "agent_timeout"): AGENT_TIMEOUT,
    ("engine", "disable_murano_agent"): False,
    ("networking", "router_name"): "murano-default-router",
    ("networking", "create_router"): True,
    ("networking", "external_network"): "ext-net",
    ("networking", "env_ip_template"): "10.0.0.0",
    ("networking", "max_hosts"): 250,
    ("networking", "max_environments"): 250,
    ("networking", "default_dns"): [],
    ("heat", "stack_tags"): ["murano"],
}
