"""Run a target on inputs drawn at random: `python -m tests.fuzz.blind TARGET SECONDS SEED FOLDER`.

It goes on after a failure, and leaves one input of each kind of failure in FOLDER.
"""

from __future__ import annotations

import random
import resource
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path

from tests.fuzz import mutations
from tests.fuzz.__main__ import BUILD
from tests.fuzz.seeds import LONGEST_INPUT, seeds
from tests.fuzz.targets import TARGETS

_TIMEOUT = 60
_MEMORY = 4 * 2**30


class _TooSlowError(BaseException):
    """An input takes too long."""


def main(name: str, seconds: str, seed: str, failures: str) -> int:
    """Run a target; return the exit status."""
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    signal.signal(signal.SIGALRM, _stop)
    drawn = int(seed) or random.randrange(1, 2**31)
    print(f"seed {drawn}", flush=True)
    dice = random.Random(drawn)
    texts = seeds(name)
    pool = [*texts, *(file.read_bytes() for file in sorted((BUILD / name).glob("*")))]
    known = mutations.words(texts)
    result: Counter[str] = Counter()
    executed, slowest, end = 0, 0.0, time.monotonic() + int(seconds)
    while time.monotonic() < end:
        data = dice.choice(pool)
        if name == "archives" or dice.random() < 0.15:
            data = mutations.of_bytes(data, dice)
        else:
            data = mutations.changed(data, texts, known, dice)
        data = data[:LONGEST_INPUT]
        started = time.process_time()
        failure = _failure(name, data)
        slowest = max(slowest, time.process_time() - started)
        executed += 1
        if failure is not None:
            result[failure] += 1
            if result[failure] == 1:
                (Path(failures) / f"crash-{drawn}-{executed}").write_bytes(data)
    for failure, times in result.most_common():
        print(f"{times} times {failure}")
    print(f"stat::slowest_unit_time_sec: {slowest:.1f}")
    print(f"stat::number_of_executed_units: {executed}")
    return 1 if result else 0


def _failure(name: str, data: bytes) -> str | None:
    """Return what a target fails with, and where; None where it does not."""
    try:
        signal.alarm(_TIMEOUT)
        TARGETS[name](data)
    except (Exception, _TooSlowError) as error:
        frames = traceback.extract_tb(error.__traceback__)[:-6:-1]
        return f"{type(error).__name__} at {' < '.join(f'{frame.filename}:{frame.lineno}' for frame in frames)}"
    finally:
        signal.alarm(0)
    return None


def _stop(*_: object) -> None:
    raise _TooSlowError


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
