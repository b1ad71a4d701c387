"""Checks a loaded model as a whole: its root, lone applications, and values that are left out.

Adds the network that the reference API adds to an environment for which a client names none. With
that API an environment is created before applications are put into it, so the engine never loads
one without networks (murano/db/services/environments.py).
"""

from __future__ import annotations

import msgspec

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Mapping, Scalar, entries_at, is_false, text_of
from muranopl.diagnostics import quirks
from muranopl.diagnostics.catalogue import objects as object_rules
from muranopl.language.grammar.known_names import CORE_LIBRARY, HEADER
from muranopl.language.grammar.property import HIDDEN
from muranopl.language.grammar.ui.class_names import header_of
from muranopl.render.context import LoadingContext
from muranopl.render.definition import TYPE_STRING, DefinitionError, asked_class, named_type
from muranopl.render.loader import ModelLoader, report_several
from muranopl.render.node_data import data_of
from muranopl.semantics.evaluation.errors import EvaluationError
from muranopl.semantics.evaluation.objects import MuranoObject

APPLICATION = "io.murano.Application"
ENVIRONMENT = "io.murano.Environment"
_NETWORKS = "defaultNetworks"
_CLASS = "io.murano.resources.NeutronNetwork"


def root_of(loader: ModelLoader, path: ModelPath, class_: str | None) -> MuranoObject | None:
    """Return the root object of a model, None after a report.

    `class_` is the class of a root that does not name its own.
    """
    reporter = loader.reporter
    try:
        default = None
        if class_ is not None:
            header = {"type": class_}
            default = named_type(header, path, loader.classes)
            type_id = asked_class(header, loader.quirks)
            if default is None or type_id is None:
                raise DefinitionError(path, "the name of its class is empty")
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


def with_default_networks(model: Mapping) -> Mapping:
    """Return a model, with a network of its own if its root is an environment without networks.

    `{environment: null, flat: null}` is kept: that is how a client asks for no network.
    """
    if not is_environment(model):
        return model
    networks, name = model.get(_NETWORKS), model.get("name")
    # Without a name the environment is refused, whatever its networks.
    if not isinstance(name, Scalar) or (networks is not None and not is_false(networks)):
        return model
    network = {HEADER: {"type": _CLASS}, "name": str(name.value) + "-network"}
    added = entries_at(model.head, {_NETWORKS: {"environment": network, "flat": None}})
    kept = (pair for pair in model.pairs if text_of(pair[0]) != _NETWORKS)
    return msgspec.structs.replace(model, pairs=(*kept, *added.pairs))


def is_environment(model: Mapping) -> bool:
    """Return whether the class of an object is that of environments."""
    header = header_of(model)
    written = None if header is None else TYPE_STRING.match(text_of(header.get("type")) or "")
    return written is not None and written[1] == ENVIRONMENT
