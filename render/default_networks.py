"""The networks of an environment for which a client names none, as the reference API adds them.

With that API an environment is created before applications are put into it, so the engine never
loads one without networks (murano/db/services/environments.py).
"""

from __future__ import annotations

from muranopl.ard.nodes import Mapping, Scalar, entries_at, is_false, mapping_at, text_of
from muranopl.language.grammar.object_header import HEADER
from muranopl.render.definition import TYPE_STRING
from muranopl.render.object_model import ENVIRONMENT

_NETWORKS = "defaultNetworks"
_CLASS = "io.murano.resources.NeutronNetwork"


def with_default_networks(model: Mapping) -> Mapping:
    """Return a model, with a network of its own if its root is an environment without networks.

    `{environment: null, flat: null}` is kept: that is how a client asks for no network.
    """
    if not _is_environment(model):
        return model
    networks, name = model.get(_NETWORKS), model.get("name")
    # Without a name the environment is refused, whatever its networks.
    if not isinstance(name, Scalar) or (networks is not None and not is_false(networks)):
        return model
    network = {HEADER: {"type": _CLASS}, "name": str(name.value) + "-network"}
    added = entries_at(model.head, {_NETWORKS: {"environment": network, "flat": None}})
    kept = (pair for pair in model.pairs if text_of(pair[0]) != _NETWORKS)
    return mapping_at(model, (*kept, *added.pairs))


def _is_environment(model: Mapping) -> bool:
    header = model.get(HEADER)
    if not isinstance(header, Mapping):
        return False
    written = TYPE_STRING.match(text_of(header.get("type")) or "")
    return written is not None and written[1] == ENVIRONMENT
