"""Completion: texts with `|` as the cursor, and what is proposed there."""

from __future__ import annotations

import pytest
import yaml

from muranopl.workspace.completion.complete import complete
from muranopl.workspace.completion.completion import Completion
from muranopl.workspace.symbols.index import At
from tests.workspace.completion.package import FORM, MANIFEST, ROLE, SERVER, analyses, at_cursor

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


def _proposal(path: str, text: str, label: str) -> Completion:
    return next(item for item in at_cursor(path, text) if item.label == label)


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
