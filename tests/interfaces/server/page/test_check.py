"""The check view: diagnostics of a dropped zip and of packages of the catalog, beside the source."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.interfaces.browsing import wait_until
from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import Zipped, choose_zip, drop, finding, offered, summary

BROKEN = "example.broken"
ERROR = 'Contract of property "owner" calls "notNul", which is not a contract function'
LINE = "    Contract: $.string().notNul()"


def expect_answer(page: Page, address: str, condition: str) -> None:
    """Wait until the service has noticed a change: an answer, as `text`, meets a condition."""
    text = f"await (await fetch('{address}')).text()"
    wait_until(page, f"((text) => {condition})({text})")


def test_a_broken_zip_is_dropped_and_its_errors_stand_at_their_lines(
    page: Page, zipped: Zipped
) -> None:
    page.goto("#/check")
    expect(page.get_by_label("Package of the catalog")).to_contain_text(BROKEN)
    drop(page, zipped("broken"))
    expect(summary(page)).to_have_text("Found 11 errors, 4 warnings in 1 package.")
    error = finding(page, "MPL163")
    expect(error).to_contain_text(ERROR)
    expect(error.locator("pre")).to_have_text(
        f"8 |   owner:\n9 | {LINE}\n  |                          ^^^^^^\n", use_inner_text=True
    )
    source = page.get_by_role("region", name="Source of Classes/Account.yaml")
    line = source.locator(".cm-line", has_text=LINE)
    expect(line).to_have_attribute("data-line", "9")
    expect(line.locator("mark.error")).to_have_text("notNul")
    expect(source.locator(".current + .annotation")).to_contain_text(ERROR)


def test_a_zip_that_is_mended_and_dropped_again_is_checked_again(
    page: Page, zipped: Zipped
) -> None:
    page.goto("#/check")
    drop(page, zipped("broken"))
    expect(finding(page, "MPL163")).to_be_visible()
    drop(page, zipped("broken", {"notNul()": "notNull()"}))
    expect(summary(page)).to_have_text("Found 10 errors, 4 warnings in 1 package.")
    expect(page.locator(".finding[data-code=MPL163]")).to_have_count(0)


def test_a_file_can_be_chosen_and_stays_when_one_comes_back(page: Page, zipped: Zipped) -> None:
    choose_zip(page, zipped("hello"))
    expect(summary(page)).to_have_text("All checks passed: 1 package.")
    expect(page.get_by_role("region", name="Source of Classes/Greeter.yaml")).to_contain_text(
        "getGreeting"
    )
    page.get_by_role("link", name="Form", exact=True).click()
    expect(page).to_have_title("Form · muranopl")
    page.go_back()
    expect(summary(page)).to_have_text("All checks passed: 1 package.")


def test_what_is_no_zip_is_refused_in_words(page: Page, watched: Watched, tmp_path: Path) -> None:
    watched.allowed.append("status of 422")
    (tmp_path / "no.zip").write_text("This is not a zip.")
    page.goto("#/check")
    page.get_by_label("Package zip").set_input_files(tmp_path / "no.zip")
    expect(page.locator(".finding.error, .errors .message.error").first).to_contain_text("no.zip")


def test_a_package_of_the_catalog(page: Page) -> None:
    page.goto("#/check")
    page.get_by_label("Package of the catalog").select_option(label=f"{BROKEN} 1.0.0")
    expect(summary(page)).to_have_text("Found 11 errors, 4 warnings in 1 package.")
    expect(page).to_have_url(re.compile(rf"#/check/{BROKEN}\?version=1\.0\.0$"))
    page.reload()
    expect(finding(page, "MPL163")).to_contain_text(ERROR)


def test_a_package_that_has_changed_is_checked_again(page: Page, catalog: Path) -> None:
    file = catalog / "changing" / "Classes" / "Changing.yaml"
    file.parent.mkdir(parents=True)
    manifest = "Format: 1.4\nType: Library\nFullName: example.changing\nName: Changing\nDescription: It changes.\n"
    file.parent.with_name("manifest.yaml").write_text(
        f"{manifest}Classes:\n  example.changing.Changing: Changing.yaml\n"
    )
    packages, name = "packages?findings=false", "example.changing"
    try:
        file.write_text("Name: example.changing.Changing\nColour: red\n")
        page.goto("#/api")
        expect_answer(page, packages, f"text.includes('{name}')")
        page.goto(f"#/check/{name}")
        expect(finding(page, "MPL120")).to_be_visible()
        file.write_text("Name: example.changing.Changing\n")
        expect_answer(page, f"packages/{name}/report", "!text.includes('MPL120')")
        page.get_by_role("button", name="Check again").click()
        expect(page.locator("[data-summary].good")).to_be_visible()
    finally:
        shutil.rmtree(catalog / "changing")
    # Other tests share the service
    expect_answer(page, packages, f"!text.includes('{name}')")


def test_all_packages(page: Page) -> None:
    page.goto("#/check")
    page.get_by_label("Package of the catalog").select_option(label="All packages")
    expect(summary(page)).to_contain_text(" packages.")
    expect(finding(page, "MPL163")).to_be_visible()


def test_diagnostics_are_filtered(page: Page) -> None:
    page.goto(f"#/check/{BROKEN}")
    result = page.locator(".finding")
    expect(result).to_have_count(15)
    page.get_by_label("11 errors").uncheck()
    expect(result).to_have_count(4)
    expect(page.get_by_text("4 of 15 diagnostics")).to_be_visible()
    page.get_by_label("11 errors").check()
    expect(result).to_have_count(15)
    page.get_by_label("Search diagnostics").fill("mpl163 OWNER")
    expect(result).to_have_count(1)
    page.get_by_label("Search diagnostics").fill("")
    files = page.get_by_role("search").get_by_label("File", exact=True)
    files.select_option(files.locator("option", has_text="Chicken.yaml").get_attribute("value"))
    expect(result.first).to_contain_text("Chicken.yaml")
    page.get_by_label("Search diagnostics").fill("nothing has these words")
    expect(result).to_have_count(0)


def test_a_related_place_is_opened_in_the_source(page: Page) -> None:
    page.goto(f"#/check/{BROKEN}")
    related = finding(page, "MPL301").locator("div.related:not(.excerpt)")
    expect(related).to_contain_text("the Extends of")
    link = related.get_by_role("button").first
    name, line, _ = link.inner_text().rsplit(":", 2)
    link.press("Enter")
    source = page.get_by_role("region", name=f"Source of {name}")
    expect(source.get_by_role("textbox", name="Text of")).to_be_focused()
    expect(source.locator(".current")).to_have_attribute("data-line", line)


def test_a_remark_in_the_source_leads_to_its_diagnostic(page: Page) -> None:
    page.goto(f"#/check/{BROKEN}")
    page.locator(".annotation", has_text="MPL652").get_by_role("button").press("Enter")
    expect(finding(page, "MPL652")).to_be_focused()


def test_a_code_is_explained_in_a_panel_that_escape_closes(page: Page) -> None:
    page.goto(f"#/check/{BROKEN}")
    code = finding(page, "MPL163").get_by_role("button", name="MPL163", exact=True)
    code.press("Enter")
    panel = page.get_by_role("dialog", name="Explanation of MPL163")
    expect(panel).to_contain_text("There is no contract function of this name")
    expect(panel.locator("pre")).to_have_count(2)
    page.keyboard.press("Escape")
    expect(panel).to_have_count(0)
    expect(code).to_be_focused()


def test_the_report_is_saved_as_json_and_as_sarif(page: Page, zipped: Zipped) -> None:
    for name in ("broken", "example.broken-1.0.0"):
        if name == "broken":
            choose_zip(page, zipped("broken"))
        else:
            page.goto(f"#/check/{BROKEN}?version=1.0.0")
            expect(page.get_by_role("heading", name=f"{BROKEN} 1.0.0")).to_be_visible()
        report = download(page, "JSON", f"{name}-report.json")
        assert report["summary"] == {"errors": 11, "warnings": 4, "infos": 0, "packages": 1}
        assert len(report["diagnostics"]) == 15
        log = download(page, "SARIF", f"{name}-report.sarif")
        assert len(log["runs"][0]["results"]) == 15


def download(page: Page, form: str, name: str) -> Any:
    """Return the report that is saved in a form under a name."""
    with page.expect_download() as saved:
        offered(page, f"Download {form}").click()
    assert saved.value.suggested_filename == name
    return json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
