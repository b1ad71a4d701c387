"""Packages in object stores and in zips."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from zipfile import ZipFile, ZipInfo

import fsspec
import pytest
from fsspec.implementations.memory import MemoryFileSystem

import muranopl
from muranopl.ard.remote import file_systems, zips
from muranopl.diagnostics.bounds import REMOTE_FILES, UNPACKED_SIZE
from tests.archives import zip_of
from tests.ard.remote.answers import LIBRARY, USER, AnsweringServer

CATALOG = {
    **{f"lib/{name}": text for name, text in LIBRARY.items()},
    **{f"app/{name}": text for name, text in USER.items()},
}


@pytest.fixture
def store() -> Iterator[Any]:
    """An object store of this process."""
    system = fsspec.filesystem("memory")
    system.store.clear()
    system.pseudo_dirs[:] = [""]
    yield system
    system.store.clear()


def codes(address: str, **options: Any) -> list[str]:
    return [item.code for item in muranopl.validate(address, **options).diagnostics]


def put(store: Any, files: Mapping[str, str], top: str) -> None:
    for name, text in files.items():
        store.pipe_file(f"{top}/{name}", text.encode())


def test_a_folder_of_an_object_store(store: Any, tmp_path: Path) -> None:
    put(store, CATALOG, "/apps")
    report = muranopl.validate("memory://apps", cache=tmp_path)
    assert report.diagnostics == ()
    paths = [item.path for item in report.packages]
    assert paths == [f"memory://apps/{name}/manifest.yaml" for name in ("app", "lib")]
    # Files that are the same are not read again
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(MemoryFileSystem, "open", None)
        assert codes("memory://apps", cache=tmp_path) == []
    store.pipe_file("/apps/lib/Classes/Pipe.yaml", b"Name: example.lib.Pipe\nx: 1\n")
    assert codes("memory://apps", cache=tmp_path) == ["MPL120"]


def test_a_zip_in_an_object_store(store: Any) -> None:
    store.pipe_file("/lib.zip", zip_of(LIBRARY))
    assert codes("memory://lib.zip") == []
    assert codes("memory://none.zip") == ["MPL911"]


def test_nothing_at_an_address_is_written(store: Any) -> None:
    put(store, {**LIBRARY, "Classes/Pipe.yaml": "Name: Pipe\nPropertys: {}\n"}, "/lib")
    catalog = muranopl.Catalog(["memory://lib"])
    report = catalog.check()
    assert report.diagnostics
    assert not catalog.fix(unsafe=True).files


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (PermissionError("Forbidden"), "MPL912", "Forbidden"),
        (OSError("https://me:pass@host is away"), "MPL910", "https://***@host is away"),
        (RuntimeError(), "MPL910", "RuntimeError"),
    ],
)
def test_failures_of_object_stores(
    store: Any, monkeypatch: pytest.MonkeyPatch, error: Exception, code: str, reason: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(MemoryFileSystem, "isdir", fail)
    (item,) = muranopl.validate("memory://lib.zip").diagnostics
    assert item.code == code
    assert item.message.endswith(f": {reason}")


def test_a_folder_with_too_many_files(store: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    put(store, CATALOG, "/apps")
    monkeypatch.setattr(file_systems, "REMOTE_FILES", REMOTE_FILES._replace(most=3))
    assert codes("memory://apps") == ["MPL109"]


@pytest.mark.parametrize("entry", ["", "/"])
def test_a_catalog_in_a_zip(tmp_path: Path, entry: str) -> None:
    (tmp_path / "all.zip").write_bytes(zip_of(CATALOG))
    assert codes(f"zip://{entry}::{tmp_path}/all.zip") == []


def test_zips_in_zips(tmp_path: Path, server: AnsweringServer) -> None:
    inner = zip_of({"packages/lib.zip": zip_of(LIBRARY)}, "bundle-main/")
    outer = server.put("/outer.zip", zip_of({"inner.zip": inner}))
    address = f"zip://bundle-main/packages/lib.zip::zip://inner.zip::{outer}"
    assert codes(address, cache=tmp_path) == []
    folder = f"zip://bundle-main/packages/::zip://inner.zip::{outer}"
    assert codes(folder, cache=tmp_path) == []
    server.answers.clear()
    assert codes(address, cache=tmp_path, offline=True) == []
    assert codes(address, cache=tmp_path) == ["MPL911"]


def link(name: str) -> ZipInfo:
    entry = ZipInfo(name)
    entry.external_attr = 0o120777 << 16
    return entry


def zip_with(*entries: tuple[ZipInfo | str, str]) -> bytes:
    result = io.BytesIO()
    with ZipFile(result, "w") as archive:
        for entry, text in entries:
            archive.writestr(entry, text)
    return result.getvalue()


OUTSIDE = [(f"lib/{name}", text) for name, text in LIBRARY.items()]
HOSTILE = [
    ("no such entry", zip_of(CATALOG), "other/", "MPL911"),
    ("no zip", b"PK", "lib/", "MPL102"),
    ("an entry that is a file", zip_with(*OUTSIDE, ("lib/manifest.yaml/x", "")), "", "MPL103"),
    ("a link that leads out", zip_with(*OUTSIDE, (link("lib/UI"), "/etc")), "", "MPL106"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "entry", "code"), [case[1:] for case in HOSTILE], ids=[c[0] for c in HOSTILE]
)  # fmt: skip
def test_zips_that_cannot_be_unpacked(
    tmp_path: Path, content: bytes, entry: str, code: str
) -> None:
    (tmp_path / "a.zip").write_bytes(content)
    assert codes(f"zip://{entry}::{tmp_path}/a.zip") == [code]


def test_nothing_is_written_outside_or_through_links(tmp_path: Path) -> None:
    (tmp_path / "aim").mkdir()
    content = zip_with(
        *OUTSIDE,
        ("../../evil.yaml", "x"),
        (link("lib/out"), str(tmp_path / "aim")),
        ("lib/out/evil.yaml", "x"),
    )
    (tmp_path / "a.zip").write_bytes(content)
    cache = tmp_path / "cache"
    assert codes(f"zip://lib/::{tmp_path}/a.zip", cache=cache) == ["MPL103"]
    assert list(tmp_path.rglob("evil.yaml")) == []


def test_a_zip_that_unpacks_to_too_much(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zips, "UNPACKED_SIZE", UNPACKED_SIZE._replace(most=100))
    (tmp_path / "a.zip").write_bytes(zip_of(CATALOG))
    assert codes(f"zip://lib/::{tmp_path}/a.zip") == ["MPL109"]
