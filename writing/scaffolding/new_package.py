"""Fills in the templates of a new package, or plugin, with its names."""

from __future__ import annotations

import enum
import json
import keyword
import re
import string
from collections.abc import Iterator, Mapping
from pathlib import Path

from muranopl.diagnostics.usage import UsageError

_TEMPLATES = Path(__file__).parent / "templates"
_FOR_ALL = "all"
_PART = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_NAME = re.compile(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+", re.ASCII)
# In names of distributions the engine sees "-" for "_", and no package can require these
_PLUGIN_NAME = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:\.[A-Za-z][A-Za-z0-9]*)+")
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9_]+")


class PackageKind(enum.Enum):
    """The kinds of packages that can be made; each is a folder of templates.

    A plugin is a Python distribution, whose classes the engine has as a package.
    """

    APPLICATION = "application"
    LIBRARY = "library"
    TEST = "test"
    PLUGIN = "plugin"


class _Template(string.Template):
    """Text with `@{name}` for values; `$` is what YAQL and shells use."""

    delimiter = "@"


def new_package(
    name: str, kind: PackageKind, author: str, tested: str | None = None
) -> dict[str, str]:
    """Return the texts of the files of a new package, by path.

    `name` is its full name: `com.example.Shop` declares a class of that name, `com.example.shop` a
    class `com.example.shop.Shop`. A package of tests is about the package `tested`. Raise
    UsageError for a name that is none.
    """
    _require_name(name)
    if not author.isprintable():
        raise UsageError("the name of the author must be one line of printable characters")
    if kind is PackageKind.TEST:
        if tested is None:
            raise UsageError("a package of tests needs the name of the package to test")
        _require_name(tested)
    elif tested is not None:
        raise UsageError("only a package of tests has a package to test")
    names = _names(name) | {"tested": tested or "", "dot": "."}
    if kind is PackageKind.PLUGIN:
        _require_plugin_name(name, names["class_name"])
    # A text of JSON is one of YAML and of TOML
    names["author"] = json.dumps(author, ensure_ascii=False)
    return dict(sorted(_files(kind, names)))


def _require_name(name: str) -> None:
    if not _NAME.fullmatch(name):
        raise UsageError(f'"{name}" is not a full name of a package: {_remedy(name)}')


def _remedy(name: str) -> str:
    """Return how to correct a name."""
    parts = name.split(".")
    wrong = next((part for part in parts if not _PART.fullmatch(part)), None)
    if len(parts) == 1 or wrong == "":
        return "write words joined by dots, such as com.example.Shop"
    return f'begin "{wrong}" with a letter or an underscore, and use only letters, digits and underscores'


def _require_plugin_name(name: str, class_name: str) -> None:
    if not _PLUGIN_NAME.fullmatch(name):
        raise UsageError(
            f'"{name}" is not the name of a plugin: write words of letters and digits, joined by dots'
        )
    if keyword.iskeyword(class_name):
        raise UsageError(f'a Python class cannot have the name "{class_name}"')


def _names(name: str) -> dict[str, str]:
    parent, _, last = name.rpartition(".")
    class_name = last[0].upper() + last[1:]
    words = _WORDS.findall(class_name) or [class_name]
    return {
        "package": name,
        "namespace": parent if class_name == last else name,
        "class_name": class_name,
        "title": " ".join(words),
        "module": "_".join(words).lower(),
    }


def _files(kind: PackageKind, names: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    kinds = [kind.value] if kind is PackageKind.PLUGIN else [_FOR_ALL, kind.value]
    for folder in (_TEMPLATES / name for name in kinds):
        for path in folder.rglob("*"):
            if path.is_file():
                inside = path.relative_to(folder).as_posix()
                text = path.read_text(encoding="utf-8")
                yield _filled(inside, names), _filled(text, names)


def _filled(text: str, names: Mapping[str, str]) -> str:
    # `safe_`: the versions of GitHub's actions follow an @
    return _Template(text).safe_substitute(names)
