"""The classes of the catalog and their inheritance."""

from __future__ import annotations

from typing import Annotated, Any, Literal, NotRequired, TypedDict, cast

import msgspec

from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.server.errors import ApiError
from muranopl.interfaces.server.http.operation import OperationGroup
from muranopl.interfaces.server.media_types import JSON
from muranopl.interfaces.server.response_bodies import (
    ClassName,
    ClassVersion,
    InPackage,
    WrittenSpec,
    doc,
    shown,
)
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.views.classes import ResolvedMember, place_data
from muranopl.views.schema.definition_hints import DefinitionHints

GROUP = OperationGroup("classes", of_uploads=True)
Type = Annotated[str, doc('"full.Name/version"')]
Usage = Literal["Class", "Meta"]
Names = Annotated[tuple[str, ...], doc("full names, or unique ends of full names")]


class ClassChoice(TypedDict):
    """A class, to be chosen among others."""

    name: str
    version: str
    package: str
    title: str | None
    description: str | None
    usage: Usage
    builders: Annotated[list[str], doc("its model builders")]
    is_base: Annotated[bool, doc("whether it seems to be a base class, not a class for objects")]


class ClassChoices(TypedDict):
    """Classes, sorted by name."""

    classes: list[ClassChoice]
    left_out: NotRequired[
        Annotated[int, doc("with `offered`: the number of classes beyond the limit of forms")]
    ]


class ShownArgument(TypedDict):
    """An argument of a method."""

    name: str
    usage: str
    contract: str | None
    default: Any


class ShownProperty(TypedDict):
    """A property.

    Its `inherited_contracts` check a value too; `ambiguous` are its declaring classes where there
    are several.
    """

    contract: str | None
    inherited_contracts: list[str]
    usage: str
    default: Any
    title: str | None
    secret: Annotated[bool, doc("whether forms hide the value, such as a password")]
    declaring: Type
    inherited: bool
    ambiguous: list[Type]
    file: str
    line: int
    column: int


class ShownMethod(TypedDict):
    """A method; `ambiguous` are its declaring classes where there are several."""

    usage: str
    arguments: list[ShownArgument]
    title: str | None
    declaring: Type
    inherited: bool
    ambiguous: list[Type]
    file: str
    line: int
    column: int


class FormSection(TypedDict):
    """A page of a UI definition."""

    name: str
    title: str


class PropertyHints(TypedDict):
    """What a UI definition says of a property.

    `section` is the first page with a field that the value depends on, and `index` is for sorting.
    """

    title: str | None
    description: str | None
    section: str
    index: int
    secret: bool


class FormHints(TypedDict):
    """What a UI definition says of the properties of the objects that it creates, by class and name."""

    sections: list[FormSection]
    classes: dict[str, dict[str, PropertyHints]]


class ClassDetails(TypedDict):
    """A class with all its members; `ancestors` are in breadth-first order."""

    name: str
    version: str
    package: str
    title: str | None
    description: str | None
    usage: Usage
    parents: list[Type]
    ancestors: list[Type]
    properties: dict[str, ShownProperty]
    methods: dict[str, ShownMethod]
    form: Annotated[FormHints | None, doc("of the UI definition of the package, if it has one")]
    file: str
    line: int
    column: int


class ClassGraph(TypedDict):
    """Packages, their classes with all ancestors, and the edges between classes."""

    muranopl: dict[str, Any]
    packages: list[dict[str, Any]]
    classes: list[dict[str, Any]]
    edges: list[dict[str, Any]]


class RelatedClass(TypedDict):
    """A class of a graph."""

    name: str
    version: str
    package: str
    usage: Usage
    parents: list[Type]


class Neighbourhood(TypedDict):
    """A class, its ancestors, and classes that extend it directly."""

    middle: Annotated[dict[str, Any], doc("the class with all its members, as in the graph")]
    relatives: list[RelatedClass]
    left_out: Annotated[int, doc("the number of other classes that extend it directly")]


class ClassList(msgspec.Struct, rename="camel", frozen=True):
    """The classes to list."""

    extends: Annotated[str, doc("the full name of a class: list it and its descendants")] = ""
    # Of that class, such as a schema has beside its muranoType
    extends_version: WrittenSpec = ""
    package: Annotated[str, doc("the full name of a package: list its classes")] = ""
    offered: Annotated[
        bool,
        doc(
            "list only classes that a form offers, at most as many as the setting form-implementations:"
            " first those that most UI definitions create, last likely base classes"
        ),
    ] = False
    asking: Annotated[
        str,
        doc(
            "with `offered`: the full name of the package of the form; classes that its UI definition"
            " creates, and its own, come first"
        ),
    ] = ""


class OneClass(msgspec.Struct, rename="camel", frozen=True):
    """The name of a class."""

    name: ClassName
    class_version: ClassVersion = ""
    package_name: InPackage = ""


class NeighbourhoodQuery(OneClass, frozen=True):
    """A class, and the size of its neighbourhood."""

    most: Annotated[int, doc("the maximum number of classes that extend it", ge=0)] = 100


class GraphQuery(msgspec.Struct, frozen=True):
    """The part of the graph to return; by default, the served packages."""

    classes: Names = msgspec.field(default=(), name="class")
    packages: Names = msgspec.field(default=(), name="package")
    all: Annotated[bool, doc("all packages, libraries included")] = False


@GROUP.operation("GET", "/classes")
def classes(served: ServedCatalog, query: ClassList) -> ClassChoices:
    """Return the classes that packages list, or some of them."""
    filters = (query.extends or None, query.package or None, query.extends_version or None)
    contents = served.catalog.contents
    if query.offered:
        offered = contents.offered(*filters, asking=query.asking or None)
        chosen = [shown(ClassChoice, item) for item in offered.classes]
        return {"classes": chosen, "left_out": offered.left_out}
    return {"classes": [shown(ClassChoice, item) for item in contents.classes(*filters)]}


@GROUP.operation(
    "GET", "/classes/{name}", errors={404: "no such class or package, or no matching version"}
)
def class_details(served: ServedCatalog, query: OneClass) -> ClassDetails:
    """Return a class as an engine would load it, with its own and inherited properties and methods."""
    contents = served.catalog.contents
    resolved = contents.resolve(query.name, query.class_version, query.package_name)
    secrets = contents.secrets(resolved)
    own = f"{resolved.name}/{resolved.version}"
    return shown(
        ClassDetails,
        resolved,
        properties={
            name: _property(member, own, secret=name in secrets)
            for name, member in resolved.properties.items()
        },
        methods={name: _method(member, own) for name, member in resolved.methods.items()},
        form=_form(contents.form_hints(resolved)),
        **place_data(resolved.place),
    )


def _form(hints: DefinitionHints | None) -> FormHints | None:
    if hints is None:
        return None
    return {
        "sections": [shown(FormSection, section) for section in hints.sections],
        "classes": {
            class_: {name: shown(PropertyHints, hint) for name, hint in properties.items()}
            for class_, properties in hints.classes.items()
        },
    }


def _property(member: ResolvedMember, own: str, *, secret: bool) -> ShownProperty:
    return shown(ShownProperty, member, secret=secret, **_declared(member, own))


def _method(member: ResolvedMember, own: str) -> ShownMethod:
    arguments = [shown(ShownArgument, argument) for argument in member.arguments]
    return shown(ShownMethod, member, arguments=arguments, **_declared(member, own))


def _declared(member: ResolvedMember, own: str) -> dict[str, Any]:
    """Return the attributes common to properties and methods; `own` is the shown class."""
    return {"inherited": member.declaring != own, **place_data(member.place)}


@GROUP.operation(
    "GET",
    "/classes/{name}/neighbourhood",
    errors={404: "no such class or package, or no matching version"},
)
def neighbourhood(served: ServedCatalog, query: NeighbourhoodQuery) -> Neighbourhood:
    """Return the part of the class graph around a class: its ancestors, and the classes that extend it."""
    result = served.catalog.contents.neighbourhood(
        query.name, query.class_version, query.package_name, most=query.most
    )
    return cast("Neighbourhood", result)


@GROUP.operation(
    "GET", "/graph", replies={JSON: ClassGraph}, errors={404: "no such class or package"}
)
def graph(served: ServedCatalog, query: GraphQuery) -> dict[str, Any]:
    """Return the class graph, as `muranopl graph --format json` writes it; its schema comes with muranopl."""
    try:
        return served.catalog.contents.graph_data(
            classes=query.classes, packages=query.packages, everything=query.all
        )
    except UsageError as error:
        raise ApiError(404, error.problem) from None
