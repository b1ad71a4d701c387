"""Views of the page about the examples, in docs/pictures."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from playwright.sync_api import Browser, FilePayload, Locator, Page, ViewportSize, expect

from tests.interfaces.server.page.steps import open_form, zipped_example
from tests.interfaces.server.serving import serving
from tests.project import EXAMPLES, ROOT

PICTURES = ROOT / "docs" / "pictures"
SERVED = ("broken", "forms", "hello", "tested")
SIZE: ViewportSize = {"width": 1240, "height": 720}


def check(page: Page) -> None:
    """A zip that was dropped, with the source of the first errors."""
    page.goto("#/check")
    _choose(page.get_by_label("Package zip"), "broken")
    expect(page.locator(".annotation").first).to_be_visible()
    page.locator(".cm-line .token.key", has_text="limit").first.hover()
    expect(page.locator(".knowledge")).to_be_visible()


def classes(page: Page) -> None:
    """A class with what it inherits."""
    page.goto("#/classes/example.forms?class=example.forms.OwnDatabase/1.0.0")
    expect(page.locator(".graph-canvas[data-drawn]")).to_be_visible()
    expect(page.get_by_role("heading", name="example.forms.OwnDatabase")).to_be_visible()


def packages(page: Page) -> None:
    """A zip that requires a package which is missing."""
    page.goto("#/check")
    required = "Require:\n  example.forms: 1\n  example.messages: '>=2'\n"
    _choose(page.get_by_label("Package zip"), "hello", {"Classes:\n": f"{required}Classes:\n"})
    page.get_by_text("More", exact=True).click()
    page.locator(".check-summary").get_by_role("link", name="Packages").click()
    page.get_by_role("button", name="example.messages").first.click()
    expect(page.locator(".graph-canvas[data-drawn]")).to_be_visible()


def versions(page: Page) -> None:
    """A property with another name."""
    page.goto("#/compare?what=versions&old=example.hello/1.0.0")
    new = page.get_by_role("region", name="New version").get_by_label("Or a zip")
    _choose(new, "hello", {"greeting:": "words:", "$.greeting": "$.words"})
    expect(page.locator("[data-verdict]")).to_be_visible()


def _choose(control: Locator, example: str, replaced: Mapping[str, str] = {}) -> None:
    """Choose a zip of an example, in which texts are replaced."""
    content = zipped_example(example, replaced)
    package: FilePayload = {"name": f"{example}.zip", "mimeType": "", "buffer": content}
    control.set_input_files(files=[package])


def form(page: Page) -> None:
    """A form with a nested object, a value that is not allowed, and the model beside it."""
    open_form(page, "#/form/example.forms.Shop?version=1.0.0")
    page.get_by_role("tab", name="General").click()
    page.get_by_role("textbox", name="Name of the shop").first.fill("Corner")
    page.get_by_role("combobox", name="Plan").select_option(label="medium")
    page.get_by_role("textbox", name="Workers").fill("40")
    page.get_by_role("tab", name="Storage").click()
    page.get_by_role("combobox", name="What Database is").select_option(label="A new object")
    kinds = page.get_by_role("group", name="Database", exact=True).get_by_role(
        "combobox", name="Class"
    )
    kinds.select_option("A database of its own (example.forms.OwnDatabase)")
    page.get_by_role("tab", name="General").click()
    page.locator("main").click(position={"x": 2, "y": 2})


def compare(page: Page) -> None:
    """Both forms, filled in with another number of workers, and what they make."""
    page.set_viewport_size({"width": SIZE["width"], "height": 1080})
    page.goto("#/compare/example.forms")
    old = page.get_by_role("region", name="Old form: the UI definition")
    new = page.get_by_role("region", name="New form: the class")
    old.get_by_role("textbox", name="Name of the shop").fill("Corner")
    page.get_by_role("button", name="Fill in from the old form").click()
    filled = new.get_by_role("textbox", name="Name of the shop")
    expect(filled).to_have_value("Corner")
    new.get_by_role("textbox", name="Workers").fill("5")
    page.get_by_role("button", name="Compare", exact=True).click()
    expect(page.get_by_role("heading", name="1 line differs")).to_be_visible()


VIEWS: dict[str, Callable[[Page], None]] = {
    "check": check,
    "classes": classes,
    "packages": packages,
    "form": form,
    "compare": compare,
    "versions": versions,
}


def take(browser: Browser) -> None:
    """Take all pictures."""
    served = [str(EXAMPLES / name) for name in SERVED]
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder), *served) as service:
        for name, prepare in VIEWS.items():
            context = browser.new_context(
                base_url=service.address,
                viewport=SIZE,
                color_scheme="light",
                reduced_motion="reduce",
            )
            page = context.new_page()
            prepare(page)
            page.wait_for_load_state("networkidle")
            page.screenshot(path=PICTURES / f"{name}.png")
            context.close()
            print(f"{name}.png")
