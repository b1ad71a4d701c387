"""`muranopl lock` and `check --locked`: folders, zips, repositories, core libraries."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import Result

import muranopl
from tests import command_line
from tests.archives import zip_of
from tests.namespace.required.repositories import package, serving

LOCK = "muranopl.lock"


def write(folder: Path, name: str, version: str, require: str = "{}") -> Path:
    """Write a package into a folder below `folder`, and return it."""
    for path, text in package(name, version, require).items():
        (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / name / path).write_text(text)
    return folder / name


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that requires another one, which requires a third."""
    monkeypatch.chdir(tmp_path)
    write(tmp_path / "libs", "example.a", "1.0.0", "{example.b: '>=2'}")
    write(tmp_path / "libs", "example.b", "2.0.0")
    write(tmp_path / "libs", "example.unused", "1.0.0")
    return write(tmp_path, "example.app", "1.0.0", "{example.a: 1}")


def run(*words: str) -> Result:
    return command_line.run(*words, "--no-cache")


def locked(**options: object) -> list[str]:
    """Return the codes of a locked check, with the lines that they are at."""
    catalog = muranopl.Catalog("example.app", libraries="libs", locked=True, **options)  # type: ignore[arg-type]
    return [f"{item.code} {item.file}:{item.line}" for item in catalog.check().diagnostics]


@pytest.mark.usefixtures("app")
def test_the_file_can_be_read() -> None:
    result = run("lock", "example.app", "-L", "libs")
    assert (result.exit_code, result.output) == (0, f"Wrote example.app/{LOCK}, 2 packages.\n")
    text = Path("example.app", LOCK).read_text()
    lines = [line for line in text.splitlines() if not line.startswith("sha256")]
    assert lines == [
        "# The packages that requirements resolve to. Written by `muranopl lock`: commit this file, do not edit it.",
        "version = 1",
        "",
        "[[package]]",
        'name = "example.a"',
        'version = "1.0.0"',
        'source = "../libs/example.a"',
        "required-by = [",
        '  "example.app: 1",',
        "]",
        "",
        "[[package]]",
        'name = "example.b"',
        'version = "2.0.0"',
        'source = "../libs/example.b"',
        "required-by = [",
        '  "example.a: >=2",',
        "]",
    ]
    assert run("lock", "example.app", "-L", "libs", "--check").exit_code == 0
    assert locked() == []
    # It is nothing of the package
    built = muranopl.Catalog("example.app", libraries="libs").build()
    assert LOCK not in built.packages[0].entries


@pytest.mark.usefixtures("app")
def test_each_difference_is_said_at_the_requirement() -> None:
    run("lock", "example.app", "-L", "libs")
    thing = Path("libs/example.b/Classes/Thing.yaml")
    before = thing.read_text()
    thing.write_text(f"{before}# changed\n")
    assert locked() == ["MPL923 example.a/manifest.yaml:5"]
    thing.write_text(before)
    shutil.rmtree("libs/example.b")
    write(Path("libs"), "example.b", "2.1.0")
    assert locked() == ["MPL922 example.a/manifest.yaml:5"]
    shutil.rmtree("libs/example.b")
    write(Path("libs"), "example.b", "2.0.0", "{example.unused: 1}")
    assert locked() == ["MPL923 example.a/manifest.yaml:5", "MPL921 example.b/manifest.yaml:5"]
    result = run("lock", "example.app", "-L", "libs", "--check")
    assert result.exit_code == 1
    assert "out of date" in result.output
    assert run("check", "example.app", "-L", "libs", "--locked").exit_code == 1
    assert run("check", "example.app", "-L", "libs").exit_code == 0


@pytest.mark.usefixtures("app")
def test_a_zip_of_the_same_files_is_the_same() -> None:
    run("lock", "example.app", "-L", "libs")
    shutil.rmtree("libs/example.b")
    Path("libs/b.zip").write_bytes(zip_of(package("example.b", "2.0.0")))
    assert locked() == []


@pytest.mark.usefixtures("app")
def test_what_comes_to_nothing_is_not_locked() -> None:
    shutil.rmtree("libs/example.b")
    result = run("lock", "example.app", "-L", "libs")
    assert result.exit_code == 1
    assert "MPL211" in result.output
    assert not Path("example.app", LOCK).exists()


@pytest.mark.usefixtures("app")
def test_another_core_library_is_locked() -> None:
    shutil.copytree(Path(muranopl.__file__).parent / "language/library/io.murano", "core")
    words = ("example.app", "-L", "libs", "--core-library", "core")
    assert run("lock", *words).exit_code == 0
    assert 'name = "io.murano"' in Path("example.app", LOCK).read_text()
    assert locked(core_library="core") == []
    Path("core/LICENSE").write_text("changed")
    assert [item[:6] for item in locked(core_library="core")] == ["MPL923"]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("version = 2\n", "later version"),
        ("version = 1\n[[package]]\nname = 3\n", "is not a lock file"),
        ("= 1\n", "is not a lock file"),
        (f"a = {'[' * 100_000}", "it is nested too deeply"),
        (f"version = {'9' * 5_000}", "is not a lock file"),
        ("version = true", "is not a lock file"),
        (None, "muranopl.lock not found"),
    ],
)
@pytest.mark.usefixtures("app")
def test_a_lock_that_cannot_be_read_is_wrong_usage(text: str | None, problem: str) -> None:
    if text is not None:
        Path("example.app", LOCK).write_text(text)
    result = run("check", "example.app", "-L", "libs", "--locked")
    assert (result.exit_code, problem in result.output) == (2, True), result.output


@pytest.mark.usefixtures("app")
def test_a_setting_locks_and_the_file_stands_beside_it() -> None:
    Path("muranopl.toml").write_text('locked = true\nlibraries = ["libs"]\n')
    assert run("check", "example.app").exit_code == 2
    assert run("lock", "example.app").output == f"Wrote {LOCK}, 2 packages.\n"
    assert 'source = "libs/example.a"' in Path(LOCK).read_text()
    assert run("check", "example.app").exit_code == 0


@pytest.mark.usefixtures("app")
def test_a_locked_version_is_fetched_from_a_repository(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with serving() as repository:
        repository.add("example.a", "1.0.0", "{example.b: '>=2'}")
        repository.add("example.b", "2.0.0")
        options = {"libraries": repository.address, "cache": cache}
        catalog = muranopl.Catalog("example.app", **options)  # type: ignore[arg-type]
        lock = catalog.lock("example.app").lock
        assert [item.source for item in lock.package] == [
            f"{repository.address}#example.a/1.0.0",
            f"{repository.address}#example.b/2.0.0",
        ]
        Path("example.app", LOCK).write_text(lock.text())
        # A later version changes nothing
        repository.add("example.b", "2.5.0")
        for offline in (False, True):
            report = muranopl.validate(
                "example.app",
                locked=True,
                offline=offline,
                **options,  # type: ignore[arg-type]
            )
            assert [str(item) for item in report.diagnostics] == []
        changed = zip_of({**package("example.b", "2.0.0"), "Resources/a": "new"})
        repository.packages[1] = ("example.b", "2.0.0", changed)
        options["cache"] = tmp_path / "another"
        report = muranopl.validate("example.app", locked=True, **options)  # type: ignore[arg-type]
        assert [item.code for item in report.diagnostics] == ["MPL923"]
        assert report.diagnostics[0].file == "manifest.yaml"


@pytest.mark.usefixtures("app")
def test_the_core_library_of_a_fork_may_be_elsewhere(tmp_path: Path) -> None:
    here = Path(muranopl.__file__).parent / "language/library/io.murano"
    core = {
        str(path.relative_to(here)): path.read_text(encoding="utf-8")
        for path in here.rglob("*")
        if path.is_file()
    }
    added = "Namespaces: {=: io.murano.resources}\nName: RecordSet\n"
    core["Classes/RecordSet.yaml"] = added
    core["manifest.yaml"] = core["manifest.yaml"].replace(
        "\nClasses:\n", "\nClasses:\n  io.murano.resources.RecordSet: RecordSet.yaml\n", 1
    )
    class_ = (
        "Namespaces: {=: example.app, r: io.murano.resources}\nName: Thing\nExtends: r:RecordSet\n"
    )
    Path("example.app/Classes/Thing.yaml").write_text(class_)
    with serving() as repository:
        repository.packages.append(("io.murano", "0.0.0", zip_of(core)))
        address = f"{repository.address}#io.murano"
        Path("muranopl.toml").write_text(f'libraries = ["libs"]\ncore-library = "{address}"\n')
        words = ("--config", "muranopl.toml", "--cache-dir", str(tmp_path / "cache"))
        check = ("check", "example.app", *words)
        result = command_line.run(*check)
        assert result.exit_code == 0, result.output
        command_line.run("lock", "example.app", *words)
    assert f'source = "{address}"' in Path(LOCK).read_text()
    result = command_line.run(*check, "--locked", "--offline")
    assert result.exit_code == 0, result.output
    # The embedded one has no such class
    assert command_line.run(*check[:2], "-L", "libs", "--isolated").exit_code
