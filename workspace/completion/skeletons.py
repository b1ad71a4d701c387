"""Proposes declarations to fill in: properties, methods, arguments, forms, fields, whole files."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Entity
from muranopl.language.grammar.manifest import Manifest
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration, MethodUsage
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.language.grammar.shapes import Field, Of, Shape, Table
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.field_types import FIELD_TYPES
from muranopl.language.grammar.ui.form import UIForm
from muranopl.read.heat.parameters import TemplateParameter
from muranopl.read.heat.template import HeatTemplate, TemplateOutput, TemplateResource
from muranopl.views.words.markdown import block, paragraphs
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.keys import indented
from muranopl.workspace.completion.snippets import escaped, plain_text

_ENTRIES: dict[type[Entity], dict[str, str]] = {
    PropertyDeclaration: {"new property": "${1:name}:\n  Contract: \\$.${2:string()}"},
    MethodDeclaration: {
        "new method": "${1:name}:\n  Body:\n    - $2",
        "new method with arguments": "${1:name}:\n  Arguments:\n    - ${2:argument}:\n"
        "        Contract: \\$.${3:string()}\n  Body:\n    - $4",
        "new action": "${1:name}:\n  {PUBLIC}\n  Body:\n    - $2",
        "new static method": "${1:name}:\n  Usage: Static\n  Body:\n    - $2",
    },
    ArgumentDeclaration: {"new argument": "${1:name}:\n    Contract: \\$.${2:string()}"},
    TemplateParameter: {"new parameter": "${1:name}:\n  type: ${2:string}"},
    TemplateResource: {
        "new resource": "${1:name}:\n  type: ${2:OS::Nova::Server}\n  properties:\n    $3"
    },
    TemplateOutput: {"new output": "${1:name}:\n  value: { get_attr: [$2] }"},
    UIForm: {
        "new form": "${1:name}:\n    fields:\n      - name: ${2:name}\n        type: ${3:string}"
    },
}
"""The labels and the snippets of entries, by what an entry declares."""
_DOCUMENTS: dict[type[Entity], dict[str, str]] = {
    ClassDeclaration: {
        "new class": "Namespaces:\n  =: ${1:{NAMESPACE}}\n  std: io.murano\n\nName: ${2:{NAME}}\n\n"
        "Extends: ${3:std:Object}\n\nProperties:\n  ${4:name}:\n    Contract: \\$.${5:string()}\n"
    },
    Manifest: {
        "new manifest": "Format: MuranoPL/1.4\nType: ${1|Application,Library|}\n"
        "FullName: ${2:example.app}\nVersion: 0.1.0\nName: ${3:Name}\n"
        "Classes:\n  ${2:example.app}: ${4:App.yaml}\n"
    },
    HeatTemplate: {
        "new Heat template": "heat_template_version: ${1:2018-08-31}\n\n"
        "parameters:\n  ${2:name}:\n    type: ${3:string}\n\n"
        "resources:\n  ${4:server}:\n    type: ${5:OS::Nova::Server}\n    properties:\n      $6\n"
    },
    UIDefinition: {
        "new UI definition": "Version: 2.4\n\n"
        "Application:\n  ?:\n    type: ${1:{APPLICATION}}\n  ${2:name}: \\$.main.${2:name}\n\n"
        "Forms:\n  - main:\n      fields:\n        - name: ${2:name}\n          type: ${3:string}\n"
    },
}
"""The labels and the snippets of whole documents, by what a document declares."""
_FIELD = "name: ${1:name}\ntype: ${2:string}\nlabel: ${3:Label}"


def skeletons(cursor: Cursor, shape: Shape) -> Iterator[Completion]:
    """Yield the declarations that may begin at the cursor."""
    if isinstance(shape, Table) and isinstance(shape.entry, Of):
        for label, text in _ENTRIES.get(shape.entry.kind, {}).items():
            yield _skeleton(cursor, label, text)
    elif not cursor.location.siblings and isinstance(shape, Field):
        yield _skeleton(cursor, "new field", _FIELD)
        for name, type_ in FIELD_TYPES.items():
            if type_.deprecated is None:
                yield _skeleton(cursor, f"new {name} field", _field(name), type_.words)
    elif not cursor.location.siblings and isinstance(shape, Of):
        for label, text in _DOCUMENTS.get(shape.kind, {}).items():
            yield _skeleton(cursor, label, text)


def _skeleton(cursor: Cursor, label: str, text: str, words: str = "") -> Completion:
    for place, name in _NAMES.items():
        if place in text:
            text = text.replace(place, escaped(name(cursor)))
    return Completion(
        label,
        CompletionKind.SKELETON,
        indented(text, cursor.location.start),
        cursor.location.start + 1,
        snippet=True,
        words=paragraphs(words, block(plain_text(text).rstrip())),
        order=4,
    )


def _field(type_: str) -> str:
    """Return a field of a type with the attributes that it needs."""
    lines = ["name: ${1:name}", f"type: {type_}", "label: ${2:Label}"]
    needed = FIELD_TYPES[type_].needed.items()
    lines += (f"{key}: ${{{number}:{text}}}" for number, (key, text) in enumerate(needed, 3))
    return "\n".join(lines)


def _class(cursor: Cursor) -> str:
    """Return the full name of the class of a file: as the manifest lists it, else after the file."""
    path = cursor.inside(cursor.path)
    manifest = cursor.analysis.package.manifest
    for entry in manifest.classes or ():
        if f"Classes/{entry.path}" == path:
            return entry.name
    stem = path.rpartition("/")[2].partition(".")[0]
    return f"{cursor.analysis.package.id.name}.{stem}"


def _application(cursor: Cursor) -> str:
    """Return the first class that the manifest lists."""
    manifest = cursor.analysis.package.manifest
    names = (entry.name for entry in manifest.classes or ())
    return next(names, cursor.analysis.package.id.name)


def _public(cursor: Cursor) -> str:
    """Return how a method is declared as an action in the format of the package."""
    is_deprecated = MethodUsage.ACTION.is_deprecated(cursor.format)
    return "Scope: Public" if is_deprecated else "Usage: Action"


_NAMES = {
    "{NAMESPACE}": lambda cursor: _class(cursor).rpartition(".")[0],
    "{NAME}": lambda cursor: _class(cursor).rpartition(".")[2],
    "{APPLICATION}": _application,
    "{PUBLIC}": _public,
}
"""The parts of snippets that depend on the package and the file."""
