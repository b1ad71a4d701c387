"""Tasks for tests of the work: what packages never make a worker do."""

from __future__ import annotations

import os
import time
from pathlib import Path

from muranopl.diagnostics import machine_limits
from muranopl.interfaces.server.work.messages import TaskAnswer
from muranopl.interfaces.server.work.served import ServedCatalog


def process(_: ServedCatalog) -> TaskAnswer:
    """Return the number of the process."""
    return TaskAnswer(200, str(os.getpid()).encode())


def count(_: ServedCatalog, file: str) -> TaskAnswer:
    """Count how often this is run."""
    with open(file, "a", encoding="ascii") as log:
        log.write("x")
    return TaskAnswer(200, Path(file).read_bytes())


def endless(_: ServedCatalog, begun: str) -> TaskAnswer:
    """Never end, in Python or in a function of C."""
    Path(begun).touch()
    while True:
        sum(range(10_000_000))


def die(_: ServedCatalog) -> TaskAnswer:
    """End the process."""
    os._exit(3)


def fill_memory(_: ServedCatalog) -> TaskAnswer:
    """Take all memory there is."""
    held = []
    while True:
        held.append(bytes(10_000_000))


def fail(_: ServedCatalog) -> TaskAnswer:
    """Raise what no task should raise."""
    raise ValueError("broken on purpose")


def steps(served: ServedCatalog) -> TaskAnswer:
    """Tell how far it is."""
    for done in (1, 5, 3, 10):
        if served.progress is not None:
            served.progress(done, 10)
        time.sleep(0.06)
    return TaskAnswer(200, b"done")


def classes(served: ServedCatalog) -> TaskAnswer:
    """Return what was loaded."""
    return TaskAnswer(200, "\n".join(served.catalog.classes()).encode())


def classes_when(served: ServedCatalog, begun: str, go_on: str) -> TaskAnswer:
    """Return what was loaded before something happened, and what there is after it."""
    Path(begun).touch()
    before = served.catalog.classes()
    while not os.path.exists(go_on):
        time.sleep(0.01)
    return TaskAnswer(200, "\n".join([*before, *served.catalog.classes()]).encode())


def report_when(served: ServedCatalog, begun: str, go_on: str) -> TaskAnswer:
    """Return what files say after something happened."""
    Path(begun).touch()
    while not os.path.exists(go_on):
        time.sleep(0.01)
    result = served.report()
    return TaskAnswer(
        200, "\n".join(f"{package.name}/{package.version}" for package in result.packages).encode()
    )


def count_under_limits(_: ServedCatalog, file: str) -> TaskAnswer:
    """Count how often this is run, and meet a limit of the machine."""
    machine_limits.meet()
    return count(_, file)
