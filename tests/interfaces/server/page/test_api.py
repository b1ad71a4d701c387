"""The view of the API: calls of the service are described and tried."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import Zipped, expect_each_said
from tests.interfaces.server.serving import serving
from tests.project import EXAMPLES


def answer(page: Page) -> Locator:
    """The body of the answer."""
    return page.get_by_role("region", name="Response")


def send(page: Page, method: str) -> None:
    """Send the request, by keyboard."""
    page.get_by_role("button", name=f"Send {method}").press("Enter")


def test_a_call_is_tried_and_its_values_are_a_part_of_the_address(page: Page) -> None:
    page.goto("#/api")
    page.get_by_role("link", name="GET /packages/{fqn}/report").press("Enter")
    send(page, "GET")
    name = page.get_by_label("fqn")
    expect(name).to_have_accessible_description(re.compile("Required"))
    expect(name).to_be_focused()
    name.fill("example.broken")
    page.get_by_label("sources").select_option("all")
    send(page, "GET")
    expect(page.get_by_text("200 OK")).to_be_visible()
    expect(answer(page)).to_contain_text('"errors": 11')
    assert json.loads(answer(page).inner_text())["summary"]["errors"] == 11
    command = page.get_by_role("region", name="Command of curl")
    expect(command).to_contain_text("/packages/example.broken/report?sources=all'")
    page.reload()
    expect(name).to_have_value("example.broken")
    page.get_by_role("link", name="GET /healthz").press("Enter")
    expect(name).to_have_count(0)
    page.go_back()
    expect(page.get_by_label("sources")).to_have_value("all")


def test_a_body_is_sent_and_an_error_is_an_answer(page: Page, watched: Watched) -> None:
    watched.allowed.append("status of 404")
    page.goto("#/api/static_action")
    body = page.get_by_label("Content")
    assert json.loads(body.input_value()) == {"className": "", "methodName": ""}
    body.fill('{"className": "no.Class", "methodName": "none"}')
    send(page, "POST")
    expect(page.get_by_text("404 Not Found")).to_be_visible()
    expect(answer(page)).to_contain_text("no.Class")


def test_a_zip_is_sent(page: Page, zipped: Zipped) -> None:
    page.goto("#/api/validate")
    for media in ("application/zip", "multipart/form-data"):
        page.get_by_label("Body as").select_option(media)
        expect(answer(page)).to_have_count(0)
        page.locator("input[type=file]").set_input_files(zipped("broken"))
        send(page, "POST")
        expect(answer(page)).to_contain_text('"errors": 11')
        page.reload()


def test_the_example_of_a_call_fills_in_its_fields(page: Page) -> None:
    page.goto("#/api/static_action")
    expect(page.get_by_role("heading", name="Call a public static method")).to_be_visible()
    page.get_by_role("button", name="Fill in an example").press("Enter")
    expect(page.get_by_label("Content")).to_have_value(re.compile("greet"))
    send(page, "POST")
    expect(answer(page)).to_have_text('"Hello, you"')


def test_all_examples_work(page: Page, watched: Watched, tmp_path: Path) -> None:
    shutil.copytree(EXAMPLES / "hello", tmp_path / "served" / "hello")
    with serving(tmp_path, "--writable", "served") as service:
        watched.allowed.append(service.address)
        page.goto(f"{service.address}/#/api")
        calls = page.get_by_role("navigation", name="Calls of the service").get_by_role("link")
        expect(calls.first).to_be_visible()
        # In their order: what one imports, another one deletes
        for number in range(calls.count()):
            calls.nth(number).click()
            expect(calls.nth(number)).to_have_attribute("aria-current", "true")
            fill = page.get_by_role("button", name="Fill in an example")
            fill.click()
            expect(fill).not_to_have_attribute("aria-disabled", "true")
            page.get_by_role("button", name="Send").click()
            said = page.locator(".api-trial [role=status] .message")
            expect(said, calls.nth(number).inner_text()).to_have_text(re.compile("^(200|300) "))


def test_unknown_parts_of_an_address_are_named(page: Page) -> None:
    expect_each_said(
        page,
        {
            "api/nothing": "Unknown operation “nothing”.",
            "api/health?lime=3": "This operation has no parameter “lime”.",
        },
    )


def test_every_call_is_described(page: Page) -> None:
    page.goto("#/api")
    calls = page.get_by_role("navigation", name="Calls of the service")
    expect(calls.get_by_role("link").first).to_be_visible()
    paths = page.request.get("openapi.json").json()["paths"]
    assert calls.get_by_role("link").count() <= sum(map(len, paths.values()))
    for link in calls.get_by_role("link").all():
        link.click()
        expect(link).to_have_attribute("aria-current", "true")
        expect(page.get_by_role("heading", name="Responses", exact=True)).to_be_visible()
