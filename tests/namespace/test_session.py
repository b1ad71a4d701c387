"""Sessions: choices of versions that stick, and the order in which loading a class loads others."""

from __future__ import annotations

import pytest

from muranopl.namespace.result import TypeId
from muranopl.namespace.session import NameSession
from tests.namespace.packages import class_, find, names_of, package

LIBRARIES = [
    package("example.lib", class_("Thing", prefixes={"=": "example.lib"}), version=version)
    for version in ("1.0.0", "1.2.0", "2.0.0")
]

CHOICES: dict[str, tuple[list[str], list[str | None], int]] = {
    "highest first": ([">=1"], ["2.0.0"], 1),
    "picked before": (["1", ">=1"], ["1.2.0", "1.2.0"], 1),
    "picked before does not fit": (["1", "2"], ["1.2.0", "2.0.0"], 2),
    "highest of those picked": (["1.0", "2", ">=1"], ["1.0.0", "2.0.0", "2.0.0"], 2),
    "none fits": (["3", "1"], [None, "1.2.0"], 1),
}


@pytest.mark.parametrize("case", CHOICES)
def test_choices_stick(case: str) -> None:
    asked, expected, choices = CHOICES[case]
    session = NameSession(names_of(*LIBRARIES))
    result = [session.package("example.lib", item) for item in asked]
    assert [None if item is None else item.id.version for item in result] == expected
    assert session.choices == choices


def test_a_search_by_class_is_not_remembered() -> None:
    session = NameSession(names_of(*LIBRARIES))
    for specification, version in (("1", "1.2.0"), (">=1", "2.0.0")):
        result = session.provider("example.lib.Thing", specification)
        assert result is not None
        assert result.id.version == version
    assert session.provider("example.lib.Gone", "1") is None
    assert session.choices == 0


def test_a_search_ends_at_a_package_that_is_not_installed() -> None:
    app = package("example.app", class_("Own"), requires={"a.gone": "1", "example.lib": "1"})
    names = names_of(app, *LIBRARIES)
    session = NameSession(names)
    opened = names.packages[find(names, "example.app.Own").package]
    assert session.find(opened, "example.app.Own") == find(names, "example.app.Own")
    assert session.find(opened, "io.murano.Object") == find(names, "io.murano.Object", "0.1.0")
    assert session.find(opened, "example.lib.Thing") is None


def test_loading_a_class_loads_parents_then_imports_depth_first() -> None:
    app = package(
        "example.app",
        class_("Sample", "Left", "Right", "Gone", **{"import": ["Imported"]}),
        class_("Left", "Top"),
        class_("Right", "Top"),
        class_("Top", **{"import": ["Extra"]}),
        class_("Extra"),
        class_("Imported"),
        class_("Unused"),
    )
    names = names_of(app)
    closure = NameSession(names).load_closure(find(names, "example.app.Sample"))
    order = [id_.name.rpartition(".")[2] for id_ in closure.classes]
    assert order == ["Sample", "Left", "Top", "Object", "Extra", "Right", "Imported"]
    assert [(id_.name, name) for id_, name in closure.missing] == [("example.app.Sample", "Gone")]
    assert set(closure.roots.values()) == {find(names, "io.murano.Object", "0.1.0")}


def test_unlisted_classes_are_found_once_their_file_was_read() -> None:
    app = package("example.app", [class_("Listed"), class_("Hidden")], class_("Other"))
    names = names_of(app)
    session = NameSession(names)
    listed = find(names, "example.app.Listed")
    opened = names.packages[listed.package]
    assert session.find(opened, "example.app.Hidden") is None
    session.load_closure(listed)
    assert session.find(opened, "example.app.Hidden") == TypeId(
        "example.app.Hidden", listed.package
    )
