"""What is reported of templates, and what is not: rules of Heat, at their places."""

from __future__ import annotations

import pytest

from muranopl.ard.nodes import Mapping
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language.grammar.reading import Reading
from muranopl.phases.report import in_order
from muranopl.read.heat.check import check_template

HEAD = "heat_template_version: 2021-04-16\n"
PARAMETER = "parameters: {a: {type: string}}\n"
VALUE = "resources: {v: {type: 'OS::Heat::Value', properties: {value: %s}}}\n"


def parameter(declaration: str) -> str:
    """Return a template with a parameter that is read."""
    return f"{HEAD}parameters: {{a: {{{declaration}}}}}\n" + VALUE % "{get_param: a}"


# fmt: off
WRONG = {
    "no version": ("resources: {}\n", "MPL810"),
    "unknown version": ("heat_template_version: liberty\nresources: {}\n", "MPL810"),
    "section": (HEAD + "resource: {}\nresources: {}\n", "MPL120"),
    "no type": (HEAD + "resources: {v: {}}\n", "MPL121"),
    "unknown type": (parameter("type: str"), "MPL123"),
    "resource key": (HEAD + "resources: {v: {type: x, colour: w}}\n", "MPL120"),
    "output without value": (HEAD + "resources: {}\noutputs: {o: {description: x}}\n", "MPL121"),
    "parameter": (HEAD + VALUE % "{get_param: b}", "MPL814"),
    "parameter in a path": (HEAD + VALUE % "{get_param: [b, c]}", "MPL814"),
    "resource": (HEAD + VALUE % "{get_resource: w}", "MPL814"),
    "attribute": (HEAD + VALUE % "{get_attr: [w, x]}", "MPL814"),
    "depends_on": (HEAD + "resources: {v: {type: x, depends_on: [w]}}\n", "MPL814"),
    "condition": (HEAD + "resources: {v: {type: x, condition: c}}\n", "MPL814"),
    "condition of if": (HEAD + VALUE % "{if: [c, 1, 2]}", "MPL814"),
    "itself": (HEAD + VALUE % "{get_resource: v}", "MPL815"),
    "conditions": (HEAD + "conditions: {a: {not: b}, b: {not: a}}\nresources: {}\n", "MPL815"),
    "later function": ("heat_template_version: 2015-10-15\n" + VALUE % "{map_merge: []}", "MPL816"),
    "removed function": (HEAD + VALUE % "{'Fn::Join': [',', []]}", "MPL816"),
    "function in a condition": (HEAD + "conditions: {a: {list_join: [a, b]}}\nresources: {}\n", "MPL816"),
    "if with one value": ("heat_template_version: rocky\n" + VALUE % "{if: [true, 1]}", "MPL817"),
    "mapping": (HEAD + VALUE % "{str_replace: {template: x}}", "MPL817"),
    "params": (HEAD + VALUE % "{str_replace: {template: x, params: [a]}}", "MPL817"),
    "for_each": (HEAD + VALUE % "{repeat: {template: x, for_each: [a]}}", "MPL817"),
    "key of yaql": (HEAD + VALUE % "{yaql: {expression: $.data, date: 1}}", "MPL817"),
    "expression": (HEAD + VALUE % "{yaql: {expression: '$.data.(', data: 1}}", "MPL817"),
    "expression that is a number": (HEAD + VALUE % "{yaql: {expression: 5}}", "MPL817"),
    "key of make_url": (HEAD + VALUE % "{make_url: {schema: http, host: x}}", "MPL817"),
    "condition that is a list": (HEAD + "conditions: {a: [true]}\nresources: {}\n", "MPL122"),
    "condition that is a number": (HEAD + "resources: {v: {type: x, condition: 5}}\n", "MPL122"),
    "condition without a value": (HEAD + "conditions: {a: }\nresources: {}\n", "MPL122"),
    "constraint of another type": (parameter("type: string, constraints: [{range: {min: 1}}]"), "MPL818"),
    "pattern": (parameter("type: string, constraints: [{allowed_pattern: '('}]"), "MPL818"),
    "modulo": (parameter("type: number, constraints: [{modulo: {step: 2}}]"), "MPL818"),
    "reversed range": (parameter("type: number, constraints: [{range: {min: 3, max: 2}}]"), "MPL818"),
    "default of another type": (parameter("type: number, default: x"), "MPL819"),
    "default too long": (parameter("type: string, default: abc, constraints: [{length: {max: 2}}]"), "MPL819"),
    "default not allowed": (parameter("type: string, default: c, constraints: [{allowed_values: [a, b]}]"), "MPL819"),
    "unused": (HEAD + PARAMETER + "resources: {}\n", "MPL820"),
    "new section": ("heat_template_version: 2016-04-08\nconditions: {}\nresources: {}\n", "MPL822"),
    "tags": (parameter("type: string, tags: []").replace("2021-04-16", "pike"), "MPL822"),
    "misspelt function": (HEAD + VALUE % "{get_resorce: v}", "MPL824"),
    "list in a group": (HEAD + "parameter_groups: [{parameters: [[a]]}]\nresources: {}\n", "MPL122"),
    "group": (HEAD + PARAMETER + "parameter_groups: [{parameters: [b]}]\n" + VALUE % "{get_param: a}", "MPL814"),
}

RIGHT = {
    "pseudo parameter": HEAD + VALUE % "{get_param: 'OS::stack_name'}",
    "sections without values": HEAD + "parameters:\nresources:\noutputs:\nconditions:\n",
    "name of a release": "heat_template_version: rocky\nresources: {}\n",
    "date in quotes": "heat_template_version: '2018-08-31'\nresources: {}\n",
    "if with one value": HEAD + VALUE % "{if: [true, 1]}",
    "data like a later function": "heat_template_version: 2013-05-23\n" + VALUE % "{filter: x}",
    "default in quotes": parameter("type: number, default: '80', constraints: [{range: {max: 80}}]"),
    "list of defaults": parameter("type: comma_delimited_list, default: 'a,b', constraints: [{length: {max: 2}}]"),
    "argument of a function": HEAD + PARAMETER + VALUE % "{list_join: ['', {get_param: a}]}",
    "yaql without data": HEAD + VALUE % "{yaql: {expression: 1 + 1}}",
    "URL": HEAD + VALUE % "{make_url: {scheme: http, host: x, port: 80, query: {a: b}}}",
    "other keys": HEAD + VALUE % "{repeat: {template: x, for_each: {x: []}, permutations: false}}",
    "params from a function": HEAD + PARAMETER + VALUE % "{str_replace: {template: x, params: {get_param: a}}}",
    "conditions": HEAD + "conditions: {a: true, b: a, c: {not: b}}\nresources: {v: {type: x, condition: false}}\n",
    "nested name": HEAD + PARAMETER + VALUE % "{get_param: {get_param: a}}",
    "whole resource": HEAD + "resources: {v: {type: x}, w: {type: y, properties: {p: {get_attr: [v]}}}}\n",
}
# fmt: on


def reported(text: str, *, whole: bool = True) -> tuple[Diagnostic, ...]:
    findings = Findings()
    (node,) = load(text.encode(), File("", "template.yaml"), findings, dialect=None)
    assert isinstance(node, Mapping)
    check_template(node, Reading(findings, refuses=None), whole=whole)
    return in_order(findings.diagnostics)


@pytest.mark.parametrize("name", WRONG)
def test_what_heat_refuses_is_reported_once(name: str) -> None:
    text, code = WRONG[name]
    assert [item.code for item in reported(text)] == [code]


@pytest.mark.parametrize("name", RIGHT)
def test_what_heat_takes_is_not(name: str) -> None:
    assert reported(RIGHT[name]) == ()


def test_a_value_that_heat_may_not_read_is_a_warning() -> None:
    (only,) = reported(HEAD + VALUE % "{if: [true, 1, {get_param: b}]}")
    assert (only.code, only.severity.value) == ("MPL814", "warning")


def test_a_part_of_a_template_may_name_what_others_have() -> None:
    assert reported(VALUE % "{get_resource: server}", whole=False) == ()
    (only,) = reported(VALUE.replace("{v:", "{server:") % "{get_resource: sever}", whole=False)
    assert (only.code, only.suggestion) == ("MPL814", 'did you mean "server"?')
