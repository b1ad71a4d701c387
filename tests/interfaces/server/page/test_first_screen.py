"""The first screen of forms: applications and other classes, and the ways to one of them."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.interfaces.server.page.steps import NARROW, WIDE, resize

SHELF = "example.shelf.Shelf"


def test_applications_are_shown_with_logo_name_and_package(page: Page) -> None:
    page.goto("#/form")
    card = page.locator(".application", has_text="Book shelf")
    expect(card.locator("img")).to_have_count(1)
    assert card.inner_text().split("\n") == ["Book shelf", SHELF, "example.shelf 1.0.0"]
    expect(page.locator(".application", has_text="Wood")).to_have_count(0)
    expect(page.get_by_role("link", name="Wood", exact=True)).to_be_visible()
    card.click()
    expect(page.locator(".class-line code")).to_contain_text(SHELF)


def test_classes_that_nobody_would_make_are_folded(page: Page) -> None:
    page.goto("#/form")
    board = page.get_by_role("link", name="Board", exact=True)
    expect(page.get_by_role("link", name="Steel", exact=True)).to_be_visible()
    expect(board).to_be_hidden()
    page.locator("section", has_text="example.shelf").get_by_text("Base and meta classes").click()
    expect(board).to_be_visible()


def test_only_applications_are_shown_on_request_and_at_that_address(page: Page) -> None:
    page.goto("#/form")
    page.get_by_label("Applications only").check()
    expect(page.get_by_role("link", name="Wood", exact=True)).to_have_count(0)
    expect(page.get_by_role("status").first).to_contain_text("applications")
    page.reload()
    expect(page.get_by_label("Applications only")).to_be_checked()
    expect(page.get_by_role("link", name="Wood", exact=True)).to_have_count(0)


def test_a_part_of_a_name_and_enter_suffice(page: Page) -> None:
    for typed, opened in (
        ("shelf", SHELF),
        ("SHE", SHELF),
        ("book sh", SHELF),
        ("wood", "example.shelf.Wood"),
        ("example.shelf.Board", "example.shelf.Board"),
    ):
        page.goto("#/form")
        expect(page.locator(".application").first).to_be_visible()
        name = page.get_by_role("combobox", name="Class", exact=True)
        name.fill(typed)
        name.press("Enter")
        line = page.locator(".class-line code")
        expect(line).to_contain_text(f"{opened}/1.0.0")


def test_a_part_of_several_names_and_enter_show_them(page: Page) -> None:
    page.goto("#/form")
    expect(page.locator(".application").first).to_be_visible()
    name = page.get_by_role("combobox", name="Class", exact=True)
    name.fill("data")
    name.press("Enter")
    expect(page.locator(".form-classes")).to_contain_text("OwnDatabase")
    expect(page.locator(".form-classes")).not_to_contain_text("Wood")
    expect(page).to_have_url(re.compile(r"#/form\?find=data$"))


def test_the_last_part_of_a_name_is_an_address(page: Page) -> None:
    page.goto("#/form/Shelf")
    expect(page.locator(".class-line code")).to_contain_text(SHELF)
    expect(page).to_have_url(re.compile(rf"#/form/{SHELF}$"))


def test_the_list_has_the_height_of_what_is_in_it(page: Page) -> None:
    page.goto("#/form")
    expect(page.locator(".application", has_text="Book shelf")).to_be_visible()
    for width in (WIDE, NARROW):
        resize(page, width)
        hidden = page.evaluate(
            """() => {
                const { clientHeight, scrollHeight } = document.querySelector('.form-classes')
                return scrollHeight - clientHeight
            }"""
        )
        assert hidden == 0
        assert page.evaluate("document.body.scrollHeight") > 1000
