"""Fixes for older forms of packages: formats, the first edition, UI definitions.

The first edition (2014) is muranopl-first-edition.txt. Forms that are wrong in a newer format are not
here: they are reported once the format is raised, with fixes of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, is_false, text_of
from muranopl.ard.rewriting import without_pair
from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import Source, SourceError, join_inside
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect
from muranopl.diagnostics.diagnostic import Fix, TextEdit, fixed_by
from muranopl.diagnostics.findings import Findings
from muranopl.language.grammar.formats import Format, is_foreign, parse_format
from muranopl.language.grammar.ui.keys import LATEST as LATEST_UI
from muranopl.read.manifest_fixes import with_format, with_version

_YAML = (".yaml", ".yml")
_UI_KEYS = ("Application", "Forms")


def older_forms(source: Source, target: Format) -> Iterator[Fix]:
    """Yield the fixes of a package for a format: none of the format itself if it has a newer one."""
    manifest = next(_documents(source, MANIFEST, None), None)
    if not isinstance(manifest, Mapping):
        return
    here = _format(manifest)
    if here is None or here.is_heat:
        return
    if here < target:
        edit = with_format(manifest, target)
        yield from fixed_by(f"write the format {target}", edit)
    for path in source.paths():
        if path.startswith("Classes/") and path.endswith(_YAML):
            for document in _documents(source, path, Dialect.MURANO):
                yield from _first_edition(document)
    form = join_inside("UI", text_of(manifest.get("UI")) or "ui.yaml")
    if form is not None and form in source.paths():
        for document in _documents(source, form, Dialect.UI):
            yield from _newest_definition(document)


def _documents(source: Source, path: str, dialect: Dialect | None) -> Iterator[Node]:
    """Yield the documents of a file, none of one that cannot be read."""
    try:
        data = source.read(path)
    except SourceError:
        return
    yield from load(data, source.file(path), Findings(), dialect=dialect)


def _format(manifest: Mapping) -> Format | None:
    """Return the format that a manifest names, None if no package of that format is known."""
    node = manifest.get("Format")
    value = node.value if isinstance(node, Scalar) else None
    return None if is_foreign(value) else parse_format(value)


def _newest_definition(document: Node) -> tuple[Fix, ...]:
    """Return the fix that writes the newest version of UI definitions."""
    if not isinstance(document, Mapping):
        return ()
    pair = document.find("Version")
    # One of version 1 without these is not a definition of today, whatever version it names
    if pair is None or not any(map(document.find, _UI_KEYS)):
        return ()
    value = pair[1]
    numbers = [*map(int, re.findall(r"\d+", str(getattr(value, "value", "")))), 0, 0]
    newest = LATEST_UI.major, LATEST_UI.minor
    if not (0, 0) < (numbers[0], numbers[1]) < newest:
        return ()
    text = str(LATEST_UI)
    return fixed_by(f"write version {text} of UI definitions", with_version(pair, text, text))


def _first_edition(document: Node) -> Iterator[Fix]:
    """Yield the fixes of what a class of the first edition writes otherwise."""
    if not isinstance(document, Mapping):
        return
    workflow, methods = document.find("Workflow"), document.find("Methods")
    if workflow is not None and (methods is None or is_false(methods[1])):
        empty = () if methods is None else (without_pair(document.pairs, methods[0]),)
        renamed = TextEdit(workflow[0].place, "Methods")
        yield from fixed_by("write `Methods` for `Workflow`", renamed, *empty)
