"""Declares and reads the UI definition of a package (`UI/ui.yaml`).

It declares the forms for users, and the template of the object model. Reference: ui-definition;
"measured" means tried on the last dashboard, which either refuses a definition as a whole, or fails
when a form is shown or submitted. Both are errors here; values that it ignores or reads differently
are warnings.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from muranopl.ard.nodes import Mapping, Node, Scalar, expressions, is_null, mapping_at, text_of
from muranopl.ard.yaql.tree import Call, Expression
from muranopl.ard.yaql.tree import walk as walk_expression
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.diagnostic import Applicability, Fix, Severity, fixed_by
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.language.grammar.entity import Entity, entity, read, read_entity
from muranopl.language.grammar.names import DOTTED
from muranopl.language.grammar.readers import as_written
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import TEXT, FragmentShape, shaped
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.form import NAMED_SINCE, UIForm, forms
from muranopl.language.grammar.ui.fragments import (
    UIParameter,
    UITemplate,
    check_application,
    parameters,
    report_meant_expressions,
    templates,
)
from muranopl.language.grammar.ui.keys import (
    LATEST,
    UIVersion,
    respelled,
    snake_case,
    spelling,
    ui_version,
)

VERSION = "Version"
_WHAT = "the UI definition"
_V2_3, _V2_4 = UIVersion(2, 3), UIVersion(2, 4)
# Names of arguments the dashboard passes together with the rest of the keys, in snake_case.
_TAKEN = ("version", "fqn", "cleaned_data", "context", "self")

Feature = tuple[str, Node, UIVersion]
"""A feature that a definition uses, its node, and the version that introduced it."""


@shaped(TEXT)
def parameters_source(node: Node, reading: Reading, what: str) -> Node | None:
    """Return the value of `ParametersSource`: `[class.]method`; null is like an absent key."""
    if is_null(node):
        return None
    name = text_of(node)
    if name is None or not DOTTED.match(name):
        reading.wrong_type(node, what, "[class.]method", warning=name is not None)
    return None if name is None else node


@entity
class UIDefinition(Entity):
    """A dynamic-UI definition; `node` is its mapping, empty if the document is not a mapping.

    `forms` and their fields include those of equal names; of these the last one counts. Parameters
    that the dashboard drops are left out.
    """

    node: Mapping
    version: UIVersion = read(
        VERSION,
        ui_version,
        "The version of the format, `2.0` to `2.4`. Without it the version is 2.4.",
        default=LATEST,
    )
    templates: tuple[UITemplate, ...] = read(
        "Templates",
        templates,
        "Parts of the object model by name. `$name` creates such a part, `repeat($name, n)` "
        "several.",
    )
    parameters: tuple[UIParameter, ...] = read(
        "Parameters",
        parameters,
        "Values by name, evaluated before any form is shown; `$name` reads one.",
    )
    parameters_source: Node | None = read(
        "ParametersSource",
        parameters_source,
        "A static, public method, `[class.]method`, that returns a mapping of more parameters.",
    )
    application: Node | None = read(
        "Application",
        as_written(FragmentShape()),
        "The object that is added to the environment: its header `?` with the class, and "
        "values of its properties. Expressions read the forms: `$.form.field`.",
        required=True,
    )
    forms: tuple[UIForm, ...] = read(
        "Forms",
        forms,
        "The pages that the user fills in: a list, with one `name: {fields: [...]}` in each item.",
    )

    @property
    def fragments(self) -> Iterator[Node]:
        """The parts of object models: Application and Templates."""
        if self.application is not None:
            yield self.application
        yield from (template.node for template in self.templates)


_KEYS = spelling(key for key in UIDefinition.TAGS if key != VERSION)


def read_ui(node: Node, reading: Reading) -> UIDefinition:
    """Return the definition of the document of a UI file."""
    if not isinstance(node, Mapping):
        return read_entity(UIDefinition, node, reading, _WHAT, node=mapping_at(node))
    mapping = _without_taken(respelled(node, _KEYS, reading, _WHAT), reading)
    definition = read_entity(UIDefinition, mapping, reading, _WHAT, node=node)
    if definition.application is not None:
        named = definition.version >= NAMED_SINCE
        check_application(definition.application, named, reading, f"Application of {_WHAT}")
    names = {form.name for form in definition.forms}
    parameters = (parameter.node for parameter in definition.parameters)
    report_meant_expressions((*definition.fragments, *parameters), names, reading)
    version = definition.version
    for what, at, since in _features(definition, mapping):
        if since > version:
            reading.report(
                rules.TOO_NEW,
                at,
                what=what,
                since=since,
                version=version,
                fixes=functools.partial(_raised, mapping, since, version),
            )
    return definition


def _raised(mapping: Mapping, since: UIVersion, version: UIVersion) -> tuple[Fix, ...]:
    """Return the fix that writes a later version; from 2.2 on the dashboard asks for a name."""
    from muranopl.ard.rewriting import with_pair

    pair = mapping.find(VERSION)
    edit = None if pair is None else with_pair(*pair, f"{VERSION}: {since}")
    applicability = Applicability.SAFE
    if version < NAMED_SINCE:
        applicability = Applicability.UNSAFE
    return fixed_by(f"write `{VERSION}: {since}`", edit, applicability=applicability)


def _without_taken(node: Mapping, reading: Reading) -> Mapping:
    """Return the mapping without keys that break the definition, which are reported."""
    kept = []
    for key, value in node.pairs:
        name = str(key.value) if isinstance(key, Scalar) else ""
        if name == VERSION or snake_case(name) not in _TAKEN:
            kept.append((key, value))
            continue
        is_meant = snake_case(name) == "version" and node.find(VERSION) is None
        remedy = did_you_mean(VERSION if is_meant else None, "remove it")
        reading.report(
            yaml.UNKNOWN_KEY,
            key,
            key=name,
            what=_WHAT,
            severity=Severity.ERROR,
            suggestion=remedy,
        )
    return mapping_at(node, kept)


def _features(definition: UIDefinition, node: Mapping) -> Iterator[Feature]:
    """Yield the features of a definition that are newer than 2.0.

    Reference: ui-definition, Version.
    """
    for key in ("Parameters", "ParametersSource"):
        pair = node.find(key)
        if pair is not None:
            yield key, pair[0], _V2_4
    for form in definition.forms:
        for field in form.fields:
            yield from _field_features(field)
    for fragment in definition.fragments:
        for expression in expressions(fragment):
            if "ref" in expression.text and "ref" in _called(expression.tree):
                yield "the function ref()", expression, _V2_4


def _called(tree: Expression) -> set[str]:
    return {part.name for part in walk_expression(tree) if isinstance(part, Call)}


def _field_features(field: UIField) -> Iterator[Feature]:
    title = f'field "{field.name}"'
    type_ = field.type
    if type_.since is not None:
        yield f"the type {type_.name}", field.type_node, type_.since
    if field.confirm_input is not None:
        yield f"confirmInput of {title}", field.confirm_input, _V2_3
    own = field.validators or field.regexp_validator
    if type_.default_validators and own is not None:
        yield f"a validator of {title}, a {type_.name},", own, _V2_3
    if isinstance(field.choices, Mapping):
        yield f"a mapping as choices of {title}", field.choices, _V2_4
