"""Two versions of a package compared, and the graph of packages."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.archives import zip_of
from tests.interfaces.server.page.shelf import SHELF
from tests.interfaces.server.serving import keep_upload

CHANGED = {
    **SHELF,
    "manifest.yaml": SHELF["manifest.yaml"].replace("Version: 1.0.0", "Version: 1.0.1"),
    "Classes/Shelf.yaml": SHELF["Classes/Shelf.yaml"].replace("  spare:", "  reserve:"),
}


def compare(client: httpx.Client, status: int = 200, **sides: Any) -> Any:
    """Return the answer to a comparison."""
    answer = client.post("/diff", json=sides)
    assert answer.status_code == status, answer.text
    return answer.json() if status == 200 else answer.json()["error"]["message"]


def test_two_uploads(client: httpx.Client) -> None:
    old = {"upload": keep_upload(client, zip_of(SHELF))}
    new = {"upload": keep_upload(client, zip_of(CHANGED))}
    result = compare(client, old=old, new=new)
    assert (result["package"], result["old"], result["new"]) == ("example.shelf", "1.0.0", "1.0.1")
    assert (result["level"], result["needed"], result["ok"]) == ("major", "2.0.0", False)
    assert result["verdict"].endswith("major changes since 1.0.0 need 2.0.0 or later.")
    gone = next(item for item in result["changes"] if item["text"] == "was removed")
    assert gone["level"] == "major"
    assert gone["new"] is None
    lines = result["old_sources"][gone["old"]["source"]].split("\n")
    assert lines[gone["old"]["line"] - 1] == "  spare:"
    same = compare(client, old=old, new=old)
    assert (same["level"], same["changes"]) == (None, [])


def test_a_served_package_and_an_upload(client: httpx.Client) -> None:
    package = {
        "manifest.yaml": SHELF["manifest.yaml"]
        .split("  example.shelf.Shelf")[0]
        .replace("example.shelf", "demo")
        .replace("1.0.0", "2.0.0")
        + "  demo.Other: Other.yaml\n",
        "Classes/Other.yaml": "Name: demo.Other\n",
    }
    new = {"upload": keep_upload(client, zip_of(package), "demo.zip")}
    result = compare(client, old={"package": "demo", "version": "1.2.3"}, new=new)
    assert result["ok"]
    assert "class demo.App" in [item["subject"] for item in result["changes"]]


def test_files_that_differ_have_their_texts(client: httpx.Client) -> None:
    old = {**SHELF, "logo.png": b"\x89PNG", "gone.txt": "old\n"}
    new = {**SHELF, "logo.png": b"\x89PNG\0", "new.txt": "new\n"}
    sides = {
        side: {"upload": keep_upload(client, zip_of(files), "shelf.zip")}
        for side, files in (("old", old), ("new", new))
    }
    assert compare(client, **sides)["files"] == [
        {"path": "gone.txt", "old": "old\n", "new": None, "shown": True},
        {"path": "logo.png", "old": None, "new": None, "shown": False},
        {"path": "new.txt", "old": None, "new": "new\n", "shown": True},
    ]


@pytest.mark.parametrize(
    ("side", "status", "words"),
    [
        ({}, 400, "each have either package or upload"),
        ({"package": "demo", "upload": "0" * 32}, 400, "each have either package or upload"),
        ({"upload": "0" * 32}, 409, "no longer in memory"),
        ({"package": "no.such"}, 404, 'package "no.such" is not found'),
        ({"package": "demo", "version": "9.9.9"}, 404, "9.9.9"),
        ({"package": "faulty"}, 400, "are different packages"),
        ({"package": "io.murano"}, 400, "part of muranopl"),
    ],
)
def test_what_cannot_be_compared_is_refused(
    client: httpx.Client, side: dict[str, str], status: int, words: str
) -> None:
    assert words in compare(client, status, old={"package": "demo"}, new=side)


def test_an_upload_that_is_no_package_is_refused(client: httpx.Client) -> None:
    new = {"upload": keep_upload(client, b"no zip", "no.zip")}
    assert '"no.zip" is not a package' in compare(client, 400, old={"package": "demo"}, new=new)


def test_the_graph_of_packages(client: httpx.Client) -> None:
    graph = client.get("/graph/packages").json()
    names = {item["name"]: item["checked"] for item in graph["packages"]}
    assert names["demo"]
    manifest = SHELF["manifest.yaml"] + "Require:\n  demo: '>=1'\n  no.such: 2.0.0\n"
    upload = keep_upload(client, zip_of({**SHELF, "manifest.yaml": manifest}))
    of_upload = client.get("/graph/packages", headers={"X-Upload": upload}).json()
    assert of_upload["missing"] == ["no.such"]
    targets = {item["name"]: item["target"] for item in of_upload["requirements"]}
    assert targets == {"demo": "demo/1.2.3", "no.such": None}
    checked = {item["name"]: item["checked"] for item in of_upload["packages"]}
    assert checked == {"example.shelf": True, "demo": False}
