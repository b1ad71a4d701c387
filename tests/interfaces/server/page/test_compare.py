"""The form of a UI definition beside the form of its class: both are filled in, and what they make is compared."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import (
    NARROW,
    WIDE,
    compare,
    drop,
    dropped,
    expect_fits,
    new_form,
    old_form,
)

SHOP = "#/compare/example.forms"


def test_the_old_form_is_drawn_from_the_definition(page: Page) -> None:
    page.goto(SHOP)
    first = old_form(page).get_by_role("region", name="Page 1: shop")
    expect(first.get_by_role("textbox", name="Name of the shop")).to_have_value("")
    expect(first.get_by_role("textbox", name="Workers")).to_have_value("2")
    plans = first.get_by_role("combobox", name="Plan").locator("option")
    expect(plans).to_have_text(["Default: Small", "Small", "Medium", "Large"])
    last = old_form(page).get_by_role("region", name="Page 2: workflowManagement")
    expect(last.get_by_role("textbox", name="Name of the application")).to_be_visible()
    expect_fits(page, WIDE, NARROW)


def test_both_are_filled_in_by_hand_and_compared(page: Page) -> None:
    page.goto(SHOP)
    for form, workers in ((old_form(page), "3"), (new_form(page), "5")):
        form.get_by_role("textbox", name="Name of the shop").fill("Corner")
        form.get_by_role("textbox", name="Workers").fill(workers)
    new_form(page).get_by_role("tab", name="Storage").click()
    database = new_form(page).get_by_role("combobox", name="What Database is")
    database.select_option(label="A new object")
    new_form(page).get_by_role("combobox", name="Class").select_option(
        "A database of its own (example.forms.OwnDatabase)"
    )
    compare(page)
    expect(page.get_by_role("heading", name="1 line differs")).to_be_visible()
    changed = page.get_by_role("region", name="Differences").locator("tr.changed code")
    expect(changed).to_have_text(["workers: 3", "workers: 5"])


def test_the_new_form_is_filled_in_from_the_old_one(page: Page) -> None:
    page.goto(SHOP)
    old_form(page).get_by_role("textbox", name="Name of the shop").fill("Corner")
    old_form(page).get_by_role("combobox", name="Engine").select_option("MySQL")
    page.get_by_role("button", name="Fill in from the old form").click()
    name = new_form(page).get_by_role("textbox", name="Name of the shop")
    expect(name).to_have_value("Corner")
    compare(page)
    same = page.get_by_role("heading", name="Both forms make the same model")
    expect(same).to_be_visible()


def test_secrets_are_compared_and_not_shown(page: Page) -> None:
    page.goto("#/compare/example.shelf")
    # The titles of the definition, and none that it does not have
    for form, title in (
        (old_form(page), "Name"),
        (new_form(page), "Name"),
        (new_form(page), "boards"),
    ):
        expect(form.get_by_role("textbox", name=title, exact=True)).to_be_visible()
    old_form(page).get_by_role("textbox", name="Name", exact=True).fill("Oak")
    old_form(page).get_by_role("textbox", name="Administrator").fill("S3cret-1!")
    page.get_by_role("button", name="Fill in from the old form").click()
    new = new_form(page).get_by_role("textbox", name="Administrator")
    expect(new).to_have_attribute("type", "password")
    expect(new).to_have_value("S3cret-1!")
    for value, words, lines in (
        ("S3cret-1!", "Both forms make the same model", []),
        ("other", "1 line differs", ["adminPassword: •••••••• (1)", "adminPassword: •••••••• (2)"]),
    ):
        new.fill(value)
        compare(page)
        expect(page.get_by_role("heading", name=words)).to_be_visible()
        differences = page.get_by_role("region", name="Differences")
        expect(differences.locator("tr.changed code")).to_have_text(lines)
        expect(differences).to_contain_text("name: Oak")
        expect(differences).not_to_contain_text("3cret")
    page.get_by_role("button", name="Show secrets").click()
    changed = differences.locator("tr.changed code")
    expect(changed).to_have_text(["adminPassword: S3cret-1!", "adminPassword: other"])


def test_what_the_old_form_refuses_is_said_at_the_field(page: Page) -> None:
    page.goto(SHOP)
    workers = old_form(page).get_by_role("textbox", name="Workers")
    workers.fill("99")
    expect(workers).to_have_attribute("aria-invalid", "true")
    expect(old_form(page).get_by_text("Enter 16 or less.")).to_be_visible()
    workers.fill("9")
    expect(workers).not_to_have_attribute("aria-invalid", "true")


def test_what_is_missing_is_said_when_both_are_compared(page: Page, watched: Watched) -> None:
    watched.allowed.append("422")  # browsers write of every answer that is an error
    page.goto(SHOP)
    name = old_form(page).get_by_role("textbox", name="Name of the shop")
    expect(name).to_be_visible()
    expect(old_form(page).locator(".invalid")).to_have_count(0)
    compare(page)
    for title in (
        "The old form rejects these answers",
        "The model of the new form does not load",
    ):
        expect(page.get_by_role("heading", name=title)).to_be_visible()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("button", name="MPL544: what it means")).to_be_visible()


VALIDATED = {
    "          label: Name\n": "          label: Name\n          validators:\n"
    "            - {expr: !yaql 'len($) > 3', message: too short}\n"
}


def test_a_package_that_is_dropped(page: Page, tmp_path: Path) -> None:
    page.goto("#/compare")
    drop(page, dropped(tmp_path))
    expect(page.get_by_text("shelf.zip was dropped")).to_be_visible()
    name = old_form(page).get_by_role("textbox", name="Name", exact=True)
    name.fill("Oak")
    expect(new_form(page).locator(".class-line")).to_contain_text("example.dropped")
    drop(page, dropped(tmp_path, VALIDATED))
    # A validator is an expression, so what it says is the answer of the service
    expect(old_form(page).get_by_text("too short")).to_be_visible()
    expect(name).to_have_value("Oak")
    name.fill("Oaks")
    expect(old_form(page).get_by_text("too short")).to_have_count(0)


def test_what_is_entered_survives_a_reload(page: Page) -> None:
    page.goto(SHOP)
    for form in (old_form(page), new_form(page)):
        form.get_by_role("textbox", name="Name of the shop").fill("Corner")
    page.goto("#/form")
    page.goto(SHOP)
    page.reload()
    for form in (old_form(page), new_form(page)):
        name = form.get_by_role("textbox", name="Name of the shop")
        expect(name).to_have_value("Corner")
