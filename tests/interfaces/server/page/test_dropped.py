"""A package that is dropped has forms, models, builders and classes, on every view."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import NARROW, Zipped, drop, dropped, model, offered, resize

CLASS = "example.dropped.Shelf"


def test_its_forms_are_shown_and_drawn_again_after_an_edit(page: Page, tmp_path: Path) -> None:
    resize(page, NARROW)
    page.goto("#/form")
    expect(page.get_by_text("Drop the zip of a package anywhere")).to_be_visible()
    drop(page, dropped(tmp_path))
    card = page.locator(".application")
    expect(card).to_have_count(1)
    expect(card.locator("img")).to_have_count(1)
    expect(page.get_by_text("shelf.zip was dropped")).to_be_visible()
    card.click()
    expect(page.locator(".class-line code")).to_contain_text(f"{CLASS}/1.0.0")
    page.get_by_label("Required only").uncheck()
    expect(page.get_by_label("Administrator", exact=True)).to_have_attribute("type", "password")
    page.get_by_role("textbox", name="Name", exact=True).fill("Oak")
    edited = dropped(tmp_path, {"  spare:\n": "  height:\n", "n: 1.0.0": "n: 1.1.0"})
    drop(page, edited)
    expect(page.get_by_role("textbox", name="height", exact=True)).to_be_visible()
    expect(page.get_by_role("textbox", name="spare", exact=True)).to_have_count(0)
    expect(page.locator(".class-line code")).to_contain_text(f"{CLASS}/1.1.0")
    expect(page.get_by_role("textbox", name="Name", exact=True)).to_have_value("Oak")
    assert model(page)["name"] == "Oak"
    page.get_by_role("button", name="Render", exact=True).click()
    expect(page.get_by_role("heading", name="The model loads")).to_be_visible()


def test_builders_of_a_dropped_package_fill_its_form(page: Page, zipped: Zipped) -> None:
    page.goto("#/form")
    changes = {"example.forms": "example.market", "Name of the shop": "Stall"}
    drop(page, zipped("forms", changes))
    expect(page.locator(".application")).to_have_count(1)
    page.locator(".application").click()
    page.get_by_role("tab", name="A standard shop").click()
    panel = page.get_by_role("tabpanel", name="A standard shop")
    panel.get_by_role("textbox", name="Stall").fill("Market")
    panel.get_by_label("Customers a day").fill("5000")
    panel.get_by_role("button", name="Build the model").click()
    expect(
        page.get_by_role("tabpanel", name="General").get_by_role("textbox", name="Stall")
    ).to_have_value("Market")
    assert model(page)["?"]["type"] == "example.market.Shop/1.0.0@example.market"


def test_its_classes_are_drawn_and_lead_to_its_forms(page: Page, tmp_path: Path) -> None:
    page.goto("#/classes")
    expect(page.get_by_role("region", name="Class", exact=True)).to_be_visible()
    drop(page, dropped(tmp_path))
    listed = page.get_by_role("region", name="List of classes")
    expect(listed.get_by_role("link", name="Shelf")).to_be_visible()
    expect(listed).not_to_contain_text("Greeter")
    listed.get_by_role("link", name="Shelf").click()
    page.get_by_role("region", name="Class", exact=True).get_by_role(
        "link", name="form"
    ).first.click()
    expect(page.locator(".class-line code")).to_contain_text(f"{CLASS}/1.0.0")


def test_its_report_leads_to_its_forms(page: Page, tmp_path: Path) -> None:
    page.goto("#/check")
    expect(page.get_by_text("in any view")).to_be_visible()
    drop(page, dropped(tmp_path))
    offered(page, "Forms", "link").click()
    expect(page.locator(".application")).to_contain_text("Book shelf")
    page.get_by_role("link", name="Its report").click()
    expect(offered(page, "Forms", "link")).to_be_visible()


def test_a_package_that_is_gone_or_none_is_told(
    page: Page, tmp_path: Path, watched: Watched
) -> None:
    watched.allowed.append("status of 400")
    page.goto("#/form?of=upload")
    expect(page.get_by_text("drop it again")).to_be_visible()
    broken = tmp_path / "broken.zip"
    broken.write_bytes(b"no zip")
    drop(page, broken)
    expect(page.get_by_role("heading", name="broken.zip has no forms")).to_be_visible()
    page.get_by_role("link", name="Forms of the catalog").click()
    expect(page.locator(".application").first).to_be_visible()


def test_one_that_the_service_forgot_is_sent_again(
    page: Page, tmp_path: Path, watched: Watched
) -> None:
    watched.allowed.append("status of 409")
    page.goto("#/form")
    drop(page, dropped(tmp_path))
    expect(page.locator(".application")).to_have_count(1)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.route(
        "**/schemas/**",
        lambda route: (
            route.fulfill(status=409, json={"error": {"code": 409}})
            if not any(url.rpartition("/")[2].startswith("uploads") for url in sent)
            else route.continue_()
        ),
    )
    page.locator(".application").click()
    expect(page.locator(".class-line code")).to_contain_text(CLASS)
