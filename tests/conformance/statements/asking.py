"""Asks the program about one class or a few packages, and puts its answer into a word or a value."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import yaml

import muranopl

CLEAN, REPORTED = "clean", "reported"
"""What a check says: no error, or a warning or error at least."""
REFUSED = "refused"
"""An object model that does not load."""
FAILS = "fails"
"""A call without a value."""
NOT_GIVEN = object()

HEAD = """\
Namespaces:
  =: a
  std: io.murano
  meta: io.murano.metadata
  forms: io.murano.metadata.forms
Name: {}
"""


VersionedPackage = tuple[str, str | None, object, Mapping[str, str]]


class Statement(NamedTuple):
    """A question to the program, and the answer that the document asks for."""

    ask: Callable[[], object]
    answer: object


def class_(content: str = "", name: str = "C") -> dict[str, str]:
    """The class `a.<name>` by its full name."""
    return {f"a.{name}": HEAD.format(name) + content}


def packed(classes: Mapping[str, str], name: str = "a.pkg", **manifest: Any) -> bytes:
    """A package as a zip; each class has a file of its own."""
    files = {class_name: f"{class_name}.yaml" for class_name in classes}
    entries = {"Format": "1.4", "Type": "Library", "FullName": name, "Classes": files}
    result = io.BytesIO()
    with zipfile.ZipFile(result, "w") as archive:
        archive.writestr("manifest.yaml", yaml.safe_dump(entries | manifest))
        for class_name, text in classes.items():
            archive.writestr(f"Classes/{files[class_name]}", text)
    return result.getvalue()


def catalog(classes: Mapping[str, str]) -> muranopl.Catalog:
    return muranopl.Catalog(["a.zip"], streams={"a.zip": packed(classes)})


def catalog_of(*packages: VersionedPackage) -> muranopl.Catalog:
    """A catalog of packages, each given by its name, version, `Require` and classes."""
    streams = {}
    for number, (name, version, require, classes) in enumerate(packages):
        manifest = {"Version": version, "Require": require}
        given = {key: value for key, value in manifest.items() if value is not None}
        streams[f"{number}.zip"] = packed(classes, name, **given)
    return muranopl.Catalog(list(streams), streams=streams)


def checked(classes: Mapping[str, str]) -> str:
    return verdict(catalog(classes).check())


def verdict(report: muranopl.Report) -> str:
    """Whether a report has an error, or a warning about more than the engine's ways."""
    severe = [
        diagnostic
        for diagnostic in report.diagnostics
        if diagnostic.severity is muranopl.Severity.ERROR
        or (
            diagnostic.severity is muranopl.Severity.WARNING
            and diagnostic.code not in ENGINE_DIFFERS
        )
    ]
    return REPORTED if severe else CLEAN


ENGINE_DIFFERS = {"MPL223", "MPL225"}
"""Warnings that the engine does not do what the document says."""


def rendered(
    classes: Mapping[str, str], header: Mapping[str, Any] | None = None, **values: Any
) -> Any:
    """The properties of an object of class a.C as it is loaded, or REFUSED."""
    model = {"?": {"type": "a.C", "id": "root", **(header or {})}, **values}
    result = catalog(classes).render(model)
    if result.model is None:
        return REFUSED
    return {key: value for key, value in result.model.items() if key != "?"}


def property_of(contract: str, value: object, default: str | None = None) -> Any:
    """The value of a property with a contract, from a model that has it or not."""
    lines = f"Properties:\n  p:\n    Contract: {contract}\n"
    if default is not None:
        lines += f"    Default: {default}\n"
    given = {} if value is NOT_GIVEN else {"p": value}
    result = rendered(class_(lines), **given)
    return result if result == REFUSED else result["p"]


def object_(class_name: str, **values: Any) -> dict[str, Any]:
    """An object of a model; its id is the name of its class."""
    return {"?": {"type": class_name, "id": class_name}, **values}


def static(body: str, content: str = "", arguments: str = "", **given: Any) -> Any:
    """What a public static method of class a.C returns, or FAILS."""
    method = _method("    Usage: Static\n", body, arguments)
    return _value(catalog(class_(content + method)).call("a.C", "go", given))


def called(
    body: str,
    content: str = "",
    methods: str = "",
    others: Mapping[str, str] | None = None,
    **values: Any,
) -> Any:
    """What a method of an object of class a.C returns, or FAILS."""
    classes = {**class_(content + _method("", body) + methods), **(others or {})}
    result = catalog(classes).call("a.C", "go", model=object_("a.C", **values))
    return _value(result)


def _method(usage: str, body: str, arguments: str = "") -> str:
    lines = "".join(f"      {line}\n" for line in body.splitlines())
    return f"Methods:\n  go:\n{usage}    Scope: Public\n{arguments}    Body:\n{lines}"


def _value(result: muranopl.CallResult) -> Any:
    return result.value if result.ok else FAILS


def schema(content: str, method: str = "", others: Mapping[str, str] | None = None) -> Any:
    """The schema of class a.C, or of one of its methods."""
    schemas = catalog({**class_(content), **(others or {})}).schema("a.C", [method])
    return schemas[method]


def schema_of(contract: str, **entries: Any) -> Any:
    """The schema of a property with a contract and further entries."""
    declaration = yaml.safe_dump({"Contract": contract, **entries})
    lines = "".join(f"    {line}\n" for line in declaration.splitlines())
    return schema(f"Properties:\n  p:\n{lines}")["properties"]["p"]
