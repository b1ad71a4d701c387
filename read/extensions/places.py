"""Diagnostics that point into an extension, at its places in Python."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.places import Place
from muranopl.read.extensions.source import ExtensionSource


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
            related = tuple(
                msgspec.structs.replace(item, place=there(item.place))
                for item in diagnostic.related
            )
            yield msgspec.structs.replace(diagnostic, related=related)
        else:
            yield diagnostic
