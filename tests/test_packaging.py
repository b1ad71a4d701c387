"""The packaging tables and the folders say the same, and nothing is importable under a folder's bare name."""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.project import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONFIG: dict[str, Any] = PROJECT["tool"]
SETUPTOOLS: dict[str, Any] = CONFIG["setuptools"]
FOLDERS = sorted(path.parent.name for path in ROOT.glob("*/__init__.py"))
"""The folders that are packages; the root package lies beside them."""
# An npm project: of it only what was built is shipped
PAGE = ROOT / "interfaces" / "server" / "page"


def package_folders() -> Iterator[Path]:
    """Every folder of the project that is a package."""
    yield ROOT
    for top in FOLDERS:
        yield from (file.parent for file in (ROOT / top).rglob("__init__.py"))


def package_of(folder: Path) -> str:
    """The import name of a folder below the root."""
    return ".".join(["muranopl", *folder.relative_to(ROOT).parts])


def test_tools_and_libraries_are_constrained() -> None:
    """Every requirement of a group or an extra has versions in constraints.txt that it takes."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned: dict[str, list[str]] = {}
    for line in lines:
        if not line.startswith("#"):
            pin = Requirement(line)
            (version,) = pin.specifier
            pinned.setdefault(pin.name, []).append(version.version)
    groups = [items for name, items in PROJECT["dependency-groups"].items() if name != "fuzz"]
    groups += PROJECT["project"]["optional-dependencies"].values()
    for text in [*PROJECT["project"]["dependencies"], *itertools.chain(*groups)]:
        needed = Requirement(text)
        if needed.name == "muranopl":
            continue
        versions = pinned.get(canonicalize_name(needed.name), [])
        assert versions, f"{text}: run `make constraints`"
        assert all(needed.specifier.contains(version) for version in versions), text


def test_the_extra_all_has_every_extra() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    [every] = map(Requirement, extras["all"])
    assert every.name == "muranopl"
    assert every.extras | {"all"} == set(extras)


def modules() -> list[str]:
    """Every Python file of the project."""
    tops = [ROOT / name for name in (*FOLDERS, "tests", "tools")]
    return sorted(file.relative_to(ROOT).as_posix() for top in tops for file in top.rglob("*.py"))


def test_every_package_is_shipped() -> None:
    """A folder without an __init__.py would be left out, with all below it."""
    packages = set(package_folders())
    folders = {file.parent for top in FOLDERS for file in (ROOT / top).rglob("*.py")}
    templates = ROOT / "writing" / "scaffolding" / "templates"
    assert {each for each in folders if templates not in each.parents} <= packages


def test_every_data_file_is_listed() -> None:
    listed, present = set(), set()
    for folder in package_folders():
        for pattern in SETUPTOOLS["package-data"].get(package_of(folder), ()):
            listed |= {file for file in folder.glob(pattern) if file.is_file()}
    for top in FOLDERS:
        for folder, below, names in os.walk(ROOT / top):
            below[:] = [
                name for name in below if name != "__pycache__" and Path(folder, name) != PAGE
            ]
            present |= {Path(folder, name) for name in names if not name.endswith(".py")}
    assert present - listed == set()


def test_each_folder_is_named_wherever_all_of_them_are() -> None:
    banned = CONFIG["ruff"]["lint"]["flake8-tidy-imports"]["banned-api"]
    assert sorted(banned) == FOLDERS
    [layers] = [
        contract["layers"]
        for contract in CONFIG["importlinter"]["contracts"]
        if contract["type"] == "layers"
    ]
    assert {*layers} == {"muranopl.server", *(f"muranopl.{name}" for name in FOLDERS)}


def test_editors_find_every_module_under_its_import_name() -> None:
    view = ROOT / "editors" / "view" / "muranopl"
    assert view.resolve() == ROOT
    for tool in (CONFIG["mypy"]["mypy_path"], *CONFIG["pyright"]["extraPaths"]):
        assert tool == "editors/view"


def test_tests_have_the_layout_of_the_code() -> None:
    """Tests in another place than the code they are about would be missed, and written twice."""
    of_the_whole = {"conformance", "fuzz", "reference"}
    folders = {
        file.parent.relative_to(ROOT / "tests") for file in (ROOT / "tests").rglob("test_*.py")
    } - {Path()}
    folders = {folder for folder in folders if folder.parts[0] not in of_the_whole}
    assert {folder for folder in folders if not (ROOT / folder).is_dir()} == set()
    assert {folder.parts[0] for folder in folders} >= set(FOLDERS)


def test_no_folder_is_importable_by_its_bare_name(tmp_path: Path) -> None:
    code = f"import importlib.util; print([each for each in {FOLDERS!r} if importlib.util.find_spec(each)])"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"


def test_no_module_was_loaded_a_second_time_under_a_bare_name() -> None:
    doubled = [name for name in sys.modules if name.partition(".")[0] in FOLDERS]
    assert [
        name
        for name in doubled
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(ROOT))
    ] == []


def test_every_module_says_what_it_is_for() -> None:
    # Parsing all modules takes seconds
    says = re.compile("(#.*\\n)*r?(\"{3}|'{3})\\s*[^\\s\"'](?s:.){5}")
    silent = [
        path for path in modules() if not says.match((ROOT / path).read_text(encoding="utf-8"))
    ]
    assert silent == []


def test_names_say_one_thing() -> None:
    """No two classes have one name, nor two modules one of those names that say little by themselves."""
    classes = Counter[str]()
    files = Counter[str]()
    for folder in package_folders():
        for file in folder.glob("*.py"):
            files[file.name] += 1
            text = file.read_text(encoding="utf-8")
            classes.update(re.findall(r"^class (\w+)", text, re.MULTILINE))
    assert {name for name, times in classes.items() if times > 1} == set()
    assert {
        name
        for name in ("model.py", "kinds.py", "utils.py", "helpers.py", "common.py")
        if files[name] > 1
    } == set()
