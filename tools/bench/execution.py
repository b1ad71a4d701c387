"""How fast method bodies run: instructions per second, by what they do.

Each method of tools/bench/workload is a loop; a round of it runs a known number of instructions, those of
methods and constructors it calls included. Loops of arithmetic, texts and lists; calls of an
instance method and a static one; an exception thrown and caught; objects made with `new`. Timed is
the call alone, in seconds of this process, best of several runs, each in a session of its own, with
classes loaded before.

Measured on Python 3.11.7 in one run beside the reference engine, in instructions per second:

                     ours  engine
    arithmetic  1,220,000  4,500
    strings        26,600  3,700
    lists          20,600  1,700
    calls         364,000  2,300
    exceptions     51,600  1,100
    objects         9,100    600

Nothing is judged: the figures depend on the machine, and no test should wait for them.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import time
from pathlib import Path
from typing import NamedTuple

import muranopl

PACKAGE = Path(__file__).parent / "workload"
CLASS = "bench.workload.Workload"


class Load(NamedTuple):
    """A method of the workload: how many instructions a round is, and how many rounds are run."""

    method: str
    per_round: int
    rounds: int


LOADS = (
    Load("arithmetic", 5, 20_000),
    Load("strings", 6, 10_000),
    Load("lists", 7, 5_000),
    Load("calls", 5, 10_000),
    Load("exceptions", 4, 10_000),
    Load("objects", 2, 10_000),
)


def seconds(catalog: muranopl.Catalog, load: Load) -> float:
    """Return how long one call of a method takes."""
    session = catalog.session()
    class_ = session.type(CLASS)
    session.call(class_, load.method, [1])
    gc.collect()
    start = time.process_time()
    session.call(class_, load.method, [load.rounds])
    return time.process_time() - start


def main() -> None:
    """Measure and print, as text or as JSON."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--runs", type=int, default=3, help="how often each is run, the best counts (default: 3)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    catalog = muranopl.Catalog([PACKAGE])
    figures = {}
    for load in LOADS:
        best = min(seconds(catalog, load) for _ in range(options.runs))
        figures[load.method] = {
            "rounds": load.rounds,
            "seconds": round(best, 4),
            "instructions_per_second": round(load.rounds * load.per_round / best),
        }
    if options.json:
        print(json.dumps({"python": platform.python_version(), "figures": figures}, indent=2))
        return
    print(f"Python {platform.python_version()}")
    for name, figure in figures.items():
        rounds, speed = figure["rounds"], figure["instructions_per_second"]
        print(
            f"{name:12}{rounds:>9,} rounds{figure['seconds']:>10.3f} s{speed:>12,} instructions/s"
        )


if __name__ == "__main__":
    main()
