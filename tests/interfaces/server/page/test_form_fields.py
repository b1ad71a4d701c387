"""What forms do for authors: objects that fold, hidden passwords, drafts, and errors of constructors."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Locator, Page, Route, expect

from tests.interfaces.server.page.conftest import Watched
from tests.interfaces.server.page.steps import model, open_form

BOARD = {"?": {"type": "example.shelf.Wood"}, "length": 3}
SHELF = "#/form/example.shelf.Shelf"


def field(page: Page, name: str) -> Locator:
    """Return the control of a field."""
    # A star after a name, for what is needed, is not part of it
    text = page.get_by_role("textbox", name=name, exact=True)
    return text.or_(page.get_by_label(name, exact=True)).first


def test_passwords_are_hidden_and_shown_on_request(page: Page) -> None:
    """One is marked by a meta object, the other has a field of type password in the UI definition."""
    open_form(page, SHELF)
    expect(field(page, "Name")).to_have_attribute("type", "text")
    for name, label in (("adminPassword", "Administrator"), ("doorCode", "doorCode")):
        password = field(page, label)
        expect(password).to_have_attribute("type", "password")
        password.fill("s3cret")
        assert set(model(page)[name]) == {"•"}
        page.get_by_role("button", name="Show secrets").click()
        assert model(page)[name] == "s3cret"
        page.get_by_role("button", name="Show secrets").click()
        assert set(model(page)[name]) == {"•"}
        page.get_by_role("button", name=f"Show: {label}").click()
        expect(password).to_have_attribute("type", "text")
        page.get_by_role("button", name=f"Hide: {label}").click()
        expect(password).to_have_attribute("type", "password")


def test_secrets_are_hidden_in_a_rendered_model_too(page: Page) -> None:
    open_form(page, SHELF)
    field(page, "Name").fill("Oak")
    field(page, "doorCode").fill("s3cret")
    page.get_by_role("button", name="Render", exact=True).click()
    rendered = page.get_by_role("region", name="Rendered model")
    expect(rendered).to_contain_text("doorCode: ••••••••")
    expect(rendered).not_to_contain_text("s3cret")
    page.get_by_role("button", name="Show secrets").last.click()
    expect(rendered).to_contain_text("doorCode: s3cret")


def test_a_form_asks_in_the_words_and_the_order_of_the_ui_definition(page: Page) -> None:
    page.goto(SHELF)
    labels = page.locator(".form-fields .field-label, .form-fields legend")
    expect(labels.first).to_have_text("Name *")
    expect(page.locator(".optional > summary")).to_contain_text(
        "Administrator, boards, spare, board and 1 more"
    )
    expect(field(page, "boards")).to_be_hidden()
    page.locator(".optional > summary").click()
    expect(labels).to_have_text(["Name *", "Administrator", "boards", "spare", "board", "doorCode"])
    page.get_by_label("Required only").uncheck()
    page.get_by_label("Required only").check()
    expect(field(page, "boards")).to_be_hidden()
    page.reload()
    expect(field(page, "boards")).to_be_hidden()


def test_a_folded_field_with_a_value_is_shown(page: Page, tmp_path: Path) -> None:
    page.goto(SHELF)
    file = tmp_path / "model.json"
    file.write_text(json.dumps({"?": {"type": "example.shelf.Shelf"}, "spare": 3}), "utf-8")
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Open a model").click()
    chooser.value.set_files(file)
    expect(field(page, "spare")).to_have_value("3")
    expect(field(page, "spare")).to_be_visible()


def test_an_error_disappears_when_it_is_corrected(page: Page, watched: Watched) -> None:
    watched.allowed.append("status of 422")
    open_form(page, SHELF)
    result = page.locator(".render-result")
    page.get_by_role("button", name="Render", exact=True).click()
    expect(result).to_contain_text("The model does not load: 1 error")
    expect(page.get_by_text("A value is required.", exact=True)).to_have_count(1)
    name = field(page, "Name")
    expect(name).to_be_focused()
    name.fill("Oak")
    expect(page.get_by_text("A value is required.", exact=True)).to_have_count(0)
    expect(result).to_contain_text("The model loads")
    expect(name).to_be_focused()


def test_base_classes_are_offered_last(page: Page) -> None:
    open_form(page, SHELF)
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
    open_form(page, SHELF)
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
    open_form(page, SHELF)
    field(page, "Name").fill("Oak")
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
    open_form(page, SHELF)
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
    open_form(page, SHELF)
    field(page, "Name").fill("Oak")
    field(page, "boards").fill("7")
    before = model(page)
    assert before["boards"] == 7
    page.reload()
    expect(field(page, "Name")).to_have_value("Oak")
    assert model(page) == before
    page.get_by_role("button", name="Start over").click()
    expect(field(page, "Name")).to_have_value("")
    page.reload()
    expect(field(page, "Name")).to_have_value("")


def test_what_a_constructor_throws_has_places(page: Page, watched: Watched) -> None:
    watched.allowed.append("status of 422")
    open_form(page, SHELF)
    field(page, "Name").fill("Oak")
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
