"""Packages that the service takes into its catalog, and changes there."""

from __future__ import annotations

import io
import json
import os
import warnings
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from muranopl.interfaces.server.catalog_record import FILE
from muranopl.interfaces.server.operations.murano_catalog import package_id
from tests.archives import zip_of
from tests.interfaces.server.sample_catalog import write_catalog
from tests.interfaces.server.serving import (
    Serving,
    leaving_nothing,
    message_of,
    require_refused,
    serving,
)

ZIP = {"Content-Type": "application/zip"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the service: its packages are in `apps`."""
    result = tmp_path_factory.mktemp("taking")
    write_catalog(result)
    return result


@pytest.fixture(scope="module")
def service(folder: Path) -> Iterator[Serving]:
    """A service that takes packages, and leaves no file behind."""
    with (
        leaving_nothing(folder),
        serving(folder, "apps", "--writable", "--max-upload", "1") as result,
    ):
        yield result


@pytest.fixture(scope="module")
def client(service: Serving) -> Iterator[httpx.Client]:
    """A client of that service."""
    with service.client() as result:
        yield result


# Packages taken into the catalog (rest-api.md, section 4)

UPLOADS = "/v1/catalog/packages"
MANIFEST = (
    "Format: 1.4\nType: Library\nFullName: new.lib\nVersion: 1.0.0\nClasses: {new.lib.C: C.yaml}\n"
)


def packed(manifest: str | None = MANIFEST, **more: bytes) -> bytes:
    """Return the zip of a package with one class."""
    entries = {"Classes/C.yaml": b"Namespaces: {=: new.lib}\nName: C\n", **more}
    if manifest is not None:
        entries["manifest.yaml"] = manifest.encode()
    return zip_of(entries)


def changed(old: str, new: str) -> bytes:
    assert old in MANIFEST
    return packed(MANIFEST.replace(old, new))


def form(*contents: bytes, **fields: str) -> dict[str, Any]:
    """Return a form with files, and fields that are none."""
    parts = [(f"part{number}", ("x.zip", content)) for number, content in enumerate(contents)]
    return {"files": [*parts, *((name, (None, text)) for name, text in fields.items())]}


LOADING = "Couldn't load package from file: "
REFUSED: dict[str, tuple[dict[str, Any], int, str]] = {
    "no form": (
        {"content": b"x", "headers": ZIP},
        400,
        "the Content-Type must be multipart/form-data",
    ),
    "three parts": (form(b"x", b"y", other="{}"), 400, "the form has more than two parts"),
    "an odd charset": (
        {
            "content": b'--b\r\nContent-Disposition: form-data; name="f"\r\n\r\n\xff\r\n--b--',
            "headers": {"Content-Type": "multipart/form-data; boundary=b; charset=punycode"},
        },
        400,
        "Malformed request body",
    ),
    "no file": (form(metadata="{}"), 400, "There is no file package with application description"),
    "a large file": (form(bytes(2**20 + 1)), 400, "Uploading file is too large. The limit is 1 Mb"),
    "a very large file": (
        form(bytes(2**21)),
        400,
        "Uploading file is too large. The limit is 1 Mb",
    ),
    "unknown metadata": (form(packed(), m='{"x": 1}'), 400, "Package schema is not valid: "),
    "wrong metadata": (form(packed(), m='{"tags": 1}'), 400, "Package schema is not valid: "),
    "metadata before the empty file": (
        form(b"", m='{"tags": 1}'),
        400,
        "Package schema is not valid: ",
    ),
    "an empty file": (form(b""), 400, "Uploading file can't be empty"),
    "no zip": (
        form(b"x"),
        400,
        f"{LOADING}Incorrect package format: Uploaded file x.zip is not a zip archive",
    ),
    "half a zip": (
        form(packed()[:-30]),
        400,
        f"{LOADING}Incorrect package format: Uploaded file x.zip is not a zip",
    ),
    "no manifest": (form(packed(None)), 400, f"{LOADING}Unable to find package manifest"),
    "no YAML": (form(packed("a: [")), 400, f"{LOADING}Unable to load due to '"),
    "format": (
        form(changed("1.4", "MuranoPL/1.9")),
        400,
        f"{LOADING}Incorrect package format: Unsupported format Mura",
    ),
    "no name": (
        form(changed("FullName: new.lib", "A: 1")),
        400,
        f"{LOADING}Incorrect package format: FullName is not",
    ),
    "bad name": (
        form(changed("new.lib\n", "a-b\n")),
        400,
        f"{LOADING}Incorrect package format: Invalid FullName a-b",
    ),
    "no type": (
        form(changed("Type: Library", "A: 1")),
        400,
        f"{LOADING}Incorrect package format: Invalid package Type N",
    ),
    "bad type": (
        form(changed("Library", "Foo")),
        400,
        f"{LOADING}Incorrect package format: Invalid package Type Foo",
    ),
    "version": (form(changed("1.0.0", "one")), 400, f"{LOADING}{LOADING}"),
    "path outside": (form(changed("C.yaml", "../../C.yaml")), 400, f"{LOADING}{LOADING}"),
    "logo": (
        form(packed(MANIFEST + "Logo: l.png\n", **{"l.png": b"x"})),
        400,
        f"{LOADING}Unable to load logo: ",
    ),
    "long name": (
        form(packed(f"{MANIFEST}Name: {'x' * 81}\n")),
        400,
        "Package name should be 80 characters maximum",
    ),
    "category": (form(packed(), m='{"categories": ["Web"]}'), 400, "Category 'Web' doesn't exist"),
    "class of another package": (
        form(changed("new.lib.C: C", "demo.App: C")),
        400,
        "Class with the same full name is already registered in the visibility scope",
    ),
    "errors": (form(changed("C.yaml", "D.yaml")), 422, "MPL136"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_packages_that_are_not_taken(client: httpx.Client, folder: Path, name: str) -> None:
    sent, status, words = REFUSED[name]
    answer = client.post(UPLOADS, **sent)
    require_refused(answer, status, words)
    names = {item.name for item in (folder / "apps").iterdir()} - {FILE}
    assert names == {"demo", "faulty"}


def test_a_package_is_taken_once_and_served_at_once(client: httpx.Client, folder: Path) -> None:
    before = client.get("/packages").headers["X-Catalog-State"]
    content = changed("1.0.0", "2.0.0")
    taken = client.post(UPLOADS, **form(content, __metadata__='{"is_public": false}'))
    assert taken.status_code == 200, taken.text
    package = taken.json()
    assert (package["fully_qualified_name"], package["version"]) == ("new.lib", "2.0.0")
    assert package["class_definitions"] == ["new.lib.C"]
    assert (
        taken.headers["X-Catalog-State"]
        == client.get("/packages").headers["X-Catalog-State"]
        != before
    )
    assert client.get(f"{UPLOADS}/{package['id']}/download").content == content
    again = client.post(UPLOADS, **form(content))
    assert message_of(again) == (409, "Package with specified full name is already registered")
    (stored,) = (item for item in (folder / "apps").iterdir() if item.suffix == ".zip")
    assert stored.read_bytes() == content
    stored.unlink()


def test_what_was_left_unfinished_is_removed_once_it_is_old(tmp_path: Path) -> None:
    """A service that is killed while it stores leaves a hidden file; another service may be writing one just now."""
    apps = tmp_path / "apps"
    apps.mkdir()
    names = (
        ".0123456789abcdef.tmp",
        ".fedcba9876543210.tmp",
        ".0123456789abcdef.tmpx",
        ".note.tmp",
        "a.tmp",
    )
    for name in names:
        (apps / name).write_bytes(b"PK")
    for name in names:
        if name != names[1]:
            os.utime(apps / name, (0, 0))
    (apps / ".aaaaaaaaaaaaaaaa.tmp").mkdir()
    os.utime(apps / ".aaaaaaaaaaaaaaaa.tmp", (0, 0))
    (apps / ".bbbbbbbbbbbbbbbb.tmp").symlink_to(tmp_path / "elsewhere")
    before = {item.name for item in apps.iterdir()}
    with serving(tmp_path, "apps"):
        assert {item.name for item in apps.iterdir()} == before
    with serving(tmp_path, "apps", "--writable"):
        assert {item.name for item in apps.iterdir()} == before - {names[0]}


def test_a_service_that_takes_no_packages_checks_them(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "apps").mkdir()
    with serving(tmp_path, "apps") as result, result.client() as client:
        require_refused(client.post(UPLOADS, **form(packed())), 403, "--writable")
        assert client.post(UPLOADS, **form(changed("C.yaml", "D.yaml"))).status_code == 422
    assert list((tmp_path / "apps").iterdir()) == []


def test_packages_that_come_at_once_fit_to_one_another(client: httpx.Client, folder: Path) -> None:
    """Two packages with the same class: only one of them is taken, though neither is there when they are checked."""
    names = [f"rival{number}.lib" for number in range(4)]
    sent = [
        form(packed(manifest=MANIFEST.replace("FullName: new.lib", f"FullName: {name}")))
        for name in names
    ]
    with ThreadPoolExecutor() as pool:
        answers = list(pool.map(lambda item: client.post(UPLOADS, **item), sent))
    stored = [item for item in (folder / "apps").iterdir() if item.suffix == ".zip"]
    for item in stored:
        item.unlink()
    assert sorted(answer.status_code for answer in answers) == [200, 400, 400, 400], [
        answer.text for answer in answers
    ]
    assert len(stored) == 1


def slipping(*names: str) -> bytes:
    """Return a package with further entries of some names."""
    result = io.BytesIO(packed())
    with warnings.catch_warnings(), zipfile.ZipFile(result, "a") as archive:
        warnings.simplefilter("ignore")  # zipfile warns of duplicates
        for name in names:
            archive.writestr(name, "x")
    return result.getvalue()


def linking() -> bytes:
    """Return a package with an entry that is stored as a link."""
    result = io.BytesIO(packed())
    with zipfile.ZipFile(result, "a") as archive:
        entry = zipfile.ZipInfo("link")
        entry.create_system, entry.external_attr = 3, 0o120777 << 16
        archive.writestr(entry, "/etc/passwd")
    return result.getvalue()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (slipping("../../evil.txt"), "../../evil.txt"),
        (slipping("/etc/cron.d/evil"), "/etc/cron.d/evil"),
        (slipping("Classes/../../evil"), "leading slash, which the engine removes"),
        (slipping("a.txt", "a.txt"), "more than once"),
        (slipping("a.txt", "./a.txt"), "more than once"),
        (slipping("manifest.yaml"), ""),
        (slipping("Resources\\..\\..\\evil"), "backslash"),
        (slipping("C:evil"), "drive"),
        (linking(), "link"),
    ],
)
def test_packages_that_others_unpack_elsewhere_are_not_stored(
    client: httpx.Client, folder: Path, content: bytes, words: str
) -> None:
    refused = client.post(UPLOADS, **form(content))
    require_refused(refused, 400, words)
    assert not list((folder / "apps").glob("*.zip"))


PATCH = {"Content-Type": "application/murano-packages-json-patch"}


def change(path: str, value: Any, op: str = "replace") -> list[dict[str, Any]]:
    return [{"op": op, "path": path, "value": value}]


@pytest.mark.parametrize(
    ("changes", "status", "words"),
    [
        ({}, 400, "Expected `array`"),
        ([1], 400, "Expected `object`"),
        ([{"op": "replace", "path": "/name"}], 400, "value"),
        (change("/other", 1), 403, "replace of /other is not allowed"),
        (change("name", "x"), 403, "not allowed"),
        (change("/fully_qualified_name", "x"), 403, "not allowed"),
        (change("/name", "x", "remove"), 403, "remove of /name is not allowed"),
        (change("/name", "x", "copy"), 403, "copy of /name is not allowed"),
        (change("/name", ""), 400, "/name: "),
        (change("/name", "x" * 81), 400, "/name: "),
        (change("/name", None), 400, "/name: Expected `str`, got `null`"),
        (change("/is_public", "true"), 400, "/is_public: Expected `bool`"),
        (change("/tags", "a"), 400, "/tags: Expected `array`"),
        (change("/tags", ["a"] * 1001), 400, "/tags: "),
        (change("/categories", ["None"]), 400, "Category 'None' doesn't exist"),
        ([*change("/name", "x"), *change("/enabled", 1)], 400, "/enabled: "),
    ],
)
def test_changes_that_are_not_made(
    client: httpx.Client, folder: Path, changes: Any, status: int, words: str
) -> None:
    path = f"{UPLOADS}/{package_id('demo', '1.2.3')}"
    before = client.get(path).json()
    answer = client.patch(path, content=json.dumps(changes), headers=PATCH)
    require_refused(answer, status, words)
    assert client.get(path).json() == before


def test_changes_in_other_forms_are_refused(client: httpx.Client) -> None:
    path = f"{UPLOADS}/{package_id('demo', '1.2.3')}"
    assert client.patch(path, json=change("/name", "x")).status_code == 415
    for content in (b"", b"[", b"[" * 100_000, b"\xff"):
        answer = client.patch(path, content=content, headers=PATCH)
        assert answer.status_code == 400, content[:10]
    missing = f"{UPLOADS}/{'0' * 32}"
    answer = client.patch(missing, content=b"[]", headers=PATCH)
    assert answer.status_code == 404
    for odd in ("..%2f..%2fdemo", "demo", "%00", "x" * 5_000):
        assert client.delete(f"{UPLOADS}/{odd}").status_code == 404


def test_lists_are_extended_and_shortened(client: httpx.Client, folder: Path) -> None:
    path = f"{UPLOADS}/{package_id('demo', '1.2.3')}"
    assert client.get(path).json()["tags"] == ["web", "test"]
    changes = [*change("/tags", ["new", "web"], "add"), *change("/tags", ["test"], "remove")]
    answer = client.patch(path, content=json.dumps(changes), headers=PATCH)
    assert answer.json()["tags"] == ["web", "new"]
    tagged = client.get(f"{UPLOADS}?tag=new").json()["packages"]
    assert [package["id"] for package in tagged] == [answer.json()["id"]]
    (folder / "apps" / FILE).write_text("{")
    require_refused(client.get(path), 503, FILE)
    (folder / "apps" / FILE).unlink()
    assert client.get(path).json()["tags"] == ["web", "test"]


def test_a_service_that_takes_no_packages_changes_none(tmp_path: Path) -> None:
    write_catalog(tmp_path)
    path = f"{UPLOADS}/{package_id('demo', '1.2.3')}"
    with serving(tmp_path, "apps") as result, result.client() as client:
        refusals = (
            client.patch(path, content=b"[]", headers=PATCH),
            client.delete(path),
            client.post("/v1/catalog/categories", json={"name": "Web"}),
            client.delete("/v1/catalog/categories/x"),
        )
        for refused in refusals:
            require_refused(refused, 403, "--writable")
        assert client.get(path).json()["name"] == "Demo"
