"""Measure the checking of catalogs, beside the least time of reading and parsing them.

    python tools/bench/check.py                           catalogs of 10, 100 and 1,000 packages of 8 classes
    python tools/bench/check.py --sizes 10 100 --against main~20    beside a commit, in alternation
    python tools/bench/check.py --sizes 100 --generator make_catalog.py

Each variant is a process of its own, timed whole: wall clock, and the most memory it held.

    start       --version
    cold        one process, no cache
    no forms    the same, of the packages without their UI definitions
    cold two    two processes, no cache
    cold auto   as many processes as it is worth, no cache
    fill        one process, an empty cache
    warm        as many as it is worth, the same cache: all packages are known
    repeated    the same again: the whole answer is known
    changed     the same after a change of one file, of another package in each round
    again       the same again: what changed just now is no state to remember an answer for

Two yardsticks run between them on the same files: `files` reads and hashes all of them, `parse`
sends all YAML through PyYAML's C parser (events only) and each distinct expression through yaql's
parser. Figures are medians, in seconds.

An installation in place (`pip install -e`) finds modules more slowly. `--against` installs this tree and
that of a commit as wheels, each in an environment of its own, and runs each variant with both, in turn.

Nothing is judged: the figures depend on the machine, and no test should wait for them.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import yaml

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import muranopl
from muranopl.ard import nodes
from muranopl.ard.sources.discovery import discover
from muranopl.ard.yaql.lexer import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.read.manifest import read_header
from muranopl.read.one_package import read_package
from tests.ard.yaql.oracle import engine, theirs
from tools.bench.catalog import write_catalog

ROOT = Path(__file__).resolve().parents[2]
MEBIBYTE = 2**20
Figures = dict[str, list[float]]


def files(catalog: Path) -> list[Path]:
    """All files of a catalog."""
    return sorted(path for path in catalog.rglob("*") if path.is_file())


def hash_files(catalog: Path) -> None:
    """Read and hash all files: no second run can be faster."""
    for path in files(catalog):
        hashlib.blake2b(path.read_bytes()).digest()


def expressions(catalog: Path) -> list[str]:
    """The distinct expressions of all classes and UI definitions."""
    findings = Findings()
    result: dict[str, None] = {}
    for source in discover(os.fspath(catalog), findings):
        package = read_package(read_header(source))
        written = [class_.node for unit in package.units for class_ in unit.classes]
        for part in written if package.ui is None else (*written, package.ui.node):
            result.update((node.text, None) for node in nodes.expressions(part))
    return list(result)


def parse_all(catalog: Path, texts: list[str]) -> Callable[[], None]:
    """Return a call of other parsers on all input: no first run can be much faster."""
    documents = [path for path in files(catalog) if path.suffix == ".yaml"]
    engine(Dialect.MURANO)  # building it takes long, and is not part of parsing

    def parse() -> None:
        for path in documents:
            for _ in yaml.parse(path.read_bytes(), Loader=yaml.CSafeLoader):
                pass
        for text in texts:
            theirs(text, Dialect.MURANO)

    return parse


def timed(work: Callable[[], Any]) -> float:
    """Return the seconds that a call takes."""
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def process(python: str, *words: str) -> tuple[float, float]:
    """Run the command; return seconds and the most memory it held, in MiB."""
    command = [python, "-c", "from muranopl.interfaces.cli.start import main; main()", *words]
    # Without bytecode files the compiler would be measured.
    environment = {
        name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"
    }
    started = time.perf_counter()
    running = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment
    )
    # `wait4` returns the memory of this process alone, not the most that any child had
    _, status, usage = os.wait4(running.pid, 0)
    elapsed = time.perf_counter() - started
    running.returncode = os.waitstatus_to_exitcode(status)
    if running.returncode not in (0, 1):
        raise SystemExit(f"muranopl {' '.join(words)} ended with {running.returncode}")
    return elapsed, usage.ru_maxrss * 1024 / MEBIBYTE


def measured(catalog: Path, runs: int, pythons: Sequence[str]) -> list[Figures]:
    """Return the figures of each installation: all variants and yardsticks, in turn.

    So a busy moment meets all of them.
    """
    texts = expressions(catalog)
    parse = parse_all(catalog, texts)
    figures: list[Figures] = [{} for _ in pythons]
    for number in range(runs + 1):
        seen: list[Figures] = [{} for _ in pythons]
        for name, values in variants(catalog, number, pythons):
            for one, (seconds, memory) in zip(seen, values, strict=True):
                one[name], one[f"{name} MiB"] = [seconds], [memory]
        yardsticks = {"files": [timed(lambda: hash_files(catalog))], "parse": [timed(parse)]}
        # The first round finds files that were never read
        for known, one in zip(figures, seen, strict=True) if number else ():
            for name, values in {**one, **yardsticks}.items():
                known.setdefault(name, []).extend(values)
    return figures


def has_forms(catalog: Path) -> bool:
    """Whether the packages have UI definitions."""
    return any(catalog.glob("*/UI/*.yaml"))


def variants(
    catalog: Path, number: int, pythons: Sequence[str]
) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """Yield the variants of the command, with seconds and memory of each installation.

    `number` is the round.
    """
    check = ("check", os.fspath(catalog), "--format", "concise")

    def run(*words: str) -> list[tuple[float, float]]:
        return [process(python, *words) for python in pythons]

    yield "start", run("--version")
    yield "cold", run(*check, "--no-cache", "--jobs", "1")
    if has_forms(catalog):
        with tempfile.TemporaryDirectory() as folder:
            bare = shutil.copytree(
                catalog, Path(folder, "bare"), ignore=shutil.ignore_patterns("UI")
            )
            without = ("check", os.fspath(bare), "--format", "concise", "--no-cache", "--jobs", "1")
            yield "no forms", run(*without)
    yield "cold two", run(*check, "--no-cache", "--jobs", "2")
    yield "cold auto", run(*check, "--no-cache")
    with tempfile.TemporaryDirectory() as folder:

        def cached(*words: str) -> list[tuple[float, float]]:
            return [
                process(python, *check, "--cache-dir", f"{folder}/{place}", *words)
                for place, python in enumerate(pythons)
            ]

        yield "fill", cached("--jobs", "1")
        yield "warm", cached()
        yield "repeated", cached()
        change(catalog, number)
        yield "changed", cached()
        yield "again", cached()


def change(catalog: Path, number: int) -> None:
    """Change one class file: in each round that of another package, from all over the catalog."""
    folders = sorted(path.parent for path in catalog.rglob("Classes"))
    chosen = folders[(number * 2 + 1) * len(folders) // 11 % len(folders)] / "Classes"
    file = min(path for path in chosen.rglob("*.yaml"))
    with file.open("a", encoding="utf-8") as stream:
        stream.write(f"\n# round {number}\n")


def installed(folder: Path, commit: str | None) -> str:
    """Install a commit, or this tree, as a wheel; return the interpreter of its environment."""
    source, environment = folder / "source", folder / "environment"
    if commit is None:
        source = ROOT
    else:
        archive = subprocess.run(
            ["git", "-C", ROOT, "archive", commit], check=True, stdout=subprocess.PIPE
        )
        source.mkdir(parents=True)
        subprocess.run(["tar", "-x", "-C", source], input=archive.stdout, check=True)
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)
    python = os.fspath(environment / "bin" / "python")
    words = ["--quiet", "--disable-pip-version-check", "--constraint", ROOT / "constraints.txt"]
    subprocess.run([python, "-m", "pip", "install", *words, source], check=True)
    return python


def generated(
    folder: Path, packages: int, classes: int, generator: str | None, *, forms: bool
) -> Path:
    """Write a catalog and return its folder."""
    catalog = folder / f"{packages}x{classes}"
    if generator is None:
        write_catalog(catalog, packages, classes, ui=forms)
    else:
        words = [
            "--packages",
            str(packages),
            "--classes",
            str(classes),
            "--seed",
            "1",
            "--out",
            os.fspath(catalog),
        ]
        subprocess.run([sys.executable, generator, *words], check=True, stdout=subprocess.DEVNULL)
    return catalog


def report(size: str, classes: int, figures: Figures, before: dict[str, float]) -> dict[str, float]:
    """Print the figures of one catalog; return their medians."""
    medians = {name: statistics.median(values) for name, values in figures.items()}
    print(f"\n{size}  ({classes} classes)")
    for name in [name for name in medians if not name.endswith("MiB")]:
        line = f"  {name:10} {medians[name]:8.3f} s"
        line += f"  {medians[f'{name} MiB']:7.1f} MiB" if f"{name} MiB" in medians else " " * 13
        if name in before:
            line += f"  {medians[name] / before[name]:5.2f} x before ({before[name]:.3f} s"
            line += f", {before[f'{name} MiB']:.1f} MiB)" if f"{name} MiB" in before else ")"
        print(line)
    cold, warm, start = medians["cold"], medians["warm"], medians["start"]
    print(
        f"  cold: {cold / medians['parse']:.2f} x parse, {(cold - start) / classes * 1000:.3f} ms a class,",
        end=" ",
    )
    print(f"{(medians['cold MiB'] - medians['start MiB']) / classes * 1024:.1f} KiB a class")
    print(
        f"  cold two: {medians['cold two'] / cold:.2f} x cold; cold auto: {medians['cold auto'] / cold:.2f} x;",
        end=" ",
    )
    print(f"fill: {medians['fill'] / cold:.2f} x cold")
    print(f"  warm: start + {(warm - start) / medians['files']:.2f} x files,", end=" ")
    print(
        f"{(warm - start) / classes * 1000:.4f} ms a class; changed: {medians['changed'] / warm:.2f} x warm"
    )
    return medians


def report_forms(catalog: Path, medians: dict[str, float]) -> None:
    """Print what checking UI definitions takes, beside all other files."""
    everything, forms = len(files(catalog)), len(list(catalog.glob("*/UI/*.yaml")))
    with_, without = (medians[name] - medians["start"] for name in ("cold", "no forms"))
    each, others = (with_ - without) / forms, without / (everything - forms)
    print(f"  forms: {each * 1000:.3f} ms each, another file {others * 1000:.3f} ms;", end=" ")
    print(f"a file with them: {with_ / everything / others:.2f} x without")


def main() -> None:
    """Measure, print, save and compare."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=[10, 100, 1000], metavar="N", help="packages"
    )
    parser.add_argument(
        "--classes", type=int, default=8, metavar="N", help="classes of each package"
    )
    parser.add_argument(
        "--runs", type=int, default=5, metavar="N", help="how often each is measured"
    )
    parser.add_argument(
        "--generator", metavar="FILE", help="a script with --packages --classes --seed --out"
    )
    parser.add_argument(
        "--without-forms", action="store_true", help="generate packages without UI definitions"
    )
    parser.add_argument("--json", metavar="FILE", help="save the medians")
    parser.add_argument(
        "--against", metavar="COMMIT", help="install this tree and COMMIT, and run both in turn"
    )
    options = parser.parse_args()
    result: dict[str, Any] = {
        "version": muranopl.__version__,
        "python": platform.python_version(),
        "cores": os.cpu_count(),
        "sizes": {},
    }
    with tempfile.TemporaryDirectory() as folder:
        pythons = [sys.executable]
        if options.against:
            pythons = [
                installed(Path(folder, "now"), None),
                installed(Path(folder, "before"), options.against),
            ]
        for packages in options.sizes:
            size = f"{packages}x{options.classes}"
            catalog = generated(
                Path(folder),
                packages,
                options.classes,
                options.generator,
                forms=not options.without_forms,
            )
            figures, *others = measured(catalog, options.runs, pythons)
            before = {
                name: statistics.median(values)
                for other in others
                for name, values in other.items()
            }
            result["sizes"][size] = report(size, packages * options.classes, figures, before)
            if "no forms" in figures:
                report_forms(catalog, result["sizes"][size])
    if options.json:
        Path(options.json).write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
