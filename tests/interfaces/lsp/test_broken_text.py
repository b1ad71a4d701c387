"""Answers while YAML is broken: about the current text, or none.

In each test the last whole text has other line numbers than the current one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types
from pygls.exceptions import JsonRpcException

from muranopl.interfaces.lsp.features import FEATURES
from muranopl.interfaces.lsp.server import load_features
from tests.interfaces.lsp.editor import APP, MANIFEST, Editor, editing, write_package

pytestmark = pytest.mark.asyncio

PATH, OTHER, LISTED = "Classes/App.yaml", "Classes/User.yaml", "manifest.yaml"
FILES = {
    LISTED: f"{MANIFEST}  sample.Server: App.yaml\n  sample.User: User.yaml\n",
    PATH: f"""\
{APP}---
Namespaces: {{=: sample, std: io.murano}}
Name: Server
Extends: App
Properties:
  app:
    Contract: $.class(App)
Methods:
  open:
    Body:
      - $first: $.app
      - Return: $first.open(number => $.port)
""",
    OTHER: "Namespaces: {=: sample}\nName: User\nProperties:\n  app:\n    Contract: $.class(App)\n"
    "Methods:\n  run:\n    Body:\n      - Return: $.app.port\n",
}
HALF = {PATH: "      - $opts: {a: 1,\n", LISTED: "Extra: {a: 1,\n"}
"""The line that the user types: its flow mapping is not closed."""
BEFORE = {PATH: "      - $sum:", LISTED: "Classes:"}
"""The text before which it is typed."""


def current(path: str, line: str) -> str:
    """Return the text of a file with more lines at the top, and one in the middle."""
    before = BEFORE[path]
    return "# One\n# Two\n" + FILES[path].replace(before, line + before, 1)


def broken(path: str) -> str:
    return current(path, HALF[path])


def whole(path: str) -> str:
    """Return the text with the same lines, of which the broken one is a comment."""
    return current(path, HALF[path].replace("- ", "# ").replace("Extra", "#xtra"))


Ask = Callable[[Editor], Any]


def position(method: str, before: str, path: str = PATH, **more: Any) -> Ask:
    """Return a request about the place after a text."""

    def ask(editor: Editor) -> Any:
        params = METHODS[method](**editor.at(path, before), **more)
        return editor.client.protocol.send_request_async(method, params)

    return ask


def document(method: str, path: str = PATH, **more: Any) -> Ask:
    """Return a request about a file."""

    def ask(editor: Editor) -> Any:
        params = METHODS[method](editor.document(path), **more)
        return editor.client.protocol.send_request_async(method, params)

    return ask


def calls(method: str, before: str) -> Ask:
    """Return a request about the first item of the hierarchy at a place."""
    of_types = method.startswith("typeHierarchy")
    prepare = (
        types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY
        if of_types
        else types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY
    )

    async def ask(editor: Editor) -> Any:
        (item,) = await position(prepare, before)(editor)
        params = METHODS[method](item)
        return await editor.client.protocol.send_request_async(method, params)

    return ask


async def resolved_lenses(editor: Editor) -> Any:
    return [
        await editor.client.code_lens_resolve_async(lens) if lens.data else lens
        for lens in await editor.lenses(PATH)
    ]


async def symbols(editor: Editor) -> Any:
    return await editor.client.workspace_symbol_async(types.WorkspaceSymbolParams("open"))


METHODS: Mapping[str, Any] = {
    types.TEXT_DOCUMENT_HOVER: types.HoverParams,
    types.TEXT_DOCUMENT_DEFINITION: types.DefinitionParams,
    types.TEXT_DOCUMENT_DECLARATION: types.DeclarationParams,
    types.TEXT_DOCUMENT_TYPE_DEFINITION: types.TypeDefinitionParams,
    types.TEXT_DOCUMENT_IMPLEMENTATION: types.ImplementationParams,
    types.TEXT_DOCUMENT_REFERENCES: types.ReferenceParams,
    types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT: types.DocumentHighlightParams,
    types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY: types.CallHierarchyPrepareParams,
    types.CALL_HIERARCHY_INCOMING_CALLS: types.CallHierarchyIncomingCallsParams,
    types.CALL_HIERARCHY_OUTGOING_CALLS: types.CallHierarchyOutgoingCallsParams,
    types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY: types.TypeHierarchyPrepareParams,
    types.TYPE_HIERARCHY_SUPERTYPES: types.TypeHierarchySupertypesParams,
    types.TYPE_HIERARCHY_SUBTYPES: types.TypeHierarchySubtypesParams,
    types.TEXT_DOCUMENT_COMPLETION: types.CompletionParams,
    types.TEXT_DOCUMENT_SIGNATURE_HELP: types.SignatureHelpParams,
    types.TEXT_DOCUMENT_INLAY_HINT: types.InlayHintParams,
    types.TEXT_DOCUMENT_DOCUMENT_LINK: types.DocumentLinkParams,
    types.TEXT_DOCUMENT_DOCUMENT_SYMBOL: types.DocumentSymbolParams,
    types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL: types.SemanticTokensParams,
    types.TEXT_DOCUMENT_PREPARE_RENAME: types.PrepareRenameParams,
    types.TEXT_DOCUMENT_RENAME: types.RenameParams,
}
CONTEXT = types.ReferenceContext(include_declaration=True)
USE, DECLARED = "$number + $.po", "Properties:\n  po"
REQUESTS: Mapping[str, Ask] = {
    "hover": position(types.TEXT_DOCUMENT_HOVER, USE),
    "definition": position(types.TEXT_DOCUMENT_DEFINITION, USE),
    "declaration": position(types.TEXT_DOCUMENT_DECLARATION, USE),
    "type definition": position(types.TEXT_DOCUMENT_TYPE_DEFINITION, "$first: $.a"),
    "implementation": position(types.TEXT_DOCUMENT_IMPLEMENTATION, "Name: A"),
    "references": position(types.TEXT_DOCUMENT_REFERENCES, DECLARED, context=CONTEXT),
    "references elsewhere": position(
        types.TEXT_DOCUMENT_REFERENCES, "$.app.po", OTHER, context=CONTEXT
    ),
    "definition elsewhere": position(types.TEXT_DOCUMENT_DEFINITION, "$.app.po", OTHER),
    "highlights": position(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, DECLARED),
    "calls": position(types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY, "Methods:\n  op"),
    "callers": calls(types.CALL_HIERARCHY_INCOMING_CALLS, "Methods:\n  op"),
    "called": calls(types.CALL_HIERARCHY_OUTGOING_CALLS, "$.class(App)\nMethods:\n  op"),
    "types": position(types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY, "Extends: A"),
    "supertypes": calls(types.TYPE_HIERARCHY_SUPERTYPES, "Name: S"),
    "subtypes": calls(types.TYPE_HIERARCHY_SUBTYPES, "Name: A"),
    "completion": position(types.TEXT_DOCUMENT_COMPLETION, "- Return: $first."),
    "signatures": position(types.TEXT_DOCUMENT_SIGNATURE_HELP, "$first.open("),
    "hints": document(
        types.TEXT_DOCUMENT_INLAY_HINT,
        range=types.Range(types.Position(0, 0), types.Position(99, 0)),
    ),
    "links": document(types.TEXT_DOCUMENT_DOCUMENT_LINK, LISTED),
    "outline": document(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL),
    "colours": document(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL),
    "outline of the manifest": document(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, LISTED),
    "lenses": resolved_lenses,
    "symbols": symbols,
}

OTHERWISE = {
    types.INITIALIZE,
    types.INITIALIZED,
    types.SHUTDOWN,
    types.TEXT_DOCUMENT_DID_OPEN,
    types.TEXT_DOCUMENT_DID_CHANGE,
    types.TEXT_DOCUMENT_DID_SAVE,
    types.TEXT_DOCUMENT_DID_CLOSE,
    types.WORKSPACE_DID_CHANGE_WATCHED_FILES,
    types.WORKSPACE_WILL_RENAME_FILES,
    types.WORKSPACE_DID_CHANGE_CONFIGURATION,
    types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS,
    types.TEXT_DOCUMENT_DIAGNOSTIC,
    types.WORKSPACE_DIAGNOSTIC,
    types.WORKSPACE_TEXT_DOCUMENT_CONTENT,
    types.TEXT_DOCUMENT_FOLDING_RANGE,
    types.TEXT_DOCUMENT_SELECTION_RANGE,
    types.TEXT_DOCUMENT_LINKED_EDITING_RANGE,
    types.TEXT_DOCUMENT_FORMATTING,
}
"""What has no positions, or takes them from the current text alone."""
TESTED_BELOW = {
    types.TEXT_DOCUMENT_CODE_LENS,
    types.CODE_LENS_RESOLVE,
    types.WORKSPACE_SYMBOL,
    types.TEXT_DOCUMENT_CODE_ACTION,
}


async def test_each_request_is_tested() -> None:
    load_features()
    assert {*METHODS, *OTHERWISE, *TESTED_BELOW} == {*FEATURES}


async def open_all(editor: Editor) -> None:
    """Open all files, and let the server analyse them."""
    for path in FILES:
        editor.open(path)
    await resolved_lenses(editor)


@pytest.mark.parametrize("name", REQUESTS)
async def test_answers_are_those_for_a_whole_text_with_the_same_lines(
    tmp_path: Path, name: str
) -> None:
    ask, path = REQUESTS[name], LISTED if "links" in name or "man" in name else PATH
    async with editing(write_package(tmp_path, FILES)) as editor:
        await open_all(editor)
        await ask(editor)
        editor.type(path, broken(path))
        answer = await ask(editor)
        editor.type(path, whole(path))
        assert answer == await ask(editor)
        assert answer


@pytest.mark.parametrize(
    "method",
    [
        types.TEXT_DOCUMENT_HOVER,
        types.TEXT_DOCUMENT_DEFINITION,
        types.TEXT_DOCUMENT_DECLARATION,
        types.TEXT_DOCUMENT_TYPE_DEFINITION,
        types.TEXT_DOCUMENT_IMPLEMENTATION,
        types.TEXT_DOCUMENT_REFERENCES,
        types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT,
        types.TEXT_DOCUMENT_PREPARE_CALL_HIERARCHY,
        types.TEXT_DOCUMENT_PREPARE_TYPE_HIERARCHY,
    ],
)
async def test_in_the_edited_line_there_is_no_answer(tmp_path: Path, method: str) -> None:
    more = {"context": CONTEXT} if "references" in method else {}
    # In the last whole text, a property stands at this position
    text = FILES[PATH].replace("  port:\n", "  {a: b\n")
    async with editing(write_package(tmp_path, FILES)) as editor:
        await open_all(editor)
        editor.type(PATH, text)
        assert not await position(method, "Properties:\n  {", **more)(editor)


@pytest.mark.parametrize(("path", "before"), [(PATH, DECLARED), (PATH, USE), (OTHER, "$.app.po")])
async def test_nothing_is_renamed(tmp_path: Path, path: str, before: str) -> None:
    rename = position(types.TEXT_DOCUMENT_RENAME, before, path, new_name="socket")
    prepare = position(types.TEXT_DOCUMENT_PREPARE_RENAME, before, path)
    async with editing(write_package(tmp_path, FILES)) as editor:
        await open_all(editor)
        editor.type(PATH, broken(PATH))
        with pytest.raises(JsonRpcException, match=r"App\.yaml.*correct it first"):
            await rename(editor)
        if path == PATH:
            with pytest.raises(JsonRpcException, match=r"App\.yaml.*correct it first"):
                await prepare(editor)
        editor.type(PATH, whole(PATH))
        assert await prepare(editor)
        editor.apply(await rename(editor))
        text = whole(PATH)
        assert editor.texts[PATH] == text.replace("port", "socket")
        assert editor.texts[OTHER] == FILES[OTHER].replace("port", "socket")


async def test_a_name_in_a_broken_line_elsewhere_is_not_left_behind(tmp_path: Path) -> None:
    text = FILES[OTHER].replace("- Return: $.app.port", "- Return: 1")
    async with editing(write_package(tmp_path, {**FILES, OTHER: text})) as editor:
        await open_all(editor)
        rename = position(types.TEXT_DOCUMENT_RENAME, DECLARED, new_name="socket")
        editor.type(OTHER, text.replace("- Return: 1", "- Return: {a: $.app.port"))
        with pytest.raises(JsonRpcException, match=r"User\.yaml.*correct it first"):
            await rename(editor)
        editor.type(OTHER, text.replace("- Return: 1", "- Return: {a: 1"))
        assert await rename(editor)


async def test_through_a_link_nothing_is_renamed(tmp_path: Path) -> None:
    write_package(tmp_path / "real" / "app", FILES)
    (tmp_path / "link").symlink_to("real")
    async with editing(tmp_path / "link" / "app") as editor:
        await open_all(editor)
        editor.type(PATH, broken(PATH))
        with pytest.raises(JsonRpcException, match="correct it first"):
            await position(types.TEXT_DOCUMENT_RENAME, USE, new_name="a")(editor)
        assert await REQUESTS["highlights"](editor)


async def test_diagnostics_stay_in_other_lines_and_files(tmp_path: Path) -> None:
    files = {
        **FILES,
        PATH: FILES[PATH].replace("$first.open(", "$first.opn("),
        OTHER: FILES[OTHER].replace("$.app.port", "$.app.prt"),
    }
    async with editing(write_package(tmp_path, files)) as editor:
        for path in files:
            editor.open(path)
        found = await editor.diagnostics(PATH, "MPL413", "MPL651")
        (before,) = (item for item in found if item.code == "MPL651")
        await editor.diagnostics(OTHER, "MPL652")
        editor.type(
            PATH, "# One\n" + files[PATH].replace(BEFORE[PATH], HALF[PATH] + BEFORE[PATH], 1)
        )
        found = await editor.diagnostics(PATH, "MPL111", "MPL413", "MPL651")
        (after,) = (item for item in found if item.code == "MPL651")
        assert after.message == before.message
        assert after.range.start == types.Position(
            before.range.start.line + 2, before.range.start.character
        )
        await editor.diagnostics(OTHER, "MPL652")
        # A line that is edited later is checked as it is now
        editor.type(PATH, editor.texts[PATH].replace("$first.opn(", "$second.opn("))
        await editor.diagnostics(PATH, "MPL111", "MPL413", "MPL640", "MPL642")
        editor.type(PATH, files[PATH].replace("$first.opn(", "$first.open("))
        await editor.diagnostics(PATH, "MPL413")


async def test_members_are_those_of_the_class_around_the_cursor(tmp_path: Path) -> None:
    async with editing(write_package(tmp_path, FILES)) as editor:
        await open_all(editor)
        # In the last whole text, another class is at these lines
        editor.type(PATH, "# Above\n" * 20 + broken(PATH))
        proposals = await position(types.TEXT_DOCUMENT_COMPLETION, "$number + $.")(editor)
        labels = {item.label for item in proposals.items}
        assert "port" in labels
        assert "app" not in labels


async def test_a_file_that_was_never_whole_is_not_renamed(tmp_path: Path) -> None:
    files = {**FILES, PATH: broken(PATH)}
    async with editing(write_package(tmp_path, files)) as editor:
        editor.open(PATH)
        with pytest.raises(JsonRpcException, match="correct it first"):
            await position(types.TEXT_DOCUMENT_RENAME, DECLARED, new_name="a")(editor)


@pytest.mark.parametrize("supports", [True, False])
async def test_refactorings_say_why_they_are_disabled(tmp_path: Path, supports: bool) -> None:
    def change(capabilities: types.ClientCapabilities) -> None:
        assert capabilities.text_document is not None
        assert capabilities.text_document.code_action is not None
        capabilities.text_document.code_action.disabled_support = supports

    async with editing(write_package(tmp_path, FILES), change=change) as editor:
        await open_all(editor)

        async def actions() -> Any:
            at = editor.at(PATH, "Name: ")["position"]
            return await editor.client.text_document_code_action_async(
                types.CodeActionParams(
                    editor.document(PATH),
                    types.Range(at, at),
                    types.CodeActionContext([], [types.CodeActionKind.Refactor]),
                )
            )

        assert all(action.edit for action in await actions())
        editor.type(PATH, broken(PATH))
        found = await actions()
        assert bool(found) == supports
        for action in found:
            assert action.edit is None
            assert "correct it first" in action.disabled.reason


async def test_a_file_that_was_never_whole_lacks_only_its_broken_block(tmp_path: Path) -> None:
    # The declaration of `port` is broken, which both files use
    half = FILES[PATH].replace("    Contract: $.int().notNull()\n", "    Contract: {a: 1,\n")
    async with editing(write_package(tmp_path, {**FILES, PATH: half})) as editor:
        for path in FILES:
            editor.open(path)
        await editor.diagnostics(PATH, "MPL111")
        await editor.diagnostics(OTHER)
        symbols = await REQUESTS["outline"](editor)
        assert [item.name for item in symbols] == ["App", "Server"]
        assert await REQUESTS["colours"](editor)
        assert await position(types.TEXT_DOCUMENT_HOVER, "- $sum: $num")(editor)
        [target] = await position(types.TEXT_DOCUMENT_DEFINITION, "Return: $first.op")(editor)
        assert target.target_selection_range.start.line == half[: half.index("  open:")].count("\n")
        editor.type(PATH, FILES[PATH])
        await editor.diagnostics(PATH, "MPL413")


async def test_of_a_file_that_was_never_whole_certain_mistakes_are_reported(tmp_path: Path) -> None:
    text = FILES[PATH].replace("$first.open(number", "$first.opn(number")
    text = text.replace("Extends: App\n", "Extends: App\nColour: red\n")
    text = text.replace("- $sum: $number", "- $unused: 1\n      - $sum: $number")
    opened = write_package(tmp_path, {**FILES, PATH: text})
    async with editing(opened) as editor:
        editor.open(PATH)
        await editor.diagnostics(PATH, "MPL120", "MPL413", "MPL642", "MPL651")
    # The line may use the variable; the declaration of the method that another class inherits is whole
    half = text.replace("- $unused: 1\n", "- $unused: 1\n\n     - $opts: 1\n\n")
    write_package(tmp_path, {PATH: half})
    async with editing(opened) as editor:
        editor.open(PATH)
        found = await editor.diagnostics(PATH, "MPL111", "MPL120", "MPL651")
        lines = editor.texts[PATH].split("\n")
        assert {item.code: lines[item.range.start.line].strip() for item in found} == {
            "MPL111": "- $opts: 1",
            "MPL120": "Colour: red",
            "MPL651": "- Return: $first.opn(number => $.port)",
        }


async def test_of_two_edits_the_one_that_is_not_broken_is_read(tmp_path: Path) -> None:
    async with editing(write_package(tmp_path, FILES)) as editor:
        await open_all(editor)
        editor.type(PATH, broken(PATH))
        editor.type(
            PATH,
            broken(PATH).replace(
                "    Default: 80\n", "    Default: 80\n  host:\n    Contract: $.string()\n"
            ),
        )
        symbols = await REQUESTS["outline"](editor)
        assert "host" in [item.name for item in symbols[0].children]
        hover = await position(types.TEXT_DOCUMENT_HOVER, "  hos")(editor)
        assert "string" in hover.contents.value


async def test_selections_grow_outside_of_a_broken_line(tmp_path: Path) -> None:
    async with editing(write_package(tmp_path, FILES)) as editor:
        await open_all(editor)
        editor.type(PATH, broken(PATH))
        at = editor.at(PATH, USE)["position"]
        params = types.SelectionRangeParams(editor.document(PATH), [at])
        [selection] = await editor.client.text_document_selection_range_async(params) or ()
        lines = editor.texts[PATH].split("\n")
        assert lines[at.line][selection.range.start.character :] == "port"
        assert selection.parent is not None
