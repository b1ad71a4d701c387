"""Sessions in VS Code, in Chromium, with the packaged extension."""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

import muranopl
from tests.editors.code_server import opened, serving
from tests.programs import path_of, reason_of, require
from tests.project import EXAMPLES, ROOT
from tests.waiting import wait_until


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of VS Code with the extension."""
    program = path_of("VS Code")
    if program is None:  # in CI as well: it may not be possible to install it
        pytest.skip(reason_of("VS Code"))
    require("Node")
    with (ROOT / "build" / "vscode.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        build = ["make", "editors/vscode/dist/muranopl.vsix"]
        result = subprocess.run(build, cwd=ROOT, capture_output=True, text=True, check=False)
        assert result.returncode == 0, result.stdout + result.stderr
    with serving(program, tmp_path_factory.mktemp("vscode")) as address:
        yield address


def copied(example: str, folder: Path) -> Path:
    return Path(shutil.copytree(EXAMPLES / example, folder / example))


def test_a_definition_in_the_core_library(browser: Browser, address: str, tmp_path: Path) -> None:
    with opened(browser, address, copied("hello", tmp_path)) as window:
        window.open("Classes", "WebServer.yaml")
        window.line("- std:Application").get_by_text("Application").click()
        expect(window.lens("Render")).to_be_visible()
        window.page.keyboard.press("F12")
        expect(window.tab("Application.yaml")).to_be_visible()
        expect(window.line("Name: Application")).to_be_visible()


@pytest.mark.parametrize(
    "case",
    [
        ("Classes", "Greeter.yaml", "Render", "An object of example.hello.Greeter"),
        ("Classes", "Greeter.yaml", "Show form", "The form of example.hello.Greeter"),
        ("UI", "ui.yaml", "Show form", "The form of example.hello"),
    ],
)
def test_lenses_show_rendered_markdown(
    browser: Browser, address: str, tmp_path: Path, case: tuple[str, str, str, str]
) -> None:
    folder, file, lens, expected = case
    with opened(browser, address, copied("hello", tmp_path)) as window:
        window.open(folder, file)
        window.lens(lens).click()
        heading = window.preview().get_by_role("heading", level=1)
        expect(heading).to_have_text(expected)


def test_a_method_is_renamed_in_all_files(browser: Browser, address: str, tmp_path: Path) -> None:
    package = copied("hello", tmp_path)
    with opened(browser, address, package) as window:
        window.open("Classes", "Greeter.yaml")
        expect(window.lens("Render")).to_be_visible()
        window.line("getGreeting:").get_by_text("getGreeting").click()
        window.page.keyboard.press("F2")
        box = window.page.locator(".rename-box input")
        expect(box).to_be_focused()
        box.fill("makeGreeting")
        window.page.keyboard.press("Enter")
        expect(window.line("makeGreeting:")).to_be_visible()
        window.command("File: Save All Files")
        file = package / "Classes" / "WebServer.yaml"
        wait_until(lambda: "getGreeting" not in file.read_text("utf-8"))
        assert "$.showPage($.makeGreeting($visitor))" in file.read_text("utf-8")


def test_a_failing_test_is_shown_at_its_line(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    package = copied("tested", tmp_path)
    file = package / "Classes" / "AccountTest.yaml"
    file.write_text(file.read_text("utf-8").replace("left: 7", "left: 8"), encoding="utf-8")
    with opened(browser, address, package) as window:
        window.open("Classes", "AccountTest.yaml")
        window.lens("Run tests").click()
        expect(window.line("$.assertEqual($left")).to_contain_text("8 != 7")


def test_a_code_is_explained_in_rendered_markdown(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    with opened(browser, address, copied("broken", tmp_path)) as window:
        window.command("MuranoPL: Explain a Code")
        window.answer("mpl163")
        heading = window.preview().get_by_role("heading", level=1)
        expect(heading).to_contain_text("MPL163")


@pytest.mark.skipif(not Path("/proc/self/cwd").exists(), reason="needs the /proc of Linux")
def test_a_server_that_does_not_stop_is_replaced(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    folder = copied("hello", tmp_path)
    with opened(browser, address, folder) as window:
        window.open("Classes", "Greeter.yaml")
        expect(window.lens("Render")).to_be_visible()
        for directory in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                if (directory / "cwd").readlink() == folder:
                    os.kill(int(directory.name), signal.SIGSTOP)
        window.command("MuranoPL: Restart the Server")
        expect(window.lens("Render")).to_have_count(0)
        expect(window.lens("Render")).to_be_visible()


def test_the_status_has_the_version_and_the_number_of_problems(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    with opened(browser, address, copied("broken", tmp_path)) as window:
        expect(window.status).to_have_text(re.compile(r"MuranoPL: 15"))
        window.status.hover()
        hover = window.page.locator(".workbench-hover")
        expect(hover).to_contain_text(f"muranopl {muranopl.__version__}")
        expect(hover).to_contain_text("11 errors, 4 warnings")


def test_the_test_explorer_shows_cases_and_coverage(
    browser: Browser, address: str, tmp_path: Path
) -> None:
    with opened(browser, address, copied("tested", tmp_path)) as window:
        window.command("Testing: Focus on Test Explorer View")
        tests = window.page.locator(".test-explorer")
        expect(tests.get_by_role("treeitem", name="example.tested.AccountTest")).to_be_visible()
        window.command("Test: Run All Tests with Coverage")
        expect(window.page.get_by_role("treeitem", name="Account.yaml")).to_contain_text("100.00%")
