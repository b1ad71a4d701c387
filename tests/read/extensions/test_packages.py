"""Packages that use plugins: checked, compared, run; and plugins written as packages."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

import muranopl
from tests.command_line import outcome
from tests.read.extensions.distributions import ENTRY_POINTS, MANIFEST, SETUP_CFG, checkout, write

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


def package(folder: Path, body: str, extends: str = "", manifest: str = MANIFEST) -> str:
    """Write a package with a method, and return its path."""
    sample = SAMPLE.format(body=body, extends=extends).replace("[io.murano.Object", "['std:Object'")
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
    assert (missing.code, "--extensions" in (missing.suggestion or "")) == ("MPL211", True)


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


class OfPlugin(NamedTuple):
    """The version of a distribution, what is required, the codes, and the version that is found."""

    version: str
    spec: str
    codes: tuple[str, ...]
    found: str | None
    quirks: tuple[str, ...] = ()


QUIRK = ("plugin-version",)
VERSIONS = [
    OfPlugin("1.2", "1", (), "1.2.0"),
    OfPlugin("1.2", "'>=1.1'", (), "1.2.0"),
    OfPlugin("1.2", "'>=0'", (), "1.2.0"),
    OfPlugin("1.2", "0", ("MPL228",), "1.2.0"),
    OfPlugin("1.2", "", ("MPL228",), "1.2.0"),
    OfPlugin("1.2", "0.0.0", ("MPL228",), "1.2.0"),
    OfPlugin("0.3", "0", (), "0.3.0"),
    OfPlugin("0.3", "'0.3'", (), "0.3.0"),
    OfPlugin("2.0rc1", "'>=2.0.0-rc'", (), "2.0.0-rc.1"),
    OfPlugin("1.2", "2", ("MPL212",), None),
    OfPlugin("attr: things.VERSION", "0", (), "0.0.0"),
    OfPlugin("attr: things.VERSION", "1", ("MPL212",), None),
    OfPlugin("1.2", "1", ("MPL212",), None, QUIRK),
    OfPlugin("1.2", "0", (), "0.0.0", QUIRK),
    OfPlugin("1.2", "'>=0'", (), "0.0.0", ("engine",)),
]


@pytest.mark.parametrize("case", VERSIONS, ids=str)
def test_the_version_of_a_distribution(tmp_path: Path, case: OfPlugin) -> None:
    plugin = checkout(tmp_path / "plugin", MODULE)
    setup = plugin / "setup.cfg"
    head = f"[metadata]\nversion = {case.version}\n"
    setup.write_text(setup.read_text().replace("[metadata]\n", head))
    manifest = MANIFEST.replace("example.plugin: 0", f"example.plugin: {case.spec}")
    path = package(tmp_path, "$.thing.findByName(x)", manifest=manifest)
    described = tmp_path / "described"
    outcome("extension", "describe", plugin, "-o", described)
    model = {
        "?": {"type": "example.app.Sample", "id": "a"},
        # As in models that the engine has written
        "thing": {"?": {"type": "example.Thing/0.0.0", "id": "b"}, "size": 1},
    }
    for catalog in (
        muranopl.Catalog(path, quirks=case.quirks, libraries=described),
        muranopl.Catalog(path, quirks=case.quirks, extensions=str(plugin)),
    ):
        assert codes(catalog.check()) == list(case.codes)
        assert catalog.render(model).ok == (case.found is not None)
    if case.found is not None:
        assert catalog.resolve("example.Thing").version == case.found


FORM = """\
Version: 2.2
Application:
  ?: {type: example.app.Sample}
  thing:
    ?: {type: example.Thing}
    size: 1
Forms: []
"""


@pytest.mark.parametrize("quirks", [(), QUIRK])
def test_a_form_may_name_the_class_of_a_plugin_without_a_version(
    tmp_path: Path, quirks: tuple[str, ...]
) -> None:
    """The engine finds it: 0.0.0 is a version 0."""
    plugin = checkout(tmp_path / "plugin", MODULE)
    setup = plugin / "setup.cfg"
    head = "[metadata]\nversion = 1.2\n"
    setup.write_text(setup.read_text().replace("[metadata]\n", head))
    manifest = MANIFEST.replace("example.plugin: 0", "example.plugin: '>=0'")
    manifest = manifest.replace("Type: Library", "Type: Application\nName: Sample")
    path = package(tmp_path, "$.thing.findByName(x)", manifest=manifest)
    write(Path(path), {"UI/ui.yaml": FORM})
    report = muranopl.validate(path, extensions=str(plugin), quirks=quirks)
    assert "MPL701" not in codes(report)


DEPENDENCIES: dict[str, dict[str, str]] = {
    "setup.cfg": {
        "setup.cfg": "[metadata]\nname = example.plugin\n[options]\ninstall_requires =\n    oslo.config\n"
        "    murano.plugins.base>=1.0,<2  # of MuranoPL\n    murano.plugins.no; extra == 'x'\n"
        "[entry_points]\nio.murano.extensions =\n    example.Thing = things:Thing\n"
    },
    "pyproject.toml": {
        "pyproject.toml": '[project]\nname = "example.plugin"\nversion = "1.2"\n'
        'dependencies = ["oslo.config", "murano-plugins.base >=1.0,<2"]\n'
        '[project.entry-points."io.murano.extensions"]\n"example.Thing" = "things:Thing"\n'
    },
    "setup.py": {
        "setup.py": "from setuptools import setup\nsetup(name='example.plugin',\n"
        "    install_requires=['oslo.config', 'murano.plugins.base (>=1.0, <2)'],\n"
        "    entry_points={'io.murano.extensions': ['example.Thing = things:Thing']})\n"
    },
    "pbr": {
        "setup.cfg": SETUP_CFG,
        "requirements.txt": "# of pbr\noslo.config>=1\n-e .\nmurano.plugins.base>=1.0,<2\n",
    },
    "METADATA": {
        "example_plugin-1.2.dist-info/METADATA": "Metadata-Version: 2.1\nName: example.plugin\nVersion: 1.2\n"
        "Requires-Dist: oslo.config\nRequires-Dist: murano.plugins.base<2,>=1.0\n\nRequires-Dist: no\n",
        "example_plugin-1.2.dist-info/entry_points.txt": ENTRY_POINTS,
    },
    "requires.txt": {
        "example.plugin.egg-info/PKG-INFO": "Name: example.plugin\nVersion: 1.2\n",
        "example.plugin.egg-info/requires.txt": "oslo.config\nmurano.plugins.base>=1.0,<2\n\n[x]\nmurano.plugins.no\n",
        "example.plugin.egg-info/entry_points.txt": ENTRY_POINTS,
    },
}
BASE = """\
[metadata]
name = murano.plugins.base
version = 1.4

[entry_points]
io.murano.extensions =
    base.Base = base:Base
"""
USES_BASE = """\
from murano.dsl import dsl
from yaql.language import specs


class Thing:
    @specs.parameter("base", dsl.MuranoObjectParameter("base.Base"))
    def take(self, base): ...
"""


@pytest.mark.parametrize("kind", DEPENDENCIES)
def test_requirements_of_plugins(kind: str, tmp_path: Path) -> None:
    """Those of other plugins are requirements of the package; others, such as oslo.config, mean none."""
    files = {**DEPENDENCIES[kind], "things.py": USES_BASE}
    plugin = write(tmp_path / "plugins" / "one", files)
    base = write(tmp_path / "plugins" / "two", {"setup.cfg": BASE, "base.py": "class Base: ...\n"})
    for given in ([plugin, base], [plugin]):
        described = tmp_path / f"described {len(given)}"
        status, _, errors = outcome(
            "extension", "describe", *given, "-o", described, "--color", "never"
        )
        assert status == 0, errors
        # One alone has the folder for itself
        folder = described / "example.plugin" if len(given) > 1 else described
        manifest = (folder / "manifest.yaml").read_text(encoding="utf-8")
        required = manifest.partition("Require:\n")[2].partition("\n\n")[0].split("\n")
        assert len(required) == 1
        name, _, spec = required[0].strip().partition(": ")
        assert name.strip('"').replace("-", ".") == "murano.plugins.base"
        assert set(spec.strip('"').split(",")) == {">=1.0.0", "<2.0.0"}
    catalog = muranopl.Catalog([], extensions=[str(plugin), str(base)])
    found = catalog.resolve("example.Thing")
    assert catalog.look_up("base.Base", "example.Thing") == ("base.Base/1.4.0@murano.plugins.base")
    assert "take" in found.methods


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
    status, output, errors = outcome("extension", "describe", plugin, "-o", tmp_path / "out")
    assert (status, errors) == (0, "")
    assert "1 package" in output
    assert muranopl.validate(tmp_path / "out").diagnostics == ()
    _, text, _ = outcome("extension", "describe", plugin)
    assert "=== example.plugin/Classes/example.Thing.yaml" in text
    assert "- limit:\n          Contract: $.int()\n          Default: null\n" in text


def test_what_is_wrong_is_said_beside_the_description(tmp_path: Path) -> None:
    plugin = checkout(tmp_path, "")
    status, output, errors = outcome("extension", "describe", plugin, "--color", "never")
    assert status == 0
    assert "Incomplete: [example.Thing]" in output
    assert "MPL974" in errors
    assert outcome("extension", "describe", tmp_path / "none")[0] == 2


def test_calls_are_answered_by_placeholders_or_a_cloud(plugin: str, tmp_path: Path) -> None:
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
        return called.value if called.ok else [item.message for item in called.diagnostics]

    assert result() == "<simulated example.Thing.findByName>"
    assert result({"plugins": {"example.Thing.*": {"result": [1, 2]}}}) == [1, 2]
    failing = {"plugins": {"*.findByName": {"fail": "gone", "exception": "LookupError"}}}
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
def test_calls_that_a_plugin_refuses_fail(body: str, plugin: str, tmp_path: Path) -> None:
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
        "the plugin example.plugin adds this format: its class Archive of things converts it to a MuranoPL package",
    )
    assert unknown.related[0].place.file.path == "setup.cfg"
    without = muranopl.validate(tmp_path / "app")
    assert [item.code for item in without.diagnostics] == ["MPL130"]
