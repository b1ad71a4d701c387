"""Calls, as a server makes them: many on one catalog, told apart by their reasons, each within limits of its own."""

from __future__ import annotations

import gc
import threading
from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl import Reason
from muranopl.diagnostics.examples import files
from tests.material import write

MANIFEST = """\
Format: MuranoPL/1.4
Type: Library
FullName: {package}
Name: Example
Description: for tests
Author: me
Version: {version}
Classes: {{{classes}}}
"""
SAMPLE = """\
=== Classes/Sample.yaml
Namespaces: {=: example.app, sys: io.murano.system}
Name: Sample
Extends: [Left, Right]
Properties:
  size: {Contract: $.int(), Default: 1}
Methods:
  sum:
    Usage: Static
    Scope: Public
    Arguments:
      - a: {Contract: $.int().notNull()}
      - b: {Contract: $.int().notNull(), Default: 1}
    Body:
      - Return: $a + $b
  all:
    Usage: Static
    Scope: Public
    Arguments:
      - first: {Contract: $}
      - rest: {Contract: $, Usage: VarArgs}
      - named: {Contract: $, Usage: KwArgs}
    Body:
      - Return: [$first, $rest, $named]
  hidden:
    Usage: Static
  act:
    Usage: Action
  public:
    Scope: Public
  throws:
    Usage: Static
    Scope: Public
    Body:
      - Throw: NotReady
        Message: oh no
  refuses:
    Usage: Static
    Scope: Public
    Body:
      - Return: :Sample.sum(many)
  native:
    Usage: Static
    Scope: Public
    Body:
      - Return: new(sys:NetworkExplorer).getAvailableVlanIds()
  inner:
    Body: []
  endless:
    Usage: Static
    Scope: Public
    Body:
      - While: true = true
        Do:
          - $x: 1
---
Name: Left
Methods:
  both: {Usage: Static, Scope: Public}
---
Name: Right
Methods:
  both: {Usage: Static, Scope: Public}
---
Name: Holder
Properties:
  next: {Contract: $.class(Holder), Usage: InOut}
Methods:
  drop:
    Scope: Public
    Body:
      - $.next: null
  .destroy:
    Body:
      - While: true = true
        Do:
          - $x: 1
=== Classes/Broken.yaml
Namespaces: {=: example.app}
Name: Broken
Extends: Missing
"""
FILES = {
    "Sample": "Sample",
    "Left": "Sample",
    "Right": "Sample",
    "Holder": "Sample",
    "Broken": "Broken",
}
CLASSES = ", ".join(f"example.app.{name}: {file}.yaml" for name, file in FILES.items())
NAME = "example.app.Sample"
OBJECT = {"?": {"type": NAME, "id": "one"}}
HOLDER = "example.app.Holder"
HOLDERS = {"?": {"type": HOLDER, "id": "one"}, "next": {"?": {"type": HOLDER, "id": "two"}}}


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> muranopl.Catalog:
    folder = tmp_path_factory.mktemp("catalog")
    write(files(SAMPLE), folder / "app")
    manifest = MANIFEST.format(package="example.app", version="0.2.0", classes=CLASSES)
    (folder / "app" / "manifest.yaml").write_text(manifest)
    (folder / "other").mkdir()
    (folder / "other" / "manifest.yaml").write_text(
        MANIFEST.format(package="other", version="1.0.0", classes="")
    )
    return muranopl.Catalog(folder)


@pytest.mark.parametrize(
    ("method", "given", "more", "reason"),
    [
        ("sum", {"a": 1}, {}, None),
        ("sum", {"a": 1}, {"version": "=0", "package": "example.app"}, None),
        ("sum", {"a": 1}, {"package": "nowhere"}, Reason.UNKNOWN_PACKAGE),
        ("sum", {"a": 1}, {"package": "other", "version": "1"}, Reason.UNKNOWN_CLASS),
        ("sum", {"a": 1}, {"class_": "example.app.Simple"}, Reason.UNKNOWN_CLASS),
        ("sum", {"a": 1}, {"version": "=1"}, Reason.UNKNOWN_VERSION),
        ("sum", {"a": 1}, {"class_": f"{NAME}/9.9@example.app"}, Reason.UNKNOWN_VERSION),
        ("sum", {"a": 1}, {"class_": "example.app.Broken"}, Reason.CLASS_NOT_LOADED),
        ("product", {}, {}, Reason.UNKNOWN_METHOD),
        ("both", {}, {}, Reason.AMBIGUOUS_METHOD),
        ("hidden", {}, {}, Reason.NOT_PUBLIC),
        ("inner", {}, {}, Reason.NOT_PUBLIC),
        ("act", {}, {}, Reason.INSTANCE_METHOD),
        ("public", {}, {}, Reason.INSTANCE_METHOD),
        ("public", {}, {"model": OBJECT}, None),
        ("public", {}, {"model": OBJECT, "object_id": "two"}, Reason.UNKNOWN_OBJECT),
        ("public", {}, {"model": {**OBJECT, "size": "many"}}, Reason.BAD_INPUT),
        ("public", {}, {"model": {"Objects": OBJECT, "Attributes": 5}}, Reason.BAD_INPUT),
        (
            "public",
            {},
            {"model": {"Objects": OBJECT, "Attributes": [["one", NAME]]}},
            Reason.BAD_INPUT,
        ),
        (
            "public",
            {},
            {"model": {"Objects": OBJECT, "Attributes": [["one", {}, [], 1]]}},
            Reason.BAD_INPUT,
        ),
        ("public", {}, {"model": {"Objects": OBJECT, "Attributes": [["one", NAME, "x", 1]]}}, None),
        ("public", {}, {"cloud": {"stacks": 1}, "model": OBJECT}, Reason.BAD_INPUT),
        ("sum", {}, {}, Reason.CONTRACT_VIOLATION),
        ("sum", {"a": "many"}, {}, Reason.CONTRACT_VIOLATION),
        ("sum", {"a": 1, "c": 2}, {}, Reason.UNKNOWN_ARGUMENT),
        ("throws", {}, {}, Reason.EXCEPTION),
        ("refuses", {}, {}, Reason.EXCEPTION),
        ("native", {}, {}, Reason.EXCEPTION),
        ("endless", {}, {"limits": muranopl.ExecutionLimits(instructions=5_000)}, Reason.LIMIT),
    ],
)
def test_every_refusal_has_a_reason(
    catalog: muranopl.Catalog,
    method: str,
    given: dict[str, Any],
    more: dict[str, Any],
    reason: Reason | None,
) -> None:
    result = catalog.call(**{"class_": NAME, "method": method, "given": given, **more})
    assert result.reason is reason, [diagnostic.message for diagnostic in result.diagnostics]
    assert result.ok is (reason is None)
    assert bool(
        [diagnostic for diagnostic in result.diagnostics if diagnostic.severity.value == "error"]
    ) is (reason is not None)


@pytest.mark.parametrize(
    "model",
    [HOLDERS, {"Objects": {**HOLDERS, "next": None}, "ObjectsCopy": HOLDERS["next"]}],
    ids=["saved", "loaded"],
)
def test_what_ends_a_run_is_told_once_also_of_objects_that_end(
    catalog: muranopl.Catalog, model: dict[str, Any]
) -> None:
    limits = muranopl.ExecutionLimits(instructions=5_000)
    result = catalog.call(HOLDER, "drop", model=model, object_id="one", limits=limits)
    assert (result.reason, [diagnostic.code for diagnostic in result.diagnostics]) == (
        Reason.LIMIT,
        ["MPL581"],
    )


@pytest.mark.parametrize(
    ("any_method", "methods"),
    [
        (False, "act, all, endless, native, public, refuses, sum, throws"),
        (
            True,
            "act, all, endless, getAttr, hidden, inner, native, public, refuses, setAttr, sum, throws",
        ),
    ],
)
def test_only_methods_that_can_be_called_are_offered(
    catalog: muranopl.Catalog, any_method: bool, methods: str
) -> None:
    (result,) = catalog.call(NAME, "product", any_method=any_method).diagnostics
    assert result.suggestion == f"use one of the methods {methods}"


def test_a_version_that_is_none_is_wrong_usage(catalog: muranopl.Catalog) -> None:
    for asked in ({"version": "abc"}, {"class_": f"{NAME}/abc"}):
        with pytest.raises(muranopl.UsageError) as caught:
            catalog.call(**{"class_": NAME, "method": "sum", **asked})
        assert caught.value.argument == "version"


@pytest.mark.parametrize(
    "limits",
    [5, {"seconds": "5"}, {"seconds": float("nan")}, {"memory": -1}, {"depth": True}],
    ids=str,
)
def test_limits_that_are_none_are_wrong_usage(catalog: muranopl.Catalog, limits: Any) -> None:
    with pytest.raises(muranopl.UsageError, match="limits"):
        catalog.session(
            limits=muranopl.ExecutionLimits(**limits) if isinstance(limits, dict) else limits
        )


def test_a_session_with_a_wrong_cloud_file_has_a_reason(catalog: muranopl.Catalog) -> None:
    with pytest.raises(muranopl.ResolutionError) as caught:
        catalog.session(cloud={"stacks": 5})
    assert caught.value.reason is Reason.BAD_INPUT


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ((NAME, "=0", "nowhere"), Reason.UNKNOWN_PACKAGE),
        ((NAME, "=1"), Reason.UNKNOWN_VERSION),
        ((NAME, "=0", "other"), Reason.UNKNOWN_CLASS),
        (("example.app.Simple",), Reason.UNKNOWN_CLASS),
        (("example.app.Broken",), Reason.CLASS_NOT_LOADED),
    ],
)
def test_a_class_that_cannot_be_had_has_the_same_reasons(
    catalog: muranopl.Catalog, asked: tuple[Any, ...], reason: Reason
) -> None:
    for ask in (
        catalog.resolve,
        catalog.static_methods,
        lambda name, *more: catalog.schema(name, None, *more),
    ):
        with pytest.raises(muranopl.ResolutionError) as caught:
            ask(*asked)
        assert caught.value.reason is reason


def test_a_schema_of_no_method_has_a_reason(catalog: muranopl.Catalog) -> None:
    with pytest.raises(muranopl.ResolutionError) as caught:
        catalog.schema(NAME, "hidden")
    assert caught.value.reason is Reason.UNKNOWN_METHOD


def test_static_methods_are_those_that_can_be_called_on_the_class(
    catalog: muranopl.Catalog,
) -> None:
    result = catalog.static_methods(NAME, "=0", "example.app")
    assert set(result) == {"sum", "all", "throws", "refuses", "native", "endless"}
    assert [
        (argument.name, argument.usage, argument.contract) for argument in result["sum"].arguments
    ] == [("a", "Standard", "$.int().notNull()"), ("b", "Standard", "$.int().notNull()")]


def test_arguments_by_name_alone(catalog: muranopl.Catalog) -> None:
    """No name leads to VarArgs, all that are not declared to KwArgs."""
    result = catalog.call(NAME, "all", {"first": 1, "other": 2})
    assert result.value == [1, [], {"other": 2}]
    assert catalog.call(NAME, "all", {"rest": [1], "first": 0}).value == [0, [], {"rest": [1]}]


def test_calls_from_several_threads_give_the_same(catalog: muranopl.Catalog) -> None:
    given = {"a": 1}
    result = []
    for _ in range(3):
        thread = threading.Thread(target=lambda: result.append(catalog.call(NAME, "sum", given)))
        thread.start()
        thread.join()
    assert [item.value for item in result] == [2, 2, 2]
    assert given == {"a": 1}


def test_nothing_is_left_of_a_call(catalog: muranopl.Catalog) -> None:
    """What a call made is gone with it: no cache of the catalog or the program holds on to it."""

    # Count new objects only, as all that are alive take long to walk
    gc.collect()
    gc.freeze()

    def alive() -> int:
        gc.collect()
        return len(gc.get_objects())

    for method in ("sum", "throws", "public"):
        counts = []
        for _ in range(4):
            catalog.call(NAME, method, {"a": 1} if method == "sum" else None, model=OBJECT)
            counts.append(alive())
        assert counts[-1] <= counts[1] + 5, method


@pytest.mark.parametrize("name", [NAME, "example.app.Nothing"])
def test_what_no_class_needs_refuses_no_call(tmp_path: Path, name: str) -> None:
    """A link out of Resources, a damaged package beside: said only where a class is not found."""
    write(files(SAMPLE), tmp_path / "app")
    (tmp_path / "app" / "manifest.yaml").write_text(
        MANIFEST.format(package="p", version="0.1", classes=CLASSES)
    )
    (tmp_path / "app" / "Resources").mkdir()
    (tmp_path / "app" / "Resources" / "out").symlink_to("/")
    (tmp_path / "damaged.zip").write_bytes(b"PK\x03\x04 no more")
    catalog = muranopl.Catalog(tmp_path)
    wanted = [] if name == NAME else ["MPL103", "MPL106", "MPL524"]
    results = (
        catalog.call(name, "sum", {"a": 1}),
        catalog.render({"?": {"type": name, "id": "one"}}),
    )
    for result in results:
        assert sorted(diagnostic.code for diagnostic in result.diagnostics) == wanted


BUILT = """\
=== Classes/Made.yaml
Namespaces: {=: example.made, std: io.murano, m: io.murano.metadata}
Name: Made
Properties:
  owner: {Contract: $.string(), Usage: Out}
Methods:
  initialize:
    Body:
      - $.owner: std:Project.getCurrent().name
  build:
    Usage: Static
    Scope: Public
    Meta: {m:ModelBuilder: {}}
    Arguments:
      - model: {Contract: {}}
    Body:
      - Return: $model
"""


def test_constructors_of_what_a_builder_makes_meet_the_simulated_cloud(tmp_path: Path) -> None:
    manifest = MANIFEST.format(
        package="example.made", version="0.0.1", classes="example.made.Made: Made.yaml"
    )
    write(files(f"=== manifest.yaml\n{manifest}{BUILT}"), tmp_path)
    given, cloud = ({"model": {"?": {"type": "example.made.Made"}}}, {"project": {"name": "demo"}})
    result = muranopl.Catalog(tmp_path).call("example.made.Made", "build", given, cloud=cloud)
    assert result.diagnostics == ()
    assert result.value["owner"] == "demo"


@pytest.mark.parametrize("returned", ["7", "null", "[1]", "text"])
def test_a_builder_that_returns_no_model_is_told(tmp_path: Path, returned: str) -> None:
    manifest = MANIFEST.format(
        package="example.made", version="0.0.1", classes="example.made.Made: Made.yaml"
    )
    built = BUILT.replace("$model", returned)
    assert built != BUILT
    write(files(f"=== manifest.yaml\n{manifest}{built}"), tmp_path)
    given = {"model": {"?": {"type": "example.made.Made"}}}
    result = muranopl.Catalog(tmp_path).call("example.made.Made", "build", given)
    assert result.ok
    assert not isinstance(result.value, dict)
    (warning,) = result.diagnostics
    assert (warning.code, warning.severity.value) == ("MPL525", "warning")
    assert "which is not an object model" in warning.message


@pytest.mark.parametrize(
    ("value", "said"), [(float("nan"), "JSON has no NaN"), ({1}, "JSON has no set, only strings")]
)
def test_an_argument_that_is_no_value_is_told_as_one(
    catalog: muranopl.Catalog, value: Any, said: str
) -> None:
    (result,) = catalog.call(NAME, "sum", {"a": value}).diagnostics
    assert result.code == "MPL513"
    assert result.message.startswith(f"$.a: this value is not supported: {said}")
