"""The cloud file: what is wrong with it is said at its place, and its example in the documents is right."""

from __future__ import annotations

import re
from typing import Any

import pytest

from muranopl.diagnostics.findings import Findings
from muranopl.execution.simulation.cloud.definition import read_cloud
from tests.project import ROOT

DOCUMENT = ROOT / "docs" / "cloud-file.md"


def reported(text: str) -> list[str]:
    findings = Findings()
    read_cloud("cloud.yaml", text.encode(), findings)
    return [
        f"{diagnostic.place.line}:{diagnostic.place.column} {diagnostic.code}"
        for diagnostic in findings.diagnostics
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        pytest.param("{}", [], id="nothing"),
        pytest.param("", ["1:1 MPL514"], id="empty"),
        pytest.param("stacks: {s: {outputs: {a: 1}}}\nagents: []\n", [], id="fine"),
        pytest.param("stack: {}\n", ["1:1 MPL120"], id="unknown-key"),
        pytest.param("- a\n", ["1:1 MPL122"], id="list"),
        pytest.param("stacks: {s: 1}\n", ["1:13 MPL122"], id="stack"),
        pytest.param("agents: {}\n", ["1:9 MPL122"], id="agents"),
        pytest.param("agents: [{plan: a}]\n", ["1:11 MPL570"], id="no-answer"),
        pytest.param("agents: [{answer: 1, silent: true}]\n", ["1:11 MPL570"], id="two-answers"),
        pytest.param("agents: [{answer: null}]\n", [], id="null-is-an-answer"),
        pytest.param("network: {dns: [1]}\n", ["1:17 MPL122"], id="dns"),
        pytest.param("network: {networks: [a]}\n", ["1:22 MPL122"], id="networks"),
        pytest.param("metadata: {x: [1]}\n", ["1:16 MPL122"], id="metadata"),
        pytest.param("project: me\n", ["1:10 MPL122"], id="project"),
        pytest.param(
            "project: {id: 5, name: [a], domain: null}\n",
            ["1:15 MPL122", "1:24 MPL122"],
            id="project-texts",
        ),
        pytest.param(
            "user: {email: {a: b}, extra: 5}\n", ["1:15 MPL122", "1:30 MPL122"], id="user-texts"
        ),
        pytest.param("user: {email: null, extra: {a: 5}, more: [1]}\n", [], id="user-more"),
        pytest.param(
            "stacks: {s: {template: {resources: [a], outputs: {o: 1}}}}",
            ["1:36 MPL122", "1:54 MPL122"],
            id="template",
        ),
        pytest.param(
            "stacks: {s: {template: {resources: {a: {type: 5, properties: x}, b: y}}}}",
            ["1:47 MPL122", "1:62 MPL122", "1:69 MPL122"],
            id="template-resources",
        ),
        pytest.param(
            "stacks: {s: {template: {Resources: {a: {Type: b}}, parameters: null}}}",
            [],
            id="template-fine",
        ),
        pytest.param("stacks: {null: {}}\n", ["1:10 MPL125"], id="pattern"),
        pytest.param("a: [\n", ["1:4 MPL111"], id="no-yaml"),
    ],
)
def test_reports(text: str, found: list[str]) -> None:
    assert reported(text) == found


def test_the_example_of_the_documents() -> None:
    example = re.search(r"```yaml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert example is not None
    assert reported(example[1]) == []


def test_a_file_that_is_not_there() -> None:
    findings = Findings()
    read_cloud("nowhere/cloud.yaml", None, findings)
    assert [diagnostic.code for diagnostic in findings.diagnostics] == ["MPL510"]
    given: dict[str, Any] = {"agents": [{"anwser": 1}]}
    read_cloud(given, None, findings)
    assert [diagnostic.code for diagnostic in findings.diagnostics][1:] == ["MPL120"]
