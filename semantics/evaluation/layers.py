"""Builds the functions of each version of MuranoPL as yaql contexts, once per process."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import yaql
from yaql import legacy
from yaql.language import contexts, factory, specs, utils, yaqltypes
from yaql.standard_library import regex as std_regex

from muranopl.semantics.evaluation.bounds import Limits
from muranopl.semantics.evaluation.frames import FunctionCaller
from muranopl.semantics.evaluation.functions import (
    contract,
    creation,
    numbers,
    objects,
    patterns,
    reflection,
    system,
    texts,
)
from muranopl.semantics.evaluation.regular_expressions import Pattern
from muranopl.semantics.evaluation.tables import CONVENTION, Levels, spelt

Runtime = tuple[int, int]
LEGACY = (1, 1)
LEGACY_TYPES = (1, 3)
_REPLACED = {**numbers.REPLACED, **patterns.REPLACED, **texts.REPLACED}
_PATTERN = yaqltypes.PythonType(Pattern, False)


class FunctionLayer(FunctionCaller, contexts.Context):  # type: ignore[misc]
    """A context with functions: a `FunctionTable` of its own functions and those of its parents.

    It must not change after its first lookup.
    """

    def __init__(self, parent_context: Any = None, convention: Any = CONVENTION) -> None:
        super().__init__(parent_context, convention=convention)
        self.tables = (self,)
        self._ordered: dict[str, list[Any]] = {}
        self._found: dict[tuple[str, bool], Levels] = {}

    def register_function(
        self, spec: Any, *args: Any, exclusive: bool = False, **kwargs: Any
    ) -> None:
        """Add a function: a definition, or a Python function with yaql's decorators."""
        if not isinstance(spec, specs.FunctionDefinition):
            spec = specs.get_function_definition(spec, *args, convention=CONVENTION, **kwargs)
        _bound(spec)
        self._ordered.setdefault(spec.name, []).append(spec)
        super().register_function(spec, exclusive=exclusive)

    def get_functions(
        self,
        name: str,
        predicate: Callable[[Any], bool] | None = None,
        use_convention: bool = False,
    ) -> tuple[list[Any], bool]:
        """Return the functions of a name as registered, and whether they hide those of parents."""
        name = spelt(name, convert=use_convention)
        result = [
            spec for spec in self._ordered.get(name, ()) if predicate is None or predicate(spec)
        ]
        return result, name in self._exclusive_funcs

    def find(self, name: str, *, method: bool) -> Levels:
        """See `FunctionTable`."""
        key = (name, method)
        if key not in self._found:
            kind = "is_method" if method else "is_function"
            self._found[key] = self.collect_functions(name, lambda spec, _: getattr(spec, kind))
        return self._found[key]

    def names(self) -> set[str]:
        """See `FunctionTable`."""
        own = {name for name in self._ordered if name[0].isalpha()}
        return own | self.parent.names() if self.parent else own


def _bound(spec: Any) -> None:
    """Replace a function of yaql by ours, if there is one; see `Replacements`.

    The definition is changed in place, as yaql creates a new one for every registration.
    """
    payload = _REPLACED.get(spec.payload)
    if payload is None:
        return
    for parameter in spec.parameters.values():
        if getattr(parameter.value_type, "python_type", None) is std_regex.REGEX_TYPE:
            parameter.value_type = _PATTERN
    spec.payload = payload
    # Our functions take the frame first, which yaql passes as a context.
    if "context" not in spec.parameters:
        spec.insert_parameter(specs.ParameterDefinition("?frame", yaqltypes.Context(), 0))


@functools.cache
def engine(limits: Limits, *, lenient: bool) -> Any:
    """Return a yaql engine that only holds options: it has no lexer and parser.

    `lenient` is for versions 1.0 and 1.1, where mappings can be iterated.
    """
    options: dict[str, Any] = {
        "yaql.limitIterators": limits.items,
        "yaql.memoryQuota": limits.memory,
        # The options of the engine, except the limits.
        "yaql.convertSetsToLists": True,
        "yaql.convertTuplesToLists": True,
    }
    if lenient:
        options["yaql.iterableDicts"] = True
    return factory.YaqlEngine(None, None, options, None)


@functools.cache
def contracts(runtime: Runtime) -> FunctionLayer:
    """Return the functions of contracts.

    These are the functions of the language, preceded by the contract functions.
    """
    return extended(_language(runtime), contract.definitions())


@functools.cache
def workflow(runtime: Runtime, *, core: bool) -> FunctionLayer:
    """Return the functions of bodies, defaults and arguments of check().

    `core` for the core library.
    """
    language = _language(runtime)
    layer = extended(language, system.FUNCTIONS)
    # Old packages call these as functions and as methods.
    if runtime <= LEGACY:
        _register(layer, system.LEGACY)
        _extend(layer, language, system.LEGACY_EXTENSIONS)
    return extended(layer, system.RESTRICTED) if core else layer


@functools.cache
def _language(runtime: Runtime) -> FunctionLayer:
    """Return the functions of yaql and of the language itself."""
    type_ = objects.LEGACY_TYPE if runtime <= LEGACY_TYPES else objects.TYPE
    functions = (*objects.FUNCTIONS, *creation.FUNCTIONS, *reflection.FUNCTIONS, *type_)
    layer = extended(_yaql(lenient=runtime <= LEGACY), functions)
    if runtime <= LEGACY:
        lower, layer = layer, extended(layer, ())
        _extend(layer, lower, ("id", "cast", "super", "psuper", "type"))
    _register(layer, objects.LATE)
    return layer


@functools.cache
def legacy_yaql() -> FunctionLayer:
    """Return the functions of validators of fields in UI definitions: those of yaql alone."""
    return _yaql(lenient=True)


def _yaql(*, lenient: bool) -> FunctionLayer:
    create = legacy.create_context if lenient else yaql.create_context
    # Results stay as they are: evaluation converts them itself, in place of yaql.
    finalizer = specs.get_function_definition(lambda obj: obj, name="#finalize")
    layer: FunctionLayer = create(
        context=FunctionLayer(), convention=CONVENTION, finalizer=finalizer
    )
    return layer


def extended(parent: FunctionLayer, definitions: Iterable[Any]) -> FunctionLayer:
    """Return a layer with additional functions that precede those of another one."""
    layer = FunctionLayer(parent)
    _register(layer, definitions)
    return layer


def _register(layer: FunctionLayer, definitions: Iterable[Any]) -> None:
    for definition in definitions:
        layer.register_function(definition)


def _extend(layer: FunctionLayer, source: FunctionLayer, names: Sequence[str]) -> None:
    """Register plain functions as methods too, and methods as functions."""
    for name in names:
        _register(layer, utils.to_extension_method(name, source))
