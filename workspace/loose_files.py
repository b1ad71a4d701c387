"""Files of an editor that are in no package, and their diagnostics: those of reading them alone.

A file is what its keys say: a class, a UI definition, a manifest or an execution plan. It is read as
the only file of a package, up to its names and types, which depend on other files. One diagnostic
says so. Of other YAML files, nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.catalogue.classes import ACTION_DEPRECATED
from muranopl.diagnostics.catalogue.sources import OUTSIDE_OF_PACKAGES
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.suppressions.suppressing import suppress
from muranopl.read.manifest import read_header
from muranopl.read.one_package import read_package
from muranopl.workspace.broken_texts import BrokenTexts, in_current_texts
from muranopl.workspace.structure.parsed import parsed

Diagnostics = tuple[Diagnostic, ...]

_KEY = re.compile(r"""^["']?(\w+)["']?[ ]*:""", re.MULTILINE)
_CLASS, _UI, _PLAN = "Classes/Class.yaml", "UI/ui.yaml", "Resources/Plan.template"
_KINDS = (
    # What a manifest and a plan must have, no file of another kind has
    (MANIFEST, {"FullName"}, {"Format", "Type", "Classes", "Require"}),
    (_PLAN, {"FormatVersion"}, {"Scripts", "Body", "Parameters"}),
    (_UI, {"Forms", "Templates", "Application"}, {"Forms", "Version"}),
    (_CLASS, {"Name", "Namespaces"}, {"Namespaces", "Extends", "Properties", "Methods"}),
)
"""The paths of files in a package, with keys of which they have one, and others of which they have one."""
_OF_PACKAGES = frozenset(
    rule.code
    for rule in (
        *(rules.FILE_NOT_LISTED, rules.CLASS_FILE_MISSING, rules.FILE_MISSING, rules.OUTSIDE),
        *(rules.EMPTY_FILE, rules.BAD_LOGO, ACTION_DEPRECATED),
    )
)
"""What is reported because of other files, such as the format of a package."""
_OTHER_MANIFEST = (
    b"Format: MuranoPL/1.4\nType: Library\nFullName: x\nName: x\nClasses: {x.X: Class.yaml}\n"
)


def path_in_package(text: str) -> str | None:
    """Return the path that a file with a text could have in a package; None if its kind is unknown."""
    keys = set(_KEY.findall(text))
    return next((path for path, some, others in _KINDS if keys & some and keys & others), None)


class _OneFile(Source):
    """A package with one file, which has a path of its own, and a manifest."""

    def __init__(self, file: File, path: str, data: bytes) -> None:
        self.root, self.base, self.location = "", "", ""
        self._file, self._path = file, path
        self._contents = {MANIFEST: _OTHER_MANIFEST, path: data}

    def paths(self) -> tuple[str, ...]:
        """Return the names of both files."""
        return tuple(sorted(self._contents))

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        if path not in self._contents:
            raise SourceError("missing", "it does not exist")
        return self._contents[path]

    def file(self, path: str) -> File:
        """Return the file at a path."""
        return self._file if path == self._path else super().file(path)


class LooseFiles:
    """The files of an editor that are in no package, by their paths; see `Workspace`."""

    def __init__(self, settings: Settings) -> None:
        self._rules = RulesByFile(settings)
        self._broken = BrokenTexts(self._file)
        self._texts: dict[str, str] = {}
        self._changed: dict[str, None] = {}
        self._said: dict[str, Diagnostics] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._texts))

    def edit(self, path: str, text: str | None) -> None:
        """Set the text of a file; None if it is closed, or in a package now."""
        if text is None and path not in self._texts:
            return
        data = None if text is None else text.encode("utf-8", "surrogatepass")
        self._broken.readable(path, data, _nothing)
        self._changed[path] = None
        if text is None:
            del self._texts[path]
        else:
            self._texts[path] = text

    def read_text(self, path: str) -> str | None:
        """Return what is read of a file, see `BrokenTexts`."""
        return self._broken.read_text(path)

    def known_diagnostics(self, path: str) -> Diagnostics:
        """Return the diagnostics of a file as the last call of `diagnostics` left them."""
        return self._said.get(path, ())

    def diagnostics(self) -> Iterator[tuple[File, Diagnostics]]:
        """Yield the files that have changed since the last call."""
        for path in list(self._changed):
            text = self._texts.get(path)
            self._said[path] = () if text is None else tuple(self._of(path, text))
            yield self._file(path), self._said[path]
            self._changed.pop(path, None)
            if text is None:
                self._said.pop(path, None)

    def _of(self, path: str, text: str) -> Iterator[Diagnostic]:
        """Yield what is wrong with a file by itself, if its kind is known."""
        inside = path_in_package(text)
        if inside is None:
            return
        file = self._file(path)
        read = self._broken.read_text(path) if file in self._broken.files() else text
        source = _OneFile(file, inside, (read or text).encode("utf-8", "surrogatepass"))
        package = read_package(read_header(source))
        own = [
            _alone(item)
            for item in package.diagnostics
            if item.place.file is file and item.code not in _OF_PACKAGES
        ]
        if self._rules.suppressions:
            comments = [("", item) for item in package.suppressions]
            own, _ = suppress(own, comments, lambda *_: False)
        moved = list(in_current_texts(own, self._broken.files()))
        syntax_error = parsed(path, text).syntax_error
        if syntax_error is not None and read != text:
            moved.append(syntax_error)
        findings = Findings()
        findings.report(OUTSIDE_OF_PACKAGES, Place(File("", path, text), 1, 1, 1, 1))
        for item in sorted((*moved, *findings.diagnostics), key=Diagnostic.sort_key):
            if self._rules.selects(item):
                yield self._rules.with_severity(item)

    def _file(self, path: str) -> File:
        return File("", path, self._texts.get(path))


def _alone(item: Diagnostic) -> Diagnostic:
    """Return a diagnostic without places and fixes in other files."""
    file = item.place.file
    return msgspec.structs.replace(
        item,
        package=None,
        related=tuple(one for one in item.related if one.place.file is file),
        fixes=tuple(
            fix for fix in item.fixes if all(edit.place.file is file for edit in fix.edits)
        ),
    )


def _nothing(_: str) -> bytes:
    raise SourceError("missing", "there was no earlier text")
