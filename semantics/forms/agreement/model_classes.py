"""Looks up the classes that objects of a UI definition name, with their members, for `objects`."""

from __future__ import annotations

from muranopl.diagnostics.fixes import Fix
from muranopl.inherit.complete import CompleteType, Member
from muranopl.inherit.property_overrides import is_usage_kept
from muranopl.language.contracts.functions.declaration import ClassArguments
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.language.grammar.property import PropertyDeclaration
from muranopl.namespace.model_names import ModelNames
from muranopl.namespace.result import DeclaredPackage, TypeId
from muranopl.read.manifest_fixes import requiring
from muranopl.read.package import PackageId
from muranopl.semantics.bodies.classes import ClassIndex

APPLICATION = f"{CORE_LIBRARY}.Application"


class ModelClasses(ModelNames):
    """Lookup of the classes of a model, with what is known of them."""

    def __init__(self, opened: DeclaredPackage, classes: ClassIndex) -> None:
        super().__init__(opened, classes.names)
        self._classes = classes

    @property
    def is_usable(self) -> bool:
        """Whether the engine takes the manifest, so that the classes of the package are known."""
        return self._opened.package.header.usable

    def requiring(self, package: PackageId) -> tuple[Fix, ...]:
        """Return the fix that requires a package which has a class of the model."""
        return requiring(self._opened.package.header, package)

    def type(self, id_: TypeId) -> CompleteType | None:
        """Return a class that may have unknown ancestors."""
        return self._classes.get_incomplete(id_)

    def of_contract(self, arguments: ClassArguments, *, default: bool = False) -> TypeId | None:
        """Return the class that `class()` or `template()` takes, or creates by default."""
        named = arguments.default or arguments.type if default else arguments.type
        if isinstance(named, TypeName):
            return self._classes.names.resolved.get(named)
        return None

    def is_contract_reported(self, member: Member[PropertyDeclaration]) -> bool:
        """Return whether a class of the package is reported for the contract of a property."""
        return (
            bool(member.above)
            and member.declaring.package == self._opened.id
            and bool(self._classes.hidden_not_kept(member))
        )

    def is_usage_reported(self, member: Member[PropertyDeclaration]) -> bool:
        """Return whether a class of the package is reported for the usage of a property."""
        return member.declaring.package == self._opened.id and not is_usage_kept(member)

    def is_unlisted(self, name: str) -> bool:
        """Return whether the package has a class that its manifest does not list."""
        return self._opened.has(name) and self._opened.find(name) is None

    def surely_no(self, id_: TypeId, name: str) -> bool:
        """Return whether no object of a class is one of the class `name`, whatever its version."""
        result = self._classes.get(id_)
        return result is not None and all(
            item.name != name for item in (result.id, *result.ancestors)
        )
