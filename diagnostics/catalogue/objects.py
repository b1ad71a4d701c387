"""Values: object models as text, objects in them, and values against contracts, in models and class files."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

UNREADABLE = render.error(
    "MPL510 model-unreadable",
    'the {what} "{path}" cannot be read: {reason}',
    "pass a file, or - for standard input",
)
SYNTAX = render.error("MPL511 model-syntax", "this is not valid JSON: {problem}")
# A warning, unlike MPL113 for YAML, as JSON permits a key to occur twice
DUPLICATE_KEY = render.warning(
    "MPL512 model-duplicate-key",
    'the key "{key}" occurs twice in this mapping; only the last value counts',
    "remove or rename one of the two",
)
VALUE = render.error(
    "MPL513 model-value",
    "{path}: this value is not supported: {problem}",
    "write a number, a string, true, false or null",
)
DOCUMENTS = render.error(
    "MPL514 model-documents", "{what}", "put each object model into a separate file"
)
MODEL_TOO_DEEP = render.error("MPL515 model-nested-deeply", "{what}")


UNKNOWN_MODEL_TYPE = render.error("MPL524 unknown-model-type", "{path}: {problem}")
GIVE_PACKAGE = "pass the package that contains it, or a folder of packages"
"""The suggestion for a class that does not exist, and is not misspelt."""
BAD_HEADER = render.error(
    "MPL525 bad-object",
    "{path} cannot be loaded as an object: {problem}",
    'add "type", with the full name of a class, and "id" to the mapping "?"',
)
UNKNOWN_ID = render.error(
    "MPL526 unknown-id",
    '{path}: no object of this model has the id "{id}"',
    "write the id of an object of this model, or the object itself",
)
# A warning, as the engine loads the model without the value
UNKNOWN_PROPERTY = render.warning(
    "MPL527 unknown-property",
    '{path}: {type} has no {noun} "{name}", so the value is ignored',
    "remove it, or declare it",
)
BAD_KEY = render.error(
    "MPL528 bad-property-key",
    '{path}: "{key}" cannot be the name of a property of class {type}',
    "start it with a letter or a single underscore, or remove it",
)
# A warning, as the engine loads the model with one object of the two
DUPLICATE_ID = render.warning(
    "MPL530 duplicate-id",
    '{path}: another object already has the id "{id}": this one{note} only overwrites its values',
    'choose another id, or write only "{id}" to refer to the other one',
)
TOO_DEEP = render.error(
    "MPL532 model-too-deep",
    "{path}: objects are nested deeper than {limit} levels",
    "move inner objects to another place in the model, and refer to them by their ids",
)
TOO_MANY = render.error(
    "MPL538 too-many-made",
    "{path}: {problem}",
    "simplify Defaults and contracts, write values instead of expressions, or render the model in parts",
)
IGNORED_KEY = render.warning(
    "MPL539 ignored-header-key",
    '{path}: "{key}" has no meaning in the header of an object, so it is ignored',
    "remove it, or start its name with an underscore",
)
CLASS_OF_SEVERAL = render.warning(
    "MPL550 class-of-several-packages",
    '{path}: class "{name}" is in package {first}, which is used, and in {other}',
)
UNWRITABLE = render.error(
    "MPL534 unwritable-value",
    "{path}: {value} cannot be written to an object model",
    "write it as a string, in quotes",
)
NOT_CONSTRUCTED = render.info(
    "MPL536 not-constructed",
    "{path}: constructors are not run, so the result does not include their changes: {classes}",
)
API_MODEL = render.info(
    "MPL553 api-model",
    "this is {kind} as Murano's API returns it; it is loaded with `services` as its `applications`",
)


VALUE_REFUSED = render.error("MPL520 value-refused", "{path}: {problem}")
CHECK_FAILS = render.error(
    "MPL521 check-fails", "{path}: check() of the contract fails on {value}: {problem}"
)
CONTRACT_FAILS = render.error(
    "MPL522 contract-fails", "{path}: the contract fails on this value: {problem}"
)
# An info, as the model may be right: the embedded core library lacks the body that decides
NOT_EVALUATED = render.info("MPL523 not-evaluated", "{path}: {what} is not evaluated: {problem}")
CIRCULAR_VALUES = render.error(
    "MPL529 circular-values",
    "{path}: the properties of this {type} cannot all get a value: {problem}",
    "set one of them in the model, or write a Default that reads no other property",
)
DEFAULT_FAILS = render.error(
    "MPL531 default-fails",
    '{path}: the Default of property "{name}" fails: {problem}',
    "set the value in the model, or correct the Default",
)
IGNORED_VALUE = render.warning(
    "MPL533 ignored-value",
    '{path}: property "{name}" has usage {usage}, so the value is ignored',
    "remove the value",
)
RECURSIVE_DEFAULT = render.error(
    "MPL535 recursive-default",
    '{path}: the Default of property "{name}" of class {type} creates an object that needs this Default again',
    "write `{name}: null` in the Default, or remove the Default",
)
SURPRISING_VALUE = render.warning("MPL537 surprising-value", "{path}: {problem}")
# A warning, as the document counts unless the quirk is asked for
ENGINE_DIFFERS = render.warning(
    "MPL540 engine-differs",
    "{path} {problem} (--quirk {quirk})",
    "write a value that the documentation and the engine both accept; "
    "`muranopl explain {quirk}` explains the difference",
)


DEFAULT_REFUSED = render.error(
    "MPL501 default-refused",
    "the Default of {what} does not fit its contract: {problem}",
    "write a value that the contract accepts, or change the contract",
)
# A warning, as an object model may have such an object
DEFAULT_NAMES_OBJECT = render.warning(
    "MPL509 default-names-object",
    'the Default is the object id "{id}", which is valid only in an object model that contains this object',
    "remove it, or write `{{}}` to create a new object of the class",
)
DEFAULT_READS = render.error(
    "MPL503 default-reads",
    'the Default of {what} reads property "{name}", {problem}',
    'read another property, or declare "{name}"',
)
# A warning, as the contract accepts the Default by converting it
DEFAULT_CONVERTED = render.warning(
    "MPL502 default-converted",
    "the contract of {what} converts its Default: {problem}",
    "write the converted value",
)
META_REFUSED = render.error(
    "MPL504 meta-refused",
    'the meta object of class "{name}" cannot be created: {problem}',
    "write values that the contracts of its properties accept",
)
DEFAULT_CLASS_IS_NONE = render.error(
    "MPL505 default-class-refused",
    "the contract of {what} creates objects of class {default}, which does not extend {type}, so it rejects them",
    "name a class that extends {type}",
)
# A warning, as a model that gives the value, as if it were an input, makes an object
RESULT_MISSING = render.warning(
    "MPL507 result-refuses-null",
    'property "{name}" has `Usage: Out` and no Default, but rejects null: an object cannot be created without a value',
    "remove notNull(), or add a Default",
)
EXCLUDES_NOTHING = render.error(
    "MPL506 excludes-nothing",
    'the contract of {what} excludes "{name}", but no property "{property}" of class {type} is serialized',
    "name properties of the class",
)
TAKES_NO_VALUE = render.error(
    "MPL508 contract-takes-no-value",
    "the contract of {what} accepts no value: {problem}",
    "correct the contract, or remove the part that rejects every value",
)
