"""What fields give: kinds, constants and why it may be null (reference: ui-agreement, section 4)."""

from __future__ import annotations

import pytest

from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.ui.definition import read_ui
from muranopl.semantics.abstract.values import (
    Alternative,
    ConstantValue,
    Items,
    Null,
    Number,
    Text,
    Value,
)
from muranopl.semantics.forms.form_values import FormValues, ObjectId


def of(case: str) -> str:
    """What a field gives, from a short form: `type | attribute: value | ...`."""
    type_, *attributes = (part.strip() for part in case.split(" | "))
    lines = "".join(f"      {attribute}\n" for attribute in attributes if attribute)
    form = f"Forms:\n- f:\n    fields:\n    - name: x\n      type: {type_}\n{lines}"
    text = f"Application: {{'?': {{type: a.B}}}}\n{form}"
    document = load(text.encode(), File("ui.yaml", ""), Findings(), dialect=Dialect.UI)[0]
    forms = FormValues(read_ui(document, Reading(Findings())))
    return described(forms.value(forms.forms["f"]["x"]))


def described(value: Value) -> str:
    return " or ".join(map(_described, value.alternatives or ())) if value.known else "unknown"


def _described(value: Alternative) -> str:
    assert value.related
    if isinstance(value, Null):
        return f"null {value.because}"
    if isinstance(value, ConstantValue):
        return repr(value.value)
    if isinstance(value, Text):
        marks = [word for word in ("restricted", "digits") if getattr(value, word)]
        return " ".join([value.origin.name.lower(), *marks, *map(repr, value.samples)])
    if isinstance(value, Number):
        marks = ["restricted"] if value.restricted else []
        return " ".join([f"{value.least}..{value.most}", *marks, *map(str, value.samples)])
    if isinstance(value, Items):
        items = "; ".join(map(described, value.items)) if value.items is not None else ""
        return (
            f"[{items}]"
            if value.item is None
            else f"list of {described(value.item)} from {value.least}"
        )
    return f"id of {', '.join(value.classes)}" if isinstance(value, ObjectId) else value.words


EMPTY = 'null if "x" is left empty'
NO_SUBNET = 'null where "x" has no subnet'
DISABLED = 'null where "x" is disabled'
HIDDEN = 'null because "x" is hidden and has no `initial`'
TABLE = f"""
string = typed
string | required: false = typed ''
string | required: false | emptyValue: none = typed or 'none'
string | required: false | emptyValue: '' = typed ''
string | required: false | emptyValue: null = typed or {EMPTY}
string | required: false | hidden: true | initial: '  ' | emptyValue: none = 'none'
string | required: false | hidden: true | initial: '  ' = ''
string | required: false | emptyValue: none | maxLength: 3 = typed restricted
string | enabled: $.f.y | emptyValue: none | maxLength: 3 = typed restricted or 'none'
string | emptyValue: none = typed
string | hidden: true | required: false | emptyValue: none = 'none'
string | hidden: true | initial: a | enabled: $.f.y | emptyValue: none = 'a' or 'none'
clusterip | required: false | emptyValue: none = typed restricted ''
string | initial: abc = typed 'abc'
string | initial: ' abc ' = typed 'abc'
string | initial: ' abc ' | strip: false = typed ' abc '
string | initial: a & b = typed 'a &amp; b'
string | initial: abcdef | maxLength: 5 = typed restricted
string | initial: abc | maxLength: $.f.y = typed restricted
string | maxLength: 5 = typed restricted
string | required: $.f.y = typed
string | enabled: $.f.y = typed ''
string | regexpValidator: '^\\d+$' = typed restricted digits
string | regexpValidator: '/^[0-9]{{1,5}}$/' = typed restricted digits
string | regexpValidator: '/^[a-z]+$/i' = typed restricted
string | regexpValidator: '^[a-z]+$' = typed restricted
string | regexpValidator: '^-?[0-9]+$' = typed restricted digits
string | regexpValidator: '^(80|443)$' = typed restricted digits
string | regexpValidator: '^((a|b)+)+$' = typed restricted
string | regexpValidator: '^\\w{{9}}$' | maxLength: 8 = typed restricted digits
string | regexpValidator: '\\d{{4}}' | maxLength: 4 = typed restricted digits
string | regexpValidator: '\\d{{4}}' | maxLength: $.f.y = typed restricted digits
string | regexpValidator: '^(?=\\d+$).*$' = typed restricted digits
string | regexpValidator: 'a' | minLength: 12 = typed restricted
string | regexpValidator: '\\d' = typed restricted
string | regexpValidator: $.f.y = typed
string | validators: [{{expr: {{regexpValidator: '^\\d+$'}}}}] = typed restricted digits
string | validators: [{{expr: $ > 0}}] | initial: '5' = typed restricted digits
string | disabled: true = unknown
text | hidden: true = typed
clusterip = typed restricted
clusterip | initial: 10.0.0.5 = typed restricted '10.0.0.5'
clusterip | initial: 10.0.0 = typed restricted
password | label: P = typed restricted
password | label: P | initial: secret = typed restricted
password | label: P | initial: 'Secret-12' = typed restricted 'Secret-12'
string | hidden: true | initial: a = 'a'
string | hidden: true | initial: a & b = 'a &amp; b'
string | hidden: true | initial: $.f.y = unknown
string | hidden: true | initial: a | enabled: $.f.y = 'a' or ''
string | hidden: true | required: false = ''
string | hidden: true = unknown
string | hidden: true | initial: a | widgetMedia: {{js: [a.js]}} = typed 'a'
integer = None..None
integer | minValue: 1 | maxValue: 5 = 1..5
integer | minValue: 0.5 = 1..None
integer | minValue: $.f.y | maxValue: 5 = None..5 restricted
integer | initial: '007' = None..None 7
integer | initial: 1.0 = None..None 1
integer | initial: 0 | minValue: 1 = 1..None
integer | initial: many = None..None
integer | validators: [{{expr: $ > 0}}] | initial: 0 = None..None restricted
integer | required: false = None..None or {EMPTY}
integer | enabled: $.f.y = None..None or {DISABLED}
integer | hidden: true | initial: 7 | minValue: 1 = 7
integer | hidden: true | initial: 0 | minValue: 1 = unknown
integer | hidden: true | required: false = {HIDDEN}
integer | hidden: true = unknown
boolean = a boolean
boolean | required: false = a boolean
boolean | hidden: true = False
boolean | hidden: true | initial: false = False
boolean | hidden: true | initial: no = False
boolean | hidden: true | initial: 'no' = True
floatingip | initial: true = a boolean
choice | choices: [[a, A], [b, B]] = 'a' or 'b'
choice | choices: [[1, A], [true, B], [null, C]] = '1' or 'True'
choice | choices: [[1, A]] | required: false = '1' or ''
choice | choices: [[keyOne, A]] = 'keyOne'
choice | choices: {{keyOne: A, b: B}} = 'key_one' or 'b'
choice | choices: [[G, [[a, A], [b, B]]]] = 'a' or 'b'
choice | choices: $p = unknown
choice | choices: [[a, A], [b, B]] | regexpValidator: '^a' = 'a'
choice | choices: [[a, A], [b, B]] | validators: [{{expr: $ != a}}] = unknown
choice | choices: [[a, A], [b, B]] | hidden: true | initial: b = 'b'
choice | choices: [[a, A], [b, B]] | hidden: true | initial: c = unknown
choice = unknown
databaselist = list of typed restricted from 1
databaselist | required: false = list of typed restricted from 0
databaselist | hidden: true | initial: a, b = ['a'; 'b']
databaselist | hidden: true | required: false = []
databaselist | hidden: true | initial: ' a , b ' = ['a'; 'b']
databaselist | hidden: true | initial: ' ' = unknown
flavor = cloud restricted
image | required: false = cloud restricted ''
keypair | enabled: $.f.y = cloud restricted ''
azone | hidden: true = cloud restricted
network = [cloud restricted or null where "x" is Auto; cloud restricted or {NO_SUBNET}]
network | allowAuto: 0 = [cloud restricted; cloud restricted or {NO_SUBNET}]
network | allowAuto: false = [cloud restricted; cloud restricted or {NO_SUBNET}]
network | allowAuto: false | enabled: $.f.y = [cloud restricted or {DISABLED}; cloud restricted or {NO_SUBNET}]
a.B = id of a.B
[a.B, a.C] = id of a.B, a.C
a.B | required: false = id of a.B or {EMPTY}
domain | required: false = id of io.murano.windows.ActiveDirectory or {EMPTY}
strnig = unknown
"""


@pytest.mark.parametrize("case", TABLE.strip().splitlines())
def test_value(case: str) -> None:
    field, _, expected = case.rpartition(" = ")
    assert of(field) == expected
