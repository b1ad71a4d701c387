"""Many processes at once, and processes killed at any moment."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import muranopl
from muranopl.phases.reuse.folder import info
from tests.phases.reuse.records import copy_of_this_process, ended_well, kept, run, size_of
from tests.project import EXAMPLES, ROOT

LIMIT, ROUNDS = 1_000_000, 10

WORK = """
import itertools, random, sys
from muranopl.phases.reuse.database import DatabaseStore
from muranopl.phases.reuse.folder import clear, info
from tests.phases.reuse.records import fill, held

def work(folder, seed, rounds, limit):
    choice = random.Random(seed)
    found = 0
    for number in itertools.count():
        if number >= rounds and found:
            return found
        store = DatabaseStore(folder, limit)
        asked = choice.sample(range(500), 30)
        found += len(held(store, asked, 1000))
        fill(store, choice.sample(range(500), choice.choice([1, 5, 60])), 1000)
        store.close()
        found += len(held(store, asked, 1000))
        store.close()
        if seed % 8 == 3 and choice.random() < 0.1:
            clear(folder)
        if seed % 4 == 2:
            info(folder)
"""


def script(code: str, *arguments: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WORK + code, *map(str, arguments)]
    return subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT
    )


def test_many_processes(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    code = "work(sys.argv[1], int(sys.argv[2]), 20, int(sys.argv[3]))"
    workers = [script(code, folder, seed, LIMIT) for seed in range(8)]
    results = [worker.communicate(timeout=300) for worker in workers]
    assert [
        (worker.returncode, error) for worker, (_, error) in zip(workers, results, strict=True)
    ] == [(0, "")] * 8
    run(folder, [0], 1000, LIMIT)
    assert size_of(folder) <= LIMIT
    assert 0 in kept(folder, range(500), 1000)


KILLED = """
import math, os, signal
folder, rounds, limit = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
choice = random.Random(rounds)
kept = 0
for number in range(rounds):
    workers = []
    for seed in range(8):
        child = os.fork()
        if child == 0:
            status = 1
            try:
                work(folder, number * 8 + seed, math.inf, limit)
            finally:
                os._exit(status)
        workers.append(child)
    store = DatabaseStore(folder, limit)
    while len(held(store, range(500), 1000)) < 100:
        store.close()
    for _ in range(choice.randrange(20)):  # some moments
        held(store, range(500), 1000)
    store.close()
    for worker in workers:
        os.kill(worker, signal.SIGKILL)
        held(store, range(choice.choice([0, 100])), 1000)
    store.close()
    assert [os.waitpid(worker, 0)[1] for worker in workers] == [signal.SIGKILL] * 8
    store = DatabaseStore(folder, limit)
    kept += len(held(store, range(500), 1000))
    fill(store, range(500, 510), 1000)
    store.close()
    assert held(store, range(500, 510), 1000) == {*range(500, 510)}
    store.close()
print(kept)
"""


def test_killed_at_any_moment(tmp_path: Path) -> None:
    """After 80 processes that were killed while others wrote, what is found is right, and what is written is kept."""
    worker = script(KILLED, tmp_path, ROUNDS, LIMIT)
    output, error = worker.communicate(timeout=600)
    assert (worker.returncode, error) == (0, "")
    assert int(output) > ROUNDS * 50
    assert size_of(tmp_path) <= LIMIT


def test_processes_check_the_same_packages_at_once(tmp_path: Path) -> None:
    def report(cache: muranopl.Cache | None) -> list[str]:
        return [
            str(diagnostic)
            for diagnostic in muranopl.Catalog([EXAMPLES / "broken"], cache=cache)
            .check()
            .diagnostics
        ]

    expected = report(None)
    assert expected

    def check() -> None:
        cache = muranopl.Cache(tmp_path / "cache")
        assert [report(cache) for _ in range(3)] == [expected] * 3

    copies = [copy_of_this_process(check) for _ in range(6)]
    assert [ended_well(copy) for copy in copies] == [True] * 6
    assert report(muranopl.Cache(tmp_path / "cache")) == expected
    assert info(str(tmp_path / "cache")).records
