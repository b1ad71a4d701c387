"""Measure how fast packages are checked while somebody types, and what an editor asks meanwhile.

Recorded typing (`tools/bench/typing.txt`) is replayed key by key in a package of 100 classes, and in a
workspace of 125 packages of 8 classes. After each key these are measured, in milliseconds of CPU:

    file        until the diagnostics of the edited file are known
    all         until those of all packages are, after every 20th key: the others are typed so fast
                that each cancels the check of the one before
    analysis    the analysis that completion, hover and all other answers begin with
    completion  at the place of the key
    hover       at the place of the key

`references` are those of the class of the edited file in all packages, after every 20th key.

`start` is the first check of the workspace, in seconds of processor time (of this process and those
that it starts) and of wall clock: with an empty cache (cold), and with a full one (warm); `file` is
that until the diagnostics of the first opened file are known. With `--edits` the resident set and
the number of objects before and after that many keys are shown, after a first round of all of them.

    python tools/bench/lsp.py
    python tools/bench/lsp.py --edits 10000
    python tools/bench/lsp.py PATH                    packages of one's own, typed into the first class file

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
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import muranopl
from muranopl.workspace.completion.complete import complete
from muranopl.workspace.symbols.hover import hover
from muranopl.workspace.symbols.index import At
from muranopl.workspace.symbols.navigation import references
from muranopl.workspace.workspace import Workspace
from tools.bench.catalog import write_catalog

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
        name: [] for name in ("file", "all", "analysis", "completion", "hover", "references")
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
        if number % PAUSE == 0:
            _references(workspace, path, figures)
    return figures


def _references(workspace: Workspace, path: str, figures: Figures) -> None:
    before = time.process_time()
    analysis = workspace.analysis(path)
    if analysis is not None:
        name = next(item for item in analysis.texts if path.endswith(f"/{item}"))
        lines = analysis.texts[name].split("\n")
        line = next(number for number, text in enumerate(lines, 1) if text[:5] == "Name:")
        others = [item for item in workspace.analyses() if item is not analysis]
        references(At(analysis, name, line, len("Name: x")), others)
        figures["references"].append(_since(before))


def _answers(workspace: Workspace, path: str, key: Key, figures: Figures) -> None:
    before = time.process_time()
    analysis = workspace.analysis(path)
    figures["analysis"].append(_since(before))
    if analysis is None:
        return
    name = next(item for item in analysis.texts if path.endswith(f"/{item}"))
    before = time.process_time()
    complete(At(analysis, name, key.line, key.column), key.text)
    figures["completion"].append(_since(before))
    before = time.process_time()
    hover(At(analysis, name, key.line, max(key.column - 1, 1)))
    figures["hover"].append(_since(before))


def _since(before: float) -> float:
    return (time.process_time() - before) * 1000


class Elapsed(NamedTuple):
    """Seconds of processor time, also of ended processes that were started, and of wall clock."""

    cpu: float
    wall: float

    @classmethod
    def now(cls) -> Elapsed:
        """Return the time since some moment in the past."""
        return cls(sum(os.times()[:4]), time.perf_counter())

    def since(self, before: Elapsed) -> Elapsed:
        """Return the time since an earlier one."""
        return Elapsed(self.cpu - before.cpu, self.wall - before.wall)


def starts(folder: Path) -> dict[str, dict[str, Elapsed]]:
    """Return the time of the first check, with an empty cache and with a full one."""
    file, result = class_file(folder), {}
    with tempfile.TemporaryDirectory() as cache:
        for name in ("cold", "warm"):
            before = Elapsed.now()
            workspace = Workspace([str(folder)], cache=muranopl.Cache(cache))
            workspace.open(str(file), file.read_text())
            list(workspace.diagnostics(waits=False))
            first = Elapsed.now().since(before)
            list(workspace.diagnostics())
            result[name] = {"file": first, "all": Elapsed.now().since(before)}
    return result


def growth(folder: Path, edits: int) -> tuple[Size, Size]:
    """Return the size of this process after one round of all keys, and after `edits` more."""
    file = class_file(folder)
    workspace, path, text = started(folder, None), str(file), file.read_text()
    keys = list(typed(text))

    def press(some: Iterator[Key]) -> Size:
        for number, key in enumerate(some):
            workspace.change(path, key.text)
            lanes = workspace.diagnostics()
            next(lanes)
            if number % PAUSE == 0:
                list(lanes)
                _answers(workspace, path, key, defaultdict(list))
        gc.collect()
        return Size(resident(), len(gc.get_objects()))

    return press(iter(keys)), press(itertools.islice(itertools.cycle(keys), edits))


class Size(NamedTuple):
    """The resident set of a process, in MiB, and its objects that the garbage collector knows."""

    resident: float
    objects: int


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
        line = (
            f"  {what:<11} {middle:7.1f} ms   95 %: {slow:7.1f} ms   most: {max(values):7.1f} ms\n"
        )
        sys.stdout.write(line)
    sys.stdout.flush()


def show_starts(times: dict[str, dict[str, Elapsed]]) -> None:
    """Write the times of the first checks."""
    for name, parts in times.items():
        shown = (f"{what} {cpu:.2f} s CPU ({wall:.2f} s)" for what, (cpu, wall) in parts.items())
        sys.stdout.write(f"  {name} start  {', '.join(shown)}\n")


def percentile(values: list[float], percent: int) -> float:
    """Return the value that `percent` of all do not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


def main() -> None:
    """Measure, and write the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("path", nargs="?", type=Path)
    parser.add_argument("--edits", type=int, default=0, help="keys after which memory is measured")
    parser.add_argument("--json", type=Path, help="a file for all figures")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folders = {"": options.path}
        if options.path is None:
            folders = {"100 classes": Path(folder, "one"), "1,000 classes": Path(folder, "many")}
            write_catalog(folders["100 classes"], 1, 100)
            write_catalog(folders["1,000 classes"], 125, 8)
        result: dict[str, object] = {}
        for name, where in folders.items():
            figures = replay(where)
            show(name or str(where), figures)
            first = starts(where)
            show_starts(first)
            result[name] = {"keys": figures, "start": first}
            if options.edits:
                before, after = growth(where, options.edits)
                more = f"{after.resident / before.resident - 1:+.1%}"
                objects = f"{after.objects / before.objects - 1:+.1%}"
                line = f"  memory      {before.resident:7.1f} MiB, {more}; objects {objects}"
                sys.stdout.write(f"{line} after {options.edits:,} keys\n")
                memory = [before._asdict(), after._asdict()]
                result[name] = {"keys": figures, "start": first, "memory": memory}
            sys.stdout.flush()
    if options.json:
        options.json.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()
