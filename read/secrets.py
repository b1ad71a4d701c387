"""Reports secrets in the files of a package: private keys, and defaults of passwords."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.ard.sources.source import SourceError, path_inside
from muranopl.ard.yaql.tree import word
from muranopl.diagnostics.catalogue import secrets as rules
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import File, Place
from muranopl.language.grammar.class_ import ClassDeclaration
from muranopl.language.grammar.secret_names import names_secret
from muranopl.read.package import PackageHeader
from muranopl.read.suspicious_scalars import defaults_of

_MARK = "PRIVATE KEY-----"
# With its first line of data, as programs look for the mark alone. JSON and YAML may write line ends as `\n`
_KEY = lazy_pattern(
    r"-----BEGIN (?!ENCRYPTED )(?:[A-Z0-9]+ )*PRIVATE KEY-----(?:\s|\\[nr])+[A-Za-z0-9+/=]{40}"
)
_TEXTLESS = lazy_pattern(
    r"\.(7z|bin|bz2|deb|dll|exe|gif|gz|ico|img|iso|jar|jpe?g|msi|ova|pdf|png|pyc|qcow2|rpm|so|tar|tgz|ttf|war|whl|woff2?|xz|zip)",
    re.IGNORECASE,
)
"""Endings of files that are not text."""


def check_private_keys(header: PackageHeader, loaded: Iterable[File], findings: Findings) -> None:
    """Report the private keys in all files of a package; `loaded` are those that were read as YAML."""
    by_path = {path_inside(header.source, file): file for file in loaded}
    for path in header.source.paths():
        file = by_path.get(path) or _text(header, path)
        if file is not None:
            for place in _keys(file):
                findings.report(rules.PRIVATE_KEY, place)


def check_default_secrets(declaration: ClassDeclaration, findings: Findings) -> None:
    """Report the Defaults of a class that are secrets."""
    for item, default, what in defaults_of(declaration):
        if names_secret(item.name) and _is_written(default):
            value = f"the value of {what}"
            findings.report(rules.DEFAULT_SECRET, default, what=value, value="Default")


def _is_written(node: Node) -> bool:
    """Return whether a node is a text that stands there, neither empty nor computed."""
    if isinstance(node, Yaql):
        return bool(word(node.tree))
    return isinstance(node, Scalar) and isinstance(node.value, str) and bool(node.value)


def _text(header: PackageHeader, path: str) -> File | None:
    """Return a file that was not read so far with its text, if it has a private key in it."""
    if _TEXTLESS.fullmatch(posixpath.splitext(path)[1]):
        return None
    try:
        data = header.source.read(path)
    except SourceError:
        return None
    if _MARK.encode() not in data:
        return None
    file = header.source.file(path)
    file.text = data.decode("utf-8", "replace")
    return file


def _keys(file: File) -> Iterator[Place]:
    """Yield the places of private keys: those of their first lines."""
    text = file.text
    if text is None or _MARK not in text:
        return
    for match in _KEY.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        column = match.start() - text.rfind("\n", 0, match.start())
        end = match[0].index(_MARK) + len(_MARK)
        yield Place(file, line, column, line, column + end)
