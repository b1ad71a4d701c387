"""Each quirk alone: the document's way with a voice by default, the engine's way under its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

import muranopl
from muranopl.diagnostics.quirks import QUIRKS
from tests.render.test_models import write


class Example(NamedTuple):
    """`properties` of class Sample, further `classes`, the values a model gives.

    `document` and `engine` are what property `p` becomes ("refused" where the model does not load),
    or, where the model has more than that in its `header`, what is kept of this.
    """

    properties: str
    given: dict[str, Any]
    document: Any
    engine: Any
    classes: str = ""
    root: str = "Sample"
    version: str = "0.0.0"
    header: tuple[tuple[str, Any], ...] = ()


PART = "---\nName: Part\nProperties:\n  size:\n    Contract: $.int()\n    Default: 4\n---\nName: Big\nExtends: Part\n"
KID = "---\nName: Kid\nExtends: Sample\nProperties:\n"

EXAMPLES: dict[str, Example] = {
    "int-conversion": Example("  p: {Contract: $.int()}\n", {"p": 2.5}, "refused", 2),
    "string-conversion": Example("  p: {Contract: $.string()}\n", {"p": 2.5}, "2.5", "refused"),
    "empty-is-false": Example("  p: {Contract: $.bool()}\n", {"p": ""}, True, False),
    "default-class": Example(
        "  p:\n    Contract: $.class(Part, Big)\n", {}, {"size": 4}, None, PART
    ),
    "list-length": Example(
        "  p:\n    Contract: [$.int(), $.string()]\n", {"p": [1]}, "refused", [1]
    ),
    "out-value": Example("  p: {Contract: $.int(), Usage: Out, Default: 1}\n", {"p": 2}, 1, 2),
    "object-default": Example(
        "  p:\n    Contract: $.class(Part)\n    Default: {size: 9}\n",
        {"p": {}},
        {"size": 9},
        {"size": 4},
        PART,
    ),
    "not-owned-self": Example(
        "  p:\n    Contract: $.class(Sample).notOwned()\n", {"p": "root"}, "refused", "root"
    ),
    "overridden-owned": Example(
        "  p:\n    Contract: $.class(Part).owned()\n",
        {"p": {}},
        {"size": 4},
        "refused",
        PART + KID + "  p:\n    Contract: $.class(Part)\n",
        "Kid",
    ),
    "ancestor-first": Example(
        "  p: {Contract: $.string()}\n",
        {"p": 7},
        "7",
        "refused",
        f"{KID}  p: {{Contract: $.string()}}\n---\nName: Both\nExtends: [Sample, Kid]\n",
        "Both",
    ),
    "unused-default": Example("  p: {Contract: $.int(), Default: five}\n", {"p": 5}, 5, 5),
    "hidden-runtime": Example(
        "  p: {Contract: $.int()}\n",
        {},
        "absent",
        2,
        KID + "  p: {Contract: $.int(), Usage: Runtime, Default: 2}\n",
        "Kid",
    ),
    "lone-application": Example(
        "  p: {Contract: $.int()}\n",
        {"p": 1},
        1,
        1,
        "---\nName: App\nExtends: [std:Application, Sample]\n",
        "App",
    ),
    "forward-reference": Example(
        "  p:\n    Contract: $.class(Sample)\n  q:\n    Contract: $.class(Sample)\n",
        {"p": "later", "q": {"?": {"type": "shop.Sample", "id": "later"}}},
        {"p": None, "q": None},
        "refused",
        KID + "  p:\n    Contract: $.class(Sample)\n",
        "Kid",
    ),
    "nested-subclass": Example(
        "  p:\n    Contract: $.class(Sample)\n",
        {"p": {"?": {"type": "shop.Kid"}, "own": 1}},
        {"own": 1, "p": None},
        {"p": None},
        KID + "  own: {Contract: $.int()}\n",
    ),
    "unnamed-owner": Example(
        "  p:\n    Contract: $.class(Sample)\n",
        {"p": {"p": {"?": {"type": "shop.Sample", "id": "inner"}}}},
        {
            "p": {
                "?": {
                    "type": "shop.Sample/0.0.0@shop",
                    "id": "inner",
                    "name": None,
                    "metadata": None,
                },
                "p": None,
            }
        },
        {"p": "inner"},
    ),
    "model-version": Example("  p: {Contract: $.int()}\n", {"p": 1}, 1, "refused", version="1.2.0"),
    "header-package": Example(
        "  p: {Contract: $.int()}\n",
        {},
        {"version": "0.0.0", "package": "shop"},
        {},
        header=(("version", "0"), ("package", None)),
    ),
    "designer-keys": Example("  p: {Contract: $.int()}\n", {}, {"_x": 1}, {}, header=(("_x", 1),)),
    "document-names": Example(
        "  p:\n    Contract: $.class(Part)\n",
        {"p": {"=:Part": {"size": 5}}},
        {"size": 5},
        "refused",
        PART,
    ),
}


def rendered(example: Example, folder: Path, quirks: tuple[str, ...]) -> tuple[Any, list[str]]:
    text = f"Namespaces:\n  =: shop\n  std: io.murano\nName: Sample\nProperties:\n{example.properties}{example.classes}"
    model = {
        "?": {"type": f"shop.{example.root}", "id": "root", **dict(example.header)},
        **example.given,
    }
    result = muranopl.Catalog([write(folder, text, example.version)], quirks=quirks).render(model)
    voices = [
        f"{diagnostic.message} {' '.join(diagnostic.notes)}" for diagnostic in result.diagnostics
    ]
    if result.model is None:
        return "refused", voices
    if example.header:
        return {
            key: result.model["?"][key] for key, _ in example.header if key in result.model["?"]
        }, voices
    value = result.model.get("p", "absent")
    return (
        {key: part for key, part in value.items() if key != "?"}
        if isinstance(value, dict)
        else value
    ), voices


def test_every_quirk_of_models_has_an_example() -> None:
    # They concern classes or calls, not values of models, or models with a copy
    elsewhere = {
        "const-value",
        "core-version",
        "exception-text",
        "given-list",
        "keyword-names",
        "null-argument",
        "version-conflict",
        "version-merge",
        "forms",
        "plugin-version",
        "static-first",
        "text-contract",
        "unknown-scope",
    }
    assert EXAMPLES.keys() == QUIRKS.keys() - elsewhere


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_quirk(name: str, tmp_path: Path) -> None:
    example = EXAMPLES[name]
    for folder in ("document", "engine", "all"):
        (tmp_path / folder).mkdir()
    value, voices = rendered(example, tmp_path / "document", ())
    assert value == example.document, voices
    assert any(f"--quirk {name})" in voice for voice in voices), (
        "the default says what the engine does"
    )
    for folder, quirk in (("engine", name), ("all", "engine")):
        value, voices = rendered(example, tmp_path / folder, (quirk,))
        assert value == example.engine, voices
        assert not any("--quirk" in voice for voice in voices)


@pytest.mark.parametrize("default", ["frob(1)", "[five]"])
def test_an_out_value_is_told_where_the_default_fails(default: str, tmp_path: Path) -> None:
    example = Example(
        f"  p: {{Contract: $.int(), Usage: Out, Default: {default}}}\n", {"p": 2}, None, None
    )
    for folder in ("document", "engine"):
        (tmp_path / folder).mkdir()
    value, voices = rendered(example, tmp_path / "document", ())
    assert value == "refused"
    assert any("--quirk out-value)" in voice for voice in voices)
    assert rendered(example, tmp_path / "engine", ("out-value",))[0] == 2


@pytest.mark.parametrize("contract", ["$.class(Sample)", "$.template(Sample)", "[$.class(Sample)]"])
@pytest.mark.parametrize(
    ("outer", "inner", "is_told"),
    [("a", "b", False), ("a", None, False), (None, None, False), (None, "b", True)],
)
def test_objects_inside_one_without_an_id(
    contract: str, outer: str | None, inner: str | None, is_told: bool, tmp_path: Path
) -> None:
    def head(identity: str | None) -> dict[str, Any]:
        return {"?": {"type": "shop.Sample", **({} if identity is None else {"id": identity})}}

    properties = f"  p:\n    Contract: {contract}\n  q:\n    Contract: $.class(Sample).owned()\n"
    example = Example(properties, {"p": {**head(outer), "q": head(inner)}}, None, None)
    for folder in ("document", "engine"):
        (tmp_path / folder).mkdir()
    value, voices = rendered(example, tmp_path / "document", ())
    assert value != "refused"
    assert any("--quirk unnamed-owner)" in voice for voice in voices) is is_told
    assert (rendered(example, tmp_path / "engine", ("unnamed-owner",))[0] == "refused") is is_told


@pytest.mark.parametrize("version", ["2", "nonsense"])
def test_a_version_that_only_the_document_reads(version: str, tmp_path: Path) -> None:
    header = (("version", version),)
    example = Example("  p: {Contract: $.int()}\n", {"p": 1}, None, None, header=header)
    for folder in ("document", "engine"):
        (tmp_path / folder).mkdir()
    value, voices = rendered(example, tmp_path / "document", ())
    assert value == "refused"
    assert any("--quirk header-package)" in voice for voice in voices)
    assert rendered(example, tmp_path / "engine", ("header-package",))[0] != "refused"


@pytest.mark.parametrize(("quirks", "is_told"), [((), True), (("unused-default",), False)])
def test_a_default_that_cannot_complete_an_object_is_told(
    quirks: tuple[str, ...], is_told: bool, tmp_path: Path
) -> None:
    example = Example(
        "  p:\n    Contract: $.class(Part)\n    Default: {size: x}\n", {"p": {}}, None, None, PART
    )
    value, voices = rendered(example, tmp_path, quirks)
    assert value == {"size": 4}
    assert [voice for voice in voices if "--quirk unused-default)" in voice] == (
        voices if is_told else []
    )
