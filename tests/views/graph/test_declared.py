"""What is declared is dumped by the tags of entities: a new keyword is one tagged field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

import muranopl
from muranopl.ard.nodes import Node
from muranopl.diagnostics.examples import files
from muranopl.language.grammar import class_
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import entity, read
from muranopl.language.grammar.members import named_entry
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.language.grammar.readers import anything, boolean, mapping_of, optional_text
from muranopl.views.dumps import dump as dumps
from tests.material import write

PACKAGE = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.app
Name: Sample
Tags: [one, two]
Supplier: {Name: Us, CompanyUrl: 'https://example.com'}
Classes:
  example.app.Sample: Sample.yaml
  example.app.Label: Label.yaml
=== Classes/Sample.yaml
Namespaces: {=: example.app}
Name: Sample
Colour: red
Properties:
  port:
    Contract: $.int()
    Unit: {of: ports}
    Hidden: true
    Meta:
    - Label: {text: Port}
Methods:
  open:
    Arguments:
    - port:
        Contract: $.int()
        Meta: Label
=== Classes/Label.yaml
Namespaces: {=: example.app}
Name: Label
Usage: Meta
Applies: [Property, Argument]
Inherited: true
Properties:
  text: {Contract: $.string(), Default: none}
"""


@entity
class ColouredClass(ClassDeclaration):
    """A class with a new keyword."""

    colour: str | None = read("Colour", optional_text)


@entity
class MeasuredProperty(PropertyDeclaration):
    """A property with new keywords."""

    unit: Node | None = read("Unit", anything)
    hidden: bool = read("Hidden", boolean, default=False)


def dumped(folder: Path) -> dict[str, Any]:
    """Return the dump of phase 1 of the package's classes, by name."""
    dump = muranopl.Catalog(write(files(PACKAGE), folder)).check().dump("read")
    classes = [class_ for unit in dump["packages"][0]["units"] for class_ in unit["classes"]]
    return {**dump["packages"][0], **{class_["name"]: class_ for class_ in classes}}


def test_a_new_keyword_is_dumped_by_its_tag(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = mapping_of(named_entry(MeasuredProperty, "property"), false=True)
    properties = msgspec.structs.replace(ColouredClass.TAGS["Properties"], reader=table)
    monkeypatch.setitem(ColouredClass.TAGS, "Properties", properties)
    assert dumps, "imported before what it imports is replaced"
    monkeypatch.setattr(class_, "ClassDeclaration", ColouredClass)
    sample = dumped(tmp_path)["Sample"]
    assert sample["colour"] == "red"
    port = sample["properties"]["port"]
    assert (port["unit"], port["hidden"]) == ({"of": "ports"}, True)


def test_all_that_is_declared_is_dumped(tmp_path: Path) -> None:
    dump = dumped(tmp_path)
    manifest, sample, label = dump["declared"], dump["Sample"], dump["Label"]
    assert manifest["tags"] == ["one", "two"]
    supplier = manifest["supplier"]
    assert (supplier["name"], supplier["companyUrl"]) == ("Us", "https://example.com")
    assert supplier["written"]["name"].endswith("manifest.yaml:6:12")
    label_entry = manifest["classes"]["example.app.Label"]
    assert label_entry["path"] == "Label.yaml"
    assert label_entry["at"].endswith("manifest.yaml:9:3")
    port = sample["properties"]["port"]
    assert [(use["type"], use["values"]) for use in port["meta"]] == [("Label", {"text": "Port"})]
    (use,) = sample["methods"]["open"]["arguments"]["port"]["meta"]
    assert use["type"] == "Label"
    assert use["at"].endswith("Classes/Sample.yaml:16:15")
    assert (label["applies"], label["cardinality"]) == (["Property", "Argument"], "One")
    assert "applies" not in sample, "the engine ignores this key of a plain class"


def test_each_key_has_its_place_and_those_that_are_not_written_have_none(tmp_path: Path) -> None:
    property_ = dumped(tmp_path)["Label"]["properties"]["text"]
    assert property_["usage"] == "In"
    places = {name: at.rpartition("Label.yaml")[2] for name, at in property_["written"].items()}
    assert places == {"contract": ":7:10", "default": ":7:32"}
