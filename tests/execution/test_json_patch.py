"""`patch()`: what JSON patches make of values, where they throw, and where they stop (with jsonpatch 1.42 and newer).

Older versions throw a JsonPatchConflict where a location is missing, and differ in single cases: as in the
engine, the installed version decides.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.conformance.loading import evaluated_packages, write_packages
from tests.conformance.running import Call, ran

CONFLICT = "jsonpatch.JsonPatchConflict"
INVALID = "jsonpatch.InvalidJsonPatch"
NOT_FOUND = "jsonpatch.JsonPatchPathNotFound"
POINTER = "jsonpointer.JsonPointerException"
FAILED = "jsonpatch.JsonPatchTestFailed"
A, LIST = {"a": 1}, {"a": [1]}
CASES: list[tuple[str, object]] = [
    # through what is not there: the value as patched so far
    ("{a => 1}.patch({op => add, path => '/b/c', value => 1})", A),
    (
        "{a => 1}.patch([{op => add, path => '/z', value => 1}, {op => remove, path => '/b/c'}])",
        {"a": 1, "z": 1},
    ),
    ("{a => 1}.patch([{op => remove, path => '/b/c'}, {op => add, path => '/y', value => 1}])", A),
    ("{a => 1}.patch([{op => replace, path => '/b/c', value => 1}])", A),
    ("{a => 1}.patch([{op => move, path => '/b', from => '/x/y'}])", A),
    ("{a => 1}.patch([{op => move, path => '/b/c', from => '/a'}])", {}),
    ("{a => 1}.patch([{op => copy, path => '/b', from => '/x/y'}])", A),
    ("{a => 1}.patch([{op => copy, path => '/b/c', from => '/a'}])", A),
    ("{a => 1}.patch([{op => copy, path => '/b', from => a}])", A),
    (
        "{a => 1}.patch([{op => replace, path => '', value => 5}, {op => add, path => '/q/a', value => 5}])",
        A,
    ),
    # in what has no members, or by what is not an index
    ("{a => 1}.patch([{op => add, path => '/a/c', value => 1}])", A),
    ("{a => abc}.patch([{op => remove, path => '/a/0'}])", {"a": "abc"}),
    ("{a => null}.patch([{op => remove, path => '/a/c'}])", {"a": None}),
    ("5.patch([{op => add, path => '/x', value => 1}])", 5),
    ("{a => [1]}.patch([{op => add, path => '/a/c', value => 1}])", LIST),
    ("{a => [1]}.patch([{op => add, path => '/a/01', value => 2}])", LIST),
    ("{a => [1]}.patch([{op => add, path => '/a/5/b', value => 2}])", LIST),
    ("{a => [1]}.patch([{op => add, path => '/a/-/b', value => 2}])", LIST),
    ("{a => [1]}.patch([{op => remove, path => '/a/-'}])", LIST),
    ("{a => [1]}.patch([{op => copy, path => '/b', from => '/a/-'}])", LIST),
    # the last step is missing
    ("{a => 1}.patch([{op => remove, path => '/b'}])", NOT_FOUND),
    ("{a => 1}.patch([{op => replace, path => '/b', value => 1}])", NOT_FOUND),
    ("{a => 1}.patch([{op => move, path => '/b', from => '/x'}])", NOT_FOUND),
    ("{a => 1}.patch([{op => copy, path => '/b', from => '/x'}])", NOT_FOUND),
    ("{a => [1]}.patch([{op => remove, path => '/a/3'}])", NOT_FOUND),
    ("{a => [1]}.patch([{op => replace, path => '/a/3', value => 2}])", NOT_FOUND),
    ("{a => [1]}.patch([{op => add, path => '/a/2', value => 2}])", CONFLICT),
    ("[].patch([{op => add, path => '/99999999999999999999999999', value => 1}])", CONFLICT),
    # tests
    ("{a => 1}.patch([{op => test, path => '/b/c', value => 1}])", FAILED),
    ("{a => [1]}.patch([{op => test, path => '/a/x', value => 1}])", FAILED),
    ("{a => [1]}.patch([{op => test, path => '/a', value => [true]}])", FAILED),
    ("{a => [1]}.patch([{op => test, path => '/a', value => [1.0]}])", LIST),
    # the rest
    ("{a => [1]}.patch([{op => copy, path => '/b', from => ''}])", {"a": [1], "b": {"a": [1]}}),
    (
        "{a => [1]}.patch([{op => copy, path => '/b', from => '/a'}, {op => add, path => '/b/-', value => 2}])",
        {"a": [1], "b": [1, 2]},
    ),
    ("{a => [1]}.patch([{op => move, path => '/a/0', from => '/a'}])", CONFLICT),
    ("{a => [1]}.patch([{op => remove, path => ''}])", CONFLICT),
    ("{a => [1]}.patch([{op => add, path => '/~2', value => 5}])", POINTER),
    (
        "{a => [1]}.patch([{op => add, path => '/b', value => 1}, {op => foo, path => '/a'}])",
        INVALID,
    ),
    ("{a => [1]}.patch([{op => add, path => 5, value => 5}])", INVALID),
    ("{a => [1]}.patch([{op => copy, path => '/b'}])", INVALID),
    ("{a => [1]}.patch([{op => replace, path => '/a/-', value => 2}])", INVALID),
    ("{a => 1}.patch([5].select($))", INVALID),
]


def outcome(expression: str, folder: Path) -> dict[str, object]:
    write_packages(evaluated_packages({"body": f'- Return: !yaql "{expression}"'}, "1.4"), folder)
    return ran(muranopl.Catalog([folder]), Call("conf.Main", "run", [], {}))


@pytest.mark.parametrize(("expression", "expected"), CASES, ids=[case[0] for case in CASES])
def test_patch(expression: str, expected: object, tmp_path: Path) -> None:
    result = outcome(expression, tmp_path)
    if isinstance(expected, str) and expected.startswith("json"):
        assert result.get("throws") == [expected], result
    else:
        assert result.get("value") == expected, result


def test_copies_of_the_whole_are_bounded(tmp_path: Path) -> None:
    operations = ", ".join(f"{{op => copy, path => '/b{n}', from => ''}}" for n in range(40))
    assert "larger than" in str(outcome(f"{{a => 1}}.patch([{operations}])", tmp_path)["ends"])
