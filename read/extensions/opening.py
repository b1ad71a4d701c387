"""Opens extensions as packages: from what a user names to the sources that the phases read.

Their files exist in memory only: diagnostics that point into them get the places in Python.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from msgspec.structs import replace
from packaging.utils import canonicalize_name

from muranopl.ard.remote.fetching import Remote
from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.quirks import PLUGIN_VERSION, Quirk
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import is_address, visible
from muranopl.language.grammar.versions import DEFAULT_VERSION
from muranopl.read.extensions.dependencies import requirements_of
from muranopl.read.extensions.describing import described
from muranopl.read.extensions.distribution import Distribution
from muranopl.read.extensions.finding import INSTALLED, find, find_fetched, is_known
from muranopl.read.extensions.interface import Extension
from muranopl.read.extensions.reading import read_extension, report_unseen, without_duplicates


class ExtensionSource(Source):
    """The package that an extension is. See `Source`."""

    base = ""

    def __init__(self, extension: Extension) -> None:
        description = described(extension)
        # Reports show it where other packages have their folder
        self.root = f"(extension {extension.name})"
        self.location = f"{extension.location}#{extension.name}"
        self._files = {path: text.encode() for path, text in description.files.items()}
        # Those in Python of lines of files, by path and line
        self.places = description.places

    def paths(self) -> tuple[str, ...]:
        """Return the names of the files, sorted."""
        return tuple(sorted(self._files))

    def read(self, path: str) -> bytes:
        """Return the content of a file. Raise SourceError."""
        if path not in self._files:
            raise SourceError("missing", "the extension has no such file")
        return self._files[path]


def require_known(wheres: Iterable[str]) -> None:
    """Raise UsageError, naming all of them, for words that name no plugins."""
    problems = [
        f'"{visible(where)}" is not a path, a URL, an installed distribution, or "{INSTALLED}"'
        for where in wheres
        if not is_known(where)
    ]
    if problems:
        raise UsageError("\n".join(problems), "extensions")


def open_extensions(
    wheres: Iterable[str], findings: Findings, remote: Remote, quirks: Collection[Quirk] = ()
) -> list[ExtensionSource]:
    """Return the extensions at some places as packages; see `find`. Problems are reported."""
    extensions = extensions_at(wheres, findings, remote)
    if PLUGIN_VERSION in quirks:
        extensions = [replace(item, version=DEFAULT_VERSION) for item in extensions]
    return [ExtensionSource(item) for item in extensions]


def extensions_at(
    wheres: Iterable[str], findings: Findings, remote: Remote | None = None
) -> list[Extension]:
    """Return the extensions at some places; the first of a name hides the others.

    `remote` fetches the addresses among the places.
    """
    by_name: dict[str, Distribution] = {}
    places = list(wheres)
    remote = Remote() if remote is None else remote
    remote.fetch(places)
    remote.report_failures(places, findings)
    for where in places:
        for distribution in _found(where, findings, remote):
            by_name.setdefault(distribution.name, distribution)
    extensions: list[Extension] = []
    plugins: dict[str, str] = {canonicalize_name(name): name for name in by_name}
    for distribution in by_name.values():
        required = requirements_of(distribution.requires, distribution.name, plugins)
        extension = replace(read_extension(distribution, findings), requires=required)
        distribution.modules.forget()
        report_unseen(extension.classes, findings)
        extensions.append(extension)
    return [item for item in without_duplicates(extensions, findings) if item.classes]


def _found(where: str, findings: Findings, remote: Remote) -> list[Distribution]:
    """Return the distributions at a place; none at an address whose failure was reported."""
    if not is_address(where):
        return find(where, findings)
    fetched = remote.fetched(where)
    if fetched is None:
        return []
    return find_fetched(fetched.name, fetched.location, findings)


def in_python(diagnostics: Iterable[Diagnostic], sources: Iterable[Source]) -> Iterator[Diagnostic]:
    """Yield diagnostics, with the places in Python of what extensions declare."""
    extensions = {source.root: source for source in sources if isinstance(source, ExtensionSource)}

    def there(place: Place) -> Place:
        source = extensions.get(place.file.root)
        if source is None:
            return place
        return source.places.get((place.file.path, place.line), place)

    for diagnostic in diagnostics:
        # Extensions are libraries: no diagnostic stands in them, but some refer to them
        if any(item.place.file.root in extensions for item in diagnostic.related):
            related = tuple(replace(item, place=there(item.place)) for item in diagnostic.related)
            yield replace(diagnostic, related=related)
        else:
            yield diagnostic
