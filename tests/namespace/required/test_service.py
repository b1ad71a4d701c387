"""`muranopl serve` as a package repository of others."""

from __future__ import annotations

import urllib.error
import urllib.request
from pathlib import Path

import muranopl
from tests.archives import zip_of
from tests.interfaces.server.serving import serving
from tests.namespace.required.repositories import package


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
    assert sorted(item.name for item in everything.packages) == ["example.a", "example.b"]
    # What was fetched is the package that is served
    near = muranopl.Catalog(app, libraries=str(tmp_path / "served")).lock().lock
    assert [item.sha256 for item in near.package] == [item.sha256 for item in lock.package]
    offline = muranopl.validate(app, libraries=address, cache=cache, offline=True)
    assert [str(item) for item in offline.diagnostics] == []


def upload(address: str, name: str, require: str) -> tuple[int, bytes]:
    """Send a package as Murano's client does; return the status and the answer."""
    content = zip_of(package(name, "1.0.0", require))
    edge = "edge"
    body = (
        f'--{edge}\r\nContent-Disposition: form-data; name="a"; filename="a.zip"\r\n\r\n'
    ).encode()
    body += content + f"\r\n--{edge}--\r\n".encode()
    request = urllib.request.Request(
        f"{address}/v1/catalog/packages",
        body,
        {"Content-Type": f"multipart/form-data; boundary={edge}"},
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()


def test_what_an_uploaded_package_requires_is_fetched(tmp_path: Path) -> None:
    write(tmp_path / "elsewhere" / "a", "example.a", "1.0.0", "{example.b: 2}")
    write(tmp_path / "elsewhere" / "b", "example.b", "2.1.0")
    (tmp_path / "served").mkdir()
    cache = str(tmp_path / "cache")
    with serving(tmp_path, "elsewhere") as repository:
        library = f"murano+{repository.address}"
        options = ("-L", library, "--writable", "--cache-dir", cache)
        with serving(tmp_path, "served", *options) as service:
            status, answer = upload(service.address, "example.app", "{example.a: 1}")
            assert status == 200, answer
            # A class of what was fetched is known from now on
            url = f"{service.address}/v1/schemas/example.b.Thing?classVersion=2"
            with urllib.request.urlopen(url) as reply:
                assert reply.status == 200
            status, answer = upload(service.address, "example.c", "{example.none: 1}")
            assert (status, b"example.none" in answer) == (422, True)
    with serving(tmp_path, "served", "--writable", "--no-cache") as alone:
        status, answer = upload(alone.address, "example.d", "{example.none: 1}")
        assert (status, b"MPL91" in answer) == (422, False)
