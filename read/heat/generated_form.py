"""Generates the form that the engine makes of a template, as the document of a UI definition.

Source: conformance/heat.json.
"""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from muranopl.ard.nodes import Broken, Mapping, Node, data_at, items_in, mapping_at, text_of
from muranopl.ard.yaql import Dialect
from muranopl.read.heat.contracts import allowed, compared, integer, mappings_in, parameters_of
from muranopl.read.heat.generated import (
    EngineFile,
    GeneratedFile,
    PackageParts,
    expression,
    moved,
    origin,
)

_FIELD_TYPES = {"number": "integer", "boolean": "boolean"}
_NAME_HELP = "Enter a desired name for the application. Just A-Z, a-z, 0-9, and dash are allowed"


class _Page(NamedTuple):
    """A page of the form: its fields, and the parameters that these are for, by name."""

    node: Node
    fields: list[Node]
    names: list[Node]


def form_document(
    template: Mapping, parts: PackageParts, file: GeneratedFile, failing: Collection[str]
) -> Mapping:
    """Return the document of the form.

    `failing` are the parameters whose values cannot be read in it, which was reported.
    """
    top = origin(template.head, EngineFile(file.written))
    groups = [_first(parts, top), *_groups(template, file, failing)]
    forms = [
        data_at(group.node, {f"group{number}": {"fields": group.fields}})
        for number, group in enumerate(groups)
    ]
    application = {
        "?": {"type": parts.name, "package": parts.name, "classVersion": parts.version},
        "name": expression("$.group0.name", top, Dialect.UI),
    }
    values = _values(groups, file, failing)
    # Without parameters the engine leaves the key out (conformance/heat.json, no-parameters)
    if len(groups) > 1:
        application["templateParameters"] = mapping_at(top, values)
    result = data_at(top, {"Version": 2, "Application": application, "Forms": forms})
    assert isinstance(result, Mapping)  # noqa: S101 - as it is made of one
    return result


def _first(parts: PackageParts, top: Node) -> _Page:
    """Return the page that all forms begin with."""
    title = {
        "name": "title",
        "type": "string",
        "required": False,
        "hidden": True,
        "description": parts.description,
    }
    name = {
        "name": "name",
        "type": "string",
        "label": "Application Name",
        "required": True,
        "description": _NAME_HELP,
    }
    return _Page(top, [data_at(top, title), data_at(top, name)], [])


def _groups(template: Mapping, file: GeneratedFile, failing: Collection[str]) -> Iterator[_Page]:
    """Yield a page for each group of parameters, and one for all that are in none."""
    parameters = {_value(key): (key, value) for key, value in parameters_of(template)}
    used: set[object] = set()
    for group in mappings_in(template, "parameter_groups"):
        items = items_in(group.get("parameters"))
        names = [_value(item) for item in items if _value(item) in parameters]
        used.update(names)
        listed = [parameters[name] for name in names]
        yield _group(group.head, listed, file, failing)
    rest = [pair for name, pair in parameters.items() if name not in used]
    if rest:
        yield _group(rest[0][0], rest, file, failing)


def _value(node: Node) -> Any:
    return getattr(node, "value", None)


def _group(
    at: Node, parameters: list[tuple[Node, Mapping]], file: GeneratedFile, failing: Collection[str]
) -> _Page:
    fields = [_field(key, value, _file_for(key, file, failing)) for key, value in parameters]
    return _Page(origin(at, file), fields, [key for key, _ in parameters])


def _file_for(name: Node, file: GeneratedFile, failing: Collection[str]) -> GeneratedFile:
    """Return the file of what is generated for a parameter: nothing more is reported of failing ones."""
    return EngineFile(file.written) if str(_value(name)) in failing else file


def _values(
    groups: list[_Page], file: GeneratedFile, failing: Collection[str]
) -> list[tuple[Node, Node]]:
    """Return the values of the parameters, which are those of the fields of the form."""
    result: dict[Any, tuple[Node, Node]] = {}
    for number, group in enumerate(groups):
        for name in group.names:
            at = origin(name, _file_for(name, file, failing))
            value = expression(f"$.group{number}.{_value(name)}", at, Dialect.UI)
            # Of fields of one name the last counts (conformance/heat.json, group-twice)
            result[_value(name)] = (moved(name, at), value)
    return list(result.values())


def _field(key: Node, parameter: Mapping, file: GeneratedFile) -> Node:
    """Return the field for a parameter, each attribute at what it is made from."""
    at, name = origin(key, file), str(_value(key))
    kind = _FIELD_TYPES.get(text_of(parameter.get("type")) or "", "string")
    default = parameter.get("default")
    attributes: dict[str, Any] = {
        "name": name,
        "label": name.title().replace("_", " "),
        "type": data_at(origin(parameter.get("type") or key, file), kind),
    }
    for attribute in ("label", "description"):
        written = parameter.get(attribute)
        if written is not None and (attribute != "label" or _value(written)):
            attributes[attribute] = moved(written, origin(written, file))
    if default is not None:
        attributes["initial"] = moved(default, origin(default, file))
    attributes["required"] = default is None
    attributes |= _lengths(parameter, file)
    validators = list(_validators(parameter, file))
    if validators:
        attributes["validators"] = validators
    return data_at(at, attributes)


def _lengths(parameter: Mapping, file: GeneratedFile) -> dict[str, Node]:
    """Return the bounds of the length, the narrowest of all constraints."""
    result: dict[str, Node] = {}
    for constraint in mappings_in(parameter, "constraints"):
        length = constraint.get("length")
        if not isinstance(length, Mapping):
            continue
        for key, attribute, narrower, widest in (
            ("min", "minLength", max, -sys.maxsize - 1),
            ("max", "maxLength", min, sys.maxsize),
        ):
            node, bound = length.get(key), integer(length.get(key))
            if node is None or bound is None:
                continue
            earlier = integer(result.get(attribute))
            # The engine begins with the bounds of its numbers (`sys.maxsize`)
            value = narrower(bound, widest if earlier is None else earlier)
            result[attribute] = data_at(origin(node, file), value)
    return result


def _validators(parameter: Mapping, file: GeneratedFile) -> Iterator[Node]:
    for constraint in mappings_in(parameter, "constraints"):
        # Fields have bounds of their length, see `_lengths`
        if constraint.get("length") is not None:
            continue
        for key, validator in _VALIDATORS:
            node = constraint.get(key)
            if node is not None:
                at = origin(node, file)
                condition = validator(node, at)
                # What makes no condition was reported
                if not isinstance(condition, Broken):
                    yield _validator(constraint, condition, at, file)
                break


def _validator(constraint: Mapping, condition: Node, at: Node, file: GeneratedFile) -> Node:
    attributes = {"expr": condition}
    message = constraint.get("description")
    if message is not None:
        attributes["message"] = moved(message, origin(message, file))
    return data_at(at, attributes)


def _range(node: Node, at: Node) -> Node:
    return expression(compared(node, "$", _value), at, Dialect.UI)


def _allowed(node: Node, at: Node) -> Node:
    restriction = allowed(node)
    return expression(restriction and restriction.expression, at, Dialect.UI)


def _pattern(node: Node, at: Node) -> Node:
    return data_at(at, {"regexpValidator": moved(node, at)})


_VALIDATORS = (("range", _range), ("allowed_values", _allowed), ("allowed_pattern", _pattern))
