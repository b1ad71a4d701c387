"""Every view is accessible.

axe finds no violation, in light and dark, on a wide screen and at 360 pixels; the keyboard reaches all
that can be used.
"""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page

from tests.interfaces.browsing import PAGE
from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import NARROW, WIDE, expect_fits
from tests.interfaces.server.page.views import DIALOGS, VIEWS, PicturedPackage, package_of
from tests.programs import require
from tests.waiting import GUARD

AXE = PAGE / "node_modules" / "axe-core" / "axe.min.js"

RUN = """async (onlyContrast) => {
    const runOnly = onlyContrast ? ['color-contrast'] : undefined
    const { violations } = await axe.run(document, { resultTypes: ['violations'], runOnly })
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])])
}"""


@pytest.fixture(scope="session")
def package(address: str) -> PicturedPackage:
    """An example, which the views are about."""
    with httpx.Client(base_url=address, timeout=GUARD) as client:
        return package_of(client, "example.forms")


@pytest.mark.parametrize("view", VIEWS)
def test_a_view_is_for_everybody(
    page: Page, watched: Watched, package: PicturedPackage, view: str
) -> None:
    watched.allowed.append("status of 422")  # of a model that does not load
    VIEWS[view](page, package)
    expect_no_violation(page)
    if view not in DIALOGS:
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
