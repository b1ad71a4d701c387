"""/openapi.json: OpenAPI 3.1, made of the operations that the routes are made of."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec

import muranopl
from muranopl.interfaces.server.bodies import ErrorBody
from muranopl.interfaces.server.http.operation import BodyContent, Operation, RequestBody
from muranopl.interfaces.server.media_types import JSON

Data = dict[str, Any]

_REFERENCE = "#/components/schemas/{name}"
_SECURITY: Sequence[Data] = ({"bearer": []}, {"keystone": []})
_SCHEMES: Data = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "keystone": {"type": "apiKey", "in": "header", "name": "X-Auth-Token"},
}
_RETRY_AFTER = {"Retry-After": "after how many seconds it is worth asking again"}


class _Error(NamedTuple):
    """An error that many operations have."""

    status: int
    description: str
    headers: Mapping[str, str] = {}

    @property
    def name(self) -> str:
        return "".join(HTTPStatus(self.status).phrase.title().split())


_BAD = _Error(400, "a parameter or the body is not as documented")
_UNAUTHORIZED = _Error(401, "no token, or an unknown one", {"WWW-Authenticate": "how to send a token"})
_FORBIDDEN = _Error(403, "the page that calls is not one of ours")
_UNACCEPTABLE = _Error(406, "the client accepts none of the media types of the answer")
_TIMEOUT = _Error(408, "the body took too long to arrive")
_TOO_LARGE = _Error(413, "the body is too large")
_MEDIA = _Error(415, "the Content-Type is none that the operation takes")
_MISDIRECTED = _Error(421, "the service is not called by this name")
_TOO_MANY = _Error(429, "the client has too many requests at once", _RETRY_AFTER)
_BUSY = _Error(503, "the service is busy or ends, or the work took too long", _RETRY_AFTER)
_ERRORS = (_BAD, _UNAUTHORIZED, _FORBIDDEN, _UNACCEPTABLE, _TIMEOUT, _TOO_LARGE, _MEDIA, _MISDIRECTED, _TOO_MANY, _BUSY)


def _common_errors(operation: Operation) -> Iterable[_Error]:
    """Yield the errors that an operation has because of what it declares."""
    yield from (_FORBIDDEN, _MISDIRECTED)
    if operation.offers:
        yield _UNACCEPTABLE
    if operation.guarded:
        yield _UNAUTHORIZED
    if operation.body is not None or msgspec.structs.fields(operation.parameters):
        yield _BAD
    if operation.body is not None:
        yield from (_TIMEOUT, _TOO_LARGE, _MEDIA)
    if operation.works:
        yield from (_TOO_MANY, _BUSY)


def openapi_document(operations: Sequence[Operation], *, secured: bool) -> Data:
    """Return the document of some operations; `secured` tells that clients need tokens."""
    return _Document(operations, secured=secured).data


class _Document:
    def __init__(self, operations: Sequence[Operation], *, secured: bool) -> None:
        self._secured = secured
        types = {id(type_): type_ for each in operations for type_ in _types(each)}
        schemas, self._components = msgspec.json.schema_components(
            [ErrorBody, *types.values()], ref_template=_REFERENCE
        )
        self._schemas = dict(zip([id(ErrorBody), *types], schemas, strict=True))
        self._error = [BodyContent(JSON, ErrorBody)]
        paths: Data = {}
        for operation in operations:
            for path in operation.paths:
                paths.setdefault(path, {})[operation.method.lower()] = self._operation(operation, path)
        self.data: Data = {
            "openapi": "3.1.0",
            "info": {
                "title": "muranopl",
                "version": muranopl.__version__,
                "description": "Validates MuranoPL packages and object models, and gives out the forms of classes.",
                "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
            },
            "paths": paths,
            "components": {
                "schemas": self._components,
                "responses": {each.name: self._reply(each.description, self._error, each.headers) for each in _ERRORS},
                **({"securitySchemes": _SCHEMES} if secured else {}),
            },
        }

    def _operation(self, operation: Operation, path: str) -> Data:
        name = getattr(operation.handler, "__name__", "")
        made: Data = {
            "operationId": f"{name}_v1" if path.startswith("/v1/") and operation.also_v1 else name,
            "tags": [operation.group],
            "summary": operation.summary,
            "responses": dict(sorted(self._replies(operation).items())),
        }
        text = inspect.getdoc(operation.handler)
        if text:
            made["description"] = text
        parameters = list(self._parameters(operation, path))
        if parameters:
            made["parameters"] = parameters
        if operation.body is not None:
            made["requestBody"] = self._body(operation.body)
        if self._secured and operation.guarded:
            made["security"] = list(_SECURITY)
        return made

    def _parameters(self, operation: Operation, path: str) -> Iterable[Data]:
        """Yield the parameters: each field of the struct is one, of the path where that names it."""
        schema = self._components.get(operation.parameters.__name__, {})
        required = schema.get("required", ())
        for field in msgspec.structs.fields(operation.parameters):
            name = field.encode_name
            own = dict(schema["properties"][name])
            in_path = f"{{{name}}}" in path
            made = {"name": name, "in": "path" if in_path else "query", "required": in_path or name in required}
            description = own.pop("description", None)
            yield {**made, **({"description": description} if description else {}), "schema": own}

    def _body(self, body: RequestBody) -> Data:
        return {
            "required": True,
            "content": {
                media: {
                    "schema": self._schemas[id(body.type)] if body.type is not None else body.schemas.get(media, {})
                }
                for media in body.media
            },
        }

    def _replies(self, operation: Operation) -> Data:
        made: Data = {
            str(each.status): {"$ref": f"#/components/responses/{each.name}"}
            for each in _common_errors(operation)
            if self._secured or each is not _UNAUTHORIZED
        }
        for status, description in operation.errors.items():
            made[str(status)] = self._reply(description, self._error, {})
        for reply in operation.replies:
            made[str(reply.status)] = self._reply(reply.description, reply.content, reply.headers)
        return made

    def _reply(self, description: str, content: Sequence[BodyContent], headers: Mapping[str, str]) -> Data:
        made: Data = {"description": description}
        if content:
            made["content"] = {each.media: {"schema": self._schema(each.type)} for each in content}
        if headers:
            made["headers"] = {
                name: {"description": meaning, "schema": {"type": "string"}} for name, meaning in headers.items()
            }
        return made

    def _schema(self, type_: Any) -> Data:
        found: Data = type_ if isinstance(type_, dict) else self._schemas[id(type_)]
        return found


def _types(operation: Operation) -> Iterable[Any]:
    """Yield the types of msgspec that an operation declares."""
    yield operation.parameters
    if operation.body is not None and operation.body.type is not None:
        yield operation.body.type
    for reply in operation.replies:
        yield from (each.type for each in reply.content if not isinstance(each.type, dict))
