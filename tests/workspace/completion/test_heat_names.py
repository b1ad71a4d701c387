"""Names in the template of a Heat package."""

from __future__ import annotations

import pytest

from muranopl.workspace.completion.complete import complete
from muranopl.workspace.symbols.index import index_of
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
        ("  a: ", []),
        ("  # get_param: ", []),
    ],
)
def test_names_are_proposed(line: str, labels: list[str]) -> None:
    """The analysis is that of the text before the line was typed."""
    [analysis] = analysed({"manifest.yaml": MANIFEST, "template.yaml": TEMPLATE})
    text = TEMPLATE + line
    last = text.split("\n")
    position = len(last), len(last[-1]) + 1
    found = complete(text, "template.yaml", *position, analysis)
    assert [item.label for item in found] == labels
    typed = "si" if line.endswith("si") else "s" if line.endswith(" s") else ""
    assert {item.start for item in found} <= {position[1] - len(typed)}


@pytest.mark.parametrize("template", ["a: [\n", "", "- 1\n", "resources: [1]\n"])
def test_a_template_with_mistakes_has_no_names(template: str) -> None:
    [analysis] = analysed({"manifest.yaml": MANIFEST, "template.yaml": template})
    assert complete("a: {get_resource: ", "template.yaml", 1, 19, analysis) == []
    found = index_of(analysis).file("template.yaml").all
    assert SymbolKind.RESOURCE not in {item.symbol.kind for item in found}
