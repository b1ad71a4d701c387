"""Tests in a browser: one Chromium for all tests of a process, and one context, emptied after each test.

Playwright keeps an event loop running in its thread, where nothing else could use asyncio. So it has a
thread of its own, in which fixtures and tests with `browser` run.
"""

from __future__ import annotations

import fcntl
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.programs import path_of, require
from tests.project import ROOT
from tests.waiting import GUARD, SILENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PAGE = ROOT / "interfaces" / "server" / "page"
_OPTIONS = [
    # CI runs as root, in containers of little shared memory
    "--no-sandbox",
    "--disable-dev-shm-usage",
    # Starting a process and compiling the scripts anew is most of what a page costs
    "--process-per-site",
    # What tries to leave this machine finds nothing
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE *.localhost, EXCLUDE 127.0.0.1",
]

thread = ThreadPoolExecutor(1, "browser")
"""The thread of the browser."""


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test with a browser in the thread of the browser."""
    if "browser" not in pyfuncitem.fixturenames:
        return None
    names = pyfuncitem._fixtureinfo.argnames
    arguments = {name: pyfuncitem.funcargs[name] for name in names}
    thread.submit(pyfuncitem.obj, **arguments).result()
    return True


@pytest.fixture(scope="session")
def built_page() -> Path:
    """The page as it is served, built if a source is newer. Processes that run tests take turns."""
    built = PAGE / "built"
    if not (built / "index.html").is_file():
        require("Node")
    (ROOT / "build").mkdir(exist_ok=True)
    with (ROOT / "build" / "page.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if path_of("Node") is not None:
            result = subprocess.run(
                ["make", "page"], cwd=ROOT, capture_output=True, text=True, check=False
            )
            assert result.returncode == 0, result.stdout + result.stderr
    return built


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, without a window."""
    from playwright.sync_api import (  # slow, and few tests need it
        expect,
        sync_playwright,
    )

    program = require("Chromium")
    expect.set_options(timeout=1000 * SILENCE)
    playwright = thread.submit(sync_playwright().start).result()
    browser = thread.submit(
        playwright.chromium.launch, executable_path=program, args=_OPTIONS
    ).result()
    yield browser
    thread.submit(browser.close).result()
    thread.submit(playwright.stop).result()


def wait_until(page: Page, condition: str) -> None:
    """Wait until an expression of JavaScript is true, which may await something.

    `wait_for_function` compiles it in the page, which the policy of the page forbids: it looks once.
    """
    page.evaluate(
        f"""(guard) => new Promise((resolve, reject) => {{
            const end = performance.now() + 1000 * guard
            const look = async () => {{
                if ({condition}) resolve()
                else if (performance.now() < end) requestAnimationFrame(() => look().catch(reject))
                else reject(new Error('it does not become true'))
            }}
            look().catch(reject)
        }})""",
        GUARD,
    )
