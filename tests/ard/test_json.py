"""JSON and plain data → ARD: values as the standard library has them, places, and one report per defect."""

from __future__ import annotations

import datetime
import enum
import json
import math
import sys
from collections import OrderedDict
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from muranopl.ard.json import data as ard_python
from muranopl.ard.json import loader as ard_json
from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, walk
from muranopl.diagnostics.bounds import MODEL_SIZE
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from tests.generated import TEXTS

Span = tuple[int, int, int, int]
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


def loaded(text: str | bytes) -> tuple[Node | None, list[Diagnostic]]:
    """The value of a JSON text and what was reported."""
    findings = Findings()
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    return ard_json.load(data, File("m.json", ""), findings), findings.diagnostics


def dumped(value: object) -> tuple[Node | None, list[Diagnostic], str]:
    """The nodes of plain data, what was reported, and the text that was made."""
    findings, file = Findings(), File("data", "")
    node = ard_python.load(value, file, findings)
    assert file.text is not None
    return node, findings.diagnostics, file.text


def data(node: Node | None) -> Any:
    """A node as Python data, built without recursion being a concern."""
    if isinstance(node, Mapping):
        return {data(key): data(value) for key, value in node.pairs}
    if isinstance(node, Sequence):
        return [data(item) for item in node.items]
    return node.value if isinstance(node, Scalar) else node


def span(place: Place | Node | Diagnostic) -> Span:
    return (place.line, place.column, place.end_line, place.end_column)


def cut(node: Node) -> str:
    """The source of a node, by its place."""
    lines = node.file.lines()[node.line - 1 : node.end_line]
    lines[-1] = lines[-1][: node.end_column - 1]
    lines[0] = lines[0][node.column - 1 :]
    return "\n".join(lines)


def exactly(value: Any) -> str:
    """A text that tells 1 from 1.0 and True, and -0.0 from 0.0."""
    return repr(value)


@given(
    value=VALUES,
    indent=st.none() | st.integers(0, 3),
    escaped=st.booleans(),
    end=st.sampled_from(["\n", "\r\n"]),
)
def test_a_text_has_the_value_the_standard_library_gives_it(
    value: Any, indent: int | None, escaped: bool, end: str
) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=escaped).replace("\n", end)
    node, result = loaded(text)
    assert not result
    assert exactly(data(node)) == exactly(json.loads(text))
    assert node is not None
    for item in walk(node):
        assert exactly(json.loads(cut(item))) == exactly(data(item)), (
            "each node's place has the node's own text"
        )


TOKENS = [
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    '"a"',
    '"',
    "1",
    "-",
    "0",
    "1.5e3",
    ".",
    "true",
    "null",
    "NaN",
    " ",
    "\n",
    "\r",
]
TOKENS += [
    "x",
    "'",
    "\\",
    '"\\u12"',
    '"\\ud800"',
    "#",
    "\x00",
    "\ufeff",
    "01",
    "1e",
    '"a":',
    '"b":2',
    "[1,2]",
    "é",
]


@given(st.lists(st.sampled_from(TOKENS), max_size=10).map("".join) | TEXTS)
@example("1\v").via("a blank for Python's strip alone")
@example("")
def test_exactly_the_texts_the_standard_library_takes_are_taken(text: str) -> None:
    node, result = loaded(text)
    try:
        text.encode()
        expected = json.loads(text.removeprefix("\ufeff"))
    except ValueError:
        assert node is None
        assert (
            len([one for one in result if "byte order" not in one.message and one.code != "MPL513"])
            >= 1
        )
        assert [one.code for one in result if one.code in {"MPL110", "MPL511", "MPL515"}]
        return
    assert node is not None
    if not result:
        assert exactly(data(node)) == exactly(expected)
    for one in result:
        assert one.code != "MPL511" or "byte order" in one.message


SYNTAX: dict[str, tuple[str | bytes, str, Span]] = {
    "nothing": ("", "MPL511", (1, 1, 1, 1)),
    "blanks": (" \n\t", "MPL511", (1, 1, 1, 1)),
    "text after the value": ("[1]\n x", "MPL511", (2, 2, 2, 3)),
    "second value": ('{"a": 1}\n{"a": 2}', "MPL511", (2, 1, 2, 2)),
    "comma before a bracket": ("[1,\n 2,\n]", "MPL511", (2, 3, 2, 4)),
    "comma before a brace": ('{"a": 1, }', "MPL511", (1, 8, 1, 9)),
    "no comma": ('{"a": 1 "b": 2}', "MPL511", (1, 9, 1, 12)),
    "no colon": ('{"a" 1}', "MPL511", (1, 6, 1, 7)),
    "no value": ('{"a": , "b": 1}', "MPL511", (1, 7, 1, 8)),
    "wrong bracket": ('{"a": [1}}', "MPL511", (1, 9, 1, 10)),
    "open list": ('{"a":\n [1, 2', "MPL511", (2, 2, 2, 3)),
    "open text": ('["a\n"]', "MPL511", (1, 2, 1, 4)),
    "open text at the end": ('["a\\', "MPL511", (1, 2, 1, 5)),
    "tab in text": ('["a\tb"]', "MPL511", (1, 4, 1, 5)),
    "bad escape": ('["a\\xb"]', "MPL511", (1, 4, 1, 6)),
    "short escape": ('["\\u12"]', "MPL511", (1, 3, 1, 7)),
    "bare key": ("{key: 1}", "MPL511", (1, 2, 1, 5)),
    "single quotes": ("['a']", "MPL511", (1, 2, 1, 5)),
    "comment": ("[1, // one\n 2]", "MPL511", (1, 5, 1, 7)),
    "Python's word": ("[True]", "MPL511", (1, 2, 1, 6)),
    "zero in front": ("[007]", "MPL511", (1, 2, 1, 5)),
    "no-break space": ("[1,\u00a0 2]", "MPL511", (1, 4, 1, 5)),
    "byte order mark": (b"\xef\xbb\xbf[1]", "MPL511", (1, 1, 1, 1)),
    "UTF-16": ("[1]".encode("utf-16"), "MPL110", (1, 1, 1, 2)),
    "UTF-16 without a mark": ("[1]".encode("utf-16-le"), "MPL511", (1, 2, 1, 3)),
    "no text": (b'{"a": "\xff"}', "MPL110", (1, 8, 1, 9)),
    "too deep": ("[" * 100_000, "MPL515", (1, 201, 1, 202)),
    "NaN": ('{"a": [1, NaN]}', "MPL513", (1, 11, 1, 14)),
    "infinity": ("[-Infinity]", "MPL513", (1, 2, 1, 11)),
    "number beyond all": ("[1e999]", "MPL513", (1, 2, 1, 7)),
    "number of many digits": ("[-" + "9" * 10_000 + "]", "MPL513", (1, 2, 1, 10_003)),
    "half a pair": ('["a\\\\\\ud83d\\ude00\\ude00"]', "MPL513", (1, 18, 1, 24)),
    "half a pair in a key": ('{"\\ud800": 1}', "MPL513", (1, 3, 1, 9)),
    "key twice": ('{"a": 1,\n "\\u0061": 2}', "MPL512", (2, 2, 2, 10)),
}


@pytest.mark.parametrize("name", SYNTAX)
def test_defect(name: str) -> None:
    text, code, expected = SYNTAX[name]
    _, result = loaded(text)
    assert [(defect.code, span(defect)) for defect in result] == [(code, expected)]
    assert repr(result[0]).encode(), "a report can be printed"


def test_defects_name_the_other_place_and_the_path() -> None:
    _, result = loaded('{"a b": {"x": [0, {"k": 1,\n"k": NaN, "c": [}')
    assert [defect.in_model.path if defect.in_model else None for defect in result] == [
        "$['a b'].x[1].k",
        None,
    ]
    assert result[1].related[0].place.line == 2
    _, (twice,) = loaded('[{"a": 1, "b": 2, "a": 3}]')
    assert span(twice.related[0].place) == (1, 3, 1, 6)
    assert twice.in_model is not None
    assert twice.in_model.path == "$[0].a"


def test_what_defects_leave() -> None:
    node, result = loaded('{"a": NaN, "b": 1, "c": 2, "b": [3], "\\udfff": "x"}')
    assert len(result) == 3
    assert isinstance(node, Mapping)
    assert [(data(key), value.kind) for key, value in node.pairs] == [
        ("a", "unreadable value"),
        ("b", "list"),
        ("c", "number"),
        ("\ufffd", "string"),
    ]


def test_bounds() -> None:
    node, result = loaded("[" * 200 + "]" * 200)
    assert not result
    assert node is not None
    _, result = loaded("[" + "NaN, " * 20_000 + "1]")
    assert 1 <= len(result) <= 1000, "nobody reads more"
    long = "é" * 2**20
    assert data(loaded(json.dumps(long))[0]) == long
    assert data(loaded("9" * 4300)[0]) == int("9" * 4300)


@given(VALUES)
def test_data_become_the_text_and_the_nodes_that_json_makes_of_them(value: Any) -> None:
    node, result, text = dumped(value)
    assert not result
    assert text == json.dumps(value, indent=2, ensure_ascii=False)
    again, _ = loaded(text)
    assert node is not None
    assert again is not None
    assert [(type(item), span(item), exactly(data(item))) for item in walk(node)] == [
        (type(item), span(item), exactly(data(item))) for item in walk(again)
    ]


class Colour(enum.StrEnum):
    RED = "red"


class Hostile:
    """An object that objects to every question."""

    def __getattribute__(self, name: str) -> Any:
        raise RuntimeError(name)

    def __repr__(self) -> str:
        raise RuntimeError("repr")


def circular() -> object:
    inner: list[object] = [1]
    inner.append({"again": inner})
    return {"a": inner}


def shared() -> object:
    value: object = "x" * 100
    for _ in range(30):
        value = [value, value]
    return value


def nested(depth: int) -> object:
    value: object = []
    for _ in range(depth):
        value = [value]
    return value


def test_subclasses_are_what_they_are_made_of() -> None:
    node, result, text = dumped(OrderedDict(a=(1, Colour.RED), b=enum.IntEnum("N", "ONE").ONE))
    assert not result
    assert json.loads(text) == data(node) == {"a": [1, "red"], "b": 1}
    assert all(
        type(item.value) in {str, int}
        for item in walk(node or Node(File("", ""), 1, 1, 1, 1))
        if isinstance(item, Scalar)
    )


DATA: dict[str, tuple[Callable[[], object], str, str | None, Span]] = {
    "NaN": (lambda: {"a": [1, math.nan]}, "MPL513", "$.a[1]", (4, 5, 4, 8)),
    "infinity": (lambda: -math.inf, "MPL513", "$", (1, 1, 1, 10)),
    "set": (lambda: {"a": {"b c": {1}}}, "MPL513", "$.a['b c']", (3, 12, 3, 17)),
    "date": (
        lambda: [datetime.datetime(2024, 2, 29, tzinfo=datetime.UTC)],
        "MPL513",
        "$[0]",
        (2, 3, 2, 13),
    ),
    "bytes": (lambda: b"x", "MPL513", "$", (1, 1, 1, 8)),
    "class": (lambda: [int], "MPL513", "$[0]", (2, 3, 2, 9)),
    "hostile object": (lambda: [Hostile()], "MPL513", "$[0]", (2, 3, 2, 12)),
    "key that is a number": (lambda: {"a": {1: 2}}, "MPL513", "$.a[1]", (3, 5, 3, 10)),
    "hostile key": (lambda: {Hostile(): 2}, "MPL513", None, (2, 3, 2, 12)),
    "half a pair": (lambda: ["\ud800"], "MPL513", "$[0]", (2, 3, 2, 11)),
    "huge number": (lambda: [10**5000], "MPL513", "$[0]", (2, 3, 2, 11)),
    "huge key": (lambda: {10**5000: 1}, "MPL513", None, (2, 3, 2, 8)),
    "circular": (circular, "MPL513", "$.a[1].again", (5, 16, 5, 24)),
    "too deep": (lambda: nested(5000), "MPL515", None, (201, 401, 201, 401)),
    "shared until endless": (shared, "MPL510", None, (1, 1, 1, 1)),
}


@pytest.mark.parametrize("name", DATA)
def test_data_json_cannot_hold(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ard_python, "MODEL_SIZE", MODEL_SIZE._replace(most=2**20))
    make, code, path, expected = DATA[name]
    node, result, text = dumped(make())
    assert [(defect.code, span(defect)) for defect in result] == [(code, expected)]
    if path is not None:
        assert result[0].in_model is not None
        assert result[0].in_model.path == path
        assert path in result[0].message
    assert text.encode()
    assert (node is None) == (code != "MPL513")


def test_a_lower_limit_of_digits_is_respected() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(1000)
    try:
        for result in (loaded("[" + "9" * 2000 + "]")[1], dumped([10**2000])[1]):
            assert [defect.code for defect in result] == ["MPL513"]
    finally:
        sys.set_int_max_str_digits(before)
