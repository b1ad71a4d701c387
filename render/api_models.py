"""Object models as the reference API returns them, for environments, sessions and environment templates.

The API has the list `services` where the engine has `applications`, beside columns of its database;
it adds entries to headers, and leaves out the networks of the environment (rest-api.md;
murano/api/v1/environments.py, templates.py).
"""

from __future__ import annotations

import msgspec

from muranopl.ard.nodes import (
    Mapping,
    Node,
    Scalar,
    Sequence,
    entries_at,
    is_null,
    mapping_at,
    text_of,
)
from muranopl.diagnostics.catalogue.objects import API_MODEL
from muranopl.diagnostics.reporter import Reporter
from muranopl.language.grammar.known_names import HEADER
from muranopl.language.grammar.ui.class_names import header_of
from muranopl.render.store import ApiModel
from muranopl.render.whole_model import ENVIRONMENT, is_environment, with_default_networks

_SERVICES, _APPLICATIONS = "services", "applications"
_COLUMNS = frozenset({
    "acquired_by", "created", "description_text", "id", "is_public", "networking", "status",
    "tenant_id", "updated", "version",
})  # fmt: skip
_STATUS = "status"
_SAVED = ("Objects", "ObjectsCopy")


def from_api(model: Mapping, reporter: Reporter) -> Mapping:
    """Return a model as the engine loads it; if the API returned it, report once what it is."""
    objects = model.get(_SAVED[0])
    whole = objects if isinstance(objects, Mapping) else model
    services, kind = whole.find(_SERVICES), _kind(whole)
    if services is None or kind is None:
        return model
    reporter.report(API_MODEL, services[0], kind=kind)
    if whole is model:
        return with_default_networks(_environment(model))
    return mapping_at(model, [(key, _saved(key, value)) for key, value in model.pairs])


def _kind(model: Mapping) -> str | None:
    """Return what the API returned a model for; None for a model as the engine loads it."""
    services = model.get(_SERVICES)
    if model.get(_APPLICATIONS) is not None or not (
        isinstance(services, Sequence) or (services is not None and is_null(services))
    ):
        return None
    if model.get(HEADER) is not None:
        return "the model of an environment" if is_environment(model) else None
    return "an environment template" if model.get("is_public") is not None else "an environment"


def _saved(key: Node, value: Node) -> Node:
    if isinstance(value, Mapping) and text_of(key) in _SAVED:
        return _environment(value)
    return value


def _environment(model: Mapping) -> Mapping:
    """Return an environment with its applications, and without what the API adds."""
    pairs: list[tuple[Node, Node]] = []
    if model.get(HEADER) is None:
        header = {"type": ENVIRONMENT, "id": model.get("id") or ""}
        pairs += entries_at(model.head, {HEADER: header}).pairs
    for key, value in model.pairs:
        name = text_of(key)
        if name == _SERVICES:
            applications = Sequence(*value.span, ()) if is_null(value) else value
            pairs.append((Scalar(*key.span, _APPLICATIONS), applications))
        elif name not in _COLUMNS:
            pairs.append((key, value))
    return ApiModel(*model.span, _without_additions(mapping_at(model, pairs)).pairs)


def _without_additions(node: Mapping) -> Mapping:
    """Return a part of a model without the entries that the API and the dashboard add to headers."""
    header = header_of(node)

    def kept(value: Node) -> Node:
        if value is header:
            return mapping_at(value, [pair for pair in header.pairs if not _is_added(pair[0])])
        if isinstance(value, Sequence):
            return msgspec.structs.replace(value, items=tuple(map(kept, value.items)))
        return _without_additions(value) if isinstance(value, Mapping) else value

    return mapping_at(node, [(key, kept(value)) for key, value in node.pairs])


def _is_added(key: Node) -> bool:
    name = text_of(key) or ""
    return name == _STATUS or name.startswith("_")
