"""Templates of stacks, merged and pushed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.simulation.cloud.definition import CloudDefinition
from muranopl.execution.simulation.heat.template import changes, merged
from muranopl.execution.simulation.natives.heatstack import HeatStack
from muranopl.execution.simulation.record import StackPushed
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud
from muranopl.semantics.evaluation.bounds import Budget, SharedBudget


@pytest.mark.parametrize(
    ("old", "new", "result"),
    [
        pytest.param({"a": 1}, {"b": 2}, {"a": 1, "b": 2}, id="in-one-only"),
        pytest.param(
            {"a": {"b": 1, "c": 2}}, {"a": {"c": 3}}, {"a": {"b": 1, "c": 3}}, id="mappings"
        ),
        pytest.param({"a": [1, 2]}, {"a": [2, 3]}, {"a": [1, 2, 3]}, id="lists-are-united"),
        pytest.param({"a": [1, 1]}, {"a": []}, {"a": [1]}, id="no-item-twice"),
        pytest.param(
            {"a": [{"x": 1, "y": 2}]},
            {"a": [{"y": 2, "x": 1.0}]},
            {"a": [{"x": 1, "y": 2}]},
            id="equal-items",
        ),
        pytest.param({"a": ["1"]}, {"a": [1]}, {"a": ["1", 1]}, id="text-is-no-number"),
        pytest.param({"a": "x"}, {"a": "y"}, {"a": "y"}, id="same-kind"),
        pytest.param({"a": None}, {"a": "y"}, {"a": None}, id="null-stays"),
        pytest.param({"a": "x"}, {"a": None}, {"a": "x"}, id="text-survives-null"),
    ],
)
def test_merge(old: dict[str, Any], new: dict[str, Any], result: dict[str, Any]) -> None:
    before = repr((old, new))
    assert merged(old, new) == result
    assert repr((old, new)) == before


@pytest.mark.parametrize(
    ("old", "new"), [("x", 1), (1, 1.5), (True, 1), (None, {}), ({}, []), (None, 1)], ids=repr
)
def test_kinds_that_do_not_go_together(old: object, new: object) -> None:
    with pytest.raises(
        MuranoError, match=r"\$\.resources\['a-b'\]: .+ cannot be merged into .+"
    ) as raised:
        merged({"resources": {"a-b": old}}, {"resources": {"a-b": new}})
    assert raised.value.shown_name == "TypeError"


def test_deep_templates_are_merged() -> None:
    deep: dict[str, Any] = {}
    for _ in range(150):
        deep = {"a": deep, "l": [1]}
    assert merged(deep, deep) == deep


def test_changes() -> None:
    before = {"a": {"b": 1, "c": [1]}, "d": 1}
    result = changes(before, {"a": {"b": True, "c": [1, 2]}, "e": None})
    assert {item.path: (item.before, item.after) for item in result}.keys() == {
        "$.a.b",
        "$.a.c",
        "$.d",
        "$.e",
    }
    assert changes(before, before) == []


def pushed(*steps: tuple[Any, ...]) -> tuple[list[StackPushed], HeatStack]:
    """Return what is recorded of some steps with one stack."""
    cloud = SimulatedCloud(CloudDefinition(), lambda: 0, [], Budget(SharedBudget()))
    call: Any = SimpleNamespace(session=SimpleNamespace(cloud=cloud))
    stack = HeatStack(call, "s", "about it")
    for name, *arguments in steps:
        getattr(stack, name)(*arguments)
    return [event for event in cloud.record.events if isinstance(event, StackPushed)], stack


SERVER = {"resources": {"vm": {"type": "OS::Nova::Server"}}}
PUSH = ("push",)


@pytest.mark.parametrize(
    ("steps", "actions"),
    [
        ([PUSH], []),
        ([("update_template", SERVER), PUSH], ["create"]),
        ([("update_template", SERVER), PUSH, PUSH], ["create"]),
        ([("update_template", SERVER), PUSH, ("update_template", SERVER), PUSH], ["create"]),
        (
            [("update_template", SERVER), PUSH, ("update_template", {"outputs": {}}), PUSH],
            ["create", "update"],
        ),
        ([("update_template", {"resources": {}}), PUSH], ["create"]),
        ([("update_template", {"outputs": {"a": {}}}), PUSH], []),
        ([("update_template", SERVER), PUSH, ("set_template", {}), PUSH], ["create", "delete"]),
        ([("update_template", SERVER), PUSH, ("delete",), PUSH], ["create", "delete"]),
        (
            [("update_template", SERVER), PUSH, ("set_parameters", {"a": 1}), PUSH],
            ["create", "update"],
        ),
    ],
)
def test_pushes(steps: list[tuple[Any, ...]], actions: list[str]) -> None:
    assert [item.action for item in pushed(*steps)[0]] == actions


def test_what_is_pushed() -> None:
    events, stack = pushed(
        ("update_template", SERVER), PUSH, ("update_template", {"resources": {"port": {}}}), PUSH
    )
    first, second = events
    assert first.template == {
        **SERVER,
        "heat_template_version": "2013-05-23",
        "description": "about it",
    }
    assert (first.before, second.before) == (None, first.template)
    assert second.template is not None
    assert [change.path for change in changes(second.before or {}, second.template)] == [
        "$.resources.port"
    ]
    assert stack.current() == second.template


def test_another_version_is_refused() -> None:
    with pytest.raises(MuranoError) as raised:
        pushed(("update_template", {"heat_template_version": "2015-10-15"}))
    assert raised.value.shown_name == "murano.engine.system.heat_stack.HeatStackError"
