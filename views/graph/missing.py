"""Makes the error for a class or package that is not found, with the diagnostics that may explain it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from muranopl.diagnostics.diagnostic import Diagnostic, errors_of
from muranopl.diagnostics.nearest import nearest_full_name
from muranopl.diagnostics.reasons import Reason, ResolutionError
from muranopl.language.grammar.versions import newest_first
from muranopl.namespace.class_query import ClassQuery, nearest_class, why_missing
from muranopl.namespace.result import DeclaredPackage, Names
from muranopl.phases.results import PhaseResults


def sorted_errors(results: PhaseResults) -> list[Diagnostic]:
    """Return all errors, in the order of reports."""
    return sorted(errors_of(results.diagnostics), key=Diagnostic.sort_key)


def missing_class(results: PhaseResults, query: ClassQuery, spec: str) -> ResolutionError:
    """Return the exception for a class that is not found in the versions of `spec`."""
    name, package, names = query.name, query.package, results.names
    reason = why_missing(names, query)
    where = "" if package is None else f" in package {package}"
    refused = next(
        (item for item in names.packages.values() if _is_refused(item, name, package)), None
    )
    match reason:
        case Reason.UNKNOWN_PACKAGE if refused is not None:
            problem = f'class "{name}" is not found{where}: {_refusal(results, refused)}'
        case Reason.UNKNOWN_CLASS if refused is not None:
            there = f"version {refused.id.version} of {refused.id.name}"
            problem = f'class "{name}" is not found, but in {there}: {_refusal(results, refused)}'
        case Reason.UNKNOWN_PACKAGE:
            near = nearest_full_name(package or "", {item.name for item in names.packages})
            problem = (
                f'class "{name}" is not found{where}, as there is no such package{_meant(near)}'
            )
        case Reason.UNKNOWN_CLASS:
            problem = f'class "{name}" is not found{where}{_hint(names, name)}'
        case _:
            hints = f"{_hint(names, name)}{_written(names, query)}"
            problem = f'class "{name}" is not found{where} in version {spec}{hints}'
    causes = [item for item in names.packages.values() if _lacks(item, name, package)]
    return ResolutionError(problem, _why(results, causes, name), reason)


def missing_package(results: PhaseResults, name: str, spec: str) -> ResolutionError:
    """Return the exception for a package that is not found in the versions of `spec`."""
    packages = results.names.packages
    named = [package for package in packages.values() if package.id.name == name]
    refused = [package for package in packages.values() if not package.package.header.usable]
    reason, why = Reason.UNKNOWN_VERSION, ""
    if not named:
        reason, why = (
            Reason.UNKNOWN_PACKAGE,
            _meant(nearest_full_name(name, {id_.name for id_ in packages})),
        )
    elif all(package in refused for package in named):
        why = f": {_refusal(results, named[0])}"
    problem = f"package {name} is not found in version {spec}{why}"
    causes = [package for package in refused if _may_be(package, name)]
    return ResolutionError(problem, _why(results, causes), reason)


def _is_refused(opened: DeclaredPackage, name: str, package: str | None) -> bool:
    """Return whether the engine refuses the package asked for, or any package with the class."""
    if opened.package.header.usable:
        return False
    return opened.has(name) if package is None else opened.id.name == package


def _refusal(results: PhaseResults, refused: DeclaredPackage) -> str:
    """Return the text for a package that the engine refuses, with its first error."""
    manifest = refused.package.header.file
    messages = (item.message for item in sorted_errors(results) if item.place.file == manifest)
    return ": ".join(["the engine rejects its manifest", *itertools.islice(messages, 1)])


def _lacks(opened: DeclaredPackage, name: str, package: str | None) -> bool:
    """Return whether a package may be where a class was expected, but does not have it."""
    if opened.package.header.usable and opened.find(name) is not None:
        return False
    own = opened.id.name
    return (
        opened.has(name)
        or name.startswith(f"{own}.")
        or _may_be(opened, name if package is None else package)
    )


def _may_be(opened: DeclaredPackage, name: str) -> bool:
    """Return whether a package has a name, or may have it, as its manifest is empty."""
    return opened.id.name == name or not opened.package.manifest.node.pairs


def _why(
    results: PhaseResults, causes: Iterable[DeclaredPackage], name: str = ""
) -> tuple[Diagnostic, ...]:
    """Return the internal errors, and those in manifests that are not about other classes.

    Errors in the file of a class that a manifest lists are not among them, as such a class is
    found.
    """
    # Errors at the entries of other classes say nothing about the missing one.
    manifests = {cause.package.header.file: cause.package.manifest for cause in causes}
    reported_elsewhere = {
        place
        for manifest in manifests.values()
        for class_ in manifest.classes or ()
        if class_.name != name
        for place in (class_.name_node.place, class_.node.place)
    }
    return tuple(
        item
        for item in sorted_errors(results)
        if item.is_internal
        or (item.place.file in manifests and item.place not in reported_elsewhere)
    )


def _written(names: Names, query: ClassQuery) -> str:
    """Return the suggestion for a class that exists in other versions."""
    result = (id_.package for id_ in names.classes if id_.name == query.name)
    versions = newest_first([item.version for item in result if query.package in {None, item.name}])
    return f': write "{query.name}/{versions[0]}"' if versions else ""


def _hint(names: Names, name: str) -> str:
    """Return a hint: other packages that have a class, or a similar name."""
    unlisted = [
        id_.package
        for id_, declared in names.classes.items()
        if id_.name == name and declared.listed is None
    ]
    if unlisted:
        return f": package {unlisted[0]} has it, but does not list it in its manifest"
    packages = {id_.package for id_ in names.classes if id_.name == name}
    if packages:
        places = sorted(f"version {package.version} of {package.name}" for package in packages)
        return f", but in {', '.join(places)}"
    return _meant(nearest_class(names, name))


def _meant(near: str | None) -> str:
    return f' (did you mean "{near}"?)' if near else ""
