"""A session in CodeMirror in Chromium, with its own client, against `muranopl lsp --ws`.

Monaco with the services that a language client needs
(`@codingame/monaco-vscode-api`) is not tried: that package alone unpacks to 49 MB, this client to
0.2 MB, and both speak the same protocol over the same socket.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.interfaces.browsing import PAGE, wait_until
from tests.interfaces.lsp.editor import APP, PACKAGE, write_package
from tests.programs import require
from tests.waiting import SILENCE

SCRIPT = Path(__file__).with_name("codemirror.js")
WRONG = APP.replace("Contract: $.int().notNull()", "Contrat: $.int().notNull()")


@pytest.fixture(scope="module")
def script(built_page: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The editor and its client in one script."""
    require("Node")
    output = tmp_path_factory.mktemp("editor") / "editor.js"
    subprocess.run(
        [PAGE / "node_modules/.bin/esbuild", SCRIPT, "--bundle", f"--outfile={output}"],
        env={**os.environ, "NODE_PATH": str(PAGE / "node_modules")},
        capture_output=True,
        check=True,
    )
    return output.read_text(encoding="utf-8")


class EmptyPage(BaseHTTPRequestHandler):
    """Every address has a page without content."""

    def do_GET(self) -> None:
        """Answer."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>Editor</title>")

    def log_message(self, *_: object) -> None:
        """Write nothing."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    """The port of a service with empty pages: browsers let no others connect to this machine."""
    with ThreadingHTTPServer(("127.0.0.1", 0), EmptyPage) as service:
        thread = threading.Thread(target=service.serve_forever)
        thread.start()
        yield service.server_port
        service.shutdown()
        thread.join()


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a language server."""
    command = [sys.executable, "-m", "muranopl", "lsp", "--ws", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield process.stderr.readline().split()[-1]
        finally:
            process.kill()


@contextlib.contextmanager
def page_at(browser: Browser, address: str, script: str) -> Iterator[Page]:
    """Open the page at an address, with the script of the editor."""
    page = browser.new_page()
    page.set_default_timeout(1000 * SILENCE)
    page.goto(address)
    page.add_script_tag(content=script)
    yield page
    page.close()


def cursor_behind(page: Page, text: str, part: str) -> None:
    """Place the cursor after a part of a line."""
    line_of(page, text).click()
    page.keyboard.press("Home")
    for _ in range(line_of(page, text).inner_text().index(part) + len(part)):
        page.keyboard.press("ArrowRight")


def line_of(page: Page, text: str) -> Locator:
    """The first line with a text."""
    return page.locator(".cm-line", has_text=text).first


def test_a_session_in_codemirror(
    browser: Browser, script: str, server: str, port: int, tmp_path: Path
) -> None:
    write_package(tmp_path, {**PACKAGE, "Classes/App.yaml": WRONG})
    with page_at(browser, f"http://localhost:{port}", script) as page:
        arguments = [server, tmp_path.as_uri(), "Classes/App.yaml", WRONG]
        page.evaluate("(given) => window.edit(...given)", arguments)
        mistake = page.locator(".cm-lintRange-error")
        expect(mistake).to_have_text("Contrat")
        line_of(page, "Default: 80").hover(position={"x": 40, "y": 8})
        expect(page.locator(".cm-lsp-hover-tooltip")).to_contain_text("Default")
        page.mouse.move(1, 1)
        # Completion proposes the key, which mends the mistake
        cursor_behind(page, "Contrat:", "Contr")
        page.keyboard.press("Shift+End")
        page.keyboard.press("Delete")
        page.keyboard.press("Control+Space")
        proposal = page.get_by_role("option", name="Contract")
        expect(proposal).to_be_visible()
        proposal.click()
        expect(line_of(page, "Contract:")).to_be_visible()
        page.keyboard.press("End")
        page.keyboard.insert_text("$.int().notNull()")
        expect(mistake).to_have_count(0)
        # The definition of a member, by its key
        cursor_behind(page, "$number + $.port", "$.po")
        page.keyboard.press("F12")
        wait_until(page, "window.line() === '  port:'")


def test_pages_of_others_are_refused(browser: Browser, script: str, server: str, port: int) -> None:
    # The browser finds these names at this machine; their pages need not be of its user
    with page_at(browser, f"http://evil.localhost:{port}", script) as page:
        asked = "(address) => window.edit(address, 'file:///', 'a', '').catch(String)"
        assert page.evaluate(asked, server) == "Error: refused"
