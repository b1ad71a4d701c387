"""What rendering takes for a property, the class's schema takes (2020-12, with a validator that is not ours)."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

import jsonschema
from hypothesis import given, settings
from hypothesis import strategies as st

import muranopl

MANIFEST = "Format: MuranoPL/1.4\nType: Library\nFullName: acme\nName: Acme\nClasses:\n  acme.Base: Base.yaml\n"
OTHERS = """\
Name: Other
Properties:
  size: {Contract: $.int(), Default: 1}
"""

small = st.integers(-3, 6)
texts = st.text(alphabet="ab1 ", max_size=4)
constants = st.one_of(small, texts.map(repr), st.sampled_from(["true", "false", "null", "1.5"]))
operators = st.sampled_from(["<", "<=", ">", ">=", "="])
parts = st.recursive(
    st.one_of(
        st.builds("$ {} {}".format, operators, constants),
        st.builds("{} {} $".format, constants, operators),
        st.builds("len($) {} {}".format, operators, small),
        st.builds("$.len() {} {}".format, operators, small),
        st.lists(constants, max_size=4).map(lambda values: f"$ in [{', '.join(map(str, values))}]"),
        st.sampled_from(["^a", "b$", "[ab]+", "^[0-9]*$", "(?i)A", r"a\\Z"]).flatmap(
            lambda pattern: st.sampled_from(
                [f"$.matches('{pattern}')", f"$ =~ '{pattern}'", f"regex('{pattern}').matches($)"]
            )
        ),
        st.just("not $"),
        st.just("$"),
    ),
    lambda inner: st.builds(
        "{} {} {}".format,
        inner.map("({})".format) | inner,
        st.sampled_from(["and", "and", "or"]),
        inner,
    ),
    max_leaves=3,
)
links = st.one_of(
    st.sampled_from(["int()", "string()", "bool()", "notNull()"]), parts.map("check({})".format)
)
expressions = st.one_of(
    st.lists(links, max_size=3).map(lambda chosen: ".".join(["$", *chosen])),
    st.sampled_from(
        [
            "$.class(Other)",
            "$.class(Other).notNull()",
            "$.template(Other)",
            "$.class(Other).check($.size > 2)",
        ]
    ),
    st.sampled_from(["A", "5", "true"]),
)
ASKED = ("In", "InOut", "Const")
usages = st.sampled_from([*ASKED, "Out", "Runtime", "Static", "Config"])
quirks = st.sampled_from([(), (), ("forms",), ("out-value",), ("engine",)])
Tree = Any
contracts: st.SearchStrategy[Tree] = st.recursive(
    expressions,
    lambda inner: st.one_of(
        st.tuples(st.lists(inner, min_size=1, max_size=2), st.lists(small, max_size=2)).map(
            lambda both: both[0] + both[1]
        ),
        st.dictionaries(st.sampled_from(["a", "b"]), inner, max_size=2),
        st.tuples(st.dictionaries(st.just("a"), inner, max_size=1), expressions, inner).map(
            lambda all_: {**all_[0], all_[1]: all_[2]}
        ),
    ),
    max_leaves=4,
)
values: st.SearchStrategy[Any] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        small,
        st.sampled_from([0.0, 1.0, 1.5, -2.5]),
        texts,
        st.sampled_from(["12", "-3", " 4 ", "+5", "1_0", "1.5", "true", "False", "٣"]),
        st.just({"?": {"type": "acme.Other", "id": "there"}, "size": 4}),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(st.sampled_from(["a", "b", "c", "1"]), inner, max_size=2),
    ),
    max_leaves=5,
)


def block(tree: Tree, indent: str) -> str:
    """A contract as YAML, its expressions plain."""
    if isinstance(tree, list):
        return "".join(f"\n{indent}- {block(item, indent + '  ').lstrip()}" for item in tree)
    if isinstance(tree, dict):
        return (
            "".join(f"\n{indent}{key}: {block(item, indent + '  ')}" for key, item in tree.items())
            or "{}"
        )
    return str(tree)


@settings(max_examples=250)
@given(
    contract=contracts,
    usage=usages,
    followed=quirks,
    samples=st.lists(values, min_size=4, max_size=12),
)
def test_what_rendering_takes_the_schema_takes(
    contract: Tree, usage: str, followed: tuple[str, ...], samples: list[Any]
) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name, "acme")
        (folder / "Classes").mkdir(parents=True)
        (folder / "manifest.yaml").write_text(MANIFEST + "  acme.Other: Other.yaml\n")
        declared = (
            f"Properties:\n  p:\n    Usage: {usage}\n    Contract: {block(contract, ' ' * 6)}\n"
        )
        (folder / "Classes" / "Base.yaml").write_text(
            "Namespaces: {=: acme}\nName: Base\n" + declared
        )
        (folder / "Classes" / "Other.yaml").write_text("Namespaces: {=: acme}\n" + OTHERS)
        catalog = muranopl.Catalog([folder], quirks=followed)
        try:
            schema = catalog.schema("acme.Base", draft="2020-12")[""]
        except muranopl.ResolutionError:
            return
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for value in samples:
            result = catalog.render({"?": {"type": "acme.Base", "id": "root"}, "p": value})
            # The engine's schemas refuse some values of contracts, such as `5 > $`
            if result.ok and (usage not in ASKED or not {"forms", "engine"} & {*followed}):
                assert validator.is_valid({"p": value}), (contract, value, schema)
