"""Field types of UI definitions with their attributes (reference: ui-definition, Fields; ui-definition.json).

Which literal attributes a type accepts was measured by building forms in the last dashboard.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from muranopl.ard.nodes import Node, Sequence, text_of
from muranopl.diagnostics.catalogue import shapes
from muranopl.diagnostics.catalogue import ui as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.names import DOTTED

_WIDGET = ("widgetAttrs", "widgetMedia")
_TEXT = ("emptyValue", "maxLength", "minLength", "strip", *_WIDGET)
_CLASS = ("addItemLink", "choices", "emptyValueMessage", *_WIDGET)

# The attributes of each type, without those that all types have.
ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "string": _TEXT,
    "text": _TEXT,
    "boolean": _WIDGET,
    "integer": ("maxValue", "minValue", "stepSize", *_WIDGET),
    "password": ("confirmInput", *_TEXT),
    "clusterip": _TEXT,
    "databaselist": _TEXT,
    "flavor": ("choices", "requirements", *_WIDGET),
    "keypair": ("addItemLink", "choices", *_WIDGET),
    "image": ("choices", "imageType"),
    "azone": ("choices", *_WIDGET),
    "network": ("allowAuto", "choices", "filter", "muranoNetworks", *_WIDGET),
    "choice": ("choices", *_WIDGET),
    "floatingip": _WIDGET,
    "domain": _CLASS,
    "securitygroup": ("addItemLink", "choices", *_WIDGET),
    "volume": ("choices", "includeSnapshots", "includeVolumes", *_WIDGET),
    "zone": ("choices", *_WIDGET),
}
# Read only from an expression; a literal of this name is refused.
ONLY_EXPRESSION = ("enabled", "includeSubnets", "visible")
# An expression under these names has no effect: the field's default takes precedence (measured).
EXPRESSION_IGNORED = frozenset(
    {
        "allowAuto",
        "confirmInput",
        "descriptionTitle",
        "disabled",
        "emptyValue",
        "emptyValueMessage",
        "errorMessages",
        "helpText",
        "hidden",
        "includeSnapshots",
        "includeVolumes",
        "localize",
        "regexpValidator",
        "required",
        "showHiddenInitial",
        "strip",
        "validators",
    }
)
# Attributes whose evaluated values the dashboard does not use.
NEVER_EVALUATED = EXPRESSION_IGNORED | {"includeSubnets", "visible"}
# Evaluated before any page is shown, without data; other attributes are evaluated when their page is shown.
EVALUATED_AT_LOAD = ("choices", "minLength", "maxLength", "minValue", "maxValue", "stepSize")
_DEPRECATED = {"floatingip": "type boolean", "domain": "the name of a class, with emptyValueMessage"}


class FieldType(msgspec.Struct, eq=False):
    """The type of a field: a known `word`, or None and the classes whose objects the field offers.

    `guess` is the known type that an unknown word probably misspells.
    """

    node: Node
    word: str | None = None
    classes: tuple[TypeName, ...] = ()
    guess: str | None = None

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes of the type, without those that all types have."""
        return _CLASS if self.word is None else ATTRIBUTES[self.word]


def field_type(node: Node, literals: Collection[str], reading: Reading, what: str) -> FieldType:
    """Return the type: a known word, the name of a class, or a list of names.

    Other values break the form (measured). `literals` are the field's attributes with a literal
    value.
    """
    if isinstance(node, Sequence):
        names = tuple(name for item in node.items if (name := _class_name(item, literals, reading, what)))
        if not node.items:
            reading.report(
                shapes.WRONG_TYPE,
                node.place,
                what=what,
                expected="a type or class names",
                found="an empty list",
                severity=Severity.WARNING,
            )
        return FieldType(node, classes=names)
    word = text_of(node)
    if word in ATTRIBUTES:
        if word in _DEPRECATED:
            instead = _DEPRECATED[word]
            reading.report(rules.DEPRECATED_TYPE, node.place, type=word, what=what, instead=instead)
        return FieldType(node, word)
    name = _class_name(node, literals, reading, what)
    if name is None:
        return FieldType(node)
    return FieldType(node, classes=(name,), guess=None if "." in name.text else nearest(name.text, ATTRIBUTES))


def _class_name(node: Node, literals: Collection[str], reading: Reading, what: str) -> TypeName | None:
    """Return one class name.

    A word without a dot, or an invalid name, gives a field without choices. With attributes that
    only the intended type has, the dashboard refuses the definition, as for any other type.
    """
    name = text_of(node)
    if name is None:
        reading.wrong_type(node, what, "a type or a class name")
        return None
    if "." not in name or not DOTTED.match(name):
        close = nearest(name, ATTRIBUTES)
        refused = close is not None and any(each in ATTRIBUTES[close] and each not in _CLASS for each in literals)
        reading.report(
            rules.UNKNOWN_TYPE,
            node.place,
            what=what,
            type=name,
            severity=Severity.ERROR if refused else Severity.WARNING,
            suggestion=did_you_mean(close, f"types are {', '.join(ATTRIBUTES)}, and class names"),
        )
    return TypeName(name, node)
