"""What the dump of a phase says of each construct, with its place."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

PACKAGES = """\
=== lib/manifest.yaml
Format: 1.4
Type: Library
FullName: example.lib
Version: 1.2.3
Classes:
  example.lib.Base: Base.yaml
=== lib/Classes/Base.yaml
Namespaces: {=: example.lib}
Name: Base
=== app/manifest.yaml
Format: 1.4
Type: Application
FullName: example.app
Require: {example.lib: '>=1', example.gone: 2}
UI: ui.yaml
Meta: example.app.Label
Classes:
  example.app.Sample: Sample.yaml
  example.app.Label: Sample.yaml
  example.app.Lost: Lost.yaml
=== app/Classes/Sample.yaml
Namespaces:
  =: example.app
  lib: example.lib
Name: Sample
Extends: [lib:Base]
Properties:
  one:
    Contract: $.class(Label).notNull()
    Default: null
    Meta: {Label: {text: new(Sample)}}
  two:
    Contract: [$.class(lib:Nothing)]
    Default: []
Methods:
  go:
    Arguments:
    - first:
        Contract: $.class(lib:Base)
    Body:
    - $x: new(Label)
    - Try:
      - Throw: Odder
      Catch:
        With: [Odd]
        Do: []
---
Name: Label
Usage: Meta
Import: lib:Base
Properties:
  text: {Contract: $}
---
Name: Round
Extends: [Square]
---
Name: Square
Extends: [Round]
---
Name: Under
Extends: [Square]
---
Name: Heir
Extends: [Lost]
---
Name: Orphan
Extends: [lib:Nobody]
=== app/Classes/Lost.yaml
Name: [
=== app/Classes/Dead.yaml
Namespaces: {=: example.app}
Name: Dead
=== app/UI/ui.yaml
Version: 2.4
ParametersSource: example.app.Sample.ask
Parameters:
  size: 3
Templates:
  disk:
    ?: {type: 'example.lib.Base/1'}
Application:
  ?: {type: example.app.Sample, classVersion: =0.0.0}
  other:
    ?: {type: example.unknown.Thing}
Forms:
- general:
    fields:
    - name: port
      type: integer
      minValue: 3
      required: false
    - name: base
      type: example.lib.Base
    validators:
    - expr: $.general.port > 5
      message: too small
"""
Dump = Callable[[str], dict[str, Any]]


@pytest.fixture
def dump(tmp_path: Path) -> Dump:
    write(files(PACKAGES), tmp_path)

    def dumped(phase: str) -> dict[str, Any]:
        with contextlib.chdir(tmp_path):
            return muranopl.validate("app", libraries="lib").dump(phase)

    return dumped


def test_reading_dumps_the_manifest_and_all_files(dump: Dump) -> None:
    (package,) = dump("read")["packages"]
    declared = package["declared"]
    assert declared["require"]["example.lib"] == {"at": "app/manifest.yaml:4:11", "spec": ">=1"}
    assert declared["meta"] == [{"type": "example.app.Label", "at": "app/manifest.yaml:6:7"}]
    assert declared["written"]["ui"] == "app/manifest.yaml:5:1"
    units = {unit["file"]: unit for unit in package["units"]}
    assert units["app/Classes/Dead.yaml"]["listed"] == []
    assert not units["app/Classes/Lost.yaml"]["complete"]
    sample, label, *_ = units["app/Classes/Sample.yaml"]["classes"]
    assert sample["namespaces"]["lib"]["at"] == "app/Classes/Sample.yaml:3:3"
    assert sample["extends"] == [{"name": "lib:Base", "at": "app/Classes/Sample.yaml:5:11"}]
    assert label["namespaces"] == sample["namespaces"], "those of the document before"
    assert label["usage"] == "Meta"
    assign, try_ = sample["methods"]["go"]["body"]
    assert assign["at"] == "app/Classes/Sample.yaml:20:7"
    assert try_["body"][0]["at"] == "app/Classes/Sample.yaml:22:9"


def test_reading_dumps_the_ui_definition(dump: Dump) -> None:
    (package,) = dump("read")["packages"]
    ui = package["ui"]
    assert ui["version"] == "2.4"
    assert ui["written"]["application"] == "app/UI/ui.yaml:8:1"
    assert ui["parameters"]["size"] == {"at": "app/UI/ui.yaml:4:3", "value": 3}
    assert ui["templates"]["disk"]["value"] == {"?": {"type": "example.lib.Base/1"}}
    form = ui["forms"]["general"]
    assert form["at"] == "app/UI/ui.yaml:13:3"
    assert form["validators"][0]["at"] == "app/UI/ui.yaml:22:7"
    port, base = form["fields"]["port"], form["fields"]["base"]
    assert (port["type"], port["minValue"], port["required"]) == ("integer", 3, False)
    assert port["written"]["minValue"] == "app/UI/ui.yaml:17:7"
    assert port["written"]["type"] == "app/UI/ui.yaml:16:13"
    assert base["classes"] == [{"name": "example.lib.Base", "at": "app/UI/ui.yaml:20:13"}]


NAMES = {
    ("Extends", "lib:Base"): ("example.lib.Base", "example.lib/1.2.3"),
    ("Properties.one.Contract", "Label"): ("example.app.Label", "example.app/0.0.0"),
    ("Properties.one.Meta", "Label"): ("example.app.Label", "example.app/0.0.0"),
    ("Properties.one.Meta", "Sample"): ("example.app.Sample", "example.app/0.0.0"),
    ("Properties.two.Contract", "lib:Nothing"): ("example.lib.Nothing", None),
    ("Methods.go.Arguments.first.Contract", "lib:Base"): ("example.lib.Base", "example.lib/1.2.3"),
    ("Methods.go.Body", "Label"): ("example.app.Label", "example.app/0.0.0"),
}


def test_names_are_dumped_with_the_construct_they_are_in(dump: Dump) -> None:
    (package,) = dump("namespace")["packages"]
    sample = package["classes"]["example.app.Sample"]
    assert {
        (name["construct"], name["written"]): (name["full"], name["package"])
        for name in sample["names"]
    } == NAMES
    nothing = next(name for name in sample["names"] if name["means"] is None)
    assert nothing["at"] == "app/Classes/Sample.yaml:12:24"
    (imported,) = package["classes"]["example.app.Label"]["names"]
    assert (imported["construct"], imported["means"]) == ("Import", "example.lib.Base/1.2.3")
    assert [
        (name["written"], name["full"], name["construct"], name["at"])
        for name in sample["exceptions"]
    ] == [
        ("Odder", "example.app.Odder", "Methods.go.Body", "app/Classes/Sample.yaml:22:16"),
        ("Odd", "example.app.Odd", "Methods.go.Body", "app/Classes/Sample.yaml:24:16"),
    ]


def test_packages_are_dumped_with_what_their_names_are_looked_up_in(dump: Dump) -> None:
    (package,) = dump("namespace")["packages"]
    assert package["core"] == "io.murano/0.0.0"
    assert package["root"] == "io.murano.Object/0.0.0"
    assert package["requires"] == [
        {
            "package": "example.lib",
            "version": ">=1",
            "at": "app/manifest.yaml:4:11",
            "chosen": "example.lib/1.2.3",
        },
        {"package": "example.gone", "version": "2", "at": "app/manifest.yaml:4:31", "chosen": None},
    ]
    assert package["unread"] == [{"name": "example.app.Lost", "at": "app/manifest.yaml:10:3"}]
    (meta,) = package["names"]
    assert (meta["construct"], meta["means"]) == ("Meta", "example.app.Label/0.0.0")
    classes = package["classes"]
    assert classes["example.app.Dead"]["dead"]
    assert classes["example.app.Round"]["listed"] is None
    assert classes["example.app.Sample"]["listed"]["at"] == "app/manifest.yaml:8:3"


def test_the_names_of_ui_definitions_are_dumped(dump: Dump) -> None:
    (package,) = dump("namespace")["packages"]
    assert [(name["construct"], name["written"], name["means"]) for name in package["ui"]] == [
        ("Application", "example.app.Sample", "example.app.Sample/0.0.0"),
        ("Application", "example.unknown.Thing", None),
        ("Templates.disk", "example.lib.Base/1", "example.lib.Base/1.2.3"),
        ("Forms.general.base", "example.lib.Base", "example.lib.Base/1.2.3"),
        ("ParametersSource", "example.app.Sample.ask", "example.app.Sample/0.0.0"),
    ]


INCOMPLETE = {
    "Sample": [],
    "Round": [("circle", "example.app.Square/0.0.0", "34:11")],
    "Square": [("circle", "example.app.Round/0.0.0", "37:11")],
    "Under": [("incomplete-ancestor", "example.app.Square/0.0.0", "40:11")],
    "Heir": [("unread-parent", "example.app.Lost/0.0.0", "43:11")],
    "Orphan": [("unknown-parent", "lib:Nobody", "46:11")],
}


@pytest.mark.parametrize("name", INCOMPLETE)
def test_the_hierarchy_says_why_a_class_is_incomplete(dump: Dump, name: str) -> None:
    type_ = dump("hierarchy")["types"][f"example.app.{name}/0.0.0"]
    expected = [
        {"reason": reason, "name": what, "at": f"app/Classes/Sample.yaml:{place}"}
        for reason, what, place in INCOMPLETE[name]
    ]
    assert type_["incomplete"] == expected


def test_the_hierarchy_has_the_places_of_parents(dump: Dump) -> None:
    types = dump("hierarchy")["types"]
    assert types["example.app.Sample/0.0.0"]["parents"] == [
        {"type": "example.lib.Base/1.2.3", "at": "app/Classes/Sample.yaml:5:11"}
    ]
    assert types["example.app.Label/0.0.0"]["parents"] == [
        {"type": "io.murano.Object/0.0.0", "at": "app/Classes/Sample.yaml:27:7", "implied": True}
    ]


VERSIONS = """\
=== base-1/manifest.yaml
Format: 1.4
Type: Library
FullName: example.base
Version: 1.0.0
Classes: {example.base.Root: Root.yaml}
=== base-1/Classes/Root.yaml
Namespaces: {=: example.base}
Name: Root
=== base-2/manifest.yaml
Format: 1.4
Type: Library
FullName: example.base
Version: 1.1.0
Classes: {example.base.Root: Root.yaml}
=== base-2/Classes/Root.yaml
Namespaces: {=: example.base}
Name: Root
=== lib/manifest.yaml
Format: 1.4
Type: Library
FullName: example.lib
Require: {example.base: '==1.0.0'}
Classes: {example.lib.Middle: Middle.yaml}
=== lib/Classes/Middle.yaml
Namespaces: {=: example.lib, b: example.base}
Name: Middle
Extends: b:Root
=== app/manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Require: {example.base: '>=1', example.lib: ''}
Classes: {example.app.Sample: Sample.yaml}
=== app/Classes/Sample.yaml
Namespaces: {=: example.app, b: example.base, l: example.lib}
Name: Sample
Extends: [b:Root, l:Middle]
"""


def test_an_ancestor_that_another_version_replaces_is_dumped(tmp_path: Path) -> None:
    write(files(VERSIONS), tmp_path)
    libraries = [tmp_path / name for name in ("base-1", "base-2", "lib")]
    report = muranopl.validate(tmp_path / "app", libraries=libraries)
    type_ = report.dump("hierarchy")["types"]["example.app.Sample/0.0.0"]
    merge = {"replaced": "example.base.Root/1.1.0", "by": "example.base.Root/1.0.0"}
    assert type_["merged"] == [merge]
    assert type_["parents"][0]["type"] == merge["by"]


VALUES = """\
=== app/manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Classes:
  example.app.Sample: Sample.yaml
  example.app.Label: Sample.yaml
=== app/Classes/Sample.yaml
Namespaces: {=: example.app, std: io.murano}
Name: Sample
Meta: {Label: {text: {deep: $.nothing}}}
Properties:
  disk:
    Contract: $.class(Label, std:Object, versionSpec => '=0').notNull()
  sizes:
    Contract: [$.int(), 1, 3]
    Default: [1, 2]
  owner:
    Contract: $.string()
    Default: $.find(Sample).name
  shape:
    Contract: {$.string(): $.class(Lost), kind: big}
    Usage: Runtime
Methods:
  go:
    Arguments:
    - first:
        Contract: $.template(Label, excludeProperties => [text])
        Meta: Label
---
Name: Label
Usage: Meta
Cardinality: Many
Properties:
  text: {Contract: $, Default: none}
"""


@pytest.fixture
def values(tmp_path: Path) -> dict[str, Any]:
    """The dump of phase 5 about a class."""
    write(files(VALUES), tmp_path)
    with contextlib.chdir(tmp_path):
        dump = muranopl.validate("app").dump("render")
    type_: dict[str, Any] = dump["types"]["example.app.Sample/0.0.0"]
    return type_


def test_contracts_are_dumped_with_full_names_and_places(values: dict[str, Any]) -> None:
    contracts = values["contracts"]
    assert contracts["disk"] == {
        "at": "app/Classes/Sample.yaml:6:15",
        "form": "class",
        "class": "example.app.Label/0.0.0",
        "default": "io.murano.Object/0.0.0",
        "version": "=0",
        "modifiers": ["notNull()"],
    }
    shape = contracts["shape"]
    assert shape["keys"]["kind"]["text"] == "'big'"
    assert shape["others"]["values"] == {
        "at": "app/Classes/Sample.yaml:14:28",
        "form": "class",
        "class": "example.app.Lost",
    }
    first = values["arguments"]["go"]["first"]
    assert (first["form"], first["class"], first["exclude"]) == (
        "template",
        "example.app.Label/0.0.0",
        ["text"],
    )


def test_defaults_are_dumped_with_values_that_depend_on_the_class_alone(
    values: dict[str, Any],
) -> None:
    assert values["defaults"] == {"sizes": [1, 2]}
    assert values["written"] == {
        "sizes": "app/Classes/Sample.yaml:9:14",
        "owner": "app/Classes/Sample.yaml:12:14",
    }


def test_meta_objects_are_dumped_with_all_their_values(values: dict[str, Any]) -> None:
    own, of_argument = values["meta"]
    assert (own["construct"], own["type"]) == ("", "example.app.Label/0.0.0")
    assert "values" not in own
    assert of_argument == {
        "construct": "Methods.go.Arguments.first",
        "at": "app/Classes/Sample.yaml:21:15",
        "written": "Label",
        "type": "example.app.Label/0.0.0",
        "values": {"text": "none"},
    }


def test_models_that_are_checked_with_the_packages_are_dumped(tmp_path: Path) -> None:
    write(files(VALUES), tmp_path)
    model = {
        "?": {"type": "example.app.Sample", "id": "root"},
        "disk": {"?": {"type": "example.app.Label", "id": "part"}},
        "owner": "us",
    }
    broken = {"?": {"type": "example.app.Nothing"}}
    report = muranopl.Catalog(tmp_path / "app").check(models=[model, broken])
    first, second = report.dump("render")["models"]
    assert first["model"]["disk"]["text"] == "none"
    assert [object_["id"] for object_ in first["graph"]["objects"]] == ["root", "part"]
    assert second == {"model": None}
    assert "models" not in report.dump("inherit")


MEMBERS = """\
=== app/manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Meta: example.app.Label
Classes:
  example.app.Base: Sample.yaml
  example.app.Sample: Sample.yaml
  example.app.Label: Sample.yaml
=== app/Classes/Sample.yaml
Namespaces: {=: example.app}
Name: Base
Properties:
  size: {Contract: $.int(), Meta: [{Label: {text: big}}]}
Methods:
  go:
    Body: []
---
Name: Sample
Extends: Base
Properties:
  size:
    Contract: $.int().check($ > 1)
    Default: 3
Methods:
  go:
    Scope: Public
    Arguments:
    - other:
        Contract: $.class(Base)
        Default: null
    Body: []
---
Name: Label
Usage: Meta
Applies: All
Inherited: true
Properties:
  text: {Contract: $, Default: none}
"""


@pytest.fixture
def inherited(tmp_path: Path) -> dict[str, Any]:
    """The dump of phase 4."""
    write(files(MEMBERS), tmp_path)
    with contextlib.chdir(tmp_path):
        return muranopl.validate("app").dump("inherit")


def test_members_are_dumped_with_all_their_declarations(inherited: dict[str, Any]) -> None:
    sample = inherited["types"]["example.app.Sample/0.0.0"]
    size = sample["properties"]["size"]
    assert size["overrides"] == ["example.app.Base/0.0.0"]
    assert (size["default"], size["inherited_contracts"]) == (3, ["$.int()"])
    assert size["declarations"] == [
        {
            "type": "example.app.Sample/0.0.0",
            "at": "app/Classes/Sample.yaml:12:3",
            "written": {
                "contract": "app/Classes/Sample.yaml:13:5",
                "default": "app/Classes/Sample.yaml:14:5",
            },
        },
        {
            "type": "example.app.Base/0.0.0",
            "at": "app/Classes/Sample.yaml:4:3",
            "written": {
                "contract": "app/Classes/Sample.yaml:4:10",
                "meta": "app/Classes/Sample.yaml:4:29",
            },
        },
    ]
    go = sample["methods"]["go"]
    (other,) = go["arguments"]
    assert (go["scope"], other["contract"]) == ("Public", "$.class(example.app.Base)")
    assert other["place"] == "app/Classes/Sample.yaml:19:7"


def test_inherited_meta_objects_are_dumped_with_the_place_where_they_are_attached(
    inherited: dict[str, Any],
) -> None:
    size = inherited["types"]["example.app.Sample/0.0.0"]["properties"]["size"]
    label = {"type": "example.app.Label/0.0.0", "values": {"text": "big"}}
    attached = {"declaring": "example.app.Base/0.0.0", "place": "app/Classes/Sample.yaml:4:37"}
    assert size["meta"] == [label | attached]
    (of_package,) = inherited["packages"]["example.app/0.0.0"]
    assert (of_package["declaring"], of_package["place"]) == (
        "example.app/0.0.0",
        "app/manifest.yaml:4:7",
    )


def test_a_key_that_stands_for_another_one_has_its_place(tmp_path: Path) -> None:
    example = "=== Classes/Sample.yaml\nName: Sample\nWorkflow:\n  go: {Body: []}\n"
    write(files(example), tmp_path)
    (package,) = muranopl.validate(tmp_path).dump("read")["packages"]
    (class_,) = package["units"][0]["classes"]
    assert list(class_["methods"]) == ["go"]
    assert class_["written"]["workflow"].endswith("Sample.yaml:2:1")
