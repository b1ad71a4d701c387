"""The view of classes: drawn and listed, and what one of them has."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

SHOP = "example.forms.Shop"


def panel(page: Page) -> Locator:
    """What is told of the chosen class."""
    return page.get_by_role("region", name="Class", exact=True)


def listed(page: Page, name: str) -> Locator:
    """A class in the list."""
    return page.get_by_role("region", name="List of classes").get_by_role(
        "button", name=name, exact=True
    )


def member(page: Page, name: str) -> Locator:
    """A property or method in the panel."""
    return (
        panel(page)
        .locator(".members > li")
        .filter(has=page.get_by_role("heading", name=name))
    )


def test_a_class_is_chosen_by_keyboard_and_tells_what_it_has(page: Page) -> None:
    page.goto("#/graph/example.forms")
    listed(page, "OwnDatabase").press("Enter")
    expect(panel(page)).to_contain_text("example.forms.OwnDatabase")
    engine = member(page, "engine")
    expect(engine).to_contain_text(
        "$.string().notNull().check($ in [postgresql, mysql])"
    )
    expect(engine).to_contain_text('"postgresql"')
    expect(engine).to_contain_text("here")
    expect(member(page, "storage")).to_contain_text("from example.forms.Database")
    member(page, "storage").get_by_role("button", name="example.forms.Database").click()
    expect(
        panel(page).get_by_role("heading", name="example.forms.Database")
    ).to_be_visible()
    expect(panel(page)).to_contain_text("example.forms.SharedDatabase")
    expect(listed(page, "Database")).to_have_attribute("aria-current", "true")


def test_a_class_leads_to_its_source_and_to_its_form(page: Page) -> None:
    page.goto(f"#/graph/example.forms?class={SHOP}/1.0.0")
    member(page, "workers").get_by_role("link").click()
    source = page.get_by_role("region", name="Source of")
    expect(source.locator(".current")).to_contain_text("workers:")
    page.go_back()
    panel(page).get_by_role("link", name="Form", exact=True).click()
    expect(page.get_by_label("Name of the shop").first).to_be_visible()


def test_a_class_of_a_library_leads_to_its_source_too(page: Page) -> None:
    page.goto("#/graph/example.forms")
    page.get_by_label("Inherited classes of other packages").check()
    listed(page, "Application").press("Enter")
    panel(page).get_by_role("link", name="Source", exact=True).click()
    expect(
        page.get_by_role("region", name="Source of").locator(".current")
    ).to_contain_text("Application")
    expect(page.locator("[data-summary]")).to_have_text(
        "Nothing was checked: libraries are not."
    )


def test_a_click_on_a_drawn_class_chooses_it(page: Page) -> None:
    page.goto("#/graph/example.forms")
    page.get_by_label("Search").fill("Disk")
    canvas = page.locator(".graph-canvas[data-drawn='1']")
    box = canvas.bounding_box()
    assert box
    canvas.click(position={"x": box["width"] / 2, "y": box["height"] / 2})
    expect(
        panel(page).get_by_role("heading", name="example.forms.Disk")
    ).to_be_visible()


def test_classes_of_other_packages_are_drawn_on_demand(page: Page) -> None:
    page.goto("#/graph/example.forms")
    expect(page.get_by_text("5 of 7 classes shown")).to_be_visible()
    expect(listed(page, "Application")).to_have_count(0)
    page.get_by_label("Inherited classes of other packages").check()
    expect(page.get_by_text("7 of 7 classes shown")).to_be_visible()
    expect(listed(page, "Application")).to_be_visible()
    page.get_by_label("Search").fill("shop")
    expect(page.get_by_text("3 of 7 classes shown")).to_be_visible()


def test_the_classes_of_a_zip_and_their_source(
    page: Page, zipped: Callable[..., Path]
) -> None:
    page.goto("#/check")
    page.get_by_label("Package zip").set_input_files(zipped("hello"))
    page.locator(".check-summary").get_by_role("link", name="Classes").click()
    expect(page.get_by_label("Package", exact=True)).to_contain_text("hello.zip")
    listed(page, "WebServer").click()
    panel(page).get_by_role("link", name="Source", exact=True).click()
    expect(
        page.get_by_role("region", name="Source of Classes/WebServer.yaml").locator(
            ".current"
        )
    ).to_have_text("9Name: WebServer")


def test_hundreds_of_classes_can_be_drawn_filtered_and_chosen(page: Page) -> None:
    names = [f"big.Class{number}" for number in range(500)]
    place = {"file": "big.yaml", "line": 1, "column": 1}
    classes = [
        {
            "name": name,
            "version": "1.0.0",
            "package": "big",
            "usage": "Class",
            "incomplete": False,
            "parents": [f"{names[(number - 1) // 6]}/1.0.0"] if number else [],
            "ancestors": [f"{names[(number - 1) // 6]}/1.0.0"] if number else [],
            "properties": {},
            "methods": {},
            "place": place,
        }
        for number, name in enumerate(names)
    ]
    packages = [
        {"name": "big", "version": "1.0.0", "file": "manifest.yaml", "requires": []}
    ]
    graph = {"muranopl": {"graph": 1}, "packages": packages, "classes": classes}
    page.route("**/graph?*", lambda route: route.fulfill(json=graph))
    page.goto("#/graph/big")
    expect(page.locator(".graph-canvas[data-drawn='500']")).to_be_visible()
    page.get_by_label("Search").fill("Class499")
    listed(page, "Class499").click()
    expect(panel(page).get_by_role("heading", name="big.Class499")).to_be_visible()
