"""`muranopl serve` as a package repository of others."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.interfaces.server.serving import serving
from tests.requirements.repositories import package

pytestmark = [pytest.mark.processes, pytest.mark.usefixtures("processes")]


def write(folder: Path, name: str, version: str, require: str = "{}") -> Path:
    """Write a package into a folder, and return it."""
    for path, text in package(name, version, require).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def test_what_is_required_comes_from_a_service(tmp_path: Path) -> None:
    write(tmp_path / "served" / "a", "example.a", "1.0.0", "{example.b: 2}")
    write(tmp_path / "served" / "b", "example.b", "2.1.0")
    app = write(tmp_path / "app", "example.app", "1.0.0", "{example.a: 1}")
    cache = tmp_path / "cache"
    with serving(tmp_path, "served", "--writable") as service:
        address = f"murano+{service.address}"
        report = muranopl.validate(app, libraries=address, cache=cache)
        assert [str(item) for item in report.diagnostics] == []
        lock = muranopl.Catalog(app, libraries=address, cache=cache).lock().lock
        everything = muranopl.validate(address, cache=cache)
    assert [(item.name, item.source) for item in lock.package] == [
        ("example.a", f"{address}#example.a/1.0.0"),
        ("example.b", f"{address}#example.b/2.1.0"),
    ]
    assert sorted(item.name for item in everything.packages) == [
        "example.a",
        "example.b",
    ]
    # What was fetched is the package that is served
    near = muranopl.Catalog(app, libraries=str(tmp_path / "served")).lock().lock
    assert [item.sha256 for item in near.package] == [
        item.sha256 for item in lock.package
    ]
    offline = muranopl.validate(app, libraries=address, cache=cache, offline=True)
    assert [str(item) for item in offline.diagnostics] == []
