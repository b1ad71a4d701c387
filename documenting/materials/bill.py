"""The bill of materials of a package, by its manifest, forms, classes and files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, text_of
from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.visible import visible
from muranopl.documenting.materials.commands import fetched_by_text
from muranopl.documenting.materials.licences import licences
from muranopl.documenting.materials.material import (
    Fetched,
    Material,
    MaterialKind,
    PackageBill,
    UnknownMaterial,
)
from muranopl.documenting.packages import package_name
from muranopl.graph.package_graph import PackageRequirement, package_graph
from muranopl.namespace.result import DeclaredPackage
from muranopl.phases.results import PhaseResults
from muranopl.read.package import Package

_FOLDERS = ("Resources/", "Classes/")
_TEMPLATE = "template.yaml"
_IMAGES = "images.lst"
"""The file in which Murano's client looks for the images of a package."""
_IMAGE_NAME = re.compile(r"[ \t-]*Name:[ \t]*['\"]?(?P<name>[^'\"#]+?)['\"]?[ \t]*")
_LICENCES = ("licen", "copying", "notice")


def package_bills(results: PhaseResults) -> Iterator[PackageBill]:
    """Yield the bills of the packages that are checked."""
    requirements = package_graph(results).requirements
    for package in results.read.targets:
        yield _bill(results.names.packages[package.id], requirements)


def _bill(
    declared: DeclaredPackage, all_requirements: Iterable[PackageRequirement]
) -> PackageBill:
    package = declared.package
    source = package.header.source
    texts, unreadable = _read(source)
    fetched = [
        *unreadable,
        *_in_files(source, texts),
        *_in_form(package),
    ]
    requirements = _reached(f"{package.id.name}/{package.id.version}", all_requirements)
    materials = [item for item in fetched if isinstance(item, Material)]
    return PackageBill(
        package.id.name,
        package.id.version,
        package_name(declared),
        package.manifest.author or "",
        licences(texts.values()),
        (*_packages(requirements), *_merged(materials)),
        _in_order(item for item in fetched if isinstance(item, UnknownMaterial)),
        tuple((item.source, item.target or item.name) for item in requirements),
    )


def _read(source: Source) -> tuple[dict[str, str], list[UnknownMaterial]]:
    """Return the texts of the files that may say something, by path, and what cannot be read."""
    texts: dict[str, str] = {}
    unreadable: list[UnknownMaterial] = []
    for path in filter(_may_say_something, source.paths()):
        try:
            texts[path] = source.read(path).decode("utf-8-sig")
        except UnicodeDecodeError:
            continue  # a picture, or a program
        except SourceError as error:
            text = f'the file "{visible(path)}" cannot be read: {error.message}'
            unreadable.append(UnknownMaterial(text, Place(source.file(path))))
    return texts, unreadable


def _may_say_something(path: str) -> bool:
    name = path.rpartition("/")[2].lower()
    is_code = path.startswith(_FOLDERS) or path in {_TEMPLATE, _IMAGES}
    return is_code or name.startswith(_LICENCES)


def _in_files(source: Source, texts: dict[str, str]) -> Iterator[Fetched]:
    for path, text in sorted(texts.items()):
        name = path.rpartition("/")[2].lower()
        # The texts of licenses have addresses, from which no package fetches anything
        if not name.startswith(_LICENCES):
            is_class = path.startswith("Classes/")
            file = source.file(path)
            yield from fetched_by_text(file, text, with_urls=not is_class)
            if path == _IMAGES:
                yield from _listed_images(file, text)


def _listed_images(file: File, text: str) -> Iterator[Material]:
    for number, line in enumerate(text.splitlines(), 1):
        match = _IMAGE_NAME.fullmatch(line)
        if match is not None:
            place = Place(file, number, match.start("name") + 1, number, len(line) + 1)
            yield Material(MaterialKind.IMAGE, match["name"], places=(place,))


def _in_form(package: Package) -> Iterator[Fetched]:
    """Yield the images that a form names, and those that it lets users choose."""
    definition = package.ui
    for form in () if definition is None else definition.forms:
        for field in form.fields:
            if field.type.name == "image":
                text = f'the image is chosen in field "{field.name}" of the form'
                yield UnknownMaterial(text, field.name_node.place)
    if definition is not None and definition.application is not None:
        yield from _named_images(definition.application)


def _named_images(node: Node) -> Iterator[Material]:
    """Yield the images that the object model of a form names as texts."""
    if isinstance(node, Mapping):
        for key, value in node.pairs:
            if text_of(key) == "image" and isinstance(value, Scalar):
                if isinstance(value.value, str):
                    places = (value.place,)
                    yield Material(MaterialKind.IMAGE, value.value, places=places)
            else:
                yield from _named_images(value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _named_images(item)


def _reached(
    package: str, requirements: Iterable[PackageRequirement]
) -> list[PackageRequirement]:
    """Return the requirements of a package, and those of what it requires."""
    by_source: dict[str, list[PackageRequirement]] = {}
    for item in requirements:
        by_source.setdefault(item.source, []).append(item)
    shown = [package]
    # Packages may require one another in a circle: each is taken once
    for source in shown:  # grows during the loop
        targets = (item.target for item in by_source.get(source, ()))
        shown += [item for item in dict.fromkeys(targets) if item and item not in shown]
    return [item for source in sorted(shown) for item in by_source.get(source, ())]


def _packages(requirements: Iterable[PackageRequirement]) -> Iterator[Material]:
    """Yield the required packages; of one that is missing, the version is a specification."""
    result = {
        item.target or item.name: Material(
            MaterialKind.PACKAGE,
            item.name,
            item.spec if item.target is None else item.target.rpartition("/")[2],
            is_available=item.target is not None,
        )
        for item in requirements
    }
    yield from (result[key] for key in sorted(result))


def _merged(materials: Iterable[Material]) -> Iterator[Material]:
    """Yield each material once, with all its places, sorted."""
    result: dict[tuple[str, str, str, str], Material] = {}
    for item in materials:
        key = item.kind.value, item.manager, item.name, item.version
        earlier = result[key].places if key in result else ()
        result[key] = msgspec.structs.replace(item, places=(*earlier, *item.places))
    yield from (result[key] for key in sorted(result))


def _in_order(unknown: Iterable[UnknownMaterial]) -> tuple[UnknownMaterial, ...]:
    by_place = {(item.place.key(), item.text): item for item in unknown}
    return tuple(by_place[key] for key in sorted(by_place))
