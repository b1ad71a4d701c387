"""Random edits of packages, after each of which a check with a cache says what one without a cache says.

The packages are looked at in many ways: by one PATH and another, as targets and as libraries, with
a catalog around them and without, in a folder and in a zip. Over packages of one's own, which are
copied:

    python -m tests.phases.reuse.edits --sequences 2000 FOLDER...
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import re
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import muranopl
from muranopl.phases.reuse.signature import signature
from tests.material import all_of

Edit = Callable[[random.Random, Path], None]

EDITS: list[Edit] = []
_FEWEST_FILES, _FEWEST_PACKAGES = 4, 2
_VERSION_CONTROL = ".git"


def edit(function: Edit) -> Edit:
    EDITS.append(function)
    return function


def packages(catalog: Path) -> list[Path]:
    """Return the folders of the packages in a catalog."""
    return sorted(path.parent for path in catalog.glob("*/manifest.yaml"))


def files(catalog: Path) -> list[Path]:
    """Return the YAML files of all packages."""
    return sorted(path for path in catalog.rglob("*.yaml") if path.is_file())


def text_of(file: Path) -> str:
    return file.read_bytes().decode("utf-8", "surrogateescape")


def put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode("utf-8", "surrogateescape"))


@edit
def a_line_less(chance: random.Random, catalog: Path) -> None:
    file = chance.choice(files(catalog))
    lines = text_of(file).split("\n")
    del lines[chance.randrange(len(lines))]
    put(file, "\n".join(lines))


@edit
def a_line_moved(chance: random.Random, catalog: Path) -> None:
    file = chance.choice(files(catalog))
    lines = text_of(file).split("\n")
    lines.insert(chance.randrange(len(lines)), chance.choice(lines))
    put(file, "\n".join(lines))


@edit
def a_word_renamed(chance: random.Random, catalog: Path) -> None:
    file = chance.choice(files(catalog))
    text = text_of(file)
    word = chance.choice(re.findall(r"[A-Za-z_]{4,}", text) or ["x"])
    put(file, text.replace(word, f"{word}X", chance.choice([1, -1])))


@edit
def a_file_removed(chance: random.Random, catalog: Path) -> None:
    if len(files(catalog)) > _FEWEST_FILES:
        chance.choice(files(catalog)).unlink()


@edit
def a_file_in_place_of_another(chance: random.Random, catalog: Path) -> None:
    if len(files(catalog)) > 1:
        shutil.copyfile(*chance.sample(files(catalog), 2))


@edit
def a_class_file_that_is_not_listed(chance: random.Random, catalog: Path) -> None:
    file = chance.choice(sorted(catalog.glob("*/Classes/**/*.yaml")) or files(catalog))
    shutil.copyfile(file, file.with_name(f"New{file.name}"))


@edit
def a_file_of_version_control(chance: random.Random, catalog: Path) -> None:
    """It is read where the manifest names it."""
    folder = chance.choice(packages(catalog) or [catalog])
    put(folder / _VERSION_CONTROL / "logo.png", chance.choice(["GIF87a", "GIF89a", "text"]))
    manifest = folder / "manifest.yaml"
    if manifest.exists() and "\nLogo:" not in text_of(manifest):
        put(manifest, f"{text_of(manifest)}\nLogo: {_VERSION_CONTROL}/logo.png\n")


@edit
def one_more_requirement(chance: random.Random, catalog: Path) -> None:
    """It may lead back, and so make a circle."""
    if len(packages(catalog)) < _FEWEST_PACKAGES:
        return
    one, other = chance.sample(packages(catalog), 2)
    manifest = one / "manifest.yaml"
    text = text_of(manifest)
    entry = f"Require:\n  {name_of(other)}: '>=0'\n"
    put(manifest, text.replace("Require:\n", entry) if "Require:\n" in text else f"{text}\n{entry}")


@edit
def a_requirement_less(chance: random.Random, catalog: Path) -> None:
    """Classes of it are located then, wherever it lies."""
    if not packages(catalog):
        return
    manifest = chance.choice(packages(catalog)) / "manifest.yaml"
    head, mark, required = text_of(manifest).partition("Require:\n")
    if mark:
        put(manifest, head + required.partition("\n")[2])


@edit
def a_package_twice(chance: random.Random, catalog: Path) -> None:
    if packages(catalog):
        folder = chance.choice(packages(catalog))
        shutil.copytree(folder, folder.with_name(f"{folder.name}.copy"), dirs_exist_ok=True)


@edit
def another_version(chance: random.Random, catalog: Path) -> None:
    if not packages(catalog):
        return
    folder = chance.choice(packages(catalog))
    copy = shutil.copytree(folder, folder.with_name(f"{folder.name}.next"), dirs_exist_ok=True)
    text, version = (text_of(copy / "manifest.yaml"), f"Version: 0.9.{chance.randrange(9)}")
    changed, count = re.subn("^Version: .*", version, text, flags=re.MULTILINE)
    put(copy / "manifest.yaml", changed if count else f"{text}\n{version}\n")


@edit
def a_package_less(chance: random.Random, catalog: Path) -> None:
    if len(packages(catalog)) > _FEWEST_PACKAGES:
        shutil.rmtree(chance.choice(packages(catalog)))


def name_of(folder: Path) -> str:
    result = re.search(
        r"^FullName: *['\"]?([\w.]+)", text_of(folder / "manifest.yaml"), re.MULTILINE
    )
    return result[1] if result else folder.name


class Look(NamedTuple):
    """One way to look at packages: what is checked, beside what, from which folder."""

    paths: tuple[str, ...]
    libraries: tuple[str, ...]
    folder: Path

    def report(self, cache: muranopl.Cache | None) -> muranopl.Report:
        """Return what a check says."""
        with contextlib.chdir(self.folder):
            return muranopl.Catalog(self.paths, libraries=self.libraries, cache=cache).check()

    def signature(self) -> str:
        """Return the signature of the files that the check may read."""
        with contextlib.chdir(self.folder):
            return signature([*self.paths, *self.libraries]).digest


def looks(chance: random.Random, catalog: Path, count: int) -> Iterator[Look]:
    """Yield the whole catalog, and some more ways to look at what is in it."""
    yield Look((str(catalog),), (), catalog.parent)
    if not packages(catalog):
        return
    one, other = (chance.choice(packages(catalog)) for _ in range(2))
    moved = _copied(one, catalog.parent / "elsewhere" / "deep" / one.name)
    zipped = packed(one, catalog.parent / "packed" / f"{one.name}.zip")
    ways = [
        ([one], []),
        ([one], [catalog]),
        ([one], [other]),
        ([other], [one]),
        ([catalog.parent], []),
        ([moved], []),
        ([moved], [catalog]),
        ([other], [moved]),
        ([zipped], []),
        ([zipped.parent], [catalog]),
        ([other], [zipped]),
    ]
    for targets, libraries in chance.sample(ways, count):
        folder = chance.choice([catalog.parent, one, moved])
        named = chance.choice([str, lambda path, folder=folder: os.path.relpath(path, folder)])
        yield Look(tuple(map(named, targets)), tuple(map(named, libraries)), folder)


def _copied(folder: Path, target: Path) -> Path:
    shutil.rmtree(target, ignore_errors=True)
    return shutil.copytree(folder, target)


def packed(folder: Path, target: Path) -> Path:
    target.parent.mkdir(exist_ok=True)
    with zipfile.ZipFile(target, "w") as archive:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            archive.write(file, file.relative_to(folder))
    return target


def compare(
    catalog: Path, chance: random.Random, *, steps: int, cache: muranopl.Cache, ways: int = 3
) -> int:
    """Edit a catalog and look at it, `steps` times; return the number of looks.

    Raise AssertionError where a report is not that of a check without a cache, or is another one
    than before although the signature of the files is the same.
    """
    count, result = 0, list[str]()
    answers: dict[tuple[Look, str], object] = {}
    for _ in range(steps):
        for change in chance.choices(EDITS, k=chance.choice([0, 1, 1, 2])):
            result.append(change.__name__)
            change(chance, catalog)
        for look in looks(chance, catalog, ways):
            fresh = all_of(look.report(None))
            assert all_of(look.report(cache)) == fresh, (result, look)
            assert answers.setdefault((look, look.signature()), fresh) == fresh, (result, look)
            count += 1
    return count


def sequence(
    sources: Sequence[Path], folder: Path, seed: int, *, steps: int = 3, ways: int = 1
) -> int:
    """Copy some packages, with those they require, and `compare` their edits; return the number of looks."""
    chance = random.Random(seed)
    catalog = folder / "catalog"
    for number, source in enumerate(chosen_packages(sources, chance)):
        shutil.copytree(source, catalog / f"{number}.{name_of(source)}", symlinks=True)
    return compare(catalog, chance, steps=steps, cache=muranopl.Cache.in_memory(), ways=ways)


def chosen_packages(sources: Sequence[Path], chance: random.Random) -> list[Path]:
    chosen = chance.sample(sources, min(2, len(sources)))
    for source in chosen:  # which grows
        text = text_of(source / "manifest.yaml")
        chosen += [item for item in sources if item not in chosen and f"{name_of(item)}:" in text]
    return chosen


def main() -> int:
    """Run sequences over the packages in some folders; return the number of those that fail."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("--sequences", type=int, default=100)
    parser.add_argument("--first", type=int, default=0, help="the seed of the first sequence")
    parser.add_argument("--steps", type=int, default=3, help="how often a sequence edits")
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
                count += sequence(sources, Path(folder).resolve(), seed, steps=options.steps)
            except AssertionError as error:
                failed += 1
                sys.stdout.write(f"seed {seed}: {error}\n")
                sys.stdout.flush()
    sys.stdout.write(
        f"{options.sequences} sequences over {len(sources)} packages, {count} looks, {failed} failed\n"
    )
    return failed


if __name__ == "__main__":
    sys.exit(min(main(), 1))
