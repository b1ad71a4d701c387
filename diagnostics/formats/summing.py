"""Infos in a few lines: one for each code."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.context import counted, mending, number_of
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.visible import visible


def summed(infos: Iterable[Diagnostic]) -> Iterator[tuple[Diagnostic, str]]:
    """Yield the first info of each code, and a text for all of them."""
    codes: dict[str, list[Diagnostic]] = {}
    for info in infos:
        codes.setdefault(info.code, []).append(info)
    for group in codes.values():
        yield group[0], _text(group)


def _text(group: list[Diagnostic]) -> str:
    first, number = group[0], number_of(group)
    mended = "".join(f"; {text}" for text in filter(None, [mending(group)]))
    if number == 1:
        return f"{first.message} ({where(first.place)}){mended}"
    packages = {info.package for info in group}
    if len(packages) > 1:
        return f"{number} in {counted(len(packages), 'package')}; --all shows them{mended}"
    return f"{number} in {first.package or first.file}; --all shows them{mended}"


def where(place: Place) -> str:
    """Return `path:line:column`; the path alone if nothing more is known."""
    path = visible(place.file.display)
    if place.file.text is None and (place.line, place.column) == (1, 1):
        return path
    return f"{path}:{place.line}:{place.column}"
