"""Dry runs of deployments: what a model would make the engine do, in order."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec

from muranopl.ard.nodes import Mapping as MappingNode
from muranopl.ard.nodes import Node
from muranopl.ard.plain_data import strict
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.internal_errors import report_internal_error
from muranopl.diagnostics.places import Place
from muranopl.execution.exceptions import FATAL, MuranoError
from muranopl.execution.running.executing import Executing, Given, as_created, load_model
from muranopl.execution.session import Session
from muranopl.execution.simulation.heat.template import changes
from muranopl.execution.simulation.record import StackPushed, StatusReported
from muranopl.execution.uncaught import report_uncaught
from muranopl.inherit.callable_methods import not_callable, shown_call
from muranopl.phases.report import in_order

DEPLOY = "deploy"


class DeployResult(NamedTuple):
    """The result of simulating a deployment.

    `events` are its steps in order, as plain data: each has its kind (`event`), the time (`at`) and
    further keys (docs/deploying.md). `model` is the model that would be saved, `{Objects,
    Attributes}`; None where it does not load. `stacks` has the templates of the stacks at the end,
    by name. `placeholders` explains each text in the events that stands for a value of the cloud.
    `failed` is true if the deployment fails, or reports an error to its user. `diagnostics` are
    sorted by file, position and code.
    """

    events: tuple[dict[str, Any], ...]
    model: dict[str, Any] | None
    stacks: dict[str, dict[Any, Any]]
    placeholders: dict[str, str]
    failed: bool
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """Whether the deployment succeeds, and reports no error to its user."""
        return not self.failed

    def __repr__(self) -> str:
        how = "fails" if self.failed else "goes through"
        return f"<muranopl.DeployResult: it {how}, {len(self.events)} events>"


def deploy(executing: Executing, model: Given, method: str = DEPLOY) -> DeployResult:
    """Load a model, as the reference API creates it, and call the method that deploys its root.

    See `muranopl.Catalog.deploy`.
    """
    findings = executing.findings
    node = executing.read_model(model)
    session = executing.session(executing.definition())
    saved, failed = run(executing, session, node, method)
    events = [_shown(event) for event in session.events]
    # A placeholder may be a part of a text, at any depth of an event
    placeholders = dict(session.cloud.placeholders.inside(msgspec.json.encode(events).decode()))
    stacks = strict({name: stack.template for name, stack in session.cloud.deployed().items()})
    diagnostics = in_order(findings.diagnostics)
    return DeployResult(tuple(events), saved, stacks, placeholders, failed, diagnostics)


def run(
    executing: Executing, session: Session, node: MappingNode | None, method: str
) -> tuple[dict[str, Any] | None, bool]:
    """Deploy a model in a new session; return the saved model, and whether it fails; see `deploy`."""
    findings = executing.findings
    saved = None
    if node is not None and not findings.errors:
        reported = functools.partial(_reported, findings, node)
        with reported():
            load_model(session, as_created(node))
        if not findings.errors:
            with reported():
                _call(session, method, findings)
            # After a failure too, so that what was done before it is kept
            with reported():
                session.cloud.finish()
            with reported():
                saved = session.save()
    findings.take(session.warnings)
    executing.installed.explain(findings)
    failed = bool(findings.errors) or any(
        isinstance(event, StatusReported) and event.level == "error" for event in session.events
    )
    return saved, failed


def _shown(event: Any) -> dict[str, Any]:
    """Return an event as data that JSON has, with the changes of a stack that is updated."""
    result: dict[str, Any] = msgspec.to_builtins(event)
    if isinstance(event, StackPushed) and event.before is not None and event.template is not None:
        result["changes"] = [
            msgspec.to_builtins(change) for change in changes(event.before, event.template)
        ]
    shown: dict[str, Any] = strict(result)
    return shown


@contextlib.contextmanager
def _reported(findings: Findings, model: Node) -> Iterator[None]:
    """Report what ends a step of the deployment of a model."""
    try:
        yield
    except (MuranoError, *FATAL) as error:
        report_uncaught(error, model.head.place, findings)
    except Exception as error:
        report_internal_error(error, "deployment", Place(model.file), findings)


def _call(session: Session, method: str, findings: Findings) -> None:
    """Call a method of the root object if callers outside may; else report why not."""
    root = session.root
    if root is None:
        return
    refusal = not_callable(root.type.complete, method, on_object=True)
    if refusal is None:
        session.call(root, method)
    else:
        place = root.type.declared.declaration.place
        refusal.report(findings, shown_call(method, root.type.name), place)
