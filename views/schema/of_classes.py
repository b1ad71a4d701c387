"""Makes JSON schemas of classes by name, as one engine would make them: the entry point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.internal_errors import report_internal_error
from muranopl.diagnostics.quirks import FORMS, Quirk
from muranopl.diagnostics.reasons import Reason, ResolutionError
from muranopl.inherit.class_loader import ClassNotLoadedError
from muranopl.language.contracts.functions.declaration import SchemaProblemError, UnknownClassError
from muranopl.namespace.class_query import ClassQuery
from muranopl.namespace.result import TypeId
from muranopl.namespace.session import NameSession
from muranopl.phases.results import PhaseResults
from muranopl.render.class_lookup import ClassLookup
from muranopl.render.class_values import value_context
from muranopl.render.loaded_types import InstalledPackages, SessionTypeSource
from muranopl.semantics.evaluation.errors import SpentError, UnknownTypeError
from muranopl.views.graph.resolver import Resolver
from muranopl.views.schema.drafts import written
from muranopl.views.schema.generate import Generator, NoSuchMethodError
from muranopl.views.schema.setting import SchemaSetting

Made = TypeVar("Made")


class SchemaQuery(NamedTuple):
    """The arguments of `muranopl.Catalog.schema`."""

    class_: ClassQuery
    methods: Sequence[str] | None = None
    draft: str = "04"
    untranslated: bool = False


def schemas(results: PhaseResults, quirks: frozenset[Quirk], query: SchemaQuery) -> dict[str, Any]:
    """Return the schemas by name. Raise ResolutionError, and UsageError for an invalid version."""

    def make(generator: Generator) -> dict[str, Any]:
        result = generator.schemas(query.methods)
        untranslated = generator.untranslated if query.untranslated else {}
        return written(result, query.draft, untranslated, quirks)

    return _with_generator(results, quirks, query, make)


def builders(results: PhaseResults, quirks: frozenset[Quirk], query: SchemaQuery) -> list[str]:
    """Return the names of the model builders of a class. Raise what `schemas` raises."""
    return _with_generator(results, quirks, query, lambda generator: generator.builders)


def _with_generator(
    results: PhaseResults,
    quirks: frozenset[Quirk],
    query: SchemaQuery,
    make: Callable[[Generator], Made],
) -> Made:
    """Return the result of `make` for a class.

    Raise ResolutionError, and UsageError for an invalid version.
    """
    resolver = Resolver(results, quirks)
    id_ = resolver.find(query.class_)
    try:
        return make(_generator(id_, results, resolver, quirks, exact=query.draft != "04"))
    except NoSuchMethodError as error:
        raise ResolutionError(str(error), (), Reason.UNKNOWN_METHOD) from None
    except (SchemaProblemError, SpentError, UnknownTypeError) as error:
        is_unknown = isinstance(error, (UnknownClassError, UnknownTypeError))
        reason = Reason.UNKNOWN_CLASS if is_unknown else Reason.OTHER
        raise ResolutionError(
            f"class {id_.name} has no schema: {error}", resolver.about(id_.name), reason
        ) from None
    # It has a reason already, unlike the bugs below
    except ResolutionError:
        raise
    # A bug affects only this class, and is reported as in a check
    except Exception as error:
        findings = Findings(id_.package.name)
        declared = results.names.classes.get(id_)
        package = results.names.packages[id_.package].package
        place = package.header.place if declared is None else declared.declaration.place
        report_internal_error(error, "class", place, findings)
        problem, result = f"class {id_.name} has no schema", tuple(findings.diagnostics)
        raise ResolutionError(problem, result, Reason.INTERNAL_ERROR) from error


def _generator(
    id_: TypeId, results: PhaseResults, resolver: Resolver, quirks: frozenset[Quirk], *, exact: bool
) -> Generator:
    """Return the generator of schemas for a class.

    Raise ResolutionError, and what loading a class raises.
    """
    names, session = results.names, NameSession(results.names)
    source = SessionTypeSource(InstalledPackages(names, results.diagnostics, quirks), session)
    classes = ClassLookup(names, session, source.load, quirks)
    try:
        loaded = source.loader.load(id_)
    except ClassNotLoadedError as error:
        problems = error.problems or resolver.about(id_.name)
        raise ResolutionError(str(error), problems, Reason.CLASS_NOT_LOADED) from None
    setting = SchemaSetting(
        source.take(loaded),
        classes,
        value_context(classes),
        FORMS in quirks,
        exact,
        [],
    )
    return Generator(setting, loaded)
