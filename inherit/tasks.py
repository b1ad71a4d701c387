"""The task graph: what has to be complete before what.

Puccini's insight is that the order of inheritance cannot be known in general: types inherit from types, and the
things declared in them are typed by other types. So each piece of work is a task that names the tasks it needs; tasks
are run as soon as all they need is done.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from muranopl.diagnostics.cycles import components
from muranopl.namespace.result import TypeId
from muranopl.read.containment import for_each


class TaskKey(NamedTuple):
    """A task: what is done (`complete` a type, `attach` its meta objects), and to which type."""

    work: str
    type: TypeId

    def __str__(self) -> str:
        return f"{self.work} {self.type}"


class Task(msgspec.Struct, frozen=True):
    """`run` gets the results of all tasks done so far, the needed ones among them, and returns its own result."""

    needs: tuple[TaskKey, ...]
    run: Callable[[Mapping[TaskKey, Any]], Any]


def run_all(tasks: Mapping[TaskKey, Task]) -> dict[TaskKey, Any]:
    """Run every task after what it needs, in an order that is the same for the same graph; return the results.

    A circle of needs is a bug: phase 3 has taken the loops out of the hierarchy.
    """
    results: dict[TaskKey, Any] = {}
    order: list[TaskKey] = []
    for key, *others in components({key: task.needs for key, task in tasks.items()}):
        if others:
            raise AssertionError(f"tasks need one another: {key}, {', '.join(map(str, others))}")
        order.append(key)

    def run(key: TaskKey) -> None:
        if all(need in results for need in tasks[key].needs):  # else one of them has failed
            results[key] = tasks[key].run(results)

    for_each(order, lambda key: key.type.package, run)
    return results
