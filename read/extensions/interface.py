"""Defines the interface of a distribution: classes, methods and parameters, with places in Python.

`python_classes` reads it, `describing` writes it as MuranoPL. Names in Python become names in MuranoPL
(reference: extensions, How a Python class becomes one).
"""

from __future__ import annotations

import enum
import re

import msgspec

from muranopl.diagnostics.places import Place
from muranopl.language.grammar.versions import DEFAULT_VERSION

CLASS_NAME = re.compile(r"[a-zA-Z]\w*(\.[a-zA-Z]\w*)*", re.ASCII)
"""The names of entry points that the engine registers."""

HIDDEN = frozenset({"context", "this", "interfaces", "yaql_engine"})
"""Parameters that the engine passes, which calls cannot name."""

# Measured: `under__double` becomes `under_double`, and `HTTPThing` stays as it is
_BELOW = re.compile(r"(?!^)_(\w)")


class Taking(enum.Enum):
    """How a parameter takes values."""

    STANDARD = "Standard"
    VAR_ARGS = "VarArgs"
    KW_ARGS = "KwArgs"


class PluginParameter(msgspec.Struct, frozen=True):
    """A parameter by its name in MuranoPL.

    `contract` is an expression or a list or mapping of them, as written in YAML. `default` is JSON,
    None for a parameter that must be passed.
    """

    name: str
    place: Place
    contract: str = "$"
    default: str | None = None
    taking: Taking = Taking.STANDARD


class PluginMethod(msgspec.Struct, frozen=True):
    """A method by its name in MuranoPL; `python_name` is that of the function."""

    name: str
    python_name: str
    place: Place
    parameters: tuple[PluginParameter, ...] = ()
    usage: str = "Runtime"
    is_public: bool = False


class PluginClass(msgspec.Struct, frozen=True):
    """A class by its full name in MuranoPL.

    `constructor` has the parameters of `__init__`, None if a class takes any. `unseen` are the
    reasons why it may have further methods.
    """

    name: str
    place: Place
    constructor: tuple[PluginParameter, ...] | None = None
    methods: tuple[PluginMethod, ...] = ()
    unseen: tuple[str, ...] = ()


class Extension(msgspec.Struct, frozen=True):
    """The classes of a distribution, whose name is that of the package.

    `requires` has specifications of versions by the names of packages.
    """

    name: str
    place: Place
    location: str
    classes: tuple[PluginClass, ...] = ()
    version: str = DEFAULT_VERSION
    requires: dict[str, str] = {}


def camel_case(name: str) -> str:
    """Return the name in MuranoPL of a method or parameter: `with_args` is `withArgs`."""
    return _BELOW.sub(lambda match: match[1].upper(), name.strip("_"))


def is_hidden(parameter: str) -> bool:
    """Return whether the engine fills a parameter of this name, also written `__name`."""
    return parameter.removeprefix("__") in HIDDEN
