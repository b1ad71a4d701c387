"""Completion before and in words that are written: what is inserted, and what replaces the word."""

from __future__ import annotations

import pytest

from tests.workspace.completion.package import MANIFEST, SERVER, at_cursor, split

CLASS, UI, LIST = "Classes/Server.yaml", "UI/ui.yaml", "manifest.yaml"
HEAD = SERVER.partition("Properties:")[0]
PROPERTY = f"{HEAD}Properties:\n  x:\n    "
BODY = f"{HEAD}Properties: {{port: {{Contract: $.int()}}}}\nMethods:\n  run:\n    Body:\n      "


@pytest.mark.parametrize(
    ("path", "before", "line", "label", "results"),
    [
        # A value in place of another one, also where nothing of it is typed yet
        (CLASS, PROPERTY, "Usage: |In", "Out", ("Usage: Out", "Usage: Out")),
        (CLASS, PROPERTY, "Usage: I|n  # a", "InOut", ("Usage: InOutn  # a", "Usage: InOut  # a")),
        (CLASS, "", "Extends: |lib:Base", "std:Object", "Extends: std:Object"),
        (
            CLASS,
            "",
            "Extends: l|ib:Base",
            "lib:Base",
            ("Extends: lib:Baseib:Base", "Extends: lib:Base"),
        ),
        (CLASS, "", "Extends: [a, |lib:Base]", "std:Object", "Extends: [a, std:Object]"),
        (LIST, "", "Format: Mura|noPL/1.0", "MuranoPL/1.4", (None, "Format: MuranoPL/1.4")),
        (LIST, MANIFEST, "  example.far: |0 # a", "0", "  example.far: 0 # a"),
        # A key in place of another one, or before what is written
        (CLASS, PROPERTY, "Con|tract: $", "Contract", ("Contracttract: $", "Contract: $")),
        (CLASS, PROPERTY, "|Contrct: $", "Contract", "Contract: $"),
        (CLASS, PROPERTY, "Con|tract : $", "Contract", ("Contracttract : $", "Contract : $")),
        (CLASS, PROPERTY, "Con| $.int()", "Contract", "Contract: $.int()"),
        (CLASS, "", "Prop|erties: {}", "Properties", ("Propertieserties: {}", "Properties: {}")),
        (CLASS, "", "Prop| {}", "Properties", "Properties: {}"),
        (CLASS, f"{HEAD}Properties:\n  x: ", "{Us|: In}", "Usage", "{Usage: In}"),
        # Parts of expressions
        (CLASS, BODY, "- $x: $.po|rt", "port", ("- $x: $.portrt", "- $x: $.port")),
        (CLASS, BODY, "- $x: $.|port", "role", ("- $x: $.roleport", "- $x: $.role")),
        (
            CLASS,
            BODY,
            "- $x: $.d|eplo(1)",
            "deploy",
            ("- $x: $.deployeplo(1)", "- $x: $.deploy(1)"),
        ),
        (CLASS, BODY, "- $x: le|(a)", "len", "- $x: len(a)"),
        (CLASS, BODY, "- $x: le|[0]", "len", "- $x: len($1)[0]"),
        (
            CLASS,
            BODY,
            "- $x: new(l|ib:Base, a => 1)",
            "lib:Base",
            (None, "- $x: new(lib:Base, a => 1)"),
        ),
        (CLASS, BODY, "- $x: $.role.assign(t| => 1)", "title", "- $x: $.role.assign(title => 1)"),
        (CLASS, BODY, "- $x: $.role.assign(t|, 1)", "title", "- $x: $.role.assign(title => , 1)"),
        (
            CLASS,
            PROPERTY,
            "Contract: $.in|t().notNull()",
            "string",
            (None, "Contract: $.string().notNull()"),
        ),
        # YAML needs a space between a key and its value
        (CLASS, PROPERTY, "Usage:|", "Out", "Usage: Out"),
        (CLASS, PROPERTY, "Contract:|", "$.int()", "Contract: $.int()"),
        (CLASS, f"{HEAD}Properties:\n  x: ", "{Usage:|}", "In", "{Usage: In}"),
        (LIST, MANIFEST, "  example.far:|", "0", "  example.far: 0"),
        (CLASS, BODY, "- If:|", "$this", "- If: $this"),
        # A prefix, which looks like a key
        (CLASS, BODY, "- lib:|", "lib:Base", "- lib:Base"),
        (CLASS, f"{HEAD}Extends:\n  ", "- std:|", "std:Object", "- std:Object"),
        (CLASS, BODY, "- $x: new(:|", "Role", "- $x: new(:Role"),
        (CLASS, BODY, "- lib:|", "len", None),
        (CLASS, "Name: A\nNamespaces:\n  ", "std:|", "io.murano", "std: io.murano"),
        # Instructions by their keyword, and no blocks before what is written
        (CLASS, BODY, "- Re|turn: $", "Return", ("- Returnturn: $", "- Return: $")),
        (CLASS, BODY, "- I|f: $", "If ... Else", None),
        (CLASS, BODY, "- |$x: 1", "If", None),
        # A contract in place of another one
        (CLASS, PROPERTY, "Contract: |$.int()", "$.string()", "Contract: $.string()"),
        (CLASS, PROPERTY, "Contract: $|.check($ < '#)')  # a", "$", "Contract: $  # a"),
        (
            CLASS,
            f"{HEAD}Properties:\n  x: ",
            "{Contract: |[$], Usage: In}",
            "$",
            "{Contract: $, Usage: In}",
        ),
        (CLASS, f"{HEAD}Properties:\n  ", "|x: {}", "new property", None),
    ],
)
def test_what_is_written_behind_the_cursor(
    path: str, before: str, line: str, label: str, results: str | tuple[str | None, str] | None
) -> None:
    text, _, cursor = split(f"{before}{line}")
    written = text.rpartition("\n")[2]
    proposals = [item for item in at_cursor(path, f"{before}{line}\n") if item.label == label]
    if results is None:
        assert not proposals, proposals
        return
    (item,) = proposals
    start = len(before.rpartition("\n")[2])
    inserted, replaced = (
        (written[: item.start - 1] + item.text + written[end - 1 :])[start:]
        for end in (item.insert_end, item.replace_end)
    )
    assert cursor <= item.insert_end <= item.replace_end
    expected = results if isinstance(results, tuple) else (results, results)
    assert replaced == expected[1]
    assert expected[0] in {None, inserted}
