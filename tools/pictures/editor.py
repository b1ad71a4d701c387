"""The language server, in docs/pictures: CodeMirror with its own client shows what it answers about an example."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.project import EXAMPLES, ROOT

PICTURES = ROOT / "docs" / "pictures"
SIZE: ViewportSize = {"width": 760, "height": 300}
NODE_MODULES = ROOT / "interfaces" / "server" / "page" / "node_modules"
SCRIPT = ROOT / "tests" / "interfaces" / "lsp" / "codemirror.js"
STYLE = "body { margin: 0 } .cm-editor { height: 100vh; font-size: 14px }"


def diagnostics(page: Page) -> None:
    """A mistake, with what is said about it."""
    mistake = page.locator(".cm-lintRange-error").first
    expect(mistake).to_be_visible()
    mistake.hover()
    expect(page.locator(".cm-tooltip-lint")).to_be_visible()


def hover(page: Page) -> None:
    """What is known of a property."""
    page.get_by_text("limit", exact=False).first.hover(position={"x": 22, "y": 8})
    expect(page.locator(".cm-lsp-hover-tooltip")).to_be_visible()


def completion(page: Page) -> None:
    """Keys that a property may have."""
    page.locator(".cm-line", has_text="Default: unlimited").click()
    page.keyboard.press("End")
    page.keyboard.press("Enter")
    page.keyboard.insert_text("    ")
    page.keyboard.press("Control+Space")
    expect(page.locator(".cm-tooltip-autocomplete")).to_be_visible()
    expect(page.locator(".cm-completionInfo")).to_be_visible()


FEATURES: dict[str, Callable[[Page], None]] = {
    "editor-diagnostics": diagnostics,
    "editor-hover": hover,
    "editor-completion": completion,
}


@contextlib.contextmanager
def server() -> Iterator[str]:
    """Yield the address of a language server."""
    command = [sys.executable, "-m", "muranopl", "lsp", "--ws", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield process.stderr.readline().split()[-1]
        finally:
            process.kill()


def bundled(folder: str) -> str:
    """Return the editor and its client as one script."""
    output = Path(folder) / "editor.js"
    subprocess.run(
        [NODE_MODULES / ".bin/esbuild", SCRIPT, "--bundle", f"--outfile={output}"],
        env={**os.environ, "NODE_PATH": str(NODE_MODULES)},
        check=True,
        stderr=subprocess.DEVNULL,
    )
    return output.read_text(encoding="utf-8")


def take(browser: Browser) -> None:
    """Take all pictures."""
    with tempfile.TemporaryDirectory() as folder, server() as address:
        script = bundled(folder)
        package = Path(shutil.copytree(EXAMPLES / "broken", Path(folder) / "broken"))
        file = "Classes/Account.yaml"
        text = (package / file).read_text(encoding="utf-8")
        for name, prepare in FEATURES.items():
            page = browser.new_page(viewport=SIZE)
            # A page of a file has no origin, which the server would refuse
            page.goto(address.replace("ws:", "http:"))
            page.set_content(f"<style>{STYLE}</style>")
            page.add_script_tag(content=script)
            arguments = [address, package.as_uri(), file, text]
            page.evaluate("(given) => window.edit(...given)", arguments)
            prepare(page)
            page.screenshot(path=PICTURES / f"{name}.png")
            page.close()
            print(f"{name}.png")
