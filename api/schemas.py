"""JSON schemas of classes, as one engine would make them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.internal_errors import report_internal_error
from muranopl.diagnostics.quirks import FORMS, Quirk
from muranopl.inherit.class_loader import ClassNotLoadedError
from muranopl.language.contracts.functions.declaration import SchemaProblemError
from muranopl.namespace.result import TypeId
from muranopl.namespace.session import Session
from muranopl.phases.results import PhaseResults
from muranopl.render.class_lookup import ClassLookup
from muranopl.render.class_values import value_context
from muranopl.render.type_sources import InstalledPackages, SessionTypeSource
from muranopl.resolved import ResolutionError
from muranopl.resolver import Resolver
from muranopl.schema.drafts import written
from muranopl.schema.generate import Generator
from muranopl.schema.setting import SchemaSetting
from muranopl.semantics.evaluation.errors import SpentError, UnknownTypeError


class SchemaQuery(NamedTuple):
    """What schemas are asked for; see `muranopl.Catalog.schema`."""

    name: str
    version: str | None = None
    package: str | None = None
    methods: Sequence[str] | None = None
    draft: str = "04"
    untranslated: bool = False


def schemas(results: PhaseResults, quirks: frozenset[Quirk], query: SchemaQuery) -> dict[str, Any]:
    """Make the schemas. Raises ResolutionError, and UsageError for a version that is none."""
    resolver = Resolver(results, quirks)
    id_ = resolver.find(query.name, query.version, query.package)
    try:
        return _schemas(id_, results, resolver, quirks, query)
    except ResolutionError:
        raise
    except Exception as error:
        findings = Findings(id_.package.name)
        declared = results.names.classes.get(id_)
        package = results.names.packages[id_.package].package
        place = package.header.place if declared is None else declared.declaration.place
        report_internal_error(error, "class", place, findings)
        raise ResolutionError(f"class {id_.name} has no schema", tuple(findings.diagnostics)) from error


def _schemas(
    id_: TypeId, results: PhaseResults, resolver: Resolver, quirks: frozenset[Quirk], query: SchemaQuery
) -> dict[str, Any]:
    names, session = results.names, Session(results.names)
    source = SessionTypeSource(InstalledPackages(names, results.diagnostics, quirks), session)
    classes = ClassLookup(names, session, source, quirks)
    try:
        loaded = source.loader.load(id_)
    except ClassNotLoadedError as error:
        raise ResolutionError(str(error), error.problems or resolver.about(id_.name)) from None
    setting = SchemaSetting(
        source.take(loaded), classes, value_context(classes), FORMS in quirks, query.draft != "04", []
    )
    generator = Generator(setting, loaded)
    try:
        made = generator.schemas(query.methods)
        return written(made, query.draft, generator.untranslated if query.untranslated else {})
    except (SchemaProblemError, SpentError, UnknownTypeError) as error:
        raise ResolutionError(f"class {id_.name} has no schema: {error}", resolver.about(id_.name)) from None
