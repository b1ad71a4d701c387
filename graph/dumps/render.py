"""The dump of phase 5: default objects and contracts of complete types."""

from __future__ import annotations

import msgspec

from muranopl.graph.declared import Data
from muranopl.graph.shown_classes import ShownClasses
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts.outline import outline
from muranopl.phases.results import PhaseResults


class RenderDump(msgspec.Struct):
    """The types shown."""

    types: dict[str, Data]


def render_dump(results: PhaseResults, shown: ShownClasses) -> RenderDump:
    """Return the dump of phase 5."""

    def rendered(type_: CompleteType) -> Data:
        contracts = {
            name: member.declaration.contract
            for name, member in type_.properties.items()
        }
        return {
            "defaults": results.rendering.defaults.rendered(type_),
            "contracts": {
                name: outline(contract)
                for name, contract in contracts.items()
                if contract is not None
            },
        }

    return RenderDump(
        {
            str(id_): rendered(type_)
            for id_, type_ in results.inheritance.types.items()
            if shown.has(id_)
        }
    )
