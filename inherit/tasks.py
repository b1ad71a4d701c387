"""The task graph: which types must be complete before others.

Puccini's insight is that the order of inheritance cannot be known in general: types inherit from
types, and the declarations in them are typed by other types. So each piece of work is a task that
lists the tasks it needs, and runs as soon as these are done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from muranopl.diagnostics.cycles import components
from muranopl.namespace.result import TypeId
from muranopl.read.containment import for_each


class TaskKey(NamedTuple):
    """A task: the kind of work (`complete` a type, `attach` its meta objects), and the type."""

    work: str
    type: TypeId

    def __str__(self) -> str:
        return f"{self.work} {self.type}"


class Task(msgspec.Struct, frozen=True):
    """A piece of work. `run` takes the results of all tasks done so far, and returns its own."""

    needs: tuple[TaskKey, ...]
    run: Callable[[Mapping[TaskKey, Any]], Any]


def run_all(tasks: Mapping[TaskKey, Task]) -> dict[TaskKey, Any]:
    """Run every task after those it needs, in a deterministic order; return the results.

    A cycle of needs is a bug: phase 3 has removed the cycles of the hierarchy.
    """
    results: dict[TaskKey, Any] = {}
    order: list[TaskKey] = []
    for key, *rest in components({key: task.needs for key, task in tasks.items()}):
        if rest:
            raise AssertionError(f"tasks need one another: {key}, {', '.join(map(str, rest))}")
        order.append(key)

    def run(key: TaskKey) -> None:
        # Else one of them has failed
        if all(need in results for need in tasks[key].needs):
            results[key] = tasks[key].run(results)

    for_each(order, lambda key: key.type.package, run)
    return results
