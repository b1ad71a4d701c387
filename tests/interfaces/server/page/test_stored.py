"""Dropped packages: shown so that the first error is in view, and stored in the browser until they are forgotten."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.interfaces.browsing import wait_until
from tests.interfaces.server.page.steps import (
    NARROW,
    WIDE,
    Zipped,
    choose_file,
    choose_zip,
    drop,
    finding,
    offered,
    summary,
)


def line(page: Page, content: str) -> Locator:
    """The first line of the source with a text."""
    return page.locator(".cm-line", has_text=content).first


def expect_stored(page: Page) -> None:
    """Wait until the browser has stored what was edited, so that it does not ask before a reload."""
    wait_until(page, "window.dispatchEvent(new Event('beforeunload', {cancelable: true}))")


def test_edits_and_the_place_survive_a_reload(page: Page, zipped: Zipped) -> None:
    choose_zip(page, zipped("broken"))
    expect(summary(page)).to_contain_text("Found 11 errors")
    finding(page, "MPL163").get_by_role("button", name="Apply: write").click()
    expect(summary(page)).to_contain_text("Found 10 errors")
    choose_file(page, "Savings.yaml")
    line(page, "Extends:").click()
    place = page.locator("[aria-selected=true]")
    expect(place).to_contain_text("Savings.yaml")
    expect_stored(page)
    page.reload()
    expect(summary(page)).to_contain_text("Found 10 errors")
    expect(place).to_contain_text("Savings.yaml")
    expect(page.locator(".cm-line.current")).to_contain_text("Extends:")
    choose_file(page, "Account.yaml")
    expect(line(page, "owner:").locator("xpath=following-sibling::*[1]")).to_contain_text(
        "notNull()"
    )
    page.goto("#/form?of=upload")
    page.reload()
    expect(page.get_by_text("broken.zip was dropped")).to_be_visible()


def test_a_package_that_is_forgotten_is_gone(page: Page, zipped: Zipped) -> None:
    choose_zip(page, zipped("hello"))
    expect(summary(page)).to_contain_text("All checks passed")
    expect_stored(page)
    choose_zip(page, zipped("broken"))
    expect(page.get_by_role("heading", name="broken.zip")).to_be_visible()
    page.get_by_text("Check another package").click()
    page.get_by_role("button", name="hello.zip", exact=True).click()
    expect(page.get_by_role("heading", name="hello.zip")).to_be_visible()
    offered(page, "Forget this package").click()
    expect(page.get_by_role("heading", name="hello.zip")).to_have_count(0)
    expect(page.get_by_role("button", name="hello.zip", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Forget broken.zip").click()
    expect(page.get_by_text("Dropped before")).to_have_count(0)
    page.reload()
    expect(page.get_by_text("with errors")).to_be_visible()
    expect(page.get_by_text("Dropped before")).to_have_count(0)


def test_other_tabs_are_about_their_own_packages(page: Page, zipped: Zipped) -> None:
    choose_zip(page, zipped("hello"))
    expect(summary(page)).to_contain_text("All checks passed")
    expect_stored(page)
    other = page.context.new_page()
    try:
        other.goto("#/check")
        expect(other.get_by_role("button", name="hello.zip", exact=True)).to_be_visible()
        expect(other.get_by_role("heading", name="hello.zip")).to_have_count(0)
    finally:
        other.close()


def test_a_zip_that_is_too_large_is_refused_in_one_sentence(page: Page, tmp_path: Path) -> None:
    large = tmp_path / "large.zip"
    large.write_bytes(bytes(6 * 2**20))
    for view in ("check", "form"):
        page.goto(f"#/{view}")
        expect(page.locator("main h1, main input").first).to_be_visible()
        drop(page, large)
        expect(page.get_by_role("alert")).to_contain_text(
            "large.zip has 6 MiB: the service accepts at most 5 MiB."
        )
        page.get_by_role("button", name="Dismiss").click()


@pytest.mark.parametrize(("width", "height"), [(WIDE, 800), (NARROW, 740)])
def test_the_first_diagnostic_is_in_view(
    page: Page, zipped: Zipped, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    choose_zip(page, zipped("broken"))
    expect(page.locator(".cm-line.current")).to_have_attribute("data-line", "9")
    first = page.locator(".finding").first
    expect(first).to_be_in_viewport(ratio=1)
    assert page.evaluate("window.scrollY") == 0
    expect(page.locator(".check-summary button.primary:visible")).to_have_count(1)


def test_the_last_error_that_is_fixed_is_noticed(page: Page, zipped: Zipped) -> None:
    choose_zip(page, zipped("hello", {"$.greeting": "$.greetin"}))
    expect(summary(page)).to_contain_text("1 error")
    page.get_by_role("button", name="Apply 1 safe fix").click()
    expect(summary(page)).to_have_text("All errors are fixed. All checks passed: 1 package.")
    expect(page.locator(".check-summary .primary")).to_have_text("Download the package")
    page.get_by_role("button", name="Undo").click()
    expect(summary(page)).to_contain_text("1 error")
    expect(summary(page)).not_to_contain_text("fixed")


def test_files_are_a_tree_with_counts_that_keys_move_in(page: Page, zipped: Zipped) -> None:
    choose_zip(page, zipped("broken"))
    items = page.get_by_role("treeitem")
    expect(items).to_have_text(
        [
            "Classes/12",
            "Account.yaml9",
            "Chicken.yaml1",
            "Egg.yaml",
            "Savings.yaml2",
            "manifest.yaml3",
        ]
    )
    items.nth(1).press("ArrowLeft")
    expect(items.nth(0)).to_be_focused()
    items.nth(0).press("ArrowLeft")
    expect(items).to_have_text(["Classes/12", "manifest.yaml3"])
    items.nth(0).press("End")
    items.nth(1).press("Enter")
    expect(page.get_by_role("textbox", name="Text of manifest.yaml")).to_be_focused()


def test_examples_are_offered_where_the_catalog_is_empty(page: Page) -> None:
    page.route("**/packages?findings=false", lambda route: route.fulfill(json={"packages": []}))
    for name, found in {"hello": "All checks passed", "broken": "Found 11 errors"}.items():
        page.goto("#/check")
        page.get_by_role("button", name=name, exact=True).click()
        expect(summary(page)).to_contain_text(found)
        offered(page, "Forget this package").click()
        expect(page.get_by_role("heading", name="Try an example")).to_be_visible()
