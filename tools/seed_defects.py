"""How many defects the checker finds: plants one at a time into method bodies of real packages, and checks each.

    python tools/seed_defects.py PACKAGE... [-L LIBRARY ...] [--per-kind N] [--seed S] [--json FILE] [--missed]

Sites are chosen at random, the same ones for the same seed. Found is a defect with a new diagnostic on its line; where
instructions are inserted or torn apart, the line after it counts as well. What a site has to fulfil so that its defect
surely is one is decided by names alone, without types, so some defects cannot be known to any checker. Missed ones may
be told elsewhere: where an attribute is assigned under a wrong name, its uses are.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from seeding import calls, instructions, names
from seeding.bodies import MethodBody, bodies, class_files
from seeding.edits import Edit, Mutation
from seeding.name_index import NameIndex
from seeding.packages import SourcePackage, find, required
from seeding.workspace import Verdict, Workspace, is_sound

KINDS: dict[str, Callable[[MethodBody, NameIndex], Iterator[Mutation]]] = {
    "misspelt property": names.properties,
    "misspelt method": names.methods,
    "misspelt function": names.functions,
    "misspelt variable": names.variables,
    "misspelt keyword": names.keywords,
    "argument count": calls.counts,
    "wrong receiver": calls.receivers,
    "forbidden write": instructions.forbidden_writes,
    "misplaced Break": instructions.misplaced_breaks,
    "unknown class": names.classes,
    "unknown prefix": names.prefixes,
    "method as function": calls.as_function,
    "parentheses forgotten": calls.without_parentheses,
    "number added to text": calls.added_numbers,
    "misspelt named argument": names.named_arguments,
    "text for a number": calls.refused,
    "dash torn": instructions.torn,
}


class SeededDefect(NamedTuple):
    """A defect that was seeded, and what became of it."""

    kind: str
    package: str
    body: MethodBody
    edit: Edit
    verdict: Verdict

    def data(self) -> dict[str, object]:
        """For JSON."""
        lines = self.body.file.lines
        return {
            "kind": self.kind,
            "file": f"{self.package}/{self.body.file.path}",
            "line": self.edit.line,
            "method": self.body.method.name,
            "before": self.edit.before(lines),
            "after": self.edit.after(lines),
            "found": self.verdict.severity,
            "here": self.verdict.here,
            "elsewhere": self.verdict.elsewhere,
        }


class Corpus:
    """All packages to seed defects in: a workspace and the bodies of each."""

    def __init__(self, packages: list[SourcePackage], libraries: list[SourcePackage], folder: Path) -> None:
        available = [*libraries, *packages]
        self.names = NameIndex(file for package in available for file in class_files(package))
        self.workspaces: dict[str, Workspace] = {}
        self.bodies: list[MethodBody] = []
        for number, package in enumerate(packages):
            others = [each for each in required(package, available) if each.path != package.path]
            workspace = Workspace(package, others, folder / str(number))
            self.workspaces[package.path] = workspace
            for file in class_files(package):
                self.bodies.extend(bodies(file, workspace.facts))

    def seed(self, kind: str, count: int, random: Random) -> Iterator[SeededDefect]:
        """Seed so many defects of a kind, at different sites, or as many as there are sites for."""
        sites = [(body, make) for body in self.bodies for make in KINDS[kind](body, self.names)]
        random.shuffle(sites)
        seeded = 0
        for body, make in sites:
            edit = make(random) if seeded < count else None
            if edit is not None and is_sound(body.file, edit):
                package = body.file.package.path
                yield SeededDefect(kind, package, body, edit, self.workspaces[package].try_out(body.file, edit))
                seeded += 1


def seed_all(corpus: Corpus, count: int, seed: int) -> list[SeededDefect]:
    """Seed defects of all kinds; each kind has its own random numbers."""
    seeded: list[SeededDefect] = []
    for kind in KINDS:
        for defect in corpus.seed(kind, count, Random(f"{seed} {kind}")):
            seeded.append(defect)
            _progress(f"{kind}: {sum(each.kind == kind for each in seeded)}")
    _progress("")
    return seeded


def _progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{text:40}", end="\n" if not text else "", file=sys.stderr, flush=True)


def rows(seeded: list[SeededDefect]) -> list[dict[str, object]]:
    """The figures of each kind, and of all."""
    kinds = [_row(kind, [each for each in seeded if each.kind == kind]) for kind in KINDS]
    return [*kinds, _row("all", seeded)]


def _row(name: str, seeded: list[SeededDefect]) -> dict[str, object]:
    errors = sum(each.verdict.severity == "error" for each in seeded)
    others = sum(each.verdict.severity in {"warning", "info"} for each in seeded)
    found = errors + others
    percent = round(100 * found / len(seeded), 1) if seeded else None
    elsewhere = sum(each.verdict.severity is None and bool(each.verdict.elsewhere) for each in seeded)
    return {
        "kind": name,
        "planted": len(seeded),
        "found": found,
        "errors": errors,
        "warnings": others,
        "missed": len(seeded) - found,
        "elsewhere": elsewhere,
        "percent": percent,
    }


def table(figures: Iterable[dict[str, object]]) -> str:
    """Show the figures."""
    lines = [f"{'kind':24} planted  found (error / other)  missed (told elsewhere)  percent"]
    for row in figures:
        percent = "-" if row["percent"] is None else row["percent"]
        parts = f"({row['errors']} / {row['warnings']})"
        left = f"{row['missed']:7} ({row['elsewhere']})"
        lines.append(f"{row['kind']:24} {row['planted']:7} {row['found']:6} {parts:15} {left:24} {percent:>7}")
    return "\n".join(lines)


def missed(seeded: Iterable[SeededDefect]) -> Iterator[str]:
    """Show what was not found, and what was said on other lines instead."""
    for defect in seeded:
        if defect.verdict.severity is None:
            data = defect.data()
            yield f"{defect.kind}: {data['file']}:{data['line']}: {data['before'] or '(inserted)'} → {data['after']}"
            yield from (f"    elsewhere: {each}" for each in defect.verdict.elsewhere)


def main() -> None:
    """Seed, show, and keep what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("packages", nargs="+", metavar="PACKAGE", help="package folders, or folders of them")
    parser.add_argument("-L", dest="libraries", action="append", default=[], metavar="LIBRARY", help="required ones")
    parser.add_argument("--per-kind", type=int, default=50, metavar="N", help="defects of each kind (%(default)s)")
    parser.add_argument("--seed", type=int, default=0, metavar="S", help="of the random numbers (%(default)s)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write figures and plants to a file")
    parser.add_argument("--missed", action="store_true", help="list the defects that were not found")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        corpus = Corpus(find(options.packages), find(options.libraries), Path(folder))
        seeded = seed_all(corpus, options.per_kind, options.seed)
    figures = rows(seeded)
    print(table(figures))
    if options.missed:
        print("", *missed(seeded), sep="\n")
    if options.json:
        kept = {"seed": options.seed, "figures": figures, "plants": [each.data() for each in seeded]}
        options.json.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
