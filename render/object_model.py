"""Loaded object models: the root of one, and reports about all its objects."""

from __future__ import annotations

from muranopl.ard.model_path import ModelPath
from muranopl.diagnostics import quirks
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.language.grammar.core_library import CORE_LIBRARY
from muranopl.language.grammar.property import HIDDEN
from muranopl.render.context import LoadingContext
from muranopl.render.definition import DefinitionError, named_type
from muranopl.render.header_entries import asked_class, report_several
from muranopl.render.loader import ModelLoader
from muranopl.render.node_data import data_of
from muranopl.semantics.evaluation.errors import EvaluationError
from muranopl.semantics.evaluation.objects import MuranoObject

APPLICATION = "io.murano.Application"
ENVIRONMENT = "io.murano.Environment"


def root_of(loader: ModelLoader, path: ModelPath, class_: str | None) -> MuranoObject | None:
    """Return the root object of a model, None after a report.

    `class_` is the class of a root that does not name its own.
    """
    reporter = loader.reporter
    try:
        if class_ is None:
            default = None
        else:
            default = named_type({"type": class_}, path, loader.classes)
        if class_ is not None and default is None:
            reporter.report_value(
                object_rules.BAD_HEADER, path, problem="the class named for it is empty"
            )
            return None
        if class_ is not None and default is not None:
            type_id = asked_class({"type": class_}, loader.quirks)
            if type_id is not None:
                report_several(type_id, default, path, loader)
        return loader.load_model(data_of(path.node), path, default)
    except DefinitionError as error:
        reporter.report_value(error.rule, path, **error.facts)
    except EvaluationError as error:
        reporter.report_value(object_rules.BAD_HEADER, path, problem=str(error))
    return None


def report_lone_applications(context: LoadingContext) -> None:
    """Report applications outside of environments, without those inside other applications."""
    for object_, _, path in context.loaded:
        if _is(object_, APPLICATION) and not _is_within(object_, ENVIRONMENT, APPLICATION):
            context.follows(quirks.LONE_APPLICATION, path)


def report_hidden(context: LoadingContext) -> None:
    """Report values that are left out and that the engine would serialize."""
    for object_, _, path in context.loaded:
        for level in context.plan(object_.type).levels:
            for property_ in level.properties:
                # The engine looks at each declaration, not at the effective one.
                hidden = property_.declaration.usage in HIDDEN and property_.usage not in HIDDEN
                if hidden and not property_.ambiguous and property_.name in object_.properties:
                    context.follows(quirks.HIDDEN_RUNTIME, path.member(property_.name))


def lacks_environment(object_: MuranoObject) -> bool:
    """Return whether an object is neither an environment nor inside one."""
    return not _is(object_, ENVIRONMENT) and not _is_within(object_, ENVIRONMENT)


def _is_within(object_: MuranoObject, *names: str) -> bool:
    """Return whether an object has an owner of one of these classes of the core library."""
    return any(_is(owner, name) for owner in object_.owners() for name in names)


def _is(object_: MuranoObject, name: str) -> bool:
    return any(
        type_.name == name and type_.id.package.name == CORE_LIBRARY
        for type_ in object_.type.linearization
    )
