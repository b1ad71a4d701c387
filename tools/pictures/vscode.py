"""The extension of VS Code, in editors/vscode/images; they are taken in VS Code in a browser."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Locator, expect

from tests.editors.code_server import Window, opened, serving
from tests.programs import path_of
from tests.project import EXAMPLES, ROOT

IMAGES = ROOT / "editors" / "vscode" / "images"
LARGEST = 60 * 1024
"""Bytes: the package of the extension has all of them."""
TEST = """\
Namespaces:
  =: example.tested
  test: io.murano.test
Name: AccountTest
Extends: test:TestFixture
Methods:
  testSome:
    Body:
      - $account: new(Account, balance => 10)
      - $.assertEqual(8, $account.withdraw(3))
  testAll:
    Body:
      - $account: new(Account, balance => 10)
      - $.assertEqual(0, $account.withdraw(10))
"""
SETTINGS: dict[str, Any] = {
    "breadcrumbs.enabled": False,
    "editor.hover.above": False,
    "editor.minimap.enabled": False,
    "editor.occurrencesHighlight": "off",
    "workbench.activityBar.location": "hidden",
    "workbench.colorTheme": "Default Light Modern",
    "workbench.reduceMotion": "on",
    "workbench.layoutControl.enabled": False,
    "window.commandCenter": False,
}


def show(window: Window, file: str) -> None:
    """Open a class in a window without a side bar, with all its lenses."""
    window.open("Classes", file)
    window.command("View: Toggle Primary Side Bar Visibility")
    expect(window.page.get_by_text(re.compile("[0-9] references?$")).nth(1)).to_be_visible()


def replace(path: Locator, text: str) -> None:
    """Show something else for a path of this machine."""
    path.evaluate("(node, text) => { node.textContent = text }", text)


def status(window: Window) -> None:
    """The status item, with what it says."""
    show(window, "Account.yaml")
    window.status.hover()
    hover = window.page.locator(".workbench-hover")
    expect(hover).to_contain_text("11 errors")
    replace(hover.locator("code"), "~/.venv/bin/muranopl")


def problems(window: Window) -> None:
    """A mistake with its explanation, and the numbers of all."""
    show(window, "Account.yaml")
    window.line("Contract: $.string().notNul()").get_by_text("notNul").hover()
    hover = window.page.locator(".monaco-hover-content", has_text="did you mean")
    expect(hover).to_be_visible()


def navigation(window: Window) -> None:
    """The uses of a property in a class and a form."""
    show(window, "Greeter.yaml")
    window.line("greeting:").get_by_text("greeting").click()
    window.page.keyboard.press("Shift+F12")
    expect(window.page.locator(".reference-zone-widget .referenceMatch").first).to_be_visible()
    replace(window.page.locator(".reference-zone-widget .dirname"), "Classes")


def preview(window: Window) -> None:
    """The form of a class beside it."""
    show(window, "Greeter.yaml")
    window.lens("Show form").click()
    expect(window.preview().get_by_role("heading", level=1)).to_be_visible()


def tests(window: Window) -> None:
    """A test that fails, in the Test Explorer and at its line."""
    file = window.folder / "Classes" / "AccountTest.yaml"
    file.write_text(TEST, encoding="utf-8")
    window.open("Classes", "AccountTest.yaml")
    window.command("Testing: Focus on Test Explorer View")
    window.lens("Run tests").click()
    expect(window.line("assertEqual(8")).to_contain_text("8 != 7")
    window.page.locator(".test-explorer .monaco-tl-twistie").first.click()
    expect(window.page.get_by_role("treeitem", name="testAll")).to_be_visible()


PICTURES: dict[str, tuple[str, Callable[[Window], None]]] = {
    "status": ("broken", status),
    "problems": ("broken", problems),
    "navigation": ("hello", navigation),
    "preview": ("hello", preview),
    "tests": ("tested", tests),
}


def take(browser: Browser) -> None:
    """Take all pictures."""
    program = path_of("VS Code")
    assert program is not None, "make code-server"
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(program, Path(folder) / "server", SETTINGS) as address,
    ):
        for name, (example, prepare) in PICTURES.items():
            package = Path(shutil.copytree(EXAMPLES / example, Path(folder) / name / example))
            size = {"width": 760, "height": 430}
            with opened(browser, address, package, viewport=size) as window:
                prepare(window)
                colour = window.line("Namespaces:").locator("span span").first
                expect(colour).not_to_have_class("mtk1")
                picture = window.page.screenshot(path=IMAGES / f"{name}.png", caret="hide")
            assert len(picture) <= LARGEST, f"{name}.png has {len(picture):,} bytes"
            print(f"{name}.png: {len(picture):,} bytes")
