"""Measure how many defects the checker finds: seed them into real packages, one at a time.

    python tools/seed_defects.py PACKAGE... [-L LIBRARY ...] [--per-kind N] [--seed S] [--kind NAME ...] [--json FILE]
                                 [--missed] [--several] [--fix]

The package and those that depend on it are checked with each. Sites are chosen at random, the same
ones for the same seed. A defect is found if its line has a new diagnostic; for some kinds the lines
after it, or all of the package, count too. "Once" is the share of defects with exactly one new
diagnostic of any severity, there and elsewhere. Whether a change at a site is a defect is decided
by names alone, without types, so no checker can find some of them. A missed one may be reported
elsewhere: if an attribute is assigned under a wrong name, its uses are.

With `--fix` the safe fixes of the new diagnostics are made: "back" are the defects after which every
byte is as before, "other" those after which nothing new is reported.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from seeding.bodies import bodies
from seeding.edits import Edit
from seeding.files import ManifestFile, SourceFile, class_files
from seeding.kinds import IN_BODIES, KINDS, UNREADABLE, PackageSites
from seeding.name_index import NameIndex
from seeding.packages import SourcePackage, find, required
from seeding.ui_files import ui_file
from seeding.workspace import Mending, Verdict, Workspace, is_sound

WORST = 10


class SeededDefect(NamedTuple):
    """A seeded defect, and the diagnostics it caused."""

    kind: str
    package: str
    file: SourceFile
    edit: Edit
    verdict: Verdict

    def data(self) -> dict[str, object]:
        """For JSON."""
        lines = self.file.lines
        return {
            "kind": self.kind,
            "file": f"{self.package}/{self.edit.path or self.file.path}",
            "line": self.edit.line,
            "before": self.edit.before(lines),
            "after": self.edit.after(lines),
            "found": self.verdict.severity,
            "here": self.verdict.here,
            "elsewhere": self.verdict.elsewhere,
            "mending": self.mending,
        }

    @property
    def mending(self) -> str | None:
        """What fixes do, in a word."""
        mending = self.verdict.mending
        return None if mending is None else mending.value


class Corpus:
    """All packages to seed defects in: a workspace and the sites of each."""

    def __init__(
        self,
        packages: list[SourcePackage],
        libraries: list[SourcePackage],
        folder: Path,
        *,
        fixing: bool,
    ) -> None:
        available = [*libraries, *packages]
        self.names = NameIndex(file for package in available for file in class_files(package))
        self.workspaces: dict[str, Workspace] = {}
        self.sites: list[PackageSites] = []
        requirements = {package.path: list(required(package, available)) for package in packages}
        for number, package in enumerate(packages):
            dependents = [
                item
                for item in packages
                if package in requirements[item.path] and item.path != package.path
            ]
            others = {
                requirement.path: requirement
                for one in (package, *dependents)
                for requirement in requirements[one.path]
            }
            given = [
                other
                for other in others.values()
                if other.path != package.path and other not in dependents
            ]
            workspace = Workspace(package, given, dependents, folder / str(number), fixing=fixing)
            self.workspaces[package.path] = workspace
            manifest = ManifestFile(package)
            classes = [
                class_ for file in manifest.class_files for class_ in file.classes(workspace.facts)
            ]
            definition = ui_file(manifest, workspace.complete)
            result = [body for one in classes for body in bodies(one)]
            self.sites.append(PackageSites(manifest, classes, result, definition))

    def seed(self, kind: str, count: int, random: Random) -> Iterator[SeededDefect]:
        """Seed at most `count` defects of a kind, at different sites."""
        sites = [site for package in self.sites for site in package.of(kind, self.names)]
        random.shuffle(sites)
        seeded = 0
        for file, make in sites:
            edit = make(random) if seeded < count else None
            if edit is not None and (
                kind not in IN_BODIES or kind in UNREADABLE or is_sound(file, edit)
            ):
                package = file.package.path
                yield SeededDefect(
                    kind, package, file, edit, self.workspaces[package].try_out(file, edit)
                )
                seeded += 1


def seed_all(corpus: Corpus, kinds: Iterable[str], count: int, seed: int) -> list[SeededDefect]:
    """Seed defects of some kinds; each kind has its own random numbers."""
    seeded: list[SeededDefect] = []
    for kind in kinds:
        # A seed of its own, so that the sites of a kind do not depend on the other kinds chosen
        for defect in corpus.seed(kind, count, Random(f"{seed} {kind}")):
            seeded.append(defect)
            _progress(f"{kind}: {sum(item.kind == kind for item in seeded)}")
    _progress("")
    return seeded


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:40}", end="\n" if not text else "", file=sys.stderr, flush=True)


def rows(seeded: list[SeededDefect]) -> list[dict[str, object]]:
    """The figures of each kind, and of all."""
    seen = dict.fromkeys(item.kind for item in seeded)
    kinds = [_row(kind, [item for item in seeded if item.kind == kind]) for kind in seen]
    return [*kinds, _row("all", seeded)]


def _row(name: str, seeded: list[SeededDefect]) -> dict[str, object]:
    errors = sum(item.verdict.severity == "error" for item in seeded)
    others = sum(item.verdict.severity in {"warning", "info"} for item in seeded)
    result = errors + others
    elsewhere = sum(
        item.verdict.severity is None and bool(item.verdict.elsewhere) for item in seeded
    )
    return {
        "kind": name,
        "planted": len(seeded),
        "found": result,
        "errors": errors,
        "warnings": others,
        "missed": len(seeded) - result,
        "elsewhere": elsewhere,
        "percent": _percent(result, len(seeded)),
        "once": _percent(sum(len(item.verdict.said) == 1 for item in seeded), len(seeded)),
        "mending": Counter(item.mending for item in seeded),
    }


def _percent(part: int, whole: int) -> float | None:
    return round(100 * part / whole, 1) if whole else None


def table(figures: Iterable[dict[str, object]]) -> str:
    """Show the figures."""
    lines = [f"{'kind':24} planted  found (error / other)  missed (told elsewhere)  percent   once"]
    for row in figures:
        percent, once = ("-" if row[key] is None else row[key] for key in ("percent", "once"))
        parts = f"({row['errors']} / {row['warnings']})"
        left = f"{row['missed']:7} ({row['elsewhere']})"
        lines.append(
            f"{row['kind']:24} {row['planted']:7} {row['found']:6} {parts:15} {left:24} {percent:>7} {once:>6}"
        )
    return "\n".join(lines)


def mended(figures: Iterable[dict[str, Any]]) -> str:
    """Show what fixes do."""
    words = [item.value for item in Mending]
    lines = [f"{'fixed':24} planted " + "".join(f"{word:>7}" for word in words)]
    for row in figures:
        counts = "".join(f"{row['mending'][word]:7}" for word in words)
        percent = _percent(row["mending"][Mending.BACK.value], row["planted"])
        lines.append(f"{row['kind']:24} {row['planted']:7} {counts} {percent} % back")
    return "\n".join(lines)


def shown(seeded: Iterable[SeededDefect]) -> Iterator[str]:
    """Show defects, each with all that was said of it."""
    for defect in seeded:
        data = defect.data()
        yield f"{defect.kind}: {data['file']}:{data['line']}: {data['before'] or '(inserted)'} → {data['after']}"
        if defect.mending is not None:
            yield f"    fixed: {defect.mending}"
        yield from (f"    {item}" for item in defect.verdict.here)
        yield from (f"    elsewhere: {item}" for item in defect.verdict.elsewhere)


def loudest(seeded: Iterable[SeededDefect]) -> list[SeededDefect]:
    """Return the defects with more than one diagnostic, in descending order of these."""
    several = [item for item in seeded if len(item.verdict.said) > 1]
    return sorted(several, key=lambda item: -len(item.verdict.said))


def main() -> None:
    """Seed, show, and keep what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "packages", nargs="+", metavar="PACKAGE", help="package folders, or folders of them"
    )
    parser.add_argument(
        "-L", dest="libraries", action="append", default=[], metavar="LIBRARY", help="required ones"
    )
    parser.add_argument(
        "--per-kind", type=int, default=50, metavar="N", help="defects of each kind (%(default)s)"
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="of the random numbers (%(default)s)"
    )
    parser.add_argument(
        "--json", type=Path, metavar="FILE", help="write figures and plants to a file"
    )
    parser.add_argument(
        "--missed", action="store_true", help="list the defects that were not found"
    )
    parser.add_argument(
        "--several", action="store_true", help="list all of which more than one thing is said"
    )
    parser.add_argument(
        "--kind", action="append", choices=KINDS, metavar="NAME", help="only defects of this kind"
    )
    parser.add_argument("--fix", action="store_true", help="make the fixes of each, and compare")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corpus = Corpus(
            find(options.packages), find(options.libraries), Path(folder), fixing=options.fix
        )
        seeded = seed_all(corpus, options.kind or KINDS, options.per_kind, options.seed)
    figures = rows(seeded)
    print(table(figures))
    if options.fix:
        print("", mended(figures), sep="\n")
        print("", *shown(item for item in seeded if item.mending != "back"), sep="\n")
    if options.missed:
        print("", *shown(item for item in seeded if item.verdict.severity is None), sep="\n")
    several = loudest(seeded)
    print("", f"{len(several)} of which more than one thing is said", sep="\n")
    print(*shown(several if options.several else several[:WORST]), sep="\n")
    if options.json:
        kept = {
            "seed": options.seed,
            "figures": figures,
            "plants": [item.data() for item in seeded],
        }
        options.json.write_text(
            json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8"
        )


if __name__ == "__main__":
    main()
