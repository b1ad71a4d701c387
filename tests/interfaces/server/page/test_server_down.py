"""A server that is down is said as that, with a button that asks it again."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.interfaces.browsing import thread
from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import NARROW, WIDE, Zipped, choose_zip, resize, summary


@pytest.fixture(autouse=True)
def down(watched: Watched) -> None:
    """Allow what a browser says of calls that are not answered, and let it keep no scripts of a view."""
    watched.allowed += ["net::ERR_", "Failed to fetch"]
    thread.submit(watched.page.route, "**/*", lambda route: route.continue_()).result()


def said(page: Page) -> Locator:
    """What is said of the server."""
    return page.get_by_role("heading", name="The service does not answer")


def again(page: Page) -> Locator:
    """The button that asks it again."""
    return page.get_by_role("button", name="ry again")


def test_a_view_that_cannot_be_loaded(page: Page) -> None:
    for view, width in (("Classes", WIDE), ("Form", NARROW), ("Compare", NARROW), ("API", WIDE)):
        resize(page, width)
        page.goto("#/check")
        page.reload()
        expect(page.get_by_text("with errors")).to_be_visible()
        page.context.set_offline(True)
        page.get_by_role("link", name=view, exact=True).press("Enter")
        expect(said(page)).to_be_visible()
        again(page).press("Enter")
        expect(again(page)).to_have_text("Still no answer: try again")
        expect(again(page)).to_be_focused()
        page.context.set_offline(False)
        again(page).press("Enter")
        expect(said(page)).to_have_count(0)
        expect(page.get_by_role("heading", name=view, level=1)).to_be_visible()


def test_a_package_that_cannot_be_checked(page: Page) -> None:
    page.goto("#/check")
    expect(page.get_by_text("with errors")).to_be_visible()
    page.context.set_offline(True)
    page.get_by_role("link", name="example.broken").click()
    expect(said(page)).to_be_visible()
    page.context.set_offline(False)
    again(page).press("Enter")
    expect(summary(page)).to_contain_text("Found 11 errors")
    expect(said(page)).to_have_count(0)


def test_an_explanation_that_cannot_be_loaded(page: Page) -> None:
    page.goto("#/check/example.broken")
    code = page.get_by_role("button", name="MPL163", exact=True).first
    expect(code).to_be_visible()
    page.context.set_offline(True)
    code.press("Enter")
    expect(said(page)).to_be_visible()
    page.context.set_offline(False)
    again(page).press("Enter")
    expect(page.get_by_role("dialog", name="Explanation of MPL163")).to_be_visible()


def test_a_fix_is_checked_when_the_service_answers_again(page: Page, zipped: Zipped) -> None:
    choose_zip(page, zipped("broken"))
    fix = page.get_by_role("button", name="Apply: write limit").first
    expect(fix).to_be_visible()
    # The fix is made in the editor, whose script has to be there
    expect(page.locator(".cm-line").first).to_be_visible()
    page.context.set_offline(True)
    fix.press("Enter")
    expect(said(page)).to_be_visible()
    page.context.set_offline(False)
    again(page).press("Enter")
    expect(summary(page)).to_contain_text("Found 10 errors")


def test_what_is_edited_is_checked_when_the_service_answers_again(
    page: Page, zipped: Zipped
) -> None:
    choose_zip(page, zipped("hello"))
    page.locator(".cm-line", has_text="Name: Greeter").click()
    page.context.set_offline(True)
    page.keyboard.press("Home")
    page.keyboard.insert_text("Colour: red\n")
    expect(page.get_by_text("The edited package could not be checked.")).to_be_visible()
    page.context.set_offline(False)
    again(page).press("Enter")
    expect(summary(page)).to_contain_text("1 warning")


def test_a_proxy_that_answers_for_the_service_is_no_service(page: Page, watched: Watched) -> None:
    watched.allowed.append("status of 502")
    page.goto("#/check")
    expect(page.get_by_text("with errors")).to_be_visible()
    page.route("**/report?*", lambda route: route.fulfill(status=502, body="<html>"))
    page.get_by_role("link", name="example.broken").click()
    expect(said(page)).to_be_visible()


def test_classes_that_fit_are_not_denied(page: Page) -> None:
    page.goto("#/form/example.forms.Shop?version=1.0.0")
    page.get_by_role("tab", name="Storage").click()
    kind = page.get_by_role("combobox", name="What Database is")
    expect(kind).to_be_visible()
    page.context.set_offline(True)
    kind.select_option(label="A new object")
    expect(said(page)).to_be_visible()
    chosen = page.get_by_role("group", name="Database", exact=True).get_by_role(
        "combobox", name="Class"
    )
    expect(chosen).to_contain_text("The service did not return matching classes")
    page.context.set_offline(False)
    again(page).press("Enter")
    expect(chosen).to_contain_text("example.forms.OwnDatabase")
