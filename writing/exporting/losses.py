"""What an export does not carry over: steps that only Murano takes, with the code that asks for them."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from muranopl.diagnostics.places import Place
from muranopl.execution.exceptions import StackFrame
from muranopl.execution.native_registry import NativeMethod
from muranopl.execution.session import Session
from muranopl.execution.simulation import record
from muranopl.execution.simulation.registry import InstalledRegistry

_CORE = "io.murano."
_SERVICES = {
    "io.murano.system.NetworkExplorer": "Neutron",
    "io.murano.system.MetadefBrowser": "Glance",
    "io.murano.Project": "Keystone",
    "io.murano.User": "Keystone",
}
_PLUGIN = "call of a plugin"
_STEPS: dict[type, str] = {
    record.StatusReported: "report of the status",
    record.InstanceTracked: "report of usage",
    record.Logged: "log line",
    record.WorkflowUploaded: "workflow of Mistral, uploaded",
    record.WorkflowRun: "workflow of Mistral, run: `{0.workflow}`",
    record.PluginCalled: f"{_PLUGIN}: `{{0.method}}`",
}
_RANKS = ("call", "workflow", "action", "result", "wait", "question", "report", "log")
"""The first words of losses; those that need a replacement come first."""


class Loss(NamedTuple):
    """A step that is not carried over, with the class, the method and the line that ask for it."""

    what: str
    class_: str = ""
    method: str = ""
    line: str = ""


class CallsRegistry(InstalledRegistry):
    """Records calls of native methods that ask other services and leave no event."""

    session: Session

    def __init__(self) -> None:
        super().__init__()
        self.losses: list[Loss] = []

    def method(self, class_name: str, name: str) -> NativeMethod | None:
        """See `Registry`."""
        result = super().method(class_name, name)
        service = _SERVICES.get(class_name)
        if result is not None and (service or not class_name.startswith(_CORE)):
            what = f"question to {service}" if service else _PLUGIN
            self.losses.append(loss(f"{what}: `{class_name}.{name}`", self.session.stack()))
        return result


def loss(what: str, stack: Iterable[StackFrame]) -> Loss:
    """Return a loss in the innermost running method, of a package rather than of the core library."""
    frames = list(stack)
    frames = [frame for frame in frames if not frame.type_name.startswith(_CORE)] or frames
    if not frames:
        return Loss(what)
    return Loss(what, frames[-1].type_name, frames[-1].method, _line(frames[-1].place))


def _line(place: Place) -> str:
    return f"{posixpath.basename(place.file.address)}:{place.line}"


def losses(registry: CallsRegistry, folders: Mapping[int, str], method: str) -> Counter[Loss]:
    """Return what is not carried over, and how often.

    `folders` has those of plans by the numbers of their events; `method` is the one that deploys.
    """
    session, time = registry.session, 0.0
    lost = [*registry.losses, *_actions(session, method)]
    events = zip(session.events, session.cloud.record.stacks, strict=True)
    for number, (event, stack) in enumerate(events):
        what = _STEPS.get(type(event), "").format(event)
        if isinstance(event, record.PlanSent) and event.waits:
            what = "wait for the agent"
            if number in folders:
                what = f"result of `{folders[number]}`, for which the method waits"
        waited = f"wait of {event.at - time:g} s before this step" if event.at > time else ""
        lost += [loss(item, stack) for item in (waited, what) if item]
        time = event.at
    return Counter(sorted(lost, key=lambda item: _RANKS.index(item.what.split()[0])))


def _actions(session: Session, deploying: str) -> Iterator[Loss]:
    """Yield the actions that users could call later, such as scaling."""
    types = (type_ for item in session.objects() for type_ in item.type.linearization)
    for type_ in dict.fromkeys(types):
        for method in type_.declared.declaration.methods:
            exposed = method.is_exposed and method.symbol != deploying
            if exposed and not type_.name.startswith(_CORE):
                line = _line(method.name_node.place)
                yield Loss("action for users", type_.name, method.symbol, line)
