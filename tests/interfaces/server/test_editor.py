"""What an editor asks about a package that was uploaded, or one that is served."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import httpx
import pytest

from muranopl.diagnostics.catalogue.yaml import SYNTAX
from tests.archives import zip_of
from tests.interfaces.server.page.shelf import LOGO, SHELF
from tests.interfaces.server.serving import keep_upload

CLASS = "Classes/Shelf.yaml"
PACKAGE = {path: text for path, text in SHELF.items() if path != "UI/ui.yaml"}
TEXT = PACKAGE[CLASS]
OPERATIONS = ("hover", "definition", "completion", "references", "signatures")


class Position(NamedTuple):
    """Where a text stands in another one: the line and the column of its first character."""

    line: int
    column: int


def position(text: str, part: str, after: int = 0) -> dict[str, int]:
    """Return where the first `part` of a text is, or what is `after` characters after its start."""
    before = text[: text.index(part) + after]
    return Position(before.count("\n") + 1, len(before.rpartition("\n")[2]) + 1)._asdict()


class Editor:
    """The editor of one package."""

    def __init__(self, client: httpx.Client, upload: str = "", **query: str) -> None:
        self._client, self._query = client, query
        self._headers = {"X-Upload": upload} if upload else {}

    def post(self, operation: str, body: Mapping[str, Any]) -> httpx.Response:
        """Return the answer to a request."""
        return self._client.post(
            f"/editor/{operation}", json=body, params=self._query, headers=self._headers
        )

    def ask(self, operation: str, **body: Any) -> Any:
        """Return the body of an answer."""
        answer = self.post(operation, body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def problem(self, operation: str, status: int, **body: Any) -> str:
        """Return the message of a refusal."""
        answer = self.post(operation, body)
        assert answer.status_code == status, answer.text
        return str(answer.json()["error"]["message"])

    def codes(self, **texts: str | None) -> list[tuple[str, str]]:
        """Return the files and codes of what is wrong."""
        found = self.ask("diagnostics", texts=texts)["diagnostics"]
        return [(item["file"], item["code"]) for item in found]


@pytest.fixture
def shelf(client: httpx.Client) -> Editor:
    """The editor of a shelf that was uploaded."""
    return Editor(client, keep_upload(client, zip_of({**PACKAGE, "logo.png": LOGO})))


def test_diagnostics_are_those_of_a_check_of_the_texts(client: httpx.Client, shelf: Editor) -> None:
    assert shelf.codes() == []
    broken = TEXT.replace("Default: 5", "Default: five").replace("$.class(Board)", "$.class(Bord)")
    found = shelf.ask("diagnostics", texts={CLASS: broken})
    checked = client.post(
        "/validate",
        content=zip_of({**PACKAGE, CLASS: broken, "logo.png": LOGO}),
        headers={"Content-Type": "application/zip"},
        params={"name": "shelf.zip"},
    ).json()
    assert found["diagnostics"] == checked["diagnostics"] != []
    assert found["summary"] == checked["summary"]
    assert shelf.codes() == []


def test_new_files_count(shelf: Editor) -> None:
    texts = {
        "manifest.yaml": PACKAGE["manifest.yaml"] + "  example.shelf.Oak: Oak.yaml\n",
        "Classes/Oak.yaml": "Name: example.shelf.Oak\nExtends: example.shelf.Wod\n",
    }
    [(file, _)] = shelf.codes(**texts)
    assert file == "Classes/Oak.yaml"
    texts["Classes/Oak.yaml"] = texts["Classes/Oak.yaml"].replace("Wod", "Wood")
    assert shelf.codes(**texts) == []


def test_deleted_files_do_not_count(shelf: Editor) -> None:
    [(file, _), *_] = shelf.codes(**{"Classes/Board.yaml": None})
    assert file == "manifest.yaml"
    words = shelf.problem("diagnostics", 400, texts={"manifest.yaml": None})
    assert "manifest.yaml cannot be deleted" in words
    shelf.problem("hover", 404, path=CLASS, line=1, column=1, texts={CLASS: None})
    assert shelf.codes() == []


def test_a_broken_manifest_can_be_mended(client: httpx.Client) -> None:
    manifest = PACKAGE["manifest.yaml"]
    broken = {**PACKAGE, "manifest.yaml": manifest.replace("Classes:", "Classes: [")}
    editor = Editor(client, keep_upload(client, zip_of({**broken, "logo.png": LOGO})))
    assert ("manifest.yaml", SYNTAX.code) in editor.codes()
    assert editor.codes(**{"manifest.yaml": manifest}) == []


def test_hover_tells_what_is_known_of_unsaved_texts(shelf: Editor) -> None:
    texts = {CLASS: TEXT.replace("Default: 5", "Default: 7")}
    at = position(TEXT, "boards:", 2)
    found = shelf.ask("hover", path=CLASS, texts=texts, **at)
    assert "boards" in found["text"]
    assert "7" in found["text"]
    assert found["place"]["line"] == at["line"]
    assert found["place"]["source"] == f"shelf.zip/{CLASS}"
    nothing = shelf.ask("hover", path=CLASS, line=1_000_000, column=1)
    assert nothing == {"text": None, "place": None}


def test_definitions_are_in_other_files_and_in_libraries(shelf: Editor) -> None:
    found = shelf.ask("definition", path=CLASS, **position(TEXT, "class(Board", 8))
    assert [item["file"] for item in found["places"]] == ["Classes/Board.yaml"]
    assert found["sources"] == {}
    found = shelf.ask("definition", path=CLASS, **position(TEXT, "std:App", 6))
    [place] = found["places"]
    lines = found["sources"][place["source"]].split("\n")
    assert "Application" in lines[place["line"] - 1]


def test_completion_replaces_what_is_written(shelf: Editor) -> None:
    texts = {CLASS: TEXT.replace("Default: 5", "Defa")}
    at = position(texts[CLASS], "Defa", 4)
    found = shelf.ask("completion", path=CLASS, texts=texts, **at)["proposals"]
    default = next(item for item in found if item["label"] == "Default")
    assert default["start"] == at["column"] - len("Defa")
    assert default["words"]
    at = position(TEXT, "$this.refuse", len("$this."))
    members = shelf.ask("completion", path=CLASS, **at)["proposals"]
    assert {"refuse", "boards"} <= {item["label"] for item in members}


def test_references_are_all_places_of_a_name(shelf: Editor) -> None:
    at = position(TEXT, "boards:", 2)
    places = shelf.ask("references", path=CLASS, **at)["places"]
    assert places[0]["line"] == at["line"]
    assert len(places) > 1
    assert {place["source"] for place in places} == {f"shelf.zip/{CLASS}"}


def test_signatures_of_the_call_around_a_position(shelf: Editor) -> None:
    at = position(TEXT, "class(Board", 6)
    [found] = shelf.ask("signatures", path=CLASS, **at)["signatures"]
    assert found["label"].startswith("class(")
    assert found["active"] == 0
    assert found["parameters"][0]["label"] in found["label"]


def test_a_class_is_renamed_with_its_file(shelf: Editor) -> None:
    at = position(TEXT, "class(Board", 7)
    named = shelf.ask("renamable", path=CLASS, **at)
    assert named["name"] == "example.shelf.Board"
    found = shelf.ask("rename", path=CLASS, name="Plank", **at)
    assert found["files"] == [{"path": "Classes/Board.yaml", "new_path": "Classes/Plank.yaml"}]
    assert {edit["source"] for edit in found["edits"]} >= {
        f"shelf.zip/{CLASS}",
        "shelf.zip/manifest.yaml",
        "shelf.zip/Classes/Board.yaml",
    }
    assert "Plank" in {edit["text"] for edit in found["edits"]}
    assert found["left"] == []


def test_what_cannot_be_renamed_is_refused(shelf: Editor) -> None:
    at = position(TEXT, "Name:", 1)
    words = shelf.problem("renamable", 409, path=CLASS, **at)
    assert "part of the language" in words
    at = position(TEXT, "boards:", 2)
    shelf.problem("rename", 409, path=CLASS, name="a b", **at)
    shelf.problem("rename", 400, path=CLASS, name="", **at)


BELOW = TEXT.index("Methods:")
BROKEN = "# One\n" + TEXT[:BELOW] + "Extra: {a: 1,\n" + TEXT[BELOW:]
"""A text with a line that is not finished, and more lines above it."""
WHOLE = BROKEN.replace("Extra", "#xtra")


@pytest.mark.parametrize(
    ("operation", "part", "after"),
    [
        ("hover", "boards:", 2),
        ("definition", "$this.refuse(", 7),
        ("references", "boards:", 2),
        ("completion", "$this.refuse(", 6),
        ("signatures", "$this.refuse(", 13),
    ],
)
def test_while_yaml_is_broken_places_are_those_of_the_current_text(
    shelf: Editor, operation: str, part: str, after: int
) -> None:
    shelf.ask(operation, path=CLASS, **position(TEXT, part, after))
    question = {"path": CLASS, **position(BROKEN, part, after)}
    found = shelf.ask(operation, texts={CLASS: BROKEN}, **question)
    assert found == shelf.ask(operation, texts={CLASS: WHOLE}, **question)
    assert any(found.values())


def test_while_yaml_is_broken_nothing_is_renamed(shelf: Editor) -> None:
    used = "Classes/Board.yaml"
    there = {"path": CLASS, **position(BROKEN, "boards:", 2)}
    elsewhere = {"path": used, **position(PACKAGE[used], "Board", 2)}
    texts = {CLASS: BROKEN}
    shelf.ask("renamable", path=CLASS, **position(TEXT, "boards:", 2))
    for body in (there, elsewhere):
        words = shelf.problem("rename", 409, name="planks", texts=texts, **body)
        assert f'shelf.zip/{CLASS}": its current text is not valid YAML' in words
        shelf.ask("rename", name="planks", texts={CLASS: WHOLE}, **body)
    shelf.problem("renamable", 409, texts=texts, **there)
    edited = position(BROKEN, "Extra")
    for operation in ("hover", "definition", "references"):
        found = shelf.ask(operation, path=CLASS, texts=texts, **edited)
        assert not any(found.values())


def test_a_comment_suppresses_a_diagnostic_here(shelf: Editor) -> None:
    text = TEXT.replace("Default: 5", "Default: five")
    [diagnostic] = shelf.ask("diagnostics", texts={CLASS: text})["diagnostics"]
    reported = {key: diagnostic[key] for key in ("code", "line", "column")}
    question = {"path": CLASS, "texts": {CLASS: text}, **reported}
    [edit] = shelf.ask("suppression", **question)["edits"]
    lines = text.split("\n")
    assert edit["column"] == edit["end_column"]
    line = lines[edit["line"] - 1]
    lines[edit["line"] - 1] = line[: edit["column"] - 1] + edit["text"]
    assert shelf.codes(**{CLASS: "\n".join(lines)}) == []
    shelf.problem("suppression", 404, **{**question, "code": "MPL120"})


def test_served_packages_are_asked_about_too(client: httpx.Client) -> None:
    demo = Editor(client, package="demo", version="1.2.3")
    path = "Classes/Base.yaml"
    found = demo.ask("hover", path=path, line=5, column=7)
    assert "owner" in demo.ask("hover", path=path, line=7, column=4)["text"]
    assert "io.murano.Application" in demo.ask("hover", path=path, line=5, column=16)["text"], found
    assert demo.ask("diagnostics")["summary"]["errors"] == 0
    assert demo.codes(**{path: "Name: demo.Base\nExtends: Missing\n"})
    at = {"line": 6, "column": 10}  # Extends: Base
    [place] = demo.ask("definition", path="Classes/App.yaml", **at)["places"]
    assert place["source"] == "apps/demo/Classes/Base.yaml"


def test_files_that_are_no_text(shelf: Editor) -> None:
    for operation in OPERATIONS:
        answer = shelf.ask(operation, path="logo.png", line=1, column=1)
        assert not any(answer.values())
    answer = shelf._client.post(
        "/editor/diagnostics",
        content=f'{{"texts": {{"{CLASS}": "Name: \\ud800"}}}}',
        headers={**shelf._headers, "Content-Type": "application/json"},
    )
    assert answer.status_code == 400
    assert "half of a surrogate pair" in answer.text


# What attackers send


@pytest.mark.parametrize(
    "path", ["../x", "/etc/passwd", "a/../../x", "a//b", "./a", ".", "a/", "a\0b", ".."]
)
def test_paths_that_lead_out_of_the_package_are_refused(shelf: Editor, path: str) -> None:
    words = shelf.problem("diagnostics", 400, texts={path: "x"})
    assert words.endswith("is not the path of a file in a package")
    for operation in OPERATIONS:
        shelf.problem(operation, 404, path=path, line=1, column=1)


def test_uploads_of_others_are_not_known(client: httpx.Client, shelf: Editor) -> None:
    words = Editor(client, "0" * 32).problem("diagnostics", 409, texts={})
    assert "no longer in memory" in words
    other = Editor(client, keep_upload(client, zip_of(PACKAGE), "other.zip"))
    assert other.codes(**{CLASS: "Name: x"}) != []
    assert shelf.codes() == []


def test_too_much_is_refused(shelf: Editor) -> None:
    assert "too large" in shelf.problem("diagnostics", 413, texts={CLASS: "x" * (6 * 2**20)})
    many = {f"{number}.txt": "" for number in range(1001)}
    assert "length <= 1000" in shelf.problem("diagnostics", 400, texts=many)
    shelf.problem("hover", 400, path="x" * 1001, line=1, column=1)
    for line, column in ((0, 1), (1, 0), (10**8, 1), ("1", 1)):
        shelf.problem("hover", 400, path=CLASS, line=line, column=column)


@pytest.mark.parametrize("operation", OPERATIONS)
def test_positions_outside_of_the_text_have_nothing(shelf: Editor, operation: str) -> None:
    for line, column in ((1, 10**7), (10**7, 1), (4, 1), (TEXT.count("\n") + 1, 2)):
        shelf.ask(operation, path=CLASS, line=line, column=column)
        shelf.ask(operation, path=CLASS, line=line, column=column, texts={CLASS: ""})


def test_hostile_texts_are_answered(shelf: Editor) -> None:
    texts = (
        "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n",
        "[" * 5000,
        "Name: x\nMethods:\n  m:\n    Body:\n      - " + "(" * 3000,
        "\t\0\x1b",
    )
    for text in texts:
        assert shelf.codes(**{CLASS: text}) != []
        for operation in OPERATIONS:
            shelf.ask(operation, path=CLASS, line=1, column=2, texts={CLASS: text})


def test_something_has_to_be_meant(client: httpx.Client) -> None:
    assert "X-Upload" in Editor(client).problem("diagnostics", 400, texts={})
    nothing = Editor(client, keep_upload(client, b"no zip", "no.zip"))
    answer = nothing.post("diagnostics", {})
    assert answer.status_code == 422
    assert answer.json()["error"]["diagnostics"][0]["file"] == "no.zip"
    assert 'package "no.such" is not found' in Editor(client, package="no.such").problem(
        "diagnostics", 404, texts={}
    )
    core = Editor(client, package="io.murano")
    assert "part of muranopl" in core.problem("diagnostics", 400, texts={})
