"""The views of the page, each in its states: tests visit all of them, and `make pictures` takes pictures of all."""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping
from typing import NamedTuple

import httpx
import yaml
from playwright.sync_api import FilePayload, Locator, Page, expect

from tests.archives import zip_of
from tests.interfaces.server.page.steps import (
    compare,
    new_form,
    offered,
    old_form,
    open_form,
    summary,
)

CONTRACT, MISTAKEN = b"$.string()", b"$.strng()"
"""A contract, and a mistake in it: an error with a safe fix."""
MISTAKE = "MPL163"
TEXT = "Corner-1!"
"""A text that forms accept, also as a password."""


class PicturedPackage(NamedTuple):
    """A package with a UI definition, which views are about."""

    name: str
    version: str
    class_: str
    """The class that its form creates."""
    files: Mapping[str, bytes]

    def zipped(self, name: str, changed: Mapping[str, bytes] = {}) -> FilePayload:
        """Return a zip in which some files are others."""
        content = zip_of({**self.files, **changed})
        return {"name": name, "mimeType": "application/zip", "buffer": content}

    @property
    def mistaken(self) -> FilePayload:
        """A zip with a mistake in a class."""
        file, text = next(
            (file, text)
            for file, text in sorted(self.files.items())
            if file.startswith("Classes/") and CONTRACT in text
        )
        return self.zipped("mistaken.zip", {file: text.replace(CONTRACT, MISTAKEN, 1)})

    @property
    def wanting(self) -> FilePayload:
        """A zip that requires a package which nobody has."""
        manifest = yaml.safe_load(self.files["manifest.yaml"])
        require = {**(manifest.get("Require") or {}), "example.messages": ">=2"}
        text = yaml.safe_dump({**manifest, "Require": require}, sort_keys=False)
        return self.zipped("wanting.zip", {"manifest.yaml": text.encode()})

    @property
    def renamed(self) -> FilePayload:
        """A zip of an older version, in which the first property of each class had another name."""
        changed = {
            file: re.sub(rb"(\nProperties:\n\s+)(\w+)(?=:)", rb"\1old_\2", text)
            for file, text in self.files.items()
            if file.startswith("Classes/")
        }
        return self.zipped("older.zip", changed)


def package_of(client: httpx.Client, name: str) -> PicturedPackage:
    """Return a package of a service."""
    version = client.get(f"/packages/{name}").json()["version"]
    pages = client.post(f"/forms/{name}/pages", json={"answers": {}}).json()
    (found,) = client.get("/v1/catalog/packages", params={"fqn": name}).json()["packages"]
    content = client.get(f"/v1/catalog/packages/{found['id']}/download").content
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        files = {file: archive.read(file) for file in archive.namelist()}
    return PicturedPackage(name, version, pages["application"].partition("/")[0], files)


View = Callable[[Page, PicturedPackage], None]


def visit(address: str, shown: str) -> View:
    """Return what goes to an address, and waits until something is shown."""

    def go(page: Page, package: PicturedPackage) -> None:
        page.goto(address.format(package=package))
        expect(page.locator(shown).first).to_be_visible()

    return go


def choose(page: Page, file: FilePayload) -> None:
    """Choose a zip in the view that checks."""
    page.goto("#/check")
    page.get_by_label("Package zip").set_input_files(files=[file])
    expect(page.get_by_role("heading", name=file["name"])).to_be_visible()


# ---- Check ----


def nothing_served(page: Page, package: PicturedPackage) -> None:
    page.route("**/packages?*", lambda route: route.fulfill(json={"packages": []}))
    page.goto("#/check")
    expect(page.get_by_role("heading", name="Try an example")).to_be_visible()


def catalog(page: Page, package: PicturedPackage) -> None:
    page.goto("#/check")
    expect(page.get_by_text("with errors")).to_be_visible()


def whole_catalog(page: Page, package: PicturedPackage) -> None:
    page.goto("#/check?catalog=all")
    expect(summary(page)).to_be_visible()


def mistaken(page: Page, package: PicturedPackage) -> None:
    choose(page, package.mistaken)
    expect(mistaken_word(page)).to_be_visible()


def mistaken_word(page: Page) -> Locator:
    """The mistake in the editor."""
    return page.locator(".cm-line mark", has_text="strng").first


def explained(page: Page, package: PicturedPackage) -> None:
    mistaken(page, package)
    page.get_by_role("button", name=MISTAKE, exact=True).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def searched(page: Page, package: PicturedPackage) -> None:
    """The editor, in which something is searched."""
    mistaken(page, package)
    mistaken_word(page).click()
    page.keyboard.press("Control+f")
    expect(page.get_by_role("textbox", name="Find")).to_be_visible()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Find", exact=True).click()
    expect(page.get_by_role("textbox", name="Find")).to_be_focused()


def asked(page: Page, package: PicturedPackage) -> None:
    """A list of places and a question, one after the other, in the editor."""
    mistaken(page, package)
    # The key of the contract, and above it the name of the property
    mistaken_word(page).click()
    for key in ("ArrowUp", "Home"):
        page.keyboard.press(key)
    page.get_by_role("button", name="References").click()
    expect(page.get_by_role("list", name="Named in")).to_be_visible()
    page.get_by_role("button", name="New file").click()
    path = page.get_by_label("Path of the new file")
    path.fill("../x")
    path.press("Enter")
    expect(page.locator(".source-aside [role=alert]")).not_to_be_empty()


def offered_more(page: Page, package: PicturedPackage) -> None:
    """The menu of a report, and above it what was dropped before."""
    choose(page, package.zipped("before.zip"))
    mistaken(page, package)
    page.get_by_text("Check another package").click()
    expect(page.get_by_role("button", name="Forget before.zip")).to_be_visible()
    expect(offered(page, "Forget this package")).to_be_visible()


def fixed(page: Page, package: PicturedPackage) -> None:
    mistaken(page, package)
    page.get_by_role("button", name="Apply 1 safe fix").click()
    expect(page.locator(".check-summary")).to_contain_text("All errors are fixed.")
    expect(page.get_by_role("button", name="Download the package")).to_be_visible()


def too_large(page: Page, package: PicturedPackage) -> None:
    page.goto("#/check")
    large: FilePayload = {"name": "large.zip", "mimeType": "", "buffer": bytes(6 * 2**20)}
    page.get_by_label("Package zip").set_input_files(files=[large])
    expect(page.get_by_role("alert")).to_contain_text("The zip is too large")


# ---- Packages ----


def requirement_missing(page: Page, package: PicturedPackage) -> None:
    choose(page, package.wanting)
    page.goto("#/packages?of=upload&package=example.messages")
    expect(page.locator(".graph-canvas[data-drawn]")).to_be_visible()
    expect(page.get_by_text("No package with this name")).to_be_visible()


# ---- Form ----


def form(page: Page, package: PicturedPackage) -> None:
    page.goto(f"#/form/{package.class_}")
    expect(page.locator(".class-line")).to_be_visible()
    expect(page.get_by_role("region", name="Object model").first).to_contain_text(package.class_)


def whole_form(page: Page, package: PicturedPackage) -> None:
    open_form(page, f"#/form/{package.class_}")
    expect(page.locator(".class-line")).to_be_visible()


def form_with_errors(page: Page, package: PicturedPackage) -> None:
    form(page, package)
    page.get_by_role("button", name="Render", exact=True).click()
    expect(page.get_by_role("heading", name="The model does not load")).to_be_visible()
    # The first fault in the order of the form, whatever the order of the answer
    expect(page.locator("[aria-invalid=true]").first).to_be_visible()


def rendered(page: Page, package: PicturedPackage) -> None:
    """The model that the form of the package creates; it may need more than texts."""
    form(page, package)
    path = f"forms/{package.name}"
    asked = page.request.post(f"{path}/pages", data={"answers": {}}).json()["diagnostics"]
    answers: dict[str, dict[str, str]] = {}
    for missing in asked:
        _, name, field = missing["model_path"].split(".")
        answers.setdefault(name, {})[field] = TEXT
    model = page.request.post(f"{path}?unrendered=true", data={"answers": answers})
    if model.ok:
        content = json.dumps(model.json()["model"]).encode()
        file: FilePayload = {"name": "model.json", "mimeType": "", "buffer": content}
        page.locator(".class-picker input[type=file]").set_input_files(files=[file])
        expect(page.get_by_role("region", name="Object model").first).to_contain_text(TEXT)
    page.get_by_role("button", name="Render", exact=True).click()
    expect(page.get_by_role("heading", name="The model")).to_be_visible()


def fill_in(part: Locator) -> None:
    """Fill in the required texts of a form."""
    texts = part.locator("input[aria-required=true]:not([inputmode]):visible")
    for text in texts.all():
        if not text.input_value():
            text.fill(TEXT)


# ---- Compare ----


def both_forms(page: Page, package: PicturedPackage) -> None:
    page.goto(f"#/compare/{package.name}?version={package.version}")
    for part in (old_form(page), new_form(page)):
        expect(part.locator("input:visible, select:visible").first).to_be_visible()


def compared(page: Page, package: PicturedPackage) -> None:
    both_forms(page, package)
    fill_in(old_form(page))
    button = page.get_by_role("button", name="Fill in from the old form")
    button.click()
    expect(button).not_to_have_attribute("aria-disabled", "true")
    compare(page)
    expect(page.locator(".comparison > *").first).to_be_visible()


def rejected(page: Page, package: PicturedPackage) -> None:
    both_forms(page, package)
    compare(page)
    expect(page.locator(".comparison")).to_contain_text("MPL544")


def versions(page: Page, package: PicturedPackage) -> None:
    page.goto(f"#/compare?what=versions&new={package.name}/{package.version}")
    older = page.get_by_role("region", name="Old version")
    older.get_by_label("Or a zip").set_input_files(files=[package.renamed])
    expect(page.locator("[data-verdict]")).to_contain_text("major changes")
    page.locator(".changed-file summary").last.click()
    expect(page.get_by_role("region", name="Differences of")).to_be_visible()


# ---- API, and what all views have ----


def api_answered(page: Page, package: PicturedPackage) -> None:
    page.goto(f"#/api/package_report?fqn={package.name}")
    page.get_by_role("button", name="Send GET").click()
    expect(page.get_by_role("region", name="Response")).to_contain_text("summary")


def search(page: Page, package: PicturedPackage) -> None:
    page.goto("#/packages")
    page.keyboard.press("Control+k")
    page.get_by_role("searchbox", name="Search everything").fill(package.name.rsplit(".", 1)[-1])
    expect(page.get_by_role("heading", name="Packages", level=3)).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("status")).to_contain_text("hit")


def keys(page: Page, package: PicturedPackage) -> None:
    page.goto("#/packages")
    expect(page.get_by_role("heading", name="Packages")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


DIALOGS = frozenset({"explanation", "search", "keys"})
"""The views that keep the keyboard in a dialog."""

VIEWS: Mapping[str, View] = {
    "check": catalog,
    "check-nothing-served": nothing_served,
    "check-too-large": too_large,
    "check-catalog": whole_catalog,
    "report": visit("#/check/{package.name}?version={package.version}", ".check-report .cm-line"),
    "report-mistaken": mistaken,
    "report-find": searched,
    "report-asked": asked,
    "report-menu": offered_more,
    "report-fixed": fixed,
    "explanation": explained,
    "classes": visit("#/classes", "[data-drawn]"),
    "classes-of-package": visit("#/classes/{package.name}?class={package.class_}", "[data-drawn]"),
    "classes-searched": visit("#/classes?find=net", "[data-drawn]"),
    "packages": visit("#/packages", "[data-drawn]"),
    "packages-one": visit("#/packages?package={package.name}/{package.version}", "[data-drawn]"),
    "packages-missing": requirement_missing,
    "forms": visit("#/form", ".application"),
    "form": form,
    "form-whole": whole_form,
    "form-errors": form_with_errors,
    "form-rendered": rendered,
    "compare": visit("#/compare", "select"),
    "compare-forms": compared,
    "compare-rejected": rejected,
    "compare-versions": versions,
    "api": visit("#/api", ".api-list"),
    "api-operation": visit("#/api/render", ".api-trial"),
    "api-answered": api_answered,
    "search": search,
    "keys": keys,
    "not-found": visit("#/nothing", "h1"),
}
