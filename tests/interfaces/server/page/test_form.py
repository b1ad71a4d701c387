"""The form of a class: filled in, wrong values shown, rendered, saved and opened again."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import model, open_form

SHOP = "#/form/example.forms.Shop?version=1.0.0"


def tab(page: Page, name: str) -> None:
    """Go to a section of the form, or to a model builder."""
    page.get_by_role("tab", name=name).click()


def fill_shop(page: Page) -> None:
    """Fill in all kinds of fields, in all sections."""
    open_form(page, SHOP)
    tab(page, "General")
    page.get_by_role("textbox", name="Name of the shop").first.fill("Corner")
    page.get_by_role("combobox", name="Plan").select_option(label="medium")
    page.get_by_role("textbox", name="Workers").fill("4")
    tab(page, "Sale")
    page.get_by_role("button", name="Add to Languages").click()
    page.get_by_role("group", name="Languages").get_by_role("textbox").last.fill("de")
    page.get_by_role("button", name="Add a key to Prices").click()
    prices = page.get_by_role("group", name="Prices")
    prices.get_by_role("textbox", name="Key").fill("bread")
    prices.get_by_role("textbox", name="Value").fill("250")
    page.get_by_role("button", name="Add to Opening hours").click()
    hours = page.get_by_role("group", name="Opening hours").first
    hours.get_by_role("textbox", name="day").fill("Monday")
    hours.get_by_role("textbox", name="opens").fill("8")
    hours.get_by_role("textbox", name="closes").fill("18")
    tab(page, "Storage")
    page.get_by_role("combobox", name="What Database is").select_option(label="A new object")
    database = page.get_by_role("group", name="Database", exact=True)
    database.get_by_role("combobox", name="Class").select_option(
        "A database of its own (example.forms.OwnDatabase)"
    )
    database.get_by_role("combobox", name="Engine").select_option(label="mysql")
    database.get_by_role("textbox", name="Storage in GB").fill("50")


def test_all_kinds_of_fields_make_a_model_that_renders(page: Page) -> None:
    fill_shop(page)
    result = model(page)
    assert result["?"]["type"].startswith("example.forms.Shop")
    assert result["name"] == "Corner"
    assert result["plan"] == "medium"
    assert result["workers"] == 4
    assert result["languages"] == ["en", "de"]
    assert result["prices"] == {"bread": 250}
    assert result["openingHours"] == [{"day": "Monday", "opens": 8, "closes": 18}]
    assert result["database"]["?"]["type"].startswith("example.forms.OwnDatabase")
    assert (result["database"]["engine"], result["database"]["storage"]) == ("mysql", 50)
    assert "campaign" not in result
    page.get_by_role("button", name="Render", exact=True).click()
    expect(page.get_by_role("heading", name="The model loads")).to_be_visible()
    expect(page.get_by_role("region", name="Rendered model")).to_contain_text("campaign")


def test_the_objects_of_a_rendered_model_are_drawn_and_listed(page: Page) -> None:
    fill_shop(page)
    page.get_by_role("button", name="Render", exact=True).click()
    expect(page.get_by_role("heading", name="Objects")).to_be_visible()
    drawing = page.get_by_role("group", name="Drawing of the objects")
    expect(drawing).to_have_attribute("data-drawn", re.compile(r"[2-9]"))
    page.get_by_text("List of objects").click()
    objects = page.get_by_role("list", name="Objects of the model")
    database = objects.get_by_role("listitem").filter(has_text="OwnDatabase")
    database.get_by_role("button").click()
    details = page.get_by_role("region", name="Object", exact=True)
    expect(details).to_contain_text("example.forms.OwnDatabase")
    expect(details).to_contain_text("Part of")
    expect(details).to_contain_text("database")
    details.get_by_role("button").first.click()
    expect(details).to_contain_text("example.forms.Shop")
    details.get_by_role("link", name="example.forms.Shop").click()
    expect(page.get_by_role("region", name="Class", exact=True)).to_contain_text(
        "example.forms.Shop"
    )


def test_values_that_are_not_allowed_are_told_beside_the_field_while_typing(page: Page) -> None:
    open_form(page, SHOP)
    tab(page, "General")
    workers = page.get_by_role("textbox", name="Workers")
    workers.fill("40")
    workers.blur()
    expect(workers).to_have_attribute("aria-invalid", "true")
    messages = page.locator(f"#{(workers.get_attribute('aria-describedby') or '').split()[-1]}")
    expect(messages).to_contain_text("17")
    domain = page.get_by_role("textbox", name="Domain")
    domain.fill("not a domain")
    domain.blur()
    expect(domain).to_have_attribute("aria-invalid", "true")
    workers.fill("16")
    expect(workers).not_to_have_attribute("aria-invalid", "true")


def test_what_is_missing_and_what_the_service_refuses_are_shown_at_their_fields(
    page: Page, watched: Watched
) -> None:
    watched.allowed.append("status of 422")
    open_form(page, SHOP)
    page.get_by_role("button", name="Render", exact=True).click()
    name = page.get_by_role("textbox", name="Name of the shop").first
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(page.locator(".render-result")).to_contain_text("The model does not load")
    expect(page.get_by_role("tab", name="Storage")).to_contain_text("error")


def test_a_model_that_was_saved_fills_the_form_again(page: Page, tmp_path: Path) -> None:
    fill_shop(page)
    before = model(page)
    saved = tmp_path / "shop.json"
    saved.write_text(json.dumps(before), encoding="utf-8")
    page.goto("#/form")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a model").click()
    chooser.value.set_files(saved)
    expect(page.locator(".class-line code")).to_contain_text("example.forms.Shop")
    tab(page, "General")
    expect(page.get_by_role("textbox", name="Name of the shop").first).to_have_value("Corner")
    assert model(page) == before
    tab(page, "Sale")
    expect(
        page.get_by_role("group", name="Prices").get_by_role("textbox", name="Key")
    ).to_have_value("bread")


def test_a_model_builder_fills_the_form(page: Page) -> None:
    open_form(page, SHOP)
    tab(page, "A standard shop")
    panel = page.get_by_role("tabpanel", name="A standard shop")
    panel.get_by_role("textbox", name="Name of the shop").fill("Market")
    panel.get_by_label("Customers a day").fill("5000")
    panel.get_by_role("button", name="Build the model").click()
    tab(page, "General")
    expect(
        page.get_by_role("tabpanel", name="General").get_by_role("textbox", name="Name of the shop")
    ).to_have_value("Market")
    result = model(page)
    assert (result["plan"], result["database"]["engine"]) == ("large", "postgresql")


def test_an_object_is_taken_by_reference(page: Page) -> None:
    fill_shop(page)
    identifier = model(page)["database"]["?"]["id"]
    page.get_by_role("combobox", name="What Archive is").select_option(label="An existing object")
    page.get_by_role("group", name="Archive").get_by_role("combobox", name="Id").fill(identifier)
    assert model(page)["archive"] == identifier
    page.get_by_role("button", name="Render", exact=True).click()
    expect(page.get_by_role("heading", name="The model loads")).to_be_visible()


def test_an_application_is_rendered_in_an_environment(page: Page, watched: Watched) -> None:
    """Its server looks for one while it is made."""
    watched.allowed.append("status of 422")
    open_form(page, "#/form/example.hello.WebServer")
    expect(page.locator(".render-line")).to_contain_text("inside an environment")
    tab(page, "Machine")
    page.get_by_role("combobox", name="What server is").select_option(label="A new object")
    server = page.get_by_role("group", name="server", exact=True)
    server.get_by_role("combobox", name="Class").select_option(
        label="io.murano.resources.LinuxMuranoInstance"
    )
    server.get_by_role("textbox", name="name", exact=True).fill("hello")
    page.get_by_role("button", name="Render", exact=True).click()
    flavor = server.get_by_role("textbox", name="Flavor", exact=True)
    expect(flavor).to_be_focused()
    expect(page.get_by_role("button", name="Go to $.server.flavor")).to_be_visible()
    expect(page.locator(".render-result")).not_to_contain_text("applications")
    flavor.fill("m1.small")
    server.get_by_role("textbox", name="Image", exact=True).fill("ubuntu")
    page.get_by_role("button", name="Render", exact=True).click()
    expect(page.get_by_role("heading", name="The model loads")).to_be_visible()
    rendered = page.get_by_role("region", name="Rendered model")
    expect(rendered).to_contain_text("assignFloatingIp")
    expect(rendered).not_to_contain_text("applications")


def test_a_text_of_several_lines_stays_one(page: Page) -> None:
    open_form(page, SHOP)
    tab(page, "General")
    name = page.get_by_role("textbox", name="Name of the shop").first
    name.fill("Corner")
    page.get_by_role("button", name="Several lines: Name of the shop").first.click()
    name.press("End")
    name.press("Enter")
    name.type("at the market")
    assert model(page)["name"] == "Corner\nat the market"
    page.evaluate("hash => { location.hash = hash }", "#/form")
    page.evaluate("hash => { location.hash = hash }", SHOP)
    expect(name).to_have_value("Corner\nat the market")


def test_what_another_choice_took_the_place_of_comes_back(page: Page) -> None:
    fill_shop(page)
    before = model(page)
    choice = page.get_by_role("combobox", name="What Database is")
    choice.select_option(label="An existing object")
    assert "database" not in model(page)
    choice.select_option(label="A new object")
    expect(page.get_by_role("textbox", name="Storage in GB")).to_have_value("50")
    assert model(page) == before
    page.get_by_role("button", name="Start over").click()
    expect(page.get_by_text("The form was cleared.").last).to_be_visible()
    assert "name" not in model(page)
    page.get_by_role("button", name="Restore the form").click()
    assert model(page) == before


def test_the_browser_asks_before_work_is_lost(page: Page) -> None:
    leave = "() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"
    open_form(page, SHOP)
    expect(page.get_by_role("heading", name="Object model")).to_be_visible()
    assert not page.evaluate(leave)
    fill_shop(page)
    assert page.evaluate(leave)
    with page.expect_download():
        page.get_by_role("button", name="Download").first.click()
    assert not page.evaluate(leave)


BIG = 2**53 + 1


def test_whole_numbers_of_any_size_stay_exact(page: Page, watched: Watched, tmp_path: Path) -> None:
    watched.allowed.append("status of 422")
    open_form(page, SHOP)
    tab(page, "Sale")
    page.get_by_role("button", name="Add a key to Prices").click()
    prices = page.get_by_role("group", name="Prices")
    prices.get_by_role("textbox", name="Key").fill("gold")
    price = prices.get_by_role("textbox", name="Value")
    price.fill(str(BIG))
    expect(price).not_to_have_attribute("aria-invalid", "true")
    assert model(page)["prices"] == {"gold": BIG}
    page.get_by_role("button", name="YAML", exact=True).first.click()
    expect(page.get_by_role("region", name="Object model")).to_contain_text(f"gold: {BIG}")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Download", exact=True).first.click()
    path = tmp_path / "shop.yaml"
    saved.value.save_as(path)
    assert f"gold: {BIG}\n" in path.read_text(encoding="utf-8")
    path.write_text(
        path.read_text(encoding="utf-8").replace(
            "prices:", "name: Corner\ndomain: a.example\nprices:"
        )
    )
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a model").click()
    chooser.value.set_files(path)
    tab(page, "General")
    expect(page.get_by_role("textbox", name="Name of the shop").first).to_have_value("Corner")
    assert model(page)["prices"] == {"gold": BIG}
    with page.expect_response("**/render") as rendered:
        page.get_by_role("button", name="Render", exact=True).click()
    sent = rendered.value.request.post_data
    assert sent is not None
    assert f'"gold":{BIG}' in sent
    # It goes to the first fault, in another section
    expect(page.locator(".render-result")).to_contain_text("does not load")
    tab(page, "General")
    workers = page.get_by_role("textbox", name="Workers")
    workers.fill(str(BIG))
    workers.blur()
    expect(workers).to_have_attribute("aria-invalid", "true")
