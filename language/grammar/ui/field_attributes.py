"""The attributes of fields, without their types (reference: ui-definition, Fields)."""

from __future__ import annotations

from muranopl.ard.nodes import Node
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.entity import Named, entity, read
from muranopl.language.grammar.readers import anything
from muranopl.language.grammar.ui import attributes
from muranopl.language.grammar.ui.validators import Validator
from muranopl.language.grammar.ui.values import choices


@entity
class FieldAttributes(Named):
    """`{name, type, attributes...}`.

    Attributes are nodes, as nearly every one may be an expression. `name` is "" if it is absent, or
    cannot be used to read the value. `node` is the field's mapping. `classes` are those whose
    objects a selector offers. `effective_validators` result from `regexpValidator` and
    `validators`, of which the last one counts.
    """

    UNKNOWN = None  # unknown attributes are reported by the field's type
    classes: tuple[TypeName, ...] = ()
    effective_validators: tuple[Validator, ...] = ()
    label: Node | None = read("label", attributes.words, default=None)
    description: Node | None = read("description", attributes.words, default=None)
    description_title: Node | None = read("descriptionTitle", attributes.words, default=None)
    help_text: Node | None = read("helpText", attributes.words, default=None)
    required: Node | None = read("required", attributes.flag, default=None)
    initial: Node | None = read("initial", anything, default=None)
    hidden: Node | None = read("hidden", attributes.hidden, default=None)
    disabled: Node | None = read("disabled", attributes.flag, default=None)
    localize: Node | None = read("localize", attributes.flag, default=None)
    show_hidden_initial: Node | None = read("showHiddenInitial", attributes.flag, default=None)
    label_suffix: Node | None = read("labelSuffix", attributes.words, default=None)
    regexp_validator: Node | None = read("regexpValidator", attributes.regexp, default=None)
    validators: Node | None = read("validators", anything, default=None)
    error_messages: Node | None = read("errorMessages", anything, default=None)
    min_length: Node | None = read("minLength", attributes.length, default=None)
    max_length: Node | None = read("maxLength", attributes.length, default=None)
    strip: Node | None = read("strip", attributes.flag, default=None)
    empty_value: Node | None = read("emptyValue", attributes.words, default=None)
    min_value: Node | None = read("minValue", attributes.limit, default=None)
    max_value: Node | None = read("maxValue", attributes.limit, default=None)
    step_size: Node | None = read("stepSize", attributes.limit, default=None)
    confirm_input: Node | None = read("confirmInput", attributes.flag, default=None)
    choices: Node | None = read("choices", choices, default=None)
    requirements: Node | None = read("requirements", attributes.requirements, default=None)
    image_type: Node | None = read("imageType", attributes.words, default=None)
    filter: Node | None = read("filter", attributes.network_filter, default=None)
    murano_networks: Node | None = read("muranoNetworks", attributes.network_kind, default=None)
    allow_auto: Node | None = read("allowAuto", attributes.flag, default=None)
    include_volumes: Node | None = read("includeVolumes", attributes.flag, default=None)
    include_snapshots: Node | None = read("includeSnapshots", attributes.flag, default=None)
    empty_value_message: Node | None = read("emptyValueMessage", attributes.words, default=None)
    add_item_link: Node | None = read("addItemLink", attributes.words, default=None)
    widget_media: Node | None = read("widgetMedia", attributes.widget, default=None)
    widget_attrs: Node | None = read("widgetAttrs", attributes.widget, default=None)
    enabled: Node | None = read("enabled", anything, default=None)
    visible: Node | None = read("visible", anything, default=None)
    include_subnets: Node | None = read("includeSubnets", anything, default=None)
