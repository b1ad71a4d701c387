"""Random sequences of edits in an editor and on the disk: the diagnostics are those of a new check.

Over packages of one's own, which are copied:

    python -m tests.workspace.oracle --sequences 2000 FOLDER...
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import msgspec

import muranopl
from muranopl.workspace.workspace import Workspace
from tests.incremental.edits import EDITS, chosen_packages, files, name_of

SNIPPETS = [
    "$.",
    "new(",
    "\n      - $x: $.name\n",
    "\n  extra:\n    Contract: $.string().notNull()\n",
    "  Methodz:\n",
    ": ",
    "# muranopl: ignore[MPL6]\n",
    "- ",
    "\t",
    "{",
    "'",
    "é😀",
]


CACHED = 5
"""Every fifth sequence begins with an empty cache."""


class Session:
    """A workspace with some open files, and what it has said about all files."""

    def __init__(
        self, catalog: Path, chance: random.Random, cache: muranopl.Cache | None
    ) -> None:
        self.catalog, self.chance = catalog, chance
        self.workspace = Workspace([str(catalog)], cache=cache)
        self.open: dict[str, str] = {}
        self.said: dict[str, list[object]] = {}
        self.steps: list[str] = []

    def step(self) -> None:
        """Do what people do: open a file, type, save, close, or change files elsewhere."""
        move = self.chance.choice(MOVES)
        self.steps.append(move.__name__)
        move(self)

    def look(self, *, patience: int | None = None) -> None:
        """Take what the workspace says, but lose patience after some questions whether to go on."""
        asked = 0

        def is_cancelled() -> bool:
            nonlocal asked
            asked += 1
            return patience is not None and asked > patience

        # Without patience also not for what is checked in the background
        waits = patience is None
        for path, diagnostics in self.workspace.diagnostics(is_cancelled, waits=waits):
            self.said[path] = [plain(item) for item in diagnostics]

    def check(self) -> None:
        """Raise AssertionError unless the workspace says what a new check says."""
        self.look()
        streams = {
            path: text.encode("utf-8", "surrogatepass")
            for path, text in self.open.items()
        }
        catalog = muranopl.Catalog([str(self.catalog)], streams=streams)
        fresh: dict[str, list[object]] = {}
        for item in catalog.check().diagnostics:
            fresh.setdefault(item.place.file.display, []).append(plain(item))
        said = {path: items for path, items in self.said.items() if items}
        assert said == fresh, (self.steps, difference(said, fresh))


def plain(diagnostic: muranopl.Diagnostic) -> object:
    """Return all of a diagnostic, with the texts that its places count in."""
    places = (diagnostic.place, *(one.place for one in diagnostic.related))
    texts = [place.file.text for place in places]
    return msgspec.to_builtins(diagnostic, enc_hook=repr), texts


def difference(said: dict[str, list[object]], fresh: dict[str, list[object]]) -> str:
    lines = []
    for path in sorted({*said, *fresh}):
        ours, theirs = said.get(path, []), fresh.get(path, [])
        lines += [f"\n- {path}: {item}" for item in ours if item not in theirs]
        lines += [f"\n+ {path}: {item}" for item in theirs if item not in ours]
    return "".join(line[:600] for line in lines)


Move = Callable[[Session], None]
MOVES: list[Move] = []


def move(function: Move) -> Move:
    MOVES.append(function)
    return function


def opened(session: Session) -> str | None:
    """Return an open file, which may be opened for that."""
    if session.open and session.chance.random() < 0.7:
        return session.chance.choice(sorted(session.open))
    there = files(session.catalog)
    if not there:
        return None
    path = session.chance.choice(there)
    text = path.read_bytes().decode("utf-8", "replace")
    if str(path) not in session.open:
        session.open[str(path)] = text
        session.workspace.open(str(path), text)
    return str(path)


def change(session: Session, path: str, text: str) -> None:
    session.open[path] = text
    session.workspace.change(path, text)
    if session.chance.random() < 0.5:
        session.look(patience=session.chance.choice([0, 1, 3, 10, None]))


@move
def type_a_snippet(session: Session) -> None:
    """Key by key."""
    path = opened(session)
    if path is None:
        return
    text = session.open[path]
    at = session.chance.randrange(len(text) + 1)
    snippet = session.chance.choice(SNIPPETS)
    for end in range(1, len(snippet) + 1):
        change(session, path, text[:at] + snippet[:end] + text[at:])


@move
def erase(session: Session) -> None:
    path = opened(session)
    if path is None:
        return
    text = session.open[path]
    at = session.chance.randrange(len(text) + 1)
    change(session, path, text[:at] + text[at + session.chance.choice([1, 1, 5, 80]) :])


@move
def type_into_a_word(session: Session) -> None:
    path = opened(session)
    if path is None:
        return
    text = session.open[path]
    words = list(re.finditer(r"[A-Za-z_]{3,}", text))
    if words:
        at = session.chance.choice(words).end()
        change(session, path, f"{text[:at]}x{text[at:]}")
        if session.chance.random() < 0.5:
            change(session, path, text)


@move
def copy_a_line(session: Session) -> None:
    path = opened(session)
    if path is None:
        return
    lines = session.open[path].split("\n")
    lines.insert(session.chance.randrange(len(lines)), session.chance.choice(lines))
    change(session, path, "\n".join(lines))


@move
def save(session: Session) -> None:
    for path in sorted(session.open):
        if Path(path).parent.is_dir():
            Path(path).write_text(session.open[path], encoding="utf-8", newline="")
            session.workspace.save(path)


@move
def close(session: Session) -> None:
    for path in sorted(session.open):
        del session.open[path]
        session.workspace.close(path)


@move
def change_elsewhere(session: Session) -> None:
    """Another program changes files, and the editor says which."""
    before = contents(session.catalog)
    for edit in session.chance.choices(EDITS, k=session.chance.choice([1, 1, 2])):
        session.steps.append(edit.__name__)
        edit(session.chance, session.catalog)
    after = contents(session.catalog)
    changed = {path for path, _ in before ^ after}
    session.workspace.files_changed(sorted(changed))


def contents(folder: Path) -> set[tuple[str, bytes]]:
    return {
        (str(path), path.read_bytes()) for path in folder.rglob("*") if path.is_file()
    }


def sequence(
    sources: Sequence[Path], folder: Path, seed: int, *, steps: int = 6
) -> None:
    """Edit copies of some packages. Raise AssertionError for diagnostics other than those of a check."""
    chance = random.Random(seed)
    catalog = folder / "catalog"
    for number, source in enumerate(chosen_packages(sources, chance)):
        shutil.copytree(source, catalog / f"{number}.{name_of(source)}", symlinks=True)
    # With an empty cache the first check takes place in the background
    cache = muranopl.Cache(folder / "cache") if seed % CACHED == 0 else None
    session = Session(catalog, chance, cache)
    for _ in range(steps):
        session.step()
        if chance.random() < 0.5:
            session.check()
    session.check()


def found(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        for file in sorted(folder.resolve().rglob("manifest.yaml")):
            yield file.parent


def main() -> int:
    """Run sequences over the packages in some folders; return the number of those that fail."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--sequences", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--steps", type=int, default=6, help="how often one edits")
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    sources, failed = list(found(options.folders)), 0
    for seed in range(options.first, options.first + options.sequences):
        with tempfile.TemporaryDirectory() as folder:
            try:
                sequence(sources, Path(folder).resolve(), seed, steps=options.steps)
            except AssertionError as error:
                failed += 1
                sys.stdout.write(f"seed {seed}: {error}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{options.sequences} sequences, {failed} failed\n")
    return failed


if __name__ == "__main__":
    sys.exit(min(main(), 1))
