"""Counts requests and work, as metrics for Prometheus."""

from __future__ import annotations

import functools

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    generate_latest,
)

from muranopl.interfaces.server.work.work import CatalogWork

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_OF_WORK = {
    "running": "Tasks that are running in workers",
    "waiting": "Tasks that are waiting for a worker",
    "workers": "Worker processes",
    "states": "States of the catalog loaded since the start",
    "lost": "Workers that ended unexpectedly since the start",
    "overtime": "Tasks that exceeded the time limit since the start",
}


class Metrics:
    """The metrics of one service, in their own registry: a process may have several services."""

    def __init__(self, work: CatalogWork) -> None:
        self._work = work
        # Not the library's own registry, in which a second service of the process would clash.
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "muranopl_requests",
            "Requests answered",
            ("operation", "status"),
            registry=self._registry,
        )
        self._seconds = Histogram(
            "muranopl_request_seconds",
            "Duration of requests",
            ("operation",),
            registry=self._registry,
        )
        for name, meaning in _OF_WORK.items():
            gauge = Gauge(f"muranopl_work_{name}", meaning, registry=self._registry)
            gauge.set_function(functools.partial(self._of_work, name))

    def answered(self, operation: str, status: int, seconds: float) -> None:
        """Count a request; status 0 means that the client disconnected."""
        self._requests.labels(operation, str(status)).inc()
        self._seconds.labels(operation).observe(seconds)

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return generate_latest(self._registry)

    def _of_work(self, name: str) -> float:
        return float(getattr(self._work.status, name))
