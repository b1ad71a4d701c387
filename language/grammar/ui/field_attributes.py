"""Declares the attributes of fields but their types, and reads the values of literal ones.

Reference: ui-definition, Fields; ui-agreement, section 4; measured in the dashboard.
"""

from __future__ import annotations

from types import MappingProxyType

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.entity import Named, entity, read
from muranopl.language.grammar.readers import as_written
from muranopl.language.grammar.shapes import CODE, EXPRESSION, Table, shape_of
from muranopl.language.grammar.ui import attributes
from muranopl.language.grammar.ui.validators import Validator, field_validators
from muranopl.language.grammar.ui.values import choices

_MESSAGES = {
    "required": "The message if the field is empty.",
    "invalid": "The message if the value does not match the type or the regular expression.",
}


@entity
class FieldAttributes(Named):
    """`{name, type, attributes...}`.

    Attributes are nodes, as nearly every one may be an expression. `name` is "" if it is absent, or
    cannot be used to read the value. `node` is the field's mapping. `classes` are those whose
    objects a selector offers. `effective_validators` result from `regexpValidator` and
    `validators`, of which the last one counts.
    """

    UNKNOWN = None  # unknown attributes are reported by the field's type
    APART = MappingProxyType(
        {
            "name": "The name under which expressions read the value: `$.form.name`.",
            "type": "The type of the field: a word such as `string`, or the name of a class, or a "
            "list of such names, whose objects are offered.",
        }
    )
    classes: tuple[TypeName, ...] = ()
    effective_validators: tuple[Validator, ...] = ()
    label: Node | None = read(
        "label",
        attributes.words,
        "The name of the field as the user sees it. Without it the name is derived from `name`.",
    )
    description: Node | None = read(
        "description", attributes.words, "The text beside the page that explains the field."
    )
    description_title: Node | None = read(
        "descriptionTitle",
        attributes.words,
        "The title of the description. Without it the title is the label.",
    )
    help_text: Node | None = read("helpText", attributes.words, "A hint at the control.")
    required: Node | None = read(
        "required",
        attributes.flag,
        "Whether the page cannot be left while the field is empty, which is the default.",
    )
    initial: Node | None = read("initial", as_written(CODE), "The initial value of the field.")
    hidden: Node | None = read(
        "hidden",
        attributes.hidden,
        "Whether the field has no control, so that its value is always `initial`.",
    )
    disabled: Node | None = read(
        "disabled", attributes.flag, "Whether the user sees the value but cannot change it."
    )
    localize: Node | None = read(
        "localize",
        attributes.flag,
        "Whether the value is shown in the format of the user's language.",
    )
    show_hidden_initial: Node | None = read(
        "showHiddenInitial",
        attributes.flag,
        "Whether the page has the first value as well, to detect changes.",
    )
    label_suffix: Node | None = read(
        "labelSuffix", attributes.words, "The text after the label, in place of a colon."
    )
    regexp_validator: Node | None = read(
        "regexpValidator",
        attributes.regexp,
        "The regular expression that the value matches, bare or as `/expression/flags`.",
    )
    validators: Node | None = read(
        "validators",
        as_written(shape_of(field_validators)),
        "Conditions on the value: a list of `{expr: ..., message: ...}`, where `$` is the value.",
    )
    error_messages: Node | None = read(
        "errorMessages",
        as_written(Table(EXPRESSION, names=_MESSAGES)),
        "The messages for the user by kind of error, such as `required` and `invalid`.",
    )
    min_length: Node | None = read(
        "minLength", attributes.length, "The minimum number of characters."
    )
    max_length: Node | None = read(
        "maxLength", attributes.length, "The maximum number of characters."
    )
    strip: Node | None = read(
        "strip",
        attributes.flag,
        "Whether spaces at both ends are removed, which is the default.",
    )
    empty_value: Node | None = read(
        "emptyValue",
        attributes.words,
        "The value of the field if it is left empty, in place of an empty string.",
    )
    min_value: Node | None = read(
        "minValue", attributes.limit, "The smallest number that is accepted."
    )
    max_value: Node | None = read(
        "maxValue", attributes.limit, "The largest number that is accepted."
    )
    step_size: Node | None = read(
        "stepSize", attributes.limit, "Only multiples of this number are accepted."
    )
    confirm_input: Node | None = read(
        "confirmInput",
        attributes.flag,
        "Whether the user types the password twice, which is the default.",
    )
    choices: Node | None = read(
        "choices",
        choices,
        "What the user chooses from: a list of `[value, title]`, or a mapping from values to titles.",
    )
    requirements: Node | None = read(
        "requirements",
        attributes.requirements,
        "The minimum and maximum sizes of the flavors that are offered.",
    )
    image_type: Node | None = read(
        "imageType",
        attributes.words,
        "The type of the images that are offered, or its beginning up to a dot.",
    )
    filter: Node | None = read(
        "filter",
        attributes.network_filter,
        "A regular expression for the names of networks that are offered.",
    )
    murano_networks: Node | None = read(
        "muranoNetworks",
        attributes.network_kind,
        "How networks that Murano created are treated: `exclude` or `translate`.",
    )
    allow_auto: Node | None = read(
        "allowAuto",
        attributes.flag,
        "Whether the user may leave the choice of a network to the engine, which is the default.",
    )
    include_volumes: Node | None = read(
        "includeVolumes",
        attributes.flag,
        "Whether volumes are offered, which is the default.",
    )
    include_snapshots: Node | None = read(
        "includeSnapshots",
        attributes.flag,
        "Whether snapshots of volumes are offered, which is the default.",
    )
    empty_value_message: Node | None = read(
        "emptyValueMessage",
        attributes.words,
        "The text that is shown if nothing is chosen.",
    )
    add_item_link: Node | None = read(
        "addItemLink",
        attributes.words,
        "The page of the dashboard on which the user creates what is missing in the list.",
    )
    widget_media: Node | None = read(
        "widgetMedia",
        attributes.widget,
        "Scripts and style sheets of the control: `{js: [...], css: {...}}`.",
    )
    widget_attrs: Node | None = read(
        "widgetAttrs", attributes.widget, "Attributes of the control in HTML."
    )
    enabled: Node | None = read(
        "enabled",
        as_written(EXPRESSION),
        "An expression: if it is false, the validators of the field are skipped.",
    )
    visible: Node | None = read(
        "visible",
        as_written(EXPRESSION),
        "An expression; the dashboard reads it, but its value has no effect.",
    )
    include_subnets: Node | None = read(
        "includeSubnets",
        as_written(EXPRESSION),
        "An expression; the dashboard reads it, but its value has no effect.",
    )


# The escapes of the module `html`, which is slow to import as it has the names of all characters.
_ESCAPED = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"})


def may_be_disabled(field: FieldAttributes) -> bool:
    """Return whether an expression decides if the field exists.

    Otherwise its value is that of an empty field.
    """
    return isinstance(field.enabled, Yaql)


def is_empty(value: object) -> bool:
    """Return whether a value is empty.

    A required field refuses it, and no validator is applied to it.
    """
    return value in (None, "", [], {})


def literal_initial(field: FieldAttributes) -> Scalar | None:
    """Return the literal value of `initial`; None for null, and for anything else."""
    initial = field.initial
    if isinstance(initial, Scalar) and initial.value is not None:
        return initial
    return None


def initial_text(field: FieldAttributes) -> str | None:
    """Return the initial text of a control; None if `initial` is not a literal.

    Return None if `initial` is not a literal. It is `str()` of the value, escaped for HTML unless the
    value is false.
    """
    initial = literal_initial(field)
    if initial is None:
        return None
    text = str(initial.value)
    return escaped(text) if initial.value else text


def escaped(text: str) -> str:
    """Return a text escaped for HTML."""
    return text.translate(_ESCAPED)


def literal_number(node: Node | None) -> int | float | None:
    """Return the number of an attribute; None for an expression or any other value."""
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, (int, float)) else None


def literal_length(node: Node | None) -> int | None:
    """Return the length of an attribute; None for an expression or an invalid value."""
    if isinstance(node, Scalar):
        return length_of(node.value)
    return None


def length_of(value: object) -> int | None:
    """Return `int()` of a value, as the dashboard reads lengths; None if that fails."""
    try:
        if isinstance(value, (int, float, str)):
            return int(value)
        return None
    except (ValueError, OverflowError):
        return None
