"""Texts of packages are shown as texts, whatever they are."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.archives import zip_of
from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.hostile import CLASS, HOSTILE, IMAGE, SCRIPT


def require_harmless(page: Page) -> None:
    """Fail where a text of the package became an element, or ran."""
    assert page.evaluate("window.attacked") is None
    assert (
        page.locator(
            # Logos are images whose address has the data in it
            "main img:not([src^='data:'], [src*='/packages/']), main script, main iframe, [onerror],"
            " a[href^='javascript:']"
        ).count()
        == 0
    )


def test_in_every_view(page: Page, watched: Watched) -> None:
    watched.allowed += ["status of 404", "status of 400"]
    for place, shown in (
        ("#/check/example.hostile", IMAGE),
        ("#/classes/example.hostile", "Extends"),
        (f"#/classes/example.hostile?class={CLASS}/1.0.0", IMAGE),
        (f"#/form/{CLASS}?version=1.0.0", f"{SCRIPT}title"),
        ("#/form", "Hostile"),
        ("#/compare", "Compare"),
    ):
        page.goto(place)
        expect(page.locator("main").get_by_text(shown).first).to_be_visible()
        require_harmless(page)
    # Addresses that name nothing
    for place in (f"form/{SCRIPT}", f"check/{IMAGE}", f"classes/{SCRIPT}", "nothing/%zz"):
        page.goto(f"#/{place}")
        page.reload()
        expect(page.locator("main h1")).to_be_visible()
        require_harmless(page)


def test_the_name_of_a_dropped_file_and_what_is_in_it(page: Page) -> None:
    page.goto("#/check")
    name = "<img src=x onerror=window.attacked=4>.zip"
    page.get_by_label("Package zip").set_input_files(
        {"name": name, "mimeType": "application/zip", "buffer": zip_of(HOSTILE)}
    )
    expect(page.get_by_role("heading", name=name, exact=True)).to_be_visible()
    expect(page.locator(".check-findings")).to_contain_text("<")
    require_harmless(page)
