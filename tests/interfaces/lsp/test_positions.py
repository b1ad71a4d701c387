"""Positions in UTF-8, UTF-16 and UTF-32, for characters of every width."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import given, strategies
from lsprotocol.types import (
    ClientCapabilities,
    GeneralClientCapabilities,
    Position,
    PositionEncodingKind,
    Range,
    TextDocumentContentChangePartial,
)

from muranopl.diagnostics.places import File, Place
from muranopl.interfaces.lsp.documents import Document
from muranopl.interfaces.lsp.positions import PositionEncoding
from muranopl.interfaces.lsp.server import MuranoServer
from tests.fuzz.counting import executed_lines, is_linear
from tests.interfaces.lsp.editor import APP, editing, write_package

TEXT = "a: 'é€😀'  # x\r\nb: 😀\u2028c\n"
COLUMNS = [
    # the columns of `#` and of `c` in the text, in code units
    (PositionEncodingKind.Utf8, 16, 10),
    (PositionEncodingKind.Utf16, 11, 6),
    (PositionEncodingKind.Utf32, 10, 5),
]


@pytest.mark.parametrize(("kind", "comment", "letter"), COLUMNS)
def test_places_become_positions_and_back(
    kind: PositionEncodingKind, comment: int, letter: int
) -> None:
    encoding = PositionEncoding(kind)
    place = Place(File("", "", TEXT), 1, 11, 2, 6)
    expected = Range(Position(0, comment), Position(1, letter))
    assert encoding.range(TEXT, place) == expected
    assert encoding.line_and_column(TEXT, expected.start) == (1, 11)
    assert encoding.line_and_column(TEXT, expected.end) == (2, 6)


@pytest.mark.parametrize(("kind", "comment", "letter"), COLUMNS)
def test_changes_replace_ranges(kind: PositionEncodingKind, comment: int, letter: int) -> None:
    range_ = Range(Position(0, comment), Position(1, letter))
    result = PositionEncoding(kind).changed(TEXT, range_, "!")
    assert result == "a: 'é€😀'  !c\n"


@pytest.mark.parametrize("kind", list(PositionEncodingKind))
def test_positions_beyond_ends_are_these(kind: PositionEncodingKind) -> None:
    encoding = PositionEncoding(kind)
    assert encoding.line_and_column("é\nb", Position(0, 99)) == (1, 2)
    assert encoding.line_and_column("é\nb", Position(99, 0)) == (2, 2)
    assert encoding.changed("é\n", Range(Position(7, 0), Position(9, 0)), "x") == "é\nx"
    assert encoding.position("a", 9, 9) == Position(1, 0)


@given(
    strategies.text("a é€😀\u2028\n\r", max_size=12),
    strategies.data(),
    strategies.sampled_from(PositionEncodingKind),
)
def test_every_offset_has_a_position(
    text: str, data: strategies.DataObject, kind: PositionEncodingKind
) -> None:
    encoding = PositionEncoding(kind)
    # A line end of two characters has no position inside
    offsets = [at for at in range(len(text) + 1) if text[at - 1 : at + 1] != "\r\n"]
    first, last = sorted(data.draw(strategies.sampled_from(offsets)) for _ in "ab")
    lines = [File("", "", text[:at]).lines() for at in (first, last)]
    start, end = (encoding.position(text, len(before), len(before[-1]) + 1) for before in lines)
    assert encoding.changed(text, Range(start, end), "x") == (text[:first] + "x" + text[last:])


def test_a_position_inside_a_character_is_before_it() -> None:
    encoding = PositionEncoding(PositionEncodingKind.Utf16)
    assert encoding.line_and_column("😀x", Position(0, 1)) == (1, 1)


@pytest.mark.asyncio
@pytest.mark.parametrize(("kind", "comment", "letter"), COLUMNS)
async def test_the_encoding_of_the_client_is_used(
    tmp_path: Path, kind: PositionEncodingKind, comment: int, letter: int
) -> None:
    write_package(tmp_path)

    def change(capabilities: ClientCapabilities) -> None:
        capabilities.general = GeneralClientCapabilities(position_encodings=[kind])

    async with editing(tmp_path, change=change) as editor:
        line = "      - $sum: list('😀', $numer)\n"
        editor.open("Classes/App.yaml", APP.replace("      - $sum: $number + $.port\n", line))
        (item,) = await editor.diagnostics("Classes/App.yaml", "MPL640")
        wider = {"utf-8": 3, "utf-16": 1, "utf-32": 0}[kind.value]
        start = line.index("$numer") + wider
        assert item.range == Range(Position(15, start), Position(15, start + 6))
        at = Range(Position(15, start + 4), Position(15, start + 4))
        change_ = TextDocumentContentChangePartial(at, "b")
        editor.change("Classes/App.yaml", change_)
        await editor.diagnostics("Classes/App.yaml")


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r", "\r\n\n"])
def test_an_edit_takes_no_step_for_each_line(line_end: str) -> None:
    """Edits of a growing document: at its end, at its beginning and in its middle."""
    encoding = PositionEncoding(PositionEncodingKind.Utf16)

    def work(size: int) -> int:
        document = Document("file:///a", 0, "a: 1" + line_end)

        def grow() -> None:
            nonlocal document
            for number in range(size):
                for line in (0, number // 2, number):
                    at = Range(Position(line, 0), Position(line, 0))
                    change = TextDocumentContentChangePartial(at, f"# é{line_end}")
                    document = document.changed(number, [change], encoding)

        return executed_lines(grow)

    sizes = [10, 20, 40, 80]
    assert is_linear(sizes, [work(size) for size in sizes], slack=20)


@pytest.mark.asyncio
async def test_the_library_keeps_no_second_copy_of_documents() -> None:
    server = MuranoServer(lambda _: None)
    uri = "file:///a.yaml"
    begin = {"processId": None, "rootUri": None, "capabilities": {}}
    item = {"uri": uri, "languageId": "yaml", "version": 1, "text": "a\n"}
    change = {"range": Range(Position(0, 0), Position(0, 0)), "text": "b"}
    for method, params in (
        ("initialize", begin),
        ("textDocument/didOpen", {"textDocument": item}),
        (
            "textDocument/didChange",
            {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]},
        ),
    ):
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if method == "initialize":
            message["id"] = 1
        body = json.dumps(message, default=server.protocol._serialize_message)
        server.protocol.receive(body)
        await asyncio.gather(*asyncio.all_tasks() - {asyncio.current_task()})
    assert [item.text for item in server.session.documents.values()] == ["ba\n"]
    assert not server.protocol.workspace.text_documents
    server.end(0)
