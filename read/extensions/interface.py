"""The interface of a distribution: classes, methods and parameters, with their places in Python."""

from __future__ import annotations

import enum

import msgspec

from muranopl.diagnostics.places import Place
from muranopl.language.grammar.versions import DEFAULT_VERSION


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
