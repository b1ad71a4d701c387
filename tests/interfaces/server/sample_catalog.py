"""The catalog that the tests of the service serve."""

from __future__ import annotations

from pathlib import Path

from muranopl.diagnostics.examples import files
from tests.material import write

APP = """\
Namespaces:
  =: demo
  std: io.murano
  m: io.murano.metadata
Name: App
Extends: Base
Meta:
  - m:Title:
      text: An application
  - m:Description:
      text: For tests.
Properties:
  port:
    Contract: $.int().notNull().check($ > 0)
    Default: 80
  note:
    Contract: $.string()
Methods:
  build:
    Usage: Static
    Scope: Public
    Meta:
      - m:ModelBuilder:
          enabled: true
    Arguments:
      - model:
          Contract: {}
      - port:
          Contract: $.int().notNull()
    Body:
      - Return:
          ?:
            type: demo.App/1.2.3@demo
          port: $port
  double:
    Usage: Static
    Scope: Public
    Arguments:
      - number:
          Contract: $.int().notNull()
    Body:
      - Return: $number * 2
  nothing:
    Usage: Static
    Scope: Public
    Body:
      - Return: null
  text:
    Usage: Static
    Scope: Public
    Body:
      - Return: für
  list:
    Usage: Static
    Scope: Public
    Body:
      - Return: [1, a, null]
  named:
    Usage: Static
    Scope: Public
    Arguments:
      - rest:
          Usage: KwArgs
          Contract: $
    Body:
      - Return: $rest
  object:
    Usage: Static
    Scope: Public
    Body:
      - Return: new(App, port => 81)
  throws:
    Usage: Static
    Scope: Public
    Body:
      - Throw: ownName
        Message: it is late
  divides:
    Usage: Static
    Scope: Public
    Arguments:
      - by:
          Contract: $.int().notNull()
    Body:
      - Return: 1 / $by
  forever:
    Usage: Static
    Scope: Public
    Body:
      - $go: true
      - While: $go
        Do:
          - $go: true
  endless:
    Usage: Static
    Scope: Public
    Body:
      - Return: :App.endless()
  hidden:
    Usage: Static
    Body:
      - Return: 1
  restart:
    Scope: Public
    Usage: Action
  public:
    Scope: Public
    Body:
      - Return: 1
  inner:
    Body:
      - Return: 1
"""

_CATALOG = f"""\
=== apps/demo/manifest.yaml
Format: 1.4
Type: Application
FullName: demo
Name: Demo
Version: 1.2.3
Author: Somebody
Tags: [web, test]
Description: A package for tests
Supplier:
  Name: A supplier
Classes:
  demo.App: App.yaml
  demo.Base: Base.yaml
=== apps/demo/Classes/App.yaml
{APP}=== apps/demo/Classes/Base.yaml
Namespaces:
  =: demo
  std: io.murano
Name: Base
Extends: std:Application
Properties:
  owner:
    Contract: $.string()
=== apps/demo/UI/ui.yaml
Version: 2.2
Application:
  ?:
    type: demo.App
  port: $.page.port
Forms:
  - page:
      fields:
        - name: port
          type: integer
          label: Port
=== apps/faulty/manifest.yaml
Format: 1.4
Type: Library
FullName: faulty
Version: 0.1.0
Classes:
  faulty.Orphan: Orphan.yaml
  faulty.Named: Named.yaml
  faulty.Prefix: Prefix.yaml
  faulty.Contract: Contract.yaml
=== apps/faulty/Classes/Orphan.yaml
Namespaces:
  =: faulty
Name: Orphan
Extends: Missing
Methods:
  go:
    Usage: Static
    Scope: Public
    Body:
      - Return: 1
=== apps/faulty/Classes/Named.yaml
Namespaces:
  =: faulty
Name: Named
Properties:
  other:
    Contract: $.class(Missing)
=== apps/faulty/Classes/Prefix.yaml
Namespaces:
  =: faulty
Name: Prefix
Properties:
  other:
    Contract: $.class(nowhere:Thing)
=== apps/faulty/Classes/Contract.yaml
Namespaces:
  =: faulty
Name: Contract
Properties:
  count:
    Contract: $.int().unknown()
=== libraries/lib/manifest.yaml
Format: 1.4
Type: Library
FullName: lib
Version: 2.0.0
Classes:
  lib.Thing: Thing.yaml
=== libraries/lib/Classes/Thing.yaml
Namespaces:
  =: lib
Name: Thing
"""
LOGO = b"\x89PNG\r\n\x1a\n-"


def write_catalog(folder: Path) -> None:
    """Write the catalog: the folders `apps` and `libraries`, with a logo."""
    write(files(_CATALOG), folder)
    (folder / "apps" / "demo" / "logo.png").write_bytes(LOGO)
