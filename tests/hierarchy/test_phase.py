"""Phase 3: the graph of types, its order, cycles, what is incomplete, and several versions of one ancestor."""

from __future__ import annotations

import pytest

from muranopl.diagnostics.bounds import MERGED_REQUIREMENTS
from muranopl.diagnostics.diagnostic import Refusal, Severity
from muranopl.diagnostics.quirks import VERSION_CONFLICT, VERSION_MERGE
from muranopl.hierarchy.phase import Hierarchy, build
from muranopl.namespace.result import Names
from tests.memory_source import MemorySource
from tests.namespace.packages import Class, class_, codes, find, names_of, package


def hierarchy_of(*classes: Class) -> tuple[Names, Hierarchy]:
    """Phases 2 and 3 over one package of these classes."""
    names = names_of(package("example.app", *classes))
    return names, build(names)


def short(types: object) -> list[str]:
    """The short names of types."""
    return [id_.name.rpartition(".")[2] for id_ in types]  # type: ignore[attr-defined]


DIAMOND = [class_("Bottom", "Left", "Right"), class_("Left", "Top"), class_("Right", "Top", "Side")]
DIAMOND += [class_("Top"), class_("Side")]


def test_parents_and_ancestors() -> None:
    names, hierarchy = hierarchy_of(*DIAMOND)
    bottom = find(names, "example.app.Bottom")
    assert short(hierarchy.parents[bottom]) == ["Left", "Right"]
    assert short(hierarchy.ancestors(bottom)) == ["Left", "Right", "Top", "Side", "Object"], (
        "breadth first, each once"
    )
    assert short(hierarchy.parents[find(names, "example.app.Top")]) == ["Object"], "implied"
    assert hierarchy.parents[find(names, "io.murano.Object", "0.1.0")] == ()
    assert not hierarchy.diagnostics
    assert not hierarchy.incomplete


def test_every_type_comes_after_its_parents() -> None:
    names, hierarchy = hierarchy_of(*DIAMOND)
    assert set(hierarchy.sequence) == set(names.classes)
    position = {id_: at for at, id_ in enumerate(hierarchy.sequence)}
    assert all(
        position[parent] < position[id_]
        for id_, above in hierarchy.parents.items()
        for parent in above
    )
    again = hierarchy_of(*DIAMOND)[1]
    assert short(again.sequence) == short(hierarchy.sequence)


def test_parents() -> None:
    names, hierarchy = hierarchy_of(*DIAMOND)
    bottom = find(names, "example.app.Bottom")
    assert short(hierarchy.parents[bottom]) == ["Left", "Right"]


CYCLES: dict[str, tuple[dict[str, list[str]], list[str], list[str]]] = {
    "two": ({"A": ["B"], "B": ["A"], "C": []}, ["MPL301"], ["A", "B"]),
    "itself": ({"A": ["A"], "C": []}, ["MPL301"], ["A"]),
    "below a cycle": (
        {"A": ["B"], "B": ["A"], "C": ["A"], "D": ["C"], "E": []},
        ["MPL301"],
        ["A", "B", "C", "D"],
    ),
    "two cycles": (
        {"A": ["B"], "B": ["A"], "C": ["D"], "D": ["C"]},
        ["MPL301", "MPL301"],
        ["A", "B", "C", "D"],
    ),
    "two that share a class": (
        {"A": ["B", "C"], "B": ["A"], "C": ["A"]},
        ["MPL301"],
        ["A", "B", "C"],
    ),
    "none": ({"A": ["B", "C"], "B": ["C"], "C": []}, [], []),
    "unknown parent": ({"A": ["Gone"], "B": ["A"], "C": ["B", "D"], "D": []}, [], ["A", "B", "C"]),
}


@pytest.mark.parametrize("case", CYCLES)
def test_cycles_and_unknown_parents_make_types_incomplete(case: str) -> None:
    parents, reported, incomplete = CYCLES[case]
    _, hierarchy = hierarchy_of(*(class_(name, *above) for name, above in parents.items()))
    assert codes(hierarchy.diagnostics) == reported
    assert sorted(short(hierarchy.incomplete)) == incomplete
    assert len(hierarchy.sequence) == len(parents) + 1, "every type is in the graph, free of loops"


LOADING: dict[str, tuple[list[Class], list[str]]] = {
    "imports of one another": (
        [class_("A", **{"import": "B"}), class_("B", **{"import": "A"})],
        ["MPL304"],
    ),
    "import of a child": ([class_("A", **{"import": "B"}), class_("B", "A")], ["MPL304"]),
    "import of itself by its full name": ([class_("A", **{"import": "example.app.A"})], []),
    "import of itself by its short name": ([class_("A", **{"import": "A"})], ["MPL304"]),
    "extends alone": ([class_("A", "B"), class_("B", "A")], ["MPL301"]),
    "parent twice": ([class_("A", "B", "example.app.B"), class_("B")], ["MPL305"]),
    "meta class as a parent": ([class_("A", "B"), class_("B", usage="Meta")], ["MPL302"]),
    "meta class below a meta class": (
        [class_("A", "B", usage="Meta"), class_("B", usage="Meta")],
        [],
    ),
}


@pytest.mark.parametrize("case", LOADING)
def test_what_is_reported_of_parents_and_imports(case: str) -> None:
    classes, reported = LOADING[case]
    assert codes(hierarchy_of(*classes)[1].diagnostics) == reported


def lib(name: str, *extends: str) -> Class:
    return class_(name, *extends, prefixes={"=": "example.lib"})


def versions(left: str, right: str) -> list[MemorySource]:
    """A class both of whose parents extend a class of a library in three versions, each by its own specification."""
    libraries = [
        package("example.lib", lib("Base"), version=version)
        for version in ("1.0.0", "1.1.0", "2.0.0")
    ]
    sides = [
        package(
            f"example.{side}",
            class_("Side", "example.lib.Base", prefixes={"=": f"example.{side}"}),
            requires={"example.lib": specification},
        )
        for side, specification in (("left", left), ("right", right))
    ]
    sample = class_("Sample", "example.left.Side", "example.right.Side")
    app = package("example.app", sample, requires={"example.left": "1", "example.right": "1"})
    return [*libraries, *sides, app]


MERGED: dict[str, tuple[str, str, list[str], list[str]]] = {
    "equal": ("1", "1", ["1.1.0"], []),
    "the lower one takes the higher": ("==1.0.0", ">=1", ["1.0.0"], ["MPL307"]),
    "the higher one is wanted": (">=1,<2", "==1.0.0", ["1.0.0"], ["MPL307"]),
    "both exact": ("==1.0.0", "==1.1.0", ["1.0.0", "1.1.0"], ["MPL303"]),
    "no common version": ("1", "2", ["1.1.0", "2.0.0"], ["MPL303"]),
    "up to the highest": (">=1", "==2.0.0", ["2.0.0"], ["MPL307"]),
    "equal in other words": ("1", ">=1,<2", ["1.1.0"], []),
    "the same version by different ones": ("1", "1.1", ["1.1.0"], ["MPL307"]),
}


@pytest.mark.parametrize("case", MERGED)
def test_several_versions_of_an_ancestor(case: str) -> None:
    left, right, expected, reported = MERGED[case]
    names = names_of(*versions(left, right))
    hierarchy = build(names)
    seen = [
        id_.package.version
        for id_ in hierarchy.ancestors(find(names, "example.app.Sample"))
        if id_.name == "example.lib.Base"
    ]
    assert seen == expected
    assert codes(hierarchy.diagnostics) == reported


def test_the_engine_refuses_what_it_has_to_merge() -> None:
    (result,) = build(names_of(*versions("1", "1.1"))).diagnostics
    assert result.severity is Severity.WARNING
    assert [item.message for item in result.related] == [
        '"1" of example.left, which resolves to 1.1.0',
        '"1.1" of example.right, which resolves to 1.1.0',
    ]
    (result,) = build(names_of(*versions("1", "1.1")), frozenset({VERSION_MERGE})).diagnostics
    assert (result.code, result.severity) == ("MPL307", Severity.ERROR)
    assert result.refuses is Refusal.CLASS, "no class is loaded by it"
    assert codes(build(names_of(*versions("1", "1")), frozenset({VERSION_MERGE})).diagnostics) == []


@pytest.mark.parametrize(
    ("spec", "reported"), [("1", ["MPL307"]), ("==1.0.0", []), (">=1", ["MPL307"])]
)
def test_a_line_of_descent_that_comes_back_reaches_its_package_by_its_own_version_too(
    spec: str, reported: list[str]
) -> None:
    around = package(
        "example.around",
        class_("Mid", "example.app.Base", prefixes={"=": "example.around"}),
        requires={"example.app": spec},
    )
    own = package(
        "example.app",
        class_("Base"),
        class_("Sample", "example.around.Mid"),
        version="1.0.0",
        requires={"example.around": "1"},
    )
    assert codes(build(names_of(around, own)).diagnostics) == reported


def test_what_is_too_much_to_merge_is_as_bad_as_a_merge() -> None:
    numbers = range(MERGED_REQUIREMENTS.most + 1)
    spaces = {f"m{number}": f"example.m{number}" for number in numbers}
    sources = [
        package("example.lib", lib("Base"), version=version) for version in ("1.0.0", "2.0.0")
    ]
    sources += [
        package(
            name,
            class_("Mid", "lib:Base", prefixes={"=": name, "lib": "example.lib"}),
            requires={"example.lib": f">=0.{name[9:]}"},
        )
        for name in spaces.values()
    ]
    top = class_(
        "Top", *(f"{prefix}:Mid" for prefix in spaces), prefixes={"=": "example.top", **spaces}
    )
    names = names_of(
        *sources, package("example.top", top, requires=dict.fromkeys(spaces.values(), "1"))
    )
    for quirks, severity in (
        (frozenset(), Severity.WARNING),
        (frozenset({VERSION_MERGE}), Severity.ERROR),
    ):
        assert [
            (diagnostic.code, diagnostic.severity)
            for diagnostic in build(names, quirks).diagnostics
        ] == [("MPL306", severity)]


def test_merging_leaves_other_classes_alone() -> None:
    names = names_of(*versions("==1.0.0", ">=1"))
    hierarchy = build(names)
    right = find(names, "example.right.Side")
    (own,) = hierarchy.nodes[right].parents
    assert own.id.package.version == "2.0.0"
    left_seen, right_seen = hierarchy.nodes[find(names, "example.app.Sample")].parents
    assert left_seen is hierarchy.nodes[find(names, "example.left.Side")], (
        "what is not affected is shared"
    )
    assert right_seen.id == right
    assert [above.id.package.version for above in right_seen.parents] == ["1.0.0"]


def test_a_conflict_names_both_lines_of_descent_and_is_a_quirk_of_the_engine() -> None:
    names = names_of(*versions("==1.0.0", "==1.1.0"))
    (result,) = build(names).diagnostics
    assert (result.severity, result.package) == (Severity.ERROR, "example.app")
    assert result.notes == (
        "example.app.Sample/1.0.0 → example.left.Side/1.0.0 → example.lib.Base/1.0.0",
        "example.app.Sample/1.0.0 → example.right.Side/1.0.0 → example.lib.Base/1.1.0",
    )
    assert [item.place.file.root for item in result.related] == [
        "example.lib-1.0.0",
        "example.lib-1.1.0",
    ]
    (result,) = build(names, frozenset({VERSION_CONFLICT})).diagnostics
    assert result.severity is Severity.WARNING


def test_a_conflict_is_reported_where_the_versions_meet_only() -> None:
    sources = versions("==1.0.0", "==1.1.0")
    below = package(
        "example.below",
        class_("Child", "example.app.Sample", prefixes={"=": "example.below"}),
        requires={"example.app": "1"},
    )
    (result,) = build(names_of(*sources, below)).diagnostics
    assert result.package == "example.app"
