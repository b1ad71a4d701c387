"""An application with a logo, passwords, base classes, and a constructor that may throw."""

from __future__ import annotations

import base64

LOGO = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)

SHELF = {
    "manifest.yaml": """\
Format: '1.4'
Type: Application
FullName: example.shelf
Version: 1.0.0
Name: Book shelf
Description: Shelves for books.
Author: Examples
Classes:
  example.shelf.Shelf: Shelf.yaml
  example.shelf.Board: Board.yaml
  example.shelf.Wood: Wood.yaml
  example.shelf.Steel: Steel.yaml
  example.shelf.Password: Password.yaml
""",
    "Classes/Shelf.yaml": """\
Namespaces:
  =: example.shelf
  std: io.murano
Name: Shelf
Extends: std:Application
Properties:
  name:
    Contract: $.string().notNull()
  boards:
    Contract: $.int().notNull().check($ > 0)
    Default: 5
  spare:
    Contract: $.int()
  board:
    Contract: $.class(Board)
  adminPassword:
    Contract: $.string()
  doorCode:
    Contract: $.string()
    Meta:
      - Password:
Methods:
  initialize:
    Body:
      - If: $this.boards = 13
        Then:
          - $this.refuse()
  refuse:
    Body:
      - Throw: BadLuck
        Message: thirteen boards fall down
""",
    "Classes/Board.yaml": """\
Name: example.shelf.Board
Properties:
  length:
    Contract: $.int().notNull()
""",
    "Classes/Wood.yaml": """\
Name: example.shelf.Wood
Extends: example.shelf.Board
""",
    "Classes/Steel.yaml": """\
Name: example.shelf.Steel
Extends: example.shelf.Board
""",
    "Classes/Password.yaml": """\
Name: example.shelf.Password
Usage: Meta
Applies: Property
""",
    "UI/ui.yaml": """\
Version: 2.2
Application:
  ?:
    type: example.shelf.Shelf
  name: $.page.name
  adminPassword: $.page.password
Forms:
  - page:
      fields:
        - name: name
          type: string
          label: Name
        - name: password
          type: password
          label: Administrator
""",
}
