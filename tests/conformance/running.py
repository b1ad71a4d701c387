"""Methods run as the cases of two families say, and what came back in the words of the cases."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import muranopl
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.session import Session
from muranopl.semantics.evaluation.errors import ExhaustedError, NotEvaluatedError
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from tests.conformance.comparing import same


class Call(NamedTuple):
    """The call that a case makes: on the object of an id in a model, or on a class."""

    class_name: str
    method: str
    args: list[Any]
    kwargs: dict[str, Any]
    model: dict[str, Any] | None = None
    object_id: str | None = None


def ran(
    catalog: muranopl.Catalog, call: Call, configs: Path | None = None, *, save: bool = False
) -> dict[str, Any]:
    """Return what a call gives as `expect` of a case: a value, or the names of what is thrown, and the model after."""
    session = catalog.session(class_configs=configs)
    result: dict[str, Any] = {"at": "load"}
    try:
        if call.model is not None:
            session.load(call.model)
        target = (
            session.type(call.class_name)
            if call.object_id is None
            else session.find(call.object_id)
        )
        assert target is not None
        result["at"] = "call"
        result["value"] = marked(session.call(target, call.method, call.args, call.kwargs))
    except MuranoError as error:
        result |= {"throws": list(error.names), "message": error.message}
    except (ExhaustedError, NotEvaluatedError) as error:
        result |= {"ends": str(error)}
    if save and result["at"] == "call":
        result["model"] = _saved(session)
    return result


def _saved(session: Session) -> dict[str, Any]:
    model: dict[str, Any] = marked(session.save())
    return {**model, "Attributes": sorted(model["Attributes"], key=json.dumps)}


def marked(value: Any) -> Any:
    """Return a plain value with the markers that `about` of the families describes."""
    if isinstance(value, MuranoObject):
        return {"?object": value.type.name}
    if isinstance(value, MuranoType):
        return {"?type": value.name}
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value):
            return {key: marked(item) for key, item in value.items()}
        return {"?pairs": [[marked(key), marked(item)] for key, item in value.items()]}
    if isinstance(value, (list, tuple)):
        return [marked(item) for item in value]
    return (
        value
        if value is None or isinstance(value, (str, int, float, bool))
        else {"?other": type(value).__name__}
    )


def wrong(case: dict[str, Any], found: dict[str, Any]) -> str | None:
    """Return what of an answer is not as recorded, None where nothing is."""
    expected, is_bug = case["expect"], case.get("engine_bug", False)
    if "value" in expected:
        return (
            None
            if is_bug or ("value" in found and same(expected["value"], found["value"]))
            else "another value"
        )
    if "value" in found:
        return "a value in place of an error"
    if is_bug or (expected["at"] == found["at"] == "load"):
        return None
    if expected["at"] != found["at"]:
        return f"it fails at {found['at']}"
    if "throws" in expected:
        return None if set(expected["throws"]) == set(found.get("throws", ())) else "other names"
    names = {name.rpartition(".")[2] for name in found.get("throws", ())}
    return None if expected["error"] in names else "another error"


def wrong_model(case: dict[str, Any], found: dict[str, Any]) -> str | None:
    """Return what of the model after a call is not as recorded, None where nothing is."""
    if "model_after" not in case or found["at"] == "load":
        return None
    recorded = {
        **case["model_after"],
        "Attributes": sorted(case["model_after"]["Attributes"], key=json.dumps),
    }
    return None if same(recorded, found["model"]) else "another model"
