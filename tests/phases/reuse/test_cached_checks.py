"""Checks by way of a cache: the same report as without one, and only what changed is done again."""

from __future__ import annotations

import logging
import random
import re
import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

import muranopl
from muranopl.phases.reuse.cache import Store
from muranopl.phases.reuse.package_results import Export
from muranopl.read.package import Package
from tests.catalogs import write_catalog
from tests.material import all_of
from tests.phases.reuse import edits
from tests.phases.reuse.edits import packages
from tests.phases.reuse.records import known_packages
from tests.project import EXAMPLES

PACKAGES, CLASSES = 6, 1
ALL = PACKAGES + 1
"""The core library is a package as well."""


class Counting:
    """A store that counts what is put into it, and can be told to lose or spoil what it gives."""

    def __init__(self, below: Store) -> None:
        self.below = below
        self.put_keys: list[bytes] = []
        self.spoil: Callable[[bytes, bytes], bytes | None] = lambda _key, record: record

    def get(self, key: bytes) -> bytes | None:
        record = self.below.get(key)
        return None if record is None else self.spoil(key, record)

    def put(self, key: bytes, record: bytes) -> None:
        self.put_keys.append(key)
        self.below.put(key, record)

    def close(self) -> None:
        self.below.close()


def counting() -> tuple[muranopl.Cache, Counting]:
    cache = muranopl.Cache.in_memory()
    store = Counting(cache.store)
    cache.store = store
    return cache, store


def check(
    folder: Path,
    cache: muranopl.Cache | None = None,
    libraries: Sequence[Path] = (),
    **settings: int,
) -> muranopl.Report:
    return muranopl.Catalog([folder], libraries=libraries, cache=cache, **settings).check()


@pytest.fixture
def known(caplog: pytest.LogCaptureFixture) -> Callable[[], tuple[int, int]]:
    """How many packages the last check found in the cache, and of how many."""
    caplog.set_level(logging.INFO, "muranopl.phases")

    return partial(known_packages, caplog)


@pytest.fixture
def catalog(tmp_path: Path) -> Path:
    write_catalog(tmp_path / "catalog", PACKAGES, CLASSES)
    return tmp_path / "catalog"


def requiring(catalog: Path, name: str) -> set[str]:
    """The packages that require one, directly or not, and itself."""
    needs = {folder.name: (folder / "manifest.yaml").read_text() for folder in packages(catalog)}
    result = {name}
    while True:
        more = {
            key for key, text in needs.items() if any(f"{other}:" in text for other in result)
        } - result
        if not more:
            return result
        result |= more


def test_a_second_run_knows_everything(catalog: Path, known: Callable[[], tuple[int, int]]) -> None:
    cache, store = counting()
    first = check(catalog, cache)
    assert known() == (0, ALL)
    store.put_keys.clear()
    second = check(catalog, cache)
    assert known() == (ALL, ALL)
    assert store.put_keys == []
    assert all_of(second) == all_of(first) == all_of(check(catalog))


def test_the_same_packages_elsewhere_are_known(
    catalog: Path,
    tmp_path: Path,
    known: Callable[[], tuple[int, int]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache, _ = counting()
    spoil(packages(catalog)[3])
    check(catalog, cache)
    shutil.copytree(catalog, tmp_path / "elsewhere" / "deep")
    monkeypatch.chdir(tmp_path / "elsewhere")
    result = check(Path("deep"), cache)
    assert known() == (ALL, ALL)
    assert all_of(result) == all_of(check(Path("deep")))
    assert {diagnostic.place.file.root for diagnostic in result.diagnostics} == {"deep"}


def test_a_changed_file_is_read_again_and_nothing_else_is(
    catalog: Path, known: Callable[[], tuple[int, int]]
) -> None:
    sizes = {}
    cache, _ = counting()
    check(catalog, cache)
    for folder in packages(catalog):
        file = sorted((folder / "Classes").iterdir())[0]
        file.write_text(file.read_text() + "Usage: Class\n")
        result = check(catalog, cache)
        redone = requiring(catalog, folder.name)
        assert known() == (ALL - len(redone), ALL)
        assert all_of(result) == all_of(check(catalog))
        sizes[folder.name] = len(redone)
    assert min(sizes.values()) == 1
    assert max(sizes.values()) > 2


BASE = """\
Name: Base
Methods:
  grow:
    Arguments:
      - by:
          Contract: $.int().notNull()
    Body:
      - $.size: $by
  shrink:
    Body:
      - Return: 1
Properties:
  size:
    Contract: $.int()
    Usage: InOut
"""
DERIVED = """\
Namespaces: {b: test.base}
Name: Derived
Extends: b:Base
Properties:
  size:
    Contract: $.string()
Methods:
  go:
    Body:
      - $.grow(by => 'much')
"""


def two_packages(folder: Path) -> tuple[Path, Path]:
    """A package, and one that requires it and says something of it at places in its file."""
    for name, text, more in (("base", BASE, ""), ("derived", DERIVED, "Require: {test.base: 0}\n")):
        (folder / name / "Classes").mkdir(parents=True)
        class_ = f"{name.title()}"
        named = text.replace(f"Name: {class_}", f"Name: test.{name}.{class_}")
        (folder / name / "Classes" / "C.yaml").write_text(named)
        (folder / name / "manifest.yaml").write_text(
            f"Format: MuranoPL/1.4\nType: Library\nFullName: test.{name}\n{more}"
            f"Classes:\n  test.{name}.{class_}: C.yaml\n"
        )
    return (folder / "base" / "Classes" / "C.yaml", folder / "derived" / "Classes" / "C.yaml")


BODIES: dict[str, tuple[str, str, int]] = {
    # What is changed, into what, and how many of three packages are still known.
    "a body": ("Return: 1", "Return: 2", 2),
    "a longer body": ("      - Return: 1\n", "      - $x: 1\n      - Return: $x\n", 2),
    "a comment": ("Methods:\n", "# Methods\n\nMethods:\n", 2),
    "no body": ("    Body:\n      - Return: 1\n", "    Usage: Action\n", 1),
    "a contract": ("$.int().notNull()", "$.int()", 1),
    "a default": ("    Usage: InOut\n", "    Usage: InOut\n    Default: 1\n", 1),
    "a name": ("shrink", "lessen", 1),
}


@pytest.mark.parametrize("what", BODIES)
def test_bodies_are_nothing_that_others_see(
    tmp_path: Path, known: Callable[[], tuple[int, int]], what: str
) -> None:
    old, new, expected = BODIES[what]
    base, derived = two_packages(tmp_path / "catalog")
    derived.write_text("Namespaces: {b: test.base}\nName: test.derived.Derived\nExtends: b:Base\n")
    cache, _ = counting()
    check(tmp_path / "catalog", cache)
    assert old in base.read_text()
    base.write_text(base.read_text().replace(old, new))
    result = check(tmp_path / "catalog", cache)
    assert known() == (expected, 3)
    assert all_of(result) == all_of(check(tmp_path / "catalog"))


NARROWED = "Properties:\n  size:\n    Contract: $.int()\n"
SEEN_OF_BODIES = {
    # What the class that extends Base declares, and what is said of it.
    "that there is one": (
        "Methods:\n  shrink:\n    Arguments:\n      - by:\n          Contract: $.int().notNull()\n",
        "MPL413",
    ),
    "what it assigns": (NARROWED, "assigned here"),
}


@pytest.mark.parametrize("what", SEEN_OF_BODIES)
def test_what_others_see_of_bodies_is_seen_in_a_later_run(tmp_path: Path, what: str) -> None:
    """The parent is known, and only the package that extends its class is checked again."""
    text, said = SEEN_OF_BODIES[what]
    _, derived = two_packages(tmp_path / "catalog")
    derived.write_text(
        f"Namespaces: {{b: test.base}}\nName: test.derived.Derived\nExtends: b:Base\n{text}"
    )
    cache, _ = counting()
    check(tmp_path / "catalog", cache)
    derived.write_text(derived.read_text() + "# changed\n")
    result = check(tmp_path / "catalog", cache)
    assert all_of(result) == all_of(check(tmp_path / "catalog"))
    assert said in str(result.diagnostics)


def test_a_body_that_assigns_more_is_seen_by_others(tmp_path: Path) -> None:
    base, derived = two_packages(tmp_path / "catalog")
    derived.write_text(
        f"Namespaces: {{b: test.base}}\nName: test.derived.Derived\nExtends: b:Base\n{NARROWED}"
    )
    base.write_text(base.read_text().replace("InOut", "Out"))
    cache, _ = counting()
    for old, new in (("$.size: $by", "$size: $by"), ("$size: $by", "$.size: $by")):
        base.write_text(base.read_text().replace(old, new))
        assert all_of(check(tmp_path / "catalog", cache)) == all_of(check(tmp_path / "catalog"))


def test_places_in_other_packages_move_with_them(tmp_path: Path) -> None:
    base, _ = two_packages(tmp_path / "catalog")
    cache, _ = counting()
    places = []
    for body in ("$.size: $by", "$a: 1\n      - $.size: $by\n      - $.size: $a", "$.size: $by"):
        base.write_text(
            BASE.replace("Name: Base", "Name: test.base.Base").replace("$.size: $by", body)
        )
        result = check(tmp_path / "catalog", cache)
        assert all_of(result) == all_of(check(tmp_path / "catalog"))
        places.append(
            sorted(
                one.place.line for diagnostic in result.diagnostics for one in diagnostic.related
            )
        )
    assert places[0] == places[2] != places[1]


def test_units_are_read_once(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from muranopl.phases.reuse import parsed_files  # what is counted

    parsed: list[str] = []
    read = parsed_files.read

    def counted(
        data: bytes, file: muranopl.diagnostics.places.File, *rest: object, **more: object
    ) -> object:
        parsed.append(file.path)
        return read(data, file, *rest, **more)

    monkeypatch.setattr(parsed_files, "read", counted)
    cache, _ = counting()
    check(catalog, cache)
    assert len(parsed) == PACKAGES * (1 + CLASSES)
    parsed.clear()
    (changed,) = (packages(catalog)[0] / "Classes").iterdir()
    changed.write_text(changed.read_text() + "# changed\n")
    check(catalog, cache)
    assert parsed == [changed.relative_to(catalog).as_posix()]


def spoil(package: Path) -> None:
    """Make mistakes of several phases in a package."""
    file = sorted((package / "Classes").iterdir())[0]
    text = file.read_text()
    file.write_text(
        re.sub(r"Contract: .*", "Contract: $.class(Missing)", text, count=1) + "Unknown: 1\n"
    )


@pytest.mark.parametrize("seed", range(5))
def test_whatever_changes_the_report_is_that_of_a_first_run(
    catalog: Path, tmp_path: Path, seed: int
) -> None:
    """By whatever PATH a package is given, as target and as library, with and without a catalog around it."""
    looks = edits.compare(
        catalog, random.Random(seed), steps=8, cache=muranopl.Cache(tmp_path / "cache")
    )
    assert looks >= 8 * 3


@pytest.mark.parametrize("seed", range(3))
def test_whatever_changes_in_the_examples(tmp_path: Path, seed: int) -> None:
    packages = [EXAMPLES / name for name in ("hello", "broken", "forms", "tested")]
    assert edits.sequence(packages, tmp_path, seed, steps=4) >= 4


SPOILED: dict[str, Callable[[random.Random, bytes], bytes | None]] = {
    "lost": lambda _, __: None,
    "empty": lambda _, __: b"",
    "cut off": lambda chance, record: record[: chance.randrange(len(record))],
    "foreign": lambda chance, record: chance.randbytes(len(record)),
    "of another type": lambda _, __: b"\x93\x01\xa1x\x80",
    "deeply nested": lambda _, __: b"\x91" * 100_000 + b"\x90",
    "of huge length": lambda _, __: b"\xdd\xff\xff\xff\xff",
    "a number": lambda _, __: b"\x00",
}


@pytest.mark.parametrize("how", SPOILED)
def test_records_that_are_none_change_no_answer(catalog: Path, how: str) -> None:
    spoil(packages(catalog)[0])
    expected = all_of(check(catalog))
    cache, store = counting()
    check(catalog, cache)
    for share in (1.0, 0.1):
        chance = random.Random(share)
        store.spoil = lambda _key, record, chance=chance, share=share: (
            SPOILED[how](chance, record) if chance.random() < share else record
        )
        assert all_of(check(catalog, cache)) == expected
        file = sorted((packages(catalog)[-1] / "Classes").iterdir())[0]
        file.write_text(file.read_text() + "# changed\n")
        assert all_of(check(catalog, cache)) == all_of(check(catalog))


def test_what_a_report_shows_of_the_phases_is_there_after_a_second_run(catalog: Path) -> None:
    cache, _ = counting()
    first, second = check(catalog, cache), check(catalog, cache)
    assert second.graph_data() == first.graph_data()
    assert second.dump("render") == first.dump("render") == check(catalog).dump("render")
    assert second.packages == first.packages


def test_settings_keep_results_apart(catalog: Path) -> None:
    cache, _ = counting()
    manifest = packages(catalog)[0] / "manifest.yaml"
    manifest.write_text(manifest.read_text() + "\nRequire:\n  com.example.Missing: 1\n")
    alone = check(packages(catalog)[0], cache)
    installed = check(packages(catalog)[0], cache, [catalog])
    severities = [
        {diagnostic.severity for diagnostic in report.diagnostics if diagnostic.code == "MPL211"}
        for report in (alone, installed)
    ]
    assert severities == [{muranopl.Severity.WARNING}, {muranopl.Severity.ERROR}]


def test_a_file_that_changes_while_it_is_checked(
    catalog: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is recorded is recorded under what was read, not under what was there a moment before."""
    from muranopl.phases import driver  # where a check can be interrupted

    cache, _ = counting()
    file = sorted((packages(catalog)[0] / "Classes").iterdir())[0]
    before = file.read_text()
    run = driver.run

    def changing(*given: object, **more: object) -> object:
        file.write_text(before + "Unknown: 1\n")
        return run(*given, **more)

    check(catalog, cache)
    file.write_text(before + "# changed\n")
    monkeypatch.setattr(driver, "run", changing)
    check(catalog, cache)
    monkeypatch.undo()
    file.write_text(before + "# changed\n")
    assert all_of(check(catalog, cache)) == all_of(check(catalog))
    file.write_text(before + "Unknown: 1\n")
    assert all_of(check(catalog, cache)) == all_of(check(catalog))


def test_a_zip_that_changes_while_it_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from muranopl.phases.reuse import exports  # where a check can be interrupted

    cache, path = muranopl.Cache.in_memory(), tmp_path / "p.zip"
    source = EXAMPLES / "hello"
    export_of = exports.export_of

    def pack(more: str) -> None:
        folder = tmp_path / more
        shutil.copytree(source, folder)
        with open(next((folder / "Classes").iterdir()), "a", encoding="utf-8") as file:
            file.write(f"\n{more}: 1\n")
        edits.packed(folder, path)

    def changing(package: Package) -> Export:
        result = export_of(package)
        path.write_bytes(other)
        return result

    pack("Later")
    other = path.read_bytes()
    pack("Unknown")
    monkeypatch.setattr(exports, "export_of", changing)
    check(path, cache)
    monkeypatch.undo()
    assert path.read_bytes() == other
    assert all_of(check(path, cache)) == all_of(check(path))


def test_dependents_notice_that_a_method_has_a_body_now(tmp_path: Path) -> None:
    """A method without arguments and body is a place to fill, which promises nothing; with a body it does."""
    head = (
        "Format: 1.4\nType: Library\nFullName: example.{0}\n{1}Classes:\n  example.{0}.C: C.yaml\n"
    )
    methods = "  go:\n    Arguments:\n      - a:\n          Contract: $.int().notNull()\n"
    for name, require, class_ in (
        ("base", "", "Methods:\n  go: {}\n"),
        ("app", "Require:\n  example.base:\n", f"Extends: example.base.C\nMethods:\n{methods}"),
    ):
        file = tmp_path / name / "Classes" / "C.yaml"
        file.parent.mkdir(parents=True)
        (tmp_path / name / "manifest.yaml").write_text(head.format(name, require), encoding="utf-8")
        file.write_text(f"Namespaces:\n  =: example.{name}\nName: C\n{class_}", encoding="utf-8")
    cache, _ = counting()
    assert check(tmp_path, cache).diagnostics == ()
    base = tmp_path / "base" / "Classes" / "C.yaml"
    base.write_text(
        base.read_text(encoding="utf-8").replace("{}", "{Body: [{Return: 1}]}"), encoding="utf-8"
    )
    assert [diagnostic.code for diagnostic in check(tmp_path, cache).diagnostics] == ["MPL413"]
    assert all_of(check(tmp_path, cache)) == all_of(check(tmp_path))


def test_what_changes_in_a_package_that_is_not_required_is_noticed(tmp_path: Path) -> None:
    """Its class is located by one package, on which another one depends: all of them are checked again."""
    for name, require, class_ in (
        ("lib", "", "Methods: {go: {}}\n"),
        ("middle", "", "Extends: example.lib.C\n"),
        (
            "app",
            "Require: {example.middle: 0}\n",
            "Extends: example.middle.C\nMethods: {run: {Body: [$.go()]}}\n",
        ),
    ):
        file = tmp_path / name / "Classes" / "C.yaml"
        file.parent.mkdir(parents=True)
        (tmp_path / name / "manifest.yaml").write_text(
            f"Format: 1.4\nType: Library\nFullName: example.{name}\n{require}Classes: {{example.{name}.C: C.yaml}}\n",
            encoding="utf-8",
        )
        file.write_text(f"Name: example.{name}.C\n{class_}", encoding="utf-8")
    cache, _ = counting()
    located = tmp_path / "lib" / "Classes" / "C.yaml"
    text = located.read_text(encoding="utf-8")
    for said in (["MPL216"], ["MPL216", "MPL651"], ["MPL216"]):
        located.write_text(
            text if "MPL651" not in said else text.replace("go:", "stop:"), encoding="utf-8"
        )
        result = check(tmp_path / "app", cache, [tmp_path / "middle", tmp_path / "lib"])
        assert sorted(diagnostic.code for diagnostic in result.diagnostics) == said
        assert all_of(result) == all_of(
            check(tmp_path / "app", libraries=[tmp_path / "middle", tmp_path / "lib"])
        )


def test_a_library_that_nothing_requires_is_noticed(tmp_path: Path) -> None:
    """It may have the class that is missing."""
    write_catalog(tmp_path / "libraries", 1, 1)
    app = tmp_path / "app" / "Classes"
    app.mkdir(parents=True)
    (app.parent / "manifest.yaml").write_text(
        "Format: 1.4\nType: Library\nFullName: example.app\nClasses:\n  example.app.C: C.yaml\n",
        encoding="utf-8",
    )
    (app / "C.yaml").write_text(
        "Namespaces:\n  =: example.app\nName: C\nImport: other.lib.Thing\n", encoding="utf-8"
    )
    cache, _ = counting()

    def codes() -> list[str]:
        return [
            diagnostic.code
            for diagnostic in check(app.parent, cache, [tmp_path / "libraries"]).diagnostics
        ]

    assert codes() == ["MPL209"]
    library = tmp_path / "libraries" / "other"
    (library / "Classes").mkdir(parents=True)
    (library / "manifest.yaml").write_text(
        "Format: 1.4\nType: Library\nFullName: other.lib\nClasses:\n  other.lib.Thing: Thing.yaml\n",
        encoding="utf-8",
    )
    (library / "Classes" / "Thing.yaml").write_text("Name: other.lib.Thing\n", encoding="utf-8")
    assert codes() == ["MPL210"]
    shutil.rmtree(library)
    assert codes() == ["MPL209"]


NEW = "its files have not been read before"
CHANGED = "its files were read before, what it sees or a setting is new"


def test_the_log_says_why_each_package_is_reused_or_computed(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    write_catalog(tmp_path, PACKAGES, CLASSES)
    cache = muranopl.Cache.in_memory()
    used = next(item for item in sorted(tmp_path.iterdir()) if users(tmp_path, item.name))

    def reasons() -> dict[str, str]:
        caplog.clear()
        with caplog.at_level(logging.DEBUG, logger="muranopl.phases"):
            check(tmp_path, cache)
        found = re.findall(
            r"cache: (\S+) is ([^;]+?)(?:; .*|: files .*)?$", caplog.text, re.MULTILINE
        )
        return {Path(path).name: why for path, why in found}

    new, changed = f"computed: {NEW}", f"computed: {CHANGED}"
    assert set(reasons().values()) == {new, changed}, "the core library is never read"
    assert set(reasons().values()) == {"reused"}
    file = next(used.rglob("Classes/*.yaml"))
    file.write_text(
        file.read_text().replace("Properties:", "Properties:\n  more:\n    Contract: $.int()", 1)
    )
    again = reasons()
    assert again.pop(used.name) == new
    assert {name for name, why in again.items() if why == changed} >= users(tmp_path, used.name)
    assert "reused" in again.values()


def users(folder: Path, name: str) -> set[str]:
    """Return the packages of a catalog that require another one."""
    manifests = folder.glob("*/manifest.yaml")
    return {
        item.parent.name for item in manifests if re.search(rf"^  {name}:", item.read_text(), re.M)
    }
