"""Packages: two versions of one compared, and which package requires which."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import (
    NARROW,
    WIDE,
    Zipped,
    drop,
    expect_fits,
    hold,
    offered,
    resize,
    summary,
)

VERSIONS = "#/compare?what=versions"
HELLO = "example.hello/1.0.0"
REQUIRE = "Require:\n  no.such.Package: '>=2'\n  example.forms: 1\nClasses:\n"


def side(page: Page, name: str) -> Locator:
    """One of the two versions."""
    return page.get_by_role("region", name=f"{name} version")


def verdict(page: Page) -> Locator:
    """The sentence that sums up a comparison."""
    return page.locator("[data-verdict]")


def test_two_versions_are_compared(page: Page, zipped: Zipped) -> None:
    resize(page, NARROW)
    page.goto("#/compare")
    page.get_by_role("link", name="Versions of a package").click()
    side(page, "Old").get_by_label("Package of the catalog").select_option(HELLO)
    expect(page).to_have_url(re.compile("old=example.hello"))
    new = {"greeting:": "words:", "$.greeting": "$.words", "Version: 1.0.0": "Version: 1.0.1"}
    drop(page, zipped("hello", new))
    expect(verdict(page)).to_contain_text("major changes since 1.0.0 need 2.0.0")
    expect(verdict(page).get_by_role("heading")).to_have_text("1.0.0 → needs 2.0.0")
    expect(verdict(page)).to_have_class("message error")
    expect(page).to_have_url(re.compile(r"old=example.hello%2F1.0.0&new=upload"))
    gone = page.locator(".finding.error").first
    expect(gone).to_contain_text('property "greeting" of example.hello.Greeter was removed')
    expect(gone.locator("pre")).to_contain_text("greeting:")
    page.get_by_text("manifest.yaml").click()
    changed = page.get_by_role("region", name="Differences of manifest.yaml")
    expect(changed.locator("tr.changed code")).to_have_text(["Version: 1.0.0", "Version: 1.0.1"])
    expect(page.locator(".changed-file", has_text="LICENSE")).to_have_count(0)
    expect_fits(page, WIDE, NARROW)
    page.go_back()
    expect(verdict(page)).to_have_count(0)
    page.go_forward()
    expect(verdict(page)).to_be_visible()
    drop(page, zipped("hello", {**new, "Version: 1.0.0": "Version: 2.0.0"}))
    expect(verdict(page)).to_contain_text("for which 2.0.0 is enough")
    # Not green above red
    expect(verdict(page)).to_have_class("message info")


def test_what_cannot_be_compared_is_said(page: Page, watched: Watched) -> None:
    watched.allowed.append("status of 400")
    page.goto(f"{VERSIONS}&old={HELLO}&new=example.forms/1.0.0")
    expect(page.get_by_role("alert").first).to_contain_text("are different packages")
    page.goto(f"{VERSIONS}&old=no.such/1&new=upload&colour=red")
    for words in (
        "Unknown package “no.such/1”.",
        "The zip of the new version is not loaded",
        "Unknown parameter “colour” in the URL",
    ):
        expect(page.get_by_text(words)).to_be_visible()
    page.goto(f"{VERSIONS}&old={HELLO}&new={HELLO}")
    expect(verdict(page)).to_contain_text("no changes")


def test_a_zip_shows_what_it_requires_and_what_is_missing(page: Page, zipped: Zipped) -> None:
    resize(page, NARROW)
    page.goto("#/check")
    drop(page, zipped("hello", {"Classes:\n": REQUIRE}))
    offered(page, "Packages", "link").click()
    expect(page.locator(".graph-canvas[data-drawn]")).to_have_attribute("data-drawn", "3")
    expect(page.get_by_text("3 of 3 packages shown, 1 missing")).to_be_visible()
    packages = page.get_by_role("region", name="List of packages")
    packages.get_by_role("button", name="no.such.Package").press("Enter")
    shown = page.get_by_role("region", name="Package", exact=True)
    expect(shown).to_contain_text("No package with this name and a matching version is available")
    shown.get_by_role("button", name="example.hello").click()
    expect(shown).to_contain_text(">=2 missing")
    expect(page).to_have_url(re.compile("package=example.hello"))
    expect_fits(page, NARROW, WIDE)


def test_packages_of_the_catalog_are_searched(page: Page) -> None:
    page.goto("#/packages?find=hello")
    packages = page.get_by_role("region", name="List of packages")
    expect(packages.get_by_role("button")).to_have_count(1)
    page.get_by_label("Search").fill("")
    expect(packages.get_by_role("button", name="example.forms")).to_be_visible()
    packages.get_by_role("button", name="example.hello").click()
    page.get_by_role("link", name="Report").click()
    expect(summary(page)).to_contain_text("1 package")
    page.goto("#/packages?package=no.such&of=upload")
    expect(page.get_by_text("The package of this URL is not loaded")).to_be_visible()
    page.goto("#/packages?package=no.such")
    expect(page.get_by_text("Unknown package “no.such”.")).to_be_visible()


def test_a_filter_that_is_typed_while_packages_load_is_not_lost(page: Page) -> None:
    held = hold(page, re.compile(r"/packages(\?|$)"))
    page.goto("#/packages")
    words = page.get_by_label("Search", exact=True)
    words.press_sequentially("hell")
    expect(words).to_be_focused()
    expect(page).to_have_url(re.compile(r"find=hell$"))
    # One request of each: no key makes the view begin anew
    assert sorted(route.request.url.rsplit("/", 1)[1] for route in held) == [
        "packages",
        "packages?findings=false",
    ]
    for route in held:
        route.continue_()
    packages = page.get_by_role("region", name="List of packages")
    expect(packages.get_by_role("button")).to_have_text([re.compile("hello")])
    expect(words).to_have_value("hell")
    expect(words).to_be_focused()
