"""Browser tests: the page in the system's Chromium, with a service of its own after it.

They run where Chromium is, and build the page where it is not built (`make page`). Elsewhere they
are skipped, which the end of the test run says in one line; with CI=true they fail.
"""

from __future__ import annotations

import fcntl
import io
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from playwright.sync_api import (
    Browser,
    ConsoleMessage,
    Page,
    Request,
    Route,
    expect,
    sync_playwright,
)

from tests.interfaces.server.page.hostile import HOSTILE
from tests.interfaces.server.page.shelf import LOGO, SHELF
from tests.project import EXAMPLES, ROOT

BUILT = ROOT / "interfaces" / "server" / "page" / "built"
SERVED = ("hello", "broken", "forms", "tested")
PATIENCE = float(os.environ.get("MURANOPL_PATIENCE", "60"))
"""For how many seconds something is waited for that does not come: slow machines fail no test."""
_ADDRESS = re.compile(r"serving at (http://\S+)/")


def missing() -> str:
    """What there is not that browser tests need; an empty text where all is there."""
    if chromium() is None:
        return "no Chromium (apt install chromium)"
    if shutil.which("npm") is None and not (BUILT / "index.html").is_file():
        return "no Node to build the page with (apt install nodejs npm)"
    return ""


def chromium() -> str | None:
    """The path of the browser."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next(filter(None, map(shutil.which, names)), None)


@pytest.fixture(scope="session")
def built_page() -> Path:
    """The page as it is served, built if a source is newer. Processes that run tests take turns."""
    lacking = missing()
    if lacking and os.environ.get("CI"):
        pytest.fail(f"browser tests cannot run: {lacking}")
    if lacking:
        pytest.skip(f"browser tests skipped: {lacking}")
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if shutil.which("npm") is not None:
            result = subprocess.run(
                ["make", "page"], cwd=ROOT, capture_output=True, text=True, check=False
            )
            assert result.returncode == 0, result.stdout + result.stderr
    return BUILT


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
    built_page: Path, catalog: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[str]:
    """The address of a service, which has to end well when it is told to."""
    log = tmp_path_factory.mktemp("service") / "log"
    command = [
        sys.executable,
        "-m",
        "muranopl",
        "serve",
        str(catalog),
        "--port",
        "0",
        "--jobs",
        "1",
    ]
    with (
        log.open("w") as written,
        subprocess.Popen(command, stdout=written, stderr=written) as service,
    ):
        try:
            while not (result := _ADDRESS.search(log.read_text(encoding="utf-8"))):
                assert service.poll() is None, log.read_text(encoding="utf-8")
                time.sleep(0.05)
            yield result[1]
        finally:
            service.send_signal(signal.SIGTERM)
            status = service.wait()
    assert status == 0, log.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def browser(built_page: Path) -> Iterator[Browser]:
    """Chromium, without a window. For a module only: while it is there, other tests cannot use asyncio."""
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as playwright:
        # CI runs as root, in containers of little shared memory
        options = [
            "--no-sandbox",
            "--disable-dev-shm-usage",
        ]
        browser = playwright.chromium.launch(executable_path=chromium(), args=options)
        yield browser
        browser.close()


class Watched:
    """What must not happen in a page: errors of scripts, violations of the policy, requests to others."""

    def __init__(self, page: Page, address: str) -> None:
        self.faults: list[str] = []
        self.allowed: list[str] = []
        """Parts of faults that a test expects."""
        self._address = address
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.on(
            "dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}")
        )
        page.route("**/*", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text}")

    def _request(self, route: Route, request: Request) -> None:
        if request.url.startswith((self._address, "data:", "blob:")):
            route.continue_()
        else:
            self.faults.append(f"request: {request.url}")
            route.abort()

    def require_none(self) -> None:
        """Fail where something happened that is not expected."""
        assert [
            fault
            for fault in self.faults
            if not any(part in fault for part in self.allowed)
        ] == []


@pytest.fixture
def watched(page: Page) -> Watched:
    """What was seen in the page of this test, which may expect some of it."""
    return page.watched  # type: ignore[attr-defined, no-any-return]


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page of a new visitor; nothing may have gone wrong in it at the end of the test."""
    context = browser.new_context(
        base_url=f"{address}/", viewport={"width": 1280, "height": 900}, locale="en"
    )
    context.set_default_timeout(1000 * PATIENCE)
    page = context.new_page()
    watched = Watched(page, address)
    page.watched = watched  # type: ignore[attr-defined]
    yield page
    context.close()
    watched.require_none()


def expect_fits(page: Page) -> None:
    """Wait until nothing is wider than the window; the page measures some of it after it is drawn."""
    page.wait_for_function(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )


def zip_of(example: str, replaced: Mapping[str, str] | None = None) -> bytes:
    """Return a zip of an example, in which texts are replaced."""
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        for file in sorted((EXAMPLES / example).rglob("*")):
            if file.is_file():
                text = file.read_text(encoding="utf-8")
                for old, new in (replaced or {}).items():
                    text = text.replace(old, new)
                archive.writestr(file.relative_to(EXAMPLES / example).as_posix(), text)
    return result.getvalue()


@pytest.fixture
def zipped(tmp_path: Path) -> Callable[..., Path]:
    """Makes a zip of an example, in which texts are replaced."""

    def make(example: str, replaced: Mapping[str, str] | None = None) -> Path:
        target = tmp_path / f"{example}.zip"
        target.write_bytes(zip_of(example, replaced))
        return target

    return make
