"""Checks shared by the machines of a Ray cluster, which need only this program."""

from __future__ import annotations

from concurrent.futures import Future
from typing import Any

import ray
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from muranopl.diagnostics.usage import UsageError
from muranopl.incremental.program import program_key
from muranopl.incremental.workforce import ClusterExecutor


class RayExecutor(ClusterExecutor):
    """The executor of the Ray cluster that this process is connected to.

    The first argument of successive tasks is often the same object, which is sent once.
    """

    def __init__(self) -> None:
        self._first: object = None
        self._sent: Any = None

    @property
    def size(self) -> int:
        """The number of tasks that run at a time."""
        return int(ray.cluster_resources().get("CPU", 1))

    def submit(self, task: Any, /, *arguments: Any, **settings: Any) -> Future[Any]:
        """Run a function on the cluster; return its future result."""
        if arguments:
            first, *further = arguments
            if first is not self._first:
                self._first, self._sent = first, ray.put(first)
            arguments = (self._sent, *further)
        # Other tasks are run again by those that wait for them
        reference = ray.remote(max_retries=0)(task).remote(*arguments, **settings)
        result: Future[Any] = reference.future()
        return result


def check_machines() -> None:
    """Raise UsageError if there are no machines, or one lacks this version of muranopl."""
    machines = [node["NodeID"] for node in ray.nodes() if node["Alive"]]
    if not machines:
        raise UsageError("the cluster has no machines", "executor")
    function = ray.remote(max_retries=0)(_program)
    references = [
        function.options(
            scheduling_strategy=NodeAffinitySchedulingStrategy(machine, soft=False)
        ).remote()
        for machine in machines
    ]
    try:
        programs = ray.get(references)
    except Exception as error:  # Ray wraps what the task raised
        raise UsageError(
            f"a machine of the cluster has no muranopl: {error}", "executor"
        ) from error
    if set(programs) != {program_key()}:
        raise UsageError(
            "another version of muranopl is installed on a machine of the cluster",
            "executor",
        )


def _program() -> bytes:
    # Ray takes functions alone, and no objects that are called like them
    return program_key()
