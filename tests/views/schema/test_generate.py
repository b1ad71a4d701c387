"""Schemas through the library: what is asked for, what is left out, and that they always are schemas."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema
import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

OLD = copy.deepcopy(jsonschema.Draft4Validator.META_SCHEMA)
# The type that the documents add
OLD["definitions"]["simpleTypes"]["enum"].append("muranoObject")
VALIDATORS = {
    "04": jsonschema.Draft4Validator(OLD),
    "2020-12": jsonschema.Draft202012Validator(jsonschema.Draft202012Validator.META_SCHEMA),
}


def catalog(folder: Path, properties: str, *quirks: str, classes: str = "") -> muranopl.Catalog:
    text = f"Namespaces:\n  =: shop\n  std: io.murano\nName: Sample\nProperties:\n{properties}{classes}"
    manifest = "Format: MuranoPL/1.4\nType: Library\nFullName: shop\nName: Shop\nClasses: {shop.Sample: Sample.yaml}\n"
    package = write(files(f"=== manifest.yaml\n{manifest}=== Classes/Sample.yaml\n{text}"), folder)
    return muranopl.Catalog([package], quirks=quirks)


class Example(NamedTuple):
    """A contract, its schema in draft 4 (None: there is none) and in 2020-12, and what is noted as untranslated."""

    contract: str
    old: dict[str, Any] | None
    new: dict[str, Any]
    notes: tuple[str, ...] = ()


DIGITS = {"type": "string", "pattern": r"^\d+$"}
NULLABLE = ["integer", "null"]
NO_LIST = {"allOf": [{"not": {"type": ["array", "object"]}}]}
NOT_NULL = {"not": {"type": "null"}}
TEXT = {"type": "string"}
NUMBER = {"anyOf": [{"type": NULLABLE}, DIGITS]}


def attributes(rule: dict[str, Any]) -> dict[str, Any]:
    """What is asked of `width` of `p` of an object."""
    return {
        "type": "object",
        "properties": {"p": {"type": "object", "properties": {"width": rule}}},
    }


EXAMPLES = {
    "number": Example("$.int()", {"type": NULLABLE}, {"anyOf": [{"type": NULLABLE}, DIGITS]}),
    "bounds": Example(
        "$.int().check($ > 0 and 9 >= $)",
        {
            "type": NULLABLE,
            "minimum": 0,
            "exclusiveMinimum": True,
            "maximum": 9,
            "exclusiveMaximum": False,
        },
        {"anyOf": [{"type": "integer", "exclusiveMinimum": 0, "maximum": 9}, DIGITS]},
    ),
    "and among parentheses": Example(
        "$.string().notNull().check((len($) > 1 and $ =~ '^a') and (($ != '') and len($) < 9))",
        {"type": "string", "minLength": 2, "pattern": "^a", "maxLength": 8},
        {
            "anyOf": [
                {
                    "type": "string",
                    "minLength": 2,
                    "pattern": "^a",
                    "maxLength": 8,
                    "allOf": [{"not": {"enum": [""]}}],
                },
                {"not": {"type": ["string", "null"]}},
            ]
        },
        ("check($ != '')",),
    ),
    "computed constants": Example(
        "$.check($ in [1 + 1, [3, 4].max()])", {"enum": [2, 4]}, {"enum": [2, 4]}
    ),
    "an equal value": Example("$.check($ = 5 and 5 = $)", {"enum": [5]}, {"enum": [5]}),
    "null alone is not a choice of a form": Example(
        "$.check($ = null)", {}, {"allOf": [{"enum": [None]}]}, ("check($ = null)",)
    ),
    "one is true": Example("$.check($ in [1])", {"enum": [1]}, {"enum": [1, True]}),
    "no choice": Example("$.check($ in [])", {"not": {}}, {"not": {}}),
    "two types": Example(
        "$.int().string()", {"type": ["string", "null"]}, NO_LIST, ("$.int().string()",)
    ),
    "a choice of types": Example(
        "$.int() or $.string()", {"type": NULLABLE}, NO_LIST, ("$.int() or $.string()",)
    ),
    "both types": Example(
        "$.int() and $.string()", {"type": ["string", "null"]}, NO_LIST, ("$.int() and $.string()",)
    ),
    "unequal": Example(
        "$.int().check($ != 5)",
        {"type": NULLABLE},
        {"anyOf": [{"type": NULLABLE, "allOf": [{"not": {"enum": [5]}}]}, DIGITS]},
        ("check($ != 5)",),
    ),
    "one or the other": Example(
        "$.check($ = a or $ > 5)",
        {},
        {
            "allOf": [
                {"anyOf": [{"enum": ["a"]}, {"type": ["number"], "exclusiveMinimum": 5}]},
                NOT_NULL,
            ]
        },
        ("check($ = a or $ > 5)",),
    ),
    "none of these": Example(
        "$.check(not ($ in [a]))",
        {},
        {"allOf": [{"not": {"enum": ["a"]}}]},
        ("check(not ($ in [a]))",),
    ),
    "a kind": Example(
        "$.check(isList($))", {}, {"allOf": [{"type": "array"}, NOT_NULL]}, ("check(isList($))",)
    ),
    "never": Example("$.check(false)", {}, {"allOf": [{"not": {}}, NOT_NULL]}, ("check(false)",)),
    "a pattern that is not text": Example(
        "$.check($.matches(5))", {}, {"allOf": [TEXT, NOT_NULL]}, ("check($.matches(5))",)
    ),
    "nothing but null": Example(
        "$.int().owned()", {"type": NULLABLE, "owned": True}, {"type": "null"}
    ),
    "no function of contracts": Example("$.toUpper()", None, {}, ("$.toUpper()",)),
    "no chain at all": Example("coalesce($, 1)", None, {}, ("coalesce($, 1)",)),
    "only Python has it": Example(
        r"$.check($ =~ '(?i)^a\\Z')",
        {"pattern": r"(?i)^a\Z"},
        {"allOf": [TEXT, NOT_NULL]},
        (r"check($ =~ '(?i)^a\\Z')",),
    ),
    "no regular expression": Example(
        "$.check($ =~ '(')", {"pattern": "("}, {"allOf": [TEXT, NOT_NULL]}, ("check($ =~ '(')",)
    ),
    "texts have no bounds": Example(
        "$.check($ > a)", {}, {"allOf": [{"type": ["string"]}, NOT_NULL]}, ("check($ > a)",)
    ),
    "the object itself": Example(
        "$.int().check($this.p > $)", {"type": NULLABLE}, NUMBER, ("check($this.p > $)",)
    ),
    "object": Example(
        "$.class(std:Object).notNull()",
        {"type": "muranoObject", "muranoType": "io.murano.Object", "version": "0"},
        {"type": ["object", "string"], "muranoType": "io.murano.Object", "version": "0"},
    ),
    "attributes of an object": Example(
        "$.class(Sample).check($.p.width > 4)",
        {
            "type": ["muranoObject", "null"],
            "muranoType": "shop.Sample",
            "version": "0.0.0",
            "context": attributes({"minimum": 4, "exclusiveMinimum": True}),
        },
        {
            "type": ["object", "string"],
            "muranoType": "shop.Sample",
            "version": "0.0.0",
            "context": attributes({"exclusiveMinimum": 4}),
        },
    ),
    "mapping": Example(
        "{a: $.int()}",
        {"type": "object", "properties": {"a": {"type": NULLABLE}}, "additionalProperties": False},
        {
            "anyOf": [
                {
                    "type": "object",
                    "properties": {"a": {"anyOf": [{"type": NULLABLE}, DIGITS]}},
                    "additionalProperties": True,
                },
                {"type": "null"},
            ]
        },
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_contract(name: str, tmp_path: Path) -> None:
    example = EXAMPLES[name]
    shop = catalog(tmp_path, f"  p:\n    Contract: {example.contract}\n")
    for draft, wanted in (("04", example.old), ("2020-12", example.new)):
        if wanted is None:
            with pytest.raises(muranopl.ResolutionError, match="not a function of contracts"):
                shop.schema("shop.Sample", draft=draft)
            continue
        schema = shop.schema("shop.Sample", draft=draft, untranslated=True)[""]
        assert schema["properties"]["p"] == {**wanted, "title": "p"}
        assert tuple(note["contract"] for note in schema.get("x-untranslated", ())) == example.notes
        VALIDATORS[draft].validate(schema)


def test_the_quirk_forms_alone(tmp_path: Path) -> None:
    properties = (
        "  p: {Contract: $.int().check(0 <= $), Usage: Const}\n  q:\n    Contract: $.check(5 > $)\n"
    )
    for folder in ("document", "engine", "all"):
        (tmp_path / folder).mkdir()
    schema = catalog(tmp_path / "document", properties).schema("shop.Sample")[""]["properties"]
    assert schema["p"] == {"type": NULLABLE, "minimum": 0, "exclusiveMinimum": False, "title": "p"}
    for folder, quirk in (("engine", "forms"), ("all", "engine")):
        schema = catalog(tmp_path / folder, properties, quirk).schema("shop.Sample")[""][
            "properties"
        ]
        assert schema == {"q": {"maximum": 5, "exclusiveMaximum": False}}


def test_names_are_those_of_the_class_that_declares_the_contract(tmp_path: Path) -> None:
    """The engine looks a prefix up in the class asked for, which may have none, or another one, of that name."""
    package = write(
        files(
            "=== manifest.yaml\nFormat: MuranoPL/1.4\nType: Library\nFullName: shop\nName: Shop\n"
            "Classes: {shop.Base: Base.yaml, shop.Kid: Kid.yaml, other.Part: Part.yaml, wrong.Part: Wrong.yaml}\n"
            "=== Classes/Base.yaml\nNamespaces: {=: shop, o: other}\nName: Base\n"
            "Properties:\n  p: {Contract: $, Usage: Out}\n  part:\n    Contract: $.class(o:Part)\n"
            "=== Classes/Kid.yaml\nNamespaces: {=: shop, o: wrong}\nName: Kid\nExtends: Base\n"
            "=== Classes/Part.yaml\nNamespaces: {=: other}\nName: Part\n"
            "=== Classes/Wrong.yaml\nNamespaces: {=: wrong}\nName: Part\n"
        ),
        tmp_path,
    )
    for quirks, wanted in (((), "other.Part"), (("forms",), "wrong.Part")):
        schema = muranopl.Catalog([package], quirks=quirks).schema("shop.Kid")[""]
        assert schema["properties"]["part"]["muranoType"] == wanted


def test_all_classes_of_the_core_library_have_valid_schemas() -> None:
    core = muranopl.Catalog([])
    classes = core.classes()
    assert "io.murano.Environment/0.0.0@io.murano" in classes
    for class_ in classes:
        for draft, validator in VALIDATORS.items():
            for schema in core.schema(class_, draft=draft).values():
                validator.validate(schema)


def test_the_classes_of_a_catalog(tmp_path: Path) -> None:
    assert catalog(tmp_path, "  p: {Contract: $.int()}\n").classes() == ["shop.Sample/0.0.0@shop"]
    assert muranopl.Catalog([], libraries=[tmp_path]).classes() == ["shop.Sample/0.0.0@shop"]


@pytest.mark.parametrize(
    ("more", "error", "message"),
    [
        ({"draft": "07"}, muranopl.UsageError, 'draft must be "04" or "2020-12"'),
        ({"version": "v1"}, muranopl.UsageError, '"v1" is not a version specification'),
        ({"version": "2"}, muranopl.ResolutionError, "but in version 0.0.0 of shop"),
        (
            {"methods": "build"},
            muranopl.ResolutionError,
            'no model builder or action "build"; it has none',
        ),
        (
            {"methods": ["construct", "build"]},
            muranopl.ResolutionError,
            'action "construct" or "build"; it has none',
        ),
        (
            {"methods": ["", "build"]},
            muranopl.ResolutionError,
            'no model builder or action "build"; it has none',
        ),
    ],
)
def test_what_cannot_be_answered(
    more: dict[str, Any], error: type[Exception], message: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=message):
        catalog(tmp_path, "  p: {Contract: $.int()}\n").schema("shop.Sample", **more)


def test_a_contract_that_names_no_class_is_told_with_its_place(tmp_path: Path) -> None:
    with pytest.raises(muranopl.ResolutionError) as caught:
        catalog(tmp_path, "  p:\n    Contract: $.class(Nothing)\n").schema("shop.Sample")
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["MPL209"]


def test_a_meta_object_with_a_broken_header(tmp_path: Path) -> None:
    classes = "Meta:\n  m:Title:\n    '?': 5\n    text: Shop\n"
    shop = catalog(tmp_path, "  p: {Contract: $.int()}\n", classes=classes)
    unit = tmp_path / "Classes" / "Sample.yaml"
    unit.write_text(unit.read_text().replace("std: io.murano\n", "m: io.murano.metadata\n"))
    with pytest.raises(
        muranopl.ResolutionError, match=r"a io\.murano\.metadata\.Title cannot be created"
    ):
        shop.schema("shop.Sample")


def test_what_must_be_given(tmp_path: Path) -> None:
    properties = """\
  needed: {Contract: $.int().notNull()}
  checked: {Contract: $.int().check($ > 0)}
  long: {Contract: [$.int(), 2]}
  refused: {Contract: $.int(), Default: many}
  free: {Contract: $.int()}
  given: {Contract: $.int().notNull(), Default: 1}
  map: {Contract: {a: $.int().notNull(), b: $.int()}}
  text: {Contract: $.string().notNull(), Default: {a: 1}}
"""
    schema = catalog(tmp_path, properties).schema("shop.Sample", draft="2020-12")
    assert schema[""]["required"] == ["needed", "checked", "long", "refused", "map"]
    assert "required" not in catalog(tmp_path, properties).schema("shop.Sample")[""]


@pytest.mark.parametrize(
    ("contract", "taken", "refused"),
    [
        ("{a: $, $.int(): $}", [{"1": None}, {"a": 1}], [{"b": 1}]),
        ("{$.int(): $}", [{"1": None}], [{"b": 1}]),
        ("!yaql '$.class(Part, Part).notNull()'", [None, {}], [5]),
        ("[!yaql '$.class(Part, Part).notNull()']", [[None], None], [[5]]),
        ("!yaql '$.class(Part, null).notNull()'", [{}], [None, 5]),
        ("$.class(Part).notNull()", [{}], [None, 5]),
        ("$.bool().check(false)", [], [None, True, "4"]),
        ("$.int().check($ > 0 and 1 = 2)", [], [None, 4, "4"]),
        ("$.int().check(true)", [None, 4, "4"], []),
    ],
)
def test_what_rendering_takes(
    contract: str, taken: list[Any], refused: list[Any], tmp_path: Path
) -> None:
    shop = catalog(tmp_path, f"  p:\n    Contract: {contract}\n", classes="---\nName: Part\n")
    schema = jsonschema.Draft202012Validator(shop.schema("shop.Sample", draft="2020-12")[""])
    for values, is_taken in ((taken, True), (refused, False)):
        for value in values:
            assert shop.render({"?": {"type": "shop.Sample"}, "p": value}).ok is is_taken, value
            assert schema.is_valid({"p": value}) is is_taken, value


@pytest.mark.parametrize("quirk", [(), ("out-value",), ("forms",), ("engine",)], ids=str)
@pytest.mark.parametrize("usage", ["In", "InOut", "Const", "Out", "Runtime", "Static", "Config"])
def test_values_of_every_usage(usage: str, quirk: tuple[str, ...], tmp_path: Path) -> None:
    """Rendering ignores what no form asks for, whatever it is."""
    shop = catalog(tmp_path, f"  p: {{Usage: {usage}, Contract: $.bool()}}\n", *quirk)
    schema = shop.schema("shop.Sample", draft="2020-12")[""]
    validator = jsonschema.Draft202012Validator(schema)
    ignored = False
    for value in (True, None, "text", [1], {"a": 1}):
        result = shop.render({"?": {"type": "shop.Sample"}, "p": value})
        ignored |= any("ignored" in item.message for item in result.diagnostics)
        assert not result.ok or validator.is_valid({"p": value}), value
    assert (schema["properties"]["p"] == {"readOnly": True}) is ignored
    # What no property is called is likely a slip
    assert not validator.is_valid({"q": 1})
    forms = shop.schema("shop.Sample")[""]["properties"]
    assert ("p" in forms) is (
        usage in {"In", "InOut"} or (usage == "Const" and quirk in {(), ("out-value",)})
    )


@pytest.mark.parametrize("quirk", ["forms", "engine"])
@pytest.mark.parametrize(
    "contract",
    ["{A: Text, b: $.int()}", "[A]", "[A, 5, $.int()]", "{$.string(): A}", "{A: [{B: 5}]}"],
)
def test_constants_of_the_engine_are_schemas_in_the_current_draft(
    contract: str, quirk: str, tmp_path: Path
) -> None:
    """The engine writes null for them, which is no schema."""
    shop = catalog(tmp_path, f"  p: {{Contract: {contract}}}\n", quirk)
    schema = shop.schema("shop.Sample", draft="2020-12")[""]
    jsonschema.Draft202012Validator.check_schema(schema)
    value: Any = {"A": "Text"} if contract.startswith("{A: T") else None
    result = shop.render({"?": {"type": "shop.Sample"}, "p": value})
    assert not result.ok or jsonschema.Draft202012Validator(schema).is_valid({"p": value})
    assert "null" in json.dumps(shop.schema("shop.Sample"))


@pytest.mark.parametrize(
    "contract", ["$.string().check($.matches(5))", "$.check($.matches([a]))", "$.check($ in 5)"]
)
@pytest.mark.parametrize("draft", ["04", "2020-12"])
@pytest.mark.parametrize("quirk", [(), ("forms",)])
def test_a_predicate_that_fails_is_no_bug(
    contract: str, draft: str, quirk: tuple[str, ...], tmp_path: Path
) -> None:
    result = catalog(tmp_path, f"  p:\n    Contract: {contract}\n", *quirk).schema(
        "shop.Sample", draft=draft
    )
    assert "p" in result[""]["properties"]


def test_a_default_without_a_value_is_left_out_with_a_note(tmp_path: Path) -> None:
    result = catalog(tmp_path, "  p:\n    Contract: $.int()\n    Default: 1 / 0\n").schema(
        "shop.Sample", untranslated=True
    )
    assert "default" not in result[""]["properties"]["p"]
    assert result[""]["x-untranslated"] == [{"path": "p", "contract": "Default: 1 / 0"}]


OF_THE_ENGINE = {
    "$.int().check($ > (5))": {"minimum": 5, "exclusiveMinimum": True},
    "$.int().check((5) < $)": {"minimum": 5, "exclusiveMinimum": False},
    "$.int().check($ > (2 + 3))": {"minimum": 5, "exclusiveMinimum": True},
    "$.int().check($ > true)": {"minimum": True, "exclusiveMinimum": True},
    "$.int().check($ in (list(1, 2)))": {"enum": [1, 2]},
    "$.int().check(($) > 5)": {},
    "$.int().check(($ > 5))": {},
}


@pytest.mark.parametrize(("contract", "said"), OF_THE_ENGINE.items(), ids=OF_THE_ENGINE)
def test_constants_in_parentheses_are_constants_to_the_engine(
    contract: str, said: dict[str, Any], tmp_path: Path
) -> None:
    result = catalog(tmp_path, f"  p:\n    Contract: {contract}\n", "forms").schema("shop.Sample")[
        ""
    ]
    assert result["properties"]["p"] == {"type": NULLABLE, **said}


ONE, NUMBERS = {"enum": [1]}, {"type": NULLABLE}
LISTS: dict[str, dict[str, Any]] = {
    "[$.int(), 1, 2, 3]": {
        "items": [NUMBERS, ONE],
        "additionalItems": ONE,
        "minItems": 2,
        "maxItems": 3,
    },
    "[1, 2, 3]": {"items": ONE, "minItems": 2, "maxItems": 3},
    "[1, $.int(), 2, 3]": {
        "items": [ONE, NUMBERS],
        "additionalItems": NUMBERS,
        "minItems": 2,
        "maxItems": 3,
    },
    "[$.int(), 2, 3]": {"items": NUMBERS, "minItems": 2, "maxItems": 3},
}


@pytest.mark.parametrize(("contract", "said"), LISTS.items(), ids=LISTS)
def test_numbers_in_a_list_that_are_no_bounds_are_constants(
    contract: str, said: dict[str, Any], tmp_path: Path
) -> None:
    result = catalog(tmp_path, f"  p:\n    Contract: {contract}\n").schema("shop.Sample")[""]
    assert result["properties"]["p"] == {"title": "p", "type": "array", **said}
    json_schema = {"type": "object", "properties": {"p": result["properties"]["p"]}}
    VALIDATORS["04"].validate(json_schema)
