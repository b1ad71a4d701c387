"""Errors are for UI definitions that the last dashboard refuses, or fails to show or submit (measured)."""

from __future__ import annotations

import pytest

from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.ui.definition import UIDefinition, read_ui
from muranopl.language.grammar.ui.field_types.choices import SELECTOR

APPLICATION = "Application: {'?': {type: a.B}}\n"


def read(text: str) -> tuple[UIDefinition, list[Diagnostic]]:
    findings = Findings()
    document = load(text.encode(), File("ui.yaml", ""), findings, dialect=Dialect.UI)[0]
    return read_ui(document, Reading(findings)), findings.diagnostics


def whole(case: str) -> str:
    """A definition from a short form: `section: value`, or `type | attribute: value | ...`."""
    if "|" not in case:
        return case if case.startswith("Application:") else f"{APPLICATION}{case}\n"
    type_, *attributes = (part.strip() for part in case.split("|"))
    lines = "".join(f"      {attribute}\n" for attribute in attributes if attribute)
    return f"{APPLICATION}Forms:\n- f:\n    fields:\n    - name: x\n      type: {type_}\n{lines}"


REFUSED = """
Version: 1
Version: 2.5
Version: '2.4.1'
Version:
Version: v2
Version: true
Version: [2]
Version: 2024-01-01
Application:
Application: {'?': $x}
Application: {a: b}
12: a
version: 2.4
Forms: abc
Forms: $.x
Forms: {f: {fields: []}}
Forms: [a]
Forms: [{}]
Forms: [{f: }]
Forms: [{f: {}}]
Forms: [{f: {fields: }}]
Forms: [{3: {fields: []}}]
Forms: [{true: {fields: []}}]
Forms: [{f: {fields: [null]}}]
Forms: [{f: {fields: [{name: [x], type: string}]}}]
Forms: [{f: {fields: [{name: 3, type: string}]}}]
Forms: [{f: {fields: [], validators: }}]
Forms: [{f: {fields: [], validators: [{expr: abc}]}}]
Templates: abc
Templates: {1: b}
Parameters: abc
Parameters: {1: b}
Parameters: {a: $.f.x}
Parameters: {a: $forms.f}
ParametersSource: 3
ParametersSource: $.x
string | widgetMedia: $.x
string | widgetMedia:
string | widgetAttrs: [a]
string | minLength: abc
string | minLength: [1]
string | regexpValidator:
string | regexpValidator: '/a/AU'
string | regexpValidator: '((a)'
string | regexpValidator: 'a{99999999999999999999}'
string | validators: 3
string | validators: [$.x]
string | validators: [{expr: $.x, 12: a}]
string | errorMessages: [a]
string | label: 10.0.0.0/24
string | hidden: [a]
string | errorMessages: | regexpValidator: a
password | label: a | errorMessages:
string | validators: [{expr: {regexpValidator: a}, message: $}]
string | validators: [{expr: a-b}]
string | label: a*b
string | help: a
strnig | maxLength: 3
image | widgetAttrs: {a: b}
image | choices: 5
password | label: $.x
password |
integer | minValue: '3'
integer | maxLength: 3
choice | choices:
choice | choices: {1: a}
choice | choices: [[1, 2, 3]]
choice | choices: {a: [b]}
flavor | requirements:
flavor | requirements: {min_vcpus: }
network | muranoNetworks: 3
network | filter: 3
12 |
[[a]] |
{a: b} |
"""

ACCEPTED = """
Version: '2.0'
Version: 2.4
Version: '2.4-beta'
Version: 2.10
Version: 02
Foo: []
Forms:
Forms: {}
Forms: ''
Forms: [{f: {fields: {}}}]
Forms: [{'': {fields: []}}]
Forms: [{f: {fields: [{name: null, type: string}], a-b: c}}]
Forms: [{f: {fields: [{name: false, type: string}]}}]
Forms: [{f: {fields: [{name: 3, type: string, label: a}]}}]
Forms: [{f: {fields: [], validators: '', region: [a]}}]
Templates: []
Templates: {'a b': c}
Parameters: 0
Parameters: {'': c, 0: c, null: c, _a: $.f.x}
Parameters: {a: $, b: $a + 1}
ParametersSource:
string | widgetAttrs:
string | minLength: '3'
string | minLength: true
string | minLength:
string | label: [a]
string | label: a=b
string | label: (optional)
string | LABEL: a
string | regexpValidator: ''
string | regexpValidator: '/a/Z'
string | regexpValidator: $.x
string | validators: [{expr: abc}, {message: a}, {expr: {foo: a}}]
string | validators: ''
string | errorMessages:
string | errorMessages: []
string | validators: abc | regexpValidator: a
string | visible: a-b
string | foo: $.x
string | required: some-text
strnig |
strnig | choices: []
image | widgetAttrs: {a: b} | hidden: true
image | choices: [a]
password | label:
password | label: a | validators:
integer | minValue: 1.5
choice | choices: [ab, {a: b, c: d}, [1, a]]
flavor | requirements: {min_vcpus: true, foo: 2}
network | muranoNetworks: Exclude
network | muranoNetworks: false
network | filter: ''
'a-b' |
[] |
"""


def cases(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


@pytest.mark.parametrize(
    ("case", "refused"),
    [*((case, True) for case in cases(REFUSED)), *((case, False) for case in cases(ACCEPTED))],
)
def test_errors_are_what_the_dashboard_refuses(case: str, refused: bool) -> None:
    _, diagnostics = read(whole(case))
    errors = [diagnostic for diagnostic in diagnostics if diagnostic.severity is Severity.ERROR]
    assert len(errors) == int(refused), [
        f"{diagnostic.code} {diagnostic.message}" for diagnostic in diagnostics
    ]


def test_what_was_read_is_kept_with_its_nodes() -> None:
    definition, diagnostics = read(
        "Version: 2.3\nTemplates: {t: {a: 1}}\nApplication: {'?': {type: a.B}}\n"
        "Forms: [{f: {fields: [{name: x, type: [a.B, c.D], help_text: Help}]}}, {g: {fields: []}}]\n"
    )
    assert diagnostics == []
    assert str(definition.version) == "2.3"
    assert [template.name for template in definition.templates] == ["t"]
    assert [form.name for form in definition.forms] == ["f", "g"]
    (field,) = definition.forms[0].fields
    assert (field.name, field.name_node.line, [name.text for name in field.classes]) == (
        "x",
        4,
        ["a.B", "c.D"],
    )
    assert (field.type, getattr(field.help_text, "value", None)) == (SELECTOR, "Help")


def test_a_deeply_nested_regular_expression_is_reported() -> None:
    depth = 3000
    _, diagnostics = read(whole(f"string | regexpValidator: '{'(' * depth}{')' * depth}'"))
    assert [diagnostic.code for diagnostic in diagnostics] == ["MPL184"]
