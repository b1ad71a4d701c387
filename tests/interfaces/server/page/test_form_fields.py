"""What forms do for authors: objects that fold, hidden passwords, drafts, and errors of constructors."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import model

BOARD = {"?": {"type": "example.shelf.Wood"}, "length": 3}
SHELF = "#/form/example.shelf.Shelf"


def field(page: Page, name: str) -> Locator:
    """Return the control of a field."""
    # A star after a name, for what is needed, is not part of it
    text = page.get_by_role("textbox", name=name, exact=True)
    return text.or_(page.get_by_label(name, exact=True)).first


def test_passwords_are_hidden_and_shown_on_request(page: Page) -> None:
    """One is marked by a meta object, the other has a field of type password in the UI definition."""
    page.goto(SHELF)
    expect(field(page, "name")).to_have_attribute("type", "text")
    for name in ("adminPassword", "doorCode"):
        password = field(page, name)
        expect(password).to_have_attribute("type", "password")
        password.fill("s3cret")
        assert model(page)[name] == "s3cret"
        page.get_by_role("button", name=f"Show: {name}").click()
        expect(password).to_have_attribute("type", "text")
        page.get_by_role("button", name=f"Hide: {name}").click()
        expect(password).to_have_attribute("type", "password")


def test_base_classes_are_offered_last(page: Page) -> None:
    page.goto(SHELF)
    page.get_by_role("combobox", name="What board is").select_option(label="A new object")
    board = page.get_by_role("group", name="board", exact=True)
    options = board.get_by_role("combobox", name="Class").locator("option")
    expect(options).to_have_text(
        ["Choose a class …", "example.shelf.Steel", "example.shelf.Wood", "example.shelf.Board"]
    )
    expect(board.locator("optgroup[label='Base classes'] option")).to_have_count(1)


def test_classes_that_are_left_out_are_counted(page: Page, tmp_path: Path) -> None:
    """One that a model has is offered, as it fits."""

    def shorten(route: Route) -> None:
        answer = route.fetch()
        found = answer.json()
        assert found["left_out"] == 0
        kept = found["classes"][:1]
        route.fulfill(json={"classes": kept, "left_out": len(found["classes"]) - 1})

    page.route("**/classes?*offered=true*", shorten)
    page.goto(SHELF)
    page.get_by_role("combobox", name="What board is").select_option(label="A new object")
    board = page.get_by_role("group", name="board", exact=True)
    options = board.get_by_role("combobox", name="Class").locator("option")
    expect(options).to_have_text(["example.shelf.Steel"])
    expect(board).to_contain_text("2 more matching classes are not shown.")
    written = {"?": {"type": "example.shelf.Shelf"}, "board": BOARD}
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a model").click()
    file = tmp_path / "model.json"
    file.write_text(json.dumps(written), encoding="utf-8")
    chooser.value.set_files(file)
    expect(options).to_have_text(["example.shelf.Steel", "example.shelf.Wood"])
    expect(board).to_contain_text("1 more matching class is not shown.")


def test_nested_objects_fold_and_open_where_something_is_missing(
    page: Page, watched: Watched
) -> None:
    watched.allowed.append("status of 422")
    page.goto(SHELF)
    field(page, "name").fill("Oak")
    page.get_by_role("combobox", name="What board is").select_option(label="A new object")
    board = page.get_by_role("group", name="board", exact=True)
    board.get_by_role("combobox", name="Class").select_option("example.shelf.Wood")
    length = board.get_by_role("textbox", name="length")
    expect(length).to_be_visible()
    fold = board.locator("summary")
    fold.focus()
    fold.press("Enter")
    expect(length).to_be_hidden()
    page.get_by_role("button", name="Render", exact=True).click()
    expect(length).to_be_focused()
    expect(fold).to_contain_text("1 error")


def test_emptying_a_number_takes_it_away(page: Page) -> None:
    page.goto(SHELF)
    for name in ("boards", "spare"):
        number = field(page, name)
        before = number.input_value()
        number.fill("7")
        assert model(page)[name] == 7
        number.fill("")
        assert name not in model(page)
        number.blur()
        expect(number).not_to_have_attribute("aria-invalid", "true")
        expect(number).to_have_value(before)


def test_a_draft_survives_a_reload(page: Page, watched: Watched) -> None:
    watched.allowed.append("dialog")  # asks whether to leave, as a tab may be closed
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(SHELF)
    field(page, "name").fill("Oak")
    field(page, "boards").fill("7")
    before = model(page)
    assert before["boards"] == 7
    page.reload()
    expect(field(page, "name")).to_have_value("Oak")
    assert model(page) == before
    page.get_by_role("button", name="Start over").click()
    expect(field(page, "name")).to_have_value("")
    page.reload()
    expect(field(page, "name")).to_have_value("")


def test_what_a_constructor_throws_has_places(page: Page, watched: Watched) -> None:
    watched.allowed.append("status of 422")
    page.goto(SHELF)
    field(page, "name").fill("Oak")
    field(page, "boards").fill("13")
    page.get_by_role("button", name="Render", exact=True).click()
    result = page.locator(".render-result")
    expect(result).to_contain_text("the constructor of class example.shelf.Shelf")
    places = result.locator(".related-places li")
    expect(places).to_have_text(
        [
            "in method refuse of example.shelf.Shelf shelf/Classes/Shelf.yaml:30",
            "in method .init of example.shelf.Shelf shelf/Classes/Shelf.yaml:27",
        ]
    )
