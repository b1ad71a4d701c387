"""Answering about single classes, as one engine session would."""

from __future__ import annotations

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.formats.visible import visible
from muranopl.diagnostics.nearest import nearest
from muranopl.diagnostics.quirks import DOCUMENT_NAMES, Quirk
from muranopl.diagnostics.usage import UsageError
from muranopl.inherit.class_loader import ClassLoader, ClassNotLoadedError
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.meta_check import check_meta
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import MetaTarget
from muranopl.language.grammar.names import parse_type_string
from muranopl.language.grammar.versions import DEFAULT_SPEC, parse_spec
from muranopl.namespace.prefixes import NO_PREFIXES, OWN_NAMESPACE, full_name
from muranopl.namespace.result import DeclaredPackage, TypeId
from muranopl.namespace.session import NameSession
from muranopl.phases.results import PhaseResults
from muranopl.resolved import (
    AttachedMeta,
    ResolutionError,
    ResolvedClass,
    ResolvedPackage,
    attached_metas,
    resolved_class,
)


def _specification(text: str) -> str:
    """Return a specification of versions. Raises UsageError where it is none."""
    if parse_spec(text) is None:
        raise UsageError(f'"{visible(text)}" is no version specification, such as ">=1.2" or "1"')
    return text


class Resolver:
    """One session over the packages of phase results."""

    def __init__(self, results: PhaseResults, quirks: frozenset[Quirk]) -> None:
        self._results = results
        self._session = NameSession(results.names)
        self._loader = ClassLoader(results.names, self._session, quirks, results.diagnostics)

    def resolve(self, name: str, version: str | None, package: str | None) -> ResolvedClass:
        """See `muranopl.Catalog.resolve`."""
        return self._load(self.find(name, version, package))

    def resolve_package(self, name: str, version: str | None) -> ResolvedPackage:
        """See `muranopl.Catalog.resolve_package`."""
        spec = _specification(version or DEFAULT_SPEC)
        opened = self._session.package(name, spec)
        if opened is None:
            raise ResolutionError(f"package {name} is not found in version {spec}", tuple(self._errors()))
        return ResolvedPackage(
            name=opened.id.name,
            version=opened.id.version,
            requirements=self._session.requirements(opened),
            classes=tuple(sorted(each for each in (*opened.classes, *opened.opaque) if opened.find(each) is not None)),
            meta=self._meta(opened),
            place=opened.package.header.place,
        )

    def _meta(self, opened: DeclaredPackage) -> tuple[AttachedMeta, ...] | None:
        """Return the meta objects of a package; None where one is of a class that cannot be had, or stands wrong."""
        uses = opened.package.manifest.meta
        found: dict[TypeName, TypeId | None] = {}
        types: dict[TypeId, CompleteType] = {}
        for use in uses:
            name = full_name(use.type.text, NO_PREFIXES)
            id_ = None if name is None else self._session.find(opened, name)
            if id_ is None:
                return None
            found[use.type] = id_
            try:
                types[id_] = self._loader.load(id_).type
            except ClassNotLoadedError:
                return None
        names = msgspec.structs.replace(self._results.names, resolved=found)
        findings = Findings()
        check_meta(MetaTarget.PACKAGE, uses, names, types, findings)
        return None if findings.errors else attached_metas(uses, names, types)

    def about(self, name: str) -> tuple[Diagnostic, ...]:
        """The errors of the packages that have a class, in the order of reports, and all internal errors."""
        declared = self._results.names.packages.values()
        packages = {each.package.id.name for each in declared if name in each.classes or name in each.opaque}
        return tuple(each for each in self._errors() if each.package in packages or each.is_internal)

    def look_up(self, written: str, within: str, version: str | None, package: str | None) -> str:
        """See `muranopl.Catalog.look_up`."""
        id_ = self.find(within, version, package)
        self._load(id_)
        declared = self._results.names.classes[id_]
        refused = written.startswith(OWN_NAMESPACE) and DOCUMENT_NAMES in self._results.names.quirks
        name = None if refused else full_name(written, declared.namespaces)
        found = None if name is None else self._session.find(self._results.names.packages[id_.package], name)
        if found is None:
            raise ResolutionError(f'"{written}" means no class in {id_}', self._about(id_.name))
        return f"{found}@{found.package.name}"

    def find(self, text: str, version: str | None, package: str | None) -> TypeId:
        """The class of a full name or a model's type string. Raises ResolutionError, UsageError for a version."""
        name, version_there, package_there = parse_type_string(text)
        spec, package = _specification(version or version_there or DEFAULT_SPEC), package or package_there
        opened = self._session.package(package, spec) if package else self._session.provider(name, spec)
        found = None if opened is None else self._session.find_own(opened, name)
        if found is None:
            where = f" in package {package}" if package else ""
            message = f'class "{name}" is not found{where} in version {spec}{self._hint(name)}'
            raise ResolutionError(message, self._about(name))
        return found

    def _hint(self, name: str) -> str:
        """Where else a class is, or what it may be called."""
        classes = self._results.names.classes
        known = sorted({f"version {id_.package.version} of {id_.package.name}" for id_ in classes if id_.name == name})
        if known:
            return f", but in {', '.join(known)}"
        near = nearest(name, {id_.name for id_ in classes})
        return f' (did you mean "{near}"?)' if near else ""

    def _load(self, id_: TypeId) -> ResolvedClass:
        try:
            loaded = self._loader.load(id_)
        except ClassNotLoadedError as error:
            raise ResolutionError(str(error), error.problems or self._about(id_.name)) from None
        return resolved_class(loaded)

    def _about(self, name: str) -> tuple[Diagnostic, ...]:
        """The errors of the packages that have a class, else all: one of them is the cause."""
        return self.about(name) or tuple(self._errors())

    def _errors(self) -> list[Diagnostic]:
        errors = (each for each in self._results.diagnostics if each.severity is Severity.ERROR)
        return sorted(errors, key=Diagnostic.sort_key)
