"""Search over the catalog, and over an uploaded package."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tests.archives import zip_of
from tests.interfaces.server.page.shelf import SHELF


def names(found: dict[str, Any], kind: str) -> list[str]:
    """Return what hits of a kind are called."""
    key = {"files": "file", "diagnostics": "code"}.get(kind, "name")
    return [hit[key] for hit in found[kind]]


@pytest.mark.parametrize(
    ("text", "kind", "expected"),
    [
        ("DEMO", "packages", ["demo"]),
        ("base demo", "classes", ["demo.Base"]),
        ("a", "classes", ["demo.App"]),
        ("app.yaml", "files", ["Classes/App.yaml"]),
        ("logo", "files", []),
        ("no such thing", "classes", []),
    ],
)
def test_the_best_hits_come_first(
    client: httpx.Client, text: str, kind: str, expected: list[str]
) -> None:
    query = {"text": text, "kind": kind, "most": 1, "served": True}
    found = client.get("/search", params=query).json()
    assert names(found, kind) == expected
    assert found["numbers"].keys() == {kind}
    assert found["numbers"][kind] >= len(expected)


def test_diagnostics_are_found_by_code_name_message_and_file(client: httpx.Client) -> None:
    query = {"text": "faulty mpl", "most": 100}
    found = client.get("/search", params=query).json()
    report = client.get("/packages/faulty/report").json()["diagnostics"]
    hits = [hit for hit in found["diagnostics"] if hit["package"] == "faulty"]
    assert hits
    assert {hit["code"] for hit in hits} <= {item["code"] for item in report}
    first = hits[0]
    again = client.get("/search", params={"text": first["message"], "kind": "diagnostics"}).json()
    assert first in again["diagnostics"]


def test_an_upload_is_searched_alone_or_with_its_libraries(client: httpx.Client) -> None:
    upload = client.post(
        "/uploads", content=zip_of(SHELF), headers={"Content-Type": "application/zip"}
    )
    about = {"X-Upload": upload.json()["id"]}
    query = {"text": "o", "kind": ["classes", "packages"], "most": 100}
    everything = client.get("/search", params=query, headers=about).json()
    alone = client.get("/search", params={**query, "served": True}, headers=about).json()
    assert "io.murano" in names(everything, "packages")
    assert names(alone, "packages") == ["example.shelf"]
    assert set(names(alone, "classes")) < set(names(everything, "classes"))
