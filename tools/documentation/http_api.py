"""The page of the HTTP service, from its OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from muranopl.interfaces.server.application import OPERATIONS
from muranopl.interfaces.server.http.openapi import openapi_document

_Object = Mapping[str, Any]


def http_page() -> str:
    """Return the page: a section for each path, with its methods, parameters and answers."""
    document = openapi_document(OPERATIONS, secured=True)
    lines = [
        "# The HTTP service, path by path\n",
        "A service describes itself at `/openapi.json`, and at `/docs` with requests to try. "
        "[](../serving.md) describes how it is run.\n",
    ]
    for path, methods in sorted(document["paths"].items()):
        lines.append(f"## `{path}`\n")
        for method, operation in methods.items():
            if method != "parameters":
                lines += _operation(method, operation)
    return "\n".join(lines)


def _operation(method: str, operation: _Object) -> Iterator[str]:
    yield f"**{method.upper()}**: {_text(operation['description'])}\n"
    for parameter in operation.get("parameters", ()):
        if "$ref" not in parameter:
            required = "" if parameter.get("required") else ", optional"
            text = _text(parameter.get("description", ""))
            yield f"`{parameter['name']}` (in the {parameter['in']}{required})\n: {text or '-'}\n"
    answers = [
        f"{status}: {_text(answer['description'])}"
        for status, answer in operation["responses"].items()
        if "$ref" not in answer
    ]
    yield "Answers\n" + "\n".join(f": {answer}\n" for answer in answers)


def _text(text: str) -> str:
    return " ".join(text.split())
