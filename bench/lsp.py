"""Measure how fast packages are checked while somebody types, and what an editor asks meanwhile.

Recorded typing (`bench/typing.txt`) is replayed key by key in a package of 100 classes, and in a
workspace of 125 packages of 8 classes. After each key these are measured, in milliseconds of CPU:

    file        until the diagnostics of the edited file are known
    all         until those of all packages are, after every 20th key: the others are typed so fast
                that each cancels the check of the one before
    analysis    the analysis that completion, hover and all other answers begin with
    completion  at the place of the key
    hover       at the place of the key

`start` is the first check of the workspace, in seconds of wall clock: with an empty cache (cold),
and with a full one (warm). With `--edits` the resident set before and after that many keys is
shown, after a first round of all of them.

    python bench/lsp.py
    python bench/lsp.py --edits 10000
    python bench/lsp.py PATH                    packages of one's own, typed into the first class file

Nothing is judged: the figures depend on the machine, and no test should wait for them.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

import muranopl
from bench.catalog import write_catalog
from muranopl.workspace.completion.complete import complete
from muranopl.workspace.symbols.hover import hover
from muranopl.workspace.workspace import Workspace

RECORD = Path(__file__).with_name("typing.txt")
MEBIBYTE = 2**20
PAUSE = 20
"""The number of keys after which somebody pauses."""
Figures = dict[str, list[float]]


class Key(NamedTuple):
    """The text of a file after a key, and the place of the cursor, from 1."""

    text: str
    line: int
    column: int


def typed(text: str) -> Iterator[Key]:
    """Yield what a file is after each key of the record."""
    for part in RECORD.read_text("utf-8").split("=== ")[1:]:
        heading, _, keys = part.partition("\n")
        before, mark, after = text.partition(f"\n{heading}\n")
        if not mark:
            continue
        there = ""
        for key in keys.strip("\n"):
            there = there[:-1] if key == "<" else there + key
            head = f"{before}{mark}{there}"
            line = head.count("\n") + 1
            yield Key(f"{head}\n{after}", line, len(head) - head.rfind("\n"))


def class_file(folder: Path) -> Path:
    """Return the first class file with properties and methods."""
    return next(
        file
        for file in sorted(folder.rglob("Classes/*.yaml"))
        if all(word in file.read_text() for word in ("\nProperties:\n", "\nMethods:\n"))
    )


def started(folder: Path, cache: muranopl.Cache | None) -> Workspace:
    """Return a workspace after its first check."""
    workspace = Workspace([str(folder)], cache=cache)
    list(workspace.diagnostics())
    return workspace


def replay(folder: Path) -> Figures:
    """Return what each key takes, in milliseconds of CPU."""
    figures: Figures = {
        name: [] for name in ("file", "all", "analysis", "completion", "hover")
    }
    file = class_file(folder)
    workspace, path = started(folder, None), str(file)
    workspace.open(path, file.read_text())
    list(workspace.diagnostics())
    for number, key in enumerate(typed(file.read_text())):
        workspace.change(path, key.text)
        before = time.process_time()
        lanes = workspace.diagnostics()
        next(lanes)
        figures["file"].append(_since(before))
        if number % PAUSE == 0:
            list(lanes)
            figures["all"].append(_since(before))
        _answers(workspace, path, key, figures)
    return figures


def _answers(workspace: Workspace, path: str, key: Key, figures: Figures) -> None:
    before = time.process_time()
    analysis = workspace.analysis(path)
    figures["analysis"].append(_since(before))
    if analysis is None:
        return
    name = next(item for item in analysis.texts if path.endswith(f"/{item}"))
    before = time.process_time()
    complete(key.text, name, key.line, key.column, analysis)
    figures["completion"].append(_since(before))
    before = time.process_time()
    hover(analysis, name, key.line, max(key.column - 1, 1))
    figures["hover"].append(_since(before))


def _since(before: float) -> float:
    return (time.process_time() - before) * 1000


def starts(folder: Path) -> dict[str, float]:
    """Return the seconds of the first check, with an empty cache and with a full one."""
    result = {}
    with tempfile.TemporaryDirectory() as cache:
        for name in ("cold", "warm"):
            before = time.perf_counter()
            started(folder, muranopl.Cache(cache))
            result[name] = time.perf_counter() - before
    return result


def growth(folder: Path, edits: int) -> tuple[float, float]:
    """Return the resident set, in MiB, after one round of all keys, and after `edits` more."""
    file = class_file(folder)
    workspace, path, text = started(folder, None), str(file), file.read_text()
    keys = list(typed(text))

    def press(some: Iterator[Key]) -> float:
        for number, key in enumerate(some):
            workspace.change(path, key.text)
            lanes = workspace.diagnostics()
            next(lanes)
            if number % PAUSE == 0:
                list(lanes)
        gc.collect()
        return resident()

    return press(iter(keys)), press(itertools.islice(itertools.cycle(keys), edits))


def resident() -> float:
    """Return the resident set of this process, in MiB."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEBIBYTE


def show(name: str, figures: Figures) -> None:
    """Write the figures of a replay."""
    keys = len(figures["file"])
    sys.stdout.write(f"{name}: {keys} keys\n")
    for what, values in figures.items():
        middle, slow = statistics.median(values), percentile(values, 95)
        line = f"  {what:<11} {middle:7.1f} ms   95 %: {slow:7.1f} ms   most: {max(values):7.1f} ms\n"
        sys.stdout.write(line)
    sys.stdout.flush()


def percentile(values: list[float], percent: int) -> float:
    """Return the value that `percent` of all do not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("path", nargs="?", type=Path)
    parser.add_argument(
        "--edits", type=int, default=0, help="keys after which memory is measured"
    )
    parser.add_argument("--json", type=Path, help="a file for all figures")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folders = {"": options.path}
        if options.path is None:
            folders = {
                "100 classes": Path(folder, "one"),
                "1,000 classes": Path(folder, "many"),
            }
            write_catalog(folders["100 classes"], 1, 100)
            write_catalog(folders["1,000 classes"], 125, 8)
        result: dict[str, object] = {}
        for name, where in folders.items():
            figures = replay(where)
            show(name or str(where), figures)
            first = starts(where)
            sys.stdout.write(
                f"  start       {first['cold']:7.2f} s cold, {first['warm']:.2f} s warm\n"
            )
            result[name] = {"keys": figures, "start": first}
            if options.edits:
                before, after = growth(where, options.edits)
                more = f"{after / before - 1:+.1%} after {options.edits:,} keys"
                sys.stdout.write(f"  memory      {before:7.1f} MiB, {more}\n")
                result[name] = {
                    "keys": figures,
                    "start": first,
                    "memory": [before, after],
                }
            sys.stdout.flush()
    if options.json:
        options.json.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
