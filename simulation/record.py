"""What simulated classes were made to do, in order: what a cloud, its users and its operators would have seen."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import msgspec

from muranopl.diagnostics.bounds import LOG_CHARACTERS, LOG_LINES, SIMULATED_EVENTS
from muranopl.simulation.exceptions import TooMuchError


def _tag(name: str) -> str:
    """Return the name of a kind of events: `StackPushed` is `stack-pushed`."""
    return "".join(f"-{each.lower()}" if each.isupper() else each for each in name).lstrip("-")


class Event(msgspec.Struct, tag_field="event", tag=_tag, omit_defaults=True, kw_only=True):
    """Something that was done; `at` is the time of the run, in seconds since its beginning."""

    at: float = 0


class StackPushed(Event):
    """A stack was created, updated or deleted, or could not be (`failure`); `before` is its template until then."""

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
    """An execution plan was sent to an agent; `answer` is what a call got, of which it waited."""

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
    """An application or an instance is counted from now on, or no longer."""

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


class Record:
    """The events of one run, added to a list; `clock` returns its time."""

    def __init__(self, clock: Callable[[], float], events: list[Event]) -> None:
        self.events = events
        self._clock = clock
        self._lines = self._characters = 0
        self._is_log_full = False

    def add(self, event: Event) -> None:
        """Add an event, as one of now; where the log is full, its last line says so. Raise TooMuchError."""
        event.at = self._clock()
        if isinstance(event, Logged):
            self._log(event)
        elif len(self.events) - self._lines >= SIMULATED_EVENTS.most:
            raise TooMuchError(f"more than {SIMULATED_EVENTS.most:,} things are done that are recorded")
        else:
            self.events.append(event)

    def _log(self, line: Logged) -> None:
        if self._is_log_full:
            return
        self._lines += 1
        self._characters += len(line.text) + len(line.logger)
        if self._lines > LOG_LINES.most or self._characters > LOG_CHARACTERS.most:
            self._is_log_full = True
            most = f"{LOG_LINES.most:,} lines or {LOG_CHARACTERS.most:,} characters"
            line = Logged(at=line.at, level="warning", logger="muranopl", text=f"the rest is left out, after {most}")
        self.events.append(line)
