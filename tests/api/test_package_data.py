"""Packages as Python data: what is written of them is what YAML would say."""

from __future__ import annotations

import datetime
import enum
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl import QuotedString, YaqlExpression
from tests.manifests import library_manifest, write_files

MANIFEST: dict[str, Any] = {
    "Format": 1.4,
    "Type": "Library",
    "FullName": "acme.app",
    "Description": "[beta] $.x: 5",
    "Classes": {"acme.app.App": "App.yaml", "acme.app.Kid": "App.yaml"},
}
APP: dict[str, Any] = {
    "Namespaces": {"=": "acme.app", "std": "io.murano"},
    "Name": "App",
    "Extends": "std:Object",
    "Properties": {
        "size": {"Contract": "$.int().notNull()", "Default": 5},
        "sizes": {"Contract": ["$.int()"], "Default": "[$.size, 2].select($ * 2)"},
        "map": {"Contract": {"$.string()": "$.int()"}, "Default": {}},
        "text": {"Contract": "$.string()", "Default": QuotedString("$.size + 1")},
        "word": {"Contract": "$.string()", "Default": "yes"},
        "ready": {"Contract": "$.bool()", "Default": YaqlExpression("not false")},
        "day": {"Contract": "$", "Default": "2020-02-03"},
    },
    "Methods": {
        "double": {
            "Scope": "Public",
            "Body": [
                {"$result": "$.size * 2"},
                {"If": "$result > 0", "Then": [{"Return": "$result"}]},
            ],
        }
    },
}
KID = {"Name": "Kid", "Extends": "App"}
DATA: dict[str, Any] = {
    "manifest.yaml": MANIFEST,
    "Classes/App.yaml": [APP, KID],
    "Resources/run.sh": "echo run\n",
    "Resources/data.bin": b"\0\1",
}
MODEL = {"?": {"type": "acme.app.Kid", "id": "kid"}}


def test_a_package_is_read_as_yaml_would_say_it() -> None:
    catalog = muranopl.Catalog(DATA)
    assert not catalog.check().diagnostics
    result = catalog.render(MODEL).model
    assert result is not None
    assert {key: value for key, value in result.items() if key != "?"} == {
        "size": 5,
        "sizes": [10, 4],
        "map": {},
        "text": "$.size + 1",
        "word": "yes",
        "ready": True,
        "day": "2020-02-03",
    }
    assert catalog.call("acme.app.Kid", "double", model=MODEL).value == 10
    package = catalog.contents.package("acme.app")
    assert package.read("Resources/data.bin") == b"\0\1"
    assert package.manifest["Description"] == MANIFEST["Description"]


def user(required: str) -> dict[str, Any]:
    """A package that requires another one."""
    return {
        "manifest.yaml": {
            "Format": "1.4",
            "Type": "Library",
            "FullName": "acme.user",
            "Require": {required: 0},
            "Classes": {"acme.user.User": "User.yaml"},
        },
        "Classes/User.yaml": {"Name": "acme.user.User", "Extends": "acme.app.App", "Colour": "red"},
    }


CORE: dict[str, Any] = {
    "manifest.yaml": {
        "Format": "1.4",
        "Type": "Library",
        "FullName": "io.murano",
        "Classes": {"io.murano.Object": "Object.yaml"},
    },
    "Classes/Object.yaml": {"Name": "io.murano.Object"},
}


def test_data_stands_wherever_a_folder_may(tmp_path: Path) -> None:
    manifest = library_manifest("acme.folder", {})
    folder = write_files(tmp_path / "folder", {"manifest.yaml": manifest})
    found = muranopl.validate(user("acme.app"), libraries=[DATA, folder]).diagnostics
    said = [f"{item.place.file.display}:{item.line}: {item.code}" for item in found]
    assert said == ["<acme.user>/Classes/User.yaml:3: MPL120"]
    for catalog in (
        muranopl.Catalog([user("acme.app"), DATA]),
        muranopl.Catalog("user", libraries=DATA, streams={"user": user("acme.app")}),
        muranopl.Catalog(user("acme.app"), libraries="a", streams={"a": DATA}),
    ):
        assert [item.code for item in catalog.check().diagnostics] == ["MPL120"]
        assert catalog.resolve("acme.user.User").parents == ("acme.app.App/0.0.0",)
    # Two of one name stay apart
    same = {**DATA, "manifest.yaml": [MANIFEST]}
    twice = muranopl.Catalog([DATA, same]).check()
    assert [item.place.file.root for item in twice.diagnostics] == ["<acme.app> 2"]
    assert {item.code for item in twice.diagnostics} == {"MPL215"}
    replaced = muranopl.Catalog([], core_library=CORE).contents.classes()
    names = {class_.name for class_ in replaced if class_.package == "io.murano"}
    assert names == {"io.murano.Object", "io.murano.system.GC"}


class Level(enum.StrEnum):
    """A value of a program."""

    LOW = "low"


class Number(enum.IntEnum):
    """Another one."""

    ONE = 1


VALUES: dict[str, tuple[Any, str]] = {
    "a member of an enumeration": (Level.LOW, "low"),
    "a number of one": (Number.ONE, "1"),
    "a date": (datetime.date(2020, 2, 3), "2020-02-03"),
    "a word that YAML reads as a boolean": ("no", "'no'"),
    "digits": ("5", "'5'"),
    "a tuple": ((1, "a"), "- 1\n- a"),
    "text of two lines": ("a\nb", "'a\n\n  b'"),
    "an expression that YAML cannot write plain": ("[$a, 1]", "!yaql '[$a, 1]'"),
    "an expression of two lines": ("$.a +\n$.b", "!yaql '$.a +\n\n  $.b'"),
    "text that could be one": ("Note: this", "'Note: this'"),
    "text in brackets": ("[beta]", "'[beta]'"),
    "an expression in any case": (YaqlExpression("[beta]"), "!yaql '[beta]'"),
    "none in any case": (QuotedString("$.a"), "'$.a'"),
    "a call": ("$.f('a')", "$.f('a')"),
}


@pytest.mark.parametrize("case", VALUES)
def test_values(case: str) -> None:
    value, text = VALUES[case]
    files = {"manifest.yaml": MANIFEST, "Classes/App.yaml": {"Name": {"key": value}}}
    package = muranopl.Catalog(files).contents.package("acme.app")
    written = package.read("Classes/App.yaml").decode()
    lines = [line.strip() for line in written.removeprefix("Name:\n  key:").split("\n")]
    assert "\n".join(lines).strip() == text.replace("\n  ", "\n")


def nested(depth: int) -> list[Any]:
    result: list[Any] = []
    for _ in range(depth):
        result = [result]
    return result


ITSELF: list[Any] = []
ITSELF.append(ITSELF)
REFUSED: dict[str, tuple[Any, str]] = {
    "a set": ({"a.yaml": {"b": [{1, 2}]}}, '"a.yaml" in the package data: b.0 is of'),
    "bytes in a document": ({"a.yaml": {"b": b"c"}}, "b is of type bytes"),
    "a key that is a tuple": ({"a.yaml": {("b", "c"): 1}}, "of type tuple"),
    "what contains itself": ({"a.yaml": {"b": ITSELF}}, "nested deeper than 200 levels"),
    "deep nesting": ({"a.yaml": nested(500)}, "nested deeper than 200 levels"),
    "a lone surrogate": ({"a.txt": "\ud800"}, "surrogates not allowed"),
    "a long number": ({"a.yaml": {"b": 10**5000}}, "digits"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_no_file_can_say_is_refused(case: str) -> None:
    data, message = REFUSED[case]
    for ask in (
        lambda: muranopl.Catalog(data),
        lambda: muranopl.validate(data),
        lambda: muranopl.Catalog("app", streams={"app": data}),
    ):
        with pytest.raises(muranopl.UsageError) as caught:
            ask()
        assert message in str(caught.value)


def test_what_is_no_package_is_reported() -> None:
    for data in ({}, {"a.yaml": {"b": 1}}, {"../manifest.yaml": MANIFEST}):
        report = muranopl.validate(data)
        assert not report.ok
        assert all("package" in item.place.file.display for item in report.diagnostics)


@pytest.mark.parametrize("value", [{"a.yaml": 1}, {"a.yaml": None}, {5: {}}, {"": {}}])
def test_a_mapping_of_another_kind_is_no_package(value: Any) -> None:
    for ask, message in (
        (lambda: muranopl.Catalog(value), "paths must be a path"),
        (lambda: muranopl.Catalog([value]), "each of paths must be a path"),
        (lambda: muranopl.validate(value), "path must be a path"),
        (lambda: muranopl.validate("a", libraries=value), "libraries must be a path"),
        (lambda: muranopl.Catalog("a", streams={"a": value}), "must be bytes"),
    ):
        with pytest.raises(muranopl.UsageError, match=message):
            ask()
