"""What the form of a UI definition makes of answers, beside what the form of the class makes."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.interfaces.server.page.conftest import Watched

SHOP = "#/compare/example.forms"
ANSWERS = "shop: {name: Corner, plan: small, workers: 3, engine: mysql}"


def fill_in(page: Page, answers: str) -> None:
    """Answer the old form, once its fields are offered."""
    expect(page.get_by_role("textbox", name="Answers")).not_to_have_value("")
    page.get_by_role("textbox", name="Answers").fill(answers)
    page.get_by_role("button", name="Fill in both forms").click()


def test_the_fields_of_the_old_form_are_offered(page: Page) -> None:
    page.goto(SHOP)
    expect(page.get_by_role("textbox", name="Answers")).to_have_value(
        "shop:\n  name: null\n  plan: small\n  workers: 2\n  engine: postgresql\n"
    )


def test_both_models_are_compared_and_again_when_the_new_form_changes(
    page: Page,
) -> None:
    page.goto(SHOP)
    fill_in(page, ANSWERS)
    expect(
        page.get_by_role("heading", name="Both forms make the same model")
    ).to_be_visible()
    expect(page.get_by_role("textbox", name="Workers")).to_have_value("3")
    page.get_by_role("textbox", name="Workers").fill("5")
    page.get_by_role("button", name="Compare again").click()
    expect(page.get_by_role("heading", name="1 line differs")).to_be_visible()
    changed = page.get_by_role("region", name="Differences").locator("tr.changed code")
    assert changed.all_inner_texts() == ["workers: 3", "workers: 5"]


def test_what_the_old_form_refuses_is_told(page: Page, watched: Watched) -> None:
    watched.allowed.append("422")  # browsers write of every answer that is an error
    page.goto(SHOP)
    fill_in(page, "shop: {name: Corner, plan: small, workers: 99, engine: mysql}")
    expect(
        page.get_by_role("heading", name="The old form does not take these answers")
    ).to_be_visible()
    expect(page.get_by_role("button", name="MPL543: what it means")).to_be_visible()


def test_what_is_no_yaml_is_told_at_the_answers(page: Page) -> None:
    page.goto(SHOP)
    fill_in(page, "shop: [")
    answers = page.get_by_role("textbox", name="Answers")
    expect(answers).to_have_attribute("aria-invalid", "true")
    expect(answers).to_be_focused()
