"""The deployment of a model is downloaded as files, or the reason why there are none is shown."""

from __future__ import annotations

import zipfile
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.archives import zip_of
from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import drop
from tests.manifests import library_manifest

STACK = """\
Namespaces: {=: t, sys: io.murano.system}
Name: App
Methods:
  deploy:
    Usage: Action
    Body:
      - $s: new(sys:HeatStack, name => web)
      - $s.setTemplate({resources => {net => {type => 'OS::Neutron::Net'}}})
      - $s.push()
"""
FAILING = "Name: t.App\nMethods: {deploy: {Usage: Action, Body: {Throw: Broken, Message: no more room}}}\n"


def open_dropped(page: Page, folder: Path, class_: str) -> None:
    """Open the form of a class of a package that is dropped."""
    package = folder / "t.zip"
    files = {
        "manifest.yaml": library_manifest("t", {"t.App": "App.yaml"}),
        "Classes/App.yaml": class_,
    }
    package.write_bytes(zip_of(files))
    page.goto("#/form")
    drop(page, package)
    page.get_by_role("link", name="App", exact=True).click()
    expect(page.locator(".class-line")).to_contain_text("t.App")


def test_a_deployment_is_downloaded(page: Page, tmp_path: Path) -> None:
    open_dropped(page, tmp_path, STACK)
    for with_user_data, query in ((False, ""), (True, "user_data=true")):
        page.get_by_label("Plans as user data").set_checked(with_user_data)
        with (
            page.expect_request("**/export*") as request,
            page.expect_download() as download,
        ):
            page.get_by_role("button", name="Export", exact=True).click()
        assert request.value.url.partition("?")[2] == query
        assert download.value.suggested_filename == "t.App-exported.zip"
        with zipfile.ZipFile(download.value.path()) as exported:
            assert exported.namelist() == ["EXPORT.md", "web.env.yaml", "web.yaml"]
            assert b"OS::Neutron::Net" in exported.read("web.yaml")
        expect(page.locator("#announcer")).to_have_text("The deployment was exported.")


def test_a_deployment_that_fails_says_why(page: Page, watched: Watched, tmp_path: Path) -> None:
    watched.allowed.append("status of 422")
    open_dropped(page, tmp_path, FAILING)
    page.get_by_role("button", name="Export", exact=True).click()
    expect(page.get_by_role("heading", name="The deployment fails: 1 error")).to_be_visible()
    shown = page.locator(".render-result .findings")
    expect(shown).to_contain_text("MPL580")
    expect(shown).to_contain_text("no more room")
