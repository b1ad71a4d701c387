"""The service as an application of Python: `muranopl.server.app`."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path
from typing import Any

import httpx
import pytest

import muranopl
from muranopl.interfaces.server.operations import page
from muranopl.server import app
from tests.interfaces.server.sample_catalog import write_catalog

SECRET = {"X-Auth-Token": "secret"}


def test_an_application_for_any_server(tmp_path: Path) -> None:
    write_catalog(tmp_path)
    (tmp_path / "tokens").write_text("secret\n")
    result = app(
        muranopl.Catalog(
            tmp_path / "apps", libraries=[tmp_path / "libraries"], quirks="list-length"
        ),
        cache=tmp_path / "cache",
        token_file=tmp_path / "tokens",
        hosts="murano.example",
        workers=1,
    )

    async def ask() -> None:
        transport = httpx.ASGITransport(result)
        async with (
            result.router.lifespan_context(result),
            httpx.AsyncClient(
                transport=transport, base_url="https://murano.example", headers=SECRET
            ) as client,
        ):
            assert (await client.get("/healthz")).json()["status"] == "ok"
            assert list(
                (await client.get("/schemas/lib.Thing", params={"classVersion": "2"})).json()
            ) == [""]
            assert (
                await client.get("/packages", headers={"X-Auth-Token": "other"})
            ).status_code == 401
            link = (await client.get("/")).json()["versions"][0]["links"][0]["href"]
            assert link == "https://murano.example/v1/"

    asyncio.run(ask())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"catalog": "nowhere"}, 'the path "nowhere" does not exist'),
        ({"catalog": "apps", "libraries": "nowhere"}, 'the path "nowhere" does not exist'),
        ({"catalog": "apps", "core_library": "nowhere"}, 'the path "nowhere" does not exist'),
        ({"catalog": "apps", "quirks": "nothing"}, "nothing"),
        ({"catalog": "apps", "workers": 0}, "workers must be a positive integer"),
        ({"catalog": "apps", "workers": 10_000}, "10,000 worker processes are too many"),
        ({"catalog": "apps", "token_file": "nowhere"}, 'the token file "nowhere" cannot be read'),
        ({"catalog": b"apps"}, "paths must be a path"),
        ({"catalog": muranopl.Catalog([]), "libraries": "apps"}, "are those of the catalog"),
        (
            {"catalog": muranopl.Catalog("-", streams={"-": b""})},
            "a catalog of streams cannot be served",
        ),
    ],
)
def test_what_has_no_plain_meaning(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: dict[str, Any], message: str
) -> None:
    write_catalog(tmp_path)
    monkeypatch.chdir(tmp_path)
    with pytest.raises(muranopl.UsageError, match=message):
        app(**arguments)


@pytest.mark.parametrize(
    ("has_sources", "command"),
    [(True, "make page"), (False, "MURANOPL_PAGE=require pip install '.[server]'")],
    ids=["checkout", "installed"],
)
def test_without_the_page_the_command_that_builds_it_is_shown(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    has_sources: bool,
    command: str,
) -> None:
    """In the log at start, and to browsers; the API is served."""
    write_catalog(tmp_path)
    monkeypatch.setattr(page, "INDEX", str(tmp_path / "built" / "index.html"))
    monkeypatch.setattr(page, "_SOURCES", str(tmp_path))
    if has_sources:
        (tmp_path / "package.json").touch()
    result = app(tmp_path / "apps", workers=1)

    async def ask() -> list[httpx.Response]:
        transport = httpx.ASGITransport(result)
        async with (
            result.router.lifespan_context(result),
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
        ):
            return [
                await client.get("/", headers={"Accept": media})
                for media in ("text/html", "application/json")
            ]

    with caplog.at_level("WARNING", "muranopl.server"):
        shown, versions = asyncio.run(ask())
    [line] = [record.getMessage() for record in caplog.records]
    assert "the web page is not built" in line
    assert f"run {command} in " in line
    assert shown.status_code == 200
    assert f"<code>{command}</code>" in shown.text
    assert versions.json()["versions"]


def test_packages_are_taken_into_a_folder_only(tmp_path: Path) -> None:
    write_catalog(tmp_path)
    archive = shutil.make_archive(str(tmp_path / "demo"), "zip", tmp_path / "apps" / "demo")
    with pytest.raises(
        muranopl.UsageError, match="is not a folder, so packages cannot be stored in it"
    ):
        app(archive, writable=True)
