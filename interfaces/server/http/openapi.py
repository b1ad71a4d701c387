"""/openapi.json: OpenAPI 3.1, generated from the declarations of the operations."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Mapping, Sequence
from http import HTTPStatus
from typing import Any

import msgspec

import muranopl
from muranopl.interfaces.server.http.operation import Content, Operation
from muranopl.interfaces.server.http.replies import STATE
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.response_bodies import ErrorBody
from muranopl.interfaces.server.uploaded_packages import UPLOAD

Data = dict[str, Any]
_ERROR: Content = {JSON: ErrorBody}

_INFO: Data = {
    "title": "muranopl",
    "version": muranopl.__version__,
    "description": "Validates MuranoPL packages and object models, and returns forms of classes.",
    "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
}
_SCHEMES: Data = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "keystone": {"type": "apiKey", "in": "header", "name": "X-Auth-Token"},
}
_STATE = {STATE: "the state of the catalog on which the response is based"}
_RETRY_AFTER = {"Retry-After": "seconds to wait before a retry"}

_UPLOAD: Data = {
    "name": UPLOAD,
    "in": "header",
    "required": False,
    "description": "the id of an uploaded package, which is treated like a served one",
    "schema": {"type": "string"},
}

_ERRORS = {
    400: "a parameter or the body is invalid",
    401: "the token is missing or invalid",
    403: "the origin of the page is not allowed",
    406: "the client accepts none of the media types of the response",
    408: "the body did not arrive in time",
    409: "the uploaded package is no longer in memory",
    413: "the body is too large",
    415: "the operation does not accept this Content-Type",
    421: "this host name is not allowed",
    429: "the client has too many concurrent requests",
    503: "the service is busy or shutting down, or the work exceeded a limit",
}
"""The meaning of errors that many operations have, by status."""
_ERROR_HEADERS = {
    401: {"WWW-Authenticate": "how to send a token"},
    429: _RETRY_AFTER,
    503: _RETRY_AFTER,
}


def openapi_document(operations: Sequence[Operation], *, secured: bool) -> Data:
    """Return the OpenAPI document of operations; `secured` means that clients need tokens."""
    schemas = _Schemas(operations)
    paths: Data = {}
    for operation in operations:
        for path in operation.paths:
            methods = paths.setdefault(path, {})
            methods[operation.method.lower()] = _operation(operation, path, schemas, secured)
    responses = {
        _error_name(status): schemas.response(meaning, _ERROR, _ERROR_HEADERS.get(status, {}))
        for status, meaning in _ERRORS.items()
    }
    components: Data = {"schemas": schemas.components, "responses": responses}
    if secured:
        components["securitySchemes"] = _SCHEMES
    return {
        "openapi": "3.1.0",
        "info": _INFO,
        "tags": list(_tags(operations)),
        "paths": paths,
        "components": components,
    }


def _tags(operations: Sequence[Operation]) -> Iterable[Data]:
    """Yield the groups of operations, described by the docstrings of their modules."""
    first = {operation.group.name: operation.function for operation in reversed(operations)}
    for name in dict.fromkeys(operation.group.name for operation in operations):
        text = inspect.getdoc(inspect.getmodule(first[name])) or ""
        yield {"name": name, "description": text.partition("\n")[0]}


class _Schemas:
    """The schemas of all types that operations declare, and the parts that refer to them."""

    def __init__(self, operations: Sequence[Operation]) -> None:
        types = [ErrorBody, *(type_ for operation in operations for type_ in _types(operation))]
        generated = msgspec.json.schema_components(
            types, ref_template="#/components/schemas/{name}"
        )
        # Defaults are tuples, which are lists in JSON.
        schemas, self.components = msgspec.json.decode(msgspec.json.encode(generated))
        # By identity, as some types of msgspec are equal but differ in their descriptions.
        self._by_type: dict[int, Data] = {
            id(type_): schema for type_, schema in zip(types, schemas, strict=True)
        }

    def content(self, content: Content) -> Data:
        """Return the forms of a body."""
        return {media: {"schema": self._schema(type_)} for media, type_ in content.items()}

    def _schema(self, type_: Any) -> Data:
        """Return the schema of a type, or of the forms that a body may have, a tuple of types."""
        if not isinstance(type_, tuple):
            return self._by_type[id(type_)]
        return {"anyOf": [self._by_type[id(form)] for form in type_]}

    def response(self, description: str, content: Content, headers: Mapping[str, str]) -> Data:
        """Return a response object."""
        described = {
            name: {"description": meaning, "schema": {"type": "string"}}
            for name, meaning in headers.items()
        }
        return {"description": description, "content": self.content(content), "headers": described}


def _operation(operation: Operation, path: str, schemas: _Schemas, secured: bool) -> Data:
    """Return the operation object for one path of an operation."""
    name = operation.function.__name__
    description = inspect.getdoc(operation.function) or ""
    data: Data = {
        "operationId": name if path == operation.path else f"{name}_v1",
        "tags": [operation.group.name],
        "summary": description.partition("\n")[0].rstrip("."),
        "description": description,
        "parameters": [
            *_parameters(operation, schemas),
            *([_UPLOAD] if operation.of_uploads else []),
        ],
        "responses": _responses(operation, schemas, secured),
    }
    if operation.takes:
        data["requestBody"] = {"required": True, "content": schemas.content(operation.takes)}
    if secured and operation.needs_token:
        data["security"] = [{scheme: []} for scheme in _SCHEMES]
    return data


def _parameters(operation: Operation, schemas: _Schemas) -> Iterable[Data]:
    """Yield a parameter object for each field: in the path if named there, or in the query."""
    properties = schemas.components[operation.parameters.__name__]["properties"]
    for name, declared in properties.items():
        schema = dict(declared)
        is_in_path = f"{{{name}}}" in operation.path
        place = "path" if is_in_path else "query"
        parameter = {"name": name, "in": place, "required": is_in_path}
        if "description" in schema:
            parameter["description"] = schema.pop("description")
        yield {**parameter, "schema": schema}


def _responses(operation: Operation, schemas: _Schemas, secured: bool) -> Data:
    responses: Data = {}
    for status in _common_errors(operation, secured):
        responses[str(status)] = {"$ref": f"#/components/responses/{_error_name(status)}"}
    for status, meaning in operation.errors.items():
        responses[str(status)] = schemas.response(meaning, _ERROR, {})
    headers = _STATE if operation.needs_worker else {}
    for status, content in operation.replies.items():
        responses[str(status)] = schemas.response(_meaning(content), content, headers)
    return dict(sorted(responses.items()))


def _types(operation: Operation) -> Iterable[Any]:
    """Yield the types that an operation declares."""
    yield operation.parameters
    yield from operation.takes.values()
    for content in operation.replies.values():
        for type_ in content.values():
            yield from type_ if isinstance(type_, tuple) else (type_,)


def _error_name(status: int) -> str:
    return HTTPStatus(status).phrase.title().replace(" ", "")


def _meaning(content: Content) -> str:
    """Return the description of a response: the docstring of its first type, if it is ours."""
    type_ = next(iter(content.values()))
    if isinstance(type_, tuple):
        type_ = type_[0]
    is_ours = isinstance(type_, type) and type_.__module__.startswith("muranopl.")
    return (is_ours and inspect.getdoc(type_)) or "the response"


def _common_errors(operation: Operation, secured: bool) -> Iterable[int]:
    """Yield the statuses of errors that follow from the declaration of an operation."""
    yield from (403, 406, 421)
    if operation.needs_token and secured:
        yield 401
    if operation.takes or msgspec.structs.fields(operation.parameters):
        yield 400
    if operation.takes:
        yield from (408, 413, 415)
    if operation.of_uploads:
        yield 409
    if operation.needs_worker:
        yield from (429, 503)
