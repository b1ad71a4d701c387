"""A built program has records of the core library that is embedded in it: with them it finds what reading it gives."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.project import EXAMPLES, ROOT

COMPONENT = {
    "manifest.yaml": "Format: MuranoPL/1.4\nType: Application\nFullName: example.Shop\nName: Shop\nAuthor: me\n"
    "Description: A shop\nTags: [shop]\nClasses:\n  example.Shop: Shop.yaml\nRequire:\n  io.murano.applications: 0\n",
    "Classes/Shop.yaml": "Namespaces:\n  =: example\n  apps: io.murano.applications\n  res: io.murano.resources\n"
    "Name: Shop\nExtends: apps:SoftwareComponent\nProperties:\n"
    "  servers:\n    Contract: $.class(apps:ServerGroup).notNull()\n  host:\n    Contract: $.class(res:Instnace)\n"
    "Methods:\n  initialize:\n    Body:\n      - $.servers.getServers(1)\n"
    "      - $.find(io.murano.Environment).reprt()\n",
}

COMMANDS = [
    ["check", str(EXAMPLES / "broken"), "--all"],
    ["check", str(EXAMPLES / "hello"), "--dump-phase", "inherit", "--all"],
    ["check", str(EXAMPLES / "hello"), "--dump-phase", "namespace", "--all"],
    ["check", "shop", "--all"],
    ["check", "shop", "--format", "json"],
    ["render", str(EXAMPLES / "mistaken-environment.yaml"), "-L", str(EXAMPLES / "hello")],
    ["render", str(EXAMPLES / "hello-environment.json"), "-L", str(EXAMPLES / "hello")],
    [
        "deploy",
        "--dry-run",
        str(EXAMPLES / "hello-environment.json"),
        "-L",
        str(EXAMPLES / "hello"),
    ],
    ["graph", str(EXAMPLES / "hello"), "--all"],
    ["schema", "io.murano.resources.Instance", "-L", str(EXAMPLES / "hello")],
]


def run(built: Path, *command: str, folder: Path) -> tuple[int, str, str]:
    """What a built program does: a test process has the one of the checkout in it."""
    environment = os.environ | {
        "PYTHONPATH": str(built),
        "PYTHONHASHSEED": "0",
        "MURANOPL_CACHE_DIR": str(folder / "c"),
    }
    words = [sys.executable, "-P", "-m", *command]
    ran = subprocess.run(
        words, env=environment, cwd=folder, capture_output=True, text=True, check=False
    )
    return ran.returncode, ran.stdout, ran.stderr


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program as it is built, with records, and nothing else of the classes of the core library."""
    folder = tmp_path_factory.mktemp("built")
    target = folder / "muranopl"
    target.mkdir()
    for name in ("__init__.py", "__main__.py"):
        shutil.copy(ROOT / name, target)
    left_out = shutil.ignore_patterns("__pycache__", "node_modules")
    for path in ROOT.glob("*/__init__.py"):
        shutil.copytree(path.parent, target / path.parent.name, ignore=left_out)
    assert run(folder, "muranopl.phases.reuse.library_record", folder=folder) == (0, "", "")
    return folder


@pytest.fixture(scope="module")
def alone(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with nothing to read of the core library but manifests."""
    folder = tmp_path_factory.mktemp("alone")
    link(built, folder)
    for file in (folder / "muranopl" / "language" / "library").glob("io.murano*/Classes/**/*.yaml"):
        file.unlink()
        file.write_text("")
    return folder


def link(built: Path, folder: Path) -> None:
    """Make a program of the same files; what shall be another one there is replaced."""
    shutil.copytree(built, folder, dirs_exist_ok=True, copy_function=os.link)


@pytest.mark.parametrize(
    "command", COMMANDS, ids=lambda command: f"{command[0]} {Path(command[1]).name}"
)
def test_what_is_recorded_is_what_is_read(alone: Path, tmp_path: Path, command: list[str]) -> None:
    for path, text in COMPONENT.items():
        (tmp_path / "shop" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "shop" / path).write_text(text)
    recorded = run(alone, "muranopl", *command, folder=tmp_path)
    shutil.rmtree(tmp_path / "c", ignore_errors=True)
    read = run(tmp_path, "muranopl", *command, folder=tmp_path)
    assert recorded == read
    assert recorded[0] in {0, 1}


def test_the_same_library_gives_the_same_records(built: Path) -> None:
    library = built / "muranopl" / "language" / "library"
    before = {path.name: path.read_bytes() for path in library.glob("*.record")}
    assert before.keys() == {"io.murano.record", "io.murano.applications.record"}
    assert run(built, "muranopl.phases.reuse.library_record", folder=built)[0] == 0
    assert {path.name: path.read_bytes() for path in library.glob("*.record")} == before


@pytest.mark.parametrize(
    "damaged",
    [
        pytest.param(lambda _: pickle.dumps("another version"), id="made with other libraries"),
        pytest.param(lambda _: b"", id="empty"),
        pytest.param(lambda _: b"no record\n", id="something else"),
        pytest.param(lambda record: record[:2_000], id="its header is cut"),
        pytest.param(lambda record: record[:100_000], id="its package is cut"),
        pytest.param(lambda record: record[:-100], id="its end is cut"),
        pytest.param(
            lambda record: record.replace(b"PackageHeader", b"PackageFooter"),
            id="a name that is not there",
        ),
    ],
)
def test_a_record_that_cannot_be_loaded_is_not_looked_at(
    built: Path, tmp_path: Path, damaged: Callable[[bytes], bytes]
) -> None:
    link(built, tmp_path)
    for record in (tmp_path / "muranopl" / "language" / "library").glob("*.record"):
        content = record.read_bytes()
        record.unlink()
        record.write_bytes(damaged(content))
    status, out, err = run(tmp_path, "muranopl", "check", str(EXAMPLES / "hello"), folder=tmp_path)
    assert (status, out, err) == (0, "All checks passed: 1 package.\n", "")
