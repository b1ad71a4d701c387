"""Collects the packages above a type, and the requirements by which they are reached.

They are the input of merging versions. Most types have one parent, so their answer is derived from
that of the parent, without walking each line of descent again. Only a few answers are cached, as a
list for each type of a long line takes quadratic memory.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

import msgspec

from muranopl.hierarchy.nodes import TypeNode
from muranopl.namespace.result import TypeId
from muranopl.read.package import PackageId

Specs = Callable[[PackageId, str], str | None]
"""Returns the version specification for (package, name of a required package), or None."""

K = TypeVar("K")
V = TypeVar("V")

_KEPT = 100


class Reached(msgspec.Struct, frozen=True):
    """A package of ancestors, and the requirement of `by` through which it was reached."""

    package: PackageId
    spec: str
    by: PackageId


Requirements = Mapping[tuple[PackageId, str], Reached]
"""The requirements by which the packages of one name are reached, the nearest one first."""


class Above(msgspec.Struct, frozen=True, eq=False):
    """The packages above a type, by name.

    `reached` has the requirements by which they are reached, `versions` their versions. `contested`
    are the names with several requirements; `mixed` is true if some package has several versions.
    """

    reached: Mapping[str, Requirements]
    versions: Mapping[str, frozenset[PackageId]]
    contested: frozenset[str]
    mixed: bool

    def with_own(self, own: PackageId) -> bool:
        """Return whether a type in `own` and its ancestors are in several versions of a package."""
        return self.mixed or not self.versions.get(own.name, frozenset()) <= {own}


def with_first(known: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """Return a copy of `known` with a key moved to the front and its value replaced."""
    # The first occurrence of a key determines its position, the last one its value
    return {key: value} | dict(known) | {key: value}


class AboveTypes:
    """Computes the packages above types. `specs` returns the requirements of packages."""

    def __init__(self, specs: Specs) -> None:
        self._specs = specs
        self._kept: dict[int, tuple[TypeNode, Above]] = {}

    def of(self, node: TypeNode) -> Above:
        """Return the packages above the type of a node."""
        result = self._known(node)
        if result is None and len(node.parents) == 1:
            (parent,) = node.parents
            above = self._known(parent) or self._keep(parent, self._collected(parent))
            result = self._keep(node, self._with_parent(above, node.id, parent.id))
        return result or self._keep(node, self._collected(node))

    def _known(self, node: TypeNode) -> Above | None:
        kept = self._kept.get(id(node))
        return None if kept is None else kept[1]

    def _keep(self, node: TypeNode, above: Above) -> Above:
        while len(self._kept) >= _KEPT:
            del self._kept[next(iter(self._kept))]
        # The node as well, so that no other one gets its id
        self._kept[id(node)] = (node, above)
        return above

    def _with_parent(self, above: Above, id_: TypeId, parent: TypeId) -> Above:
        """Return the packages above a type with one parent, given those `above` the parent."""
        package, name = parent.package, parent.package.name
        reached, versions = above.reached, above.versions
        entry = self._entry(id_, parent)
        if entry is not None:
            reached = with_first(
                reached, name, with_first(reached.get(name, {}), (package, entry.spec), entry)
            )
        if package not in versions.get(name, ()):
            versions = {**versions, name: versions.get(name, frozenset()) | {package}}
        # Shared by types that add nothing, so that long lines of descent take little memory
        if reached is above.reached and versions is above.versions:
            return above
        contested = above.contested | ({name} if len(reached.get(name, ())) > 1 else set())
        return Above(reached, versions, contested, above.mixed or len(versions[name]) > 1)

    def _collected(self, node: TypeNode) -> Above:
        reached: dict[str, dict[tuple[PackageId, str], Reached]] = {}
        versions: dict[str, set[PackageId]] = {}
        for child in (node, *node.ancestor_nodes()):
            for parent in child.parents:
                package = parent.id.package
                versions.setdefault(package.name, set()).add(package)
                entry = self._entry(child.id, parent.id)
                if entry is not None:
                    reached.setdefault(package.name, {}).setdefault((package, entry.spec), entry)
        return Above(
            reached,
            {name: frozenset(version) for name, version in versions.items()},
            frozenset(name for name, entries in reached.items() if len(entries) > 1),
            any(len(version) > 1 for version in versions.values()),
        )

    def _entry(self, child: TypeId, parent: TypeId) -> Reached | None:
        """Return the requirement by which the package of a parent is reached.

        Return None within one package.
        """
        if parent.package == child.package:
            return None
        spec = self._specs(child.package, parent.package.name)
        return None if spec is None else Reached(parent.package, spec, child.package)
