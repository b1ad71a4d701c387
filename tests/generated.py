"""Hypothesis strategies: packages that are nearly right, as bytes by path.

Good data is drawn from a small grammar of the language, then spoilt: keys dropped or misspelt,
values of other types; and on the bytes, cuts and snippets of YAML that are known to be awkward.
"""

from __future__ import annotations

import copy
from typing import Any

import yaml
from hypothesis import strategies as st

_AWKWARD = st.sampled_from(
    "ab1 \"\\/'\t\n\r\x00\x1f\x7f\x85\xa0é\u0301\u200d\u2028\u2029\ufeff\ufffd\uffff字\U0001f600\U0010ffff"
)
_ANY = st.integers(0, 0x10FFFF - 0x800).map(
    lambda code: chr(code + 0x800 if code >= 0xD800 else code)
)
TEXTS = st.text(_AWKWARD, max_size=8) | st.text(_ANY, max_size=4)
"""Texts of all characters but surrogates. (The first text of plain `st.text()` takes 2.5 s, for tables of Unicode.)"""

WORDS = st.sampled_from(
    [
        "Sample",
        "Base",
        "Other",
        "name",
        "port",
        "deploy",
        "initialize",
        "io.murano",
        "x y",
        "",
        "ß",
        "1",
    ]
)
TYPE_NAMES = st.sampled_from(
    [
        *(
            "Base",
            "Other",
            "Sample",
            "std:Object",
            "std:Application",
            "res:Instance",
            "=:Base",
            ":Base",
            "a:b:c",
            "",
        ),
        *("example.app.Base", "io.murano.metadata.Title", "gone:X", "Nope"),
    ]
)
EXPRESSIONS = st.one_of(
    st.sampled_from(
        [
            "$",
            "$.name",
            "$this.deploy()",
            "new(Base)",
            "$x + 1",
            "$.port > 0 and true",
            "[1, {a => 2}]",
        ]
    ),
    st.sampled_from(
        ["$.f(", "1 +", "$.a.b(c => 1, d)", "$.select($ + $x)", "cast($, Base).name", ":Base.x()"]
    ),
    st.text("$.()[]{}'\"=><:-+*/, ab1", max_size=20),
)
CONTRACTS = st.recursive(
    st.sampled_from(
        [
            "$",
            "$.string()",
            "$.int().notNull()",
            "$.bool()",
            "$.int().check($ > 0)",
            "{}",
            "[]",
            1,
            None,
        ]
    )
    | TYPE_NAMES.map(lambda name: f"$.class({name})")
    | TYPE_NAMES.map(lambda name: f"$.template({name}).owned()")
    | EXPRESSIONS,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(WORDS | st.just("$.string()"), inner, max_size=3)
    ),
    max_leaves=4,
)
SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | TEXTS | st.dates()
JUNK = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(SCALARS, inner, max_size=3),
    max_leaves=6,
)


def keys(
    required: dict[str, st.SearchStrategy[Any]], **optional: st.SearchStrategy[Any]
) -> st.SearchStrategy[Any]:
    """A mapping with fixed keys."""
    return st.fixed_dictionaries(required, optional=optional)


def _blocks(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Instructions that hold others."""
    body = st.lists(inner, max_size=3)
    return st.one_of(
        keys({"If": EXPRESSIONS, "Then": body}, Else=body),
        keys({"While": EXPRESSIONS, "Do": body}),
        keys({"For": WORDS, "In": EXPRESSIONS, "Do": body}),
        keys({"Repeat": EXPRESSIONS, "Do": body}),
        keys(
            {"Match": st.dictionaries(WORDS, body, max_size=2), "Value": EXPRESSIONS}, Default=body
        ),
        keys({"Switch": st.dictionaries(EXPRESSIONS, body, max_size=2)}, Default=body),
        keys(
            {"Try": body},
            Catch=st.lists(keys({"With": TYPE_NAMES, "As": WORDS, "Do": body}), max_size=2),
            Finally=body,
        ),
        keys({"Parallel": body}, Limit=EXPRESSIONS),
        keys({"Do": body}),
    )


INSTRUCTIONS = st.recursive(
    EXPRESSIONS
    | st.sampled_from(
        ["Break", "Continue", {"Break": None}, {"Rethrow": None}, {"Throw": "x", "Message": "$"}]
    )
    | st.builds(lambda value: {"Return": value}, EXPRESSIONS)
    | st.builds(lambda name, value: {f"${name}": value}, WORDS, EXPRESSIONS),
    _blocks,
    max_leaves=6,
)
META = st.lists(
    TYPE_NAMES | st.dictionaries(TYPE_NAMES, st.dictionaries(WORDS, JUNK, max_size=2), max_size=2),
    max_size=2,
)
PROPERTY = keys(
    {"Contract": CONTRACTS},
    Usage=st.sampled_from(["In", "Out", "Config", "Static", "in"]),
    Default=JUNK | EXPRESSIONS,
    Meta=META,
)
ARGUMENT = keys(
    {"Contract": CONTRACTS}, Default=JUNK, Usage=st.sampled_from(["Standard", "VarArgs", "KwArgs"])
)
METHOD = keys(
    {},
    Usage=st.sampled_from(["Runtime", "Static", "Extension", "Action"]),
    Scope=st.sampled_from(["Public", "Session"]),
    Arguments=st.lists(st.dictionaries(WORDS, ARGUMENT, min_size=1, max_size=1), max_size=3),
    Body=st.lists(INSTRUCTIONS, max_size=4),
    Meta=META,
)
CLASS = keys(
    {
        "Namespaces": st.just(
            {"=": "example.app", "std": "io.murano", "res": "io.murano.resources"}
        ),
        "Name": st.sampled_from(["Sample", "Base"]),
    },
    Usage=st.sampled_from(["Class", "Meta"]),
    Extends=TYPE_NAMES | st.lists(TYPE_NAMES, max_size=3),
    Import=TYPE_NAMES,
    Meta=META,
    Properties=st.dictionaries(WORDS, PROPERTY, max_size=3),
    Methods=st.dictionaries(WORDS, METHOD, max_size=3),
)
MANIFEST = keys(
    {
        "Format": st.sampled_from([1.4, "MuranoPL/1.3", "1.0", 2, "Heat.HOT/1.0"]),
        "Type": st.sampled_from(["Library", "Application"]),
        "FullName": st.just("example.app"),
        "Classes": st.just(
            {"example.app.Sample": "Sample.yaml", "example.app.Base": "sub/Base.yaml"}
        ),
    },
    Version=st.sampled_from(["1.0.0", 1.1, "x", None]),
    Require=st.dictionaries(
        st.sampled_from(["io.murano.applications", "example.app", "gone"]),
        JUNK | st.just(">=0"),
        max_size=2,
    ),
    UI=st.just("ui.yaml") | JUNK,
    Meta=META,
)
UI = keys(
    {
        "Version": st.sampled_from([2, "2.2"]),
        "Application": st.dictionaries(WORDS, EXPRESSIONS | JUNK, max_size=2),
    },
    Forms=st.lists(
        st.dictionaries(
            WORDS, keys({"fields": st.lists(st.dictionaries(WORDS, JUNK), max_size=2)}), max_size=2
        )
    ),
    Templates=JUNK,
)
SNIPPETS = st.sampled_from(
    [
        *(
            "---\n",
            "&a [*a]\n",
            "a: &x {b: *x}\n",
            "<<: *gone\n",
            "? [a]\n: b\n",
            "\t- x\n",
            "%YAML 9.9\n---\n",
        ),
        *(
            "[" * 300,
            "{a: " * 300,
            "- " * 300 + "x\n",
            "'" * 9,
            "= : =\n",
            "\x00",
            "\ufeff",
            "\x85 \u2028",
            "\u202e",
        ),
        *(
            "!yaql '$.x('\n",
            "!!python/object:os.system {}\n",
            "!!binary '*'\n",
            "!!set {a}\n",
            "!!int x\n",
        ),
        *(
            "a: 1\na: 2\n",
            "x: 99999-99-99\n",
            "x: 1e999999\n",
            "x: 0b\n",
            "x: 1:99:99\n",
            "x: 0o8\n",
        ),
    ]
)


@st.composite
def spoilt(draw: st.DrawFn, good: st.SearchStrategy[Any]) -> bytes:
    """A file: good data with up to three mistakes in it, then up to two in its bytes."""
    data = copy.deepcopy(draw(good))  # a strategy may hand out one object twice
    for _ in range(draw(st.integers(0, 3))):
        _spoil(draw, data)
    content = yaml.safe_dump(
        data, sort_keys=False, allow_unicode=True, default_flow_style=draw(st.booleans())
    ).encode()
    for _ in range(draw(st.sampled_from([0, 0, 0, 1, 2]))):
        at = draw(st.integers(0, len(content)))
        head, tail = content[:at], content[at:]
        inserted = draw(SNIPPETS.map(str.encode) | st.binary(max_size=4))
        recoded = content.decode("utf-8", "replace").encode("utf-16")
        content = draw(st.sampled_from([head + inserted + tail] * 4 + [head, recoded]))
    return content


def _spoil(draw: st.DrawFn, data: Any) -> None:
    """Make one mistake in place: at a random mapping or list, an entry dropped, renamed, replaced or added."""
    holders = [holder for holder in _holders(data) if holder]
    if not holders:
        return
    holder = draw(st.sampled_from(holders))
    key = draw(st.sampled_from(list(holder) if isinstance(holder, dict) else range(len(holder))))
    match draw(st.sampled_from(["drop", "rename", "replace", "wrap"])):
        case "drop":
            del holder[key]
        case "rename" if isinstance(holder, dict):
            holder[str(key).swapcase() + draw(st.sampled_from(["", "s", "\N{SNOWMAN}"]))] = (
                holder.pop(key)
            )
        case "replace":
            holder[key] = draw(JUNK)
        case _:
            holder[key] = [holder[key]]


def _holders(data: Any) -> list[Any]:
    """Every mapping and list in the data."""
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    result = [holder for value in inner for holder in _holders(value)]
    return [data, *result] if isinstance(data, (dict, list)) else result


PACKAGES = st.fixed_dictionaries(
    {
        "manifest.yaml": spoilt(MANIFEST),
        "Classes/Sample.yaml": spoilt(CLASS),
        "Classes/sub/Base.yaml": spoilt(CLASS),
    },
    optional={
        "UI/ui.yaml": spoilt(UI),
        "Classes/Other.yaml": spoilt(CLASS),
        "images.lst": st.binary(max_size=20),
    },
)
