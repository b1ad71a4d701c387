"""What the page loads: no view needs much script, and logos come when they are in view, by their URLs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Response, expect

from tests.interfaces.browsing import wait_until
from tests.interfaces.server.page.steps import WIDE, hold

MOST_SCRIPT = 200 * 1024
"""Bytes of compressed script that a view may load."""
MOST_LIST = 150 * 1024
"""Bytes that are loaded before a list is shown."""

SCRIPTS = """() => performance.getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js')).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)"""
"""The compressed bytes of the scripts of the page, also of those that the cache had."""

VIEWS = {
    "check": ("#/check/example.broken", ".cm-line"),
    "graph": ("#/graph/example.forms?class=example.forms.Shop/1.0.0", ".class-panel h2"),
    "packages": ("#/packages?package=example.hello/1.0.0", "[data-drawn]"),
    "form": ("#/form/example.forms.Shop?version=1.0.0", ".class-line"),
    "compare": ("#/compare/example.forms?version=1.0.0", ".new-form input"),
    "api": ("#/api/health", ".api-operation h2"),
}


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_loads_little_script(page: Page, view: str) -> None:
    address, shown = VIEWS[view]
    page.goto(address)
    expect(page.locator(shown).first).to_be_visible()
    size = page.evaluate(SCRIPTS)
    assert 0 < size <= MOST_SCRIPT, f"{view}: {size:,} bytes"


LISTS = {"form": ".application", "check": ".package-rows tbody tr", "packages": ".class-list li"}

SHOWN_AT = """
    const seen = new MutationObserver(() => {
        if (!document.querySelector('main :is(%s)')) return
        seen.disconnect()
        performance.mark('shown')
    })
    seen.observe(document, { childList: true, subtree: true })
"""


@pytest.mark.parametrize("view", LISTS)
def test_a_list_is_shown_before_much_is_loaded(page: Page, view: str) -> None:
    page.add_init_script(SHOWN_AT % LISTS[view])
    page.goto(f"#/{view}")
    expect(page.locator("main").locator(LISTS[view]).first).to_be_visible()
    loaded = page.evaluate(
        """() => {
            const [{ startTime }] = performance.getEntriesByName('shown')
            return performance.getEntriesByType('resource').filter(({ responseEnd }) => responseEnd <= startTime)
                .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
        }"""
    )
    assert 0 < loaded <= MOST_LIST, f"{loaded:,} bytes"


def test_a_logo_is_loaded_by_its_url_when_it_comes_into_view(page: Page) -> None:
    logos: list[Response] = []

    def note(response: Response) -> None:
        if "/logo?" in response.url:
            logos.append(response)

    page.on("response", note)
    page.set_viewport_size({"width": WIDE, "height": 200})
    page.goto("#/check")
    row = page.locator(".package-rows tr", has_text="example.shelf")
    expect(row).to_have_count(1)
    wait_until(
        page, "!document.querySelector('.package-table [role=status]').textContent.includes('…')"
    )
    assert logos == []
    row.scroll_into_view_if_needed()
    expect(row.locator("img")).to_have_js_property("complete", True)
    (logo,) = logos
    assert logo.request.resource_type == "image"
    assert "etag" in logo.headers
    expect(row.locator("img")).to_have_attribute("src", logo.url)


def test_rows_are_there_before_requirements_are_resolved(page: Page) -> None:
    held = hold(page, "**/graph/packages")
    page.goto("#/packages?package=example.hello/1.0.0")
    packages = page.get_by_role("region", name="List of packages")
    expect(packages.get_by_role("button", name="example.forms")).to_be_visible()
    expect(page.get_by_text("resolving requirements")).to_be_visible()
    expect(page.get_by_role("region", name="Package", exact=True)).to_contain_text("example.hello")
    held[0].continue_()
    expect(page.get_by_text("packages shown, none missing")).to_be_visible()
    expect(page.locator("[data-drawn]")).to_be_visible()
