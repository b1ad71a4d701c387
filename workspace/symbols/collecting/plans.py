"""Occurrences of files: in execution plans, and in code that reads resources."""

from __future__ import annotations

from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Sequence, Yaql, text_of
from muranopl.ard.positions import place_within
from muranopl.ard.sources.source import SourceError, join_inside
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql.tree import Call, Expression, word
from muranopl.diagnostics.findings import Findings
from muranopl.read.plan_files import RESOURCES, is_address, plan_files, resource, unbracketed
from muranopl.workspace.symbols.collecting.meaning import Meaning, file_symbol
from muranopl.workspace.symbols.symbol import Occurrence


def plan_paths(meaning: Meaning) -> list[str]:
    """Return the files of a package that may be execution plans."""
    return plan_files(meaning.package.header.source.paths())


def plan(path: str, meaning: Meaning) -> Iterator[Occurrence]:
    """Yield the files that an execution plan names: entry points of scripts, and what they need."""
    source = meaning.package.header.source
    try:
        data = source.read(path)
    except SourceError:
        return
    documents = load(data, source.file(path), Findings(max_per_code=1), dialect=None)
    for document in documents:
        if isinstance(document, Mapping):
            for node in _files(document.get("Scripts")):
                yield from _named(node, meaning)


def _files(scripts: Node | None) -> Iterator[Node]:
    """Yield the nodes that name files, in the notations of both versions of plans."""
    if isinstance(scripts, Sequence):
        yield from scripts.items
    for _, script in scripts.pairs if isinstance(scripts, Mapping) else ():
        if not isinstance(script, Mapping):
            continue
        entry, files = script.get("EntryPoint"), script.get("Files")
        # Of other types, such as Chef, it is not a file
        if entry is not None and text_of(script.get("Type")) == "Application":
            yield entry
        yield from files.items if isinstance(files, Sequence) else ()


def _named(node: Node, meaning: Meaning) -> Iterator[Occurrence]:
    """Yield the file that a node names: as text, or as the value of a single key."""
    if isinstance(node, Mapping) and len(node.pairs) == 1:
        ((_, node),) = node.pairs
    name = unbracketed(text_of(node) or "")
    path = None if is_address(name) else join_inside(RESOURCES, resource(name))
    # Others are embedded in the plan, or missing, which is reported
    if path in _paths(meaning):
        yield Occurrence(node.place, file_symbol(str(path), meaning.id))


def resource_argument(call: Call, node: Yaql, meaning: Meaning) -> Iterator[Occurrence]:
    """Yield the file that a method of `io.murano.system.Resources` is called with."""
    first: Expression | None = call.arguments[0] if call.arguments else None
    # The second argument is the owner, whose package has the file then
    name = None if first is None or len(call.arguments) > 1 else word(first)
    path = join_inside(RESOURCES, name or "")
    if path is None or first is None or path not in _paths(meaning):
        return
    # Without the quotes
    start = node.text.find(name or "", first.start, first.end)
    place = place_within(node, start, start + len(name or ""))
    yield Occurrence(place, file_symbol(path, meaning.id))


def _paths(meaning: Meaning) -> tuple[str, ...]:
    return meaning.package.header.source.paths()
