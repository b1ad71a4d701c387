"""The dump of phase 5: what contracts make of defaults and meta objects, and object models."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts.tree import Contract
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.members import MetaUse
from muranopl.namespace.prefixes import full_name
from muranopl.namespace.result import Names, TypeId
from muranopl.phases.results import PhaseResults
from muranopl.render.meta_objects import NOT_RENDERED, rendered_meta
from muranopl.render.phase import Rendering
from muranopl.views.dumps.contract_outline import ContractOutline, outline
from muranopl.views.graph.declared import At, Data, where
from muranopl.views.graph.model_graph import ModelGraph
from muranopl.views.graph.shown_classes import ShownClasses

RenderedModel = tuple[Data | None, ModelGraph | None]
"""A rendered model and the graph of its objects, None if the model does not load."""


class DumpedMetaObject(msgspec.Struct, omit_defaults=True):
    """A meta object, and the construct that it is attached to, "" for the class itself.

    `values` are those of all its properties, rendered; absent if they depend on more than the
    class, or are refused. `type` is None if its class is unknown.
    """

    construct: str
    at: At
    written: str
    type: str | None
    values: Any = NOT_RENDERED


class RenderedType(msgspec.Struct):
    """A type, with the contracts that apply to it, inherited ones included.

    `defaults` is the default object: the values that do not depend on more than the class.
    `written` has the places of all defaults. `contracts` are those of properties, `arguments` those
    of the arguments of each method. `meta` are the meta objects that the class itself attaches.
    """

    at: At
    defaults: Data
    written: dict[str, At]
    contracts: dict[str, ContractOutline]
    arguments: dict[str, dict[str, ContractOutline]]
    meta: list[DumpedMetaObject]


class DumpedModel(msgspec.Struct, omit_defaults=True):
    """A rendered object model, None if it does not load, and the graph of its objects.

    The graph has the shape of `model.schema.json`.
    """

    model: Data | None
    graph: Data | None = None


class RenderDump(msgspec.Struct, omit_defaults=True):
    """The types shown, and the object models that were checked with them, in order."""

    types: dict[str, RenderedType]
    models: list[DumpedModel] = []


def render_dump(results: PhaseResults, shown: ShownClasses) -> RenderDump:
    """Return the dump of phase 5, without models."""
    return RenderDump(
        {
            str(id_): _type(type_, results)
            for id_, type_ in results.inheritance.types.items()
            if shown.has(id_)
        }
    )


def _type(type_: CompleteType, results: PhaseResults) -> RenderedType:
    names, rendering = results.names, results.rendering
    properties = type_.properties.items()
    # A type has every contract that applies to it, so that readers need not look at its ancestors.
    return RenderedType(
        at=where(type_.declared.declaration.place),
        defaults=rendering.defaults.rendered(type_),
        written={
            name: where(member.declaration.default.place)
            for name, member in properties
            if member.declaration.default is not None
        },
        contracts={
            name: _outline(member.declaration.contract, member.declaring, names)
            for name, member in properties
            if member.declaration.contract is not None
        },
        arguments=_arguments(type_, names),
        meta=list(_meta(type_, names, rendering)),
    )


def _outline(contract: Contract, owner: TypeId, names: Names) -> ContractOutline:
    """Return the outline of a contract that is written in the class `owner`."""

    def full(written: TypeName) -> str:
        meaning = names.resolved.get(written)
        if meaning is not None:
            return str(meaning)
        namespaces = names.classes[owner].namespaces
        return full_name(written.text, namespaces) or written.text

    return outline(contract, full)


def _arguments(type_: CompleteType, names: Names) -> dict[str, dict[str, ContractOutline]]:
    contracts = {
        name: {
            argument.name: _outline(argument.contract, member.declaring, names)
            for argument in member.declaration.arguments
            if argument.contract is not None
        }
        for name, member in type_.methods.items()
    }
    return {name: arguments for name, arguments in contracts.items() if arguments}


def _meta(type_: CompleteType, names: Names, rendering: Rendering) -> Iterator[DumpedMetaObject]:
    for construct, uses in _attached(type_):
        for use in uses:
            meaning = names.resolved.get(use.type)
            yield DumpedMetaObject(
                construct,
                where(use.type.place),
                use.type.text,
                None if meaning is None else str(meaning),
                rendered_meta(use, type_, names, rendering.values),
            )


def _attached(type_: CompleteType) -> Iterator[tuple[str, Iterable[MetaUse]]]:
    """Yield the constructs of a class with the meta objects that it attaches to them."""
    declaration = type_.declared.declaration
    yield "", declaration.meta
    for property_ in declaration.properties:
        yield f"Properties.{property_.name}", property_.meta
    for method in declaration.all_methods:
        yield f"Methods.{method.name}", method.meta
        for argument in method.arguments:
            construct = f"Methods.{method.name}.Arguments.{argument.name}"
            yield construct, argument.meta
