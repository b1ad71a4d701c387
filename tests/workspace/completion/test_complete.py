"""Completion: texts with `|` as the cursor, and what is proposed there."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

import muranopl
from muranopl.workspace.completion.complete import complete
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.symbols.index import At
from tests.workspace.completion.package import FORM, MANIFEST, ROLE, SERVER, analyses, at_cursor
from tests.workspace.marked import analysed

CLASS, UI, LIST = "Classes/Server.yaml", "UI/ui.yaml", "manifest.yaml"
HEAD = SERVER.partition("Properties:")[0]
PROPERTY = f"{HEAD}Properties:\n  x:\n"
FIELD = "        - name: x\n"

# file, text, expected labels, labels that must not be there
TABLE = {
    "keys of a class": (CLASS, f"{HEAD}|", "Properties Methods Usage Meta", "Name"),
    "no outdated key": (CLASS, f"{HEAD}|", "Import", "Workflow Cardinality"),
    "keys of a meta class": (
        "Classes/Note.yaml",
        "Name: Note\nUsage: Meta\n|",
        "Cardinality Applies Inherited",
        "Usage",
    ),
    "keys of a property": (CLASS, f"{PROPERTY}    |", "Contract Usage Default", "Body"),
    "half a key": (CLASS, f"{PROPERTY}    Con|", "Contract", "Name"),
    "keys that are there": (
        CLASS,
        f"{PROPERTY}    Contract: $\n    |\n    Usage: In\n",
        "Default Meta",
        "Contract Usage",
    ),
    "keys of a method": (
        CLASS,
        f"{SERVER}  run:\n    |",
        "Arguments Body Scope Usage",
        "Contract",
    ),
    "keys of an argument": (
        CLASS,
        f"{HEAD}Methods:\n  run:\n    Arguments:\n      - a:\n          |",
        "Contract Default Usage",
        "Body",
    ),
    "values of Usage": (CLASS, f"{PROPERTY}    Usage: |", "In Out InOut Config", "Static2"),
    "values of Usage of a method": (
        CLASS,
        f"{SERVER}  run:\n    Usage: |",
        "Static Action",
        "InOut",
    ),
    "values in flow notation": (
        CLASS,
        f"{HEAD}Properties:\n  x: {{Contract: $, Usage: |",
        "In Out",
        "Contract",
    ),
    "keys in flow notation": (
        CLASS,
        f"{HEAD}Properties:\n  x: {{Contract: $, |",
        "Usage Default",
        "Contract",
    ),
    "parent classes": (
        CLASS,
        SERVER.replace("lib:Base", "|"),
        "Role lib:Base std:Object far:Distant",
        "Server Note",
    ),
    "parent classes in a list": (
        CLASS,
        SERVER.replace("lib:Base", "\n  - |"),
        "Role lib:Base",
        "Contract",
    ),
    "namespaces": (
        CLASS,
        "Namespaces:\n  =: example.app\n  std: |",
        "io.murano example.lib io.murano.resources",
        "example.app",
    ),
    "versions of packages": (LIST, f"{MANIFEST}  example.far: |", "0 >=0.0.0", "1"),
    "meta classes": (CLASS, f"{HEAD}Meta: |", "Note", "Role"),
    "properties of meta objects": (
        CLASS,
        f"{HEAD}Meta:\n  - Note:\n      |",
        "text",
        "Name port",
    ),
    "kinds of messages": (
        UI,
        f"{FORM}{FIELD}          type: string\n          errorMessages:\n            |",
        "required invalid",
        "label",
    ),
    "contract functions": (
        CLASS,
        f"{PROPERTY}    Contract: $.|",
        "string int class notNull check",
        "port len",
    ),
    "contracts in a list": (
        CLASS,
        f"{PROPERTY}    Contract:\n      - $.|",
        "string int",
        "port",
    ),
    "contracts": (
        CLASS,
        f"{PROPERTY}    Contract: |",
        "$ $.string().notNull() $.class(name) $.class(name).owned() $.int().check(predicate)",
        "$.string().owned() - string",
    ),
    "a word begins a contract": (CLASS, f"{PROPERTY}    Contract: str|", "$.string()", "string"),
    "contracts of arguments": (
        CLASS,
        f"{HEAD}Methods:\n  run:\n    Arguments:\n      - a:\n          Contract: $|",
        "$.string()",
        "Body",
    ),
    "contracts of items": (CLASS, f"{PROPERTY}    Contract:\n      - |", "$.string()", "string"),
    "contracts of items in brackets": (
        CLASS,
        f"{PROPERTY}    Contract: [$.int(), |",
        "$.string()",
        "string",
    ),
    "contracts of keys": (
        CLASS,
        f"{PROPERTY}    Contract:\n      a: |",
        "$.string()",
        "string",
    ),
    "no contracts beside keys": (
        CLASS,
        f"{PROPERTY}    Contract:\n      a: $\n      |",
        "",
        "$ $.string()",
    ),
    "no contracts in a predicate": (
        CLASS,
        f"{PROPERTY}    Contract: $.int().check(|",
        "$",
        "$.string()",
    ),
    "classes in contracts": (
        CLASS,
        f"{PROPERTY}    Contract: $.class(|",
        "Role lib:Base",
        "string",
    ),
    "predicates": (CLASS, f"{PROPERTY}    Contract: $.int().check($this.|", "port", "notNull"),
    "inherited members to declare": (CLASS, f"{HEAD}Properties:\n  |", "host", "port"),
    "inherited methods to declare": (CLASS, f"{SERVER}  |", "start .init", "deploy"),
    "instructions": (CLASS, f"{SERVER}      - |", "If For Return $count $size len", "Then"),
    "no instruction after a dot": (CLASS, f"{SERVER}      - $.|", "port deploy", "If"),
    "parts of an instruction": (
        CLASS,
        f"{SERVER}      - If: $.port\n        |",
        "Then Else",
        "If Return",
    ),
    "clauses": (
        CLASS,
        f"{SERVER}      - Try:\n          - $.deploy()\n        Catch:\n          |",
        "With As Do",
        "Then",
    ),
    "members of the object": (
        CLASS,
        f"{SERVER}      - $.|",
        "port role host deploy start",
        "title .init",
    ),
    "members by type": (CLASS, f"{SERVER}      - $.role.|", "title assign", "port"),
    "members of variables": (
        CLASS,
        f"{SERVER}      - $made.|",
        "title assign",
        "port",
    ),
    "members of objects that are found": (
        CLASS,
        f"{SERVER}      - $.find(:Role).|",
        "title assign",
        "port",
    ),
    "members of variables at the end of a line": (
        CLASS,
        f"{SERVER}      - $x: $made.|\n",
        "title assign",
        "port",
    ),
    "static members": (CLASS, f"{SERVER}      - :Role.|", "make", "assign title"),
    "functions on values": (CLASS, f"{SERVER}      - $.port.|", "toList select", "new"),
    "named arguments": (
        CLASS,
        f"{SERVER}      - $.role.assign(|",
        "title rank $size",
        "delay",
    ),
    "arguments that are there": (
        CLASS,
        f"{SERVER}      - $.role.assign(title => a, |",
        "rank",
        "title",
    ),
    "properties in new": (
        CLASS,
        f"{SERVER}      - $x: new(:Role, |",
        "title $size",
        "port rank",
    ),
    "variables": (CLASS, f"{SERVER}      - $|", "$ $this $count $size $label", "If len"),
    "classes in code": (CLASS, f"{SERVER}      - $x: new(|", "Role lib:Base", "string"),
    "classes with a prefix": (CLASS, f"{SERVER}      - $x: new(lib:|", "lib:Base", "len"),
    "continued expressions": (
        CLASS,
        f"{SERVER}      - $x: list(\n            $.|",
        "port role",
        "If",
    ),
    "nothing in a text": (CLASS, f"{SERVER}      - $x: 'a|", "", "If len"),
    "nothing in a comment": (CLASS, f"{SERVER}      # $.|", "", "port"),
    "nothing in a block": (CLASS, f"{SERVER}      - $x: |\n          a $.|", "", "port"),
    "keys of a manifest": (LIST, f"{MANIFEST}|", "Author Tags UI", "FullName Require"),
    "formats": (LIST, "Format: |", "MuranoPL/1.4 Heat.HOT/1.0", "Library"),
    "types of packages": (LIST, "Type: |", "Library Application", "MuranoPL/1.4"),
    "packages to require": (
        LIST,
        f"{MANIFEST}  |",
        "example.far",
        "example.lib io.murano example.app",
    ),
    "files of classes": (
        LIST,
        MANIFEST.replace("Role.yaml", "|"),
        "Role.yaml Server.yaml",
        "ui.yaml",
    ),
    "files of UI definitions": (LIST, f"{MANIFEST}UI: |", "ui.yaml", "Role.yaml"),
    "keys of a UI definition": (UI, "Version: 2.4\n|", "Application Forms", "Version"),
    "fields": (UI, f"{FORM}        - |", "name type label", "fields"),
    "types of fields": (
        UI,
        f"{FORM}{FIELD}          type: |",
        "string flavor example.app.Role",
        "floatingip",
    ),
    "attributes by type": (
        UI,
        f"{FORM}{FIELD}          type: flavor\n          |",
        "requirements label",
        "minLength maxValue name",
    ),
    "requirements": (
        UI,
        f"{FORM}{FIELD}          type: flavor\n          requirements:\n            |",
        "min_vcpus max_disk",
        "label",
    ),
    "flags": (UI, f"{FORM}{FIELD}          required: |", "true false", "zone"),
    "forms": (UI, FORM.replace("$.main.port", "$.|"), "main", "port"),
    "fields of forms": (UI, FORM.replace("$.main.port", "$.main.|"), "port title", "main"),
    "templates and parameters": (UI, FORM.replace("$.main.port", "$|"), "$role $sizes", "port"),
    "properties of objects": (
        UI,
        FORM.replace("  port: $.main.port", "  |"),
        "port role host",
        "title deploy",
    ),
    "keys that the contract of a property names": (
        UI,
        FORM.replace("  port: $.main.port", "  sizes:\n    small: 1\n    |"),
        "large",
        "small port host",
    ),
    "keys that it names, in flow notation": (
        UI,
        FORM.replace("  port: $.main.port", "  sizes: {small: 1, |}"),
        "large",
        "small port host",
    ),
    "no keys of a contract in a list below": (
        UI,
        FORM.replace("  port: $.main.port", "  sizes: [{|}]"),
        "",
        "small",
    ),
    "types of objects": (
        UI,
        FORM.replace("type: example.app.Server", "type: |"),
        "example.app.Server io.murano.Environment",
        "string",
    ),
    "headers": (UI, FORM.replace("type: example.app.Server", "|"), "type id name", "port"),
    "codes": (CLASS, "Name: X  # muranopl: ignore[|", "MPL120", "ignore"),
    "comments": (CLASS, "Name: X  # muranopl: |", "ignore", "MPL120"),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLE)
def test_proposals(name: str) -> None:
    path, text, expected, unexpected = TABLE[name]
    labels = {proposal.label for proposal in at_cursor(path, text)}
    assert set(expected.split()) - labels == set()
    assert set(unexpected.split()) & labels == set()


def write_files(folder: Path, files: Mapping[str, str]) -> None:
    """Write the files of a package."""
    for path, text in files.items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)


def _proposal(path: str, text: str, label: str) -> Completion:
    return next(item for item in at_cursor(path, text) if item.label == label)


@pytest.mark.parametrize(
    ("place", "label", "text", "detail"),
    [
        ("Contract: |", "$.string()", "$.string()", "a string"),
        ("Contract: |", "$.class(name)", "\\$.class($1)", "an object of name"),
        (
            "Contract: |",
            "$.class(name).check(predicate)",
            "\\$.class($1).check($2)",
            "an object of name, for which predicate",
        ),
        ("Contract: |", "[$.string()]", "[\\$.${1:string()}]", "a list, each item a string"),
        (
            "Contract: |",
            "{$.string(): $.int()}",
            "{\\$.${1:string()}: \\$.${2:int()}}",
            "a mapping with keys a string: values an integer",
        ),
        ("Contract:\n      |", "- $.string()", "- \\$.${1:string()}", "a list, each item a string"),
        (
            "Contract:\n      a: $\n      |",
            "name: $.string()",
            "${1:name}: \\$.${2:string()}",
            "a mapping with name: a string",
        ),
        (
            "Contract: {a: $, |",
            "name: $.string()",
            "${1:name}: \\$.${2:string()}",
            "a mapping with name: a string",
        ),
    ],
)
def test_contracts_have_their_meaning(place: str, label: str, text: str, detail: str) -> None:
    proposal = _proposal(CLASS, f"{PROPERTY}    {place}", label)
    assert (proposal.text, proposal.detail) == (text, detail)
    assert proposal.snippet == (text != label)
    assert proposal.words.startswith(f"```yaml\n{label}\n```\n\n{detail[0].upper()}")


@pytest.mark.parametrize(
    "above", ["    Contract: ", "    Contract:\n      - ", "    Contract:\n      "]
)
def test_contracts_are_valid(tmp_path: Path, above: str) -> None:
    """With arguments in place of the names of parameters, nothing is reported about them."""
    properties = [
        f"  p{number}:\n{above}{re.sub('[(](name|type)[)]', '(Item)', item.label)}\n"
        for number, item in enumerate(at_cursor(CLASS, f"{PROPERTY}{above}|"))
        if item.kind is CompletionKind.SKELETON
    ]
    text = "Namespaces: {=: example.app}\nName: Item\nProperties:\n" + "".join(properties)
    text = text.replace("predicate", "$ != null")
    manifest = f"{MANIFEST.partition('Classes:')[0]}Classes:\n  example.app.Item: Item.yaml\n"
    write_files(tmp_path, {LIST: manifest, "Classes/Item.yaml": text})
    assert len(properties) > 20
    found = muranopl.validate(tmp_path).diagnostics
    assert [item for item in found if item.path.endswith("Item.yaml")] == []


def test_the_usual_contracts_come_first() -> None:
    labels = [item.label for item in at_cursor(CLASS, f"{PROPERTY}    Contract: |")]
    assert labels[:4] == ["$", "$.bool()", "$.bool().notNull()", "$.class(name)"]
    assert labels.index("$.string().notNull()") < labels.index("$.string().check(predicate)")
    labels = [item.label for item in at_cursor(CLASS, f"{PROPERTY}    Contract: $.string().|")]
    assert labels[0] == "check"


def test_the_functions_of_a_contract_are_described() -> None:
    words = _proposal(CLASS, f"{PROPERTY}    Contract: |", "$.int().notNull()").words
    assert "- `int()`: An integer; a string of digits" in words
    assert words.endswith("- `notNull()`: Null is rejected.")


@pytest.mark.parametrize("format_", ["1.3", "1.4"])
def test_deprecated_words_are_marked(format_: str) -> None:
    manifest = MANIFEST.replace("1.4", format_)
    (analysis,) = analysed({LIST: manifest, CLASS: f"{SERVER}  run:\n    Usage: \n"})
    at = At(analysis, CLASS, analysis.texts[CLASS].count("\n"), 12)
    found = {item.label: item for item in complete(at, analysis.texts[CLASS])}
    assert found["Action"].deprecated == (format_ == "1.4")
    assert not found["Static"].deprecated
    at = At(analysis, CLASS, at.line + 1, 3)
    action = next(
        item for item in complete(at, f"{analysis.texts[CLASS]}  ") if item.label == "new action"
    )
    assert ("Scope: Public" if format_ == "1.4" else "Usage: Action") in action.text


def test_parts_of_instructions() -> None:
    proposals = [
        item
        for item in at_cursor(CLASS, f"{SERVER}      - |")
        if item.kind is CompletionKind.INSTRUCTION
    ]
    found = {item.label: item for item in proposals}
    assert found["For"].text == "For: $1\n        In: $2\n        Do:\n          - $3"
    assert found["Try ... Catch"].plain_text == (
        "Try:\n          - \n        Catch:\n          - With: \n            As: \n"
        "            Do:\n              - "
    )
    assert "- `Else`: The instructions that run" in found["If ... Else"].words


def test_instructions_are_whole(tmp_path: Path) -> None:
    """With a value in each place, they lack no part."""
    proposals = at_cursor(CLASS, f"{SERVER}      - |")
    bodies = [
        re.sub(r"(For|As): 1", r"\1: one", re.sub(r"\$\d", "1", item.text))
        for item in proposals
        if item.kind is CompletionKind.INSTRUCTION
    ]
    text = SERVER + "".join(f"      - {body}\n" for body in bodies)
    write_files(tmp_path, {LIST: MANIFEST, CLASS: text})
    found = {item.code for item in muranopl.validate(tmp_path).diagnostics}
    # A key that is missing or unknown, several instructions in one, YAML
    assert found.isdisjoint({"MPL603", "MPL604", "MPL605", "MPL111"})
    assert "MPL625" in found


def test_fields_have_what_they_need() -> None:
    labels = {item.label: item.text for item in at_cursor(UI, f"{FORM}        - |")}
    assert labels["new choice field"].split("\n          ") == [
        "name: ${1:name}",
        "type: choice",
        "label: ${2:Label}",
        "choices: ${3:[[value, Title]]}",
    ]
    assert "new floatingip field" not in labels


@pytest.mark.parametrize(
    ("path", "marked", "label", "parts"),
    [
        (CLASS, "|", "new class", ["=: ${1:example.app}", "Name: ${2:Server}"]),
        ("Classes/far/Thing.yaml", "|", "new class", ["=: ${1:example.app}", "Name: ${2:Thing}"]),
        (UI, "|", "new UI definition", ["type: ${1:example.app.Server}"]),
    ],
)
def test_documents_are_named_after_their_files(
    path: str, marked: str, label: str, parts: list[str]
) -> None:
    text = _proposal(path, marked, label).text
    assert [part for part in parts if part not in text] == []


def test_blocks_have_no_place_in_brackets() -> None:
    proposals = at_cursor(CLASS, f"{HEAD}Properties: {{|")
    assert "new property" not in {item.label for item in proposals}
    found = {item.label: item.text for item in at_cursor(CLASS, f"{HEAD}Methods: {{a: {{|")}
    assert (found["Body"], found["Usage"]) == ("Body: ", "Usage: ")


def test_a_key_has_the_words_of_the_grammar() -> None:
    proposal = _proposal(CLASS, f"{PROPERTY}    |", "Usage")
    assert proposal.words.startswith("Where the value comes from")
    assert (proposal.text, proposal.start) == ("Usage: ", 5)


def test_a_key_before_a_colon_is_replaced_alone() -> None:
    assert _proposal(CLASS, f"{PROPERTY}    Us|: In", "Usage").text == "Usage"


def test_a_block_is_opened_at_the_indentation() -> None:
    proposal = _proposal(CLASS, f"{SERVER}      - |", "If")
    assert proposal.text == "If: $1\n        Then:\n          - $2"
    assert proposal.snippet


def test_a_class_brings_its_prefix_and_its_requirement() -> None:
    proposal = _proposal(CLASS, SERVER.replace("lib:Base", "|"), "far:Distant")
    assert [(item.path, item.line, item.text) for item in proposal.insertions] == [
        ("manifest.yaml", 10, "  example.far: 0\n"),
        (CLASS, 2, "  far: example.far\n"),
    ]


def test_an_own_class_in_code_has_a_colon() -> None:
    assert _proposal(CLASS, f"{SERVER}      - $x: new(|", "Role").text == ":Role"
    assert (
        _proposal("Classes/Role.yaml", ROLE.replace("std:Object", "|"), "Server").text == "Server"
    )


@pytest.mark.parametrize(
    ("path", "marked", "label"),
    [
        (CLASS, "|", "new class"),
        (LIST, "|", "new manifest"),
        (UI, "|", "new UI definition"),
        (CLASS, f"{HEAD}Properties:\n  |", "new property"),
        (CLASS, f"{SERVER}  |", "new method"),
        (CLASS, f"{SERVER}  |", "new method with arguments"),
        (CLASS, f"{SERVER}  |", "new action"),
        (CLASS, f"{SERVER}  run:\n    Arguments:\n      - |", "new argument"),
        (UI, f"{FORM}  - |", "new form"),
        (UI, f"{FORM}        - |", "new field"),
    ],
)
def test_declarations_to_fill_in(path: str, marked: str, label: str) -> None:
    proposal = _proposal(path, marked, label)
    assert proposal.snippet
    shown = proposal.words.removeprefix("```yaml\n").removesuffix("\n```")
    assert "${" not in shown
    assert "\\" not in shown
    assert yaml.safe_load(shown.replace("=:", "'=':").replace("?:", "'?':"))


def test_versions_are_quoted_where_yaml_needs_it() -> None:
    proposal = _proposal(LIST, f"{MANIFEST}  example.far: |", ">=0.0.0")
    assert proposal.text == '">=0.0.0"'


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_lines_end_as_those_of_files(end: str) -> None:
    text = f"{SERVER}      # a\u2028b\x85c\n      - $.|".replace("\n", end)
    before, _, after = text.partition("|")
    line = SERVER.count("\n") + 2
    found = complete(At(analyses()[0], CLASS, line, 11), before + after)
    assert "port" in {proposal.label for proposal in found}


def test_a_written_colon_stays() -> None:
    proposal = _proposal(CLASS, f"{SERVER}      - $x: new(:|", "Role")
    assert (proposal.text, proposal.start) == ("Role", 18)
