"""Adds to the index packages that others name, or whose classes they name, without requiring them.

A check reads them as well. Such a name in a class file is reported (MPL210), with the requirement
to add; checking continues as if the requirement were there. A name in a UI definition is looked up
in the whole catalog anyway. These packages are determined before any phase, as a check has to read
them too.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec.structs import replace

from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.read.index import PackageEntry, PackageIndex


def locate(
    index: PackageIndex,
    names: Callable[[PackageEntry], Collection[str]],
    around: Collection[str] | None = None,
) -> PackageIndex:
    """Return the index with packages that are named without being required, and their needs.

    `names` returns the full names that are written in a package, which it may have to read for
    that. Packages that are added may name further ones; each is examined once. If `around` is not
    None, only packages of these names and those that they need are examined.
    """
    owners = index.owners
    at_hand = index.at_hand
    located: dict[str, set[str]] = {}
    taken = dict.fromkeys((*index.targets, *index.libraries))
    if around is None:
        pending = list(taken)
    else:
        needed = index.needed(around)
        pending = [item for name in needed for item in index.by_name[name]]
    examined = set(pending)
    while pending:
        entry = pending.pop()
        # A name may be that of a class, or that of a package.
        named = {
            owner
            for name in names(entry)
            for owner in (owners.get(name), name)
            if owner in at_hand.by_name
        }
        # What the package requires is visible anyway, and so is the core library.
        for owner in named - {entry.name, CORE_LIBRARY, *entry.summary.requires}:
            located.setdefault(entry.name, set()).add(owner)
            for name in at_hand.needed([owner]):
                # The shadowed core library is in the index by its name, but cannot be required
                new = [
                    item
                    for item in at_hand.by_name[name]
                    if item not in examined and item is not index.shadowed
                ]
                taken.update(dict.fromkeys(new))
                examined.update(new)
                pending.extend(new)
    if not located:
        return index
    return replace(
        index,
        libraries=tuple(library for library in at_hand.libraries if library in taken),
        further=tuple(item for item in index.further if item not in taken),
        located={name: tuple(sorted(value)) for name, value in sorted(located.items())},
    )
