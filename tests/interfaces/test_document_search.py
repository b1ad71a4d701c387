"""The search of the pages that `muranopl doc --format html` writes, in a browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from tests.project import EXAMPLES
from tests.views.documents.test_html_pages import html

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_the_search(browser: Browser, tmp_path: Path) -> None:
    """A page finds what it describes, the index what all describe; at 360 pixels, too."""
    html(EXAMPLES / "hello", EXAMPLES / "forms", "-o", tmp_path / "site")
    page = browser.new_page(viewport={"width": 360, "height": 740})
    problems: list[str] = []
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.goto((tmp_path / "site" / "example.hello.html").as_uri())
    box, hits = page.get_by_role("searchbox"), page.locator("#hits li:visible")
    assert hits.count() == 0
    box.fill("PORT webserver")
    assert hits.all_inner_texts() == [
        "port property of example.hello.WebServer",
        "openPort(environment) method of example.hello.WebServer",
    ]
    box.fill("shop")
    box.press("Enter")
    page.wait_for_url("**/index.html?q=shop")
    assert hits.first.inner_text() == "example.forms.Shop (Shop)"
    assert page.locator("output").inner_text() == f"{hits.count()} found"
    page.get_by_role("searchbox").press("Enter")
    page.wait_for_url("**/example.forms.html#example.forms.Shop")
    assert page.get_by_role("main").get_by_role("heading", name="example.forms.Shop").is_visible()
    for name in ("index", "example.hello", "example.forms"):
        page.goto((tmp_path / "site" / f"{name}.html").as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") == 360
    assert problems == []
    page.close()
