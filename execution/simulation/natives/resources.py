"""Simulates io.murano.system.Resources: reads the files of a package's `Resources` folder."""

from __future__ import annotations

from typing import Any

from muranopl.execution.exceptions import MuranoError
from muranopl.execution.natives import NativeCall, native, simulates
from muranopl.execution.simulation.resource_files import PackageResources
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType

RESOURCES = "io.murano.system.Resources"


@simulates(RESOURCES)
class Resources:
    """The resource files of the package whose class created the object or calls the method."""

    def __init__(self, call: NativeCall) -> None:
        self.type = call.caller

    def files(self, call: NativeCall) -> PackageResources:
        """Return the files."""
        return _files(self.type or call.caller, call)

    @staticmethod
    @native("string")
    def string(call: NativeCall, name: Any, owner: Any = None, binary: bool | None = False) -> Any:
        """Return a file as text, or as bytes."""
        files, path = _of_call(call, owner), _name(name)
        return files.content(path) if binary else files.text(path)

    @staticmethod
    @native("json")
    def json(call: NativeCall, name: Any, owner: Any = None) -> Any:
        """Return the content of a JSON file."""
        return _of_call(call, owner).json(_name(name))

    @staticmethod
    @native("yaml")
    def yaml(call: NativeCall, name: Any, owner: Any = None) -> Any:
        """Return the content of a YAML file."""
        return _of_call(call, owner).yaml(_name(name))


def _of_call(call: NativeCall, owner: Any) -> PackageResources:
    if isinstance(owner, str):
        owner = call.session.type(owner)
    # An owner takes precedence over the class that made the object, and that over the caller
    if isinstance(owner, MuranoType):
        return _files(owner, call)
    this = call.this
    result = call.session.simulation(this, RESOURCES) if isinstance(this, MuranoObject) else None
    if isinstance(result, Resources):
        return result.files(call)
    return _files(call.caller, call)


def _files(type_: MuranoType | None, call: NativeCall) -> PackageResources:
    if type_ is None:
        raise MuranoError(
            "ValueError", "it is not called from a class, so no package has its resources"
        )
    header = type_.opened.package.header
    return PackageResources(header.source, call.session.cloud.budget, header.copied_resources)


def _name(name: Any) -> str:
    if not isinstance(name, str):
        raise MuranoError("TypeError", f"the name of a resource must be a string, not {name!r:.60}")
    return name
