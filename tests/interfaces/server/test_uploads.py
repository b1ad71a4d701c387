"""Uploaded packages that are kept in memory: requests about them, and their end."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import httpx
import pytest

from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.uploaded_packages import UploadedPackages
from tests.archives import zip_of, zip_of_folder
from tests.interfaces.server.page.shelf import LOGO, SHELF
from tests.interfaces.server.serving import keep_upload
from tests.manifests import write_library

SHELF_CLASS = "example.shelf.Shelf"
ANY = {"classVersion": ">=0"}


@pytest.fixture
def shelf(client: httpx.Client) -> dict[str, str]:
    """The header of requests about a shelf."""
    return {"X-Upload": keep_upload(client, zip_of({**SHELF, "logo.png": LOGO}))}


def test_everything_about_its_classes_is_answered(
    client: httpx.Client, shelf: dict[str, str]
) -> None:
    path = f"/schemas/{SHELF_CLASS}"
    assert client.get(path, params=ANY).status_code == 404
    schema = client.get(path, params=ANY, headers=shelf).json()[""]
    assert schema["properties"]["boards"]["default"] == 5
    listed = client.get("/classes", headers=shelf).json()["classes"]
    names = {item["name"] for item in listed}
    assert {SHELF_CLASS, "demo.App", "io.murano.Object"} <= names
    details = client.get(f"/classes/{SHELF_CLASS}", params=ANY, headers=shelf).json()
    assert details["file"].endswith("Shelf.yaml")
    served = {
        item["name"]
        for item in client.get("/packages", headers=shelf).json()["packages"]
        if item["served"]
    }
    assert served == {"example.shelf"}
    logo = client.get("/packages/example.shelf/logo", headers=shelf)
    assert logo.content == LOGO
    graph = client.get("/graph", headers=shelf).json()
    assert next(item["name"] for item in graph["packages"]) == "example.shelf"
    model = {"?": {"type": f"{SHELF_CLASS}/1.0.0", "id": "a" * 32}, "name": "Oak"}
    rendered = client.post("/render", json=model, headers=shelf).json()
    assert rendered["model"]["boards"] == 5
    assert client.post("/render", json=model).status_code == 422
    form = {"answers": {"page": {"name": "Oak", "password": "Secret-123"}}}
    filled = client.post("/forms/example.shelf", json=form, headers=shelf).json()
    assert filled["model"]["applications"][0]["adminPassword"] == "Secret-123"


EXPORTED = """\
Namespaces: {=: t, sys: io.murano.system}
Name: App
Methods:
  deploy:
    Usage: Action
    Body:
      - $s: new(sys:HeatStack, name => web)
      - $s.setTemplate({resources => {net => {type => 'OS::Neutron::Net'}}})
      - $s.push()
  fail:
    Usage: Action
    Body: {Throw: Broken}
"""


def test_a_model_is_exported_as_a_zip(client: httpx.Client, tmp_path: Path) -> None:
    write_library(tmp_path, "t", ["App"], EXPORTED)
    shelf = {"X-Upload": keep_upload(client, zip_of_folder(tmp_path))}
    model = {"?": {"type": "t.App", "id": "a"}}
    answer = client.post("/export", json=model, headers=shelf)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, "application/zip")
    with zipfile.ZipFile(io.BytesIO(answer.content)) as packed:
        assert packed.namelist() == ["EXPORT.md", "web.env.yaml", "web.yaml"]
    failing_class = EXPORTED.replace("  deploy:", "  other:").replace("  fail:", "  deploy:")
    write_library(tmp_path, "t", ["App"], failing_class)
    failing = {"X-Upload": keep_upload(client, zip_of_folder(tmp_path))}
    refused = client.post("/export", json=model, headers=failing)
    assert refused.status_code == 422
    assert [item["code"] for item in refused.json()["error"]["diagnostics"]] == ["MPL580"]


def test_what_was_edited_takes_the_place_of_what_it_was(client: httpx.Client) -> None:
    params = {"classVersion": "=1.0.0", "packageName": "example.shelf"}
    for default in (5, 6, 7, 5):
        texts = {
            path: text.replace("Default: 5", f"Default: {default}") for path, text in SHELF.items()
        }
        headers = {"X-Upload": keep_upload(client, zip_of(texts))}
        schema = client.get(f"/schemas/{SHELF_CLASS}", params=params, headers=headers)
        assert schema.json()[""]["properties"]["boards"]["default"] == default


def test_it_replaces_a_served_package_of_its_version(client: httpx.Client) -> None:
    served = client.get("/packages/lib").json()
    manifest = "\n".join(
        [
            "Format: '1.4'",
            "Type: Library",
            "FullName: lib",
            f"Version: {served['version']}",
            "Name: replaced",
            "Classes: {lib.New: New.yaml}",
        ]
    )
    texts = {"manifest.yaml": manifest, "Classes/New.yaml": "Name: lib.New\n"}
    headers = {"X-Upload": keep_upload(client, zip_of(texts))}
    packages = client.get("/packages", headers=headers).json()["packages"]
    found = [item for item in packages if item["name"] == "lib"]
    assert [(item["version"], item["title"]) for item in found] == [(served["version"], "replaced")]


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/classes"), ("GET", f"/schemas/{SHELF_CLASS}"), ("POST", "/render")],
)
def test_one_that_is_not_kept_is_gone(client: httpx.Client, method: str, path: str) -> None:
    json = {"?": {}} if method == "POST" else None
    answer = client.request(method, path, json=json, headers={"X-Upload": "0" * 32})
    assert answer.status_code == 409
    assert "upload it again" in answer.json()["error"]["message"]


def test_what_is_no_package_is_refused_when_it_is_used(client: httpx.Client) -> None:
    headers = {"X-Upload": keep_upload(client, b"no zip", "no.zip")}
    answer = client.get("/classes", headers=headers)
    assert answer.status_code == 400
    assert "no.zip" in answer.json()["error"]["message"]


def test_nothing_of_it_is_seen_by_others(client: httpx.Client, shelf: dict[str, str]) -> None:
    client.get("/classes", headers=shelf)
    names = {item["name"] for item in client.get("/classes").json()["classes"]}
    assert SHELF_CLASS not in names


def test_those_used_last_are_kept_up_to_a_size() -> None:
    uploads = UploadedPackages(most=10)
    first, second = uploads.add("a", b"1234"), uploads.add("b", b"1234")
    assert uploads.add("a", b"1234") == first
    third = uploads.add("c", b"1234")
    assert (uploads.get(first).package, uploads.get(third).name) == (b"1234", "c")
    with pytest.raises(ApiError, match="upload it again"):
        uploads.get(second)
    large = uploads.add("d", b"x" * 20)
    assert uploads.get(large).package == b"x" * 20
    for id_ in (first, third):
        with pytest.raises(ApiError, match="upload it again"):
            uploads.get(id_)
