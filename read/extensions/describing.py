"""Writes an extension as a package of MuranoPL: a manifest, and a class file for each class.

The files are what `muranopl extension describe` writes, and what all phases read. The manifest says
with `Extension` that the classes are written in Python, and which of them may have more methods.
Format 1.4 has the notations for static and public methods; the engine has these classes in 1.0.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.diagnostics.places import Place
from muranopl.read.extensions.interface import (
    Extension,
    PluginClass,
    PluginMethod,
    PluginParameter,
    Taking,
)
from muranopl.read.extensions.parameters import anything

_PLAIN = re.compile(r"[A-Za-z_][\w.]*", re.ASCII)
_CLASS = re.compile(r"class\((?P<namespace>[\w.]+)\.(?P<name>\w+)\)")
# YAML 1.1 reads these as null or as booleans, unless they are quoted
_WORDS = {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}


class Description(msgspec.Struct, frozen=True):
    """The files of a package by path; `places` are those in Python of lines of files."""

    files: dict[str, str]
    places: dict[tuple[str, int], Place]


_Line = tuple[int, str, Place | None]
"""A line of a file: its depth, its text, and the place in Python that it comes from."""


def described(extension: Extension) -> Description:
    """Return an extension as the files of a package."""
    contents = {MANIFEST: list(_manifest(extension))}
    contents |= {f"Classes/{file_of(item)}": list(_class(item)) for item in extension.classes}
    return Description(
        {
            path: "".join(f"{'  ' * depth}{text}\n" for depth, text, _ in lines)
            for path, lines in contents.items()
        },
        {
            (path, number): place
            for path, lines in contents.items()
            for number, (_, _, place) in enumerate(lines, 1)
            if place is not None
        },
    )


def file_of(item: PluginClass) -> str:
    """Return the path of the file of a class below `Classes/`."""
    return f"{item.name}.yaml"


def quoted(text: str) -> str:
    """Return a text as it is written in YAML."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)


def _manifest(extension: Extension) -> Iterator[_Line]:
    """Yield the lines of the manifest."""
    name = quoted(extension.name)
    about = f"# The classes of the Python distribution {extension.name}, as the engine has them."
    yield 0, about, None
    yield 0, "Format: 1.4", None
    yield 0, "Type: Library", None
    yield 0, f"FullName: {name}", extension.place
    yield 0, f"Version: {extension.version}", None
    yield 0, f"Name: {name}", None
    if extension.requires:
        yield 0, "Require:", None
    for required, spec in extension.requires.items():
        yield 1, f"{quoted(required)}: {json.dumps(spec)}", None
    yield 0, "", None
    yield 0, "Classes:" if extension.classes else "Classes: {}", None
    for item in extension.classes:
        yield 1, f"{item.name}: {file_of(item)}", item.place
    yield 0, "", None
    yield 0, "# The classes are written in Python: their methods have no bodies.", None
    yield 0, "Extension:", None
    yield 1, "# Classes that may have more methods than their files declare.", None
    incomplete = ", ".join(item.name for item in extension.classes if item.unseen)
    yield 1, f"Incomplete: [{incomplete}]", None


def _class(item: PluginClass) -> Iterator[_Line]:
    """Yield the lines of a class file."""
    for reason in item.unseen:
        yield 0, f"# It may have more methods: {reason}.", None
    namespace, _, name = item.name.rpartition(".")
    # Contracts write classes with prefixes, as authors do: the file is meant to be read
    prefixes = {"=": namespace} if namespace else {}
    for contract in _contracts(item):
        used = _CLASS.search(contract)
        if used is not None:
            prefixes[_prefix(used)] = used["namespace"]
    if prefixes:
        yield 0, "Namespaces:", None
        for prefix, value in prefixes.items():
            yield 1, f"{prefix}: {value}", None
        yield 0, "", None
    yield 0, f"Name: {quoted(name)}", item.place
    yield 0, "", None
    yield 0, "Methods:", None
    yield 1, "# The arguments of new()", item.place
    constructor = item.constructor
    if constructor is None:
        # Objects get their arguments by name: `args` would never be filled
        constructor = anything(item.place)[1:]
    yield from _method(PluginMethod("initialize", "__init__", item.place, constructor))
    for method in item.methods:
        yield 0, "", None
        yield from _method(method)


def _contracts(item: PluginClass) -> Iterator[str]:
    """Yield the contracts of all parameters of a class."""
    for parameter in item.constructor or ():
        yield parameter.contract
    for method in item.methods:
        for parameter in method.parameters:
            yield parameter.contract


def _prefix(used: re.Match[str]) -> str:
    """Return the prefix of the namespace of a class in a contract."""
    last = used["namespace"].rpartition(".")[2]
    return "std" if last == "murano" else last


def _method(method: PluginMethod) -> Iterator[_Line]:
    yield 1, f"{quoted(method.name)}:", method.place
    if method.usage != "Runtime":
        yield 2, f"Usage: {method.usage}", None
    if method.is_public:
        yield 2, "Scope: Public", None
    if method.parameters:
        yield 2, "Arguments:", None
    for parameter in method.parameters:
        yield from _parameter(parameter)
    yield 2, "Body: []", None


def _parameter(parameter: PluginParameter) -> Iterator[_Line]:
    yield 3, f"- {quoted(parameter.name)}:", parameter.place
    contract = _CLASS.sub(lambda used: f"class({_prefix(used)}:{used['name']})", parameter.contract)
    yield 5, f"Contract: {contract}", None
    if parameter.taking is not Taking.STANDARD:
        yield 5, f"Usage: {parameter.taking.value}", None
    if parameter.default is not None:
        yield 5, f"Default: {parameter.default}", None
