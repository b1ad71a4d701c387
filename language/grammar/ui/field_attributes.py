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
    label: Node | None = read("label", attributes.words)
    description: Node | None = read("description", attributes.words)
    description_title: Node | None = read("descriptionTitle", attributes.words)
    help_text: Node | None = read("helpText", attributes.words)
    required: Node | None = read("required", attributes.flag)
    initial: Node | None = read("initial", anything)
    hidden: Node | None = read("hidden", attributes.hidden)
    disabled: Node | None = read("disabled", attributes.flag)
    localize: Node | None = read("localize", attributes.flag)
    show_hidden_initial: Node | None = read("showHiddenInitial", attributes.flag)
    label_suffix: Node | None = read("labelSuffix", attributes.words)
    regexp_validator: Node | None = read("regexpValidator", attributes.regexp)
    validators: Node | None = read("validators", anything)
    error_messages: Node | None = read("errorMessages", anything)
    min_length: Node | None = read("minLength", attributes.length)
    max_length: Node | None = read("maxLength", attributes.length)
    strip: Node | None = read("strip", attributes.flag)
    empty_value: Node | None = read("emptyValue", attributes.words)
    min_value: Node | None = read("minValue", attributes.limit)
    max_value: Node | None = read("maxValue", attributes.limit)
    step_size: Node | None = read("stepSize", attributes.limit)
    confirm_input: Node | None = read("confirmInput", attributes.flag)
    choices: Node | None = read("choices", choices)
    requirements: Node | None = read("requirements", attributes.requirements)
    image_type: Node | None = read("imageType", attributes.words)
    filter: Node | None = read("filter", attributes.network_filter)
    murano_networks: Node | None = read("muranoNetworks", attributes.network_kind)
    allow_auto: Node | None = read("allowAuto", attributes.flag)
    include_volumes: Node | None = read("includeVolumes", attributes.flag)
    include_snapshots: Node | None = read("includeSnapshots", attributes.flag)
    empty_value_message: Node | None = read("emptyValueMessage", attributes.words)
    add_item_link: Node | None = read("addItemLink", attributes.words)
    widget_media: Node | None = read("widgetMedia", attributes.widget)
    widget_attrs: Node | None = read("widgetAttrs", attributes.widget)
    enabled: Node | None = read("enabled", anything)
    visible: Node | None = read("visible", anything)
    include_subnets: Node | None = read("includeSubnets", anything)
