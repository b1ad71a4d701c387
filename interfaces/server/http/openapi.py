"""/openapi.json: OpenAPI 3.1, generated from the declarations of the operations."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec

import muranopl
from muranopl.interfaces.server.bodies import ErrorBody
from muranopl.interfaces.server.http.operation import Content, Operation
from muranopl.interfaces.server.http.replies import STATE
from muranopl.interfaces.server.media_types import JSON

Data = dict[str, Any]

_INFO: Data = {
    "title": "muranopl",
    "version": muranopl.__version__,
    "description": "Validates MuranoPL packages and object models, and gives out the forms of classes.",
    "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
}
_SCHEMES: Data = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "keystone": {"type": "apiKey", "in": "header", "name": "X-Auth-Token"},
}
_STATE = {STATE: "the state of the catalog that the answer is about"}
_RETRY_AFTER = {"Retry-After": "after how many seconds it is worth asking again"}


class _Error(NamedTuple):
    """An error response common to many operations."""

    status: int
    description: str
    headers: Mapping[str, str] = {}

    @property
    def name(self) -> str:
        return "".join(HTTPStatus(self.status).phrase.title().split())


_BAD = _Error(400, "a parameter or the body is not as documented")
_UNAUTHORIZED = _Error(
    401, "no token, or an unknown one", {"WWW-Authenticate": "how to send a token"}
)
_FORBIDDEN = _Error(403, "the page that calls is not one of ours")
_UNACCEPTABLE = _Error(406, "the client accepts none of the media types of the answer")
_TIMEOUT = _Error(408, "the body took too long to arrive")
_TOO_LARGE = _Error(413, "the body is too large")
_MEDIA = _Error(415, "the Content-Type is none that the operation takes")
_MISDIRECTED = _Error(421, "the service is not called by this name")
_TOO_MANY = _Error(429, "the client has too many requests at once", _RETRY_AFTER)
_BUSY = _Error(503, "the service is busy or ends, or the work took too long", _RETRY_AFTER)
_ERRORS = (
    _BAD,
    _UNAUTHORIZED,
    _FORBIDDEN,
    _UNACCEPTABLE,
    _TIMEOUT,
    _TOO_LARGE,
    _MEDIA,
    _MISDIRECTED,
    _TOO_MANY,
    _BUSY,
)


def openapi_document(operations: Sequence[Operation], *, secured: bool) -> Data:
    """Return the OpenAPI document of operations; `secured` means that clients need tokens."""
    document = _Document(operations, secured=secured)
    paths: Data = {}
    for operation in operations:
        for path in operation.paths:
            paths.setdefault(path, {})[operation.method.lower()] = document.operation(
                operation, path
            )
    components: Data = {
        "schemas": document.components,
        "responses": {
            error.name: document.error(error.description, error.headers) for error in _ERRORS
        },
    }
    if secured:
        components["securitySchemes"] = _SCHEMES
    data: Data = {"openapi": "3.1.0", "info": _INFO, "paths": paths, "components": components}
    return data


class _Document:
    """The schemas of all types that operations declare, and the parts that refer to them."""

    def __init__(self, operations: Sequence[Operation], *, secured: bool) -> None:
        types = [ErrorBody, *(type_ for operation in operations for type_ in _types(operation))]
        generated = msgspec.json.schema_components(
            types, ref_template="#/components/schemas/{name}"
        )
        schemas, self.components = msgspec.json.decode(
            msgspec.json.encode(generated)
        )  # defaults are tuples
        self._schemas = list(zip(types, schemas, strict=True))
        self._secured = secured

    def operation(self, operation: Operation, path: str) -> Data:
        """Return the operation object for one of its paths."""
        name = operation.function.__name__
        description = inspect.getdoc(operation.function) or ""
        data: Data = {
            "operationId": name if path == operation.path else f"{name}_v1",
            "tags": [operation.group],
            "summary": description.partition("\n")[0].rstrip("."),
            "description": description,
            "parameters": list(self._parameters(operation)),
            "responses": self._responses(operation),
        }
        if operation.takes:
            data["requestBody"] = {"required": True, "content": self._content(operation.takes)}
        if self._secured and operation.guarded:
            data["security"] = [{scheme: []} for scheme in _SCHEMES]
        return data

    def error(self, description: str, headers: Mapping[str, str]) -> Data:
        """Return the response object of an error."""
        return self._response(description, {JSON: ErrorBody}, headers)

    def _parameters(self, operation: Operation) -> Iterable[Data]:
        """Yield a parameter object for each field: in the path if named there, or in the query."""
        schema = self.components[operation.parameters.__name__]
        for name, declared in schema["properties"].items():
            own = dict(declared)
            is_in_path = f"{{{name}}}" in operation.path
            parameter = {
                "name": name,
                "in": "path" if is_in_path else "query",
                "required": is_in_path,
            }
            if "description" in own:
                parameter["description"] = own.pop("description")
            yield {**parameter, "schema": own}

    def _responses(self, operation: Operation) -> Data:
        responses: Data = {}
        for error in _common_errors(operation):
            if self._secured or error is not _UNAUTHORIZED:
                responses[str(error.status)] = {"$ref": f"#/components/responses/{error.name}"}
        for status, description in operation.errors.items():
            responses[str(status)] = self.error(description, {})
        headers = _STATE if operation.works else {}
        for status, content in operation.replies.items():
            responses[str(status)] = self._response(_meaning(content), content, headers)
        return dict(sorted(responses.items()))

    def _response(self, description: str, content: Content, headers: Mapping[str, str]) -> Data:
        data: Data = {"description": description, "content": self._content(content), "headers": {}}
        for name, meaning in headers.items():
            data["headers"][name] = {"description": meaning, "schema": {"type": "string"}}
        return data

    def _content(self, content: Content) -> Data:
        return {media: {"schema": self._schema(type_)} for media, type_ in content.items()}

    def _schema(self, type_: Any) -> Data:
        return next(schema for declared, schema in self._schemas if declared is type_)


def _types(operation: Operation) -> Iterable[Any]:
    """Yield the types that an operation declares."""
    yield operation.parameters
    yield from operation.takes.values()
    for content in operation.replies.values():
        yield from content.values()


def _meaning(content: Content) -> str:
    """Return the description of a response: the docstring of its first type."""
    type_ = next(iter(content.values()))
    return (
        isinstance(type_, type) and type_.__module__ != "builtins" and inspect.getdoc(type_)
    ) or "the answer"


def _common_errors(operation: Operation) -> Iterable[_Error]:
    """Yield the errors that follow from the declaration of an operation."""
    yield from (_FORBIDDEN, _MISDIRECTED, _UNACCEPTABLE)
    if operation.guarded:
        yield _UNAUTHORIZED
    if operation.takes or msgspec.structs.fields(operation.parameters):
        yield _BAD
    if operation.takes:
        yield from (_TIMEOUT, _TOO_LARGE, _MEDIA)
    if operation.works:
        yield from (_TOO_MANY, _BUSY)
