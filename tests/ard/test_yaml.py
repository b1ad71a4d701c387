"""YAML → ARD through `load`: places, one report per defect, limits, the same values from both of PyYAML's parsers."""

from __future__ import annotations

import datetime
import math
import random

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from muranopl.ard.nodes import Mapping, Node, Scalar, ScalarValue, Sequence, Yaql, walk
from muranopl.ard.positions import place_within
from muranopl.ard.yaml import events, scalars
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaml.writing import scalar_text
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from tests.conformance.loading import cases
from tests.project import ROOT

LIBRARY = sorted((ROOT / "language" / "library").rglob("*.yaml"))


def loaded(
    text: str | bytes, dialect: Dialect | None = Dialect.MURANO, *, pure: bool = False
) -> tuple[list[Node], list[Diagnostic]]:
    """The documents of a text and what was reported."""
    findings = Findings()
    data = text.encode() if isinstance(text, str) else text
    return load(data, File("", "x.yaml"), findings, dialect=dialect, pure=pure), sorted(
        findings.diagnostics, key=Diagnostic.sort_key
    )


def only(text: str) -> Node:
    """The one document of a text without defects."""
    documents, result = loaded(text)
    assert not result
    return documents[0]


def span(place: Place | Node | Diagnostic) -> tuple[int, int, int, int]:
    return (place.line, place.column, place.end_line, place.end_column)


def shown(node: Node) -> str:
    """A node with all its places, to compare."""
    where = "{}:{}-{}:{}".format(*span(node))
    if isinstance(node, Yaql):
        return f"<{node.text}>{where}"
    if isinstance(node, Mapping):
        return (
            "{"
            + ", ".join(f"{shown(key)}: {shown(value)}" for key, value in node.pairs)
            + "}"
            + where
        )
    if isinstance(node, Sequence):
        return f"{node.kind}[" + ", ".join(map(shown, node.items)) + "]" + where
    assert isinstance(node, Scalar)
    return f"{node.value!r}{'p' if node.plain else ''}{where}"


PLACES = {
    "block mapping ends with its last value": ("a:\n  b: 1\n\n# x\nc: 2\n", "a", (2, 3, 2, 7)),
    "block list ends with its last item": ("a:\n- 1\n- 22\n\n\nb: 1\n", "a", (2, 1, 3, 5)),
    "flow list includes its brackets": ("a: [1,\n 2]\n", "a", (1, 4, 2, 4)),
    "empty value stands after the colon": ("a:\nb: 1\n", "a", (1, 3, 1, 3)),
    "empty value at the end of the text": ("b: 1\na:", "a", (2, 3, 2, 3)),
    "characters outside the basic plane count one": (
        "\U0001f600: 1\n'\U0001f600é': {a: x}\n",
        "\U0001f600é",
        (2, 7, 2, 13),
    ),
    "tabs count one": ("b: 'x\ty'\na: '\t' # z\n", "a", (2, 4, 2, 7)),
    "CRLF is one line end": ("b: 1\r\na: x\r\n", "a", (2, 4, 2, 5)),
    "CR is a line end": ("b: 1\ra: x\r", "a", (2, 4, 2, 5)),
    "the byte order mark has no column": ("\ufeffa: x\n", "a", (1, 4, 1, 5)),
    "NEL is not a line end of editors": ("b: 'x\u0085y'\na: x\n", "a", (2, 4, 2, 5)),
    "LS and PS are not a line ends of editors": ("b: 1 # \u2028a: x\n", "a", (1, 12, 1, 13)),
    "a tag belongs to the value": ("a: !!str x\n", "a", (1, 4, 1, 11)),
    "plain text over lines": ("a: x\n  y\n  z\nb: 1\n", "a", (1, 4, 3, 4)),
    "a collection that ends with an alias": ("b: &b [1]\na:\n  - *b\nc: 1\n", "a", (3, 3, 3, 7)),
}


@pytest.mark.parametrize("name", PLACES)
@pytest.mark.parametrize("pure", [False, True])
def test_place(name: str, pure: bool) -> None:
    text, key, expected = PLACES[name]
    documents, result = loaded(text, pure=pure)
    assert not result
    assert isinstance(documents[0], Mapping)
    value = documents[0].get(key)
    assert value is not None
    assert span(value) == expected


DEFECTS: dict[str, tuple[str, list[tuple[str, tuple[int, int, int, int]]]]] = {
    "colon in text": ("a: b: c\n", [("MPL111", (1, 5, 1, 6))]),
    "indentation": ("a: 1\n b: 2\n", [("MPL111", (2, 2, 2, 6))]),
    "text after a list": ("a: [1].b\n", [("MPL111", (1, 7, 1, 8))]),
    "unclosed list": ("a: [1, 2", [("MPL111", (1, 4, 1, 5))]),
    "unclosed quote": ("a: 'x\n", [("MPL111", (1, 4, 1, 5))]),
    "sign": ("a: @x\n", [("MPL111", (1, 4, 1, 5))]),
    "tab as indentation": ("a:\n\t- 1\n", [("MPL111", (2, 1, 2, 2))]),
    "tab after text": ("a: 'b\t'\nb: 1 # \t\nc: |\n  \td\ne: f\t\n", [("MPL111", (5, 5, 5, 6))]),
    "question mark in flow style": ("a: $x?.y\nb: [$x?.y]\n", [("MPL111", (2, 5, 2, 10))]),
    "comment after the sign of a block": (
        "a: |  # fine\n  x\nb: !!str >-#\n  x\n",
        [("MPL111", (3, 12, 3, 13))],
    ),
    "control character": ("a: 1\nb: \x07\n", [("MPL110", (2, 4, 2, 5))]),
    "unknown tag": ("a: !x 1\n", [("MPL112", (1, 4, 1, 8))]),
    "unknown tag of a list": ("a: !x [1]\n", [("MPL112", (1, 4, 1, 10))]),
    "Python tag": ("a: !!python/object/apply:os.system [x]\n", [("MPL112", (1, 4, 1, 39))]),
    "tag of another kind": (
        "a: !!seq {}\nb: !!map []\nc: !yaql []\n",
        [("MPL112", (n, 4, n, 12)) for n in (1, 2, 3)],
    ),
    "entry of an omap": ("a: !!omap [x]\n", [("MPL112", (1, 12, 1, 13))]),
    "equals as a value": ("=: 1\na: =\n", [("MPL112", (2, 4, 2, 5))]),
    "duplicate": ("a: 1\nb: 2\n'a': 3\n", [("MPL113", (3, 1, 3, 4))]),
    "duplicate by value": ("1: a\n0x1: b\n", [("MPL113", (2, 1, 2, 4))]),
    "equal expressions are not duplicates": ("$x: 1\n$x: 2\n", []),
    "merged keys are not duplicates": ("a: &a {x: 1}\nb: {<<: *a, x: 2}\n", []),
    "list as a key": ("? [1]\n: 2\n", [("MPL114", (1, 3, 1, 6))]),
    "merge of text": ("<<: x\n", [("MPL114", (1, 5, 1, 6))]),
    "merge of a list with text": ("<<: [{a: 1}, x]\n", [("MPL114", (1, 14, 1, 15))]),
    "undefined alias": ("a: *b\n", [("MPL115", (1, 4, 1, 6))]),
    "alias of another document": ("a: &b 1\n---\na: *b\n", [("MPL115", (3, 4, 3, 6))]),
    "anchor twice": ("a: &b 1\nc: &b 2\n", [("MPL115", (2, 4, 2, 8))]),
    "merge of an undefined alias": ("<<: *b\n", [("MPL115", (1, 5, 1, 7))]),
    "list in itself": ("a: &b [1, *b]\n", [("MPL116", (1, 11, 1, 13))]),
    "date": ("a: 2020-13-45\n", [("MPL118", (1, 4, 1, 14))]),
    "tagged number": ("a: !!int x\n", [("MPL118", (1, 4, 1, 11))]),
    "empty tagged number": ("a: !!int ''\n", [("MPL118", (1, 4, 1, 12))]),
    "number without digits": ("a: 0x_\n", [("MPL118", (1, 4, 1, 7))]),
    "number with too many digits": (f"a: {'9' * 5000}\n", [("MPL118", (1, 4, 1, 5004))]),
    "octal number with too many digits": (f"a: 0{'7' * 6000}\n", [("MPL118", (1, 4, 1, 6005))]),
    "binary": ("a: !!binary x\n", [("MPL118", (1, 4, 1, 14))]),
    "boolean": ("a: !!bool x\n", [("MPL118", (1, 4, 1, 12))]),
    "expression": ('a: !yaql "$x == 1"\n', [("MPL119", (1, 14, 1, 16))]),
    "expression over lines": ("a: !yaql >\n  $x +\n\n  $y &&\n", [("MPL119", (4, 6, 4, 8))]),
    "expression after an escape": ('a: !yaql "\\x24x == 1"\n', [("MPL119", (1, 17, 1, 19))]),
    "escape in unquoted text": ("a: f('\\xzz')\n", [("MPL119", (1, 7, 1, 11))]),
    "text that is not an expression": ("a: f('\\xzz') ==\n", [("MPL119", (1, 7, 1, 11))]),
    "control character after a commented block": ("a: |#c\n  x\n\0", [("MPL110", (3, 1, 3, 2))]),
    "escape beyond Unicode": ('a: 1\nb: "x\\U00110000"\n', [("MPL111", (2, 8, 2, 9))]),
    "escape beyond all numbers": ('a:\n- "\n  x\\UFFFFFFFF"\n', [("MPL111", (3, 6, 3, 7))]),
    "escape of half a surrogate pair": ('a: "\\ud83d"\n', [("MPL111", (1, 7, 1, 8))]),
    "escape without digits": ('a: "C:\\users"\n', [("MPL111", (1, 9, 1, 10))]),
    "tag with an escape that is not text": ("a: !<%F4%90%80%80> x\n", [("MPL111", (1, 6, 1, 7))]),
    "tag with half a surrogate pair": ("a: !<%ED%A0%80> x\n", [("MPL111", (1, 6, 1, 7))]),
    "syntax error before a bad escape": ("a: $x == f('\\xzz')\n", []),
    "several": (
        "a: !x 1\nb: *y\nc: =\n",
        [("MPL112", (1, 4, 1, 8)), ("MPL115", (2, 4, 2, 6)), ("MPL112", (3, 4, 3, 5))],
    ),
}


@pytest.mark.parametrize("name", DEFECTS)
@pytest.mark.parametrize("pure", [False, True])
def test_defect(name: str, pure: bool) -> None:
    text, expected = DEFECTS[name]
    if pure and name == "question mark in flow style":
        # The other parser stops at the sign itself
        expected = [("MPL111", (2, 7, 2, 8))]
    if pure and name == "escape of half a surrogate pair":
        # The other parser takes it, so this is told after the text
        expected = [("MPL111", (1, 11, 1, 12))]
    _, result = loaded(text, pure=pure)
    assert [(defect.code, span(defect)) for defect in result] == expected
    assert all(defect.message for defect in result)


def test_defects_name_the_other_place() -> None:
    for text in ("a: 1\na: 2\n", "a: &b 1\nc: &b 2\n", "a: &b [*b]\n"):
        _, result = loaded(text)
        assert [len(defect.related) for defect in result] == [1]
        assert result[0].related[0].place.line == 1


def test_what_a_defect_leaves() -> None:
    documents, _ = loaded("a: !x 1\nb: =\nc: 2020-13-45\nd: !!map [1]\ne: *e\na: last\n")
    (document,) = documents
    assert isinstance(document, Mapping)
    kinds = [value.kind for _, value in document.pairs]
    assert kinds == ["string", "unreadable value", "unreadable value", "list", "unreadable value"]


def test_documents_before_an_error_are_kept() -> None:
    documents, result = loaded("a: 1\n---\n0\n---\nb: [\n")
    assert [shown(document) for document in documents] == [
        "{'a'p1:1-1:2: 1p1:4-1:5}1:1-1:5",
        "0p3:1-3:2",
    ]
    assert [defect.code for defect in result] == ["MPL111"]


def test_special_collections() -> None:
    node = only(
        "a: &a {x: 1, $y: 2}\nb: {<<: [*a, {x: 9, z: 3}], y: 4}\nc: !!set {k, l}\nd: !!omap [k: 1]\n"
    )
    assert isinstance(node, Mapping)
    merged, distinct, ordered = node.get("b"), node.get("c"), node.get("d")
    assert isinstance(merged, Mapping)
    assert [values_of(key) for key, _ in merged.pairs] == ["'x'", "'z'", "<$y>", "'y'"]
    assert [value.value for _, value in merged.pairs if isinstance(value, Scalar)] == [1, 3, 2, 4]
    assert distinct is not None
    assert distinct.kind == "set"
    assert isinstance(ordered, Sequence)
    assert [item.kind for item in ordered.items] == ["list"]


@pytest.mark.parametrize(
    ("data", "dialect", "codes"),
    [
        (b"a: caf\xe9\n", Dialect.MURANO, ["MPL110"]),
        ("a: é\n".encode("utf-16"), Dialect.MURANO, []),
        ("a: é\n".encode("utf-16"), None, ["MPL110"]),
        ("\ufeffa: é\n".encode("utf-16-be"), Dialect.MURANO, []),
        ("\ufeffa: é\n".encode("utf-16-be") + b"x", Dialect.MURANO, ["MPL110"]),
        ("\ufeffa: é\n".encode("utf-32-le"), Dialect.MURANO, ["MPL110"]),
        ("\ufeffa: é\n".encode(), None, []),
        (b"a: !yaql x\n", None, ["MPL112"]),
        (b"a: $x\n", None, []),
        (b"", None, []),
    ],
)
@pytest.mark.parametrize("pure", [False, True])
def test_encoding_and_dialect(
    data: bytes, dialect: Dialect | None, codes: list[str], pure: bool
) -> None:
    documents, result = loaded(data, dialect, pure=pure)
    assert [defect.code for defect in result] == codes
    assert not any(
        isinstance(node, Yaql)
        for document in documents
        if dialect is None
        for node in walk(document)
    )


def test_place_of_a_bad_byte() -> None:
    _, result = loaded(b"a: \xc3\xa9\r\nb: \xc3\xa9 \xe9\n")
    assert [span(defect) for defect in result] == [(2, 6, 2, 7)]


def test_colon_in_the_two_dialects() -> None:
    for dialect, kind in ((Dialect.MURANO, "expression"), (Dialect.UI, "string")):
        documents, _ = loaded("a:b\n", dialect)
        assert documents[0].kind == kind


def _chain(count: int) -> str:
    return "a0: &a0 [1]\n" + "".join(f"a{n}: &a{n} [*a{n - 1}]\n" for n in range(1, count))


def _bomb(line: str) -> str:
    return "a0: &a0 {x: 1}\n" + "".join(
        line.format(n, ", ".join([f"*a{n - 1}"] * 9)) for n in range(1, 20)
    )


LIMITS = {
    "flow list": "[" * 10_000 + "]" * 10_000,
    "flow list never closed": "[" * 10_000,
    "flow mapping": "{a: " * 10_000 + "}" * 10_000,
    "block list": "- " * 10_000 + "1",
    "block mapping": "\n".join(" " * n + "a:" for n in range(1_500)),
    "complex key": "? " * 10_000 + "1",
    "aliases in a chain": _chain(1_100),
    "aliases of lists": _bomb("a{0}: &a{0} [{1}]\n"),
    "aliases of merged mappings": _bomb("a{0}: &a{0} {{<<: [{1}], y: 1}}\n"),
}


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("pure", [False, True])
def test_limit(name: str, pure: bool) -> None:
    documents, result = loaded(LIMITS[name], pure=pure)
    assert [defect.code for defect in result] == ["MPL117"]
    assert documents == []


@pytest.mark.parametrize(
    ("begin", "repeated"), [("59", ":59"), ("", "9"), ("0x", "f"), ("0", "7"), ("0b", "1")]
)
def test_huge_numbers(begin: str, repeated: str) -> None:
    """Reading them takes no more time than their length: for some it would be hours."""
    text = begin + repeated * 1_000_000
    assert isinstance(scalars.resolve_plain(text, Dialect.MURANO), scalars.BadValue)


def test_depth_that_is_allowed() -> None:
    assert not loaded("[" * 200 + "]" * 200)[1]
    assert not loaded(_chain(180))[1]
    assert not loaded(f"a: $.f{'(' * 400}1{')' * 400}\n")[1]


@pytest.mark.parametrize(
    "text",
    ["f(\n  a)", "a 'b'", "$x\n\n  + 1", "'a''b'", "été + \U0001f600", "f(\\, \t)", '"q"', ""],
)
@pytest.mark.parametrize(
    "style", ["plain", "single", "double", "literal", "folded", "tagged", "commented"]
)
def test_place_within(text: str, style: str) -> None:
    """Each character that is not a blank is found where the file has it."""
    quoted = (
        text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t").replace("é", "\\xe9")
    )
    block = "\n  ".join(text.split("\n"))
    source = {
        "plain": f"a: {text}\nb: 1\n",
        "single": "a: '{}'\nb: 1\n".format(text.replace("'", "''")),
        "double": f'a: "{quoted}"\nb: 1\n',
        "literal": f"a: |\n  {block}\nb: 1\n",
        "folded": f"a: &x !!str >-\n\n  {block}\nb: 1",
        "tagged": f'a: !yaql "$ + {quoted}"\n',
        "commented": f'a: &x\n  # remark\n  !yaql # remark\n  "$ + {quoted}"\n',
    }[style]
    findings = Findings()
    file = File("", "x.yaml")
    documents = load(source.encode(), file, findings, dialect=Dialect.MURANO)
    value = documents[0].get("a") if documents and isinstance(documents[0], Mapping) else None
    if not isinstance(value, (Yaql, Scalar)):
        return  # no such text in plain style
    content = value.text if isinstance(value, Yaql) else str(value.value or "")
    for offset, character in enumerate(content):
        place = place_within(value, offset, offset + 1)
        result = file.lines()[place.line - 1][place.column - 1 : place.end_column - 1]
        assert place.line == place.end_line
        if character not in " \t\n":
            assert result in {
                character,
                f"\\{character}",
                f"{character}{character}",
                f"\\x{ord(character):02x}",
            }
    end = place_within(value, len(content), len(content))
    assert (end.line, end.column) == (end.end_line, end.end_column) or not content


def _corpus() -> list[str]:
    texts = [path.read_text(encoding="utf-8") for path in LIBRARY]
    return texts + [
        case.get("document") or f"v: {case.get('yaml', 1)}\n" for case in cases("expressions")
    ]


FRAGMENTS = [
    "? ", ": ", "- ", "&a ", "*a", "<<: *a", "!!set ", "!!str ", "!yaql ", "!x ", "'", '"', "\n", "\r\n", " ", "#",
    "|", ">-\n", "[", "]", "{", "}", ",", "---\n", "...\n", "=", "~", "2020-01-01", "é", "\U0001f600", "\u0085",
    "\u2028", "@", "`", "%", "\\", "\t", "\x07", "$.x", "null", "a: b",
]  # fmt: skip


@settings(max_examples=200)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=15).map("".join))
def test_both_parsers_agree_on_fragments(text: str) -> None:
    assert_same(text)


def test_both_parsers_agree_on_damaged_files() -> None:
    """The pure-Python parser is what the reference engine uses, so this also compares libyaml with the engine."""
    source = random.Random(5)
    texts = _corpus()
    for text in texts:
        assert_same(text[:3000])
    for _ in range(600):
        lines = source.choice(texts).split("\n")
        first = source.randrange(len(lines))
        text = "\n".join(lines[first : first + 10])
        for _ in range(source.randint(0, 3)):
            at = source.randint(0, len(text))
            text = text[:at] + source.choice([*FRAGMENTS, ""]) + text[at + source.randint(0, 2) :]
        assert_same(text)


def assert_same(text: str) -> None:
    """Both parsers accept a text and give the same values, or neither does; nothing raises."""
    fast, slow = loaded(text), loaded(text, pure=True)
    errors = [
        bool([item for item in result[1] if item.code != "MPL113"]) for result in (fast, slow)
    ]
    assert errors[0] == errors[1], text
    if not errors[0]:
        values = [[values_of(document) for document in result[0]] for result in (fast, slow)]
        assert values[0] == values[1], text


def values_of(node: Node) -> str:
    """A node without its places: they differ by a blank for empty values in flow style."""
    if isinstance(node, Mapping):
        return (
            "{"
            + ", ".join(f"{values_of(key)}: {values_of(value)}" for key, value in node.pairs)
            + "}"
        )
    if isinstance(node, Sequence):
        return f"{node.kind}[" + ", ".join(map(values_of, node.items)) + "]"
    return (
        f"<{node.text}>"
        if isinstance(node, Yaql)
        else repr(node.value if isinstance(node, Scalar) else node)
    )


def test_without_libyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "CParser", None)
    assert not events.Events("a: 1").lenient
    assert shown(only("a: $x\n")) == "{'a'p1:1-1:2: <$x>1:4-1:6}1:1-1:6"


def test_equal_texts_share_a_tree_until_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scalars, "CACHED_TEXTS", 3)
    typing = scalars.ScalarCache(Dialect.MURANO)
    first = typing["$.a"]
    assert typing["".join(("$", ".a"))] is first
    assert [typing[text] for text in ("b", "5", "c d")] == ["b", 5, "c d"]
    assert len(typing) == 1
    assert typing["$.a"] is not first


# A slip, its line, what is said, and what to write. The parser notices most of them some lines
# further.
SLIPS: dict[str, tuple[str, int, str, str]] = {
    "key of a mapping": (
        "a:\n  size\n    b: 1\n  c: 2\n",
        2,
        "`size` has no colon",
        "write `size:`",
    ),
    "first key of all": ("size\n  =: b\n", 1, "`size` has no colon", "write `size:`"),
    "single character": ("x\na: b\n", 1, "`x` has no colon", "remove it"),
    "key of a list": ("a:\n  b: 1\n  Body\n  - c\n", 3, "`Body` has no colon", "write `Body:`"),
    "key of a value": (
        "a:\n  b: 1\n  size $.int()\n  c: 2\n",
        3,
        "`size` has no colon",
        "write `size: $.int()`",
    ),
    "first key of a value": (
        "a:\n  size $.int()\n  c: 2\n",
        2,
        "`size` has no colon",
        "write `size: $.int()`",
    ),
    "far from its colon": (
        "a:\n  b: 1\n  size\n\n  # c\n\nd: 2\n",
        3,
        "`size` has no colon",
        "write `size:`",
    ),
    "colon without blank": (
        "a:\n  b: 1\n  size:2\n  c: 2\n",
        3,
        "missing space after the colon",
        "write `size: 2`",
    ),
    "dash without blank": (
        "a:\n- b: 1\n-c\n- d: 3\n",
        3,
        "missing space after the dash",
        "write `- c`",
    ),
    "item without dash": (
        "a:\n  - b\nf($.x)\nd: 1\n",
        3,
        "neither a key with a colon nor an item",
        "`- `",
    ),
    "first item without dash": (
        "a:\n    b: c\n  - d: e\n",
        2,
        "`b` is a key, but a list item follows",
        "write `- b:`",
    ),
    "first item of text without dash": (
        "a:\n  f($.x)\n  - g($.y)\n\n  # c\n  - b: 1\n",
        2,
        "this is a string, but list items follow",
        "write `- f($.x)`",
    ),
    "argument with a colon": (
        "a: 1\nb: $.f(1, size: 2)\n",
        2,
        "`size:` is in a call",
        "write `size => ...`",
    ),
    "merge conflict": (
        "a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> theirs\n",
        2,
        "this is a marker of a merge conflict",
        "choose one of the two versions",
    ),
    "quote over keys": (
        "a: 'x\nb: 'y'\nc: 1\n",
        1,
        "the quote that opens here is closed only in line 2",
        "close it",
    ),
    "quote to an escape": ('a: "x\nb: 1\nc: "\\w"\n', 1, "the quote that opens here", "close it"),
    "list before a key": ("a: [1, 2\nb: 3\n", 1, "the `[` that opens here is not closed", "`]`"),
    "list without items": ("a: [\nb: 3\nc: 4\n", 1, "the `[` that opens here is not closed", "`]`"),
    "list at the end": ("b: 1\na: [1,\n\n", 2, "the `[` that opens here is not closed", "`]`"),
    "list before an item": ("a:\n- b: [\n- c\n", 2, "the `[` that opens here is not closed", "`]`"),
    "mapping before a key": ("a: {b: 1\nc: 3\n", 1, "the `{` that opens here is not closed", "`}`"),
    "key below a value": (
        "a:\n  b: 1\n    c: 2\n",
        3,
        "this line is indented further than `b` before it",
        "indent",
    ),
    "quoted text before the keys": (
        "# note\n'x'\na: 1\n",
        2,
        "this is a complete value, but a mapping follows",
        "remove it",
    ),
    "sign before the keys": (
        ";\n\na:\n  b: 1\n",
        1,
        "this is a complete value, but a mapping follows",
        "colon",
    ),
    "empty list before the keys": (
        "---\n[]\na: 1\n",
        2,
        "this is a complete value, but a mapping follows",
        "remove it",
    ),
    # What is not plain is said where the parser noticed it.
    "comma": ("a: [1, 2,\n  3 4: 5\n  6: 7]\n", 3, "a comma or `]` is missing", ""),
    "text of several lines": (
        "a:\n  some text\n  goes on\n  b: 1\n",
        4,
        "a mapping cannot begin here",
        "quote a string",
    ),
    "colon in text": (
        "a:\n  b: 1\n  c: d: e\n",
        3,
        "a mapping cannot begin here",
        "quote a string",
    ),
    "outdented key": (
        "a:\n    b: 1\n  c: 2\n",
        3,
        "this line is indented by 2 spaces, but `b` in line 2 by 4",
        "indent both equally",
    ),
    "outdented item": (
        "a:\n  - b\n\n  # c\n - d: 2\n",
        5,
        "this line is indented by 1 space, but `- b` in line 2 by 2",
        "indent both equally",
    ),
    "indented item after a value in quotes": (
        "a:\n  - b: 'c'\n    - d: 2\n",
        3,
        "this line is indented by 4 spaces, but `- b: 'c'` in line 2 by 2",
        "indent both equally",
    ),
    "key with a name in quotes": (
        "a:\n  'b c': 1\n d: 2\n",
        3,
        "this line is indented by 1 space, but `'b c'` in line 2 by 2",
        "indent both equally",
    ),
    "key among items": (
        "a:\n  - b:\n      c: 1\n  d:\n    e: 1\n",
        4,
        "the key `d` cannot follow list items at the same indentation",
        "write `- d:`, or indent it as `b`",
    ),
    "first item, a key, without dash": (
        "a:\n  b: 'c'\n  - d: 1\n",
        3,
        "a list item cannot follow the key `b` (line 2) at the same indentation",
        "write `- b:` there",
    ),
    "key below an item": (
        "a:\n  - f($.x)\n    - $.y: 1\n",
        3,
        "this line is indented further than the list item before it",
        "indent both equally",
    ),
    "text after a closed quote": (
        "d: 1\na: 'b' c\n",
        2,
        "this does not belong to the value before it",
        "quote a string that continues after a closed quote",
    ),
    "method of a list": (
        "a: 1\nb: [1, 2].select($ * 2)\n",
        2,
        "this does not belong to the value before it",
        "an expression cannot begin with [: write list(...), or put all of it in parentheses",
    ),
    "method of a mapping": (
        "a: 1\nb: {c: 1} .get(c)\n",
        2,
        "this does not belong to the value before it",
        "an expression cannot begin with {: write dict(...), or put all of it in parentheses",
    ),
    "sum of texts": (
        "a: 1\nb: 'c' + $d\n",
        2,
        "this does not belong to the value before it",
        "an expression cannot begin with ': put all of it in parentheses",
    ),
    "condition of other languages": (
        "a: 1\nb: $x ? 'y' : 'z'\n",
        2,
        "a mapping cannot begin here",
        "YAQL has no `? :`: write `switch(condition => value, true => other)`",
    ),
    "lambda of other languages": (
        "a: 1\nb: $x.select(lambda y: y)\n",
        2,
        "a mapping cannot begin here",
        "YAQL has no lambda: write an expression with `$` for its argument",
    ),
    "condition on a text": (
        'a: 1\nb: "c" in $d\n',
        2,
        "this does not belong to the value before it",
        'an expression cannot begin with ": put all of it in parentheses',
    ),
}


EMPTY_KEYS = {
    "a: {?: {b: c}}": [5],
    "a: [{d: 1, ?: 2}, {?: }]": [12, 20],
    "a:\n  ?: {b: c}": [],
    "a: {'?': 1, ~: 2}": [],
    "a: {? d: 1}": [],
    "a: &a {b: 1}\nc: {<<: *a, ?: 2}": [13],
}


@pytest.mark.parametrize("text", EMPTY_KEYS)
def test_an_empty_key_in_braces_is_told(text: str) -> None:
    findings = Findings()
    load(text.encode(), File("", "a.yaml"), findings, dialect=None)
    found = [item for item in findings.diagnostics if item.code == "MPL100"]
    assert [item.place.column for item in found] == EMPTY_KEYS[text]
    assert all(item.place.end_column == item.place.column + 1 for item in found)


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_is_told_at_the_line_where_it_was_made(slip: str) -> None:
    text, line, problem, remedy = SLIPS[slip]
    for ending in ("\n", "\r\n"):
        findings = Findings()
        load(text.replace("\n", ending).encode(), File("", "a.yaml"), findings, dialect=None)
        (result,) = findings.diagnostics
        assert (result.code, result.place.line) == ("MPL111", line)
        assert problem in result.message
        assert remedy in (result.suggestion or "")
        assert result.place.end_line == line
        assert result.place.column < result.place.end_column
        assert all(other.place.line != line for other in result.related)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "null"),
        (False, "false"),
        (80, "80"),
        (math.inf, ".inf"),
        (datetime.date(2026, 1, 2), "2026-01-02"),
        (b"\0", "!!binary AA=="),
        ("plain words", "plain words"),
        ("", "''"),
        ("80", "'80'"),
        ("no", "'no'"),
        ("$.name", "'$.name'"),
        ("f()", "'f()'"),
        ("a: b", "'a: b'"),
        ("it's #1", "'it''s #1'"),
        ("two\nlines", '"two\\nlines"'),
    ],
)
def test_values_are_written_as_yaml_needs(value: ScalarValue, text: str) -> None:
    assert scalar_text(value) == text
    assert scalar_text("f()", None) == "f()"
    assert yaml.safe_load(text) == value
