"""The view of classes: drawn and listed, and what one of them has."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Locator, Page, Route, expect

from tests.interfaces.browsing import wait_until
from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import (
    NARROW,
    WIDE,
    Zipped,
    choose_zip,
    expect_each_said,
    offered,
    resize,
)

SHOP = "example.forms.Shop"


def panel(page: Page) -> Locator:
    """What is told of the chosen class."""
    return page.get_by_role("region", name="Class", exact=True)


def class_list(page: Page) -> Locator:
    """The list of classes."""
    return page.get_by_role("region", name="List of classes")


def listed(page: Page, name: str) -> Locator:
    """A class in the list."""
    return class_list(page).get_by_role("link", name=name, exact=True)


def box(page: Page, name: str) -> Locator:
    """A drawn class."""
    return page.get_by_role("group", name="Drawing of the classes").get_by_role(
        "button", name=re.compile(rf"^{name}\b")
    )


def member(page: Page, name: str) -> Locator:
    """A property or method in the panel."""
    return panel(page).locator(".members > li").filter(has=page.get_by_role("heading", name=name))


def test_a_class_is_chosen_by_keyboard_and_tells_what_it_has(page: Page) -> None:
    page.goto("#/classes/example.forms")
    listed(page, "OwnDatabase").press("Enter")
    expect(panel(page)).to_contain_text("example.forms.OwnDatabase")
    engine = member(page, "engine")
    expect(engine).to_contain_text("$.string().notNull().check($ in [postgresql, mysql])")
    expect(engine).to_contain_text('"postgresql"')
    expect(engine).to_contain_text("here")
    panel(page).get_by_text("inherited properties").click()
    expect(member(page, "storage")).to_contain_text("from example.forms.Database")
    member(page, "storage").get_by_role("link", name="example.forms.Database").click()
    expect(panel(page).get_by_role("heading", name="example.forms.Database")).to_be_visible()
    expect(panel(page)).to_contain_text("example.forms.SharedDatabase")
    expect(listed(page, "Database")).to_have_attribute("aria-current", "true")


def test_a_class_leads_to_its_source_and_to_its_form(page: Page) -> None:
    page.goto(f"#/classes/example.forms?class={SHOP}/1.0.0")
    member(page, "workers").get_by_role("link").click()
    source = page.get_by_role("region", name="Source of")
    expect(source.locator(".current")).to_contain_text("workers:")
    page.go_back()
    panel(page).get_by_role("link", name="Form", exact=True).click()
    expect(page.get_by_label("Name of the shop").first).to_be_visible()


def test_a_class_of_a_library_leads_to_its_source_too(page: Page) -> None:
    page.goto("#/classes")
    # A view of all packages begins with what applications extend
    expect(panel(page).get_by_role("heading", name="io.murano.Application")).to_be_visible()
    panel(page).get_by_role("link", name="Source", exact=True).click()
    expect(page.get_by_role("region", name="Source of").locator(".current")).to_contain_text(
        "Application"
    )
    expect(page.locator("[data-summary]")).to_have_text(
        "Nothing was checked: libraries are not checked."
    )


def test_a_package_begins_with_the_neighbourhood_of_a_class_that_can_be_read(page: Page) -> None:
    page.goto("#/classes/example.shelf")
    for name in ("Shelf", "Application", "Object"):
        expect(box(page, name)).to_be_in_viewport()
    sizes = page.locator(".graph-box, .graph-box *").evaluate_all(
        "boxes => boxes.map((box) => getComputedStyle(box).fontSize)"
    )
    assert set(sizes) == {"12px"}
    box(page, "Application").click()
    expect(panel(page).get_by_role("heading", name="io.murano.Application")).to_be_visible()
    expect(box(page, "WebServer")).to_be_visible()


def test_arrow_keys_move_in_the_list_and_in_the_drawing(page: Page) -> None:
    page.goto("#/classes/example.forms")
    names = ["Database", "Disk", "OwnDatabase", "SharedDatabase", "Shop"]
    expect(class_list(page).get_by_role("link")).to_have_text(names)
    page.get_by_label("Search").press("ArrowDown")
    page.keyboard.press("Home")
    for name in names:
        expect(listed(page, name)).to_be_focused()
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    page.keyboard.press("Enter")
    expect(box(page, "Database")).to_have_attribute("aria-current", "true")
    box(page, "Database").focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".graph-box:focus")).to_contain_text("Database")
    page.keyboard.press("ArrowLeft")
    expect(box(page, "Database")).to_be_focused()


def test_enter_opens_the_only_hit(page: Page) -> None:
    page.goto("#/classes")
    expect(panel(page)).to_be_visible()
    search = page.get_by_label("Search")
    search.fill("owndata")
    search.press("Enter")
    expect(panel(page).get_by_role("heading", name="example.forms.OwnDatabase")).to_be_visible()
    expect(search).to_be_focused()
    search.fill("data")
    search.press("Enter")
    expect(listed(page, "SharedDatabase")).to_be_visible()
    expect(panel(page).get_by_role("heading", name="example.forms.OwnDatabase")).to_be_visible()


def test_addresses_of_earlier_versions_lead_to_the_same_classes(page: Page) -> None:
    page.goto("#/graph/example.forms?class=example.forms.Disk&inherited=1&all=1&find=di")
    expect(panel(page).get_by_role("heading", name="example.forms.Disk")).to_be_visible()
    expect(page).to_have_url(
        re.compile(r"#/classes/example.forms\?class=example.forms.Disk&find=di$")
    )
    expect(page.locator(".address-notes")).to_be_empty()


def test_members_do_not_make_the_page_high(page: Page) -> None:
    page.goto("#/classes?class=io.murano.resources.Instance")
    expect(member(page, "flavor")).to_be_visible()
    for width, most in ((WIDE, 1.01), (NARROW, 2)):
        resize(page, width)
        wait_until(page, f"document.documentElement.scrollHeight <= {most} * innerHeight")


def test_the_classes_of_a_zip_and_their_source(page: Page, zipped: Zipped) -> None:
    choose_zip(page, zipped("hello"))
    offered(page, "Classes", "link").click()
    expect(page.get_by_label("Package", exact=True)).to_contain_text("hello.zip")
    listed(page, "WebServer").click()
    panel(page).get_by_role("link", name="Source", exact=True).click()
    expect(
        page.get_by_role("region", name="Source of Classes/WebServer.yaml").locator(".current")
    ).to_have_text("Name: WebServer")


def serve_many(page: Page, number: int) -> None:
    """Let the catalog have so many classes, which all extend the first one."""
    place = {"file": "big.yaml", "line": 1, "column": 1}
    classes: list[dict[str, Any]] = [
        {
            "name": f"big.Class{number}",
            "version": "1.0.0",
            "package": "big",
            "title": None,
            "usage": "Class",
            "is_base": number == 0,
            "parents": ["big.Class0/1.0.0"] if number else [],
        }
        for number in range(number)
    ]
    packages = [{"name": "big", "version": "1.0.0", "served": True}]
    details = {"incomplete": False, "properties": {}, "methods": {}, "place": place}

    def neighbourhood(route: Route) -> None:
        number = int(route.request.url.split("Class")[1].split("/")[0])
        relatives = [classes[0]] if number else classes[1:61]
        left_out = 0 if number else len(classes) - 61
        found = {"middle": {**classes[number], **details}, "relatives": relatives}
        route.fulfill(json={**found, "left_out": left_out})

    page.route("**/classes", lambda route: route.fulfill(json={"classes": classes}))
    page.route("**/packages?*", lambda route: route.fulfill(json={"packages": packages}))
    page.route("**/neighbourhood?*", neighbourhood)


def drawn(page: Page, number: int) -> Locator:
    """The drawing, with so many classes in it."""
    return page.locator(f".graph-canvas[data-drawn='{number}']")


def test_a_thousand_classes_are_listed_in_part_and_drawn_one_by_one(page: Page) -> None:
    serve_many(page, 1000)
    page.goto("#/classes/big?class=big.Class0")
    expect(page.get_by_text("1000 classes, the first 500 are listed")).to_be_visible()
    expect(drawn(page, 61)).to_be_visible()
    expect(panel(page)).to_contain_text("and 939 more")
    page.get_by_label("Search").fill("Class99")
    expect(page.get_by_text("11 of 1000 classes")).to_be_visible()
    listed(page, "Class998").click()
    expect(drawn(page, 2)).to_be_visible()
    page.get_by_role("button", name="Show all").click()
    expect(box(page, "Class998")).to_be_in_viewport(ratio=1)


def test_classes_are_listed_in_their_natural_order(page: Page) -> None:
    serve_many(page, 12)
    page.goto("#/classes/big")
    names = class_list(page).get_by_role("link")
    expect(names).to_have_text([f"Class{number}" for number in range(12)])


IN_VIEW = """(box) => {
    const [inner, outer] = [box, box.closest('.graph-canvas')].map((each) => each.getBoundingClientRect())
    const within = ([start, end]) => inner[start] >= outer[start] && inner[end] <= outer[end]
    return [['left', 'right'], ['top', 'bottom']].every(within)
}"""


def test_the_chosen_class_is_in_view(page: Page) -> None:
    serve_many(page, 120)
    for width in (WIDE, NARROW):
        resize(page, width)
        for chosen in ("Class119", "Class0"):
            page.goto(f"#/classes/big?class=big.{chosen}/1.0.0")
            page.reload()
            expect(panel(page)).to_contain_text(f"big.{chosen}")
            at = box(page, chosen)
            expect(at).to_be_visible()
            assert at.evaluate(IN_VIEW)
            expect(class_list(page).locator("[aria-current]")).to_have_text(chosen)


def test_the_search_is_a_part_of_the_address(page: Page) -> None:
    page.goto("#/classes/example.forms")
    page.get_by_label("Search").fill("shop")
    expect(page.get_by_text("1 of 5 classes")).to_be_visible()
    expect(page).to_have_url(re.compile("find=shop"))
    page.reload()
    expect(page.get_by_text("1 of 5 classes")).to_be_visible()
    expect(page.get_by_label("Search")).to_have_value("shop")
    page.get_by_label("Search").fill("nothing")
    expect(page.get_by_text("0 of 5 classes")).to_be_visible()


def test_what_is_typed_while_a_class_is_loaded_stays(page: Page) -> None:
    late: list[Route] = []

    def keep(route: Route) -> None:
        late.append(route)

    page.route("**/neighbourhood?*", keep)
    page.goto("#/classes")
    expect(listed(page, "OwnDatabase")).to_be_visible()
    search = page.get_by_label("Search", exact=True)
    search.press_sequentially("database")
    expect(search).to_have_value("database")
    for route in late:
        route.continue_()
    expect(panel(page)).to_be_visible()
    expect(search).to_be_focused()
    expect(search).to_have_value("database")


def test_unknown_parts_of_an_address_are_named(page: Page, watched: Watched) -> None:
    watched.allowed.append("status of 404")
    said = {
        "classes/example.forms?class=no.Class": "Unknown class “no.Class”.",
        "classes?of=upload": "The package of this URL is not loaded: drop its zip again.",
        "classes/no.package": "Unknown package “no.package”.",
        "classes/example.forms?version=7": "example.forms has no version 7, only 1.0.0.",
        "classes?of=this": "“of” cannot be “this”, only “upload”.",
        "classes/example.forms/x": "Unknown part “x” in the URL.",
        "form?only=these": "“only” cannot be “these”, only “applications”.",
        "form/no.Class": 'class "no.Class" is not found',
        "compare?colour=red": "Unknown parameter “colour” in the URL",
        "colours": "Unknown view “colours”.",
    }
    expect_each_said(page, said)
