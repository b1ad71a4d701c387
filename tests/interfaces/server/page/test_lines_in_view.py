"""Lines of a long file: each way to a line brings it into the pane of the source."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.archives import zip_of
from tests.interfaces.browsing import wait_until
from tests.interfaces.server.page.steps import NARROW, WIDE, choose_zip, finding, resize
from tests.manifests import library_manifest

FILE = "Classes/Long.yaml"
FAULTS = {60: "MPL163", 110: "MPL120"}
"""Lines with a mistake, and its code."""
LINES = 150


@pytest.fixture
def long_file(tmp_path: Path) -> Path:
    """A zip of a package with a class of many lines."""
    lines = ["Namespaces: {=: a.b}", "Name: Long", "Properties:"]
    lines += [f"  p{at}: {{Contract: $.int()}}" for at in range(4, LINES + 1)]
    lines[60 - 1] = "  p60: {Contract: $.notNul()}"
    lines[110 - 1] = "  p110: {Contract: $.int(), Colour: red}"
    target = tmp_path / "long.zip"
    manifest = library_manifest("a.b", {"a.b.Long": "Long.yaml"})
    target.write_bytes(zip_of({"manifest.yaml": manifest, FILE: "\n".join(lines)}))
    return target


def expect_in_view(page: Page, line: int) -> None:
    """Wait until the rectangle of a line lies inside that of the pane."""
    wait_until(
        page,
        f"""(() => {{
            const pane = document.querySelector('.source-lines')
            const numbers = [...(pane?.querySelectorAll('.cm-lineNumbers .cm-gutterElement') ?? [])]
            const number = numbers.find((each) => each.textContent === '{line}')
            const [outer, inner] = [pane, number].map((each) => each?.getBoundingClientRect())
            return inner && inner.height > 0 && inner.top >= outer.top && inner.bottom <= outer.bottom
        }})()""",
    )


def to_address(page: Page, line: int) -> None:
    page.evaluate(
        "(hash) => { location.hash = hash }", f"/check?file={FILE.replace('/', '%2F')}&line={line}"
    )


def by_wheel(page: Page) -> int:
    page.locator(".cm-line").first.hover()
    page.mouse.wheel(0, 100_000)
    return LINES


def by_arrow_keys(page: Page) -> int:
    page.locator(".cm-line").first.click()
    for _ in range(70):
        page.keyboard.press("ArrowDown")
    return 71


def by_click(page: Page) -> int:
    place = finding(page, FAULTS[110]).locator("button.path").first
    expect(place).to_contain_text(f"{FILE}:110")
    place.click()
    return 110


def by_next(page: Page) -> int:
    for code in FAULTS.values():
        page.keyboard.press("F8")
        expect(finding(page, code)).to_be_focused()
    return 110


def by_back(page: Page) -> int:
    for line in (60, 140):
        to_address(page, line)
        expect(page.locator(".current")).to_have_attribute("data-line", str(line))
    page.go_back()
    return 60


def by_permalink(page: Page) -> int:
    to_address(page, 60)
    return 60


WAYS: dict[str, Callable[[Page], int]] = {
    "mouse wheel": by_wheel,
    "arrow keys": by_arrow_keys,
    "click on a place": by_click,
    "F8": by_next,
    "Back": by_back,
    "permalink": by_permalink,
}
"""What leads to a line, which it returns."""


@pytest.mark.parametrize("width", [WIDE, NARROW])
@pytest.mark.parametrize("way", WAYS)
def test_a_line_is_in_view(way: str, width: int, page: Page, long_file: Path) -> None:
    resize(page, width)
    choose_zip(page, long_file)
    expect(page.get_by_role("textbox", name=f"Text of {FILE}")).to_be_visible()
    expect_in_view(page, WAYS[way](page))


@pytest.mark.parametrize("width", [WIDE, NARROW])
def test_the_line_of_a_link_to_the_catalog_is_in_view(page: Page, width: int) -> None:
    resize(page, width)
    page.goto("#/check/example.forms?version=1.0.0&file=Classes%2FShop.yaml&line=60")
    expect_in_view(page, 60)
