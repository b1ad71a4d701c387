"""The functions of each version of MuranoPL, as layers of contexts; built once per version and process."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import yaql
from yaql import legacy
from yaql.language import factory, specs, utils

from muranopl.semantics.evaluation.bounds import Limits
from muranopl.semantics.evaluation.frames import CONVENTION, Layer
from muranopl.semantics.evaluation.functions import contract, creation, objects, reflection, system

Runtime = tuple[int, int]
LEGACY = (1, 1)
LEGACY_TYPES = (1, 3)


@functools.cache
def engine(limits: Limits, *, lenient: bool) -> Any:
    """What yaql calls an engine, here only the bearer of its options: it has no lexer and parser.

    `lenient` is for versions 1.0 and 1.1, where mappings can be iterated.
    """
    options: dict[str, Any] = {
        "yaql.limitIterators": limits.items,
        "yaql.memoryQuota": limits.memory,
        "yaql.convertSetsToLists": True,
        "yaql.convertTuplesToLists": True,
    }
    if lenient:
        options["yaql.iterableDicts"] = True
    return factory.YaqlEngine(None, None, options, None)


@functools.cache
def contracts(runtime: Runtime) -> Layer:
    """What contracts see: no functions of the engine around the language, but those of contracts before all others."""
    return _layer(_language(runtime), *contract.FUNCTIONS)


@functools.cache
def workflow(runtime: Runtime, *, core: bool) -> Layer:
    """What method bodies, defaults and arguments of check() see; `core` for classes of the core library."""
    language = _language(runtime)
    layer = _layer(language, *system.FUNCTIONS)
    if runtime <= LEGACY:
        _register(layer, system.LEGACY)
        _extend(layer, language, system.LEGACY_EXTENSIONS)
    return _layer(layer, *system.RESTRICTED) if core else layer


@functools.cache
def _language(runtime: Runtime) -> Layer:
    """The functions of yaql and of the language itself."""
    layer = _layer(
        _yaql(lenient=runtime <= LEGACY),
        *objects.FUNCTIONS,
        *creation.FUNCTIONS,
        *reflection.FUNCTIONS,
        objects.LEGACY_TYPE if runtime <= LEGACY_TYPES else objects.TYPE,
    )
    if runtime <= LEGACY:
        lower, layer = layer, _layer(layer)
        _extend(layer, lower, ("id", "cast", "super", "psuper", "type"))
    _register(layer, objects.LATE)
    return layer


def _yaql(*, lenient: bool) -> Layer:
    create = legacy.create_context if lenient else yaql.create_context
    layer: Layer = create(context=Layer(), convention=CONVENTION, finalizer=_finalizer())
    return layer


def _finalizer() -> Any:
    """Results stay as they are: evaluation converts them itself, in place of yaql."""

    def unchanged(obj: Any) -> Any:
        return obj

    return specs.get_function_definition(unchanged, name="#finalize")


def _layer(parent: Layer, *definitions: Any) -> Layer:
    layer = Layer(parent)
    _register(layer, definitions)
    return layer


def _register(layer: Layer, definitions: tuple[Any, ...]) -> None:
    for definition in definitions:
        layer.register_function(definition)


def _extend(layer: Layer, source: Layer, names: Sequence[str]) -> None:
    """Make plain functions methods as well, and the other way round."""
    for name in names:
        _register(layer, tuple(utils.to_extension_method(name, source)))
