"""Parses the modules of a distribution, within bounds, and never runs them."""

from __future__ import annotations

import ast
import io
import sys
import tokenize
import warnings
from collections.abc import Sequence

import msgspec

from muranopl.ard.sources.source import SourceError
from muranopl.diagnostics.bounds import FORMAT_PARTS, MODULE_SIZE, PLUGIN_MEMBERS, PLUGIN_SOURCE
from muranopl.diagnostics.places import File, Place, lines_of
from muranopl.read.extensions.trees import Tree

_COMPILED = (".so", ".pyd", ".pyc")


class Module(msgspec.Struct, frozen=True, eq=False):
    """A module of a distribution: its dotted name, its file, and its syntax tree."""

    name: str
    file: File
    tree: ast.Module
    is_package: bool
    modules: Modules
    memo: dict[object, object] = {}
    """What was found out about it, by the question."""

    def place(self, node: ast.AST) -> Place:
        """Return the place of a node, of a class or function that of its name."""
        line = getattr(node, "lineno", 1)
        column = getattr(node, "col_offset", 0) + 1
        name = getattr(node, "name", None)
        if not isinstance(name, str):
            return Place(self.file, line, column, line, column)
        text = lines_of(self.file.text or "")[line - 1]
        start = text.find(name, column - 1) + 1 or column
        return Place(self.file, line, start, line, start + len(name))


class PluginTooLargeError(Exception):
    """Raised for more classes and members than are read; the message says so of a class."""


class ModuleError(Exception):
    """Raised for a module that cannot be read; `is_missing` if there is none.

    The message is the reason, as the end of a sentence.
    """

    def __init__(self, reason: str, place: Place | None = None) -> None:
        super().__init__(reason)
        self.reason, self.place = reason, place

    @property
    def is_missing(self) -> bool:
        """Whether the distribution has no such module."""
        return self.place is None


class Modules:
    """The modules below some folders of a tree, each parsed once."""

    def __init__(self, tree: Tree, roots: Sequence[str]) -> None:
        self.tree, self.roots = tree, roots
        self._modules: dict[str, Module | ModuleError] = {}
        self._source, self._members = PLUGIN_SOURCE.most, PLUGIN_MEMBERS.most

    def use(self, members: int) -> None:
        """Count members that are read. Raise PluginTooLargeError beyond the bound."""
        self._members -= members
        if self._members < 0:
            most = f"{PLUGIN_MEMBERS.most:,}"
            raise PluginTooLargeError(f"at most {most} classes and members are read")

    def forget(self) -> None:
        """Free the syntax trees, which are large."""
        self._modules.clear()

    def module(self, name: str) -> Module:
        """Return a module by its dotted name. Raise ModuleError."""
        result = self._modules.get(name)
        if result is None:
            try:
                result = self._read(name)
            except ModuleError as error:
                result = error
            self._modules[name] = result
        if isinstance(result, ModuleError):
            raise result
        return result

    def _read(self, name: str) -> Module:
        below = name.replace(".", "/")
        for root in self.roots:
            start = f"{root}/{below}" if root else below
            # Of a package and a module of one name Python imports the package
            for path in (f"{start}/__init__.py", f"{start}.py"):
                try:
                    data = self.tree.read(path)
                except SourceError as error:
                    if error.kind == "missing":
                        continue
                    place = Place(self.tree.file(path))
                    raise ModuleError(error.message, place) from error
                file, size = self.tree.file(path), len(data)
                if size > min(MODULE_SIZE.most, self._source):
                    reason = f"it has {size:,} bytes; at most {MODULE_SIZE.most:,} are parsed"
                    if size <= MODULE_SIZE.most:
                        most = f"{PLUGIN_SOURCE.most:,}"
                        reason = f"at most {most} bytes of a plugin are parsed"
                    raise ModuleError(reason, Place(file))
                self._source -= size
                return parsed(data, name, file, self, is_package="__init__" in path)
            self._refuse_compiled(start)
        raise ModuleError("the file does not exist")

    def _refuse_compiled(self, path: str) -> None:
        folder, _, name = path.rpartition("/")
        try:
            names = self.tree.names(folder)
        except SourceError:
            return
        for item in names:
            if item.startswith(f"{name}.") and item.endswith(_COMPILED):
                file = self.tree.file(f"{folder}/{item}" if folder else item)
                raise ModuleError("it is compiled", Place(file))


_LONG_FORMAT = "an f-string has too many parts"


def parsed(data: bytes, name: str, file: File, modules: Modules, *, is_package: bool) -> Module:
    """Return a module from its bytes. Raise ModuleError."""
    try:
        # Python before 3.12 takes quadratic time for them
        has_braces = data.count(b"{") > FORMAT_PARTS.most
        if has_braces and sys.version_info < (3, 12) and _has_long_format(data):
            raise ValueError(_LONG_FORMAT)
        with warnings.catch_warnings():
            # Python would print its warnings about the plugin, such as invalid escapes
            warnings.simplefilter("ignore")
            tree = ast.parse(data)
        if has_braces and any(
            isinstance(node, ast.JoinedStr) and len(node.values) > FORMAT_PARTS.most
            for node in ast.walk(tree)
        ):
            raise ValueError(_LONG_FORMAT)
        file.text = _decoded(data)
    except SyntaxError as error:
        line, column = error.lineno or 1, error.offset or 1
        reason = f"{error.msg} in line {line}"
        file.text = data.decode("utf-8", "replace")
        place = Place(file, line, column, line, column)
        raise ModuleError(reason, place) from error
    except (ValueError, RecursionError, MemoryError) as error:
        reason = str(error) or "it is nested too deeply"
        raise ModuleError(reason, Place(file)) from error
    return Module(name, file, tree, is_package, modules)


def _has_long_format(data: bytes) -> bool:
    """Return whether a source may have f-strings of very many parts, each of which Python before 3.12 parses anew.

    Strings that follow each other are joined.
    """
    parts = 0
    try:
        for token in tokenize.tokenize(io.BytesIO(data).readline):
            if token.type == tokenize.STRING:
                is_format = "f" in token.string.lower().partition(token.string[-1])[0]
                parts += token.string.count("{") if is_format else 0
                if parts > FORMAT_PARTS.most:
                    return True
            elif token.type not in {tokenize.NL, tokenize.COMMENT}:
                parts = 0
    except (tokenize.TokenError, SyntaxError, UnicodeDecodeError):
        return False  # it is no Python
    return False


def _decoded(data: bytes) -> str:
    """Return the text of a module, whose first lines may declare its encoding."""
    encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
    return data.decode(encoding, "replace")
