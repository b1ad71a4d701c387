"""Browser tests: the page in Chromium, in front of a service of its own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request

from tests.interfaces.browsing import thread
from tests.interfaces.server.page.hostile import HOSTILE
from tests.interfaces.server.page.shelf import LOGO, SHELF
from tests.interfaces.server.page.steps import Zipped, zipped_example
from tests.interfaces.server.serving import serving
from tests.project import EXAMPLES
from tests.waiting import SILENCE

SERVED = ("hello", "broken", "forms", "tested")


@pytest.fixture(scope="session")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is served: the examples, a shelf, and a package whose every text would like to be a script."""
    folder = tmp_path_factory.mktemp("catalog")
    for name in SERVED:
        shutil.copytree(EXAMPLES / name, folder / name)
    for name, package in (("hostile", HOSTILE), ("shelf", SHELF)):
        for path, text in package.items():
            (folder / name / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / name / path).write_text(text, encoding="utf-8")
    (folder / "shelf" / "logo.png").write_bytes(LOGO)
    return folder


@pytest.fixture(scope="session")
def address(
    browser: Browser, built_page: Path, catalog: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a service."""
    with serving(tmp_path_factory.mktemp("service"), str(catalog)) as service:
        yield service.address


@pytest.fixture(scope="session")
def context(browser: Browser, address: str) -> BrowserContext:
    """What the pages of all tests share, which each leaves empty."""

    def opened() -> BrowserContext:
        result = browser.new_context(
            base_url=f"{address}/",
            viewport={"width": 1280, "height": 900},
            locale="en",
            reduced_motion="reduce",
        )
        result.set_default_timeout(1000 * SILENCE)
        # It keeps the process of the site
        result.new_page().goto("healthz")
        return result

    return thread.submit(opened).result()


class Watched:
    """What must not happen in a page: errors of scripts, violations of the policy, requests to others."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.faults: list[str] = []
        self.allowed: list[str] = []
        """Parts of faults that a test expects."""
        self._address = address
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        if not request.url.startswith((self._address, "data:", "blob:")):
            self.faults.append(f"request: {request.url}")

    def require_none(self) -> None:
        """Fail where something happened that is not expected."""
        assert [
            fault for fault in self.faults if not any(part in fault for part in self.allowed)
        ] == []


@pytest.fixture
def watched(browser: Browser, context: BrowserContext, address: str) -> Iterator[Watched]:
    """A page of a new visitor and what was seen in it; a test may expect some of it."""
    result = thread.submit(lambda: Watched(context.new_page(), address)).result()
    yield result
    thread.submit(leave, result.page, address).result()
    result.require_none()


@pytest.fixture
def page(watched: Watched) -> Page:
    """A page of a new visitor; nothing may have gone wrong in it at the end of the test."""
    return watched.page


def leave(page: Page, address: str) -> None:
    """Close a page, and leave nothing of its visitor."""
    page.context.set_offline(False)
    session = page.context.new_cdp_session(page)
    everything = {"origin": address, "storageTypes": "all"}
    session.send("Storage.clearDataForOrigin", everything)
    page.close()


@pytest.fixture
def zipped(tmp_path: Path) -> Zipped:
    """Makes a zip of an example, in which texts are replaced."""

    def make(example: str, replaced: Mapping[str, str] | None = None) -> Path:
        target = tmp_path / f"{example}.zip"
        target.write_bytes(zipped_example(example, replaced))
        return target

    return make
