"""Generates the class that the engine makes of a template, as the document of a class file.

Source: conformance/heat.json.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Collection

from muranopl.ard.nodes import Broken, Mapping, Node, Sequence, data_at, pairs_in, text_of
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect, ExpressionError
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.read.heat.contracts import contract_text, parameters_of, written_name
from muranopl.read.heat.generated import (
    FILES,
    EngineFile,
    GeneratedFile,
    PackageParts,
    expression,
    moved,
    origin,
    with_values,
)

_SKELETON = "class_of_package.yaml"
_FILES = "$files"
_SECTIONS = {"templateParameters": "parameters", "templateOutputs": "outputs"}


def class_document(
    template: Mapping, parts: PackageParts, file: GeneratedFile, refused: Collection[str] = ()
) -> Mapping:
    """Return the document of the class.

    `refused` are the parameters whose constraints are wrong, which was reported.
    """
    top = origin(template.head, EngineFile(file.written))
    document = _moved(_skeleton(), top)
    properties = _moved(document.get("Properties"), top)
    changed: dict[str, Node] = {
        "templateParameters": _property(
            properties, "templateParameters", _parameters(template, parts, file, refused)
        ),
        "templateOutputs": _property(properties, "templateOutputs", _outputs(template, file)),
    }
    methods = _moved(document.get("Methods"), top)
    deploy = _moved(methods.get("deploy"), top)
    body = with_values(deploy, {"Body": _with_files(deploy.get("Body"), parts, top)})
    return with_values(
        document,
        {
            "Name": data_at(origin(template.head, file), parts.name),
            "Properties": _at_sections(with_values(properties, changed), template, file),
            "Methods": with_values(methods, {"deploy": body}),
        },
    )


def _at_sections(properties: Mapping, template: Mapping, file: GeneratedFile) -> Mapping:
    """Return the properties with the names of those that sections are made into at these."""

    def placed(name: Node) -> Node:
        section = template.find(_SECTIONS.get(text_of(name) or "", ""))
        return name if section is None else moved(name, origin(section[0], file))

    pairs = tuple((placed(name), value) for name, value in properties.pairs)
    return Mapping(*properties.span, pairs)


@functools.cache
def _skeleton() -> Node:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), _SKELETON)
    with open(path, "rb") as file:
        data = file.read()
    (document,) = load(data, File("", _SKELETON), Findings(), dialect=Dialect.MURANO)
    return document


def _moved(node: Node | None, at: Node) -> Mapping:
    assert isinstance(node, Mapping)  # noqa: S101 - the skeleton is a file of this program
    result = moved(node, at)
    assert isinstance(result, Mapping)  # noqa: S101 - as the node is one
    return result


def _property(properties: Mapping, name: str, contract: Node) -> Mapping:
    """Return a property of the skeleton with a contract."""
    property_ = properties.get(name)
    assert isinstance(property_, Mapping)  # noqa: S101 - the skeleton is a file of this program
    return with_values(property_, {"Contract": contract})


def _parameters(
    template: Mapping, parts: PackageParts, file: GeneratedFile, refused: Collection[str]
) -> Node:
    """Return the contract of the parameters: of none if the package has environments."""
    section = template.find("parameters")
    at = origin(template.head if section is None else section[0], file)
    # An environment may set them: they have no contract (conformance/heat.json, environments)
    if parts.environments:
        return Mapping(*at.span, ())
    engine = EngineFile(file.written)
    pairs: list[tuple[Node, Node]] = []
    for key, value in parameters_of(template):
        # The mistake of a refused one was reported, and its contract would repeat it
        own_file = engine if written_name(key) in refused else file
        pairs.append((_key(key, file), _contract(key, value, own_file)))
    return Mapping(*at.span, tuple(pairs))


def _key(key: Node, file: GeneratedFile) -> Node:
    """Return the key for a name; one that is not text was reported."""
    file = file if text_of(key) is not None else EngineFile(file.written)
    return moved(key, origin(key, file))


def _contract(key: Node, parameter: Mapping, file: GeneratedFile) -> Node:
    """Return the contract of a parameter, unreadable if the engine makes none that can be read."""
    at = origin(parameter.get("type") or key, file)
    text = contract_text(parameter)
    if text is not None:
        try:
            return expression(text, at, Dialect.MURANO)
        except ExpressionError:
            pass  # check_contracts reports it at the constraint
    return Broken(*at.span)


def _outputs(template: Mapping, file: GeneratedFile) -> Node:
    section = template.find("outputs")
    at = origin(template.head if section is None else section[0], file)
    pairs = [
        (_key(key, file), expression("$.string()", origin(key, file), Dialect.MURANO))
        for key, _ in pairs_in(template.get("outputs"))
    ]
    return Mapping(*at.span, tuple(pairs))


def _with_files(body: Node | None, parts: PackageParts, at: Node) -> Node:
    """Return a body whose mapping of files has those of the package."""
    assert isinstance(body, Sequence)  # noqa: S101 - that of the skeleton
    files = [(data_at(at, name), _content(name, at)) for name in parts.files]
    mapping = Mapping(*at.span, tuple(files))

    def instruction(node: Node) -> Node:
        if isinstance(node, Mapping) and getattr(node.head, "text", "") == _FILES:
            return Mapping(*node.span, ((node.head, mapping),))
        return node

    return Sequence(*body.span, tuple(map(instruction, body.items)))


def _content(name: str, at: Node) -> Node:
    """Return the expression that reads a file, unreadable if its name breaks it."""
    # Names are not escaped by the engine either: one with a quote breaks the expression
    folder = FILES.removeprefix("Resources/")
    try:
        return expression(f"$resources.string('{folder}{name}')", at, Dialect.MURANO)
    except ExpressionError:
        return Broken(*at.span)
