"""VS Code in a browser with the extension: its server, and a window on a folder."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, FrameLocator, Locator, Page, expect

from tests.project import ROOT
from tests.waiting import SILENCE

EXTENSION = ROOT / "editors" / "vscode" / "dist" / "muranopl.vsix"
_SETTINGS: Mapping[str, Any] = {
    "muranopl.path": str(Path(sys.executable).with_name("muranopl")),
    "editor.hover.delay": 0,
    "files.autoSave": "off",
    "telemetry.telemetryLevel": "off",
    "workbench.startupEditor": "none",
}


@contextlib.contextmanager
def serving(program: str, folder: Path, settings: Mapping[str, Any] = {}) -> Iterator[str]:
    """Yield the address of VS Code with the extension; everything that it writes is in a folder."""
    machine = folder / "data" / "Machine" / "settings.json"
    machine.parent.mkdir(parents=True)
    machine.write_text(json.dumps({**_SETTINGS, **settings}), encoding="utf-8")
    command = [program, "--server-data-dir", str(folder), "--accept-server-license-terms"]
    command += ["--extensions-dir", str(folder / "extensions"), "--telemetry-level", "off"]
    install = [*command, "--install-extension", str(EXTENSION)]
    result = subprocess.run(install, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    serve = [*command, "--host", "127.0.0.1", "--port", "0", "--without-connection-token"]
    with subprocess.Popen(
        serve,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        try:
            lines = iter(process.stdout)
            address = next(filter(None, (re.search(r"available at (\S+)", line) for line in lines)))
            # It would stop where nobody reads what it says
            threading.Thread(target=list, args=[lines], daemon=True).start()
            yield address[1]
        finally:
            # With a signal that it handles it waits minutes for windows that may come back
            os.killpg(process.pid, signal.SIGKILL)


class Window:
    """A window of VS Code, as its user sees it."""

    def __init__(self, page: Page, folder: Path) -> None:
        self.page, self.folder = page, folder
        self.status = page.locator(".statusbar-item[id$='muranopl.status']")

    def command(self, title: str) -> None:
        """Run a command by its title."""
        self.page.keyboard.press("F1")
        self._pick(f">{title}", title)

    def answer(self, text: str) -> None:
        """Answer the question that a command asks."""
        box = self.page.locator(".quick-input-widget input.input")
        expect(box).to_be_focused()
        expect(box).to_have_value("")
        box.fill(text)
        self.page.keyboard.press("Enter")

    def _pick(self, text: str, row: str) -> None:
        box = self.page.locator(".quick-input-widget input.input")
        expect(box).to_be_focused()
        box.fill(text)
        self.page.locator(".quick-input-list .monaco-list-row", has_text=row).first.click()

    def open(self, folder: str, name: str) -> None:
        """Open a file that is in a folder of the explorer."""
        tree = self.page.locator(".explorer-folders-view")
        if not tree.get_by_role("treeitem", name=name).count():
            tree.get_by_role("treeitem", name=folder).click()
        tree.get_by_role("treeitem", name=name).dblclick()
        expect(self.tab(name)).to_be_visible()

    def tab(self, name: str) -> Locator:
        """Return the tab of an editor."""
        return self.page.get_by_role("tab", name=re.compile(re.escape(name)))

    def line(self, text: str) -> Locator:
        """Return the first line of an editor with a text."""
        # Editors write a no-break space for each space
        pattern = re.compile(re.escape(text).replace(r"\ ", "\\s"))
        return self.page.locator(".view-line", has_text=pattern).first

    def lens(self, title: str) -> Locator:
        """Return the first lens with a title."""
        return self.page.locator(".codelens-decoration").get_by_text(title, exact=True).first

    def preview(self) -> FrameLocator:
        """Return the document that a preview of Markdown renders."""
        outer = self.page.frame_locator("iframe.webview.ready").last
        return outer.frame_locator("iframe#active-frame")


@contextlib.contextmanager
def opened(browser: Browser, address: str, folder: Path, **options: Any) -> Iterator[Window]:
    """Yield a window on a trusted folder, when the language server has checked it."""
    context = browser.new_context(
        **{"viewport": {"width": 1280, "height": 900}, "locale": "en", **options}
    )
    context.set_default_timeout(1000 * SILENCE)
    try:
        window = Window(context.new_page(), folder)
        window.page.goto(f"{address}/?folder={folder}")
        window.page.get_by_role("button", name="Yes, I trust the authors").click()
        expect(window.status).to_be_visible()
        expect(window.status.locator(".codicon-sync")).to_have_count(0)
        yield window
    except BaseException:
        window.page.screenshot(path=ROOT / "build" / "vscode.png")
        raise
    finally:
        context.close()
