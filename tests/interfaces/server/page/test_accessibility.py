"""Every view is accessible.

axe finds no violation, in light and dark, on a wide screen and at 360 pixels; the keyboard reaches all
that can be used.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.interfaces.browsing import PAGE
from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import (
    NARROW,
    WIDE,
    compare,
    expect_fits,
    new_form,
    offered,
    old_form,
    zipped_example,
)
from tests.programs import require

AXE = PAGE / "node_modules" / "axe-core" / "axe.min.js"

Prepare = Callable[[Page], None]


def explained(page: Page) -> None:
    page.goto("#/check/example.broken")
    page.get_by_role("button", name="MPL163", exact=True).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def edited(page: Page) -> None:
    page.goto("#/check")
    package = {"name": "broken.zip", "mimeType": "", "buffer": zipped_example("broken")}
    page.get_by_label("Package zip").set_input_files(files=[package])
    page.locator(".cm-line", has_text="limit:").first.click()
    page.keyboard.press("Control+f")
    expect(page.get_by_role("textbox", name="Find")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.get_by_role("textbox", name="Find")).to_be_focused()


def asked(page: Page) -> None:
    """A list of places and a question, one after the other, in the editor."""
    edited(page)
    page.locator(".cm-line .token.key", has_text="limit").first.click()
    page.get_by_role("button", name="References").click()
    expect(page.get_by_role("list", name="Named in")).to_be_visible()
    page.get_by_role("button", name="New file").click()
    path = page.get_by_label("Path of the new file")
    path.fill("../x")
    path.press("Enter")
    expect(page.locator(".source-aside [role=alert]")).not_to_be_empty()


def offered_more(page: Page) -> None:
    """The menu of a report, and above it what was dropped before."""
    for name in ("hello", "broken"):
        package = {"name": f"{name}.zip", "mimeType": "", "buffer": zipped_example(name)}
        page.goto("#/check")
        page.get_by_label("Package zip").set_input_files(files=[package])
        expect(page.get_by_role("heading", name=f"{name}.zip")).to_be_visible()
    page.get_by_text("Check another package").click()
    expect(page.get_by_role("button", name="Forget hello.zip")).to_be_visible()
    expect(offered(page, "Forget this package")).to_be_visible()


def form_with_all_kinds_of_fields(page: Page) -> None:
    page.goto("#/form/example.forms.Shop?version=1.0.0")
    expect(page.get_by_label("Name of the shop").first).to_be_visible()


def invalid_form(page: Page) -> None:
    form_with_all_kinds_of_fields(page)
    page.get_by_role("button", name="Render", exact=True).click()
    expect(page.get_by_role("heading", name="The model does not load")).to_be_visible()
    # The first fault in the order of the form, whatever the order of the answer
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()


def compared(page: Page) -> None:
    page.goto("#/compare/example.forms?version=1.0.0")
    old, new = old_form(page), new_form(page)
    old.get_by_role("textbox", name="Name of the shop").fill("Corner")
    page.get_by_role("button", name="Fill in from the old form").click()
    filled = new.get_by_role("textbox", name="Name of the shop")
    expect(filled).to_have_value("Corner")
    compare(page)
    expect(page.locator(".comparison")).to_contain_text("postgresql")


def refused(page: Page) -> None:
    page.goto("#/compare/example.forms?version=1.0.0")
    expect(old_form(page).get_by_role("textbox", name="Workers")).to_be_visible()
    compare(page)
    expect(page.locator(".comparison")).to_contain_text("MPL544")


def versions(page: Page) -> None:
    page.goto("#/compare?what=versions&new=example.hello/1.0.0")
    package = {
        "name": "old.zip",
        "mimeType": "",
        "buffer": zipped_example("hello", {"greeting:": "words:"}),
    }
    old = page.get_by_role("region", name="Old version")
    old.get_by_label("Or a zip").set_input_files(files=[package])
    expect(page.locator("[data-verdict]")).to_contain_text("major changes")
    page.get_by_text("UI/ui.yaml").last.click()
    expect(page.get_by_role("region", name="Differences of")).to_be_visible()


def api_answered(page: Page) -> None:
    page.goto("#/api/package_report?fqn=example.broken")
    page.get_by_role("button", name="Send GET").click()
    expect(page.get_by_role("region", name="Answer")).to_contain_text("MPL163")


def visit(address: str, shown: str) -> Prepare:
    """Return what goes to an address, and waits until a text is shown."""

    def go(page: Page) -> None:
        page.goto(address)
        expect(page.locator("main").get_by_text(shown).first).to_be_visible()

    return go


def search(page: Page) -> None:
    page.goto("#/packages")
    page.get_by_role("button", name="Search", exact=True).click()
    page.get_by_role("searchbox", name="Search everything").fill("MPL163")
    expect(page.get_by_role("heading", name="Diagnostics")).to_be_visible()


def keys(page: Page) -> None:
    page.goto("#/packages")
    page.get_by_role("button", name="Keys").click()
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


VIEWS: dict[str, Prepare] = {
    "check, empty": visit("#/check", "with errors"),
    "check, with a report": visit("#/check/example.broken", "Found 11 errors"),
    "check, with an explanation": explained,
    "check, edited": edited,
    "check, asked": asked,
    "check, offered more": offered_more,
    "classes": visit("#/classes", "Extended by"),
    "classes, one chosen": visit(
        "#/classes/example.forms?class=example.forms.Shop/1.0.0", "Properties"
    ),
    "search": search,
    "keys": keys,
    "form, no class": visit("#/form", "example.forms 1.0.0"),
    "form": form_with_all_kinds_of_fields,
    "form, invalid": invalid_form,
    "api": visit("#/api", "Operations of the service for programs"),
    "api, answered": api_answered,
    "compare": visit("#/compare", "Compare"),
    "compare, versions": versions,
    "packages": visit("#/packages?package=example.hello/1.0.0", "It is checked."),
    "compare, both forms filled in": compared,
    "compare, refused": refused,
}

RUN = """async (onlyContrast) => {
    const runOnly = onlyContrast ? ['color-contrast'] : undefined
    const { violations } = await axe.run(document, { resultTypes: ['violations'], runOnly })
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])])
}"""


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_for_everybody(page: Page, watched: Watched, view: str) -> None:
    watched.allowed.append("status of 422")  # of a model that does not load
    VIEWS[view](page)
    expect_no_violation(page)
    if view not in {"check, with an explanation", "search", "keys"}:  # which keep the keyboard
        expect_reached(page)


def expect_no_violation(page: Page) -> None:
    """Fail where axe finds a violation."""
    if not AXE.is_file():
        require("Node")
    page.evaluate(AXE.read_text(encoding="utf-8"))
    result: dict[str, Any] = {}
    for width in (NARROW, WIDE):
        expect_fits(page, width)
        for scheme in ("light", "dark"):
            # No colour between two others
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            if violations := page.evaluate(RUN, scheme == "dark"):
                result[f"{scheme}, {width} px"] = violations
    assert not result, json.dumps(result, indent=1)


def expect_reached(page: Page) -> None:
    """Fail where the keyboard does not reach all that can be used, or where it is cannot be seen."""
    # It may begin in the middle, and go on at the top
    keys = ("Tab", "Tab", "Shift+Tab")
    result = [node for key in keys for node in walk(page, key)]
    assert page.evaluate(LEFT_OUT) == []
    for what in ("named", "inView", "marked"):
        assert [item["shown"] for item in result if not item[what]] == [], what


MOST = 400

FOCUSED = """() => {
    const e = document.activeElement
    if (e === null || e === document.body) return null
    e.dataset.reached = '1'
    const { top, bottom, left, right } = e.getBoundingClientRect()
    const { outlineStyle, boxShadow } = getComputedStyle(e)
    const ids = (e.getAttribute('aria-labelledby') ?? '').split(' ')
    const texts = ids.map((id) => document.getElementById(id)?.innerText)
    const names = [e.getAttribute('aria-label'), e.labels?.[0]?.innerText, e.innerText, ...texts]
    return {
        shown: e.outerHTML.slice(0, 160),
        named: names.some((each) => each?.trim()),
        inView: bottom > 0 && top < innerHeight && right > 0 && left < innerWidth,
        marked: outlineStyle !== 'none' || boxShadow !== 'none'
    }
}"""

LEFT_OUT = """() => [...document.querySelectorAll('a[href], button, input, select, textarea, [tabindex="0"]')]
    .filter((e) => e.tabIndex >= 0 && !e.disabled && e.checkVisibility() && e.dataset.reached === undefined)
    .map((e) => e.outerHTML.slice(0, 160))"""


def walk(page: Page, key: str) -> list[dict[str, Any]]:
    """Return what has the keyboard, one after the other, until it leaves the page."""
    result: list[dict[str, Any]] = []
    while len(result) < MOST:
        page.keyboard.press(key)
        focused = page.evaluate(FOCUSED)
        if focused is None:
            return result
        result.append(focused)
    pytest.fail(f"the keyboard does not leave the page after {MOST} steps")
