"""Finds files that may be execution plans and the shell scripts they run; parses references to files.

Reference: native-classes.md, "From plan template to sent plan". A file is written as
the path of a text below `scripts`, in `<>` if it is embedded as bytes, or as an address; a path that
begins with `/` is below `Resources` itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from urllib.parse import urlsplit

from muranopl.ard.nodes import Mapping, Node, items_in, pairs_in, text_of
from muranopl.ard.sources.source import Source, SourceError, join_inside
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.diagnostics.places import File

SCRIPTS = "scripts"
APPLICATION = "Application"
"""The type of scripts that are files; scripts of other types name something of another program."""


def is_placeholder(text: str | None) -> bool:
    """Return whether a text is one that `bind()` replaces as a whole."""
    return text is not None and text.startswith("$")


def is_address(file: str) -> bool:
    """Return whether a file is an address, to be downloaded."""
    try:
        parts = urlsplit(file)
    except ValueError:
        return False
    return bool(parts.scheme and parts.netloc)


def is_binary(file: str) -> bool:
    """Return whether a file is embedded as bytes."""
    return file.startswith("<") and file.endswith(">")


def unbracketed(file: str) -> str:
    """Return a file without the `<>` of files that are embedded as bytes."""
    return file[1:-1] if is_binary(file) else file


def resource(path: str) -> str:
    """Return the path below `Resources` for a path in a plan."""
    return path if path.startswith("/") else f"{SCRIPTS}/{path}"


def is_first_version(version: str | None) -> bool:
    """Return whether a FormatVersion is of the first kind, where scripts are a list of files."""
    return not version or version.startswith("1.")


RESOURCES = "Resources"
_ENDINGS = (".template", ".json")
_SHELL = lazy_pattern(rb"#![ \t]*/\S*?(?:/env[ \t]+)?\b(?:ba|da|k)?sh\b")

NamedBy = Callable[[bytes, File], list[str]]
"""Returns the paths of the files that a plan names."""


def plan_files(paths: Iterable[str]) -> list[str]:
    """Return those of a package's files that may be execution plans, judging by their names."""
    return [path for path in resource_files(paths) if path.endswith(_ENDINGS)]


def resource_files(paths: Iterable[str]) -> list[str]:
    """Return the files of Resources but the scripts, which are not plans, whatever their names."""
    scripts = f"{RESOURCES}/{SCRIPTS}/"
    return [
        path for path in paths if path.startswith(f"{RESOURCES}/") and not path.startswith(scripts)
    ]


def plan_scripts(source: Source, named_by: NamedBy) -> dict[str, bytes]:
    """Return the shell scripts that plans of a package name, by path, in the order of paths.

    They have a line that names the shell, or the ending `.sh`. `named_by` is `named_files`, or
    something that remembers what it returns.
    """
    paths = source.paths()
    plans = {plan: _content(source, plan) for plan in plan_files(paths)}
    named = {
        path
        for plan, data in plans.items()
        if b"Scripts" in data
        for path in named_by(data, source.file(plan))
    }
    scripts = ((path, _content(source, path)) for path in sorted(named & {*paths}))
    return {
        path: data
        for path, data in scripts
        if names_shell(data) or (path.endswith(".sh") and not data.startswith(b"#!"))
    }


def names_shell(data: bytes) -> bool:
    """Return whether the first line of a script names a shell."""
    return _SHELL.match(data) is not None


def named_files(data: bytes, file: File) -> list[str]:
    """Return the paths of the files that a plan names, whether they exist or not."""
    # Not if it is remembered what plans name
    from muranopl.ard.yaml.loader import load

    documents = load(data, file, Findings(), dialect=None)
    scripts = documents[0] if len(documents) == 1 else None
    scripts = scripts.get("Scripts") if isinstance(scripts, Mapping) else None
    paths = (
        join_inside(RESOURCES, resource(unbracketed(text_of(node) or "")))
        for node in _files(scripts)
    )
    return [path for path in paths if path is not None]


def _files(scripts: Node | None) -> Iterator[Node]:
    """Yield the nodes that name files: items of a list, or EntryPoint and Files of each script."""
    yield from map(file_node, items_in(scripts))
    for _, script in pairs_in(scripts):
        if isinstance(script, Mapping) and text_of(script.get("Type")) == APPLICATION:
            entry = script.get("EntryPoint")
            nodes = () if entry is None else (entry,)
            yield from map(file_node, (*nodes, *items_in(script.get("Files"))))


def file_node(node: Node) -> Node:
    """Return the node with the name of a file: as it is written, or the value of a single key."""
    if isinstance(node, Mapping) and len(node.pairs) == 1:
        return node.pairs[0][1]
    return node


def _content(source: Source, path: str) -> bytes:
    try:
        return source.read(path)
    except SourceError:
        return b""
