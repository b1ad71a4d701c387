"""Tasks for tests of the work: what packages never make a worker do."""

from __future__ import annotations

import os
import time
from pathlib import Path

from muranopl.interfaces.server.work.messages import Answer
from muranopl.interfaces.server.work.served import ServedCatalog


def process(_: ServedCatalog) -> Answer:
    """Return the number of the process."""
    return Answer(200, str(os.getpid()).encode())


def count(_: ServedCatalog, file: str) -> Answer:
    """Count how often this is run."""
    with open(file, "a", encoding="ascii") as log:
        log.write("x")
    return Answer(200, Path(file).read_bytes())


def endless(_: ServedCatalog, begun: str) -> Answer:
    """Never end, in Python or in a function of C."""
    Path(begun).touch()
    while True:
        sum(range(10_000_000))


def die(_: ServedCatalog) -> Answer:
    """End the process."""
    os._exit(3)


def fill_memory(_: ServedCatalog) -> Answer:
    """Take all memory there is."""
    held = []
    while True:
        held.append(bytes(10_000_000))


def fail(_: ServedCatalog) -> Answer:
    """Raise what no task should raise."""
    raise ValueError("broken on purpose")


def steps(served: ServedCatalog) -> Answer:
    """Tell how far it is."""
    for done in (1, 5, 3, 10):
        if served.progress is not None:
            served.progress(done, 10)
        time.sleep(0.06)
    return Answer(200, b"done")


def classes(served: ServedCatalog) -> Answer:
    """Return what was loaded."""
    return Answer(200, "\n".join(served.catalog.classes()).encode())


def classes_when(served: ServedCatalog, begun: str, go_on: str) -> Answer:
    """Return what was loaded before something happened, and what there is after it."""
    Path(begun).touch()
    before = served.catalog.classes()
    while not os.path.exists(go_on):
        time.sleep(0.01)
    return Answer(200, "\n".join([*before, *served.catalog.classes()]).encode())


def report_when(served: ServedCatalog, begun: str, go_on: str) -> Answer:
    """Return what files say after something happened."""
    Path(begun).touch()
    while not os.path.exists(go_on):
        time.sleep(0.01)
    found = served.report()
    return Answer(200, "\n".join(f"{each.name}/{each.version}" for each in found.packages).encode())
