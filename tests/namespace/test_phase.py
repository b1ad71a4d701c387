"""Phase 2: which class each written name refers to, which package each requirement chooses, and what is reported."""

from __future__ import annotations

import pytest

from muranopl.diagnostics.diagnostic import Severity
from muranopl.namespace.result import Names
from tests.namespace.packages import class_, codes, find, names_of, package

OTHER = package("other.lib", class_("Thing", prefixes={"=": "other.lib"}))
LIB = package(
    "example.lib",
    class_("Thing", prefixes={"=": "example.lib"}),
    class_("Plugin", prefixes={"=": "example.lib"}),
)


def resolved(names: Names, owner: str = "example.app.Sample") -> list[str | None]:
    """The classes that the names written in a class refer to, in source order."""
    result = (names.resolved[written] for written in names.references[find(names, owner)])
    return [None if item is None else str(item) for item in result]


WRITTEN: dict[str, tuple[dict[str, str], str | None, list[str]]] = {
    "Base": ({"=": "example.app"}, "example.app.Base/1.0.0", []),
    ":Base": ({"=": "example.app"}, "example.app.Base/1.0.0", []),
    "=:Base": ({"=": "example.app"}, "example.app.Base/1.0.0", ["MPL223"]),
    "=:=:Base": ({"=": "example.app"}, None, ["MPL207"]),
    "my:Base": ({"=": "example.app", "my": "example.app"}, "example.app.Base/1.0.0", []),
    "ex:app.Base": ({"=": "example.app", "ex": "example"}, "example.app.Base/1.0.0", []),
    "example.app.Base": ({"=": "example.app"}, "example.app.Base/1.0.0", []),
    "lib:Thing": ({"=": "example.app", "lib": "example.lib"}, "example.lib.Thing/1.0.0", []),
    "io.murano.Object": ({"=": "example.app"}, "io.murano.Object/0.1.0", []),
    "io.murano.extensions.example.lib.Plugin": (
        {"=": "example.app"},
        "example.lib.Plugin/1.0.0",
        [],
    ),
    "Bsae": ({"=": "example.app"}, None, ["MPL209"]),
    "gone:Base": ({"=": "example.app"}, None, ["MPL208"]),
    "other.lib.Thing": ({"=": "example.app"}, None, ["MPL210"]),
    "a-b": ({"=": "example.app"}, None, ["MPL207"]),
}


@pytest.mark.parametrize("written", WRITTEN)
def test_written_name(written: str) -> None:
    prefixes, expected, reported = WRITTEN[written]
    sample = class_("Sample", written, prefixes=prefixes)
    app = package("example.app", class_("Base"), sample, requires={"example.lib": "1"})
    names = names_of(app, LIB, OTHER)
    assert resolved(names) == [expected]
    assert codes(names.diagnostics) == reported


def test_suggestions() -> None:
    app = package(
        "example.app", class_("Base"), class_("Sample", "Bsae", "std:Object", "other.lib.Thing")
    )
    result = names_of(app, OTHER).diagnostics
    assert [item.suggestion for item in result] == [
        'did you mean "Base"?',
        "declare `std: io.murano` under Namespaces",
        'add "other.lib" to Require in manifest.yaml',
    ]


VERSIONS = ["0.9.0", "1.0.0", "1.2.0", "2.0.0"]
SPECIFICATIONS: dict[str | None, tuple[str | None, list[str]]] = {
    None: ("0.9.0", []),
    "0": ("0.9.0", []),
    "1": ("1.2.0", []),
    "1.0": ("1.0.0", []),
    "==1.0.0": ("1.0.0", []),
    ">=1": ("2.0.0", []),
    ">=1,<2": ("1.2.0", []),
    ">2": (None, ["MPL212"]),
    "3": (None, ["MPL212"]),
    "newest": (None, ["MPL213"]),
}


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_version_that_a_requirement_chooses(specification: str | None) -> None:
    libraries = [package("example.lib", version=version) for version in VERSIONS]
    names = names_of(package("example.app", requires={"example.lib": specification}), *libraries)
    ((chosen,),) = (
        entries for id_, entries in names.requirements.items() if id_.name == "example.app"
    )
    expected, reported = SPECIFICATIONS[specification]
    assert (None if chosen.chosen is None else chosen.chosen.version) == expected
    assert codes(names.diagnostics) == reported


@pytest.mark.parametrize(
    ("closed", "severity"), [(False, Severity.WARNING), (True, Severity.ERROR)]
)
def test_required_package_that_is_not_given(closed: bool, severity: Severity) -> None:
    names = names_of(package("example.app", requires={"example.gone": "1"}), closed=closed)
    assert [(diagnostic.code, diagnostic.severity) for diagnostic in names.diagnostics] == [
        ("MPL211", severity)
    ]


def test_names_that_may_be_in_a_package_that_is_not_given() -> None:
    sample = class_("Sample", "gone.lib.Thing", "Bsae")
    app = package("example.app", class_("Base"), sample, requires={"gone.lib": "1"})
    names = names_of(app)
    assert resolved(names) == [None, None]
    assert [(diagnostic.code, diagnostic.severity) for diagnostic in names.diagnostics] == [
        ("MPL211", Severity.WARNING),
        ("MPL209", Severity.WARNING),
    ]


def test_own_name_among_requirements_is_left_out() -> None:
    names = names_of(package("example.app", requires={"example.app": "1"}))
    assert [
        entries for id_, entries in names.requirements.items() if id_.name == "example.app"
    ] == [()]


def test_cycle_of_requirements_is_reported_once() -> None:
    first = package("example.a", requires={"example.b": "1"})
    second = package("example.b", requires={"example.c": "1"})
    third = package("example.c", requires={"example.a": "1"})
    (result,) = names_of(first, second, third).diagnostics
    assert (result.code, result.package) == ("MPL214", "example.a")


def test_of_equal_packages_the_last_counts() -> None:
    twice = package("example.lib", class_("New", prefixes={"=": "example.lib"}))
    app = package("example.app", class_("Sample", "example.lib.New"), requires={"example.lib": "1"})
    twice.root = "again"
    names = names_of(LIB, twice, app)
    assert resolved(names) == ["example.lib.New/1.0.0"]
    assert codes(names.diagnostics) == ["MPL215"]


def in_lib(name: str) -> dict[str, object]:
    return class_(name, prefixes={"=": "shared"})


ORDER: dict[str, tuple[list[str], list[str], str, list[str]]] = {
    "own class first": (["shared.X"], ["example.one"], "example.app", []),
    "first requirement that has it": (
        [],
        ["example.one", "example.two"],
        "example.one",
        ["MPL220"],
    ),
    "order of requirements": ([], ["example.two", "example.one"], "example.two", ["MPL220"]),
    "only one has it": ([], ["example.none", "example.two"], "example.two", []),
}


@pytest.mark.parametrize("case", ORDER)
def test_order_of_lookup(case: str) -> None:
    own, requires, expected, reported = ORDER[case]
    sample = class_("Sample", "shared.X")
    required = dict.fromkeys(requires, "1") | {"io.murano": "0"}
    app = package("example.app", sample, *(in_lib("X") for _ in own), requires=required)
    libraries = [
        package("example.one", in_lib("X")),
        package("example.two", in_lib("X")),
        package("example.none"),
    ]
    names = names_of(app, *libraries)
    result = names.resolved[names.references[find(names, "example.app.Sample")][0]]
    assert result is not None
    assert result.package.name == expected
    assert codes(names.diagnostics) == reported


def test_core_library_comes_before_requirements_and_after_own_classes() -> None:
    root = class_("Object", prefixes={"=": "io.murano"})
    lib = package("example.lib", root)
    app = package(
        "example.app", class_("Sample", "io.murano.Object"), requires={"example.lib": "1"}
    )
    names = names_of(app, lib)
    result = names.resolved[names.references[find(names, "example.app.Sample")][0]]
    assert result is not None
    assert result.package.name == "io.murano"
    assert codes(names.diagnostics) == ["MPL218"]
    assert {str(item) for item in names.roots.values()} == {"io.murano.Object/0.1.0"}


DECLARED: dict[
    str, tuple[list[dict[str, object] | list[dict[str, object]]], list[str] | None, list[str]]
] = {
    "listed": ([class_("A")], None, []),
    "not in its file": ([class_("A")], ["example.app.B"], ["MPL201"]),
    "in two files": ([class_("A"), [class_("B"), class_("A")]], None, ["MPL203"]),
    "not listed": ([[class_("A"), class_("B")]], None, ["MPL204"]),
    "prefix with a dot": (
        [class_("A", prefixes={"=": "example.app", "a.b": "x"})],
        None,
        ["MPL205"],
    ),
    "namespace with a blank": (
        [class_("A", "p:B", prefixes={"=": "example.app", "p": "x y"})],
        None,
        ["MPL206"],
    ),
    "prefix that is not used": (
        [class_("A", prefixes={"=": "example.app", "p": "x"})],
        None,
        ["MPL219"],
    ),
}


@pytest.mark.parametrize("case", DECLARED)
def test_declarations(case: str) -> None:
    files, listed, expected = DECLARED[case]
    assert set(expected) <= set(
        codes(names_of(package("example.app", *files, listed=listed)).diagnostics)
    )
    if not expected:
        assert not names_of(package("example.app", *files, listed=listed)).diagnostics


def test_unlisted_class_is_found_behind_its_user_only_and_not_from_outside() -> None:
    users = [class_("First", "Hidden"), class_("Hidden")]
    app = package("example.app", users, class_("Second", "Hidden"))
    outside = package(
        "example.user", class_("Sample", "example.app.Hidden"), requires={"example.app": "1"}
    )
    names = names_of(app, outside)
    assert resolved(names, "example.app.First") == ["example.app.Hidden/1.0.0"]
    assert resolved(names) == [None]
    result = [(diagnostic.code, diagnostic.severity) for diagnostic in names.diagnostics]
    assert result == [
        ("MPL221", Severity.ERROR),
        ("MPL221", Severity.WARNING),
        ("MPL209", Severity.ERROR),
    ]
