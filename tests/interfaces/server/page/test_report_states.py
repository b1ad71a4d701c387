"""Every state of a report has an address, which can be sent to others; Back and Forward walk the states."""

from __future__ import annotations

import re
import zipfile

from playwright.sync_api import Page, expect

from tests.interfaces.browsing import wait_until
from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import (
    NARROW,
    Zipped,
    choose_zip,
    expect_each_said,
    finding,
    offered,
    resize,
    summary,
)
from tests.interfaces.server.page.test_check import BROKEN

REPORT = f"#/check/{BROKEN}?version=1.0.0"


def expect_current(page: Page, line: str) -> None:
    """Wait until a line of the source is in view."""
    current = page.locator(".source-lines .current")
    expect(current).to_have_attribute("data-line", line)


def test_a_catalog_opens_with_its_packages_those_with_errors_first(page: Page) -> None:
    page.goto("#/check")
    what = page.get_by_text("muranopl checks packages of OpenStack Murano")
    expect(what).to_be_visible()
    rows = page.get_by_role("region", name="Table of packages").locator("tbody tr")
    expect(rows.first.get_by_role("rowheader")).to_contain_text(BROKEN)
    expect(rows.first.locator("td")).to_have_text(["1.0.0", "11", "4", "0"])
    shelf = rows.filter(has_text="example.shelf")
    expect(shelf.locator(".logo img")).to_have_count(1)
    counts = [int(text) for text in rows.locator("td:nth-child(3)").all_inner_texts()]
    assert counts == sorted(counts, reverse=True)
    rows.first.get_by_role("link").press("Enter")
    expect(summary(page)).to_contain_text("Found 11 errors")
    page.go_back()
    expect(rows.first).to_contain_text("11")


def test_the_packages_fit_on_a_narrow_screen(page: Page) -> None:
    resize(page, NARROW)
    page.goto("#/check")
    table = page.get_by_role("region", name="Table of packages")
    expect(table).to_contain_text("11")
    assert table.evaluate("each => each.scrollWidth <= each.clientWidth")
    for cell in table.get_by_role("row").nth(1).get_by_role("cell").all():
        expect(cell).to_be_in_viewport(ratio=1)


def test_a_search_for_packages_is_a_part_of_the_address(page: Page) -> None:
    page.goto("#/check?find=book")
    rows = page.get_by_role("region", name="Table of packages").locator("tbody tr")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Book shelf")
    page.get_by_label("Search packages").fill("example.f")
    expect(page).to_have_url(re.compile("find=example.f"))
    expect(rows).to_contain_text("example.forms")
    expect(page.get_by_label("Search packages")).to_be_focused()


def test_the_address_of_a_zip_says_that_the_zip_is_not_here(page: Page) -> None:
    page.goto("#/check?file=Classes%2FAccount.yaml&line=12")
    expect(page.get_by_text("The package of this URL is not loaded")).to_be_visible()
    expect(page.get_by_role("region", name="Table of packages")).to_be_visible()


def test_what_is_marked_is_in_view_on_a_narrow_screen(page: Page) -> None:
    resize(page, NARROW)
    page.goto(REPORT)
    expect(finding(page, "MPL163")).to_be_visible()
    wait_until(
        page,
        """[...document.querySelectorAll('.excerpt')].every((one) => {
            const mark = one.querySelector('.caret > span')
            const [inner, outer] = [mark, one].map((node) => node?.getBoundingClientRect())
            return !mark || (inner.left >= outer.left && inner.left < outer.right)
        })""",
    )


def test_a_report_of_the_catalog(page: Page) -> None:
    page.goto(REPORT)
    # Code is set as code
    error = finding(page, "MPL163")
    expect(error.locator("h4 code")).to_have_text(["owner", "notNul"])
    expect(error.locator(".remarks code")).to_have_text(["notNull"])
    line = page.locator(".source-lines .cm-line", has_text="owner:")
    expect(line.locator(".token.key")).to_have_text("owner")
    # There is nothing to fix
    expect(page.get_by_role("button", name="Apply:")).to_have_count(0)
    # Errors come first in each file
    for group in page.locator(".finding-group").all():
        found = group.locator(".finding > h4 > .severity").all_inner_texts()
        assert found == sorted(found, key=["error", "warning", "info"].index)
    # Letters are no keys where one types
    search = page.get_by_label("Search diagnostics")
    search.press_sequentially("npn")
    expect(search).to_have_value("npn")
    expect(search).to_be_focused()


def test_next_and_previous_by_key(page: Page) -> None:
    for following, preceding in (("F8", "Shift+F8"), ("n", "p")):
        page.goto(REPORT)
        expect(finding(page, "MPL163")).to_be_visible()
        findings = page.locator(".finding")
        page.keyboard.press(following)
        expect(findings.nth(0)).to_be_focused()
        page.keyboard.press(following)
        expect(findings.nth(1)).to_be_focused()
        expect_current(page, "12")
        page.keyboard.press(preceding)
        expect(findings.nth(0)).to_be_focused()
        page.go_back()
        expect(findings.nth(1)).to_be_focused()
        page.go_forward()
        expect(findings.nth(0)).to_be_focused()
        page.goto("#/api")


def test_an_address_of_a_diagnostic_leads_to_it(page: Page) -> None:
    page.goto(f"{REPORT}&file=Classes%2FAccount.yaml&line=12&code=MPL501")
    expect(finding(page, "MPL501")).to_be_focused()
    expect_current(page, "12")


def test_diagnostics_are_grouped_by_code(page: Page) -> None:
    page.goto(REPORT)
    page.get_by_label("Group by").select_option(label="Code")
    heading = page.locator(".finding-group h3").first
    expect(heading).to_have_text(re.compile(r"^MPL\d+ [\w-]+ \d+ error"))
    expect(page).to_have_url(re.compile("group=code"))
    page.keyboard.press("F8")
    expect(page.locator(".finding.current")).to_have_count(1)
    page.get_by_label("Group by").select_option(label="File")
    expect(heading).to_contain_text("Classes/Account.yaml")
    expect(page.locator(".finding.current")).to_have_count(1)
    page.go_back()
    page.go_back()
    page.go_back()
    expect(heading).to_contain_text("Classes/Account.yaml")
    page.go_forward()
    page.reload()
    expect(heading).to_have_text(re.compile(r"^MPL\d+ "))


def test_a_catalog_is_grouped_by_package(page: Page) -> None:
    page.goto("#/check?catalog=all&group=package")
    expect(page.locator(".finding-group h3").first).to_contain_text(f"{BROKEN} 11")


def test_filters_are_a_part_of_the_address(page: Page) -> None:
    page.goto(REPORT)
    page.get_by_label("11 errors").uncheck()
    expect(page.locator(".finding")).to_have_count(4)
    page.get_by_label("Search diagnostics").fill("egg")
    expect(page).to_have_url(re.compile("severity=warning%2Cinfo&text=egg"))
    number = page.locator(".finding").count()
    page.reload()
    expect(page.get_by_label("Search diagnostics")).to_have_value("egg")
    expect(page.get_by_label("11 errors")).not_to_be_checked()
    expect(page.locator(".finding")).to_have_count(number)
    page.go_back()
    expect(page.get_by_label("11 errors")).to_be_checked()


def test_an_explanation_is_a_part_of_the_address(page: Page) -> None:
    page.goto(REPORT)
    finding(page, "MPL163").get_by_role("button", name="MPL163", exact=True).click()
    dialog = page.get_by_role("dialog", name="Explanation of MPL163")
    expect(dialog).to_be_visible()
    expect(page).to_have_url(re.compile("explain=MPL163"))
    page.go_back()
    expect(dialog).to_have_count(0)
    page.go_forward()
    expect(dialog).to_be_visible()
    page.reload()
    expect(dialog).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page).not_to_have_url(re.compile("explain"))


def test_unknown_parts_of_an_address_are_named(page: Page, watched: Watched) -> None:
    watched.allowed.append("status of 404")
    said = {
        "file=No.yaml": "This report has no file “No.yaml”.",
        "file=manifest.yaml&line=999": "there is no line 999.",
        "file=manifest.yaml&line=x": "“x” is not the number of a line.",
        "file=manifest.yaml&code=MPL163": "MPL163 is not reported there",
        "group=colour": "cannot be grouped by “colour”.",
        "file=manifest.yaml&column=x": "“x” is not the number of a column.",
        "line=7": "The URL names a line, but no file.",
        "group=package": "Diagnostics of one package cannot be grouped by “package”.",
        "severity=grave": "Unknown severity “grave”.",
        "lime=4": "Unknown parameter “lime” in the URL.",
        "catalog=some": "“catalog” cannot be “some”, only “all”.",
        "explain=MPL9": 'unknown diagnostic "MPL9"',
        "in=No.yaml": "This report has no file “No.yaml”.",
    }
    start = REPORT.removeprefix("#/")
    expect_each_said(page, {f"{start}&{part}": text for part, text in said.items()})
    expect(finding(page, "MPL163")).to_be_visible()


def test_infos_are_folded_behind_others_until_one_is_gone_to(page: Page, zipped: Zipped) -> None:
    greeting = "      - Return: concat("
    unused = {greeting: f"      - $unused: 1\n{greeting}"}
    info = page.locator(".finding.info")
    choose_zip(page, zipped("hello", unused))
    expect(summary(page)).to_have_text("Found 1 info in 1 package.")
    expect(info).to_be_visible()
    page.keyboard.press("F8")
    expect(info).to_be_focused()
    choose_zip(page, zipped("hello", {**unused, "Name: Greeter": "Name: Greeter\nColour: red"}))
    expect(summary(page)).to_have_text("Found 1 warning, 1 info in 1 package.")
    expect(info).to_be_hidden()
    page.goto("#/check?code=MPL642")
    expect(info).to_be_focused()


def test_no_link_contains_a_path_of_the_machine(page: Page, catalog: object) -> None:
    page.goto("#/classes/example.forms?class=example.forms.Shop/1.0.0")
    page.get_by_role("link", name="Source", exact=True).click()
    expect(page.locator(".source-lines .current")).to_be_visible()
    expect(page).to_have_url(re.compile("file=Classes%2F"))
    assert str(catalog).lstrip("/") not in page.url.replace("%2F", "/")
    assert str(catalog) not in page.content()


def test_a_fix_is_applied_to_a_dropped_package_which_can_be_saved(
    page: Page, zipped: Zipped
) -> None:
    resize(page, NARROW)
    package = zipped("broken")
    choose_zip(page, package)
    fix = finding(page, "MPL652").get_by_role("button", name="Apply: write limit")
    expect(page.get_by_role("button", name="Download the package")).to_have_count(0)
    fix.press("Enter")
    expect(summary(page)).to_have_text("Found 10 errors, 4 warnings in 1 package.")
    with page.expect_download() as saved:
        offered(page, "Download the package").press("Enter")
    assert saved.value.suggested_filename == package.name
    with zipfile.ZipFile(package) as old, zipfile.ZipFile(saved.value.path()) as new:
        assert set(new.namelist()) == set(old.namelist())
        changed = [name for name in old.namelist() if new.read(name) != old.read(name)]
        text = new.read("Classes/Account.yaml").decode()
    assert changed == ["Classes/Account.yaml"]
    assert "$.limit" in text


def test_safe_fixes_are_applied_at_once(page: Page, zipped: Zipped) -> None:
    prefixes = "Namespaces:\n  one: a.b\n  two: c.d\n"
    package = zipped("hello", {"Namespaces:\n": prefixes})
    choose_zip(page, package)
    page.get_by_role("button", name=re.compile("Apply .* safe fixes")).press("Enter")
    expect(summary(page)).to_have_text("All checks passed: 1 package.")
