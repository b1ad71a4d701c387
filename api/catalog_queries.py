"""Finds classes and packages of a catalog and their schemas; the functions are methods of `Catalog`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from muranopl.api.catalog_packages import CatalogPackages, class_query
from muranopl.diagnostics import arguments

if TYPE_CHECKING:
    from muranopl.views.classes import ResolvedClass, ResolvedMember, ResolvedPackage
    from muranopl.views.schema import Draft


def classes(packages: CatalogPackages) -> list[str]:
    """Return the names of all classes, sorted, as "full.Name/version@package".

    They include unreadable classes and those of `libraries`. A catalog without packages has the
    classes of its core library.
    """
    results = packages.installed.results
    arguments.require_packages(packages.installed.empty)
    names = results.names
    read = [
        names.packages[package.id] for package in results.read.targets
    ] or names.packages.values()
    readable = {
        (name, package.id)
        for package in read
        for name, class_ in package.classes.items()
        if class_.listed
    }
    murano = (package for package in read if not package.package.header.format.is_heat)
    unreadable = {(name, item.id) for item in murano for name in item.opaque}
    return [f"{name}/{id_.version}@{id_.name}" for name, id_ in sorted(readable | unreadable)]


def resolve(
    packages: CatalogPackages, name: str, version: str | None = None, package: str | None = None
) -> ResolvedClass:
    """Return the class of a full name as the engine would load it.

    `version` is a specification, or "latest". None is the most recent version, pre-releases
    included, or 0 with the quirk `model-version`. The name may also be an object model's type
    string, "full.Name/version@package".

    With `package` the version is chosen among that package's versions, without it among those
    of all packages that list the class. Answers depend on earlier ones, as in an engine: a
    version of a package that was picked before is preferred (see `muranopl.namespace.session`).
    Raise ResolutionError.
    """
    return packages.resolver.resolve(class_query(name, version, package))


def static_methods(
    packages: CatalogPackages, class_: str, version: str | None = None, package: str | None = None
) -> dict[str, ResolvedMember]:
    """Return the public static methods of a class by name, which callers may call on it.

    They may be inherited. The class is chosen as in `resolve`, but independently of earlier
    answers. Raise ResolutionError.
    """
    return packages.new_resolver().static_methods(class_query(class_, version, package))


def resolve_package(
    packages: CatalogPackages, name: str, version: str | None = None
) -> ResolvedPackage:
    """Return the package of a full name as the engine would pick it.

    `version` is a specification; None is "0", as in `Require`. The choice is remembered. Raise
    ResolutionError.
    """
    return packages.resolver.resolve_package(
        arguments.name(name, "the name of a package"), arguments.version(version)
    )


def look_up(
    packages: CatalogPackages,
    written: str,
    within: str,
    version: str | None = None,
    package: str | None = None,
) -> str:
    """Return the class that a name means inside a class, as "full.Name/version@package".

    `written` is spelt as in the file of the class `within` (with its prefixes); `version` and
    `package` choose that class as in `resolve`. Raise ResolutionError.
    """
    return packages.resolver.look_up(
        arguments.text(written, "written"), class_query(within, version, package)
    )


def schema(
    packages: CatalogPackages,
    name: str,
    methods: str | Iterable[str] | None = None,
    version: str | None = None,
    package: str | None = None,
    *,
    draft: Draft = "04",
    untranslated: bool = False,
) -> dict[str, Any]:
    """Return the JSON schemas of a class and its methods by name; "" is the class itself.

    `methods` are the names to include, `[""]` the class alone, None or "" the class and its
    model builders; actions have to be named. Names that are not methods of the class are
    ignored if there are several. `version` and `package` choose the class as in `resolve`, but
    independently of earlier answers. `draft` is "04", as the documents have it, or "2020-12"
    for current validators; with `untranslated` a schema lists under "x-untranslated" the parts
    of contracts that it does not express. Raise ResolutionError.
    """
    from muranopl.views.schema import DRAFTS
    from muranopl.views.schema.of_classes import (  # checking packages needs none of it
        SchemaQuery,
        schemas,
    )

    names: Sequence[str] = ()
    if methods is not None and methods != "":
        names = arguments.names(methods, "methods")
    draft = arguments.one_of(draft, DRAFTS, "draft")
    class_ = class_query(name, version, package)
    query = SchemaQuery(class_, names or None, draft, bool(untranslated))
    return schemas(packages.installed.results, packages.paths.quirks, query)
