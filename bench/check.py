"""How fast catalogs are checked, beside what reading and parsing them takes at least.

    python bench/check.py                           catalogs of 10, 100 and 1,000 packages of 8 classes
    python bench/check.py --sizes 10 100 --json now.json --against before.json
    python bench/check.py --sizes 100 --generator make_catalog.py

Each variant is a process of its own, timed whole: wall clock, and the most memory it held. Two yardsticks run between
them on the same files: `files` reads and hashes all of them, `parse` sends all YAML through PyYAML's C parser (events
only) and each distinct expression through yaql's parser. Figures are medians, in seconds.

Nothing is judged: the figures depend on the machine, and no test should wait for them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import muranopl
from bench.catalog import write_catalog
from muranopl.ard import nodes
from muranopl.ard.sources import discover
from muranopl.diagnostics.findings import Findings
from muranopl.expression.dialects import Dialect
from muranopl.read.manifest import read_head
from muranopl.read.packages import read_package
from tests.expression.oracle import engine, theirs

MEBIBYTE = 2**20
Figures = dict[str, list[float]]


def files(catalog: Path) -> list[Path]:
    """All files of a catalog."""
    return sorted(path for path in catalog.rglob("*") if path.is_file())


def hash_files(catalog: Path) -> None:
    """Read and hash everything: no second run can be faster."""
    for path in files(catalog):
        hashlib.blake2b(path.read_bytes()).digest()


def expressions(catalog: Path) -> list[str]:
    """The distinct expressions of all classes."""
    findings = Findings()
    found: dict[str, None] = {}
    for source in discover(os.fspath(catalog), findings):
        for unit in read_package(read_head(source)).units:
            for class_ in unit.classes:
                found.update((node.text, None) for node in nodes.expressions(class_.node))
    return list(found)


def parse_all(catalog: Path, texts: list[str]) -> Callable[[], None]:
    """What parses all files and expressions, with other parsers than ours: no first run can be much faster."""
    documents = [path for path in files(catalog) if path.suffix == ".yaml"]
    engine(Dialect.MURANO)  # building it takes long, and is no part of parsing

    def parse() -> None:
        for path in documents:
            for _ in yaml.parse(path.read_bytes(), Loader=yaml.CSafeLoader):
                pass
        for text in texts:
            theirs(text, Dialect.MURANO)

    return parse


def timed(work: Callable[[], Any]) -> float:
    """Seconds that a call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def process(*words: str) -> tuple[float, float]:
    """Run the command; return seconds and the most memory it held, in MiB."""
    command = [sys.executable, "-c", "from muranopl.cli.main import main; main()", *words]
    started = time.perf_counter()
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(running.pid, 0)
    elapsed = time.perf_counter() - started
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode not in (0, 1):
        raise SystemExit(f"muranopl {' '.join(words)} ended with {running.returncode}")
    return elapsed, usage.ru_maxrss * 1024 / MEBIBYTE


def measured(catalog: Path, runs: int) -> Figures:
    """All variants and yardsticks, in turn, so that a busy moment meets all of them."""
    texts = expressions(catalog)
    parse = parse_all(catalog, texts)
    figures: Figures = {}
    for _ in range(runs):
        for name, (seconds, memory) in variants(catalog):
            figures.setdefault(name, []).append(seconds)
            figures.setdefault(f"{name} MiB", []).append(memory)
        figures.setdefault("files", []).append(timed(lambda: hash_files(catalog)))
        figures.setdefault("parse", []).append(timed(parse))
    return figures


def variants(catalog: Path) -> Iterator[tuple[str, tuple[float, float]]]:
    """The ways in which the command is run, each with what it took."""
    yield "start", process("--version")
    yield "cold", process("check", os.fspath(catalog), "--format", "concise")


def generated(folder: Path, packages: int, classes: int, generator: str | None) -> Path:
    """Write a catalog and return its folder."""
    catalog = folder / f"{packages}x{classes}"
    if generator is None:
        write_catalog(catalog, packages, classes)
    else:
        words = ["--packages", str(packages), "--classes", str(classes), "--seed", "1", "--out", os.fspath(catalog)]
        subprocess.run([sys.executable, generator, *words], check=True, stdout=subprocess.DEVNULL)
    return catalog


def report(size: str, classes: int, figures: Figures, before: dict[str, float]) -> dict[str, float]:
    """Print the figures of one catalog; return their medians."""
    medians = {name: statistics.median(values) for name, values in figures.items()}
    print(f"\n{size}  ({classes} classes)")
    for name, value in medians.items():
        unit = "MiB" if name.endswith("MiB") else "s"
        ratio = f"  {value / before[name]:5.2f} x before" if before.get(name) else ""
        print(f"  {name.removesuffix(' MiB'):12} {value:9.3f} {unit:3}{ratio}")
    started = medians["cold"] - medians["start"]
    print(
        f"  cold is {medians['cold'] / medians['parse']:.2f} x parse, {started / classes * 1000:.2f} ms for each class"
    )
    return medians


def main() -> None:
    """Measure, print, save and compare."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[10, 100, 1000], metavar="N", help="packages")
    parser.add_argument("--classes", type=int, default=8, metavar="N", help="classes of each package")
    parser.add_argument("--runs", type=int, default=5, metavar="N", help="how often each is measured")
    parser.add_argument("--generator", metavar="FILE", help="a script with --packages --classes --seed --out")
    parser.add_argument("--json", metavar="FILE", help="save the medians")
    parser.add_argument("--against", metavar="FILE", help="compare with saved medians")
    options = parser.parse_args()
    before = json.loads(Path(options.against).read_text(encoding="utf-8"))["sizes"] if options.against else {}
    result: dict[str, Any] = {
        "version": muranopl.__version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "sizes": {},
    }
    with tempfile.TemporaryDirectory() as folder:
        for packages in options.sizes:
            size = f"{packages}x{options.classes}"
            catalog = generated(Path(folder), packages, options.classes, options.generator)
            figures = measured(catalog, options.runs)
            result["sizes"][size] = report(size, packages * options.classes, figures, before.get(size, {}))
    if options.json:
        Path(options.json).write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
