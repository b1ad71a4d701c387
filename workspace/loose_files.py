"""Files of an editor that are in no package: each is read as the only file of one.

A file is what its keys say: a class, a UI definition, a manifest or an execution plan. Its diagnostics
are those of reading it: names and types may depend on other files, which one diagnostic says. Of other
YAML files, nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import msgspec

from muranopl.ard.sources.file_names import MANIFEST
from muranopl.ard.sources.source import Source, SourceError
from muranopl.ard.sources.symlinks import real_location
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.diagnostics.catalogue.classes import ACTION_DEPRECATED
from muranopl.diagnostics.catalogue.sources import OUTSIDE_OF_PACKAGES
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.suppressions.suppressing import suppress
from muranopl.language import library
from muranopl.phases.job import Job
from muranopl.phases.reuse.opening import embedded_library
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.broken_texts import in_current_texts
from muranopl.workspace.edited_package import EditedPackage
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
_UNKNOWN = "Resources/Other.yaml"
"""The path of a file of any other kind."""
_OTHER_MANIFEST = b"""\
Format: MuranoPL/1.4
Type: Library
FullName: example
Name: Example
Classes: {example.Class: Class.yaml}
"""


def _path_in_package(text: str) -> str | None:
    """Return the path that a file with a text could have in a package; None if its kind is unknown."""
    keys = set(_KEY.findall(text))
    return next((path for path, some, others in _KINDS if keys & some and keys & others), None)


class _OneFile(Source):
    """A package with one file that the editor has, and a manifest; all paths but one are in the package."""

    is_alone = True

    def __init__(self, path: str, inside: str) -> None:
        self.root, self.base, self.location = "", "", real_location(path)
        self._path, self._inside = path, inside

    def paths(self) -> tuple[str, ...]:
        """Return the names of both files."""
        return tuple(sorted({MANIFEST, self._inside}))

    def read(self, path: str) -> bytes:
        """Return the content of the manifest. Raise SourceError."""
        if path != MANIFEST or path == self._inside:
            raise SourceError("missing", "it does not exist")
        return _OTHER_MANIFEST

    def file(self, path: str) -> File:
        """Return the file at a path."""
        return File("", self._path) if path in {"", self._inside} else super().file(path)

    def inside(self, path: str) -> str:
        """Return the path in the package of a path."""
        return self._inside if path == self._path else path


class _LooseFile:
    """A file in no package, and the package that it is read as."""

    def __init__(self, path: str, text: str) -> None:
        self.path, self.text = path, text
        self.kind = _path_in_package(text)
        self._inside = self.kind or _UNKNOWN
        self.package = EditedPackage(
            Job(
                targets=[_OneFile(path, self._inside)],
                embedded=embedded_library(),
                engine_classes=library.ENGINE_CLASSES,
            )
        )
        self.edit(text)

    def edit(self, text: str) -> None:
        """Set the text."""
        self.text = text
        self.package.edit({self._inside: text.encode("utf-8", "surrogatepass")})

    def takes(self, text: str) -> bool:
        """Return whether a text is one of the same kind; a broken text may lack the keys that say so."""
        kind = _path_in_package(text)
        return kind == self.kind or (kind is None and parsed(self.path, text).is_broken)

    @property
    def read_text(self) -> str | None:
        """What is read of the file, see `BrokenTexts`."""
        return self.package.read_text(self._inside)


class LooseFiles:
    """The files of an editor that are in no package, by their paths; see `Workspace`."""

    def __init__(self, settings: Settings) -> None:
        self._rules = RulesByFile(settings)
        self._files: dict[str, _LooseFile] = {}
        self._changed: dict[str, None] = {}
        self._said: dict[str, Diagnostics] = {}

    def __iter__(self) -> Iterator[str]:
        return iter(list(self._files))

    def edit(self, path: str, text: str | None) -> None:
        """Set the text of a file; None if it is closed, or in a package now."""
        before = self._files.pop(path, None)
        if text is None and before is None:
            return
        self._changed[path] = None
        if text is not None and before is not None and before.takes(text):
            before.edit(text)
            self._files[path] = before
        elif text is not None:
            self._files[path] = _LooseFile(path, text)

    def read_text(self, path: str) -> str | None:
        """Return what is read of a file, see `BrokenTexts`."""
        return self._files[path].read_text if path in self._files else None

    def path_in_package(self, path: str) -> str | None:
        """Return the path that a file is read at; None for a file of an unknown kind."""
        return self._files[path].kind if path in self._files else None

    def analysis(self, path: str) -> Analysis | None:
        """Return the analysis of a file; None for a file of an unknown kind."""
        file = self._files.get(path)
        return None if file is None or file.kind is None else file.package.analysis

    def known_diagnostics(self, path: str) -> Diagnostics:
        """Return the diagnostics of a file as the last call of `diagnostics` left them."""
        return self._said.get(path, ())

    def diagnostics(self) -> Iterator[tuple[File, Diagnostics]]:
        """Yield the files that have changed since the last call."""
        for path in list(self._changed):
            file = self._files.get(path)
            self._said[path] = () if file is None else tuple(self._of(file))
            yield File("", path, None if file is None else file.text), self._said[path]
            self._changed.pop(path, None)
            if file is None:
                self._said.pop(path, None)

    def _of(self, file: _LooseFile) -> Iterator[Diagnostic]:
        """Yield what is wrong with a file by itself, if its kind is known."""
        package = file.package.package
        if file.kind is None or package is None:
            return
        own = [
            _alone(item)
            for item in package.diagnostics
            if item.place.file.path == file.path and item.code not in _OF_PACKAGES
        ]
        if self._rules.suppressions:
            comments = [("", item) for item in package.suppressions]
            own, _ = suppress(own, comments, lambda *_: False)
        moved = list(in_current_texts(own, file.package.broken))
        syntax_error = parsed(file.path, file.text).syntax_error
        if syntax_error is not None and file.package.broken:
            moved.append(syntax_error)
        findings = Findings()
        findings.report(OUTSIDE_OF_PACKAGES, Place(File("", file.path, file.text), 1, 1, 1, 1))
        for item in sorted((*moved, *findings.diagnostics), key=Diagnostic.sort_key):
            if self._rules.selects(item):
                yield self._rules.with_severity(item)


def _alone(item: Diagnostic) -> Diagnostic:
    """Return a diagnostic without places and fixes in other files."""
    file = item.place.file
    return msgspec.structs.replace(
        item,
        package=None,
        related=tuple(one for one in item.related if one.place.file == file),
        fixes=tuple(
            fix for fix in item.fixes if all(edit.place.file == file for edit in fix.edits)
        ),
    )
