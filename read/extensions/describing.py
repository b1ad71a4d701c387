"""An extension as a package of MuranoPL: a manifest, and a class file for each class.

The files are what `muranopl extension describe` writes, and what all phases read. The manifest says
with `Extension` that the classes are written in Python, and which of them may have more methods.
Format 1.4 has the notations for static and public methods; the engine has these classes in 1.0.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator

import msgspec

from muranopl.ard.sources.package_folder import MANIFEST
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


class _Writer:
    """Collects the lines of a file, with the places in Python that they come from."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.places: dict[int, Place] = {}

    def add(self, depth: int, text: str, place: Place | None = None) -> None:
        """Add a line, indented by two blanks per level."""
        self.lines.append(f"{'  ' * depth}{text}" if text else "")
        if place is not None:
            self.places[len(self.lines)] = place

    @property
    def text(self) -> str:
        """The text of the file."""
        return "\n".join([*self.lines, ""])


def described(extension: Extension) -> Description:
    """Return an extension as the files of a package."""
    files = {MANIFEST: _manifest(extension)}
    places: dict[tuple[str, int], Place] = {}
    for item in extension.classes:
        path, writer = f"Classes/{file_of(item)}", _class(item)
        files[path] = writer.text
        places |= {(path, line): place for line, place in writer.places.items()}
    for line, place in _of_manifest(extension, files[MANIFEST]):
        places[MANIFEST, line] = place
    return Description(files, places)


def file_of(item: PluginClass) -> str:
    """Return the path of the file of a class below `Classes/`."""
    return f"{item.name}.yaml"


def quoted(text: str) -> str:
    """Return a text as it is written in YAML."""
    if _PLAIN.fullmatch(text) and text.lower() not in _WORDS:
        return text
    return json.dumps(text, ensure_ascii=False)


def _manifest(extension: Extension) -> str:
    lines = [
        f"# The classes of the Python distribution {extension.name}, as the engine has them.",
        "Format: 1.4",
        "Type: Library",
        f"FullName: {quoted(extension.name)}",
        f"Version: {extension.version}",
        f"Name: {quoted(extension.name)}",
        *(["Require:"] if extension.requires else []),
        *(f"  {quoted(name)}: {json.dumps(spec)}" for name, spec in extension.requires.items()),
        "",
        "Classes:" if extension.classes else "Classes: {}",
        *(f"  {item.name}: {file_of(item)}" for item in extension.classes),
        "",
        "# The classes are written in Python: their methods have no bodies.",
        "Extension:",
        "  # Classes that may have more methods than their files declare.",
        f"  Incomplete: [{', '.join(item.name for item in extension.classes if item.unseen)}]",
        "",
    ]
    return "\n".join(lines)


def _of_manifest(extension: Extension, text: str) -> Iterable[tuple[int, Place]]:
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        if line.startswith("FullName:"):
            yield number, extension.place
        for item in extension.classes:
            if line == f"  {item.name}: {file_of(item)}":
                yield number, item.place


def _class(item: PluginClass) -> _Writer:
    writer = _Writer()
    for reason in item.unseen:
        writer.add(0, f"# It may have more methods: {reason}.")
    namespace, _, name = item.name.rpartition(".")
    # Contracts write classes with prefixes, as authors do: the file is meant to be read
    prefixes = {"=": namespace} if namespace else {}
    for contract in _contracts(item):
        used = _CLASS.search(contract)
        if used is not None:
            prefixes[_prefix(used)] = used["namespace"]
    if prefixes:
        writer.add(0, "Namespaces:")
        for prefix, value in prefixes.items():
            writer.add(1, f"{prefix}: {value}")
        writer.add(0, "")
    writer.add(0, f"Name: {quoted(name)}", item.place)
    writer.add(0, "")
    writer.add(0, "Methods:")
    writer.add(1, "# The arguments of new()", item.place)
    constructor = item.constructor
    if constructor is None:
        # Objects get their arguments by name: `args` would never be filled
        constructor = anything(item.place)[1:]
    _method(writer, PluginMethod("initialize", "__init__", item.place, constructor))
    for method in item.methods:
        writer.add(0, "")
        _method(writer, method)
    return writer


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


def _method(writer: _Writer, method: PluginMethod) -> None:
    writer.add(1, f"{quoted(method.name)}:", method.place)
    if method.usage != "Runtime":
        writer.add(2, f"Usage: {method.usage}")
    if method.is_public:
        writer.add(2, "Scope: Public")
    if method.parameters:
        writer.add(2, "Arguments:")
    for parameter in method.parameters:
        _parameter(writer, parameter)
    writer.add(2, "Body: []")


def _parameter(writer: _Writer, parameter: PluginParameter) -> None:
    writer.add(3, f"- {quoted(parameter.name)}:", parameter.place)
    contract = _CLASS.sub(lambda used: f"class({_prefix(used)}:{used['name']})", parameter.contract)
    writer.add(5, f"Contract: {contract}")
    if parameter.taking is not Taking.STANDARD:
        writer.add(5, f"Usage: {parameter.taking.value}")
    if parameter.default is not None:
        writer.add(5, f"Default: {parameter.default}")
