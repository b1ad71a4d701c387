"""Complete types: every member knows all declarations of its name, from the nearest up."""

from __future__ import annotations

from pathlib import Path

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.inherit.complete import CompleteType
from tests.material import write

PACKAGE = "".join(
    f"=== Classes/{name}.yaml\nNamespaces:\n  =: example.app\nName: {name}\nExtends: {extends}\n{members}"
    for name, extends, members in [
        ("Top", "[]", "Properties:\n  x: {Contract: $}\n  y: {Contract: $}\n"),
        ("Left", "Top", "Properties:\n  x: {Contract: $}\n"),
        ("Right", "Top", ""),
        ("Other", "[]", "Properties:\n  y: {Contract: $}\n"),
        ("Bottom", "[Right, Left, Other]", ""),
        ("Last", "Bottom", "Properties:\n  x: {Contract: $}\n  y: {Contract: $}\n"),
    ]
)


def types(folder: Path) -> dict[str, CompleteType]:
    report = muranopl.Catalog([str(write(files(PACKAGE), folder))]).check()
    result = report._results.inheritance.types
    return {id_.name.rpartition(".")[2]: type_ for id_, type_ in result.items()}


def declared(type_: CompleteType, name: str) -> tuple[list[str], list[str], list[str]]:
    member = type_.properties[name]
    parts = (member.candidates, member.overridden, member.chain)
    return tuple([id_.name.rpartition(".")[2] for id_, _ in part] for part in parts)  # type: ignore[return-value]


def test_chains(tmp_path: Path) -> None:
    result = types(tmp_path)
    assert declared(result["Top"], "x") == (["Top"], [], ["Top"])
    assert declared(result["Left"], "x") == (["Left"], ["Top"], ["Left", "Top"])
    assert result["Right"].properties["x"] is result["Top"].properties["x"]
    assert declared(result["Bottom"], "x")[0] == ["Left"]
    assert declared(result["Bottom"], "x")[2] == ["Left", "Top"]
    assert declared(result["Bottom"], "y")[0] == ["Top", "Other"]
    assert declared(result["Last"], "x") == (["Last"], ["Left"], ["Last", "Left", "Top"])
    assert declared(result["Last"], "y") == (["Last"], ["Top", "Other"], ["Last", "Top", "Other"])
