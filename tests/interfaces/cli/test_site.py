"""Links to a documentation site: there are some once the build names one, and none before."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from muranopl.diagnostics.pages import site
from tests.command_line import run
from tests.project import EXAMPLES

BROKEN = EXAMPLES / "broken"
BASE = "https://docs.example.org/muranopl"
SITE = f"{BASE}/0.1.0"
METADATA = "Metadata-Version: 2.1\nName: muranopl\nVersion: 0.1.0\nProject-URL: Source, https://example.org/src\n"
URLS = {"none": "", "named": f"Project-URL: Documentation, {BASE}/\n"}


def page(code: str) -> str:
    return f"{SITE}/codes/{code}.html"


@pytest.fixture(params=URLS)
def is_named(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[bool]:
    """Have the installed package name a site, or none; return which."""
    folder = tmp_path / "muranopl-0.1.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(METADATA + URLS[request.param])
    monkeypatch.syspath_prepend(tmp_path)
    site.cache_clear()
    yield request.param == "named"
    site.cache_clear()


def links(format_: str, output: str) -> list[Any]:
    """Return the links that a report has in the places of its format."""
    if format_ == "json":
        return [load["docs_url"] for load in json.loads(output)["diagnostics"]]
    if format_ == "sarif":
        driver = json.loads(output)["runs"][0]["tool"]["driver"]
        return [driver.get("informationUri"), *(rule.get("helpUri") for rule in driver["rules"])]
    if format_ == "junit":
        bodies = [
            body.text or "" for body in ElementTree.fromstring(output).iterfind(".//testcase/*")
        ]
        return [body.splitlines()[-1] if "https:" in body else None for body in bodies]
    return [line.rpartition("%0A")[2] if "https:" in line else None for line in output.splitlines()]


@pytest.mark.parametrize("format_", ["json", "sarif", "junit", "github"])
def test_links_of_machine_formats(format_: str, is_named: bool) -> None:
    output = run("check", BROKEN, "--no-cache", "--format", format_).stdout
    result = links(format_, output)
    assert result
    expected = [SITE if link == SITE else page(link[-11:-5]) if link else None for link in result]
    assert result == expected
    assert {link is not None for link in result} == {is_named}
    # The schema of SARIF
    assert output.count("https:") == output.count(SITE) + (format_ == "sarif")


def test_people_are_told_the_command(is_named: bool) -> None:
    output = run("check", BROKEN, "--no-cache").stdout
    assert "= more: muranopl explain MPL163" in output
    output += run("check", BROKEN, "--no-cache", "--format", "concise").stdout
    assert "https:" not in output
    explained = run("explain", "MPL163").stdout
    assert (f"More: {page('MPL163')}" in explained) is is_named
