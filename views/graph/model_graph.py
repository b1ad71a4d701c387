"""The graph of an object model: its objects, with their classes, owners and references.

It is made of the objects as they were loaded: in the model as it is written, a reference is a text
like any other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from muranopl.ard.model_path import item, member
from muranopl.render.context import LoadingContext
from muranopl.render.serialize import serialized_properties
from muranopl.semantics.evaluation.objects import MuranoObject, MuranoType
from muranopl.views.graph.declared import Data
from muranopl.views.graph.drawing import digraph, dot_label, mermaid_label

_MAY_HOLD = (MuranoObject, dict, list, tuple)
ObjectId = str | int | float
"""An id as the model writes it: a text, or a number."""


class ModelObject(NamedTuple):
    """An object of a model.

    `type` is its class, "full.Name/version@package"; `name` is the one of its header. `owner` is
    the id of the object that it is a part of, None for the root, and for an object that a method
    made without one. `generated` is set if the model gives it no id.
    """

    id: ObjectId
    type: str
    name: str | None
    owner: ObjectId | None
    generated: bool


class ModelReference(NamedTuple):
    """An object as a value of a property, or inside of one, of another object, or of itself.

    `source` and `target` are ids, `property` is the path of the value in the object:
    `servers[0]`. `owned` is set for the place where an object is a part of its owner.
    """

    source: ObjectId
    target: ObjectId
    property: str
    owned: bool


class ModelClass(NamedTuple):
    """A class of objects of a model, and its ancestors ("full.Name/version"), nearest first."""

    type: str
    name: str
    version: str
    package: str
    ancestors: tuple[str, ...]


class ModelGraph(NamedTuple):
    """The objects of a model, the root first, with references and classes, sorted by type.

    Only properties that a model has count: no Runtime, Config and Static ones.
    """

    root: ObjectId
    objects: tuple[ModelObject, ...]
    references: tuple[ModelReference, ...]
    classes: tuple[ModelClass, ...]

    def to_data(self) -> dict[str, Any]:
        """Return the graph as plain data; `views/graph/model.schema.json` is its schema."""
        return {
            "muranopl": {"model_graph": 1},
            "root": self.root,
            "objects": [object_._asdict() for object_ in self.objects],
            "references": [reference._asdict() for reference in self.references],
            "classes": [
                {**class_._asdict(), "ancestors": list(class_.ancestors)} for class_ in self.classes
            ],
        }

    def to_networkx(self) -> Any:
        """Return the graph as a `networkx.MultiDiGraph`, whose nodes are ids.

        Nodes have the other fields of a `ModelObject` as attributes, edges those of a
        `ModelReference`.
        """
        import networkx  # it is slow to import

        graph = networkx.MultiDiGraph()
        graph.add_nodes_from(self._nodes())
        graph.add_edges_from(self._edges())
        return graph

    def graphml(self) -> str:
        """Return the graph as GraphML, with the attributes of `to_networkx`."""
        from muranopl.views.graph.network import (  # networkx is slow to import
            graphml,
            network,
        )

        return graphml(network(self._nodes(), self._edges()))

    def _nodes(self) -> Iterator[tuple[ObjectId, Data]]:
        for object_ in self.objects:
            attributes = object_._asdict()
            yield attributes.pop("id"), attributes

    def _edges(self) -> Iterator[tuple[ObjectId, ObjectId, Data]]:
        for source, target, property_, owned in self.references:
            yield source, target, {"property": property_, "owned": owned}

    def dot(self) -> str:
        """Return the graph for Graphviz.

        An object is a box, with lines to its parts and dashed ones to other objects that it
        refers to.
        """
        aliases = self._aliases()
        lines = ['  edge [fontname="sans-serif", fontsize=10];']
        lines += [
            f"  {aliases[object_.id]} [label={dot_label(*_label(object_))}];"
            for object_ in self.objects
        ]
        for source, target, property_, owned in self.references:
            style = "dir=both, arrowtail=diamond" if owned else "style=dashed"
            label = f"label={dot_label(property_)}"
            lines.append(f"  {aliases[source]} -> {aliases[target]} [{label}, {style}];")
        return digraph("model", "LR", lines)

    def mermaid(self) -> str:
        """Return the graph as a Mermaid flowchart, with the lines of `dot`."""
        aliases = self._aliases()
        lines = ["flowchart LR"]
        lines += [
            f"  {aliases[object_.id]}[{mermaid_label(*_label(object_))}]"
            for object_ in self.objects
        ]
        for source, target, property_, owned in self.references:
            arrow = "-->" if owned else "-.->"
            label = mermaid_label(property_)
            lines.append(f"  {aliases[source]} {arrow}|{label}| {aliases[target]}")
        return "\n".join([*lines, ""])

    def _aliases(self) -> dict[ObjectId, str]:
        """Return names of the objects in diagrams, whatever characters ids have."""
        return {object_.id: f"o{number}" for number, object_ in enumerate(self.objects)}


def model_graph(root: MuranoObject, context: LoadingContext) -> ModelGraph:
    """Return the graph of the objects that belong to a model or are referred to in it."""
    visited = {id(root)}
    waiting = deque([root])
    objects: list[ModelObject] = []
    references: list[ModelReference] = []
    types: dict[int, ModelClass] = {}
    placed: set[int] = set()

    def add(object_: MuranoObject | None) -> None:
        if object_ is not None and id(object_) not in visited:
            visited.add(id(object_))
            waiting.append(object_)

    while waiting:
        object_ = waiting.popleft()
        class_ = types.get(id(object_.type))
        if class_ is None:
            class_ = types[id(object_.type)] = _model_class(object_.type)
        objects.append(_model_object(object_, class_.type))
        for path, target in _values(object_, context):
            # An object is written once; at further places of its owner it is a reference.
            owned = target.owner is object_ and id(target) not in placed
            if owned:
                placed.add(id(target))
            references.append(ModelReference(object_.id, target.id, path, owned))
            add(target)
        # An owner may refer to its part in a property that models do not have.
        add(object_.owner)
    classes = sorted(set(types.values()))
    return ModelGraph(root.id, tuple(objects), tuple(references), tuple(classes))


def _model_object(object_: MuranoObject, type_: str) -> ModelObject:
    owner, name = object_.owner, object_.name
    return ModelObject(
        object_.id,
        type_,
        name if isinstance(name, str) else None,
        None if owner is None else owner.id,
        object_.generated,
    )


def _model_class(type_: MuranoType) -> ModelClass:
    package = type_.id.package
    ancestors = tuple(str(above.id) for above in type_.linearization[1:])
    return ModelClass(str(type_), type_.name, package.version, package.name, ancestors)


def _values(object_: MuranoObject, context: LoadingContext) -> Iterator[tuple[str, MuranoObject]]:
    """Yield the objects in the properties of an object, with their paths in it."""
    for name in serialized_properties(object_, context):
        yield from _inside(name, object_.properties[name])


def _inside(path: str, value: Any) -> Iterator[tuple[str, MuranoObject]]:
    """Yield the objects in a value, each with its path."""
    if isinstance(value, MuranoObject):
        yield path, value
        return
    parts: Iterable[tuple[str, Any]] = ()
    # Most parts are scalars: no path is made for them
    if isinstance(value, dict):
        parts = ((member(key), part) for key, part in value.items() if isinstance(part, _MAY_HOLD))
    elif isinstance(value, (list, tuple)):
        parts = ((item(at), part) for at, part in enumerate(value) if isinstance(part, _MAY_HOLD))
    for step, part in parts:
        yield from _inside(f"{path}{step}", part)


def _label(object_: ModelObject) -> tuple[str, str]:
    """Return the lines that an object has in diagrams: its name or id, and its class."""
    return object_.name or str(object_.id), object_.type.partition("@")[0]
