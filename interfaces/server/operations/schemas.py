"""JSON schemas of classes, from which forms are generated."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.response_bodies import (
    API_SPEC,
    ApiVersion,
    ClassName,
    InPackage,
    doc,
)
from muranopl.interfaces.server.work.served import ServedCatalog

Schemas = dict[str, dict[str, Any]]
GROUP = OperationGroup(
    "schemas",
    {404: "no such class, package or method, or no matching version"},
    of_uploads=True,
    also_v1=True,
)


class ClassSchemas(msgspec.Struct, rename="camel", frozen=True):
    """The class, and the draft of its schemas."""

    class_name: ClassName
    class_version: ApiVersion = API_SPEC
    package_name: InPackage = ""
    draft: Annotated[Literal["04", "2020-12"], doc("the draft of JSON schema")] = "04"


class MethodSchemas(ClassSchemas, frozen=True):
    """The class, the draft and the methods of schemas."""

    methods: Annotated[
        str, doc("names, separated by commas; the empty name is the class itself")
    ] = ""


@GROUP.operation("GET", "/schemas/{className}")
def class_schemas(served: ServedCatalog, query: ClassSchemas) -> Schemas:
    """Return the JSON schemas of a class, under the empty name, and of its model builders."""
    return _schemas(served, query, None)


@GROUP.operation("GET", "/schemas/{className}/{methods}")
def method_schemas(served: ServedCatalog, query: MethodSchemas) -> Schemas:
    """Return the JSON schemas of some methods.

    Methods are model builders and public actions; the empty name is the class.
    """
    # Clients of Murano may have written blanks after the commas
    return _schemas(served, query, [name.strip() for name in query.methods.split(",")])


def _schemas(served: ServedCatalog, query: ClassSchemas, methods: list[str] | None) -> Schemas:
    return served.catalog.schema(
        query.class_name,
        methods,
        query.class_version or API_SPEC,
        query.package_name,
        draft=query.draft,
    )
