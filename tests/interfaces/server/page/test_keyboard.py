"""The keyboard is never lost, whatever is used with it; that it reaches everything is in test_accessibility.py."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import offered, old_form


def press(control: Locator) -> None:
    """Use a control by keyboard, and by nothing else."""
    expect(control).to_be_enabled()  # some are not until all is drawn
    control.focus()
    control.press("Enter")


def focused(page: Page) -> Locator:
    """What has the keyboard."""
    return page.locator(":focus")


def test_what_takes_a_while_keeps_the_keyboard(page: Page) -> None:
    page.goto("#/compare/example.forms?version=1.0.0")
    old_form(page).get_by_role("textbox", name="Name of the shop").fill("Corner")
    press(page.get_by_role("button", name="Fill in from the old form"))
    expect(page.locator("#announcer")).to_have_text("The new form was filled in from the old one.")
    expect(focused(page)).to_have_text("Fill in from the old form")


def test_a_form_that_is_rendered_keeps_the_keyboard(page: Page) -> None:
    page.goto("#/form/example.forms.Disk")
    press(page.get_by_role("button", name="Render", exact=True))
    expect(page.get_by_role("heading", name="The model")).to_be_visible()
    expect(focused(page)).to_have_count(1)
    expect(page.get_by_role("button", name="Render", exact=True)).not_to_have_attribute(
        "aria-disabled", "true"
    )


def test_a_check_that_is_repeated_keeps_the_keyboard(page: Page) -> None:
    page.goto("#/check/example.broken")
    press(page.get_by_role("button", name="Check again"))
    expect(focused(page)).to_have_text("example.broken")


def test_a_model_builder_leads_to_what_it_made(page: Page) -> None:
    page.goto("#/form/example.forms.Shop?version=1.0.0")
    page.get_by_role("tab", name="Properties").press("End")
    panel = page.get_by_role("tabpanel", name="A standard shop")
    panel.get_by_role("textbox", name="Name of the shop").fill("Market")
    press(panel.get_by_role("button", name="Build the model"))
    expect(focused(page)).to_have_text("Properties")


def test_a_link_leads_the_keyboard_into_the_view(page: Page) -> None:
    page.goto("#/check/example.broken")
    press(offered(page, "Classes", "link"))
    expect(page.get_by_role("region", name="Class", exact=True)).to_be_visible()
    expect(focused(page)).to_have_attribute("id", "main")


def test_an_error_that_is_dismissed_leaves_the_keyboard_in_the_view(
    page: Page, watched: Watched
) -> None:
    watched.allowed.append("status of 404")
    page.goto("#/check/nobody.knows")
    press(page.get_by_role("button", name="Dismiss"))
    expect(focused(page)).to_have_attribute("id", "main")


def test_a_class_is_chosen_by_a_part_of_its_name(page: Page, watched: Watched) -> None:
    watched.allowed.append("status of 404")
    for typed, expected in (
        ("example.forms.Disk", "#/form/example.forms.Disk"),
        ("forms.shop", "#/form/example.forms.Shop"),
        ("forms", "#/form?find=forms"),
        ("nothing", "#/form/nothing"),
    ):
        page.goto("#/form")
        forms = page.get_by_role("heading", name="example.forms 1.0.0")
        expect(forms).to_be_visible()
        name = page.get_by_role("combobox", name="Class")
        name.press_sequentially(typed)
        name.press("Enter")
        page.wait_for_url(f"**/{expected}")
        if "find" in expected:
            expect(name).to_have_value(typed)
            expect(page.get_by_role("link", name="Disk", exact=True)).to_be_visible()
            others = page.get_by_role("link", name="Environment", exact=True)
            expect(others).to_have_count(0)
