"""Symbols, which are what names refer to, and the places where they occur."""

from __future__ import annotations

import enum

import msgspec

from muranopl.diagnostics.places import Place
from muranopl.read.package import PackageId
from muranopl.semantics.abstract.values import ClassType


class SymbolKind(enum.Enum):
    """The kinds of symbols; values are the words for them."""

    PACKAGE = "package"
    CLASS = "class"
    PREFIX = "prefix"
    PROPERTY = "property"
    METHOD = "method"
    ARGUMENT = "argument"
    VARIABLE = "variable"
    FORM = "form"
    FIELD = "field"
    TEMPLATE = "template"
    PARAMETER = "parameter"
    TEMPLATE_PARAMETER = "template parameter"
    RESOURCE = "resource"
    CONDITION = "condition"
    OUTPUT = "output"
    FILE = "file"
    KEY = "key"
    WORD = "word"
    FIELD_TYPE = "field type"
    FUNCTION = "function"
    CONTRACT_FUNCTION = "contract function"
    HEAT_FUNCTION = "Heat function"
    CODE = "code"
    GROUP = "group"

    __hash__ = object.__hash__  # that of `Enum` is a Python function


MEMBERS = frozenset({SymbolKind.PROPERTY, SymbolKind.METHOD})


class Symbol(msgspec.Struct, frozen=True):
    """The thing that a name refers to. Equal symbols are the same, in whatever package they occur.

    `package` is the one that declares it, None for symbols of the language and for packages that
    are not at hand. `owner` is the full name of the class of members, `Class.method` for arguments and
    variables, the form of a field, the place of a prefix, the entity of a key, the closed set of a word,
    the file of a part of a Heat template; `name` is that of classes and packages in full, and the path
    of a file in its package.
    """

    kind: SymbolKind
    name: str
    owner: str = ""
    package: PackageId | None = None

    @property
    def shown(self) -> str:
        """The symbol in words: `method "deploy" of example.app.Server`."""
        where = f" of {self.owner}" if self.owner and self.kind in _OWNED else ""
        return f'{self.kind.value} "{self.name}"{where}'


_OWNED = frozenset(
    {
        SymbolKind.PROPERTY,
        SymbolKind.METHOD,
        SymbolKind.ARGUMENT,
        SymbolKind.VARIABLE,
        SymbolKind.FIELD,
    }
)


class Role(enum.Enum):
    """The role of a name where it is written."""

    DECLARATION = "declaration"
    REFERENCE = "reference"
    WRITE = "write"

    __hash__ = object.__hash__  # that of `Enum` is a Python function


class Occurrence(msgspec.Struct, frozen=True, eq=False):
    """A place where the name of a symbol is written.

    `certain` is false for a member of an unknown value: it may be that of any class, and the symbol
    has no owner. `receivers` are the classes of the value whose method is called, if they are known.
    """

    place: Place
    symbol: Symbol
    role: Role = Role.REFERENCE
    certain: bool = True
    receivers: tuple[ClassType, ...] = ()
