"""Bounded functions put in the place of yaql's own, wherever those are registered."""

from __future__ import annotations

from typing import Any

from yaql.language import specs, yaqltypes
from yaql.standard_library import regex as std_regex

from muranopl.semantics.evaluation.functions import numbers, patterns, texts

_REPLACED = {**numbers.REPLACED, **patterns.REPLACED, **texts.REPLACED}
_PATTERN = yaqltypes.PythonType(patterns.Pattern, False)


def guarded(spec: Any) -> Any:
    """The definition of a function, its payload replaced where it has no bounds.

    Replacements get the frame before the arguments of the original. The definition is changed in place: yaql gives
    every registration one of its own.
    """
    payload = _REPLACED.get(spec.payload)
    if payload is None:
        return spec
    for parameter in spec.parameters.values():
        if getattr(parameter.value_type, "python_type", None) is std_regex.REGEX_TYPE:
            parameter.value_type = _PATTERN
    spec.payload = payload
    spec.insert_parameter(specs.ParameterDefinition("?frame", yaqltypes.Context(), 0))
    return spec
