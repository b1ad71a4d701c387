"""Reads arguments of contract functions for schemas: classes, versions, constants, predicates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.ard.yaql.tree import Expression
from muranopl.language.contracts.functions.declaration import (
    Fragment,
    SchemaProblemError,
    UnknownClassError,
    is_null,
)
from muranopl.language.contracts.predicates.ranges import UnknownConstantError
from muranopl.language.contracts.type_names import type_name_in
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.semantics.evaluation.errors import UnknownPrefixError, UnknownTypeError
from muranopl.semantics.evaluation.objects import MuranoType
from muranopl.views.schema.checks import constraints
from muranopl.views.schema.constants import ContractPart, constant


class ArgumentReader(ContractPart):
    """The context in which contract functions make their schemas; see `SchemaContext`."""

    def class_name(self, argument: Expression) -> str:
        """Return the full name of the class; see `SchemaContext`."""
        return self._type(argument).name

    def class_version(self, argument: Expression, spec: Expression | None) -> str | None:
        """Return the version in the contract, else that in `Require`, else the class's own one.

        See `SchemaContext`.
        """
        if self.setting.follow_engine:
            return None
        if spec is not None and not is_null(spec):
            try:
                return str(constant(self.of(spec)))
            except UnknownConstantError:
                pass
        own, package = self.declaring.opened.package, self._type(argument).id.package
        if package == own.id:
            return package.version
        for entry in own.manifest.require:
            if entry.name == package.name:
                value = getattr(entry.node, "value", None)
                return "0" if value is None else str(value)
        return package.version if package.name != CORE_LIBRARY else "0"

    def texts(self, argument: Expression | None) -> list[Any]:
        """Return the items of a constant list; see `SchemaContext`."""
        if argument is None or is_null(argument):
            return []
        try:
            result = constant(self.of(argument))
        except UnknownConstantError:
            return []
        return result if isinstance(result, list) else []

    def constraints(self, predicate: Expression) -> Iterator[Fragment]:
        """Yield the constraints of a predicate; see `SchemaContext`."""
        return constraints(self.of(predicate))

    def _type(self, argument: Expression) -> MuranoType:
        part = self.of(argument)
        named = type_name_in(argument, self.node)
        try:
            if named is not None:
                return self.setting.types.type_named(named, self.setting.scope(self.declaring))
            result = part.value(plain=False)
        except (UnknownPrefixError, ValueError) as error:
            raise SchemaProblemError(str(error)) from None
        except UnknownTypeError as error:
            raise UnknownClassError(str(error)) from None
        if not isinstance(result, MuranoType):
            raise SchemaProblemError(f"{part.text} is not a class")
        return result
