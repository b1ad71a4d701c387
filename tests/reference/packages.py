"""The classes of the reference project's tests as a package, which is made in memory."""

from __future__ import annotations

import functools
import io
import json
import re
import zipfile
from collections.abc import Iterator, Mapping

import yaml

import muranopl
from tests.reference.material import CLASSES, CORE_LIBRARY

PACKAGE = "tests"
_ZIP = f"{PACKAGE}.zip"
_NAME = re.compile(r"Name: (\S+)\s")
_TEST = re.compile(r"  test\w+:\s")
_METHODS = ("Methods:", "Workflow:")


@functools.cache
def catalog(further: tuple[tuple[str, str], ...] = ()) -> muranopl.Catalog:
    """Return a catalog of the package; `further` are declarations of methods that classes have besides, by class."""
    declarations, listed, stream = dict(further), {}, io.BytesIO()
    with zipfile.ZipFile(stream, "w") as package:
        for file in sorted(CLASSES.glob("*.yaml")):
            text = file.read_text(encoding="utf-8")
            names = _class_names(text)
            listed.update(dict.fromkeys(names.values(), file.name))
            package.writestr(f"Classes/{file.name}", "".join(_lines(text, names, declarations)))
        manifest = {
            "Format": "1.0",
            "Type": "Library",
            "FullName": PACKAGE,
            "Version": "0.0.0",
            "Classes": listed,
        }
        package.writestr("manifest.yaml", json.dumps(manifest))
    return muranopl.Catalog(
        _ZIP, core_library=CORE_LIBRARY, quirks="engine", streams={_ZIP: stream.getvalue()}
    )


def _class_names(text: str) -> dict[str, str]:
    """Return the full names of the classes of a file by their own; namespaces go on in the documents after them."""
    names: dict[str, str] = {}
    namespaces: dict[str, str] = {}
    for document in filter(None, yaml.load_all(text, yaml.BaseLoader)):
        namespaces = document.get("Namespaces", namespaces)
        if "Name" in document:
            prefix = namespaces.get("=")
            names[document["Name"]] = f"{prefix}.{document['Name']}" if prefix else document["Name"]
    return names


def _lines(text: str, names: Mapping[str, str], declarations: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a file of classes, in which tests are public methods, with further declarations."""
    class_ = section = ""
    for line in text.splitlines(keepends=True):
        yield line
        if not line[0].isspace():
            section = line.strip()
        if name := _NAME.match(line):
            class_ = names[name[1]]
        if section in _METHODS and line.startswith(section):
            yield declarations.get(class_, "")
        elif section in _METHODS and _TEST.match(line):
            yield "    Scope: Public\n"
