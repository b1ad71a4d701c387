"""The classes of the catalog."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from starlette.responses import Response

from muranopl.interfaces.server.bodies import Doc
from muranopl.interfaces.server.http.operation import ApiCall, Operation, Reply, json_content
from muranopl.interfaces.server.http.replies import STATE_HEADERS, reply_of
from muranopl.interfaces.server.tasks import classes as tasks

Type = Annotated[str, Doc(description='"full.Name/version"')]


class ClassChoice(msgspec.Struct):
    """A class, to be chosen among others."""

    name: str
    version: str
    package: str
    title: str | None
    description: str | None
    usage: Literal["Class", "Meta"]
    builders: Annotated[list[str], Doc(description="its model builders")]


class ClassChoices(msgspec.Struct):
    """Classes, sorted by name."""

    classes: list[ClassChoice]


class ShownArgument(msgspec.Struct):
    """An argument of a method."""

    name: str
    usage: str
    contract: str | None
    default: Any


class ShownMember(msgspec.Struct):
    """What properties and methods have in common; `ambiguous` are its declaring classes where there are several."""

    title: str | None
    usage: str
    declaring: Type
    inherited: bool
    ambiguous: list[Type]
    file: str
    line: int
    column: int


class ShownProperty(ShownMember):
    """A property; its `inherited_contracts` check a value too."""

    contract: str | None
    inherited_contracts: list[str]
    default: Any


class ShownMethod(ShownMember):
    """A method."""

    arguments: list[ShownArgument]


class ClassDetails(msgspec.Struct):
    """A class with all it has; `ancestors` come breadth first."""

    name: str
    version: str
    package: str
    title: str | None
    description: str | None
    usage: Literal["Class", "Meta"]
    parents: list[Type]
    ancestors: list[Type]
    properties: dict[str, ShownProperty]
    methods: dict[str, ShownMethod]
    file: str
    line: int
    column: int


class ClassList(msgspec.Struct, frozen=True):
    """Which classes are wanted."""

    extends: Annotated[str, Doc(description="the full name of a class: itself, and those that extend it")] = ""
    extends_version: Annotated[
        str, Doc(description="a specification of versions of that class, such as a schema has beside its muranoType")
    ] = msgspec.field(default="", name="extendsVersion")
    package: Annotated[str, Doc(description="the full name of a package: its classes")] = ""


class OneClass(msgspec.Struct, frozen=True):
    """Which class is meant."""

    name: Annotated[str, Doc(description="the full name of a class", min_length=1)]
    class_version: Annotated[str, Doc(description="a specification of versions")] = msgspec.field(
        default="=0", name="classVersion"
    )
    package_name: Annotated[str, Doc(description="look in this package only; empty: in all")] = msgspec.field(
        default="", name="packageName"
    )


async def classes(call: ApiCall) -> Response:
    """Answer with the classes that packages list."""
    asked: ClassList = call.parameters
    arguments = (asked.extends, asked.extends_version, asked.package)
    answer = await call.service.work.ask(tasks.classes, *arguments, client=call.client, kept=True)
    return reply_of(answer, call.request)


async def class_details(call: ApiCall) -> Response:
    """Answer with a class as an engine would load it: its own properties and methods, and those it inherits."""
    asked: OneClass = call.parameters
    arguments = (asked.name, asked.class_version, asked.package_name)
    answer = await call.service.work.ask(tasks.class_, *arguments, client=call.client, kept=True)
    return reply_of(answer, call.request)


OPERATIONS = (
    Operation(
        "GET",
        "/classes",
        "classes",
        "All classes, or some",
        classes,
        (Reply(200, "the classes", json_content(ClassChoices), STATE_HEADERS),),
        ClassList,
        works=True,
    ),
    Operation(
        "GET",
        "/classes/{name}",
        "classes",
        "One class, complete",
        class_details,
        (Reply(200, "the class", json_content(ClassDetails), STATE_HEADERS),),
        OneClass,
        errors={404: "no such class or package, or no version that fits"},
        works=True,
    ),
)
