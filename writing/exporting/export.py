"""Exports a deployment: what it would make of a cloud, as files for Heat and the shells of servers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.yaml.writing import plain_yaml
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.execution.exceptions import StackFrame
from muranopl.execution.running.deploying import DEPLOY, run
from muranopl.execution.running.executing import Executing, Given
from muranopl.execution.simulation.heat.template import section
from muranopl.execution.simulation.record import PlanSent
from muranopl.phases.report import in_order
from muranopl.render.api_models import without_state
from muranopl.semantics.evaluation.objects import MuranoObject
from muranopl.writing.exporting.guide import guide
from muranopl.writing.exporting.losses import CallsRegistry, Loss, loss, losses
from muranopl.writing.exporting.plans import PlanFiles, exported_plan
from muranopl.writing.exporting.stacks import (
    SERVER,
    StackFiles,
    entries,
    exported_stack,
    new_names,
    plain_texts,
    without_hashes,
)
from muranopl.writing.exporting.user_data import in_user_data
from muranopl.writing.exporting.values import Secrets, Values, slug, unique

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
    placeholders = registry.session.cloud.placeholders
    result = _Export(registry, Values(placeholders, secrets.values(marks=marks)))
    result.add(method, user_data=user_data)
    return ExportResult(
        dict(sorted(result.files.items())),
        failed=False,
        diagnostics=diagnostics,
        stacks=tuple(stack.name for stack in result.stacks.values()),
        plans=tuple(plan.folder for plan in result.plans),
        not_carried_over=result.losses.total(),
    )


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
    diagnostics = in_order(without_state(findings.diagnostics))
    return None if failed else registry, diagnostics


class _Export:
    """The files of a deployment that succeeded.

    `stacks` are by their names in Murano, `plans` in their order.
    """

    def __init__(self, registry: CallsRegistry, values: Values) -> None:
        self._registry, self._session, self._values = registry, registry.session, values
        self._environment = str(self._property(registry.session.root, "name") or "environment")
        self.files: dict[str, str | bytes] = {}
        self.stacks: dict[str, StackFiles] = {}
        self.plans: list[PlanFiles] = []
        self.losses: Counter[Loss] = Counter()

    def add(self, method: str, *, user_data: bool) -> None:
        """Add all files."""
        cloud, values = self._session.cloud, self._values
        deployed, steps = cloud.deployed(), enumerate(self._session.events)
        sent = {number: event for number, event in steps if _has_scripts(event)}
        for name, stack in deployed.items():
            others = [other.template for other in deployed.values() if other is not stack]
            plans = [event.plan for event in sent.values()]
            values.names[name] = new_names(stack.template, repr([others, plans]))
            old = entries(stack.template, "resources")
            values.taken.update(values.names[name].get(item, item) for item in old)
        for number, event in sent.items():
            plan = self._plan(event, cloud.record.stacks[number])
            inside = cloud.placeholders.inside(repr(event.answer))
            values.plans |= {item.text: plan.folder for item in inside}
        for name, stack in deployed.items():
            self.stacks[name] = exported_stack(
                self._stack_name(name), name, stack, values, cloud.queues()
            )
            self.files |= self.stacks[name].files
        moved = [*self._moved()] if user_data else []
        self._add_outputs([plan for plan in self.plans if plan not in moved])
        for stack_files in self.stacks.values():
            template = {key: value for key, value in stack_files.template.items() if value}
            self.files[f"{stack_files.name}.yaml"] = plain_yaml(template, blocks=True)
            self.files[f"{stack_files.name}.env.yaml"] = stack_files.environment_file()
        for plan in self.plans:
            self.files |= plan.files()
        self.files |= {f"{plan.folder}/user-data.sh": plan.user_data() for plan in moved}
        folders = dict(zip(sent, (plan.folder for plan in self.plans), strict=True))
        self.losses = losses(self._registry, folders, method)
        self.losses.update(self._unfilled())
        self.files[GUIDE] = guide(self._environment, self.stacks, self.plans, moved, self.losses)

    def _property(self, object_: MuranoObject | None, name: str) -> Any:
        return None if object_ is None else object_.properties.get(name)

    def _stack_name(self, murano_name: str) -> str:
        """Return the name of a stack: that of the environment for the stack of a region."""
        is_region = murano_name.startswith(_REGION)
        name = self._environment if is_region else without_hashes(murano_name)
        return unique(slug(name), {stack.name for stack in self.stacks.values()})

    def _plan(self, event: PlanSent, stack: tuple[StackFrame, ...]) -> PlanFiles:
        """Add a plan, and return it."""
        host = self._session.find(event.host)
        name = str(self._property(host, "name") or event.host)
        folder, sender = f"plans/{len(self.plans) + 1:02}-{slug(name)}", loss("", stack)
        origin = f"{sender.class_}.{sender.method}, {sender.line}"
        self.plans.append(exported_plan(folder, name, origin, event.plan, self._values))
        return self.plans[-1]

    def _moved(self) -> Iterator[PlanFiles]:
        """Move plans to the user data of their servers; yield those moved."""
        for stack in self.stacks.values():
            for server, resource in [*stack.template["resources"].items()]:
                if resource["type"] == SERVER:
                    name = section(resource, "properties").get("name", server)
                    plans = (plan for plan in self.plans if plan.host == name)
                    yield from in_user_data(stack, server, plans)

    def _add_outputs(self, plans: Iterable[PlanFiles]) -> None:
        """Add outputs for the values of stacks that plans and other stacks need."""
        needed = {value for plan in plans for value in plan.values}
        missing = [item for stack in self.stacks.values() for item in stack.missing.values()]
        texts = "".join(item for item in missing if isinstance(item, str))
        for value in self._values.all.values():
            is_needed = value in needed or value in missing or value.marker in texts
            if value.source is not None and is_needed:
                stack = self.stacks[value.source.stack]
                output = {"description": value.what, "value": stack.expression(value)}
                stack.template["outputs"][value.name] = output

    def _unfilled(self) -> Iterator[Loss]:
        """Yield the files that contain values in a form that nothing fills in."""
        marks = [value.text.lower() for value in self._values.all.values() if value.hidden]
        for path, content in self.files.items():
            for text in plain_texts(content):
                encoded = text is not content and any(self._values.marked(text)[1])
                if encoded or any(mark in text.lower() for mark in marks):
                    yield Loss(f"value that code encodes or changes: fill in `{path}` by hand")
                    break


def _has_scripts(event: Any) -> bool:
    return isinstance(event, PlanSent) and bool(event.plan.get("Scripts"))
