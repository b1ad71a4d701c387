"""Computes the functions of Heat templates as far as possible without a cloud."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from muranopl.diagnostics.bounds import EVALUATION_MEMORY
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.simulation.exceptions import TooMuchError
from muranopl.execution.simulation.heat.outputs import HeatFunction, StackValues
from muranopl.execution.simulation.heat.template import inside, member, section

_CHARACTERS_OF_STEP = 8
"""The binary logarithm of the number of characters per step, as in expressions."""


def _get_resource(stack: StackValues, name: Any) -> Any:
    name = str(name)
    is_resource = name in section(stack.template, "resources")
    # `Ref` of AWS refers to parameters, too.
    if name in stack.parameters and not is_resource:
        return stack.parameters[name]
    return stack.id_of(name)


def _get_attr(stack: StackValues, arguments: Any) -> Any:
    if isinstance(arguments, str):
        arguments = arguments.split(".", 1)
    if not isinstance(arguments, list) or not arguments:
        raise MuranoError("ValueError", "get_attr: a resource and an attribute are expected")
    return stack.attribute(str(arguments[0]), arguments[1:])


def _get_param(stack: StackValues, arguments: Any) -> Any:
    if arguments == []:
        return None
    name, *path = arguments if isinstance(arguments, list) else [arguments]
    if name == "OS::stack_name":
        return stack.name
    if name == "OS::stack_id":
        return stack.id
    if name in stack.parameters:
        return inside(stack.parameters[name], path)
    declared = section(stack.template, "parameters").get(name)
    return inside(member(declared, "default"), path)


def _str_replace(stack: StackValues, arguments: Any) -> Any:
    parameters = arguments if isinstance(arguments, dict) else {}
    text = str(parameters.get("template", ""))
    for name, value in section(parameters, "params").items():
        old, new = str(name), _as_text(value)
        _spend(stack, text)
        # For an empty text, Python would insert the value between all characters
        if old:
            # The length is estimated from above, before the new text takes memory
            _check_length(len(text) + text.count(old) * len(new), "str_replace")
            text = text.replace(old, new)
    return text


def _list_join(stack: StackValues, arguments: Any) -> Any:
    if not isinstance(arguments, list) or not arguments:
        return ""
    separator = str(arguments[0])
    items = [item for list_ in arguments[1:] if isinstance(list_, list) for item in list_]
    return separator.join(_bounded(stack, separator, items))


def _bounded(stack: StackValues, separator: str, items: Iterable[Any]) -> Iterator[str]:
    """Yield items as texts, within the bounds of the joined text.

    Raise TooMuchError, ExhaustedError.
    """
    length = 0
    for item in items:
        text = _as_text(item)
        length += len(text) + len(separator)
        _spend(stack, text)
        _check_length(length, "list_join")
        yield text


def _spend(stack: StackValues, text: str) -> None:
    stack.budget.spend(1 + (len(text) >> _CHARACTERS_OF_STEP))


def _check_length(length: int, function: str) -> None:
    if length > EVALUATION_MEMORY.most:
        raise TooMuchError(
            f"{function} creates a string of more than {EVALUATION_MEMORY.most:,} characters"
        )


def _as_text(value: Any) -> str:
    return "" if value is None else str(value)


FUNCTIONS: Mapping[Any, HeatFunction] = {
    "get_resource": _get_resource,
    "Ref": _get_resource,
    "get_attr": _get_attr,
    "Fn::GetAtt": _get_attr,
    "get_param": _get_param,
    "str_replace": _str_replace,
    "list_join": _list_join,
    "Fn::Join": _list_join,
}
