"""The UI definition of a package (`UI/ui.yaml`): the forms a user fills in, and the template of the object model.

Reference: ui-definition; what is called measured was tried on the last dashboard, which either refuses a definition
as a whole, or fails when a form is shown or submitted. Both are errors here; what it ignores or takes as something else
is less.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, is_null, mapping_at, text_of
from muranopl.diagnostics.catalogue import shapes
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.grammar.entity import Entity, Reading, entity, read, read_entity
from muranopl.language.grammar.names import DOTTED
from muranopl.language.grammar.readers import anything
from muranopl.language.grammar.ui.features import V2_4, Feature, field_features, fragment_features, report_features
from muranopl.language.grammar.ui.form import UIForm, forms
from muranopl.language.grammar.ui.fragments import UIParameter, UITemplate, check_application, parameters, templates
from muranopl.language.grammar.ui.keys import respelled, snake_case, spelling
from muranopl.language.grammar.ui.version import LATEST, UIVersion, ui_version

VERSION = "Version"
_WHAT = "the UI definition"
_NAMED_SINCE = UIVersion(2, 2)  # from here on the dashboard asks for the name of the application itself
# Names the dashboard uses itself when it hands over the rest of the keys, in snake_case.
_TAKEN = ("version", "fqn", "cleaned_data", "context", "self")


def parameters_source(node: Node, reading: Reading, what: str) -> Node | None:
    """`ParametersSource`: `[class.]method`; null is as good as absent."""
    if is_null(node):
        return None
    name = text_of(node)
    if name is None or not DOTTED.match(name):
        reading.wrong_type(node, what, "[class.]method", Severity.ERROR if name is None else Severity.WARNING)
    return None if name is None else node


@entity
class UIDefinition(Entity):
    """A dynamic-UI definition; `node` is its mapping, empty where the document is none.

    `forms` and their fields are those written, those of one name included; the last one counts. A parameter that is
    dropped is left out.
    """

    node: Mapping
    version: UIVersion = read(VERSION, ui_version, default=LATEST)
    templates: tuple[UITemplate, ...] = read("Templates", templates, default=())
    parameters: tuple[UIParameter, ...] = read("Parameters", parameters, default=())
    parameters_source: Node | None = read("ParametersSource", parameters_source, default=None)
    application: Node | None = read("Application", anything, default=None, required=True)
    forms: tuple[UIForm, ...] = read("Forms", forms, default=())


_KEYS = spelling(key for key in UIDefinition.TAGS if key != VERSION)


def read_ui(node: Node, reading: Reading) -> UIDefinition:
    """Read the document of a UI file."""
    if not isinstance(node, Mapping):
        return read_entity(UIDefinition, node, reading, _WHAT, node=mapping_at(node))
    known = _without_taken(respelled(node, _KEYS, reading, _WHAT), reading)
    definition = read_entity(UIDefinition, known, reading, _WHAT, node=node)
    if definition.application is not None:
        named = definition.version >= _NAMED_SINCE
        check_application(definition.application, named, reading, f"Application of {_WHAT}")
    report_features(_features(definition, known), definition.version, reading)
    return definition


def _without_taken(node: Mapping, reading: Reading) -> Mapping:
    """The mapping without keys that break the definition, after a report."""
    kept = []
    for key, value in node.pairs:
        name = str(key.value) if isinstance(key, Scalar) else ""
        if name == VERSION or snake_case(name) not in _TAKEN:
            kept.append((key, value))
            continue
        remedy = f'did you mean "{VERSION}"?' if snake_case(name) == "version" else "the dashboard refuses this key"
        reading.report(shapes.UNKNOWN_KEY, key.place, key=name, what=_WHAT, severity=Severity.ERROR, suggestion=remedy)
    return msgspec.structs.replace(node, pairs=tuple(kept))


def _features(definition: UIDefinition, node: Mapping) -> Iterator[Feature]:
    """All there is in a definition that came with some version."""
    for key in ("Parameters", "ParametersSource"):
        pair = node.find(key)
        if pair is not None:
            yield Feature(key, pair[0], V2_4)
    for form in definition.forms:
        for field in form.fields:
            yield from field_features(field)
    if definition.application is not None:
        yield from fragment_features(definition.application)
    for template in definition.templates:
        yield from fragment_features(template.node)
