"""Heat packages are like any other from the first phase on: forms, schemas, resources of a run."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.places import File
from muranopl.execution.simulation.resource_files import PackageResources
from muranopl.read.heat.generated import EngineFile, GeneratedFile
from muranopl.semantics.evaluation.bounds import Budget, SharedBudget
from tests.memory_source import MemorySource

FILES = {
    "manifest.yaml": "Format: Heat.HOT/1.0\nType: Application\nFullName: acme.Web\nVersion: 1.2.3\n",
    "template.yaml": """\
heat_template_version: 2018-08-31
parameters:
  size:
    type: number
    default: 3
    constraints:
      - range: {min: 1, max: 5}
resources:
  server:
    type: OS::Nova::Server
    properties: {size: {get_param: size}}
outputs:
  address:
    value: {get_attr: [server, first_address]}
""",
}


def catalog(folder: Path) -> muranopl.Catalog:
    for name, text in FILES.items():
        (folder / name).write_text(text)
    return muranopl.Catalog([folder])


def test_the_form_makes_an_object_that_the_class_takes(tmp_path: Path) -> None:
    answers = {"group0": {"name": "web"}, "group1": {"size": 4}}
    result = catalog(tmp_path).render_form("acme.Web", answers)
    assert [item.message for item in result.diagnostics] == []
    assert result.model is not None
    (application,) = result.model["applications"]
    assert application["templateParameters"] == {"size": 4}
    assert application["templateOutputs"] == {"address": None}


def test_an_answer_outside_of_a_constraint_is_refused(tmp_path: Path) -> None:
    answers = {"group0": {"name": "web"}, "group1": {"size": 6}}
    result = catalog(tmp_path).render_form("acme.Web", answers)
    assert not result.ok


def test_the_schema_has_the_constraints(tmp_path: Path) -> None:
    schema = catalog(tmp_path).schema("acme.Web/1.2.3")
    size = schema[""]["properties"]["templateParameters"]["properties"]["size"]
    assert (size["minimum"], size["maximum"]) == (1, 5)


def test_reports_show_the_line_of_the_template(tmp_path: Path) -> None:
    text = FILES["template.yaml"].replace("size", "my-size")
    files = {**FILES, "template.yaml": text}
    for name, content in files.items():
        (tmp_path / name).write_text(content)
    report = muranopl.Catalog([tmp_path]).check()
    (error,) = [item for item in report.diagnostics if item.severity.value == "error"]
    assert (error.code, error.file, error.line) == ("MPL813", "template.yaml", 3)
    assert "3 |   my-size:" in report.render("text")


def test_generated_nodes_have_no_text_but_the_lines_of_the_template() -> None:
    written = File("", "template.yaml", "a: b")
    generated = GeneratedFile(written)
    assert generated == written
    assert (generated.text, generated.lines(), generated.silent) == (None, ["a: b"], False)
    assert EngineFile(written).silent


def test_a_run_reads_the_template_by_the_name_of_the_class() -> None:
    content = {name: text.encode() for name, text in FILES.items()}
    copies = {"Resources/acme.Web": "template.yaml"}
    resources = PackageResources(MemorySource(content), Budget(SharedBudget()), copies)
    assert set(resources.yaml("acme.Web")["resources"]) == {"server"}


def test_the_text_of_the_form_is_that_of_a_ui_definition(tmp_path: Path) -> None:
    package = catalog(tmp_path).contents.package("acme.Web")
    written = tmp_path / "written"
    (written / "UI").mkdir(parents=True)
    manifest = "Type: Application\nFullName: acme.Other\nName: Web\nClasses: {}\n"
    (written / "manifest.yaml").write_text(manifest)
    (written / "UI" / "ui.yaml").write_text(package.ui_text() or "")
    report = muranopl.validate(written)
    # It makes an object of the other package, which is not here
    assert {item.code for item in report.diagnostics} == {"MPL700"}


@pytest.mark.parametrize(
    ("name", "codes"),
    [
        ("start up.sh", []),
        ("it's.sh", ["MPL811"]),
        ("start\\", ["MPL811"]),
        ("new\\name.sh", ["MPL812"]),
    ],
)
def test_names_of_files_are_copied_into_expressions(
    name: str, codes: list[str], tmp_path: Path
) -> None:
    files = tmp_path / "Resources" / "HotFiles"
    files.mkdir(parents=True)
    (files / name).write_text("echo")
    report = catalog(tmp_path).check()
    errors = [item for item in report.diagnostics if item.severity.value == "error"]
    assert [item.code for item in errors] == codes


def test_a_group_without_names_leaves_no_form(tmp_path: Path) -> None:
    package = catalog(tmp_path)
    group = "parameter_groups:\n- label: Size\n  parameters:\n"
    (tmp_path / "template.yaml").write_text(FILES["template.yaml"] + group)
    errors = [
        (item.code, item.line)
        for item in package.check().diagnostics
        if item.severity.value == "error"
    ]
    assert errors == [("MPL813", 17)]


def test_messages_are_about_parameters_of_the_template(tmp_path: Path) -> None:
    """Properties, fields and their types are written nowhere."""
    (tmp_path / "manifest.yaml").write_text(FILES["manifest.yaml"])
    text = """\
heat_template_version: 2018-08-31
parameters:
  flavor: {type: number}
  code: {type: string, default: abcd, constraints: [length: {min: 3}]}
  size: {type: number, default: 3, constraints: [range: {min: 1}]}
resources:
  value:
    type: OS::Heat::Value
    properties:
      value: [{get_param: flavor}, {get_param: code}, {get_param: size}]
"""
    (tmp_path / "template.yaml").write_text(text)
    result = muranopl.validate(tmp_path).diagnostics
    found = {item.code: (item.message.partition(" rejects")[0], item) for item in result}
    assert found.keys() == {"MPL710", "MPL712", "MPL743"}
    assert found["MPL743"][1].suggestion == "rename the parameter"
    assert found["MPL712"][0] == 'parameter "code"'
    assert found["MPL710"][0] == 'parameter "size"'
    assert not any(item.related for item in result)
