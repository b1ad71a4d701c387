"""Records actions of simulated classes, in order, as a cloud, its users and operators see them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from muranopl.diagnostics.bounds import SIMULATED_EVENTS, SIMULATED_TEXT
from muranopl.execution.exceptions import StackFrame
from muranopl.execution.simulation.exceptions import TooMuchError


def _tag(name: str) -> str:
    """Return the tag of a kind of events: `StackPushed` is `stack-pushed`."""
    return "".join(f"-{item.lower()}" if item.isupper() else item for item in name).lstrip("-")


class Event(msgspec.Struct, tag_field="event", tag=_tag, omit_defaults=True, kw_only=True):
    """One action; `at` is the time of the run, in seconds since its start."""

    at: float = 0


class StackPushed(Event):
    """A stack was created, updated or deleted, or failed to be (`failure`).

    `before` is its old template.
    """

    stack: str
    action: Literal["create", "update", "delete"]
    template: dict[Any, Any] | None = None
    before: dict[Any, Any] | None = None
    parameters: dict[Any, Any] = {}
    files: Any = {}
    environment: Any = {}
    region: str | None = None
    failure: str | None = None


class PlanSent(Event):
    """An execution plan was sent to an agent.

    `answer` is the result, if the call `waits` for one.
    """

    host: str
    queue: str
    plan: dict[Any, Any]
    waits: bool
    answer: Any = None
    failure: str | None = None


class StatusReported(Event):
    """A message for the user of an environment, about an object."""

    level: Literal["info", "error"]
    object: str
    environment: str
    text: str
    type: str | None = None


class Logged(Event):
    """A line of the log."""

    level: str
    logger: str
    text: str


class InstanceTracked(Event):
    """Counting of an application or an instance was started or stopped."""

    action: Literal["track", "untrack"]
    kind: Literal["application", "instance"]
    object: str
    environment: str
    type: str | None = None
    title: str | None = None
    units: int | None = None


class WorkflowUploaded(Event):
    """A definition of Mistral workflows was uploaded."""

    definition: str


class WorkflowRun(Event):
    """A Mistral workflow was run."""

    workflow: str
    inputs: Any = None
    params: Any = None
    output: Any = None
    failure: str | None = None


class PluginCalled(Event):
    """A method of an extension plugin was called; without a simulation its result is made up."""

    method: str
    arguments: dict[str, Any] = {}
    result: Any = None
    failure: str | None = None


class Record(msgspec.Struct, eq=False):
    """The events of one run, added to a list; `clock` returns its time, `stack` the running methods.

    `stacks` are the methods that were running at each event.
    """

    _clock: Callable[[], float]
    events: list[Event]
    _stack: Callable[[], tuple[StackFrame, ...]] = tuple
    stacks: list[tuple[StackFrame, ...]] = []
    _others: int = 0
    _characters: int = 0

    def add(self, event: Event) -> None:
        """Add an event with the current time; raise TooMuchError.

        Lines of the log are bounded where they are created.
        """
        event.at = self._clock()
        if not isinstance(event, Logged):
            self._others += 1
            self._characters += _length(event)
            if self._others > SIMULATED_EVENTS.most:
                raise TooMuchError(f"it causes more than {SIMULATED_EVENTS.most:,} events")
            if self._characters > SIMULATED_TEXT.most:
                raise TooMuchError(f"it reports more than {SIMULATED_TEXT.most:,} characters")
        self.events.append(event)
        self.stacks.append(self._stack())


def _length(event: Event) -> int:
    """Return the length of the text that a method passes; values have their own bound."""
    match event:
        case StatusReported(text=text) | WorkflowUploaded(definition=text):
            return len(text)
        case InstanceTracked(title=title):
            return len(str(title or ""))
    return 0
