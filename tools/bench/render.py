"""Measure the rendering of object models: objects per second, and the cost as models grow.

The models have objects of ten classes in equal numbers (tools/bench/package): scalars with checks,
defaults that are literals and ones that are expressions, lists, mappings, objects inside objects,
references forward and backward, a redeclared property. A model of a size comes out the same in
every run. Timed apart, in seconds, best of several runs: reading the JSON into the positioned tree,
rendering (with the packages loaded before), and writing the result as JSON.

Nothing is judged: the figures depend on the machine, and no test should wait for them.
"""

from __future__ import annotations

import argparse
import gc
import json
import platform
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import muranopl
from muranopl.ard.input_document import read_model
from muranopl.diagnostics.findings import Findings

SIZES = (1_000, 10_000, 100_000)
PACKAGE = Path(__file__).parent / "package"
GROUP = 10
"""The objects of one group, one of each class."""

T = TypeVar("T")
Figures = dict[str, float]


def model(objects: int) -> dict[str, Any]:
    """Return a model of `objects` objects (rounded down to groups, at least one) and a root."""
    groups = [_group(at, max(1, objects // GROUP)) for at in range(max(1, objects // GROUP))]
    return _object("Site", "site", name="site", groups=groups)


def _object(class_: str, identity: str, **properties: Any) -> dict[str, Any]:
    return {"?": {"type": f"bench.model.{class_}", "id": identity}, **properties}


def _group(at: int, groups: int) -> dict[str, Any]:
    instance = _object(
        "Instance",
        f"instance-{at}",
        name=f"host-{at}",
        image="ubuntu-24.04",
        disks=[_object("Disk", f"disk-{at}", size=10 + at % 90)],
        network=_object(
            "Network",
            f"network-{at}",
            dns=["10.0.0.1", "10.0.0.2"],
            options={"mtu": 1500, "zone": "a"},
        ),
    )
    ports = [
        _object("Port", f"port-{at}", port=1 + at % 65535, protocol="UDP" if at % 2 else "TCP")
    ]
    balancer = _object("Balancer", f"balancer-{at}", ports=ports, members=[f"instance-{at}"])
    users = [_object("User", f"user-{at}", login=f"user{at}", friend=f"user-{(at + 1) % groups}")]
    backup = _object("Backup", f"backup-{at}", of=f"database-{at}")
    settings = {"charset": "utf8", "pool": {"min": 1, "max": 10}}
    database = _object(
        "Database",
        f"database-{at}",
        users=users,
        backup=backup,
        settings=settings,
        size=str(20 + at),
    )
    app = _object(
        "App",
        f"app-{at}",
        name=f"app {at}",
        instance=instance,
        balancer=balancer,
        database=f"database-{at}",
    )
    previous = {"previous": f"group-{at - 1}"} if at else {}
    return _object(
        "Group", f"group-{at}", name=f"group {at}", app=app, database=database, **previous
    )


def best(runs: int, work: Callable[[], T]) -> tuple[float, T]:
    """Return the least time that some work takes, in seconds, and what it gives."""
    times = []
    for _ in range(runs):
        gc.collect()
        start = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - start)
    return min(times), result


def measure(objects: int, runs: int, folder: Path) -> Figures:
    """Return the figures of one size."""
    path = folder / f"model-{objects}.json"
    path.write_text(json.dumps(model(objects)), encoding="utf-8")
    catalog = muranopl.Catalog([PACKAGE])
    catalog.render(model(GROUP))  # the packages are loaded, yaql is imported
    reading, _ = best(runs, lambda: read_model(str(path), None, Findings()))
    both, result = best(runs, lambda: catalog.render(path))
    if result.model is None:
        raise SystemExit("\n".join(diagnostic.message for diagnostic in result.diagnostics[:10]))
    writing, _ = best(runs, lambda: json.dumps(result.model))
    count = max(1, objects // GROUP) * GROUP + 1
    rendering = both - reading
    return {
        "objects": count,
        "reading": reading,
        "rendering": rendering,
        "writing": writing,
        "objects_per_second": count / rendering,
        "microseconds_per_object": rendering / count * 1e6,
    }


def table(measured: list[Figures], kept: list[Figures]) -> str:
    """Show figures by size; `ratio` compares the cost of an object with the size before."""
    before = {item["objects"]: item for item in kept}
    lines = [
        " objects   reading rendering   writing   objects/s  µs/object  ratio"
        + "   was µs  change" * bool(kept)
    ]
    smaller: Figures | None = None
    for item in measured:
        cost = item["microseconds_per_object"]
        ratio = "" if smaller is None else f"{cost / smaller['microseconds_per_object']:.2f}"
        times = "".join(f"{item[name]:9.3f}s" for name in ("reading", "rendering", "writing"))
        line = f"{item['objects']:8,.0f}{times}{item['objects_per_second']:12,.0f}{cost:11.1f}{ratio:>7}"
        old = before.get(item["objects"])
        if old is not None:
            was = old["microseconds_per_object"]
            line += f"{was:9.1f}{(cost / was - 1) * 100:+7.0f}%"
        lines.append(line)
        smaller = item
    return "\n".join(lines)


def main() -> None:
    """Measure, show, and keep what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "sizes", nargs="*", type=int, default=SIZES, help="numbers of objects (%(default)s)"
    )
    parser.add_argument(
        "--runs", type=int, default=3, help="runs of each measurement (%(default)s)"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to a file")
    parser.add_argument(
        "--compare", type=Path, metavar="FILE", help="show them beside those of a file"
    )
    parser.add_argument(
        "--model",
        type=Path,
        metavar="FILE",
        help="only write the model of the first size to a file",
    )
    options = parser.parse_args()
    if options.model:
        options.model.write_text(json.dumps(model(options.sizes[0])), encoding="utf-8")
        return
    kept = (
        json.loads(options.compare.read_text(encoding="utf-8"))["sizes"] if options.compare else []
    )
    with tempfile.TemporaryDirectory() as folder:
        measured = [measure(size, options.runs, Path(folder)) for size in sorted(options.sizes)]
    print(table(measured, kept))
    if options.json:
        about = {
            "python": platform.python_version(),
            "machine": platform.machine(),
            "muranopl": muranopl.__version__,
        }
        options.json.write_text(
            json.dumps({**about, "sizes": measured}, indent=1) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
