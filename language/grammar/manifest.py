"""Declares and reads the manifest entity; its values are checked by `muranopl.read.manifest`.

Reference: packages-and-versions, Manifest keys; package-layout.
"""

from __future__ import annotations

import msgspec

from muranopl.ard.descriptions import described, described_key
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, is_null, mapping_at, text_of
from muranopl.diagnostics.catalogue import manifest as rules
from muranopl.language.grammar.entity import Entity, entity, read, read_entity
from muranopl.language.grammar.members import MetaUse, meta_of
from muranopl.language.grammar.names import is_package_name
from muranopl.language.grammar.readers import (
    ClosedSet,
    as_written,
    choice,
    list_of,
    mapping_of,
    optional_text,
    scalar,
    text,
)
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import TEXT, Many, NameKind, Of, Plain, Table, shaped


class PackageType(ClosedSet):
    """The type of a package: an application that users can add to an environment, or a library."""

    APPLICATION = "Application", "An application, which users add to an environment."
    LIBRARY = "Library", "Classes for other packages."


_LINK = {"Text": "The text of the link.", "Link": "The URL."}


@entity
class Supplier(Entity):
    """The supplier of the package, as shown in the catalog."""

    node: Node
    name: str | None = read("Name", optional_text, "The name of the supplier.")
    logo: str | None = read(
        "Logo", optional_text, "The file in the package with the supplier's logo."
    )
    summary: str | None = read("Summary", optional_text, "A sentence about the supplier.")
    description: str | None = read(
        "Description", optional_text, "A longer text about the supplier."
    )
    link: Node | None = read(
        "CompanyUrl",
        as_written(Table(TEXT, names=_LINK)),
        "The supplier's web site: `{Text: ..., Link: ...}`.",
    )


@shaped(Of(Supplier))
def supplier(node: Node, reading: Reading, what: str) -> Supplier | None:
    """Return the value of `Supplier`; null is like an absent key."""
    if is_null(node):
        return None
    return read_entity(Supplier, node, reading, what, node=node)


@shaped(TEXT)
def tag(node: Node, reading: Reading, what: str) -> str | None:
    """Return one tag; the API stores text."""
    if text_of(node) is None and not isinstance(node, Broken):
        problem = f"a tag must be a string, not {described(node)}"
        reading.report(rules.BAD_TAGS, node, what=what, problem=problem)
    return text_of(node)


@shaped(Many(TEXT))
def tags(node: Node, reading: Reading, what: str) -> tuple[str, ...]:
    """Return a list of texts.

    The engine accepts null, and then fails to read the tags of the package.
    """
    if is_null(node):
        problem = "the key is empty, so reading the tags of this package fails"
        reading.report(
            rules.BAD_TAGS, node, what=what, problem=problem, suggestion="remove the key"
        )
        return ()
    return list_of(tag)(node, reading, what)


@entity
class PythonClasses(Entity):
    """The classes of a package that are written in Python, by an extension plugin of the engine.

    Methods have no bodies then. `incomplete` are the names of classes that may have more methods.
    """

    node: Node
    incomplete: tuple[str, ...] = read(
        "Incomplete",
        list_of(text),
        "The classes that may have more methods than their files declare.",
    )


@shaped(Of(PythonClasses))
def python_classes(node: Node, reading: Reading, what: str) -> PythonClasses:
    """Return the value of `Extension`; null is like an empty mapping."""
    if is_null(node):
        return PythonClasses(node=node)
    return read_entity(PythonClasses, node, reading, what, node=node)


class ListedClass(msgspec.Struct, eq=False):
    """One entry of `Classes`: the full name, and its file below Classes/ (None after a report)."""

    name: str
    path: str | None
    name_node: Node
    node: Node


@shaped(Table(Plain(("string",), NameKind.CLASS_FILE), NameKind.CLASS))
def listed_class(key: Node, value: Node, reading: Reading, _what: str) -> ListedClass | None:
    """Return one `full.Name: file.yaml`."""
    name = text_of(key)
    if name is None:
        reading.report(rules.BAD_CLASS_KEY, key, name=described_key(key))
        return None
    path = text_of(value)
    if path is None:
        reading.wrong_type(value, f'the file of class "{name}"', "a string")
    return ListedClass(name, path, key, value)


class Requirement(msgspec.Struct, eq=False):
    """One entry of `Require`: a package's full name and a version spec, as written.

    The specification is "0" if it is absent.
    """

    name: str
    spec: str
    name_node: Node
    node: Node


@shaped(Table(Plain(("string", "number"), NameKind.VERSIONS), NameKind.PACKAGE))
def requirement(key: Node, value: Node, reading: Reading, _what: str) -> Requirement | None:
    """Return one `package.name: spec`.

    A false spec means "0" (reference: packages-and-versions, Versions).
    """
    name = text_of(key)
    if name is None:
        reading.report(rules.BAD_REQUIRED_NAME, key, expected="a string", name=described_key(key))
        return None
    if not is_package_name(name):
        reading.report(
            rules.BAD_REQUIRED_NAME, key, expected="words joined by dots", name=described_key(key)
        )
    if not isinstance(value, Scalar):
        reading.wrong_type(value, f'the version of "{name}"', "a string")
        return None
    return Requirement(name, str(value.value) if value.value else "0", key, value)


@entity
class Manifest(Entity):
    """`manifest.yaml`.

    Values that the engine converts to text (`Format`, `Version`) are kept as nodes.
    """

    node: Mapping
    format: Node | None = read(
        "Format",
        scalar,
        "The format of the package: `MuranoPL/1.0` to `MuranoPL/1.4`, or `Heat.HOT/1.0`. "
        "It determines the keys and functions that are available. Without it the format is 1.0.",
    )
    type: PackageType = read(
        "Type",
        choice(PackageType, PackageType.LIBRARY, strict=True),
        "The kind of package: an application or a library.",
        default=PackageType.LIBRARY,
        required=True,
    )
    full_name: str | None = read(
        "FullName",
        text,
        "The name by which others require the package: words joined by dots. The class of "
        "an application usually has the same one.",
        required=True,
    )
    version: Node | None = read(
        "Version",
        scalar,
        "The version of the package, such as `1.0.0`. Without it the version is 0.0.0.",
    )
    name: str | None = read("Name", optional_text, "The name that the catalog shows.")
    description: str | None = read("Description", optional_text, "The text that the catalog shows.")
    author: str | None = read(
        "Author", optional_text, "The author of the package, for the catalog."
    )
    supplier: Supplier | None = read(
        "Supplier", supplier, "The supplier of the application, for the catalog."
    )
    tags: tuple[str, ...] = read("Tags", tags, "Words under which the catalog finds the package.")
    classes: tuple[ListedClass, ...] | None = read(
        "Classes",
        mapping_of(listed_class, null=False),
        "The classes of the package: full names, each with its file in the folder `Classes`.",
    )
    require: tuple[Requirement, ...] = read(
        "Require",
        mapping_of(requirement),
        "The packages whose classes this one uses: full names, each with the versions that "
        "fit, such as `>=1.0, <2.0`. The core library needs no entry.",
    )
    ui: str | None = read(
        "UI",
        text,
        "The file of the UI definition in the folder `UI`. Without it the file is `ui.yaml`.",
    )
    logo: str | None = read(
        "Logo",
        optional_text,
        "The file in the package with the logo of the application. Without it the file is "
        "`logo.png`.",
    )
    meta: tuple[MetaUse, ...] = meta_of("package", "full names")
    extension: PythonClasses | None = read(
        "Extension",
        python_classes,
        "The classes come from an extension plugin of the engine, written in Python. Only "
        "muranopl reads this key; `muranopl extension describe` writes it.",
    )

    @property
    def incomplete_classes(self) -> tuple[str, ...]:
        """The names of the classes that may have more methods than their files declare."""
        return () if self.extension is None else self.extension.incomplete


def read_manifest(node: Node, reading: Reading) -> Manifest:
    """Return the manifest of a document."""
    mapping = node if isinstance(node, Mapping) else mapping_at(node)
    return read_entity(Manifest, node, reading, "the manifest", node=mapping)


def unread_requirements(manifest: Manifest) -> frozenset[str] | None:
    """Return the names of the packages that unreadable entries of `Require` name.

    Return None if these may be any packages: `Require`, or the name in an entry, is unreadable.
    """
    pair = manifest.node.find("Require")
    if pair is None or is_null(pair[1]):
        return frozenset()
    if not isinstance(pair[1], Mapping):
        return None
    # An entry without a readable name may be any package.
    entries = [(text_of(key), value) for key, value in pair[1].pairs]
    if any(name is None for name, _ in entries):
        return None
    return frozenset(str(name) for name, value in entries if not isinstance(value, Scalar))
