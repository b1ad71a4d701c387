"""Packages that use plugins: checked, compared, run; and plugins written as packages."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from tests.command_line import outcome
from tests.extensions.distributions import MANIFEST, checkout, write

MODULE = """\
from yaql.language import specs, yaqltypes


class Thing:
    def __init__(self, this, size, label=None): ...

    @specs.parameter("name", yaqltypes.String())
    @specs.parameter("limit", int)
    def find_by_name(self, name, limit=None): ...

    @staticmethod
    @specs.meta("Scope", "Public")
    def count_all(): ...

    @specs.parameter("names", yaqltypes.Iterable())
    def find_each(self, names): ...

    def open_ended(self, *args, **kwargs): ...
"""
BODIES = {
    "new(t:Thing, size => 1)": [],
    "new(t:Thing, 1)": ["MPL653"],
    "new(t:Thing, size => 1, colour => red)": ["MPL662"],
    "new(t:Thing)": ["MPL663"],
    "$.thing.findByName(x)": [],
    "$.thing.findByName(name => x, limit => 3)": [],
    "$.thing.find_by_name(x)": ["MPL651"],
    "$.thing.findByName(x, 1, 2)": ["MPL653"],
    "$.thing.findByName()": ["MPL653"],
    "$.thing.findByName(x, max => 1)": ["MPL653"],
    "$.thing.findByName(null)": ["MPL654"],
    "$.thing.findByName(x, {})": ["MPL654"],
    "$.thing.findByName(5)": ["MPL654"],
    "$.thing.findByName($.thing.countAll())": [],
    "$.thing.findByName(x, '5')": ["MPL654"],
    "$.thing.findEach(x)": ["MPL654"],
    "$.thing.findEach([x])": [],
    "new(t:Thing, size => 1, label => 1)": [],
    "$.thing.findByName(x).id.name": [],
    "$.thing.openEnded(1, 2, a => 3)": [],
    "$.thing.size": ["MPL652"],
    ":Thing.countAll()": ["MPL209"],
    "t:Thing.countAll()": [],
    "t:Thing.countAll(1)": ["MPL653"],
    "new('example.Thing', size => 1)": [],
    "new('io.murano.extensions.example.Thing', size => 1)": [],
    "new('io.murano.extensions.example.Other')": ["MPL209"],
}
SAMPLE = """\
Namespaces: {{=: example.app, t: example}}
Name: Sample
Extends: [io.murano.Object{extends}]
Properties:
  thing:
    Contract: $.class(t:Thing).notNull()
Methods:
  go:
    Body:
      - Return: {body}
"""


@pytest.fixture
def plugin(tmp_path: Path) -> str:
    return str(checkout(tmp_path / "plugin", MODULE))


def package(
    folder: Path, body: str, extends: str = "", manifest: str = MANIFEST
) -> str:
    """Write a package with a method, and return its path."""
    sample = SAMPLE.format(body=body, extends=extends).replace(
        "[io.murano.Object", "['std:Object'"
    )
    sample = sample.replace("t: example}", "t: example, std: io.murano}")
    write(folder / "app", {"manifest.yaml": manifest, "Classes/Sample.yaml": sample})
    return str(folder / "app")


def codes(report: muranopl.Report) -> list[str]:
    """Return the codes of errors and warnings."""
    return [item.code for item in report.diagnostics if item.severity.value != "info"]


@pytest.mark.parametrize("body", BODIES)
def test_uses(body: str, plugin: str, tmp_path: Path) -> None:
    path = package(tmp_path, body)
    report = muranopl.validate(path, extensions=plugin)
    assert codes(report) == BODIES[body]
    described = tmp_path / "described"
    outcome("extension", "describe", plugin, "-o", described)
    assert codes(muranopl.validate(path, libraries=described)) == BODIES[body]


def test_a_plugin_may_have_a_name_with_hyphens(tmp_path: Path) -> None:
    plugin = checkout(tmp_path / "plugin", MODULE)
    setup = plugin / "setup.cfg"
    setup.write_text(setup.read_text().replace("example.plugin", "example-plugin"))
    manifest = MANIFEST.replace("example.plugin", "example-plugin")
    path = package(tmp_path, "new(t:Thing)", manifest=manifest)
    assert codes(muranopl.validate(path, extensions=str(plugin))) == ["MPL663"]
    described = tmp_path / "described"
    outcome("extension", "describe", plugin, "-o", described)
    assert codes(muranopl.validate(path, libraries=described)) == ["MPL663"]
    (missing,) = muranopl.validate(path).diagnostics
    assert (missing.code, "--extensions" in (missing.suggestion or "")) == (
        "MPL211",
        True,
    )


def test_the_same_report_with_a_cache(plugin: str, tmp_path: Path) -> None:
    path = package(tmp_path, "$.thing.findByName()")
    cache = muranopl.Cache.in_memory()
    reports = [
        muranopl.validate(path, extensions=plugin, cache=used).render()
        for used in (None, cache, cache)
    ]
    assert reports[0] == reports[1] == reports[2]
    # A changed method is a changed export
    checkout(tmp_path / "plugin", MODULE.replace("name, limit", "name=None, limit"))
    assert codes(muranopl.validate(path, extensions=plugin, cache=cache)) == []


def test_diagnostics_point_to_python(plugin: str, tmp_path: Path) -> None:
    path = package(tmp_path, "$.thing.findByName()")
    (found,) = muranopl.validate(path, extensions=plugin).diagnostics
    places = [(item.file, item.line) for item in found.related]
    assert ("things.py", 9) in places
    assert "def find_by_name" in muranopl.validate(path, extensions=plugin).render()


def test_a_descendant(plugin: str, tmp_path: Path) -> None:
    path = package(tmp_path, "$.openEnded($.findByName(x))", ", 't:Thing'")
    assert codes(muranopl.validate(path, extensions=plugin)) == []
    path = package(tmp_path, "$.nothing()", ", 't:Thing'")
    assert codes(muranopl.validate(path, extensions=plugin)) == ["MPL651"]


@pytest.mark.parametrize(
    ("spec", "expected"),
    [("", []), ("0", []), ("'>=0'", []), ("1", ["MPL212"]), ("0.3", ["MPL212"])],
)
def test_versions(spec: str, expected: list[str], plugin: str, tmp_path: Path) -> None:
    manifest = MANIFEST.replace("example.plugin: 0", f"example.plugin: {spec}")
    path = package(tmp_path, "$.thing.findByName(x)", manifest=manifest)
    assert codes(muranopl.validate(path, extensions=plugin)) == expected


def test_a_plugin_that_is_not_required(plugin: str, tmp_path: Path) -> None:
    manifest = MANIFEST.replace("Require:\n  example.plugin: 0\n", "")
    path = package(tmp_path, "$.thing.findByName()", manifest=manifest)
    found = codes(muranopl.validate(path, extensions=plugin))
    assert found == ["MPL210", "MPL653"]


def test_a_plugin_that_is_not_given(plugin: str, tmp_path: Path) -> None:
    path = package(tmp_path, "$.thing.findByName()")
    assert codes(muranopl.validate(path)) == ["MPL211"]


def test_nothing_is_said_about_an_incomplete_class(tmp_path: Path) -> None:
    module = "from elsewhere import Base\nclass Thing(Base):\n    def one(self): ...\n"
    plugin = str(checkout(tmp_path / "plugin", module))
    path = package(tmp_path, "$.thing.unseen(new(t:Thing, a => 1), $.thing.one(1))")
    assert codes(muranopl.validate(path, extensions=plugin)) == ["MPL653"]
    path = package(tmp_path, "$.unseen(1)", ", 't:Thing'")
    assert codes(muranopl.validate(path, extensions=plugin)) == []


def test_a_package_of_the_same_name_hides_a_plugin(plugin: str, tmp_path: Path) -> None:
    library = write(
        tmp_path / "library",
        {
            "manifest.yaml": "Format: 1.4\nType: Library\nFullName: example.plugin\n"
            "Classes: {example.Thing: Thing.yaml}\n",
            "Classes/Thing.yaml": "Namespaces: {=: example}\nName: Thing\n",
        },
    )
    path = package(tmp_path, "$.thing.findByName(x)")
    report = muranopl.validate(path, libraries=library, extensions=plugin)
    assert codes(report) == ["MPL651"]


def test_what_is_described_checks_clean(plugin: str, tmp_path: Path) -> None:
    status, output, errors = outcome(
        "extension", "describe", plugin, "-o", tmp_path / "out"
    )
    assert (status, errors) == (0, "")
    assert "1 package" in output
    assert muranopl.validate(tmp_path / "out").diagnostics == ()
    _, text, _ = outcome("extension", "describe", plugin)
    assert "=== example.plugin/Classes/example.Thing.yaml" in text
    assert "- limit:\n          Contract: $.int()\n          Default: null\n" in text


def test_what_is_wrong_is_said_beside_the_description(tmp_path: Path) -> None:
    plugin = checkout(tmp_path, "")
    status, output, errors = outcome(
        "extension", "describe", plugin, "--color", "never"
    )
    assert status == 0
    assert "Incomplete: [example.Thing]" in output
    assert "MPL974" in errors
    assert outcome("extension", "describe", tmp_path / "none")[0] == 2


def test_calls_are_answered_by_placeholders_or_a_cloud(
    plugin: str, tmp_path: Path
) -> None:
    path = package(tmp_path, "$.thing.findByName($.name)")
    sample = Path(path, "Classes/Sample.yaml")
    text = sample.read_text().replace("  go:\n", "  go:\n    Scope: Public\n")
    sample.write_text(text.replace("$.name", "$this").replace("$this", "x"))
    model = {
        "?": {"type": "example.app.Sample", "id": "a"},
        "thing": {"?": {"type": "example.Thing", "id": "b"}, "size": 1},
    }
    catalog = muranopl.Catalog(path, extensions=plugin)

    def result(cloud: object = None) -> object:
        called = catalog.call("example.app.Sample", "go", model=model, cloud=cloud)  # type: ignore[arg-type]
        return (
            called.value if called.ok else [item.message for item in called.diagnostics]
        )

    assert result() == "<simulated example.Thing.findByName>"
    assert result({"plugins": {"example.Thing.*": {"result": [1, 2]}}}) == [1, 2]
    failing = {
        "plugins": {"*.findByName": {"fail": "gone", "exception": "LookupError"}}
    }
    (message,) = result(failing)  # type: ignore[misc]
    assert "LookupError" in message
    assert "gone" in message


WRONG_CALLS = {
    "$.thing.findByName()": "Invalid argument name",
    "$.thing.findByName(5)": "Invalid argument name",
    "$.thing.findByName(x, limit => '5')": "Invalid argument limit",
    "$.thing.findByName(x, max => 1)": "Invalid argument **",
    "new(t:Thing)": "Invalid argument size",
}


@pytest.mark.parametrize("body", WRONG_CALLS)
def test_calls_that_a_plugin_refuses_fail(
    body: str, plugin: str, tmp_path: Path
) -> None:
    path = package(tmp_path, body)
    model = {
        "?": {"type": "example.app.Sample", "id": "a"},
        "thing": {"?": {"type": "example.Thing", "id": "b"}, "size": 1},
    }
    catalog = muranopl.Catalog(path, extensions=plugin)
    called = catalog.call("example.app.Sample", "go", model=model, any_method=True)
    (refused,) = (item for item in called.diagnostics if item.code == "MPL580")
    assert WRONG_CALLS[body] in refused.message


@pytest.mark.parametrize("format_", ["Example.Archive/1.0", "Example.Archive/1"])
def test_a_format_of_a_plugin_is_no_error(tmp_path: Path, format_: str) -> None:
    cfg = "[metadata]\nname = example.plugin\n\n[entry_points]\nio.murano.plugins.packages =\n"
    cfg += "    Example.Archive/1.0 = things:Archive\n"
    manifest = f"Format: {format_}\nType: Library\nFullName: example.archive\n"
    write(tmp_path / "plugin", {"setup.cfg": cfg, "things.py": ""})
    write(tmp_path / "app", {"manifest.yaml": manifest})
    report = muranopl.validate(tmp_path / "app", extensions=str(tmp_path / "plugin"))
    (unknown,) = (item for item in report.diagnostics if item.code == "MPL130")
    assert unknown.severity is muranopl.Severity.WARNING
    assert unknown.notes == (
        "the plugin example.plugin adds this format: its class Archive of things makes a package of MuranoPL of it",
    )
    assert unknown.related[0].place.file.path == "setup.cfg"
    without = muranopl.validate(tmp_path / "app")
    assert [item.code for item in without.diagnostics] == ["MPL130"]
