"""Which mistakes keep the engine from loading a class, and which classes: tried on the engine's own loader."""

from __future__ import annotations

from pathlib import Path

import pytest

import muranopl
from muranopl.diagnostics.examples import files
from muranopl.diagnostics.reasons import ResolutionError
from tests.material import write

MANIFEST = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Classes:
  example.app.Sample: Sample.yaml
  example.app.Other: Sample.yaml
  example.app.Child: Child.yaml
  example.app.User: Child.yaml
=== Classes/Child.yaml
Namespaces:
  =: example.app
Name: Child
Extends: Sample
---
Name: User
Properties:
  one:
    Contract: $.class(Sample)
=== Classes/Sample.yaml
Namespaces:
  =: example.app
  std: io.murano
Name: Sample
"""
OTHER = "---\nName: Other\n"
LOADS = {
    "a false value in place of a mapping": "Properties: false\nMethods: []\n" + OTHER,
    "a false method": "Methods: {go: 0, stop: '', start: []}\n" + OTHER,
    "an empty Usage": "Properties: {p: {Contract: $, Usage: {}}}\nMethods: {go: {Usage: []}}\n"
    + OTHER,
    "an unknown prefix in a contract": "Properties: {p: {Contract: $.class(x:A)}}\n" + OTHER,
    "an unknown prefix in a default": "Properties: {p: {Contract: $, Default: new(x:A)}}\n" + OTHER,
    "an unknown prefix in a body": "Methods: {go: {Body: {Return: new(x:A)}}}\n" + OTHER,
    "an unknown prefix that is thrown": "Methods: {go: {Body: {Throw: 'x:a'}}}\n" + OTHER,
    "a case that is not code": "Methods: {go: {Body: {Match: {a: 5}, Value: 1}}}\n" + OTHER,
    "code deep in a case": "Methods: {go: {Body: {Switch: {$.a: [{If: $.b, Then: {Frob: 1}}]}}}}\n"
    + OTHER,
    "a Workflow beside Methods": "Methods: {go: {Body: []}}\nWorkflow: {stop: {Body: 5}}\n" + OTHER,
    "a count of true": "Methods: {go: {Body: {Repeat: true, Do: []}}}\n" + OTHER,
    "a variable without name": "Methods: {go: {Body: {For: '', In: [1], Do: []}}}\n" + OTHER,
    "Break outside a loop": "Methods: {go: {Body: {Break: }}}\n" + OTHER,
    "a name that is an expression": "Properties: {$x: {Contract: $}}\n" + OTHER,
    "values of a meta object": "Meta: {Other: 5}\n---\nName: Other\nUsage: Meta\n",
    "a document of nothing": OTHER + "--- []\n--- false\n---\n",
    "namespaces that nothing follows": OTHER + "---\nNamespaces: 5\n",
    "a broken class beside it": "---\nName: Other\nMethods: {go: {Body: 5}}\n",
    "a contract that is none": "Properties: {p: {Contract: $.frob()}}\n" + OTHER,
}
CLASS_REFUSED = {
    "an empty mapping for a body": "Methods: {go: {Body: {}}}\n",
    "false for a body": "Methods: {go: {Body: false}}\n",
    "a set for a body": "Methods: {go: {Body: !!set {}}}\n",
    "an unknown instruction": "Methods: {go: {Body: [{Frob: 2}]}}\n",
    "an unknown instruction deep inside": "Methods: {go: {Body: {Do: {If: $.a, Then: [], Else: {Do: {Frob: 2}}}}}}\n",
    "an empty block": "Methods: {go: {Body: {Do: {}}}}\n",
    "the Default of a Match": "Methods: {go: {Body: {Match: {}, Value: 1, Default: 5}}}\n",
    "a key of a clause": "Methods: {go: {Body: {Try: [], Catch: {When: a}}}}\n",
    "nothing thrown": "Methods: {go: {Body: {Throw: ''}}}\n",
    "a value of Break": "Methods: {go: {Body: {While: $.a, Do: {Break: 1}}}}\n",
    "a variable that is an expression": "Methods: {go: {Body: {For: $i, In: [1], Do: []}}}\n",
    "a count that is text": "Methods: {go: {Body: {Repeat: two, Do: []}}}\n",
    "no contract": "Properties: {p: {}}\n",
    "an unknown Usage": "Properties: {p: {Contract: $, Usage: Inside}}\n",
    "an unknown Scope, by the document": "Methods: {go: {Scope: Hidden}}\n",
    "a contract that is a string, by the document": "Properties: {p: {Contract: int}}\n",
    "a Usage of another kind": "Methods: {go: {Usage: 5}}\n",
    "text for Methods": "Methods: go\n",
    "a name that is an expression, without a contract": "Properties: {$x: 1}\n",
    "arguments out of order": "Methods: {go: {Arguments: [{a: {Contract: $, Usage: KwArgs}}, {b: {Contract: $}}]}}\n",
    "a set of arguments": "Methods: {go: {Arguments: !!set {}}}\n",
    "an unknown prefix of a parent": "Extends: x:A\n",
    "an unknown prefix of a meta class": "Properties: {p: {Contract: $, Meta: x:A}}\n",
    "an unknown meta class": "Meta: Nowhere\n",
}
FILE_REFUSED = {
    "an expression that does not parse": "Properties: {p: {Contract: !yaql '1 +'}}\n" + OTHER,
    "a date that is none": "Properties: {p: {Contract: $, Default: 2015-13-45}}\n" + OTHER,
    "an unknown tag": "Properties: {p: {Contract: $, Default: !x 1}}\n" + OTHER,
    "a name that is none": OTHER + "---\nName: not a name\nUsage: Class\n",
    "an unknown prefix of a name": OTHER + "---\nName: x:Third\nUsage: Class\n",
    "a document of something else": OTHER + "--- text\n",
    "a bad namespace": "---\nNamespaces: {=: example.app, x: a-b}\nName: Other\n",
    "namespaces that are none": "---\nNamespaces: example.app\nName: Other\n",
    "an expression for a namespace": "---\nNamespaces: {=: example.app, x: !yaql a}\nName: Other\n",
    "empty namespaces above a document": "---\nNamespaces:\n---\nNamespaces: {=: example.app}\nName: Other\n",
    "two classes without a name": "---\nUsage: Class\n---\nUsage: Class\n",
}


def refused(text: str, folder: Path) -> set[str]:
    write(files(MANIFEST + text), folder)
    catalog = muranopl.Catalog([folder])
    result = set()
    for name in ("Sample", "Child", "Other", "User"):
        try:
            catalog.resolve(f"example.app.{name}")
        except ResolutionError:
            result.add(name)
    return result


@pytest.mark.parametrize("text", LOADS.values(), ids=LOADS)
def test_a_mistake_that_is_met_later_or_elsewhere_refuses_nothing(
    text: str, tmp_path: Path
) -> None:
    assert refused(text, tmp_path) <= {"Other"}


@pytest.mark.parametrize("text", CLASS_REFUSED.values(), ids=CLASS_REFUSED)
def test_a_mistake_in_a_class_refuses_it_and_its_descendants(text: str, tmp_path: Path) -> None:
    assert refused(text + OTHER, tmp_path) == {"Sample", "Child"}


@pytest.mark.parametrize("text", FILE_REFUSED.values(), ids=FILE_REFUSED)
def test_a_mistake_in_a_file_refuses_all_its_classes(text: str, tmp_path: Path) -> None:
    assert refused(text, tmp_path) == {"Sample", "Child", "Other"}
