"""UI definitions: version, forms, fields and their attributes, model fragments."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

_CLASS = """\
=== Classes/Sample.yaml
Namespaces:
  =: example.app
Name: Sample
Properties:
  port:
    Contract: $
"""


def _ui(forms: str = "", *, version: str = "2.4", more: str = "", port: str = "80") -> str:
    return (
        f"=== UI/ui.yaml\nVersion: {version}\n{more}"
        f"Application:\n  ?:\n    type: example.app.Sample\n  port: {port}\n{forms}{_CLASS}"
    )


def _form(name: str, fields: str) -> str:
    return _ui(f"Forms:\n  - {name}:\n      fields:\n{fields}", port=f"$.{name}.port")


def _field(attributes: str, type_: str = "string") -> str:
    lines = "".join(f"          {line}\n" for line in attributes.splitlines())
    return _form("main", f"        - name: port\n          type: {type_}\n{lines}")


_GOOD_FIELD = _field("label: Port")

BAD_VERSION = read.error(
    "MPL173 ui-version",
    message="{what} must be 2 or 2.0 to 2.4, not {found}, {problem}",
    explanation="""\
`Version` names the format of the UI definition. The dashboard takes major version 2 up to 2.4, as a number or text,
and refuses everything else. Some odd spellings it accepts and takes as another version; write the plain number.
Without `Version` it is 2.4.""",
    bad=_ui(version="2.5"),
    good=_ui(version="2.4"),
)

TOO_NEW = read.warning(
    "MPL174 ui-too-new",
    message="{what} needs UI version {since}, but this definition has version {version}",
    explanation="""\
The feature came with a later version of the format than the definition's `Version` names. The last dashboard takes
it all the same; one as old as the version promises to support does not. Raise `Version`.""",
    bad=_ui(version="2.3", more="Parameters:\n  port: 80\n", port="$port"),
    good=_ui(version="2.4", more="Parameters:\n  port: 80\n", port="$port"),
)

TEXT_AS_EXPRESSION = read.error(
    "MPL175 ui-text-as-expression",
    message="{what} reads as the expression {text}, which fails; quote it if text is meant",
    explanation="""\
An unquoted scalar with any character besides letters, digits, blanks, dots and colons that parses as YAQL is an
expression: `some-text` is "some minus text", `10.0.0.0/24` a division and `name/1.0.0` too. It fails when the
dashboard evaluates it, and the form or the whole application with it. Quote it.""",
    bad=_ui(port="10.0.0.0/24"),
    good=_ui(port="'10.0.0.0/24'"),
)

PARAMETER_DROPPED = read.warning(
    "MPL176 ui-parameter-dropped",
    message="{name} is no name of a parameter: it is dropped, as it does not begin with a letter",
    explanation="""\
The dashboard leaves out parameters whose name does not begin with a letter, without a word; expressions that use
them get null.""",
    bad=_ui(more="Parameters:\n  _port: 80\n"),
    good=_ui(more="Parameters:\n  port: 80\n", port="$port"),
)

PARAMETER_READS_FORM = read.error(
    "MPL177 ui-parameter-reads-form",
    message="{what} reads form data by {text}, but parameters are evaluated before there is any",
    explanation="""\
Parameters are evaluated once, when the definition is loaded. The data of forms do not exist then, so the expression
fails and the definition is refused. Use the expression itself where the parameter is used, or a template.""",
    bad=_ui(
        "Forms:\n  - main:\n      fields:\n        - name: port\n          type: integer\n",
        more="Parameters:\n  port: $.main.port\n",
        port="$port",
    ),
    good=_ui(
        "Forms:\n  - main:\n      fields:\n        - name: port\n          type: integer\n",
        port="$.main.port",
    ),
)

BAD_FORM = read.error(
    "MPL178 ui-bad-form",
    message="an item of Forms must be one name with its form: `- name:` and below it, indented deeper, `fields:`",
    explanation="""\
Each item of `Forms` is a mapping of exactly one name to its form. Of several names only the first counts. A
frequent slip is to indent `fields` only as deep as the name, which makes it a second name; then the definition is
refused.""",
    bad=_ui("Forms:\n  - main:\n    fields: []\n"),
    good=_ui("Forms:\n  - main:\n      fields: []\n"),
)

RESERVED_FORM = read.warning(
    "MPL179 ui-reserved-form",
    message='the dashboard adds a form "{name}" of its own, whose values replace those of this one',
    explanation="""\
After the forms of a definition the dashboard shows one of its own, `workflowManagement`, which asks for the
application's name. Both keep their values under the form's name, so the values of a form with this name are lost.""",
    bad=_form("workflowManagement", "        - name: port\n          type: integer\n"),
    good=_form("main", "        - name: port\n          type: integer\n"),
)

SECOND = read.warning(
    "MPL180 ui-duplicate",
    message='a second {noun} "{name}"; only the last one counts',
    explanation="""\
Two fields of a form, two forms or two spellings of an attribute (`helpText` and `help_text`) have one name, and the
dashboard silently lets the last one win. `regexpValidator` and `validators` of one field replace each other as
well; put the regular expression among the validators: `- expr: {regexpValidator: ...}`.""",
    bad=_form("main", "        - name: port\n          type: integer\n        - name: port\n          type: string\n"),
    good=_form("main", "        - name: port\n          type: integer\n"),
)

REFUSED_ATTRIBUTE = read.error(
    "MPL181 ui-refused-attribute",
    message='{what} is of {type}, which takes no attribute "{attribute}": the dashboard refuses the whole definition',
    explanation="""\
Each type of field takes the common attributes and some of its own. Any other attribute with a plain value makes the
dashboard refuse the whole definition, so that the application cannot be added at all.""",
    bad=_field("maxLength: 5", "integer"),
    good=_field("maxValue: 65535", "integer"),
)

UNKNOWN_ATTRIBUTE = read.warning(
    "MPL182 ui-unknown-attribute",
    message='{what} is of {type}, which has no attribute "{attribute}"; as an expression it is accepted and ignored',
    explanation="""\
The dashboard accepts an attribute of any name if its value is an expression, and then never looks at it. Most
likely the name is misspelt, or the attribute belongs to another type.""",
    bad=_field("lable: str(Port)"),
    good=_field("label: str(Port)"),
)

UNKNOWN_TYPE = read.warning(
    "MPL183 ui-unknown-type",
    message='{what} is "{type}", which is neither a known type nor a dotted class name',
    explanation="""\
The dashboard takes any word it does not know for the name of a class, and shows a list of the applications of that
class, which is empty. Class names are written in full.""",
    bad=_field("label: Port", "strnig"),
    good=_GOOD_FIELD,
)

BAD_REGEXP = read.error(
    "MPL184 ui-bad-regexp",
    message="{what} is no regular expression: {problem}",
    explanation="""\
Regular expressions are Python's, plain or as `/expression/flags`. One that does not compile makes the dashboard
refuse the whole definition, or fail to show the form. In double quotes YAML takes a backslash for itself: use
single quotes.""",
    bad=_field("regexpValidator: '^[a-z'"),
    good=_field("regexpValidator: '^[a-z]+$'"),
)

BAD_CHOICES = read.error(
    "MPL185 ui-bad-choices",
    message="{what}: {problem}",
    explanation="""\
The choices of a field are a list of pairs, each the value and the title shown for it; a title that is again a list
of pairs makes a group. The form cannot be shown with anything else. From version 2.4 on they may be a mapping, but
its keys are rewritten to snake_case before they become values.""",
    bad=_field("choices:\n  - small\n  - large", "choice"),
    good=_field("choices:\n  - [small, Small]\n  - [large, Large]", "choice"),
)

BAD_VALIDATOR = read.error(
    "MPL186 ui-bad-validator",
    message="expr in {what} {wanted}; this is {found}",
    explanation="""\
A validator is `{expr, message}`. For a form `expr` is an expression over the data of all forms, anything else
breaks the form when it is submitted. For a field it is an expression over the field's value, or `{regexpValidator:
text}`; a validator with anything else is dropped without a word. Text that does not parse as an expression stays
text.""",
    bad=_field("validators:\n  - expr: '$ > 1'\n    message: Too low"),
    good=_field("validators:\n  - expr: $ > 1\n    message: Too low"),
)

DEPRECATED_TYPE = read.info(
    "MPL187 ui-deprecated-type",
    message="{what} is {type}, which is deprecated; use {instead}",
    explanation="""\
The types `floatingip` and `domain` are leftovers of the first format. They still work, but `boolean` and the name
of a class say the same.""",
    bad=_field("label: Public", "floatingip"),
    good=_field("label: Public", "boolean"),
)

NOT_EVALUATED = read.warning(
    "MPL188 ui-not-evaluated",
    message="the expression {text} in {what} is never evaluated",
    explanation="""\
The dashboard accepts an expression for every attribute, but for some, `hidden` and `required` among them, it has
the default at hand before it looks at the expression. Expressions inside the lists and mappings of an attribute are
never evaluated either: they show as a piece of the dashboard's inside. Quote what is meant as text.""",
    bad=_field("hidden: len(secret) > 6"),
    good=_field("hidden: true"),
)

PROPERTY_NOT_WORD = read.warning(
    "MPL189 ui-property-not-word",
    message="{name} in {what} is no word, so no property can have this name",
    explanation="""\
The keys of an object in `Application` and `Templates` are properties of its class, besides the header `?`.
Properties are named by words; the engine drops what is no property without a word.""",
    bad=_ui().replace("  port: 80\n", "  port: 80\n  'port no': 1\n"),
    good=_ui(),
)
