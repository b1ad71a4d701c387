"""Writes the beginning of a UI definition for a class: a field for each property a form can ask for."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from muranopl.diagnostics.reasons import ResolutionError
from muranopl.language.grammar.class_ import ClassUsage
from muranopl.language.grammar.ui.keys import LATEST
from muranopl.namespace.class_query import ClassQuery
from muranopl.namespace.result import TypeId
from muranopl.views.schema.of_classes import SchemaQuery, schemas
from muranopl.workspace.analysis import Analysis
from muranopl.workspace.refactoring.refactoring import NewFile, Refactoring
from muranopl.workspace.symbols.index import At

PATH = "UI/ui.yaml"
_FORM = "main"
_TYPES = {"string": "string", "integer": "integer", "boolean": "boolean"}
_INSTANCE = "io.murano.resources.Instance"
_INSTANCE_FIELDS = {
    "flavor": "flavor",
    "image": "image",
    "keyname": "keypair",
    "availabilityZone": "azone",
}
"""Properties of instances that a form asks for, with the types of their fields."""


_NOT_TEXT = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
"""Plain words that YAML reads as other values."""


class _Offered(msgspec.Struct):
    """The classes of virtual machines, and those whose objects a field offers."""

    instances: frozenset[str]
    applications: frozenset[str]


class _Part(msgspec.Struct):
    """What one property adds: its line of Application, the template, and the fields."""

    line: str
    template: str = ""
    fields: tuple[str, ...] = ()


def generate_form(at: At) -> Refactoring | None:
    """Return the change that adds a UI definition for the class at a line, if there is none."""
    package = at.analysis.package
    header = package.header
    existing = header.source.paths()
    type_ = at.analysis.class_at(at.path, at.line)
    if type_ is None or type_.usage is ClassUsage.META or package.ui is not None:
        return None
    if at.analysis.is_alone:  # there is no package whose form it could be
        return None
    name = package.manifest.ui
    target = PATH if name is None else f"UI/{name}"
    if target in existing:
        return None
    try:
        text = form_text(at.analysis, type_.id)
    except ResolutionError:
        return None
    title = f"Generate {target} from {type_.id.name}"
    return Refactoring(title, files=(NewFile(target, text),))


def form_text(analysis: Analysis, id_: TypeId) -> str:
    """Return a UI definition that makes an object of a class. Raise ResolutionError."""
    schema = _schema(analysis, id_)
    properties: Mapping[str, Any] = schema["properties"]
    offered = _Offered(
        _instances(analysis), frozenset(package.name for package in analysis.results.names.packages)
    )
    parts = [
        _part(name, properties[name], offered)
        for name in sorted(properties, key=lambda key: (properties[key].get("formIndex", 999), key))
    ]
    return "".join(_lines(_written_type(id_), parts))


def _schema(analysis: Analysis, id_: TypeId) -> Mapping[str, Any]:
    query = ClassQuery(id_.name, f"={id_.package.version}", id_.package.name)
    result = schemas(analysis.results, frozenset(), SchemaQuery(query, [""]))
    schema: Mapping[str, Any] = result[""]
    return schema


def _instances(analysis: Analysis) -> frozenset[str]:
    """Return the names of the classes of virtual machines."""
    types = analysis.results.inheritance.types
    return frozenset(
        id_.name
        for id_, type_ in types.items()
        if id_.name == _INSTANCE or any(up.name == _INSTANCE for up in type_.ancestors)
    )


def _written_type(id_: TypeId) -> str:
    """Return a type as headers have it: without a version it is one of 0."""
    version = id_.package.version
    return id_.name if version.startswith("0.") else f"{id_.name}/{version}"


def _lines(class_name: str, parts: list[_Part]) -> Iterator[str]:
    yield f"Version: {LATEST}\n\n"
    templates = [part.template for part in parts if part.template]
    if templates:
        yield "Templates:\n" + "\n".join(templates) + "\n"
    yield f"Application:\n  ?:\n    type: {class_name}\n"
    yield from (f"  {part.line}\n" for part in parts)
    yield f"\nForms:\n  - {_FORM}:\n      fields:"
    fields = [field for part in parts for field in part.fields]
    yield "\n" + "\n".join(fields) if fields else " []\n"


def _part(name: str, schema: Mapping[str, Any], offered: _Offered) -> _Part:
    types = _types(schema)
    type_ = next((item for item in types if item != "null"), "")
    class_name = schema.get("muranoType", "")
    if type_ == "muranoObject" and class_name in offered.instances:
        return _of_instance(name, class_name)
    if class_name in offered.applications:
        field = _field(name, class_name, schema, types)
    elif _choices(schema):
        field = _field(name, "choice", schema, types)
    elif type_ in _TYPES:
        field = _field(name, _TYPES[type_], schema, types)
    else:
        return _Part(f"# {name}: no field has values of this type")
    return _Part(f"{name}: $.{_FORM}.{name}", fields=(field,))


def _types(schema: Mapping[str, Any]) -> list[str]:
    written = schema.get("type", [])
    return [written] if isinstance(written, str) else list(written)


def _choices(schema: Mapping[str, Any]) -> list[str]:
    values = schema.get("enum", [])
    return [value for value in values if isinstance(value, str)]


def _of_instance(name: str, class_name: str) -> _Part:
    """Return the template of a virtual machine, whose values the form asks for."""
    lines = [f"  {name}:\n    ?:\n      type: {_concrete(class_name)}"]
    lines.append(f"    name: generateHostname('{name}-#', 1)")
    fields = []
    for key, type_ in _INSTANCE_FIELDS.items():
        lines.append(f"    {key}: $.{_FORM}.{key}")
        field = {"name": key, "type": type_, "label": key}
        optional = {"required": False} if type_ in {"keypair", "azone"} else {}
        fields.append(_written(field | optional))
    return _Part(f"{name}: ${name}", "\n".join(lines) + "\n", tuple(fields))


def _concrete(class_name: str) -> str:
    if class_name == _INSTANCE:
        return "io.murano.resources.LinuxMuranoInstance"
    return class_name


def _field(name: str, type_: str, schema: Mapping[str, Any], types: list[str]) -> str:
    keys: dict[str, Any] = {"name": name, "type": type_}
    keys["label"] = schema.get("title", name)
    for key, keyword in (("description", "description"), ("helpText", "helpText")):
        if keyword in schema:
            keys[key] = schema[keyword]
    default = schema.get("default")
    if type_ in {*_TYPES.values(), "choice"} and isinstance(default, (str, int)):
        keys["initial"] = default
    if type_ != "boolean" and "null" in types and default is None:
        keys["required"] = False
    if type_ == "choice":
        keys["choices"] = [[value, value] for value in _choices(schema)]
    if type_ == "integer":
        keys |= _limits(schema)
    if type_ == "string":
        keys |= {key: schema[key] for key in ("minLength", "maxLength") if key in schema}
        if "pattern" in schema:
            keys["regexpValidator"] = schema["pattern"]
    return _written(keys)


def _limits(schema: Mapping[str, Any]) -> dict[str, int]:
    """Return the limits of a field for integers, which takes the limits themselves."""
    result = {}
    if isinstance(schema.get("minimum"), int):
        result["minValue"] = schema["minimum"] + bool(schema.get("exclusiveMinimum"))
    if isinstance(schema.get("maximum"), int):
        result["maxValue"] = schema["maximum"] - bool(schema.get("exclusiveMaximum"))
    return result


def _written(keys: Mapping[str, Any]) -> str:
    lines = [f"{key}: {_scalar(value)}" for key, value in keys.items()]
    return "        - " + "\n          ".join(lines) + "\n"


def _scalar(value: Any) -> str:
    """Return a value as YAML has it: names are plain, other texts in double quotes."""
    if isinstance(value, list):
        return "".join(f"\n            - [{', '.join(map(json.dumps, item))}]" for item in value)
    text = value if isinstance(value, str) else ""
    if text.lower() not in _NOT_TEXT and all(map(str.isidentifier, text.split("."))):
        return text
    return json.dumps(value, ensure_ascii=False)
