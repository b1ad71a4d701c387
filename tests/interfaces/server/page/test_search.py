"""Search over everything, the list of keys, and the way to every view."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.interfaces.server.page.steps import NARROW, drop, dropped, expect_fits, resize

VIEWS = ("Check", "Classes", "Packages", "Form", "Compare", "API")


def searched(page: Page, text: str) -> Locator:
    """Search for a text; return the hits."""
    page.keyboard.press("Control+k")
    search = page.get_by_role("searchbox", name="Search everything")
    expect(search).to_be_focused()
    search.fill(text)
    return page.get_by_role("region", name="Hits")


@pytest.mark.parametrize(
    ("text", "hit", "opened"),
    [
        ("compa", "Compare", r"#/compare"),
        ("example.forms", "example.forms 1.0.0", r"#/check/example.forms\?version=1.0.0"),
        (
            "owndat",
            "OwnDatabase example.forms.OwnDatabase",
            r"#/classes/example.forms\?.*OwnDatabase",
        ),
        ("webserver.yaml", "Classes/WebServer.yaml", r"#/check/example.hello\?.*WebServer.yaml"),
        ("MPL163", "MPL163", r"#/check/example.broken\?.*code=MPL163"),
    ],
)
def test_everything_is_found(page: Page, text: str, hit: str, opened: str) -> None:
    page.goto("#/api")
    expect(page.get_by_role("heading", name="API")).to_be_visible()
    hits = searched(page, text)
    hits.get_by_role("link", name=hit).first.click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page).to_have_url(re.compile(opened))


def test_hits_are_reached_by_arrow_keys(page: Page) -> None:
    page.goto("#/check")
    hits = searched(page, "example")
    expect(hits.get_by_role("heading", name="Classes")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(hits.get_by_role("link").first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(hits.get_by_role("link").nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("searchbox", name="Search everything")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_hits_that_come_later_leave_the_keyboard_where_it_is(page: Page) -> None:
    late: list[Route] = []

    def keep(route: Route) -> None:
        late.append(route)

    page.route("**/search?*kind=diagnostics*", keep)
    page.goto("#/check")
    hits = searched(page, "example")
    expect(hits.get_by_role("heading", name="Classes")).to_be_visible()
    page.keyboard.press("ArrowDown")
    expect(hits.get_by_role("link").first).to_be_focused()
    for route in late:
        route.continue_()
    expect(hits.get_by_role("heading", name="Diagnostics")).to_be_visible()
    expect(hits.get_by_role("link").first).to_be_focused()


def test_what_is_nowhere_is_said(page: Page) -> None:
    page.goto("#/check")
    searched(page, "no such thing")
    expect(page.get_by_text("Nothing has “no such thing” in its name or text.")).to_be_visible()


def test_a_dropped_package_is_searched_too(page: Page, tmp_path: Path) -> None:
    page.goto("#/form")
    expect(page.locator(".application").first).to_be_visible()
    drop(page, dropped(tmp_path))
    expect(page.locator(".application")).to_have_count(1)
    hits = searched(page, "steel")
    hits.get_by_role("link", name="example.dropped.Steel").click()
    expect(page.get_by_role("heading", name="example.dropped.Steel")).to_be_visible()


def test_the_keys_are_shown_but_not_while_a_text_is_typed(page: Page) -> None:
    page.goto("#/check")
    expect(page.get_by_role("heading", name="Check", exact=True)).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("Ctrl+K")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.goto("#/classes")
    search = page.get_by_label("Search", exact=True)
    search.press_sequentially("what?")
    expect(search).to_have_value("what?")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def test_every_view_is_reached_on_a_narrow_screen(page: Page) -> None:
    resize(page, NARROW)
    page.goto("#/check")
    views = page.get_by_role("navigation", name="Views")
    for name in VIEWS:
        link = views.get_by_role("link", name=name, exact=True)
        expect(link).to_be_in_viewport(ratio=1)
        link.click()
        expect(link).to_have_attribute("aria-current", "page")
        expect(link).to_be_in_viewport(ratio=1)
    expect_fits(page, NARROW)
