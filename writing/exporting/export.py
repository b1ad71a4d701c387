"""Exports a deployment: what it would make of a cloud, as files for Heat and the shells of servers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import msgspec

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.execution.running.deploying import DEPLOY, run
from muranopl.execution.running.executing import Executing, Given
from muranopl.execution.session import Session
from muranopl.execution.simulation.record import PlanSent, StackPushed
from muranopl.execution.simulation.simulated_cloud import DeployedStack
from muranopl.phases.report import in_order
from muranopl.writing.exporting.guide import guide
from muranopl.writing.exporting.losses import CallsRegistry, Loss, loss, losses
from muranopl.writing.exporting.names import (
    entries,
    readable_names,
    renamed,
    slug,
    unique,
    without_ids,
)
from muranopl.writing.exporting.plans import ExportedPlan
from muranopl.writing.exporting.secrets import Secrets
from muranopl.writing.exporting.stacks import FILES, ExportedStack
from muranopl.writing.exporting.user_data import in_user_data
from muranopl.writing.exporting.values import LaterValue, StackName, Values, plain_texts

GUIDE = "EXPORT.md"
_REGION = "murano-"
"""The beginning of the names of the stacks of regions."""


class ExportResult(NamedTuple):
    """The files of an export by their paths, texts or bytes; none if the deployment fails.

    `stacks` and `plans` are the names of its stacks and the folders of its execution plans;
    `not_carried_over` is the number of steps that only Murano takes, which `EXPORT.md` lists.
    `diagnostics` are sorted by file, position and code.
    """

    files: dict[str, str | bytes]
    failed: bool
    diagnostics: tuple[Diagnostic, ...] = ()
    stacks: tuple[str, ...] = ()
    plans: tuple[str, ...] = ()
    not_carried_over: int = 0

    @property
    def ok(self) -> bool:
        """Whether the deployment succeeds, so that there are files."""
        return not self.failed

    def __repr__(self) -> str:
        return f"<muranopl.ExportResult: {len(self.files)} files>"


def export(
    executing: Executing, model: Given, method: str = DEPLOY, *, user_data: bool = False
) -> ExportResult:
    """Return what deploying a model makes of a cloud, as files; see `muranopl.Catalog.export`."""
    node = executing.read_model(model)
    if node is None:
        return ExportResult({}, failed=True, diagnostics=in_order(executing.findings.diagnostics))
    # Marks for secrets show where code puts them; but code may refuse them
    secrets = Secrets()
    registry, diagnostics = _deployed(executing, secrets.marked(node), method)
    marks = registry is not None
    if registry is None:
        registry, diagnostics = _deployed(executing, node, method)
    if registry is None:
        return ExportResult({}, failed=True, diagnostics=diagnostics)
    result = _exported(registry, secrets.values(marks=marks), method, user_data=user_data)
    return result._replace(diagnostics=diagnostics)


def _deployed(
    executing: Executing, node: MappingNode, method: str
) -> tuple[CallsRegistry | None, tuple[Diagnostic, ...]]:
    """Deploy a model; return the registry with its session, None if it fails, and diagnostics."""
    findings = executing.findings.apart()
    findings.take(executing.findings.diagnostics)
    attempt = msgspec.structs.replace(executing, findings=findings)
    registry = CallsRegistry()
    registry.session = attempt.session(attempt.definition(), registry)
    _, failed = run(attempt, registry.session, node, method)
    diagnostics = in_order(findings.diagnostics)
    return None if failed else registry, diagnostics


def _exported(
    registry: CallsRegistry, secrets: Iterable[LaterValue], method: str, *, user_data: bool
) -> ExportResult:
    """Return the files of a deployment that succeeded."""
    session, cloud = registry.session, registry.session.cloud
    root = session.root
    environment = str((root and root.properties.get("name")) or "environment")
    sent = {
        number: event
        for number, event in enumerate(session.events)
        if isinstance(event, PlanSent) and event.plan.get("Scripts")
    }
    deployed: dict[str, DeployedStack] = cloud.deployed()
    stack_names = _stack_names(session, deployed, environment)
    sent_texts = repr([event.plan for event in sent.values()])
    names = readable_names((stack.template for stack in deployed.values()), sent_texts)
    deployed = {key: _renamed(stack, names) for key, stack in deployed.items()}
    resources = {key: entries(stack.template, "resources") for key, stack in deployed.items()}
    values = Values(cloud.placeholders, secrets, stack_names, names, resources)
    plans = dict(_plans(session, sent, values))
    stacks = {
        stack_names[key].name: ExportedStack(stack_names[key], stack, values, cloud.queues())
        for key, stack in deployed.items()
    }
    can_move = plans.values() if user_data else ()
    moved = [plan for stack in stacks.values() for plan in in_user_data(stack, can_move)]
    for value in values.all.values():
        if value.source is not None:
            stack = stacks[value.source.stack]
            output = {"description": value.what, "value": stack.expression(value)}
            stack.template["outputs"][value.name] = output
    parts: list[ExportedStack | ExportedPlan] = [*stacks.values(), *plans.values()]
    files = {path: content for part in parts for path, content in part.files().items()}
    files |= {f"{plan.folder}/user-data.sh": plan.user_data() for plan in moved}
    lost = losses(registry, {number: plan.folder for number, plan in plans.items()}, method)
    lost.update(_unfilled(files, values))
    files[GUIDE] = guide(environment, [*stacks.values()], [*plans.values()], moved, lost)
    return ExportResult(
        dict(sorted(files.items())),
        failed=False,
        stacks=(*stacks,),
        plans=tuple(plan.folder for plan in plans.values()),
        not_carried_over=lost.total(),
    )


def _stack_names(
    session: Session, deployed: Iterable[str], environment: str
) -> dict[str, StackName]:
    """Return the new names of stacks: those of regions have the name of the environment."""
    pushed = (event for event in session.events if isinstance(event, StackPushed))
    regions = {event.stack: event.region for event in pushed}
    names: dict[str, StackName] = {}
    for key in deployed:
        region = regions.get(key) or ""
        own = f"{environment} {region}" if key.startswith(_REGION) else without_ids(key)
        taken = {other.name for other in names.values()}
        names[key] = StackName(unique(slug(own), taken), region)
    return names


def _plans(
    session: Session, sent: Mapping[int, PlanSent], values: Values
) -> Iterator[tuple[int, ExportedPlan]]:
    """Yield the plans that were sent, by the numbers of their events."""
    for place, (number, event) in enumerate(sent.items(), 1):
        host, sender = session.find(event.host), loss("", session.cloud.record.stacks[number])
        name = str((host and host.properties.get("name")) or event.host)
        origin = f"{sender.class_}.{sender.method}, {sender.line}"
        folder = f"plans/{place:02}-{slug(name)}"
        yield number, ExportedPlan(folder, name, origin, event.plan, values)


def _renamed(stack: DeployedStack, names: Mapping[str, str]) -> DeployedStack:
    parts = stack.template, stack.parameters, stack.files, stack.environment
    return DeployedStack(*(renamed(part, names) for part in parts))


def _unfilled(files: Mapping[str, Any], values: Values) -> Iterator[Loss]:
    """Yield the files that contain values in a form that nothing fills in."""
    secrets = [value.text.lower() for value in values.all.values() if value.hidden]
    for path, content in files.items():
        marks = [value.marker for value in values.all.values() if path.startswith(f"{FILES}/")]
        for text in plain_texts(content):
            encoded = text is not content and any(values.marked(text)[1])
            changed = any(secret in text.lower() for secret in secrets)
            if encoded or changed or any(mark in text for mark in marks):
                yield Loss(f"value that nothing fills in: change `{path}` by hand")
                break
