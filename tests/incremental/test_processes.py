"""Many processes at once, and processes killed at any moment."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

from muranopl.incremental.disk import Disk
from tests.incremental.records import held, run, size_of

ROOT = Path(__file__).parents[2]
LIMIT = 300_000

WORK = """
import random, sys, time
from muranopl.incremental.disk import Disk
from muranopl.incremental.folder import clear, info
from tests.incremental.records import fill, held
folder, seed, seconds, limit = sys.argv[1], int(sys.argv[2]), float(sys.argv[3]), int(sys.argv[4])
choice = random.Random(seed)
end = time.monotonic() + seconds
found = rounds = 0
print("ready", flush=True)
while time.monotonic() < end:
    store = Disk(folder, limit)
    asked = choice.sample(range(500), 30)
    found += len(held(store, asked, 1000))
    fill(store, choice.sample(range(500), choice.choice([1, 5, 60])), 1000)
    store.close()
    found += len(held(store, asked, 1000))
    rounds += 1
    if seed % 4 == 3 and choice.random() < 0.1:
        clear(folder)
        info(folder)
print(found, rounds)
"""


def start(folder: Path, seed: int, seconds: float, limit: int = LIMIT) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", WORK, str(folder), str(seed), str(seconds), str(limit)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)


def test_many_processes(tmp_path: Path) -> None:
    folder = tmp_path / "cache"
    workers = [start(folder, seed, 2) for seed in range(8)]
    results = [worker.communicate(timeout=60) for worker in workers]
    assert [(worker.returncode, error) for worker, (_, error) in zip(workers, results, strict=True)] == [(0, "")] * 8
    counts = [[int(word) for word in output.split()[1:]] for output, _ in results]
    assert all(found and rounds for found, rounds in counts), counts
    run(folder, [0], 1000, LIMIT)
    assert size_of(folder) <= LIMIT
    assert 0 in held(Disk(str(folder)), range(500), 1000)
    assert {path.suffix for path in folder.iterdir()} <= {".pack", ".TAG"}


def test_killed_at_any_moment(tmp_path: Path) -> None:
    choice = random.Random(1)
    kept = 0
    for seed in range(12):
        with start(tmp_path, seed * 4, 60) as worker:
            assert worker.stdout
            assert worker.stdout.readline() == "ready\n"
            time.sleep(choice.random() / 20)
            worker.kill()
        kept += len(held(Disk(str(tmp_path)), range(500), 1000))
    assert kept > 0
    run(tmp_path, range(500, 510), 1000, LIMIT)
    assert held(Disk(str(tmp_path)), range(500, 510), 1000) == set(range(500, 510))
    assert size_of(tmp_path) <= LIMIT


KILLED = """
import os, shutil, signal, sys
from pathlib import Path
from tests.incremental.records import held, run
from muranopl.incremental.disk import Disk
from muranopl.incremental import tidy
full = Path(sys.argv[1], "full")
before = set(range(tidy.MAX_SMALL))
for number in before:
    run(full, [number])

def die_at(step):
    steps = 0
    def dying(real):
        def call(*words, **more):
            nonlocal steps
            steps += 1
            if steps == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*words, **more)
        return call
    for name in ("open", "replace", "unlink", "listdir", "scandir", "makedirs", "pread", "close", "fstat", "urandom"):
        setattr(os, name, dying(getattr(os, name)))

for step in range(1, 1000):
    folder = Path(shutil.copytree(full, Path(sys.argv[1], str(step))))
    child = os.fork()
    if child == 0:
        die_at(step)
        run(folder, [100])
        os._exit(0)
    status = os.waitpid(child, 0)[1]
    assert held(Disk(str(folder)), range(200)) >= before, step
    run(folder, [101])
    assert held(Disk(str(folder)), range(200)) - {100} == {*before, 101}, step
    if status == 0:
        break
    assert status == signal.SIGKILL
print(step)
"""


def test_killed_at_every_step_of_a_merge(tmp_path: Path) -> None:
    """What was there before is there afterwards, whatever the step at which the process dies."""
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert 30 < int(done.stdout) < 999
