"""What tests of several views do and look for."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Locator, Page, Route, expect

from tests.archives import zip_of
from tests.interfaces.browsing import wait_until
from tests.interfaces.server.page.shelf import LOGO, SHELF
from tests.project import EXAMPLES

Zipped = Callable[..., Path]
WIDE, NARROW = 1280, 360
"""The widths of a window in which everything fits."""


def resize(page: Page, width: int) -> None:
    """Give the window a width."""
    page.set_viewport_size({"width": width, "height": 800})


def hold(page: Page, url: str | re.Pattern[str]) -> list[Route]:
    """Let requests wait until a test continues them; return those that wait."""
    result: list[Route] = []

    def take(route: Route) -> None:
        result.append(route)

    page.route(url, take)
    return result


def expect_fits(page: Page, *widths: int) -> None:
    """Wait until nothing is wider than the window, of each width; the page measures some of it after it is drawn."""
    root = "document.documentElement"
    for width in widths:
        resize(page, width)
        wait_until(page, f"{root}.scrollWidth <= {root}.clientWidth")


def zipped_example(example: str, replaced: Mapping[str, str] | None = None) -> bytes:
    """Return a zip of an example, in which texts are replaced."""
    folder = EXAMPLES / example
    files = {
        str(file.relative_to(folder)): file.read_text(encoding="utf-8")
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }
    return zip_of(changed(files, replaced or {}))


def changed(files: Mapping[str, str], replaced: Mapping[str, str]) -> dict[str, str]:
    """Return files, in which texts are replaced one after the other."""
    result = dict(files)
    for old, new in replaced.items():
        result = {name: text.replace(old, new) for name, text in result.items()}
    return result


def dropped(folder: Path, replaced: Mapping[str, str] | None = None) -> Path:
    """Return a zip with the shelf under a name that is not served, with changed texts."""
    target = folder / "shelf.zip"
    changes = {"example.shelf": "example.dropped", **(replaced or {})}
    target.write_bytes(zip_of({**changed(SHELF, changes), "logo.png": LOGO}))
    return target


def drop(page: Page, file: Path) -> None:
    """Drop a file onto the page, as from a folder."""
    content = base64.b64encode(file.read_bytes()).decode()
    transfer = page.evaluate_handle(
        """([name, content]) => {
            const transfer = new DataTransfer()
            const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
            transfer.items.add(new File([bytes], name, {type: 'application/zip'}))
            return transfer
        }""",
        [file.name, content],
    )
    for event in ("dragenter", "dragover", "drop"):
        page.dispatch_event("body", event, {"dataTransfer": transfer})


def choose_zip(page: Page, file: Path) -> None:
    """Choose a zip in the view that checks."""
    page.goto("#/check")
    page.get_by_label("Package zip").set_input_files(file)


def choose_file(page: Page, name: str) -> None:
    """Open a file of the package, by its last part."""
    page.get_by_role("treeitem", name=name).first.click()


def offered(page: Page, name: str, role: Literal["button", "link"] = "button") -> Locator:
    """What a report offers, as a button or in its menu, which is opened."""
    menu = page.locator(".check-summary .menu")
    if menu.get_attribute("open") is None:
        menu.locator("summary").click()
    return page.locator(".check-summary").get_by_role(role, name=name, exact=True)


def finding(page: Page, code: str) -> Locator:
    """The first diagnostic of a code."""
    return page.locator(f".finding[data-code={code}]").first


def summary(page: Page) -> Locator:
    """The sentence that sums up the report."""
    return page.locator("[data-summary]")


def open_form(page: Page, address: str) -> None:
    """Open a form with all its fields, also those that need no value."""
    page.goto(address)
    page.get_by_label("Required only").uncheck()


def model(page: Page) -> dict[str, Any]:
    """The object model below the form, as JSON."""
    page.get_by_role("button", name="JSON", exact=True).first.click()
    return dict(
        json.loads(
            page.get_by_role("region", name="Object model")
            .locator("pre, :scope")
            .first.inner_text()
        )
    )


def old_form(page: Page) -> Locator:
    """The form of the UI definition."""
    return page.get_by_role("region", name="Old form: the UI definition")


def new_form(page: Page) -> Locator:
    """The form of the class."""
    return page.get_by_role("region", name="New form: the class")


def compare(page: Page) -> None:
    """Compare what both forms make."""
    page.get_by_role("button", name="Compare", exact=True).click()


def expect_each_said(page: Page, rows: Mapping[str, str]) -> None:
    """Go from address to address; what a view says of each is shown."""
    for address, said in rows.items():
        page.goto(f"#/{address}")
        expect(page.get_by_text(said)).to_be_visible()
