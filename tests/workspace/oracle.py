"""Random sequences of edits in an editor and on the disk: the diagnostics are those of a new check.

Ten sequences share a workspace, as people keep their editor open: each puts other packages in place
of what the one before it left. Over packages of one's own, which are copied:

    python -m tests.workspace.oracle --sequences 2000 FOLDER...
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import sys
import tempfile
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

import muranopl
from muranopl.workspace.line_changes import moved_lines
from muranopl.workspace.recovery import GAP
from muranopl.workspace.structure.parsed import parsed
from muranopl.workspace.workspace import Workspace
from tests.phases.reuse.edits import EDITS, chosen_packages, files, name_of

SYNTAX, LOOSE = "MPL111", "MPL004"
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


TOGETHER = 10
"""The number of sequences that share a workspace."""


class Session:
    """A workspace with some open files, and what it has said about all files."""

    def __init__(self, folder: Path, number: int) -> None:
        self.catalog, self.chance = folder / "catalog", random.Random()
        self.catalog.mkdir(parents=True)
        # With an empty cache the first check takes place in the background
        cache = muranopl.Cache(folder / "cache") if number % 2 == 0 else None
        self.workspace = Workspace([str(self.catalog)], cache=cache)
        self.open: dict[str, str] = {}
        self.said: dict[str, list[Said]] = {}
        self.steps: list[str] = []
        self.last: tuple[object, dict[str, list[Said]]] = (None, {})
        """What the last new check saw, and what it said."""

    def sequence(self, sources: Sequence[Path], seed: int, steps: int) -> None:
        """Edit copies of some packages. Raise AssertionError for diagnostics other than those of a check."""
        self.chance = random.Random(seed)
        self.steps.append(f"seed {seed}")
        self.replace(chosen_packages(sources, self.chance))
        for _ in range(steps):
            self.step()
            if self.chance.random() < 0.5:
                self.check()
        self.check()

    def replace(self, sources: Sequence[Path]) -> None:
        """Put copies of packages in place of all files; some stay open in the editor."""
        before = contents(self.catalog)
        for folder in self.catalog.iterdir():
            shutil.rmtree(folder)
        for number, source in enumerate(sources):
            target = self.catalog / f"{number}.{name_of(source)}"
            shutil.copytree(source, target, symlinks=True)
        self.tell_changes(before)
        if self.chance.random() < 0.7:
            close(self)

    def tell_changes(self, before: set[tuple[str, bytes]]) -> None:
        """Tell the workspace which files have other contents than before."""
        changed = {path for path, _ in before ^ contents(self.catalog)}
        self.workspace.files_changed(sorted(changed))

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
            self.said[path] = list(map(Said.of, diagnostics))

    def check(self) -> None:
        """Raise AssertionError unless the workspace says what a new check says.

        While texts are broken, that is a check of the recovered texts.
        """
        self.look()
        # Files whose packages are gone are checked by themselves
        loose = {path for path, said in self.said.items() if LOOSE in {one.code for one in said}}
        broken = {path for path, text in self.open.items() if is_broken(path, text)} - loose
        read = {path: self.workspace.read_text(path) or self.open[path] for path in broken}
        current = self.fresh(self.open) if broken else {}
        for path in broken:
            said = self.said.get(path, [])
            syntax = {(item.message, item.line) for item in said if item.code == SYNTAX}
            errors = {
                (item.message, item.line) for item in current.get(path, ()) if item.code == SYNTAX
            }
            # A new check reads little of a package whose manifest is broken
            is_read = not any(item.endswith("manifest.yaml") for item in broken)
            assert errors == syntax if is_read else errors <= syntax, (self.steps, path, errors)
        # What a class with missing lines lacks is unknown, and no new check knows that
        if any(GAP in text or text == self.open[path] for path, text in read.items()):
            return
        assert not any(is_broken(*item) for item in read.items()), (self.steps, read)
        expected = self.fresh({**self.open, **read})
        for path, text in read.items():
            said = [item for item in self.said.get(path, []) if item.code != SYNTAX]
            self.check_moved(path, text, said, expected.get(path, []))
        ours, theirs = outside(self.said, broken, loose), outside(expected, broken, loose)
        assert ours == theirs, (self.steps, difference(ours, theirs))

    def check_moved(
        self, path: str, read: str, said: Iterable[Said], whole: Iterable[Said]
    ) -> None:
        """Raise AssertionError unless what is said of a broken text is said of its recovered text.

        It is said of the same line, of all lines that are not broken.
        """
        lines = moved_lines(read, self.open[path])
        there = {
            (item.code, item.message, lines[item.line]) for item in whole if item.line in lines
        }
        here = {(item.code, item.message, item.line) for item in said}
        assert here <= there, (self.steps, path, here - there)

    def fresh(self, read: Mapping[str, str]) -> dict[str, list[Said]]:
        """Return what a new check says; after edits that change no text, what the last one said."""
        streams = {path: text.encode("utf-8", "surrogatepass") for path, text in read.items()}
        on_disk = dict(contents(self.catalog))
        texts = on_disk.keys(), {**on_disk, **streams}
        if texts != self.last[0]:
            result: dict[str, list[Said]] = {}
            catalog = muranopl.Catalog([str(self.catalog)], streams=streams)
            for item in catalog.check().diagnostics:
                result.setdefault(item.place.file.display, []).append(Said.of(item))
            self.last = texts, result
        return self.last[1]


class Said(NamedTuple):
    """A diagnostic; `all` is all of it, with the texts that its places count in."""

    code: str
    message: str
    line: int
    all: object

    @classmethod
    def of(cls, item: muranopl.Diagnostic) -> Said:
        places = (item.place, *(one.place for one in item.related))
        texts = [place.file.text for place in places]
        everything = msgspec.to_builtins(item, enc_hook=repr), texts
        return cls(item.code, item.message, item.line, everything)


def outside(
    said: dict[str, list[Said]], broken: Collection[str], loose: Collection[str]
) -> dict[str, list[object]]:
    """Return what is said about files of packages that are not broken.

    While others are, it is without related places and fixes, which may be in these.
    """
    return {
        path: [(item.code, item.message, item.line) if broken else item.all for item in items]
        for path, items in said.items()
        if items and path not in broken and path not in loose
    }


def is_broken(path: str, text: str) -> bool:
    """Return whether the YAML of a text has a syntax error."""
    return path.endswith((".yaml", ".yml")) and parsed(path, text).is_broken


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
    session.tell_changes(before)


def contents(folder: Path) -> set[tuple[str, bytes]]:
    return {(str(path), path.read_bytes()) for path in folder.rglob("*") if path.is_file()}


def session(sources: Sequence[Path], folder: Path, number: int, *, steps: int = 6) -> None:
    """Run the sequences of a session. Raise AssertionError as `Session.sequence` does."""
    kept = Session(folder, number)
    try:
        for seed in range(number * TOGETHER, (number + 1) * TOGETHER):
            kept.sequence(sources, seed, steps)
    finally:
        kept.workspace.stop()


def found(folders: Sequence[Path]) -> Iterator[Path]:
    for folder in folders:
        for file in sorted(folder.resolve().rglob("manifest.yaml")):
            yield file.parent


def main() -> int:
    """Run sequences over the packages in some folders; return the number of sessions that fail."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--sequences", type=int, default=100, help=f"rounded up to {TOGETHER}")
    parser.add_argument(
        "--first", type=int, default=0, help="the seed of the first one, rounded down"
    )
    parser.add_argument("--steps", type=int, default=6, help="how often one edits")
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    sources, failed = list(found(options.folders)), 0
    first, last = options.first, options.first + options.sequences - 1
    numbers = range(first // TOGETHER, last // TOGETHER + 1)
    for number in numbers:
        with tempfile.TemporaryDirectory() as folder:
            try:
                session(sources, Path(folder).resolve(), number, steps=options.steps)
            except AssertionError as error:
                failed += 1
                sys.stdout.write(f"--first {number * TOGETHER}: {error}\n")
                sys.stdout.flush()
    sys.stdout.write(
        f"{len(numbers) * TOGETHER} sequences, {failed} of {len(numbers)} sessions failed\n"
    )
    return failed


if __name__ == "__main__":
    sys.exit(min(main(), 1))
