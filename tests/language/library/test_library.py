"""The embedded core library: consistent in itself, and equal to the recorded interface of the reference engine."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import muranopl
from muranopl.language import library
from tests.project import SHARED

HERE = Path(library.path())
PACKAGES = ("io.murano", "io.murano.applications")
# The recorded interface is not part of the project: where it is not beside the checkout, nothing is
# compared with it.
REFERENCE = SHARED / "reference" / "core-library.json"
NATIVE = {
    "string": "$.string()",
    "int": "$.int()",
    "bool": "$.bool()",
    "object": "$.class(std:Object)",
}

# Where the recorded interface has a mistake our own checker finds, ours says what was meant.
# A text, but unquoted it reads as an expression
MEANT = {"Heat::Ungrouped": "'Heat::Ungrouped'"}

Shape = Any  # a YAML node as nested tuples: tag and style tell `none` from `'none'` and `null` from nothing


def compose(text: str) -> yaml.Node:
    """One YAML document, uninterpreted."""
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    assert node is not None
    return node


def shape(node: yaml.Node) -> Shape:
    """What a node says, whatever its layout."""
    if isinstance(node, yaml.MappingNode):
        return {shape(key): shape(value) for key, value in node.value}
    if isinstance(node, yaml.SequenceNode):
        return [shape(item) for item in node.value]
    assert isinstance(node, yaml.ScalarNode)
    return (node.tag.rpartition(":")[2], node.value, "quoted" if node.style else "plain")


def table(node: yaml.Node | None) -> dict[str, yaml.Node]:
    """The pairs of a mapping node by their text; no key may stand twice."""
    if not isinstance(node, yaml.MappingNode):
        return {}
    names = [key.value for key, _ in node.value]
    assert len(names) == len(set(names)), f"a key stands twice: {names}"
    return {key.value: value for key, value in node.value}


def manifest(package: str) -> dict[str, Any]:
    """The manifest as plain data."""
    data = yaml.safe_load((HERE / package / "manifest.yaml").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def class_file(package: str, path: str) -> dict[str, yaml.Node]:
    """The one document of a class file."""
    return table(compose((HERE / package / "Classes" / path).read_text(encoding="utf-8")))


def names(node: yaml.Node | None) -> list[str]:
    """One name or a list of names."""
    if node is None:
        return []
    return (
        [item.value for item in node.value] if isinstance(node, yaml.SequenceNode) else [node.value]
    )


def prefixes(found: dict[str, yaml.Node]) -> dict[str, str]:
    """The namespaces of a class file."""
    return {prefix: node.value for prefix, node in table(found.get("Namespaces")).items()}


def full_name(name: str, namespaces: dict[str, str]) -> str:
    """A class name with its namespace."""
    prefix, colon, rest = name.rpartition(":")
    if colon:
        return f"{namespaces[prefix]}.{rest}"
    return f"{namespaces['=']}.{name}" if "." not in name else name


@pytest.mark.parametrize("package", PACKAGES)
def test_every_listed_class_has_its_own_file_and_every_file_is_listed(package: str) -> None:
    listed = manifest(package)["Classes"]
    folder = HERE / package / "Classes"
    files = [file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()]
    assert sorted(listed.values()) == sorted(files)
    for full, path in listed.items():
        result = class_file(package, path)
        assert full_name(result["Name"].value, prefixes(result)) == full


@pytest.mark.parametrize("package", PACKAGES)
def test_names_resolve_inside_the_library_and_bodies_stay_out(package: str) -> None:
    known = {name for item in PACKAGES for name in manifest(item)["Classes"]}
    for path in manifest(package)["Classes"].values():
        result = class_file(package, path)
        used = names(result.get("Extends")) + names(result.get("Import"))
        for method in map(table, table(result.get("Methods")).values()):
            used += names(method.get("Meta"))
            assert "Body" not in method or shape(method["Body"]) == []
        assert {full_name(name, prefixes(result)) for name in used} <= known


@pytest.mark.parametrize("package", PACKAGES)
def test_each_file_says_where_the_bodies_are(package: str) -> None:
    for file in (HERE / package / "Classes").rglob("*.yaml"):
        head = file.read_text(encoding="utf-8").splitlines()[:3]
        assert any(line.startswith("# Interface only: ") for line in head), file


def test_the_library_is_the_recorded_interface() -> None:
    reference = (
        json.loads(REFERENCE.read_text(encoding="utf-8")) if REFERENCE.exists() else {"classes": {}}
    )
    differences = [
        line for record in reference["classes"].values() for line in compare_class(record)
    ]
    assert differences == []
    if reference["classes"]:
        in_python = {
            name for name, record in reference["classes"].items() if "python" in record["source"]
        }
        assert in_python == library.PYTHON_CLASSES
        assert set(reference["classes"]) == {
            name for package in PACKAGES for name in manifest(package)["Classes"]
        }


def compare_class(record: dict[str, Any]) -> Iterator[str]:
    """What our file of one class says differently from its record."""
    name, package = record["name"], record["package"]
    result = class_file(package, manifest(package)["Classes"][name])
    namespaces = prefixes(result)
    expected = {
        # prefixes that only the bodies use are left out
        "namespaces": {
            prefix: full for prefix, full in record["namespaces"].items() if prefix in namespaces
        },
        "extends": [parent for parent in record["extends"] if parent != "io.murano.Object"],
        "usage": record["usage"],
        "properties": {
            key: member(value, namespaces, "In") for key, value in record["properties"].items()
        },
        "methods": recorded_methods(record, namespaces),
    }
    actual = {
        # a class written in Python only has no file to take prefixes from
        "namespaces": namespaces if "yaml" in record["source"] else {},
        "extends": [full_name(parent, namespaces) for parent in names(result.get("Extends"))],
        "usage": written_usage(result),
        "properties": {
            key: written_member(node, "In") for key, node in table(result.get("Properties")).items()
        },
        "methods": {
            key: written_method(node, namespaces)
            for key, node in table(result.get("Methods")).items()
        },
    }
    for part, value in expected.items():
        if value != actual[part] or (
            isinstance(value, dict) and part != "namespaces" and [*value] != [*actual[part]]
        ):
            yield f"{name}: {part}: expected {value}, found {actual[part]}"


def member(record: dict[str, Any], namespaces: dict[str, str], usual: str) -> dict[str, Shape]:
    """A recorded property or argument, in the form of `written_member`."""
    result: dict[str, Shape] = {"usage": record.get("usage", usual)}
    contract = (
        record.get("contract") if "type" not in record else native_contract(record, namespaces)
    )
    if contract is not None:
        result["contract"] = shape(compose(contract))
    if "default" in record:
        # the default of a native argument is JSON text, its empty string is written in single
        # quotes
        result["default"] = shape(compose(MEANT.get(record["default"], record["default"])))
    return result


def native_contract(record: dict[str, Any], namespaces: dict[str, str]) -> str:
    """The contract that stands for a native type."""
    kind = record["type"]
    contract = NATIVE.get(kind, "$")
    if kind.startswith("object("):
        full = kind.removeprefix("object(").removesuffix(")")
        contract = f"$.class({full.removeprefix(namespaces['='] + '.')})"
    needed = record["usage"] == "Standard" and not record.get("nullable")
    return f"{contract}.notNull()" if needed else contract


def python_name(argument: str, value: dict[str, Any], record: dict[str, Any]) -> str:
    """Return the name by which a call may give an argument: Python mangles those that are only given by position."""
    class_ = record["name"].rpartition(".")[2]
    return f"_{class_}__{argument}" if value.get("positionalOnly") else argument


def recorded_methods(record: dict[str, Any], namespaces: dict[str, str]) -> dict[str, Any]:
    """The recorded methods, in the form of `written_method`; a native constructor is what `initialize` stands for."""
    methods = dict(record["methods"])
    if "nativeConstructor" in record:
        constructor = {
            "usage": "Runtime",
            "scope": "Session",
            "arguments": record["nativeConstructor"],
        }
        methods = {".init": constructor, **methods}
    named = {
        {".init": "initialize", ".destroy": "destroy"}.get(name, name): value
        for name, value in methods.items()
    }
    return {
        name: {
            # Usage Action is the deprecated way to say Scope Public
            "usage": "Runtime" if method["usage"] == "Action" else method["usage"],
            "scope": method["scope"],
            "meta": method.get("meta", []),
            "arguments": [
                (python_name(key, value, record), member(value, namespaces, "Standard"))
                for pair in method["arguments"]
                for key, value in pair.items()
            ],
        }
        for name, method in named.items()
    }


def written_usage(found: dict[str, yaml.Node]) -> dict[str, Any]:
    """`Usage` of a class, with what meta classes add."""
    if "Usage" not in found:
        return {"kind": "Class"}
    return {
        "kind": found["Usage"].value,
        "Cardinality": found["Cardinality"].value,
        "Inherited": found["Inherited"].value == "true",
        "Applies": names(found["Applies"]),
    }


def written_member(node: yaml.Node, usual: str) -> dict[str, Shape]:
    """A property or an argument of our library."""
    keys = table(node)
    result: dict[str, Shape] = {"usage": keys["Usage"].value if "Usage" in keys else usual}
    if "Contract" in keys:
        result["contract"] = shape(keys["Contract"])
    if "Default" in keys:
        result["default"] = shape(keys["Default"])
    return result


def written_method(node: yaml.Node, namespaces: dict[str, str]) -> dict[str, Any]:
    """A method of our library."""
    keys = table(node)
    usage = keys["Usage"].value if "Usage" in keys else "Runtime"
    arguments = keys["Arguments"].value if "Arguments" in keys else []
    return {
        "usage": usage,
        "scope": keys["Scope"].value if "Scope" in keys else "Session",
        "meta": [full_name(name, namespaces) for name in names(keys.get("Meta"))],
        "arguments": [
            (key.value, written_member(value, "Standard"))
            for item in arguments
            for key, value in item.value
        ],
    }


def test_the_library_is_clean() -> None:
    report = muranopl.Catalog([str(HERE / package) for package in PACKAGES]).check()
    assert [
        (diagnostic.file, diagnostic.code, diagnostic.message) for diagnostic in report.diagnostics
    ] == []


PLACES_TO_FILL = {
    "io.murano.Application": "deploy",
    "io.murano.applications.Configurable": "configureSecurity onCompleteConfiguration onConfigureServer onPreConfigure",
    "io.murano.applications.Installable": "onBeforeInstall onCompleteInstallation onInstallServer",
    "io.murano.applications.ReplicaProvider": "createReplica",
    "io.murano.applications.ServerGroup": "getServers",
    "io.murano.resources.CinderVolumeBackup": "validate",
    "io.murano.resources.CinderVolumeSnapshot": "validate",
    "io.murano.resources.Instance": "createDefaultInstanceSecurityGroupRules",
    "io.murano.resources.MetadataAware": "getResourceType",
    "io.murano.resources.Network": "deploy describe generateSecurityGroupManager getInstanceIpList joinInstance",
    "io.murano.resources.Volume": "deploy getRef releaseResources",
    "io.murano.system.SecurityGroupManager": "addGroupEgress addGroupIngress",
    "io.murano.test.TestFixture": "setUp tearDown",
}
"""The methods without a body in the engine's own core library; native ones have one, in Python."""


def test_methods_without_a_body_are_those_of_the_engine() -> None:
    result: dict[str, list[str]] = {}
    for package in PACKAGES:
        for name, path in manifest(package)["Classes"].items():
            for method, keys in table(class_file(package, path).get("Methods")).items():
                if "Body" not in table(keys):
                    result.setdefault(name, []).append(method)
    assert {name: sorted(methods) for name, methods in result.items()} == {
        name: sorted(methods.split()) for name, methods in PLACES_TO_FILL.items()
    }
