"""A package in which completion is tested, and the cursor in a text."""

from __future__ import annotations

import functools

from muranopl.workspace.analysis import Analysis
from muranopl.workspace.completion.complete import complete
from muranopl.workspace.completion.completion import Completion
from muranopl.workspace.symbols.index import At
from tests.workspace.marked import analysed

MANIFEST = """\
Format: MuranoPL/1.4
Type: Application
FullName: example.app
Version: 1.0.0
Classes:
  example.app.Server: Server.yaml
  example.app.Role: Role.yaml
  example.app.Note: Note.yaml
Require:
  example.lib:
"""
SERVER = """\
Namespaces:
  =: example.app
  std: io.murano
  lib: example.lib

Name: Server

Extends: lib:Base

Properties:
  port:
    Contract: $.int().notNull()
  role:
    Contract: $.class(Role)
  sizes:
    Contract: {small: $.int(), large: $.int()}

Methods:
  deploy:
    Arguments:
      - size:
          Contract: $.int()
      - label:
          Contract: $.string()
          Default: ''
    Body:
      - $count: $.port
      - $.role.assign(title => a)
      - $made: new(:Role)
      - Return: $count
"""
ROLE = """\
Namespaces:
  =: example.app
  std: io.murano

Name: Role

Extends: std:Object

Properties:
  title:
    Contract: $.string()

Methods:
  assign:
    Arguments:
      - title:
          Contract: $.string()
      - rank:
          Contract: $.int()
          Default: 1
    Body:
      - $.title: $title
  make:
    Usage: Static
    Body:
      - Return: null
"""
NOTE = """\
Namespaces:
  =: example.app

Name: Note
Usage: Meta

Properties:
  text:
    Contract: $.string()
"""
FORM = """\
Version: 2.4

Templates:
  role:
    ?:
      type: example.app.Role

Parameters:
  sizes: [1, 2]

Application:
  ?:
    type: example.app.Server
  port: $.main.port

Forms:
  - main:
      fields:
        - name: port
          type: integer
        - name: title
          type: string
"""
LIBRARY = {
    "lib/manifest.yaml": """\
Format: MuranoPL/1.4
Type: Library
FullName: example.lib
Classes:
  example.lib.Base: Base.yaml
""",
    "lib/Classes/Base.yaml": """\
Namespaces:
  =: example.lib

Name: Base

Properties:
  host:
    Contract: $.string()

Methods:
  start:
    Arguments:
      - delay:
          Contract: $.int()
    Body:
      - Return: null
""",
    "far/manifest.yaml": """\
Format: MuranoPL/1.4
Type: Library
FullName: example.far
Classes:
  example.far.Distant: Distant.yaml
""",
    "far/Classes/Distant.yaml": """\
Namespaces:
  =: example.far

Name: Distant
""",
}
FILES = {
    "manifest.yaml": MANIFEST,
    "Classes/Server.yaml": SERVER,
    "Classes/Role.yaml": ROLE,
    "Classes/Note.yaml": NOTE,
    "UI/ui.yaml": FORM,
}


@functools.cache
def analyses() -> tuple[Analysis, ...]:
    """Return the analyses of the package, and of those beside it."""
    own = {f"app/{path}": text for path, text in FILES.items()}
    result = analysed({**own, **LIBRARY})
    return tuple(sorted(result, key=lambda item: item.package.id.name))


def split(marked: str) -> tuple[str, int, int]:
    """Return a text without its mark `|`, and the line and column of that."""
    before, _, after = marked.rpartition("|")
    line = before.count("\n") + 1
    column = len(before.rpartition("\n")[2]) + 1
    return before + after, line, column


def at_cursor(path: str, marked: str) -> list[Completion]:
    """Return the proposals at the mark `|` in a text, which replaces that of a file."""
    own, *others = analyses()
    text, line, column = split(marked)
    return complete(At(own, path, line, column), text, others)
