"""Execution plans: templates, files, and answers."""

from __future__ import annotations

from typing import Any

import pytest

from muranopl.diagnostics.findings import Findings
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.simulation.cloud.definition import read_cloud
from muranopl.execution.simulation.plans import execution_plan
from muranopl.execution.simulation.record import PlanSent
from muranopl.execution.simulation.resource_files import PackageResources
from muranopl.execution.simulation.simulated_cloud import SimulatedCloud
from muranopl.semantics.evaluation.bounds import Budget, SharedBudget
from tests.memory_source import MemorySource

FILES = {
    "Resources/scripts/a.sh": b"echo a\r\n",
    "Resources/scripts/d/b.sh": b"echo b\n",
    "Resources/scripts/c.bin": bytes(range(256)),
    "Resources/top.json": b'{"a": [1, 2.5, null]}',
    "Resources/top.yaml": b"a: yes\n2: 2020-02-03\nb: $x\n",
    "Resources/bad.yaml": b"a: 1\nb: [1\n",
    "Resources/two.yaml": b"a: 1\n---\nb: 1\n",
    "secret": b"secret",
}
RESOURCES = PackageResources(MemorySource(FILES), Budget(SharedBudget()), {})


def cloud_of(cloud_file: dict[str, Any] | None = None) -> SimulatedCloud:
    findings = Findings()
    definition = read_cloud(cloud_file or {}, None, findings)
    cloud = SimulatedCloud(definition, lambda: 1.5, [], Budget(SharedBudget()))
    assert findings.diagnostics == []
    return cloud


def plan_of(template: dict[str, Any]) -> dict[str, Any]:
    return execution_plan(template, RESOURCES, cloud_of().plan_numbers("q"))


def script(**keys: Any) -> dict[str, Any]:
    return {
        "FormatVersion": "2.0.0",
        "Scripts": {"s": {"Type": "Application", "EntryPoint": "a.sh", **keys}},
    }


def files_of(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return list(plan["Files"].values())


A = {"Name": "a.sh", "BodyType": "Text", "Body": "echo a\n"}


@pytest.mark.parametrize(
    ("template", "files"),
    [
        pytest.param(script(), [A], id="script"),
        pytest.param(
            script(EntryPoint="d/b.sh"),
            [{"Name": "d/b.sh", "BodyType": "Text", "Body": "echo b\n"}],
            id="folder",
        ),
        pytest.param(script(Files=["a.sh"]), [A], id="shared"),
        pytest.param(script(Files=[{"x": "a.sh"}]), [A, {**A, "Name": "x"}], id="renamed"),
        pytest.param(
            script(Files=["http://h/p/f.tgz", {"n": "git://h/r.git"}]),
            [
                A,
                {"Name": "f.tgz", "URL": "http://h/p/f.tgz", "Type": "Downloadable"},
                {"Name": "n", "URL": "git://h/r.git", "Type": "Downloadable"},
            ],
            id="addresses",
        ),
        pytest.param(script(Type="Chef", EntryPoint="recipe"), [], id="chef"),
        pytest.param(
            {**script(), "Files": {"1": {"Name": "a.sh"}}}, [{"Name": "a.sh"}], id="known"
        ),
    ],
)
def test_files(template: dict[str, Any], files: list[dict[str, Any]]) -> None:
    assert files_of(plan_of(template)) == files


def test_binary_files_are_embedded_once() -> None:
    files = files_of(plan_of(script(Files=["<c.bin>", "<c.bin>"])))
    assert [(file["Name"], file["BodyType"]) for file in files] == [
        ("a.sh", "Text"),
        ("c.bin", "Base64"),
    ]
    assert files[1]["Body"].endswith("\n")


def test_the_rest_of_a_plan() -> None:
    template = {
        **script(Options={"a": 1}),
        "Name": "n",
        "Parameters": {"p": 1},
        "ID": "given",
        "Body": "return",
    }
    plan = plan_of(template)
    entry_point = plan["Scripts"]["s"]["EntryPoint"]
    assert entry_point in plan["Files"]
    assert plan["ID"] != "given"
    assert len(plan["ID"]) == len(entry_point) == 32
    assert (plan["Action"], plan["Name"], plan["Parameters"], plan["Body"]) == (
        "Execute",
        "n",
        {"p": 1},
        "return",
    )
    assert plan["Stamp"] == 15_000
    assert plan == plan_of(template)


def test_version_1() -> None:
    assert plan_of({"Scripts": ["a.sh"], "Commands": []}) == {
        "Scripts": ["ZWNobyBhDQo="],
        "Commands": [],
        "Stamp": 15_000,
    }


def test_stamps_grow() -> None:
    numbers = cloud_of().plan_numbers("q")
    assert [numbers.stamp() for _ in range(3)] == [15_000, 15_001, 15_002]


@pytest.mark.parametrize(
    ("template", "name"),
    [
        ([], "ValueError"),
        ({"FormatVersion": "2.0.0", "Scripts": {"s": {"Type": "Application"}}}, "ValueError"),
        ({"FormatVersion": "2.0.0", "Scripts": {"s": {"EntryPoint": "a.sh"}}}, "KeyError"),
        ({"FormatVersion": "2.0.0", "Scripts": []}, "TypeError"),
        ({"FormatVersion": "2.0.0", "Files": {"1": {}}}, "KeyError"),
        (script(EntryPoint="missing.sh"), "FileNotFoundError"),
        (script(EntryPoint="../../secret"), "ValueError"),
        (script(EntryPoint="/etc/passwd"), "ValueError"),
        (script(Files=[1]), "TypeError"),
        (script(Files=None), "TypeError"),
    ],
)
def test_refused(template: Any, name: str) -> None:
    with pytest.raises(MuranoError) as raised:
        plan_of(template)
    assert raised.value.shown_name == name


def test_resources() -> None:
    assert RESOURCES.json("top.json") == {"a": [1, 2.5, None]}
    assert RESOURCES.yaml("top.yaml") == {"a": True, 2: "2020-02-03", "b": "$x"}
    assert RESOURCES.text("scripts/../scripts/a.sh") == "echo a\n"
    for name, error in (
        ("bad.yaml", "yaml.YAMLError"),
        ("two.yaml", "yaml.YAMLError"),
        ("scripts/c.bin", "UnicodeDecodeError"),
        ("", "ValueError"),
        ("nothing", "FileNotFoundError"),
    ):
        with pytest.raises(MuranoError) as raised:
            RESOURCES.yaml(name)
        assert raised.value.shown_name == error
    with pytest.raises(MuranoError, match="line 2, column 4"):
        RESOURCES.yaml("bad.yaml")


PLAN = {**script(), "Name": "Deploy web"}


def called(plan: dict[str, Any], cloud_file: dict[str, Any] | None = None) -> Any:
    cloud = cloud_of(cloud_file)
    result = execution_plan(plan, RESOURCES, cloud.plan_numbers("q"))
    try:
        return cloud.call("h1", ("web server",), "q", result, 10)
    finally:
        assert [type(event) for event in cloud.record.events] == [PlanSent]


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ("return s('x').stdout", "<simulated result of Deploy web>"),
        ("s()\nreturn s().exitCode", 0),
        ("return s()", {"exitCode": 0, "stdout": "<simulated stdout of s in Deploy web>"}),
        ("return 5", 5),
        ("return", None),
        ("s()", None),
        ("no python at all", None),
        ("return " + "(" * 5_000, None),
    ],
)
def test_without_an_answer(body: str, answer: Any) -> None:
    result = called({**PLAN, "Body": body})
    if isinstance(result, dict):
        result.pop("stderr")
    assert result == answer


@pytest.mark.parametrize(
    ("agent", "fits"),
    [
        ({}, True),
        ({"plan": "Deploy*"}, True),
        ({"plan": "Other"}, False),
        ({"host": "h1"}, True),
        ({"host": "web *"}, True),
        ({"host": "db"}, False),
        ({"script": "s"}, True),
        ({"script": "*.sh"}, True),
        ({"script": "b.sh"}, False),
        ({"script": "s", "host": "db"}, False),
    ],
)
def test_answers(agent: dict[str, Any], fits: bool) -> None:
    assert called(PLAN, {"agents": [{**agent, "answer": {"a": [1]}}]}) == (
        {"a": [1]} if fits else None
    )


@pytest.mark.parametrize(
    ("agent", "name", "message"),
    [
        ({"error": "broken"}, "murano.engine.system.agent.AgentException", "'message': 'broken'"),
        (
            {"error": {"message": "m", "extra": 1}},
            "murano.engine.system.agent.AgentException",
            "'extra': 1",
        ),
        (
            {"silent": True},
            "murano.common.exceptions.TimeoutException",
            "did not respond within 10 seconds",
        ),
    ],
)
def test_no_answer(agent: dict[str, Any], name: str, message: str) -> None:
    with pytest.raises(MuranoError, match=message) as raised:
        called(PLAN, {"agents": [agent]})
    assert raised.value.shown_name == name
