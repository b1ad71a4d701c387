"""Edited packages, checked one after another beside the same libraries, as uploads to a service are.

The checks share what they know of the libraries; each says what a check that shares nothing says.
Over packages of one's own, which are copied:

    python -m tests.phases.reuse.uploads --sequences 2000 FOLDER...
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

import muranopl
from tests.material import all_of
from tests.phases.reuse.edits import EDITS, chosen_packages, name_of, packages, packed

QUIRKS = ((), "engine")


def sequence(sources: Sequence[Path], folder: Path, seed: int, *, steps: int = 4) -> int:
    """Check edited packages beside the packages that they are made of; return how many.

    Raise AssertionError where a report is not that of a check that shares nothing.
    """
    chance = random.Random(seed)
    libraries = folder / "libraries"
    for number, source in enumerate(chosen_packages(sources, chance)):
        shutil.copytree(source, libraries / f"{number}.{name_of(source)}", symlinks=True)
    for change in chance.choices(EDITS, k=chance.choice([0, 0, 1, 3])):
        change(chance, libraries)
    quirks = chance.choice(QUIRKS)

    def served() -> muranopl.Catalog:
        return muranopl.Catalog([libraries], quirks=quirks, cache=muranopl.Cache.in_memory())

    shared, count = served(), 0
    for step in range(steps):
        edited = shutil.copytree(libraries, folder / f"edited{step}", symlinks=True)
        result = chance.choices(EDITS, k=chance.choice([0, 1, 1, 2]))
        for change in result:
            change(chance, edited)
        there = packages(edited)
        if not there:
            continue
        upload = {
            f"{package.name}.zip": packed(package, folder / "upload.zip").read_bytes()
            for package in chance.sample(there, chance.choice([1, 1, min(2, len(there))]))
        }
        fresh = all_of(served().with_uploads(upload, {}).check())
        assert all_of(shared.with_uploads(upload, {}).check()) == fresh, (
            list(upload),
            [change.__name__ for change in result],
        )
        count += 1
    return count


def main() -> int:
    """Run sequences over the packages in some folders; return the number of those that fail."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--sequences", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first sequence")
    parser.add_argument("folders", nargs="+", type=Path)
    options = parser.parse_args()
    sources = sorted(
        file.parent
        for folder in options.folders
        for file in folder.resolve().rglob("manifest.yaml")
    )
    failed = count = 0
    for seed in range(options.first, options.first + options.sequences):
        with tempfile.TemporaryDirectory() as folder:
            try:
                count += sequence(sources, Path(folder).resolve(), seed)
            except AssertionError as error:
                failed += 1
                sys.stdout.write(f"seed {seed}: {error}\n")
                sys.stdout.flush()
    sys.stdout.write(f"{count} uploads, {failed} sequences failed\n")
    return failed


if __name__ == "__main__":
    sys.exit(min(main(), 1))
