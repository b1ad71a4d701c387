"""What Prometheus is told."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, ProcessCollector, generate_latest

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """The numbers of one service, in a registry of their own: a process may have several services."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        self._requests = Counter(
            "muranopl_requests", "Requests answered", ("operation", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "muranopl_request_seconds", "How long requests took", ("operation",), registry=self._registry
        )

    def answered(self, operation: str, status: int, seconds: float) -> None:
        """Count a request; status 0 is one whose client went away."""
        self._requests.labels(operation, str(status)).inc()
        self._seconds.labels(operation).observe(seconds)

    def gauge(self, name: str, meaning: str, value: Callable[[], float]) -> None:
        """Show a number that is asked for when the metrics are."""
        Gauge(f"muranopl_{name}", meaning, registry=self._registry).set_function(value)

    def text(self) -> bytes:
        """Return all numbers in the format of Prometheus."""
        return generate_latest(self._registry)
