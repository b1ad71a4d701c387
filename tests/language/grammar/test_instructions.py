"""Bodies as instructions: what is made of them, at any size and depth."""

from __future__ import annotations

import pytest

from muranopl.ard.nodes import Mapping
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language.grammar.instructions.block import Block, Instruction
from muranopl.language.grammar.instructions.body import body as read_body
from muranopl.language.grammar.instructions.constructs import CONSTRUCTS, inner
from muranopl.language.grammar.instructions.exceptions import Throw, Try
from muranopl.language.grammar.instructions.statements import For, Match
from muranopl.language.grammar.reading import Reading
from muranopl.views.graph.declared import as_data


def checked(body: str) -> tuple[Block, list[str]]:
    """A body, given as what stands after `Body:`, with the codes that are reported on it."""
    findings = Findings()
    document = load(f"Body: {body}\n".encode(), File("", "x"), findings, dialect=Dialect.MURANO)[0]
    assert isinstance(document, Mapping)
    node = document.get("Body")
    assert node is not None
    return read_body(node, Reading(findings), 'Body of method "go"'), [
        diagnostic.code for diagnostic in findings.diagnostics
    ]


def outline(block: Block) -> list[object]:
    """The names of the instructions of a block, each with the outlines of the blocks inside it."""
    return [_outline(instruction) for instruction in block.instructions]


def _outline(instruction: Instruction) -> object:
    inside = [outline(block) for block in inner(instruction)]
    return (type(instruction).__name__, *inside) if inside else type(instruction).__name__


SHAPES = {
    "": [],
    "[]": [],
    "$.f()": ["Evaluate"],
    "{$x: {Do: 1}}": ["Assign"],
    "[{Return: }, {Break: }, {Continue: }]": ["Return", "Break", "Continue"],
    "[{Rethrow: }, {Throw: a}]": ["Rethrow", "Throw"],
    "{If: $x, Then: $.f(), Else: {Return: 1}}": [("If", ["Evaluate"], ["Return"])],
    "{Do: [], While: $x}": [("While", [])],
    "{Repeat: 2, Do: {Repeat: 3, Do: $.f()}}": [("Repeat", [("Repeat", ["Evaluate"])])],
    "{Match: {1: $.f(), 2: []}, Value: $x, Default: {Return: 1}}": [
        ("Match", ["Evaluate"], [], ["Return"])
    ],
    "{Switch: {$x > 1: $.f()}}": [("Switch", ["Evaluate"])],
    "{Parallel: [$.f(), $.g()], Limit: 2}": [("Parallel", ["Evaluate", "Evaluate"])],
    "{Try: $.f(), Catch: [{Do: $.g()}, {With: a}], Finally: []}": [
        ("Try", ["Evaluate"], ["Evaluate"], [])
    ],
    "[text, {x: 1}, $.f()]": ["Invalid", "Invalid", "Evaluate"],
    "[&a {Do: $.f()}, *a]": [("Do", ["Evaluate"])] * 2,
}


@pytest.mark.parametrize("body", SHAPES)
def test_outline(body: str) -> None:
    assert outline(checked(body)[0]) == SHAPES[body]


def test_parts_of_instructions() -> None:
    body, codes = checked(
        "[{For: i, In: $x, Do: []}, {Throw: [a, b]}, {Match: {1: []}, Value: $i}]"
    )
    loop, throw, match = body.instructions
    assert isinstance(loop, For)
    assert loop.variable == "i"
    assert isinstance(throw, Throw)
    assert len(throw.names) == 2
    assert isinstance(match, Match)
    assert [case.key.kind for case in match.cases] == ["number"]
    assert codes == ["MPL611"]


def test_clauses_of_catch() -> None:
    body, codes = checked("{Try: $.f(), Catch: [{With: a, As: e, Do: []}, {Do: []}]}")
    handled = body.instructions[0]
    assert isinstance(handled, Try)
    assert [clause.variable for clause in handled.clauses] == ["e", None]
    assert [clause.names is None for clause in handled.clauses] == [False, True]
    assert codes == []


def test_every_construct_is_led_by_its_name() -> None:
    assert all(kind.TAGS[name].required for name, kind in CONSTRUCTS.items())


@pytest.mark.parametrize(
    "body",
    [
        "{Do: " * 190 + "$.f()" + "}" * 190,
        "[{Do: " * 95 + "$.f()" + "}]" * 95,
        "{$x: " + "[" * 190 + "]" * 190 + "}",
    ],
    ids=["mappings", "lists", "data"],
)
def test_bodies_nest_as_deep_as_files(body: str) -> None:
    assert checked(body)[1] == []


def test_a_long_body_is_read_to_its_end() -> None:
    body = "\n" + "".join(
        f"- $x: $.f({i})\n- If: $x > {i}\n  Then: [$.go()]\n" for i in range(5_000)
    )
    block, codes = checked(f"{body}- Brek:\n")
    assert codes == ["MPL601"] or len(codes) == 1
    assert codes == ["MPL602"]
    assert len(block.instructions) == 10_001


def test_a_shared_block_is_reported_once() -> None:
    lines = ["- &a0 {Do: [text]}"] + [
        f"- &a{i} {{Do: [*a{i - 1}, *a{i - 1}]}}" for i in range(1, 16)
    ]
    assert checked("\n" + "\n".join(lines))[1] == ["MPL601"]


def test_dump() -> None:
    body, _ = checked(
        "[{If: $x > 1, Then: {$y: [1, $x]}}, {Try: $.f(), Catch: {With: a, As: e, Do: []}}]"
    )
    condition, assigned = {"yaql": "$x > 1"}, [1, {"yaql": "$x"}]
    assert as_data(body) == [
        {
            "instruction": "If",
            "at": "x:1:9",
            "condition": condition,
            "then": [
                {
                    "instruction": "Assign",
                    "at": "x:1:28",
                    "target": {"yaql": "$y"},
                    "value": assigned,
                }
            ],
        },
        {
            "instruction": "Try",
            "at": "x:1:44",
            "body": [{"instruction": "Evaluate", "at": "x:1:49", "expression": {"yaql": "$.f()"}}],
            "clauses": [{"at": "x:1:64", "names": ["a"], "variable": "e", "body": []}],
        },
    ]
