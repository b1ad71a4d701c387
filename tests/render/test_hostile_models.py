"""Models and classes that mean harm: each ends with a result or a diagnostic, never with an exception, and in seconds.

Nothing is timed: what is not bounded here does not end, or takes all the memory there is.
"""

from __future__ import annotations

import datetime
import itertools
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.bounds import PER_CODE
from tests.limits import lower_limits
from tests.manifests import write_library

NODE = """\
Properties:
  one: {Contract: $.class(Sample)}
  mine: {Contract: $.class(Sample).owned()}
  many: {Contract: [$.class(Sample)]}
  any: {Contract: $}
  number: {Contract: $.int()}
  text: {Contract: $.string()}
  switch: {Contract: $.bool()}
"""
LONG = "a" * (1 << 20)
BACKTRACKING = "regex('(a|a)*$').matches('" + "a" * 50 + "!')"


def catalog(
    folder: Path, classes: str | dict[str, str], streams: dict[str, bytes] | None = None
) -> muranopl.Catalog:
    """A catalog of one package with the class Sample, or with some classes; a text is what follows the name."""
    classes = {"Sample": classes} if isinstance(classes, str) else classes
    documents = [f"Namespaces:\n  =: lab\nName: {name}\n{text}" for name, text in classes.items()]
    write_library(folder, "lab", classes, "---\n".join(documents))
    return muranopl.Catalog([folder], streams=streams)


def sample(identity: str | None = None, **properties: Any) -> dict[str, Any]:
    header = {"type": "lab.Sample"} if identity is None else {"type": "lab.Sample", "id": identity}
    return {"?": header, **properties}


def errors(result: muranopl.RenderResult) -> list[str]:
    """The codes of what is wrong; what keeps a model from loading leaves no model."""
    match = [
        diagnostic.code for diagnostic in result.diagnostics if diagnostic.severity.value == "error"
    ]
    assert (result.model is None) == bool(match) == (not result.ok)
    return match


def nested(depth: int, key: str | None) -> Any:
    """A value inside lists or, with a key, inside mappings."""
    value: Any = 1
    for _ in range(depth):
        value = [value] if key is None else {key: value}
    return value


def chain(depth: int) -> dict[str, Any]:
    result = sample()
    for _ in range(depth - 1):
        result = sample(one=result)
    return result


def inside_itself() -> dict[str, Any]:
    result = sample()
    result["one"] = result
    return result


def list_in_itself() -> list[Any]:
    result: list[Any] = []
    result.append(result)
    return result


def around(count: int) -> list[dict[str, Any]]:
    """Objects, each of which refers to another one."""
    return [sample(f"i{at}", one=f"i{at * 7 % count}") for at in range(count)]


OWNERS = [sample("x", mine="y"), sample("y", mine="x")]

# Values for Sample of NODE, large ones as functions, and the codes of the errors; None where only ending counts.
MODELS: dict[str, tuple[Any, list[str] | None]] = {
    "references in a circle": (
        sample("r", one="r", many=[sample("x", one="y"), sample("y", one="x")]),
        [],
    ),
    "objects that own each other": (sample(many=OWNERS), ["MPL520", "MPL520"]),
    "an object inside itself": (inside_itself(), ["MPL513"]),
    "a list inside itself": (sample(any=list_in_itself()), ["MPL513"]),
    "many objects": (lambda: sample(many=around(1_000)), []),
    "deep objects": (chain(45), []),
    "too deep objects": (chain(60), ["MPL532"]),
    "much too deep objects": (lambda: chain(100_000), ["MPL515"]),
    "deep lists": (sample(any=nested(100, None)), []),
    "too deep lists": (lambda: sample(any=nested(100_000, None)), ["MPL515"]),
    "too deep mappings": (lambda: sample(any=nested(100_000, "a")), ["MPL515"]),
    "a long text": (sample(text=LONG, switch=LONG, any=[LONG]), []),
    "a long text for a number": (sample(number=LONG), ["MPL520"]),
    "many digits for a number": (sample(number="9" * len(LONG)), ["MPL520"]),
    "a long id": (sample(one=LONG), ["MPL526"]),
    "a long type": ({"?": {"type": f"lab.{LONG}"}}, ["MPL524"]),
    "a long key": (sample(**{LONG: 1}), []),
    "large integers": (sample(any=10**3000, number=10**3000, text=10**3000, switch=10**3000), []),
    "very large integers": (sample(any=10**20_000, number=10**20_000, text=10**20_000), None),
    "no numbers": (
        sample(any=[float("inf"), float("nan")], number=float("nan"), text=float("inf")),
        None,
    ),
    "unknown properties": (sample(**{f"anx{at}": 1 for at in range(10_000)}), []),
    "unknown ids": (
        sample(many=[f"i{at}" for at in range(5_000)] + [sample("j1")]),
        ["MPL526"] * (PER_CODE.most + 1),
    ),
    "refused values": (sample(many=[5] * 10_000), ["MPL520"] * (PER_CODE.most + 1)),
    "the same id": (sample("r", many=[sample("x") for _ in range(300)]), None),
    "the id of the root": (sample("r", one=sample("r", one=sample("r"))), None),
    "things of Python": (
        sample(any=[b"a", (1, 2), {1, 2}, object(), datetime.date(2020, 1, 1), {(1, 2): 3}]),
        None,
    ),
    "half a character": (sample("\ud800", any="\ud800", one="\udfff", **{"\ud800": 1}), None),
    "an id that is a list": ({"?": {"type": "lab.Sample", "id": [1]}}, ["MPL525"]),
    "dependencies that are none": ({"?": {"type": "lab.Sample", "dependencies": 5}}, ["MPL525"]),
    "no version": ({"?": {"type": "lab.Sample/x.y"}}, ["MPL525"]),
}


@pytest.mark.parametrize("name", MODELS)
def test_model(name: str, tmp_path: Path) -> None:
    model, expected = MODELS[name]
    model = model() if callable(model) else model
    result = errors(catalog(tmp_path, NODE).render(model))
    assert expected is None or result == expected


TEXTS: dict[str, bytes | str] = {
    "nothing": b"",
    "a blank": b" ",
    "no text": b"\xff\xfe\x00",
    "zero": b"\x00",
    "half a character": b'{"?":{"type":"lab.Sample"},"any":"\xed\xa0\x80"}',
    "open lists": b"[" * 1_000_000,
    "deep lists": b'{"?":{"type":"lab.Sample"},"any":' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    "deep objects": b'{"?":{"type":"lab.Sample"},"one":' * 3_000 + b"null" + b"}" * 3_000,
    "deep lines": b"".join(b" " * at + b"a:\n" for at in range(2_000)),
    "an unfinished mapping": b'{"?": {"type": "lab.Sample"}, "any":',
    "code": b'"?": {type: lab.Sample}\nany: !!python/object/apply:os.getcwd []\n',
    "an alias of itself": b'"?": {type: lab.Sample}\nany: &a [*a]\n',
    "aliases of aliases": b'"?": {type: lab.Sample}\nany:\n- &a0 [x]\n'
    + b"".join(
        b"- &a%d [%s]\n" % (at, b", ".join([b"*a%d" % (at - 1)] * 9)) for at in range(1, 12)
    ),
    "another class": '{"?": {"type": "lab.Sample/=7.0.0@other"}}',
    **{
        f"json {text}": text
        for text in ("[]", "[[]]", "null", '""', '"text"', "5", "true", "{}", '{"?": null}')
    },
    **{
        f"header {text}": f'{{"?": {text}}}'
        for text in ("[]", "{}", '"lab.Sample"', '{"type": null}', '{"type": {}}')
    },
}


@pytest.mark.parametrize("ending", ["m.json", "m.yaml", "-"])
@pytest.mark.parametrize("name", TEXTS)
def test_text_that_is_no_model(name: str, ending: str, tmp_path: Path) -> None:
    text = TEXTS[name]
    content = text if isinstance(text, bytes) else text.encode()
    assert errors(catalog(tmp_path, NODE, {ending: content}).render(ending))


HEADER = b'"?": {type: lab.Sample}\n'
# Values that JSON does not have, and numbers without an end: whether they are taken is another
# matter.
ODD = {
    "numbers.json": b'{"?":{"type":"lab.Sample"},"any":[1e999999,-1e99999999999,1e-999999999,NaN,Infinity]}',
    "long.json": b'{"?":{"type":"lab.Sample"},"any":' + b"9" * 1_000_000 + b"}",
    "long.yaml": HEADER + b"any: " + b"9" * 100_000 + b"\n",
    "sixty.yaml": HEADER + b"any: 1" + b":59" * 20_000 + b"\n",
    "keys.yaml": HEADER
    + b"any: {1: a, null: b, 2020-01-01: c, 1.5: d, true: e, !!binary aGVsbG8=: f, .nan: g, [1]: h}\n"
    + b"1: a\nnull: b\n2020-01-01: c\ntrue: d\n!!binary aGVsbG8=: e\n1.5: f\n? {a: 1}\n: g\n",
    "values.yaml": HEADER
    + b"any: [2020-01-01, 2020-01-01T00:00:00Z, !!binary aGVsbG8=, !!set {a, b}, !!omap [a: 1], !!pairs [a: 1]]\n"
    + b"number: 2020-01-01\ntext: !!binary aGVsbG8=\nswitch: 2020-01-01\none: 2020-01-01\nmany: !!set {a}\n",
    "header.yaml": b'"?": {type: lab.Sample, id: 2020-01-01, name: !!binary aGVsbG8=, metadata: {1: 2020-01-01}}\n'
    b'one: 2020-01-01\nmany: [{"?": {type: lab.Sample, id: 1}}, {"?": {type: lab.Sample, id: .nan}}]\n',
    "type.yaml": b'"?": {type: 2020-01-01}\n',
}


@pytest.mark.parametrize("name", ODD)
def test_odd_value(name: str, tmp_path: Path) -> None:
    errors(catalog(tmp_path, NODE, {name: ODD[name]}).render(name))


# Expressions that would not end, or would take all memory; every one is refused wherever it stands.
ENDLESS = [
    "range(10000000000).len() > 0",
    "list(range(10000000000)) = 1",
    "range(10000000000).any($ < 0)",
    "range(1500).select(range(1500).select(range(1500).sum()).sum()).sum() > 0",
    "sequence().len() > 0",
    "list(1, 2).cycle().len() > 0",
    "generate(1, true, $ + 1).len() > 0",
    "dict(range(10000000).select(list($, $))).len() > 0",
    BACKTRACKING,
    "pow(10, 10000000000) > 0",
    "range(1900).aggregate($1 * $1, 7) > 0",
    "shiftBitsLeft(1, 100000000000) > 0",
    "('a' * 10000000000).len() > 0",
    "(list(1) * 10000000000).len() > 0",
    "range(40).aggregate($1 + $1, a).len() > 0",
    "range(40).aggregate(list($1, $1), a).len() > 0",
    "def(f, f($)) -> f(1)",
]
PLACES = {
    "check": ("MPL521", "Contract: $.int().check({})", {"p": 5}),
    "default": ("MPL531", "Contract: $\n    Default: {}", {}),
    "contract": ("MPL522", "Contract: coalesce($.int(), {})", {"p": None}),
}


@pytest.mark.parametrize(
    ("place", "expression"),
    [*((place, ENDLESS[0]) for place in PLACES), *zip(itertools.cycle(PLACES), ENDLESS[1:])],
)
def test_endless_expression(
    expression: str, place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lower_limits(monkeypatch, steps=20_000, seconds=0.1)
    code, declaration, given = PLACES[place]
    result = catalog(tmp_path, f"Properties:\n  p:\n    {declaration.format(expression)}\n")
    assert errors(result.render(sample(**given))) == [code]


def declarations(count: int, contract: str, default: str) -> str:
    return "Properties:\n" + "".join(
        f"  p{at}:\n    Contract: {contract}\n    Default: {default}\n" for at in range(count)
    )


RECURSIVE: dict[str, dict[str, str]] = {
    "itself": {"Sample": declarations(1, "$.class(Sample)", "{}")},
    "itself twice": {"Sample": declarations(2, "$.class(Sample).notNull()", "{}")},
    "each other": {
        "Sample": declarations(3, "$.class(Other).notNull()", "{}"),
        "Other": declarations(3, "$.class(Sample).notNull()", "{}"),
    },
    "in lists": {"Sample": declarations(2, "[$.class(Sample)]", "[{}, {}, {}]")},
    "templates": {"Sample": declarations(2, "$.template(Sample)", "{}")},
    "new": {"Sample": declarations(1, "$", "new(Sample)")},
    "an expression": {"Sample": declarations(3, "$.class(Sample)", "dict()")},
}


@pytest.mark.parametrize("name", RECURSIVE)
def test_recursion_in_defaults(name: str, tmp_path: Path) -> None:
    result = errors(catalog(tmp_path, RECURSIVE[name]).render(sample()))
    # what an expression makes is stopped by its depth: of objects, or of evaluation, whichever is
    # met first
    assert result
    assert set(result) <= ({"MPL531", "MPL532", "MPL535"} if name == "new" else {"MPL535"})


def test_values_that_wait_for_each_other(tmp_path: Path) -> None:
    waiting = "".join(f"  p{at}:\n    Contract: $\n    Default: $.p{at + 1}\n" for at in range(200))
    result = catalog(tmp_path, f"Properties:\n{waiting}  p200:\n    Contract: $\n    Default: 1\n")
    assert errors(result.render(sample())) == []


GROWING = [
    "list($.p{0}, $.p{0}, $.p{0}, $.p{0})",
    "$.p{0} + $.p{0} + $.p{0} + $.p{0}",
    "$.p{0} * $.p{0}",
]


@pytest.mark.parametrize("first", ["7", "[7]", "text"])
@pytest.mark.parametrize("grows", GROWING)
def test_values_that_grow(grows: str, first: str, tmp_path: Path) -> None:
    steps = "".join(
        f"  p{at + 1}:\n    Contract: $\n    Default: {grows.format(at)}\n" for at in range(30)
    )
    result = catalog(
        tmp_path, f"Properties:\n  p0:\n    Contract: $\n    Default: {first}\n{steps}"
    )
    errors(result.render(sample()))


DEEP_CONTRACTS = {
    "lists": "[" * 60 + "$.int()" + "]" * 60,
    "deeper lists": "[" * 150 + "$.int()" + "]" * 150,
    "a chain": "$" + ".int()" * 3_000,
    "conditions": "$.int().check(" + " and ".join(["$ > 0"] * 3_000) + ")",
    "parentheses": "$.int().check(" + "(" * 3_000 + "$" + ")" * 3_000 + " > 0)",
}


@pytest.mark.parametrize("name", DEEP_CONTRACTS)
def test_deep_contract(name: str, tmp_path: Path) -> None:
    result = catalog(tmp_path, f"Properties:\n  p:\n    Contract: {DEEP_CONTRACTS[name]}\n")
    errors(result.render(sample(p=nested(60, None))))
    errors(result.render(sample(p=5)))
