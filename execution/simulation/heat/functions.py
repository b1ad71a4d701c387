"""The functions of templates, computed as far as possible without a cloud."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from muranopl.diagnostics.bounds import EVALUATION_MEMORY
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.simulation.exceptions import TooMuchError
from muranopl.execution.simulation.heat.template import Template, member, section
from muranopl.semantics.evaluation.bounds import Budget

_CHARACTERS_OF_STEP = 8
"""The binary logarithm of the number of characters per step, as in expressions."""


class Stack(Protocol):
    """The stack whose template calls a function."""

    name: str
    template: Template
    parameters: dict[Any, Any]
    budget: Budget

    @property
    def id(self) -> str:
        """The id of the stack."""

    def id_of(self, resource: str) -> str:
        """Return the id of a resource."""

    def attribute(self, resource: str, path: list[Any]) -> Any:
        """Return an attribute of a resource."""


def inside(value: Any, path: list[Any]) -> Any:
    """Return the part of a value at a path, or null."""
    for step in path:
        if isinstance(value, dict):
            value = value.get(step)
        elif isinstance(value, list) and str(step).isdigit() and int(step) < len(value):
            value = value[int(step)]
        else:
            return None
    return value


def _get_resource(stack: Stack, name: Any) -> Any:
    name = str(name)
    is_resource = name in section(stack.template, "resources")
    # `Ref` of AWS refers to parameters, too.
    if name in stack.parameters and not is_resource:
        return stack.parameters[name]
    return stack.id_of(name)


def _get_attr(stack: Stack, arguments: Any) -> Any:
    if isinstance(arguments, str):
        arguments = arguments.split(".", 1)
    if not isinstance(arguments, list) or not arguments:
        raise MuranoError("ValueError", "get_attr: a resource and an attribute are expected")
    return stack.attribute(str(arguments[0]), arguments[1:])


def _get_param(stack: Stack, arguments: Any) -> Any:
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


def _str_replace(stack: Stack, arguments: Any) -> Any:
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


def _list_join(stack: Stack, arguments: Any) -> Any:
    if not isinstance(arguments, list) or not arguments:
        return ""
    separator = str(arguments[0])
    items = [item for list_ in arguments[1:] if isinstance(list_, list) for item in list_]
    return separator.join(_bounded(stack, separator, items))


def _bounded(stack: Stack, separator: str, items: Iterable[Any]) -> Iterator[str]:
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


def _spend(stack: Stack, text: str) -> None:
    stack.budget.spend(1 + (len(text) >> _CHARACTERS_OF_STEP))


def _check_length(length: int, function: str) -> None:
    if length > EVALUATION_MEMORY.most:
        raise TooMuchError(
            f"{function} makes a text of more than {EVALUATION_MEMORY.most:,} characters"
        )


def _as_text(value: Any) -> str:
    return "" if value is None else str(value)


FUNCTIONS: dict[Any, Callable[[Stack, Any], Any]] = {
    "get_resource": _get_resource,
    "Ref": _get_resource,
    "get_attr": _get_attr,
    "Fn::GetAtt": _get_attr,
    "get_param": _get_param,
    "str_replace": _str_replace,
    "list_join": _list_join,
    "Fn::Join": _list_join,
}
