"""The view of classes: drawn and listed, and what one of them has."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import (
    NARROW,
    WIDE,
    Zipped,
    choose_zip,
    expect_each_said,
    resize,
)

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
    return panel(page).locator(".members > li").filter(has=page.get_by_role("heading", name=name))


def test_a_class_is_chosen_by_keyboard_and_tells_what_it_has(page: Page) -> None:
    page.goto("#/graph/example.forms")
    listed(page, "OwnDatabase").press("Enter")
    expect(panel(page)).to_contain_text("example.forms.OwnDatabase")
    engine = member(page, "engine")
    expect(engine).to_contain_text("$.string().notNull().check($ in [postgresql, mysql])")
    expect(engine).to_contain_text('"postgresql"')
    expect(engine).to_contain_text("here")
    expect(member(page, "storage")).to_contain_text("from example.forms.Database")
    member(page, "storage").get_by_role("button", name="example.forms.Database").click()
    expect(panel(page).get_by_role("heading", name="example.forms.Database")).to_be_visible()
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
    expect(page.get_by_role("region", name="Source of").locator(".current")).to_contain_text(
        "Application"
    )
    expect(page.locator("[data-summary]")).to_have_text(
        "Nothing was checked: libraries are not checked."
    )


def test_a_click_on_a_drawn_class_chooses_it(page: Page) -> None:
    page.goto("#/graph/example.forms")
    page.get_by_label("Search").fill("Disk")
    canvas = drawn(page, 2)  # with the class that it extends on its left
    box = canvas.bounding_box()
    assert box
    canvas.click(position={"x": box["width"] / 2 + 100, "y": box["height"] / 2})
    expect(panel(page).get_by_role("heading", name="example.forms.Disk")).to_be_visible()


def test_classes_of_other_packages_are_drawn_on_demand(page: Page) -> None:
    page.goto("#/graph/example.forms")
    expect(page.get_by_text("5 of 7 classes shown")).to_be_visible()
    expect(listed(page, "Application")).to_have_count(0)
    page.get_by_label("Inherited classes of other packages").check()
    expect(page.get_by_text("7 of 7 classes shown")).to_be_visible()
    expect(listed(page, "Application")).to_be_visible()
    page.get_by_label("Search").fill("shop")
    expect(page.get_by_text("3 of 7 classes shown")).to_be_visible()


def test_the_classes_of_a_zip_and_their_source(page: Page, zipped: Zipped) -> None:
    choose_zip(page, zipped("hello"))
    page.locator(".check-summary").get_by_role("link", name="Classes").click()
    expect(page.get_by_label("Package", exact=True)).to_contain_text("hello.zip")
    listed(page, "WebServer").click()
    panel(page).get_by_role("link", name="Source", exact=True).click()
    expect(
        page.get_by_role("region", name="Source of Classes/WebServer.yaml").locator(".current")
    ).to_have_text("Name: WebServer")


def above_of(number: int) -> list[int]:
    """The numbers of the ancestors of a class that `serve_many` makes."""
    parent = (number - 1) // 6
    return [parent, *above_of(parent)] if number else []


def serve_many(page: Page, number: int) -> None:
    """Let the graph of the catalog have so many classes, six of which extend each one."""
    names = [f"big.Class{number}" for number in range(number)]
    place = {"file": "big.yaml", "line": 1, "column": 1}
    classes = [
        {
            "name": name,
            "version": "1.0.0",
            "package": "big",
            "usage": "Class",
            "incomplete": False,
            "parents": [f"{names[(number - 1) // 6]}/1.0.0"] if number else [],
            "ancestors": [f"{names[above]}/1.0.0" for above in above_of(number)],
            "properties": {},
            "methods": {},
            "place": place,
        }
        for number, name in enumerate(names)
    ]
    packages = [{"name": "big", "version": "1.0.0", "file": "manifest.yaml", "requires": []}]
    graph = {"muranopl": {"graph": 1}, "packages": packages, "classes": classes}
    page.route("**/graph?*", lambda route: route.fulfill(json=graph))


def drawn(page: Page, number: int) -> Locator:
    """The drawing, with so many classes in it."""
    return page.locator(f".graph-canvas[data-drawn='{number}']")


def test_a_thousand_classes_are_searched_and_then_drawn_with_their_surroundings(page: Page) -> None:
    serve_many(page, 1000)
    page.goto("#/graph/big")
    expect(page.get_by_text("1000 classes: search, or choose one")).to_be_visible()
    page.get_by_label("Search").fill("Class9")
    expect(page.locator(".graph-canvas[data-drawn]")).to_be_visible()
    listed(page, "Class99").click()
    page.get_by_label("Search").fill("")
    # With three that it extends, and six that extend it
    expect(drawn(page, 10)).to_be_visible()
    page.get_by_role("button", name="Draw all 1000").click()
    expect(drawn(page, 1000)).to_be_visible()
    page.go_back()
    expect(drawn(page, 10)).to_be_visible()


def test_classes_are_listed_in_their_natural_order(page: Page) -> None:
    serve_many(page, 12)
    page.goto("#/graph/big")
    names = page.get_by_role("region", name="List of classes").get_by_role("button")
    expect(names).to_have_text([f"Class{number}" for number in range(12)])


IN_VIEW = """(canvas, id) => {
    const { cy } = canvas._cyreg
    const box = (id === null ? cy.elements() : cy.getElementById(id)).renderedBoundingBox()
    return box.x1 >= 0 && box.y1 >= 0 && box.x2 <= canvas.clientWidth && box.y2 <= canvas.clientHeight
}"""


def test_what_matters_of_a_picture_is_in_view(page: Page) -> None:
    """All of it, or the class that is chosen."""
    serve_many(page, 120)
    for width in (WIDE, NARROW):
        resize(page, width)
        for chosen in (None, "big.Class119/1.0.0"):
            page.goto(f"#/graph/big?class={chosen}" if chosen else "#/graph/big")
            page.reload()
            canvas = drawn(page, 120)
            expect(canvas).to_be_visible()
            if chosen:
                expect(listed(page, "Class119")).to_be_in_viewport()
            assert canvas.evaluate(IN_VIEW, chosen)


def test_search_and_inherited_classes_are_parts_of_the_address(page: Page) -> None:
    page.goto("#/graph/example.forms")
    page.get_by_label("Search").fill("shop")
    # With what it extends in another package
    expect(drawn(page, 2)).to_be_visible()
    expect(page.get_by_text("1 of 7 classes shown")).to_be_visible()
    page.get_by_label("Inherited classes of other packages").check()
    expect(page).to_have_url(re.compile("find=shop&inherited=1"))
    page.reload()
    expect(page.get_by_text("3 of 7 classes shown")).to_be_visible()
    expect(page.get_by_label("Search")).to_have_value("shop")
    page.go_back()
    expect(page.get_by_label("Inherited classes of other packages")).not_to_be_checked()
    expect(page.get_by_text("1 of 7 classes shown")).to_be_visible()


def test_unknown_parts_of_an_address_are_named(page: Page, watched: Watched) -> None:
    watched.allowed.append("status of 404")
    said = {
        "graph/example.forms?class=no.Class": "Unknown class “no.Class”.",
        "graph?of=upload": "The package of this URL is not loaded: drop its zip again.",
        "graph/no.package": 'package "no.package" is not found',
        "graph/example.forms?version=7": "example.forms has no version 7, only 1.0.0.",
        "graph?inherited=2": "“inherited” cannot be “2”, only “1”.",
        "graph/example.forms/x": "Unknown part “x” in the URL.",
        "form?only=these": "“only” cannot be “these”, only “applications”.",
        "form/no.Class": 'class "no.Class" is not found',
        "compare?colour=red": "Unknown parameter “colour” in the URL",
        "colours": "Unknown view “colours”.",
    }
    expect_each_said(page, said)
