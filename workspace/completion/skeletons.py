"""Proposes declarations to fill in: properties, methods, arguments, forms, fields, whole files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.entity import Entity
from muranopl.language.grammar.manifest import Manifest
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.language.grammar.shapes import Field, Of, Shape, Table
from muranopl.language.grammar.ui.definition import UIDefinition
from muranopl.language.grammar.ui.form import UIForm
from muranopl.read.heat.parameters import TemplateParameter
from muranopl.read.heat.template import HeatTemplate, TemplateOutput, TemplateResource
from muranopl.workspace.completion.completion import Completion, CompletionKind
from muranopl.workspace.completion.cursor import Cursor
from muranopl.workspace.completion.keys import indented

_ENTRIES: dict[type[Entity], tuple[str, str]] = {
    PropertyDeclaration: ("new property", "${1:name}:\n  Contract: \\$.${2:string()}"),
    MethodDeclaration: ("new method", "${1:name}:\n  Body:\n    - $2"),
    ArgumentDeclaration: ("new argument", "${1:name}:\n    Contract: \\$.${2:string()}"),
    TemplateParameter: ("new parameter", "${1:name}:\n  type: ${2:string}"),
    TemplateResource: (
        "new resource",
        "${1:name}:\n  type: ${2:OS::Nova::Server}\n  properties:\n    $3",
    ),
    TemplateOutput: ("new output", "${1:name}:\n  value: { get_attr: [$2] }"),
    UIForm: (
        "new form",
        "${1:name}:\n    fields:\n      - name: ${2:name}\n        type: ${3:string}",
    ),
}
"""The labels and the snippets of entries, by what an entry declares."""
_DOCUMENTS: dict[type[Entity], tuple[str, str]] = {
    ClassDeclaration: (
        "new class",
        "Namespaces:\n  =: ${1:example.app}\n  std: io.murano\n\nName: ${2:Name}\n\n"
        "Extends: ${3:std:Object}\n\nProperties:\n  ${4:name}:\n    Contract: \\$.${5:string()}\n",
    ),
    Manifest: (
        "new manifest",
        "Format: MuranoPL/1.4\nType: ${1|Application,Library|}\nFullName: ${2:example.app}\n"
        "Version: 0.1.0\nName: ${3:Name}\nClasses:\n  ${2:example.app}: ${4:App.yaml}\n",
    ),
    HeatTemplate: (
        "new Heat template",
        "heat_template_version: ${1:2018-08-31}\n\nparameters:\n  ${2:name}:\n    type: ${3:string}\n\n"
        "resources:\n  ${4:server}:\n    type: ${5:OS::Nova::Server}\n    properties:\n      $6\n",
    ),
    UIDefinition: (
        "new UI definition",
        "Version: 2.4\n\nApplication:\n  ?:\n    type: ${1:example.app}\n  ${2:name}: \\$.main.${2:name}\n\n"
        "Forms:\n  - main:\n      fields:\n        - name: ${2:name}\n          type: ${3:string}\n",
    ),
}
"""The labels and the snippets of whole documents, by what a document declares."""
_PLACEHOLDER = re.compile(r"(?<!\\)\$(?:\{\d+[:|]([^}|,]*)[^}]*\}|\d)")
_FIELD = ("new field", "name: ${1:name}\ntype: ${2:string}\nlabel: ${3:Label}")


def skeletons(cursor: Cursor, shape: Shape) -> Iterator[Completion]:
    """Yield the declarations that may begin at the cursor."""
    chosen = None
    if isinstance(shape, Table) and isinstance(shape.entry, Of):
        chosen = _ENTRIES.get(shape.entry.kind)
    elif not cursor.location.siblings and isinstance(shape, Field):
        chosen = _FIELD
    elif not cursor.location.siblings and isinstance(shape, Of):
        chosen = _DOCUMENTS.get(shape.kind)
    if chosen is not None:
        label, text = chosen
        yield Completion(
            label,
            CompletionKind.SKELETON,
            indented(text, cursor.location.start),
            cursor.location.start + 1,
            snippet=True,
            words=f"```yaml\n{_shown(text)}\n```",
            order=4,
        )


def _shown(text: str) -> str:
    """Return a snippet without its notation of placeholders."""
    filled = _PLACEHOLDER.sub(r"\1", text)
    return filled.replace("\\$", "$").rstrip()
