"""Run fuzz targets: `python -m tests.fuzz [TARGET...] [--seconds N] [--seed N] [--jobs N] [--blind]`.

Inputs begin with the seeds, and with what earlier runs found interesting (build/fuzz/TARGET).
atheris guides what is tried next by what code was reached; with `--blind`, and where there is no
atheris, inputs are only drawn at random, some four times as many. An input that a target fails on
is printed, to be kept in tests/fuzz/crashes/.
"""

from __future__ import annotations

import argparse
import base64
import importlib.util
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from tests.project import ROOT

NAMES = (
    "reader",
    "ui",
    "agreement",
    "expressions",
    "contracts",
    "models",
    "archives",
    "packages",
    "growth",
)
BUILD = ROOT / "build" / "fuzz"


def main() -> int:
    """Run what the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description=__doc__)
    parser.add_argument("targets", nargs="*", help=f"which of {', '.join(NAMES)} (default: all)")
    parser.add_argument("--seconds", type=int, default=30, help="how long each target runs")
    parser.add_argument("--seed", type=int, default=0, help="the seed of chance; 0 draws one")
    parser.add_argument("--jobs", type=int, default=1, help="how many targets run at once")
    parser.add_argument("--blind", action="store_true", help="do not look at what code is reached")
    chosen = parser.parse_args()
    targets = chosen.targets or list(NAMES)
    if unknown := set(targets) - set(NAMES):
        parser.error(f"no such target: {', '.join(sorted(unknown))}")
    if not chosen.blind and importlib.util.find_spec("atheris") is None:
        print(
            "There is no atheris for this Python: inputs are drawn without looking at what code they reach."
        )
        chosen.blind = True
    how = "blind" if chosen.blind else "guided"
    with ThreadPoolExecutor(chosen.jobs) as pool:
        results = pool.map(partial(_run, how, chosen.seconds, chosen.seed), targets)
        return max(list(results))


def _run(how: str, seconds: int, seed: int, name: str) -> int:
    """Run a target in a process of its own; print how it went, and the inputs that it fails on."""
    failures = BUILD / f"{name}-failures"
    failures.mkdir(parents=True, exist_ok=True)
    before = set(failures.iterdir())
    words = [
        sys.executable,
        "-m",
        f"tests.fuzz.{how}",
        name,
        str(seconds),
        str(seed),
        str(failures),
    ]
    log = BUILD / f"{name}.log"
    with log.open("w", encoding="utf-8") as output:
        environment = {**os.environ, "PYTHONHASHSEED": "0"}
        status = subprocess.run(
            words, cwd=ROOT, env=environment, stdout=output, stderr=output, check=False
        ).returncode
    lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    executed = next(
        (line.split()[-1] for line in lines if "number_of_executed_units" in line),
        "an unknown number of",
    )
    print(
        f"{name}: {executed} executions in {seconds} s ({how}), {'failed' if status else 'no failure'}",
        flush=True,
    )
    if status:
        print("\n".join(lines[-60:]))
    for file in sorted(set(failures.iterdir()) - before):
        data = file.read_bytes()
        print(f"\n{name} fails on {file}:\n{data.decode('utf-8', 'backslashreplace')}")
        print(f"The same in base64:\n{base64.b64encode(data).decode()}", flush=True)
    return 1 if status else 0


if __name__ == "__main__":
    sys.exit(main())
