"""/openapi.json is valid, complete, and what the service does.

MURANOPL_EXAMPLES=350 sends some 10,000 requests, others each time.
"""

from __future__ import annotations

import os
import re
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import schemathesis
from hypothesis import given, settings, strategies
from openapi_spec_validator import validate
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
    unsupported_method,
)

import tests.interfaces.server.serializers  # noqa: F401 - writes bodies
from muranopl.interfaces.server.application import OPERATIONS
from muranopl.interfaces.server.http.openapi import openapi_document
from muranopl.interfaces.server.response_bodies import VERSIONS as VERSIONS_PATTERN
from muranopl.language.grammar.versions import LATEST, is_spec
from tests.interfaces.server.documented import are_allowed, documented_parameters
from tests.interfaces.server.serving import Serving

# What a schema cannot say is refused too: versions, names of classes, models. As in Murano, unknown
# methods are 404 below /v1.
_MEANT = [positive_data_acceptance, unsupported_method]

EXAMPLES = int(os.environ.get("MURANOPL_EXAMPLES", "6"))

described = schemathesis.openapi.from_dict(openapi_document(OPERATIONS, secured=False))


def test_descriptions_are_those_of_the_service() -> None:
    document = openapi_document(OPERATIONS, secured=False)
    action = document["paths"]["/actions"]["post"]["responses"]["200"]
    assert action["description"] == "the response"


@described.parametrize()
@settings(max_examples=EXAMPLES, derandomize="MURANOPL_EXAMPLES" not in os.environ)
def test_answers_are_as_described(case: schemathesis.Case, service: Serving) -> None:
    answer = case.call(base_url=service.address)
    excluded = (
        [*_MEANT, negative_data_rejection]
        if _is_well_formed(case, str(answer.request.url))
        else _MEANT
    )
    case.validate_response(answer, excluded_checks=excluded)


def _is_well_formed(case: schemathesis.Case, url: str) -> bool:
    """Return whether a request without a body is as described all the same, as it is sent.

    An integer in place of a list of texts is a list of one text in an address, and an empty list is
    nothing.
    """
    sent = parse_qs(urlsplit(url).query, keep_blank_values=True)
    parameters = documented_parameters(case.operation.path, case.operation.method)
    if "requestBody" in case.operation.definition.raw or any(
        parameter["in"] != "query" for parameter in parameters
    ):
        return False
    return all(
        are_allowed(sent[parameter["name"]], parameter["schema"])
        for parameter in parameters
        if parameter["name"] in sent
    )


def test_versions_have_a_pattern_and_actions_their_required_keys() -> None:
    document = openapi_document(OPERATIONS, secured=False)
    action = document["components"]["schemas"]["StaticAction"]
    assert action["required"] == ["className", "methodName"]
    schemas = [action["properties"]["classVersion"]]
    for path in ("/schemas/{className}", "/classes/{name}", "/classes"):
        schemas += [
            parameter["schema"]
            for parameter in document["paths"][path]["get"]["parameters"]
            if parameter["name"] in {"classVersion", "extendsVersion"}
        ]
    assert len(schemas) == 4
    for schema in schemas:
        taken = {text for text in VERSIONS if re.search(schema["pattern"], text)}
        assert taken == {text for text in VERSIONS if not text or is_spec(text)}


VERSIONS = (
    *("", "0", "=0", ">=0", "==1.2.3", "1.2", " >= 1.0 , < 2", "~1", "^1.2.3", "!=1"),
    *("!=1.2.3, >1", "!=1, >1", ">1, !=1.2", "!=1.*"),
    *("*", ">=*", "=1.*", "1.2.3-alpha.1", "=1.2.3+build.7", "~=2.2", "9" * 25),
    *("abc", "01", "1.2.3.4", "v1", ">", "1,", ",", "<*", ">1+a", "1-a", "1.x", "é"),
)


@settings(max_examples=200)
@given(strategies.from_regex(VERSIONS_PATTERN))
def test_what_the_pattern_of_versions_matches_is_one(text: str) -> None:
    plain = text.strip()
    assert plain in {"", LATEST} or is_spec(text)


def test_the_document_is_valid(client: httpx.Client) -> None:
    validate(client.get("/openapi.json").json())


@pytest.mark.parametrize("secured", [True, False])
def test_tokens_are_said_where_they_are_needed(secured: bool) -> None:
    document = openapi_document(OPERATIONS, secured=secured)
    validate(document)
    for operation in OPERATIONS:
        for path in operation.paths:
            said = document["paths"][path][operation.method.lower()]
            assert ("security" in said) == (secured and operation.needs_token)
            assert ("401" in said["responses"]) == (secured and operation.needs_token)
            assert ("503" in said["responses"]) or not operation.needs_worker
    assert ("securitySchemes" in document["components"]) == secured


def test_operations_have_names_of_their_own() -> None:
    document = openapi_document(OPERATIONS, secured=True)
    names = [item["operationId"] for path in document["paths"].values() for item in path.values()]
    assert len(names) == len(set(names))
    assert all(item["description"] for path in document["paths"].values() for item in path.values())


def test_functions_take_what_requests_have() -> None:
    for operation in OPERATIONS:
        assert set(operation.arguments) <= {"query", "body", "media"}, operation.path
        assert ("body" in operation.arguments) == (operation.body is not None)
        assert ("query" in operation.arguments) == (operation.parameters.__name__ != "NoParameters")
