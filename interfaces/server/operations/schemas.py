"""Schemas of classes: what forms are drawn from."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from starlette.responses import Response

from muranopl.interfaces.server.bodies import Doc
from muranopl.interfaces.server.http.operation import ApiCall, Operation, Reply, json_content
from muranopl.interfaces.server.http.replies import STATE_HEADERS, reply_of
from muranopl.interfaces.server.tasks.schemas import WantedSchemas, schemas


class ClassSchemas(msgspec.Struct, rename="camel", frozen=True):
    """Which schemas are wanted."""

    class_name: Annotated[str, Doc(description="the full name of a class", min_length=1)]
    class_version: Annotated[str, Doc(description="a specification of versions")] = "=0"
    package_name: Annotated[str, Doc(description="look in this package only; empty: in all")] = ""
    draft: Annotated[Literal["04", "2020-12"], Doc(description="the draft of JSON schema")] = "04"


class MethodSchemas(ClassSchemas, frozen=True):
    """Which schemas are wanted, methods being named."""

    methods: Annotated[str, Doc(description="names, separated by commas; an empty one is the class itself")] = ""


async def class_schemas(call: ApiCall) -> Response:
    """Answer with the schema of a class, by the empty name, and those of its model builders."""
    return await _schemas(call, None)


async def method_schemas(call: ApiCall) -> Response:
    """Answer with the schemas of the methods that are named: model builders, public actions; empty: the class."""
    return await _schemas(call, tuple(each.strip() for each in call.parameters.methods.split(",")))


async def _schemas(call: ApiCall, methods: tuple[str, ...] | None) -> Response:
    asked: ClassSchemas = call.parameters
    wanted = WantedSchemas(asked.class_name, methods, asked.class_version, asked.package_name, asked.draft)
    answer = await call.service.work.ask(schemas, wanted, client=call.client, kept=True)
    return reply_of(answer, call.request)


_REPLY = Reply(200, "schemas by name", json_content(dict[str, dict[str, Any]]), STATE_HEADERS)
_ERRORS = {404: "no such class, package or method, or no version that fits"}

OPERATIONS = (
    Operation(
        "GET",
        "/schemas/{className}",
        "schemas",
        "JSON schemas of a class and all its model builders",
        class_schemas,
        (_REPLY,),
        ClassSchemas,
        errors=_ERRORS,
        also_v1=True,
        works=True,
    ),
    Operation(
        "GET",
        "/schemas/{className}/{methods}",
        "schemas",
        "JSON schemas of some methods",
        method_schemas,
        (_REPLY,),
        MethodSchemas,
        errors=_ERRORS,
        also_v1=True,
        works=True,
    ),
)
