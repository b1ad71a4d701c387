"""JSON schemas of classes, from which forms are generated."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from muranopl.interfaces.server.bodies import ClassName, InPackage, VersionSpec, doc
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.language.grammar.versions import LATEST

GROUP = OperationGroup("schemas", of_uploads=True)
Schemas = dict[str, dict[str, Any]]
_ERRORS = {404: "no such class, package or method, or no version that fits"}


class ClassSchemas(msgspec.Struct, rename="camel", frozen=True):
    """Whose schemas are returned, in which draft."""

    class_name: ClassName
    class_version: VersionSpec = LATEST
    package_name: InPackage = ""
    draft: Annotated[Literal["04", "2020-12"], doc("the draft of JSON schema")] = "04"


class MethodSchemas(ClassSchemas, frozen=True):
    """The same, with the names of methods."""

    methods: Annotated[
        str, doc("names, separated by commas; an empty one is the class itself")
    ] = ""


class MuranoClassSchemas(ClassSchemas, frozen=True):
    """The same as Murano's service has it: forms.txt assumes version 0 where none is given."""

    class_version: VersionSpec = "=0"


class MuranoMethodSchemas(MethodSchemas, frozen=True):
    """The same, with the names of methods."""

    class_version: VersionSpec = "=0"


@GROUP.operation("GET", "/schemas/{className}", errors=_ERRORS)
def class_schemas(served: ServedCatalog, query: ClassSchemas) -> Schemas:
    """Return the JSON schema of a class, by the empty name, and those of all its model builders."""
    return _schemas(served, query, None)


@GROUP.operation("GET", "/v1/schemas/{className}", errors=_ERRORS)
def murano_class_schemas(served: ServedCatalog, query: MuranoClassSchemas) -> Schemas:
    """Return what `/schemas/{className}` does, of version 0 if no version is asked for."""
    return _schemas(served, query, None)


@GROUP.operation("GET", "/schemas/{className}/{methods}", errors=_ERRORS)
def method_schemas(served: ServedCatalog, query: MethodSchemas) -> Schemas:
    """Return the JSON schemas of some methods.

    These are model builders and public actions; an empty name is the class.
    """
    return _schemas(served, query, _names(query))


@GROUP.operation("GET", "/v1/schemas/{className}/{methods}", errors=_ERRORS)
def murano_method_schemas(served: ServedCatalog, query: MuranoMethodSchemas) -> Schemas:
    """Return what `/schemas/{className}/{methods}` does, of version 0 if no version is asked for."""
    return _schemas(served, query, _names(query))


def _names(query: MethodSchemas) -> list[str]:
    # Clients of Murano may have written blanks after the commas
    return [name.strip() for name in query.methods.split(",")]


def _schemas(
    served: ServedCatalog, query: ClassSchemas, methods: list[str] | None
) -> Schemas:
    return served.catalog.schema(
        query.class_name,
        methods,
        query.class_version,
        query.package_name,
        draft=query.draft,
    )
