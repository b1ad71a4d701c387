"""Sources in an editor: a dropped package is edited, checked while one types, and saved; all others are read."""

from __future__ import annotations

import zipfile
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import (
    NARROW,
    WIDE,
    Zipped,
    choose_file,
    choose_zip,
    expect_fits,
    finding,
    offered,
    summary,
)

ACCOUNT = "Classes/Account.yaml"


def text(page: Page) -> Locator:
    """The text that is edited."""
    return page.get_by_role("textbox", name="Text of")


def line(page: Page, content: str) -> Locator:
    """The first line with a text."""
    return page.locator(".cm-line", has_text=content).first


def open_zip(page: Page, package: Path, file: str = "") -> None:
    """Drop a zip, and open a file of it."""
    choose_zip(page, package)
    expect(text(page)).to_be_visible()
    if file:
        choose_file(page, file.rpartition("/")[2])
        expect(page.get_by_role("textbox", name=f"Text of {file}")).to_be_visible()


def place_cursor(page: Page, content: str, part: str = "") -> None:
    """Place the cursor after a part of a line, or at the end of it, as somebody would with keys."""
    line(page, content).click()
    page.keyboard.press("Home")
    found = line(page, content).inner_text()
    start = len(found) - len(found.lstrip())
    for _ in range(found.index(part) + len(part) - start if part else 0):
        page.keyboard.press("ArrowRight")
    if not part:
        page.keyboard.press("End")


def download(page: Page) -> zipfile.ZipFile:
    """Save the package."""
    with page.expect_download() as saved:
        offered(page, "Download the package").click()
    return zipfile.ZipFile(saved.value.path())


def test_a_package_is_edited_checked_undone_and_saved(page: Page, zipped: Zipped) -> None:
    package = zipped("hello")
    open_zip(page, package, "Classes/Greeter.yaml")
    place_cursor(page, "Name: Greeter")
    page.keyboard.press("Enter")
    page.keyboard.insert_text("Colour: red")
    expect(finding(page, "MPL120")).to_contain_text("Colour")
    expect(summary(page)).to_have_text("Found 1 warning in 1 package.")
    expect(page.locator(".annotation")).to_contain_text("MPL120")
    expect(page.locator("mark.warning")).to_have_text("Colour")
    page.get_by_role("button", name="Undo").click()
    page.keyboard.press("Control+z")
    expect(summary(page)).to_have_text("All checks passed: 1 package.")
    expect(page.get_by_role("button", name="Download the package")).to_be_hidden()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text("# The end\n")
    with zipfile.ZipFile(package) as old, download(page) as new:
        changed = [name for name in old.namelist() if new.read(name) != old.read(name)]
        assert changed == ["Classes/Greeter.yaml"]
        assert new.read(changed[0]).endswith(b"# The end\n")


def test_what_is_edited_counts_in_other_views_and_stays(page: Page, zipped: Zipped) -> None:
    open_zip(page, zipped("hello"), "Classes/Greeter.yaml")
    place_cursor(page, "greeting:", "greeting")
    page.keyboard.insert_text("Word")
    expect(finding(page, "MPL652")).to_be_visible()
    offered(page, "Classes", "link").click()
    page.get_by_role("link", name="Greeter", exact=True).click()
    expect(page.get_by_role("heading", name="greetingWord")).to_be_visible()
    page.go_back()
    page.go_back()
    expect(finding(page, "MPL652")).to_be_visible()
    expect(offered(page, "Download the package")).to_be_visible()


def test_fixes_are_edits_that_can_be_undone(page: Page, zipped: Zipped) -> None:
    open_zip(page, zipped("broken"), ACCOUNT)
    annotation = page.locator(".annotation", has_text="MPL163")
    expect(annotation).to_be_visible()
    place_cursor(page, "notNul()")
    page.keyboard.press("Control+.")
    fix = annotation.get_by_role("button", name="Apply")
    expect(fix).to_be_focused()
    page.keyboard.press("Enter")
    expect(finding(page, "MPL163")).to_have_count(0)
    expect(line(page, "notNull()")).to_be_visible()
    expect(text(page)).to_be_focused()
    page.keyboard.press("Control+z")
    expect(finding(page, "MPL163")).to_be_visible()
    page.get_by_role("button", name="safe fixes").click()
    expect(finding(page, "MPL163")).to_have_count(0)


def test_names_are_explained_by_mouse_and_by_key(page: Page, zipped: Zipped) -> None:
    open_zip(page, zipped("hello"), "Classes/Greeter.yaml")
    line(page, "Contract: $.string().notNull()").locator(".token.key").hover()
    known = page.locator(".knowledge")
    expect(known).to_contain_text("The values that the property accepts")
    page.mouse.move(1, 1)
    expect(known).to_have_count(0)
    place_cursor(page, "greeting:", "gre")
    page.keyboard.press("Control+i")
    expect(known).to_contain_text("greeting")
    page.keyboard.press("Escape")
    expect(known).to_have_count(0)


def test_definitions_lead_to_other_files_and_into_the_core_library(
    page: Page, zipped: Zipped
) -> None:
    open_zip(page, zipped("hello"), "Classes/WebServer.yaml")
    place_cursor(page, "- Greeter", "Gree")
    page.keyboard.press("F12")
    expect(page.get_by_role("textbox", name="Text of Classes/Greeter")).to_be_focused()
    expect(page.locator(".current")).to_have_text("Name: Greeter")
    page.go_back()
    expect(page.get_by_role("textbox", name="Text of Classes/WebS")).to_be_visible()
    place_cursor(page, "- std:Application", "Appli")
    page.get_by_role("button", name="Definition").click()
    expect(page.locator(".current")).to_contain_text("Application")
    library = page.get_by_role("textbox", name="Text of")
    expect(library).to_have_attribute("aria-readonly", "true")
    before = library.inner_text()
    library.press("x")
    assert library.inner_text() == before


def test_completion_takes_a_proposal_with_its_words(page: Page, zipped: Zipped) -> None:
    open_zip(page, zipped("hello"), "Classes/Greeter.yaml")
    place_cursor(page, "Default: 'Hello")
    page.keyboard.press("Enter")
    page.keyboard.type("Usa")
    proposal = page.get_by_role("option", name="Usage")
    expect(proposal).to_be_visible()
    expect(page.locator(".knowledge")).to_be_visible()
    # The library takes no key that is pressed at once, by the clock of the page
    page.evaluate("() => { const { now } = Date; Date.now = () => now() + 60_000 }")
    page.keyboard.press("Enter")
    expect(line(page, "Usage:")).to_be_visible()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".cm-line", has_text="Usage:")).to_have_count(0)


def test_scripts_are_edited_and_pictures_are_not(page: Page, zipped: Zipped) -> None:
    package = zipped("hello")
    with zipfile.ZipFile(package, "a") as archive:
        archive.writestr("logo.png", b"\x89PNG\x00\xff")
        archive.writestr("Resources/../../evil.sh", "x")
    open_zip(page, package, "Resources/scripts/showPage.sh")
    expect(page.get_by_role("treeitem", name="logo.png")).to_be_visible()
    expect(page.get_by_role("treeitem", name="evil")).to_have_count(0)
    place_cursor(page, "#!")
    page.keyboard.insert_text(" # edited")
    choose_file(page, "logo.png")
    expect(page.get_by_text("This file is not text.")).to_be_visible()
    with download(page) as new:
        assert b" # edited\n" in new.read("Resources/scripts/showPage.sh")
        assert new.read("logo.png") == b"\x89PNG\x00\xff"


def test_find_finds(page: Page, zipped: Zipped) -> None:
    open_zip(page, zipped("hello"), "Classes/Greeter.yaml")
    page.get_by_role("button", name="Find", exact=True).click()
    page.get_by_role("textbox", name="Find").press_sequentially("visitor")
    expect(page.locator(".cm-searchMatch").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(text(page)).to_be_focused()


def test_edits_that_the_browser_cannot_store_are_not_lost_unasked(
    page: Page, zipped: Zipped
) -> None:
    page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    open_zip(page, zipped("hello"), "Classes/Greeter.yaml")
    place_cursor(page, "Name: Greeter")
    page.keyboard.insert_text("  ")
    expect(offered(page, "Download the package")).to_be_visible()
    asks = "window.dispatchEvent(new Event('beforeunload', {cancelable: true}))"
    assert not page.evaluate(asks)
    page.get_by_label("Package zip").set_input_files(zipped("broken"))
    question = page.get_by_role("dialog", name="Discard the edited package?")
    question.get_by_role("button", name="Cancel").click()
    expect(page.get_by_role("heading", name="hello.zip")).to_be_visible()
    download(page).close()
    assert page.evaluate(asks)
    page.get_by_label("Package zip").set_input_files(zipped("broken"))
    expect(page.get_by_role("heading", name="broken.zip")).to_be_visible()


def test_sources_of_the_catalog_are_read_only_and_explained(page: Page) -> None:
    page.goto("#/check/example.broken?version=1.0.0&file=Classes%2FAccount.yaml&line=9")
    expect(page.locator(".annotation", has_text="MPL163")).to_be_visible()
    expect(text(page)).to_have_attribute("aria-readonly", "true")
    for name in ("Undo", "Apply"):
        expect(page.get_by_role("button", name=name)).to_have_count(0)
    place_cursor(page, "limit:", "li")
    page.keyboard.press("Control+i")
    expect(page.locator(".knowledge")).to_contain_text("limit")
    before = text(page).inner_text()
    page.keyboard.type("n1")
    assert text(page).inner_text() == before


def test_what_is_said_below_a_line_fits(page: Page, zipped: Zipped) -> None:
    open_zip(page, zipped("broken"), ACCOUNT)
    for width in (WIDE, NARROW):
        expect_fits(page, width)
        for button in page.locator(".annotation").first.get_by_role("button").all():
            box = button.bounding_box()
            assert box
            assert box["x"] + box["width"] <= width


def test_a_class_is_renamed_with_its_file(page: Page, zipped: Zipped, watched: Watched) -> None:
    watched.allowed.append("409 (Conflict)")
    open_zip(page, zipped("hello"), "Classes/WebServer.yaml")
    place_cursor(page, "- Greeter", "Gree")
    page.keyboard.press("Shift+F12")
    places = page.get_by_role("list", name="Named in")
    expect(places.get_by_role("button").first).to_be_focused()
    expect(places).to_contain_text("Classes/Greeter.yaml")
    page.keyboard.press("Escape")
    expect(text(page)).to_be_focused()
    page.keyboard.press("F2")
    name = page.get_by_label("New name of")
    expect(name).to_have_value("Greeter")
    name.fill("a b")
    name.press("Enter")
    expect(page.locator(".source-aside [role=alert]")).to_contain_text("a b")
    name.fill("Welcomer")
    name.press("Enter")
    expect(line(page, "- Welcomer")).to_be_visible()
    expect(page.get_by_role("treeitem", name="Welcomer.yaml")).to_have_count(1)
    expect(summary(page)).to_have_text("All checks passed: 1 package.")
    with download(page) as new:
        names = new.namelist()
        assert "Classes/Welcomer.yaml" in names
        assert "Classes/Greeter.yaml" not in names
        assert b"Name: Welcomer" in new.read("Classes/Welcomer.yaml")


def test_what_cannot_be_renamed_is_said(page: Page, zipped: Zipped, watched: Watched) -> None:
    watched.allowed.append("409 (Conflict)")
    open_zip(page, zipped("hello"), "Classes/Greeter.yaml")
    place_cursor(page, "Name: Greeter", "Na")
    page.get_by_role("button", name="Rename").click()
    said = page.locator(".source-status")
    expect(said).to_contain_text("it is part of the language")
    place_cursor(page, "greeting:", "gre")
    page.keyboard.press("Shift+F12")
    place = page.get_by_role("list", name="Named in").get_by_role("button").last
    place.click()
    expect(text(page)).to_be_focused()


def test_signatures_are_shown_in_calls(page: Page, zipped: Zipped) -> None:
    open_zip(page, zipped("hello"), "Classes/Greeter.yaml")
    place_cursor(page, "Contract: $.string()", "Contract: $")
    page.keyboard.type(".check($.len(")
    shown = page.locator(".signatures")
    expect(shown).to_contain_text("len(")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(shown).to_have_count(0)
    page.keyboard.press("Control+Shift+Space")
    expect(shown).to_be_visible()


def test_files_are_added_and_deleted(page: Page, zipped: Zipped) -> None:
    open_zip(page, zipped("hello"), "Classes/Greeter.yaml")
    page.get_by_role("button", name="New file").click()
    path = page.get_by_label("Path of the new file")
    for wrong in ("../evil.yaml", "Classes/Greeter.yaml", "a//b"):
        path.fill(wrong)
        path.press("Enter")
        expect(page.locator(".source-aside [role=alert]")).to_contain_text(wrong)
    path.fill("Classes/Oak.yaml")
    path.press("Enter")
    expect(page.get_by_role("textbox", name="Text of Classes/Oak")).to_be_focused()
    page.keyboard.insert_text("Name: Oak\nExtends: Missing\n")
    expect(finding(page, "MPL137")).to_be_visible()
    page.get_by_role("button", name="Delete file").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(finding(page, "MPL137")).to_have_count(0)
    expect(page.get_by_role("button", name="Download the package")).to_be_hidden()
    choose_file(page, "Greeter.yaml")
    page.get_by_role("button", name="Delete file").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(finding(page, "MPL136")).to_contain_text("Greeter")
    with download(page) as new:
        assert "Classes/Greeter.yaml" not in new.namelist()
        assert "Classes/Oak.yaml" not in new.namelist()


def test_a_diagnostic_is_suppressed_here(page: Page, zipped: Zipped) -> None:
    open_zip(page, zipped("broken"), ACCOUNT)
    annotation = page.locator(".annotation", has_text="MPL163")
    annotation.get_by_role("button", name="Suppress here").click()
    expect(finding(page, "MPL163")).to_have_count(0)
    expect(line(page, "notNul()  # muranopl: ignore[MPL163]")).to_be_visible()
    with download(page) as saved:
        assert b"ignore[MPL163]" in saved.read(ACCOUNT)
