"""Simulates io.murano.system.AgentListener: has no listeners, as answers are immediate."""

from __future__ import annotations

from typing import Any

from muranopl.execution.natives import NativeCall, native, simulates


@simulates("io.murano.system.AgentListener")
class AgentListener:
    """The queue of the answers of agents, which has no listeners, as answers are immediate."""

    def __init__(self, call: NativeCall, name: Any) -> None:
        self._queue = f"-execution-results-{name}".lower()

    @native("queueName")
    def queue_name(self) -> str:
        """Return the name of the queue of answers."""
        return self._queue

    @native("start", "stop")
    def start_or_stop(self) -> None:
        """Do nothing."""

    @native("subscribe", "unsubscribe")
    def subscribe(self, messageId: Any, event: Any = None) -> None:
        """Do nothing."""
