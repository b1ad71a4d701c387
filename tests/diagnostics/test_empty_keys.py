"""`{?: x}`: the sign makes the key empty, and all that is wrong with such a key is one diagnostic."""

from __future__ import annotations

from pathlib import Path

import pytest

from muranopl import Severity
from muranopl.diagnostics.examples import files
from tests.material import Example

MANIFEST = "=== manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.app\n"
CLASS = "=== Classes/Sample.yaml\nNamespaces: {=: example.app}\nName: Sample\n"
BODY = f"{CLASS}Methods:\n  go:\n    Body:\n      - "
APPLICATION = f"{CLASS}Extends: io.murano.Application\nProperties: {{p: {{Contract: $}}}}\n"
HEADER = "'?': {type: example.app.Sample}"
FORM = f"{APPLICATION}=== UI/ui.yaml\nVersion: 2.4\nApplication: {{{HEADER}, p: $.a.b}}\n"
FIELD = "Forms: [{a: {fields: [{name: b, type: string}]}}]\n"
HEAT = "=== manifest.yaml\nFormat: Heat.HOT/1.0\nType: Application\nFullName: example.heat\n=== template.yaml\n"
MODEL = "=== model.yaml\n"

ERRORS = {
    "Classes": MANIFEST + "Classes: {?: Sample.yaml}\n",
    "Require": MANIFEST + "Require: {?: 1}\nClasses: {}\n",
    "Namespaces": "=== Classes/Sample.yaml\nNamespaces: {=: example.app, ?: a}\nName: Sample\n",
    "Properties": CLASS + "Properties: {?: {Contract: $}}\n",
    "Methods": CLASS + "Methods: {?: {Body: []}}\n",
    "Arguments": CLASS + "Methods: {go: {Arguments: [{?: {Contract: $}}], Body: []}}\n",
    "a default": CLASS
    + "Properties: {a: {Contract: $.class(Sample), Default: {?: {type: Sample}}}}\n",
    "a meta class": CLASS + "Meta: {?: {text: a}}\n",
    "an instruction": BODY + "{?: 1}\n",
    "a part of one": BODY + "{If: $this = 1, Then: [], ?: 1}\n",
    "Application": APPLICATION + "=== UI/ui.yaml\nApplication: {?: {type: example.app.Sample}}\n",
    "Templates": FORM + FIELD + "Templates: {?: 1}\n",
    "Forms": FORM.replace("$.a.b", "1") + "Forms: [{?: {fields: []}}]\n",
    "a model": CLASS + MODEL + "{?: {type: example.app.Sample}}\n",
    "a property of a model": CLASS + MODEL + f"{{{HEADER}, ?: 1}}\n",
    "answers": FORM + FIELD + "=== answers.yaml\n{a: {b: x, ?: y}}\n",
    "forms of answers": FORM + FIELD + "=== answers.yaml\n{a: {b: x}, ?: y}\n",
    "parameters of Heat": HEAT
    + "heat_template_version: 2016-10-14\nparameters: {?: {type: string}}\nresources: {}\n",
}
WARNINGS = {
    "a manifest": "=== manifest.yaml\n{Format: 1.4, Type: Library, FullName: a.b, Classes: {}, ?: a}\n",
    "a class": "=== Classes/Sample.yaml\n{Name: Sample, Namespaces: {=: example.app}, ?: a}\n",
    "a property": CLASS + "Properties: {a: {Contract: $, ?: 1}}\n",
    "data": BODY + "Return: {?: {type: example.app.Sample}}\n",
    "a header": CLASS + MODEL + "{'?': {type: example.app.Sample, ?: b}}\n",
}


@pytest.mark.parametrize("where", [*ERRORS, *WARNINGS])
def test_an_empty_key_is_reported_once(where: str, tmp_path: Path) -> None:
    example = Example(files({**ERRORS, **WARNINGS}[where]))
    (sign,) = example.diagnostics(tmp_path / "example")
    assert sign.code == "MPL100"
    severity = Severity.ERROR if where in ERRORS else Severity.WARNING
    assert sign.severity is severity
