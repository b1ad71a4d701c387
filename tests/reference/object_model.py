"""Object models as the reference project's tests write them: objects, references and attributes."""

from __future__ import annotations

import uuid
from typing import Any, NamedTuple


class Object:
    """An object of a model: the name of its class, its id, and its properties."""

    def __init__(
        self,
        type_name: str,
        object_id: str | None = None,
        class_version: str | None = None,
        /,
        **properties: Any,
    ) -> None:
        version = properties.pop("class_version", class_version)
        header = {"type": type_name, "id": object_id or uuid.uuid4().hex}
        if version is not None:
            header["classVersion"] = version
        self.data: dict[str, Any] = {"?": header, **properties}

    @property
    def id(self) -> str:
        return str(self.data["?"]["id"])

    @property
    def type_name(self) -> str:
        return str(self.data["?"]["type"])

    def __getitem__(self, name: str) -> Any:
        return self.data[name]

    def __setitem__(self, name: str, value: Any) -> None:
        self.data[name] = value

    def __contains__(self, name: str) -> bool:
        return name in self.data


class Ref:
    """A reference to an object, by the object or its id."""

    def __init__(self, target: Object | str) -> None:
        self.id = target if isinstance(target, str) else target.id


class Attribute(NamedTuple):
    """A row of the attributes of a model."""

    obj: Object
    key: str
    value: Any


def build_model(value: Any) -> Any:
    """Return a model as plain data."""
    if isinstance(value, Object):
        return build_model(value.data)
    if isinstance(value, Ref):
        return value.id
    if isinstance(value, Attribute):
        return [value.obj.id, value.obj.type_name, value.key, value.value]
    if isinstance(value, dict):
        return {key: build_model(item) for key, item in value.items()}
    return [build_model(item) for item in value] if isinstance(value, list) else value
