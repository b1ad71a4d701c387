"""Explains diagnostics about unknown package formats by the plugins that add these to the engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec

from muranopl.diagnostics.catalogue import manifest
from muranopl.diagnostics.diagnostic import Diagnostic, Related, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.visible import visible
from muranopl.read.extensions.distribution import FORMATS, Distribution, EntryPoint
from muranopl.read.extensions.finding import find
from muranopl.read.extensions.reading import target_of

_REMEDY = "add the packages that the plugin generates to the library path (-L)"


def with_plugins(diagnostics: Iterable[Diagnostic], wheres: Iterable[str]) -> Iterator[Diagnostic]:
    """Yield diagnostics; unknown formats that a plugin at one of some places adds name the plugin.

    They are warnings then: an engine with the plugin loads such packages. `wheres` are as in `find`.
    """
    items = list(diagnostics)
    is_needed = any(item.code == manifest.BAD_FORMAT.code for item in items)
    # Metadata is read once more, only where a format is unknown
    plugins = _plugins(wheres) if is_needed else {}
    for item in items:
        plugin = plugins.get(item.message)
        yield item if plugin is None else _named(item, *plugin)


def _plugins(wheres: Iterable[str]) -> dict[str, tuple[Distribution, EntryPoint]]:
    """Return the plugins of formats by the message about a package of the format."""
    return {
        manifest.BAD_FORMAT.message.format(format=f'"{name}"'): (distribution, point)
        for where in wheres
        for distribution in find(where, Findings())
        for point in distribution.of(FORMATS)
        for name in _spellings(point.name)
    }


def _spellings(name: str) -> set[str]:
    """Return the ways to write a format in a manifest: `A/1`, `A/1.0` and `A/1.0.0` are one."""
    family, _, version = name.partition("/")
    numbers = [number or "0" for number in version.split(".")]
    while len(numbers) > 1 and numbers[-1] == "0":
        numbers.pop()
    shortest = ".".join(numbers)
    zeros = (".0" * count for count in range(4 - len(numbers)))
    return {name, *(f"{family}/{shortest}{end}" for end in zeros)}


def _named(item: Diagnostic, distribution: Distribution, point: EntryPoint) -> Diagnostic:
    module, python_class = target_of(point)
    what = f"{visible(python_class)} of {visible(module)}"
    plugin = visible(distribution.name)
    note = (
        f"the plugin {plugin} adds this format: its class {what} converts it to a MuranoPL package"
    )
    return msgspec.structs.replace(
        item,
        severity=Severity.WARNING,
        notes=(note,),
        related=(Related("the plugin adds it here", point.place),),
        suggestion=_REMEDY,
    )
