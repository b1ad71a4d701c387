"""Generates the class that the engine makes of a template, as the document of a class file.

Source: conformance/heat.json.
"""

from __future__ import annotations

import functools
import os
from collections.abc import Collection

from muranopl.ard.nodes import Mapping, Node, Sequence, data_at, mapping_at, pairs_in, text_of
from muranopl.ard.yaml.loader import load
from muranopl.ard.yaql import Dialect
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
    template: Mapping, parts: PackageParts, file: GeneratedFile, refused: Collection[str]
) -> Mapping:
    """Return the document of the class.

    `refused` are the parameters whose constraints are wrong, which was reported.
    """
    top = origin(template.head, EngineFile(file.written))
    document = _moved(_skeleton(), top)
    properties = _moved(document.get("Properties"), top)
    contracts = {
        "templateParameters": _parameters(template, parts, file, refused),
        "templateOutputs": _outputs(template, file),
    }
    changed: dict[str, Node] = {
        name: with_values(_moved(properties.get(name), top), {"Contract": contract})
        for name, contract in contracts.items()
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

    return mapping_at(properties, ((placed(name), value) for name, value in properties.pairs))


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


def _section(template: Mapping, name: str, file: GeneratedFile) -> Node:
    """Return the node at which the contents of a section are generated."""
    section = template.find(name)
    return origin(template.head if section is None else section[0], file)


def _parameters(
    template: Mapping, parts: PackageParts, file: GeneratedFile, refused: Collection[str]
) -> Node:
    """Return the contract of the parameters: of none if the package has environments."""
    at = _section(template, "parameters", file)
    # An environment may set them: they have no contract (conformance/heat.json, environments)
    if parts.environments:
        return mapping_at(at)
    engine = EngineFile(file.written)
    pairs: list[tuple[Node, Node]] = []
    for key, value in parameters_of(template):
        # The mistake of a refused one was reported, and its contract would repeat it
        own_file = engine if written_name(key) in refused else file
        type_ = origin(value.get("type") or key, own_file)
        contract = expression(contract_text(value), type_, Dialect.MURANO)
        pairs.append((_key(key, file), contract))
    return mapping_at(at, pairs)


def _key(key: Node, file: GeneratedFile) -> Node:
    """Return the key for a name; one that is not text was reported."""
    file = file if text_of(key) is not None else EngineFile(file.written)
    return moved(key, origin(key, file))


def _outputs(template: Mapping, file: GeneratedFile) -> Node:
    pairs = (
        (_key(key, file), expression("$.string()", origin(key, file), Dialect.MURANO))
        for key, _ in pairs_in(template.get("outputs"))
    )
    return mapping_at(_section(template, "outputs", file), pairs)


def _with_files(body: Node | None, parts: PackageParts, at: Node) -> Node:
    """Return a body whose mapping of files has those of the package."""
    assert isinstance(body, Sequence)  # noqa: S101 - that of the skeleton
    mapping = mapping_at(at, ((data_at(at, name), _content(name, at)) for name in parts.files))

    def instruction(node: Node) -> Node:
        if isinstance(node, Mapping) and getattr(node.head, "text", "") == _FILES:
            return mapping_at(node, [(node.head, mapping)])
        return node

    return Sequence(*body.span, tuple(map(instruction, body.items)))


def _content(name: str, at: Node) -> Node:
    """Return the expression that reads a file, unreadable if its name breaks it."""
    # Names are not escaped by the engine either: one with a quote breaks the expression
    folder = FILES.removeprefix("Resources/")
    return expression(f"$resources.string('{folder}{name}')", at, Dialect.MURANO)
