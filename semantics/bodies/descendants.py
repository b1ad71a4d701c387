"""Answers which members descendants of a class may have that it lacks, as far as a package sees them.

For those in packages that it does not see, `surroundings` is asked.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Mapping

import msgspec

from muranopl.diagnostics.graphs import grouped
from muranopl.inherit.complete import CompleteType
from muranopl.namespace.result import TypeId
from muranopl.read.package import PackageId
from muranopl.semantics.bodies.surroundings import Members, Surroundings


class _VisibleDescendants(msgspec.Struct, frozen=True):
    """The descendants of a class that a package sees, and their ancestors but those of the class.

    A descendant has a member that the class lacks if one of these `classes` declares it; those that
    are `incomplete` may have any member.
    """

    classes: frozenset[TypeId] = frozenset()
    incomplete: tuple[CompleteType, ...] = ()


_NOTHING_BELOW = _VisibleDescendants()


class Descendants:
    """The descendants of the classes of a catalog."""

    def __init__(self, types: Mapping[TypeId, CompleteType], around: Surroundings) -> None:
        self._types, self._around = types, around
        self._visible: dict[tuple[TypeId, PackageId], _VisibleDescendants] = {}

    def any_visible(self, id_: TypeId, asking: PackageId) -> bool:
        """Return whether a package sees a descendant of a class."""
        return bool(self._visible_descendants(id_, asking).classes)

    def may_have(self, id_: TypeId, asking: PackageId, members: Members, name: str) -> bool:
        """Return whether a known descendant of a class that lacks a member may have it."""
        below = self._visible_descendants(id_, asking)
        if below.incomplete or not below.classes.isdisjoint(
            self._declaring.get((members, name), ())
        ):
            return True
        # Last, as the result of the check depends on other packages if this is asked.
        return self._around.may_have(asking.name, id_, members, name)

    def overriding(self, id_: TypeId, name: str, asking: PackageId) -> Iterator[CompleteType]:
        """Yield the descendants of a class, as far as a package sees them, that may override a method.

        They are in no certain order.
        """
        below = self._visible_descendants(id_, asking)
        yield from below.incomplete
        declaring = below.classes.intersection(self._declaring.get(("methods", name), ()))
        again = {
            item.id: item
            for other in declaring
            for item in (self._types[other], *self._below.get(other, ()))
        }
        yield from (item for item in again.values() if item.id in below.classes)

    def is_overridden(
        self, id_: TypeId, name: str, asking: PackageId, otherwise: Callable[[CompleteType], bool]
    ) -> bool:
        """Return whether a known descendant of a class overrides a method.

        `otherwise` decides this for descendants that the package sees; of others a declaration is
        enough.
        """
        if any(map(otherwise, self.overriding(id_, name, asking))):
            return True
        # Bodies of packages that are not seen are not here: a declaration may take anything.
        return self._around.may_have(asking.name, id_, "overriding", name)

    def have_common(self, id_: TypeId, other: TypeId, asking: PackageId) -> bool:
        """Return whether a known descendant of a class is `other` or a descendant of it too."""
        below = self._visible_descendants(id_, asking)
        # Every descendant is also one of `other` if the class itself is.
        if other in below.classes or (below.classes and self._extends(id_, other)):
            return True
        return self._around.share_descendant(asking.name, id_, other)

    def _visible_descendants(self, id_: TypeId, asking: PackageId) -> _VisibleDescendants:
        result = self._visible.get((id_, asking))
        if result is None:
            result = self._visible[id_, asking] = self._collect_descendants(id_, asking)
        return result

    def _collect_descendants(self, id_: TypeId, asking: PackageId) -> _VisibleDescendants:
        """Return the descendants of a class that a package sees.

        Their ancestors are those beside the class, see `_VisibleDescendants`.
        """
        # Only what the package sees: other descendants are a matter of the surroundings.
        below = [
            item
            for item in self._below.get(id_, ())
            if self._around.sees(asking.name, item.id.package.name)
        ]
        if not below:
            return _NOTHING_BELOW
        own = self._types.get(id_)
        above = {id_} if own is None else {id_, *own.ancestors}
        classes, pending = {item.id for item in below}, below
        while pending:
            # Descendants may inherit members from classes beside this one.
            parents = {
                parent for item in pending for parent in item.parents if parent not in classes
            }
            parents -= above
            classes |= parents
            pending = [self._types[parent] for parent in parents if parent in self._types]
        return _VisibleDescendants(
            frozenset(classes), tuple(item for item in below if item.incomplete)
        )

    @functools.cached_property
    def _below(self) -> Mapping[TypeId, Collection[CompleteType]]:
        return grouped(
            (ancestor, type_) for type_ in self._types.values() for ancestor in type_.ancestors
        )

    @functools.cached_property
    def _declaring(self) -> Mapping[tuple[str, str], Collection[TypeId]]:
        """The classes that declare a property or a method themselves, by its kind and name."""
        declarations = {id_: type_.declared.declaration for id_, type_ in self._types.items()}
        return grouped(
            ((members, item.symbol), id_)
            for id_, declaration in declarations.items()
            for members, declared in (
                ("properties", declaration.properties),
                ("methods", declaration.all_methods),
            )
            for item in declared
        )

    def _extends(self, id_: TypeId, other: TypeId) -> bool:
        type_ = self._types.get(id_)
        return id_ == other or (type_ is not None and other in type_.ancestors)
