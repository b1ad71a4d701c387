"""Resolution of single classes, as in one session of an engine."""

from __future__ import annotations

import msgspec

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import DOCUMENT_NAMES, Quirk
from muranopl.diagnostics.reasons import Reason, ResolutionError
from muranopl.inherit.callable_methods import callable_methods
from muranopl.inherit.class_loader import ClassLoader, ClassNotLoadedError, LoadedClass
from muranopl.inherit.complete import CompleteType
from muranopl.inherit.meta_check import check_meta
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.class_ import MetaTarget
from muranopl.language.grammar.known_names import CORE_LIBRARY
from muranopl.language.grammar.versions import LATEST
from muranopl.namespace.class_query import ClassQuery, specification
from muranopl.namespace.prefixes import NO_PREFIXES, OWN_NAMESPACE, full_name
from muranopl.namespace.result import DeclaredPackage, TypeId
from muranopl.namespace.session import NameSession
from muranopl.namespace.versions import NamedBy, unversioned
from muranopl.phases.results import PhaseResults
from muranopl.views.classes import AttachedMeta, ResolvedClass, ResolvedMember, ResolvedPackage
from muranopl.views.graph.contract_names import ContractNames
from muranopl.views.graph.describer import ClassDescriber, attached_meta
from muranopl.views.graph.missing import missing_class, missing_package, sorted_errors


class Resolver:
    """A session over the packages of phase results."""

    def __init__(self, results: PhaseResults, quirks: frozenset[Quirk]) -> None:
        self._results = results
        self._contracts = ContractNames(results.names)
        self._session = NameSession(results.names)
        self._loader = ClassLoader(results.names, self._session, quirks, results.diagnostics)

    def resolve(self, query: ClassQuery) -> ResolvedClass:
        """Return a class; see `muranopl.Catalog.resolve`."""
        loaded = self._load(self.find(query))
        return ClassDescriber(loaded, self._contracts).class_(loaded.type)

    def static_methods(self, query: ClassQuery) -> dict[str, ResolvedMember]:
        """Return methods by name; see `muranopl.Catalog.static_methods`."""
        loaded = self._load(self.find(query))
        describer = ClassDescriber(loaded, self._contracts)
        return {
            name: describer.member(loaded.type.methods[name])
            for name in callable_methods(loaded.type, on_object=False)
        }

    def resolve_package(self, name: str, version: str | None) -> ResolvedPackage:
        """Return a package; see `muranopl.Catalog.resolve_package`."""
        spec = specification(version or unversioned(NamedBy.REQUIREMENT))
        opened = self._session.package(name, spec)
        if opened is None:
            raise missing_package(self._results, name, spec)
        return ResolvedPackage(
            name=opened.id.name,
            version=opened.id.version,
            requirements=self._results.names.specifications(opened.id),
            classes=tuple(
                sorted(
                    class_
                    for class_ in (*opened.classes, *opened.opaque)
                    if opened.find(class_) is not None
                )
            ),
            meta=self._meta(opened),
            place=opened.package.header.place,
        )

    def _meta(self, opened: DeclaredPackage) -> tuple[AttachedMeta, ...] | None:
        """Return the meta objects of a package.

        Return None if one is misplaced, or its class cannot be loaded.
        """
        uses = opened.package.manifest.meta
        result: dict[TypeName, TypeId | None] = {}
        types: dict[TypeId, CompleteType] = {}
        for use in uses:
            name = full_name(use.type.text, NO_PREFIXES)
            id_ = None if name is None else self._session.find(opened, name)
            if id_ is None:
                return None
            result[use.type] = id_
            try:
                types[id_] = self._loader.load(id_).type
            except ClassNotLoadedError:
                return None
        names = msgspec.structs.replace(self._results.names, resolved=result)
        findings = Findings()
        check_meta(MetaTarget.PACKAGE, uses, names, types, findings)
        if findings.errors:
            return None
        return attached_meta(uses, names, types, opened.id)

    def about(self, name: str) -> tuple[Diagnostic, ...]:
        """Return the errors of the packages with a class, and all internal errors, in order."""
        declared = self._results.names.packages.values()
        packages = {
            item.package.id.name for item in declared if name in item.classes or name in item.opaque
        }
        return tuple(
            item
            for item in sorted_errors(self._results)
            if item.package in packages or item.is_internal
        )

    def look_up(self, written: str, within: ClassQuery) -> str:
        """Return the full type of a name; see `muranopl.Catalog.look_up`."""
        id_ = self.find(within)
        self._load(id_)
        names = self._results.names
        meant = None
        # For the engine, `=:Name` is not a name of a class.
        if not written.startswith(OWN_NAMESPACE) or DOCUMENT_NAMES not in names.quirks:
            name = full_name(written, names.classes[id_].namespaces)
            if name is not None:
                meant = self._session.find(names.packages[id_.package], name)
        if meant is None:
            problem = f'"{written}" is not the name of a class in the file of {id_}'
            raise ResolutionError(problem, self.about(id_.name), Reason.UNKNOWN_CLASS)
        return f"{meant}@{meant.package.name}"

    def find(self, query: ClassQuery) -> TypeId:
        """Return the class of a query. Raise ResolutionError."""
        name, package, quirks = query.name, query.package, self._results.names.quirks
        spec = query.version or unversioned(NamedBy.MODEL, quirks)
        session, class_ = self._session, None
        if package and spec != LATEST:
            opened = session.package(package, spec)
        else:
            opened = session.provider(name, spec, package)
        if opened is not None:
            class_ = session.find_own(opened, name)
        # A core library that replaces the embedded one lacks classes that the engine adds itself
        if class_ is None and package in {None, CORE_LIBRARY}:
            class_ = session.engine_class(name, spec)
        if class_ is None:
            raise missing_class(self._results, query, spec)
        return class_

    def _load(self, id_: TypeId) -> LoadedClass:
        try:
            return self._loader.load(id_)
        except ClassNotLoadedError as error:
            problems = error.problems or self.about(id_.name) or tuple(sorted_errors(self._results))
            raise ResolutionError(str(error), problems, Reason.CLASS_NOT_LOADED) from None
