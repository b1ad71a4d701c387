"""Checks values of parameters against types and constraints, and constraints themselves, as Heat does."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator, Sized
from typing import Any

import regex

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, text_of
from muranopl.ard.plain_data import plain
from muranopl.ard.regular_expressions import problem_of_pattern
from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.catalogue import heat as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.reporter import Reporter
from muranopl.read.heat.parameters import ParameterConstraint, TemplateParameter
from muranopl.read.heat.readers import is_unknown

_BOOLEANS = frozenset(["t", "true", "on", "y", "yes", "1", "f", "false", "off", "n", "no", "0"])
_TYPES = {
    "length": ("string", "comma_delimited_list", "json"),
    "range": ("number",),
    "modulo": ("number",),
    "allowed_values": ("string", "number", "boolean", "comma_delimited_list"),
    "allowed_pattern": ("string",),
    "custom_constraint": ("string", "number", "boolean", "comma_delimited_list"),
}
_BOUNDS = {"length": ("min", "max"), "range": ("min", "max"), "modulo": ("step", "offset")}


def number(value: Any) -> int | float | None:
    """Return a value as the number that Heat reads, None if it is none."""
    # Booleans are numbers of Python, and Heat takes them as such
    if isinstance(value, (int, float)):
        return value
    for convert in (int, float):
        with contextlib.suppress(TypeError, ValueError):
            return convert(value)
    return None


def parts_of(constraint: ParameterConstraint) -> Iterator[tuple[str, Node]]:
    """Yield the name and the value of what a constraint demands; Heat takes one of them."""
    for name in _TYPES:
        node = getattr(constraint, name)
        if node is not None:
            yield name, node


def check_constraints(parameter: TemplateParameter, reporter: Reporter) -> None:
    """Report constraints that Heat refuses."""
    for constraint in parameter.constraints:
        if not isinstance(constraint.node, Mapping):
            continue
        parts = list(parts_of(constraint))
        if not parts and constraint.node.pairs:
            what = f'a constraint of parameter "{parameter.name}"'
            _report(reporter, constraint.node.head, what, "has no condition")
        for name, node in parts:
            problem = _problem_of(name, node, parameter)
            if problem is not None:
                what = f'{name} of parameter "{parameter.name}"'
                _report(reporter, node, what, problem)


def is_refused(parameter: TemplateParameter) -> bool:
    """Return whether Heat refuses a constraint of a parameter."""
    return any(
        _problem_of(name, node, parameter)
        for constraint in parameter.constraints
        for name, node in parts_of(constraint)
    )


def _report(reporter: Reporter, node: Node, what: str, problem: str) -> None:
    reporter.report(rules.BAD_CONSTRAINT, node, what=what, problem=problem)


def _problem_of(name: str, node: Node, parameter: TemplateParameter) -> str | None:
    """Return what is wrong with a constraint, None if it is right or not known."""
    if is_unknown(node):
        return None
    if parameter.type is not None and parameter.type not in _TYPES[name]:
        return f"applies to {' and '.join(_TYPES[name])}, not to {parameter.type}"
    if name in _BOUNDS:
        return _problem_of_bounds(name, node)
    if name == "allowed_values":
        if not isinstance(node, Sequence):
            return "must be a list"
        return None if node.items else "allows no value"
    if name == "allowed_pattern":
        return _problem_of_pattern(node)
    return None


def _problem_of_bounds(name: str, node: Node) -> str | None:
    keys = _BOUNDS[name]
    if not isinstance(node, Mapping):
        return f"must be a mapping with {' and '.join(keys)}"
    unknown = [str(text_of(key)) for key, _ in node.pairs if text_of(key) not in keys]
    if unknown:
        return f'has the unknown key "{unknown[0]}"; valid keys are {" and ".join(keys)}'
    written = {str(text_of(key)): value for key, value in node.pairs}
    if any(map(is_unknown, written.values())):
        return None
    for key, value in written.items():
        if number(plain(value)) is None:
            return f"has a {key} that is not a number"
    numbers = {key: number(plain(value)) for key, value in written.items()}
    if name == "modulo":
        return _problem_of_modulo(numbers)
    least, most = numbers.get("min"), numbers.get("max")
    if least is None and most is None:
        return "has neither min nor max"
    if name == "length" and any(isinstance(item, float) for item in numbers.values()):
        return "has a bound that is not a whole number"
    if least is not None and most is not None and least > most:
        return f"allows no value: {least} is greater than {most}"
    return None


def _problem_of_modulo(numbers: dict[str, int | float | None]) -> str | None:
    step, offset = numbers.get("step"), numbers.get("offset")
    if step is None or offset is None:
        return "must have step and offset"
    if step == 0:
        return "has the step 0"
    if abs(offset) >= abs(step):
        return "has an offset that is not smaller than its step"
    return "has a step and an offset of different signs" if step * offset < 0 else None


def _problem_of_pattern(node: Node) -> str | None:
    pattern = text_of(node)
    if pattern is None:
        return "must be a string"
    # Heat compiles patterns with `re`, whose syntax decides; `regex` takes more
    problem = problem_of_pattern(pattern)
    return None if problem is None else f"is not a regular expression: {problem}"


def check_value(
    parameter: TemplateParameter,
    node: Node,
    what: str,
    reporter: Reporter,
    severity: Severity | None = None,
) -> None:
    """Report a value that Heat does not accept for a parameter, as far as that is known."""
    if is_unknown(node) or (isinstance(node, Scalar) and node.value is None):
        return
    problem = _problem_of_type(parameter.type, node) or next(_violations(parameter, node), None)
    if problem is not None:
        reporter.report(rules.BAD_VALUE, node, what=what, problem=problem, severity=severity)


def _problem_of_type(kind: str | None, node: Node) -> str | None:
    value = plain(node)
    if kind == "number" and number(value) is None:
        return "is not a number"
    if kind == "boolean" and str(value).strip().lower() not in _BOOLEANS:
        return "is not a boolean"
    if kind == "comma_delimited_list" and not isinstance(value, (str, list)):
        return "is neither a list nor a string with commas"
    if kind == "json" and isinstance(value, str) and value and not _is_json(value):
        return "is not JSON"
    return None


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except RecursionError:
        machine_limits.meet()
        return False
    except ValueError:
        return False
    return True


def _violations(parameter: TemplateParameter, node: Node) -> Iterator[str]:
    """Yield the constraints that a value violates, in words."""
    value = plain(node)
    if parameter.type == "comma_delimited_list" and isinstance(value, str):
        value = value.split(",")
    for constraint in parameter.constraints:
        for name, part in parts_of(constraint):
            # What Heat refuses itself is reported there
            if _problem_of(name, part, parameter) is None:
                problem = _violated(name, plain(part), value, parameter.type)
                if problem is not None:
                    yield problem


def _violated(name: str, demand: Any, value: Any, kind: str | None) -> str | None:
    if name == "length":
        # Heat counts the entries of the parsed JSON, which is not parsed here
        if kind == "json" and isinstance(value, str):
            return None
        # Heat takes no length of a number
        if not isinstance(value, Sized):
            return "has no length; quote it"
        return _outside(len(value), demand, "its length")
    if name == "range":
        return _outside(number(value), demand, "it")
    if name == "modulo":
        return _not_in_steps(number(value), demand)
    if name == "allowed_values":
        return _not_allowed(value, demand, kind)
    if name == "allowed_pattern":
        return _not_matching(value, demand)
    return None


def _outside(size: int | float | None, demand: Any, what: str) -> str | None:
    least, most = number(demand.get("min")), number(demand.get("max"))
    if size is None:
        return None
    if least is not None and size < least:
        return f"violates a constraint: {what} must be at least {least}"
    if most is not None and size > most:
        return f"violates a constraint: {what} must be at most {most}"
    return None


def _not_in_steps(value: int | float | None, demand: Any) -> str | None:
    step, offset = number(demand.get("step")), number(demand.get("offset"))
    if value is None or step is None or value % step == offset:
        return None
    return f"violates a constraint: it must be a multiple of {step}, plus {offset}"


def _not_allowed(value: Any, demand: Any, kind: str | None) -> str | None:
    allowed = [_converted(item, kind) for item in demand]
    values = value if isinstance(value, list) else [value]
    # The items of a list are compared as they are
    wrong = [item for item in values if _converted(item, kind) not in allowed]
    if not wrong:
        return None
    listed = ", ".join(str(item) for item in demand)
    return f"violates a constraint: it must be one of {listed}"


def _converted(value: Any, kind: str | None) -> Any:
    if kind == "number":
        return number(value)
    if kind == "boolean":
        return str(value).strip().lower() in {"t", "true", "on", "y", "yes", "1"}
    return str(value)


def _not_matching(value: Any, pattern: Any) -> str | None:
    if not isinstance(value, str):
        return "is not a string, so no pattern matches it; quote it"
    try:
        # Patterns of strangers may take for ever, which `re` cannot be kept from
        fits = regex.compile(pattern).match(value, timeout=1)
    except TimeoutError:
        machine_limits.meet()
        return None
    except (regex.error, ValueError):
        return None
    # Heat demands that the first match takes all of it
    if fits is not None and fits.end() == len(value):
        return None
    return f"violates a constraint: it must match {pattern}"
