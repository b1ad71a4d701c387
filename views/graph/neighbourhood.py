"""The neighbourhood of a class in the class graph: the part that a reader looks at first."""

from __future__ import annotations

from muranopl.inherit.complete import CompleteType
from muranopl.namespace.result import TypeId
from muranopl.phases.results import PhaseResults
from muranopl.views.classes import encoder, place_data
from muranopl.views.graph.declared import Data
from muranopl.views.graph.describer import ClassDescriber


def neighbourhood_data(results: PhaseResults, class_: TypeId, most: int) -> Data:
    """Return a class, complete, its ancestors, and at most `most` classes that extend it directly."""
    types = results.inheritance.types
    middle = types[class_]
    extending = sorted(id_ for id_, type_ in types.items() if class_ in type_.parents)
    above = [id_ for id_ in middle.ancestors if id_ in types]
    return {
        "middle": encoder(place_data)(ClassDescriber(results).class_(middle)),
        "relatives": [_head(types[id_]) for id_ in (*above, *extending[:most])],
        "left_out": max(0, len(extending) - most),
    }


def _head(type_: CompleteType) -> Data:
    return {
        "name": type_.id.name,
        "version": type_.id.package.version,
        "package": type_.id.package.name,
        "usage": type_.usage.value,
        "parents": list(map(str, type_.parents)),
    }
