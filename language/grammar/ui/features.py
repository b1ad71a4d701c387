"""Features newer than the `Version` a UI definition names (reference: ui-definition, Version)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from muranopl.ard.nodes import Mapping, Node, Yaql, walk
from muranopl.diagnostics.catalogue import ui as rules
from muranopl.expression.tree import Call
from muranopl.expression.tree import walk as walk_expression
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.version import UIVersion


class Feature(NamedTuple):
    """Something that came with a version."""

    what: str
    node: Node
    since: UIVersion


V2_1, V2_3, V2_4 = UIVersion(2, 1), UIVersion(2, 3), UIVersion(2, 4)


def report_features(features: Iterator[Feature], version: UIVersion, reading: Reading) -> None:
    """Report each of the features that came after `version`."""
    for feature in features:
        if feature.since > version:
            reading.report(rules.TOO_NEW, feature.node.place, what=feature.what, since=feature.since, version=version)


def field_features(field: UIField) -> Iterator[Feature]:
    """What a field uses that is newer than 2.0."""
    title = f'field "{field.name}"'
    word = field.type.word
    if word == "network":
        yield Feature("the type network", field.type.node, V2_1)
    if field.confirm_input is not None:
        yield Feature(f"confirmInput of {title}", field.confirm_input, V2_3)
    own = field.validators or field.regexp_validator
    if word == "password" and own is not None:
        yield Feature(f"an own validator of {title}, a password,", own, V2_3)
    if isinstance(field.choices, Mapping):
        yield Feature(f"a map as choices of {title}", field.choices, V2_4)


def fragment_features(value: Node) -> Iterator[Feature]:
    """What the expressions of a model fragment use that is newer than 2.0."""
    for node in walk(value):
        if isinstance(node, Yaql) and any(
            isinstance(part, Call) and part.name == "ref" for part in walk_expression(node.tree)
        ):
            yield Feature("the function ref()", node, V2_4)
