"""Names in the template of a Heat package."""

from __future__ import annotations

import pytest

from muranopl.workspace.completion.complete import complete
from muranopl.workspace.completion.completion import CompletionKind
from muranopl.workspace.symbols.index import At, index_of
from muranopl.workspace.symbols.symbol import SymbolKind
from tests.workspace.marked import analysed

TEMPLATE = """\
heat_template_version: 2018-08-31
parameters:
  image: {type: string}
  size: {type: number}
conditions:
  large: {equals: [{get_param: size}, 3]}
resources:
  port: {type: OS::Neutron::Port}
  server:
    type: OS::Nova::Server
    condition: large
    depends_on: [port]
    properties: {image: {get_param: image}}
outputs:
"""
MANIFEST = "Format: Heat.HOT/1.0\nType: Application\nFullName: example.heat.Web\n"
RESOURCES = ["port", "server"]
OF_HEAT = ["OS::project_id", "OS::region", "OS::stack_id", "OS::stack_name"]
PARAMETERS = ["image", "size", *OF_HEAT]


@pytest.mark.parametrize(
    ("line", "labels"),
    [
        ("  a: {value: {get_param: ", PARAMETERS),
        ("  a: {value: {get_param: si", PARAMETERS),
        ("  a: {value: {get_param: [si", PARAMETERS),
        ("  a: {value: {get_attr: [", RESOURCES),
        ("  a: {value: {get_attr: [server, ", []),
        ("  a:\n    value:\n      get_resource: ", RESOURCES),
        ("  a:\n    value:\n      get_attr:\n        - ", RESOURCES),
        ("  a:\n    depends_on: [port, s", RESOURCES),
        ("  a:\n    depends_on:\n      - port\n      - ", RESOURCES),
        ("  a:\n    condition: ", ["large"]),
        ("  a: {value: {if: [", ["large"]),
        ("  a: {value: {if: [large, ", []),
        ("  a:\n    condition: {not: ", ["large"]),
        ("  a:\n    condition:\n      and:\n        - ", ["large"]),
        ("  a: {value: {get_file: ", ["setup.sh"]),
        ("parameter_groups:\n  - parameters: [", ["image", "size"]),
        ("parameter_groups:\n  - parameters:\n      - ", ["image", "size"]),
        ("  a: ", []),
        ("  # get_param: ", []),
    ],
)
def test_names_are_proposed(line: str, labels: list[str]) -> None:
    """The analysis is that of the text before the line was typed."""
    files = {"template.yaml": TEMPLATE, "Resources/HotFiles/setup.sh": ""}
    [analysis] = analysed({"manifest.yaml": MANIFEST, **files})
    text = TEMPLATE + line
    last = text.split("\n")
    position = len(last), len(last[-1]) + 1
    found = complete(At(analysis, "template.yaml", *position), text)
    found = [item for item in found if item.kind is not CompletionKind.FUNCTION]
    assert [item.label for item in found] == labels
    typed = "si" if line.endswith("si") else "s" if line.endswith(" s") else ""
    assert {item.start for item in found} <= {position[1] - len(typed)}


KEYS = "heat_template_version: {version}\n"
OLD, NEW = "2013-05-23", "2018-08-31"
SERVER = "resources:\n  server:\n    type: OS::Nova::Server\n"


@pytest.mark.parametrize(
    ("version", "text", "proposed", "missing"),
    [
        (NEW, "", "parameters resources outputs conditions", "heat_template_version"),
        (OLD, "", "parameters resources outputs", "conditions"),
        (NEW, "parameters:\n  a:\n    ", "type default constraints tags", "value"),
        (OLD, "parameters:\n  a:\n    ", "type default constraints", "tags"),
        (NEW, "parameters:\n  a:\n    type: ", "string number boolean json", "int"),
        (NEW, "parameters:\n  a:\n    hidden: ", "true false", "string"),
        (NEW, "parameters:\n  ", "new-parameter", "new-resource"),
        (
            NEW,
            "parameters:\n  a:\n    constraints:\n      - ",
            "length range modulo allowed_values",
            "type",
        ),
        (NEW, "parameters:\n  a:\n    constraints:\n      - length: {", "min max", "length"),
        (NEW, "resources:\n  ", "new-resource", "new-parameter"),
        (NEW, f"{SERVER}    ", "properties depends_on condition", "type"),
        (OLD, f"{SERVER}    ", "properties depends_on", "condition external_id"),
        (NEW, f"{SERVER}    deletion_policy: ", "Delete Retain Snapshot", "delete"),
        (NEW, f"{SERVER}    properties:\n      a: ", "get_param if yaql", "equals Ref"),
        (OLD, f"{SERVER}    properties:\n      a: ", "get_param Ref", "if yaql"),
        (NEW, f"{SERVER}    properties:\n      a: {{get_", "get_param", "equals"),
        (NEW, f"{SERVER}    properties:\n      a:\n        ", "get_param", "equals"),
        (
            NEW,
            f"{SERVER}    properties:\n      a:\n        str_replace:\n          ",
            "template params",
            "get_param",
        ),
        (NEW, f"{SERVER}    condition: ", "equals not and", "str_replace"),
        (NEW, "conditions:\n  a:\n    ", "equals not and", "str_replace"),
        (NEW, "outputs:\n  a:\n    value: ", "get_attr", "equals"),
        (NEW, "outputs:\n  a:\n    ", "value description condition", "type"),
    ],
)
def test_keys_and_functions_of_the_version_are_proposed(
    version: str, text: str, proposed: str, missing: str
) -> None:
    """The same holds for the template of a Heat package, and for templates in Resources."""
    for format_, path in (
        ("Heat.HOT/1.0", "template.yaml"),
        ("MuranoPL/1.4", "Resources/stack.yaml"),
    ):
        manifest = MANIFEST.replace("Heat.HOT/1.0", format_)
        [analysis] = analysed({"manifest.yaml": manifest, path: TEMPLATE})
        typed = KEYS.format(version=version) + text
        lines = typed.split("\n")
        found = complete(At(analysis, path, len(lines), len(lines[-1]) + 1), typed)
        labels = {item.label.replace(" ", "-") for item in found}
        assert labels >= set(proposed.split())
        assert not labels & set(missing.split())


def test_versions_are_proposed() -> None:
    [analysis] = analysed({"manifest.yaml": MANIFEST, "template.yaml": TEMPLATE})
    text = "heat_template_version: "
    found = complete(At(analysis, "template.yaml", 1, len(text) + 1), text)
    words = {item.label: item.words for item in found}
    assert words["queens"].startswith("The version of release Queens.")
    assert "`yaql`" in words["2016-10-14"]


@pytest.mark.parametrize("template", ["a: [\n", "", "- 1\n", "resources: [1]\n"])
def test_a_template_with_mistakes_has_no_names(template: str) -> None:
    [analysis] = analysed({"manifest.yaml": MANIFEST, "template.yaml": template})
    assert complete(At(analysis, "template.yaml", 1, 19), "a: {get_resource: ") == []
    found = index_of(analysis).file("template.yaml").all
    assert SymbolKind.RESOURCE not in {item.symbol.kind for item in found}
