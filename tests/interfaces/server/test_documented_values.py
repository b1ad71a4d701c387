"""What an operation takes is what /openapi.json says: for all parameters and bodies, held against their schemas."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import quote, urlencode

import httpx
import msgspec
import pytest
from starlette.requests import Request

from muranopl.interfaces.server.application import OPERATIONS
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import Operation
from muranopl.interfaces.server.http.request_parameters import decode_parameters
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.tasks import RequestText, decode
from tests.interfaces.server.documented import (
    DOCUMENT,
    are_allowed,
    documented_parameters,
    is_allowed,
)

TEXTS = (
    *(
        "",
        " ",
        "a",
        "A",
        "é",
        "٣",
        "a\n",
        "\n",
        "a b",
        "a/b",
        ".",
        "!",
        "null",
        "None",
        "[]",
        "{}",
        '"a"',
        "a,b",
    ),
    *(
        "0",
        "1",
        "-1",
        "+1",
        " 1",
        "1 ",
        "01",
        "-0",
        "1.0",
        "1.5",
        "1e2",
        "1_0",
        "0x1",
        "NaN",
        "9" * 25,
    ),
    *("true", "false", "True", "FALSE", "tRuE", "yes", "on", "t"),
    *("04", "2020-12", "name", "NAME", "asc", "desc", "none", "reported", "all", "name,fqn"),
)


class Parameter(NamedTuple):
    """A parameter as it is declared, and as it is documented."""

    operation: Operation
    documented: dict[str, Any]

    @property
    def schema(self) -> dict[str, Any]:
        result: dict[str, Any] = self.documented["schema"]
        return result


def _parameters() -> Iterator[Parameter]:
    for operation in OPERATIONS:
        for parameter in documented_parameters(operation.path, operation.method):
            # The id of an upload is any text
            if parameter["in"] == "header":
                continue
            yield Parameter(operation, parameter)


def _name(parameter: Parameter) -> str:
    operation, documented = parameter
    return f"{operation.method} {operation.path} {documented['name']}"


def _takes(parameter: Parameter, texts: list[str]) -> bool:
    """Return whether the service takes a parameter, given so many times."""
    operation, documented = parameter
    names = [field.encode_name for field in msgspec.structs.fields(operation.parameters)]
    path = {name: "a" for name in names if f"{{{name}}}" in operation.path}
    query = ""
    if documented["in"] == "path":
        path[documented["name"]] = texts[0]
    else:
        query = urlencode([(documented["name"], text) for text in texts])
    scope = {"type": "http", "path_params": path, "query_string": query.encode(), "headers": []}
    try:
        decode_parameters(Request(scope), operation.parameters)
    except ApiError:
        return False
    return True


@pytest.mark.parametrize("parameter", list(_parameters()), ids=_name)
def test_a_parameter_is_taken_where_its_schema_allows_it(parameter: Parameter) -> None:
    for text in TEXTS:
        for texts in ([text], [text, text])[: 1 if parameter.documented["in"] == "path" else 2]:
            assert _takes(parameter, texts) == are_allowed(texts, parameter.schema), texts


BODIES = (
    *("null", "1", '"a"', "[]", "{}", "true", "[{}]", '{"a": 1}', '{"": null}', '{"?": {}}'),
    *(
        '{"answers": null}',
        '{"answers": {}}',
        '{"answers": []}',
        '{"answers": {"a": 1}, "parameters": null}',
    ),
    *('{"answers": {}, "parameters": {}}', '{"answers": {}, "parameters": 1}', '{"answers": 1}'),
    *(
        '{"className": "a"}',
        '{"className": 1}',
        '{"className": null}',
        '{"className": ["a"]}',
        '{"className": {}}',
    ),
    *('{"methodName": false}', '{"methodName": ""}', '{"packageName": 0}', '{"packageName": null}'),
    *(
        '{"classVersion": 1}',
        '{"classVersion": 1.5}',
        '{"classVersion": "1"}',
        '{"parameters": []}',
    ),
    *(
        '{"parameters": "a"}',
        '{"parameters": {"a": [1, {}]}}',
        '{"parameters": null}',
        '{"other": 1}',
    ),
)


@pytest.mark.parametrize("operation", [item for item in OPERATIONS if JSON in item.takes])
def test_a_body_is_taken_where_its_schema_allows_it(operation: Operation) -> None:
    described = DOCUMENT["paths"][operation.path][operation.method.lower()]["requestBody"][
        "content"
    ]
    for media, text in itertools.product(operation.takes, BODIES):
        assert described[media] == described[JSON]
        try:
            decode(RequestText(text.encode(), media, operation.body))
            taken = True
        except ApiError:
            taken = False
        allowed = is_allowed(json.loads(text), described[JSON]["schema"])
        assert taken == allowed, (media, text)


NOT_JSON = (
    "{a: 1}",
    "{'a': 1}",
    '{"a": 1,}',
    '{"a": NaN}',
    '{"a": 01}',
    '{"a": 1} 2',
    "a: 1",
    '{"a": 1 /**/}',
    "",
)


@pytest.mark.parametrize("text", NOT_JSON)
def test_a_body_of_json_is_json(text: str) -> None:
    with pytest.raises(ApiError):
        decode(RequestText(text.encode(), JSON, dict[str, Any]))


@pytest.mark.parametrize("given", ["1", "True", "0", "False", ""])
def test_flags_are_written_in_one_way(client: httpx.Client, given: str) -> None:
    for call in ("/packages?findings=", "/graph?all="):
        answer = client.get(f"{call}{quote(given)}")
        assert answer.status_code == 400
        assert "Expected `bool`" in answer.json()["error"]["message"]
