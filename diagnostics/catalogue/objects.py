"""Objects in object models: their headers, ids and keys, and values that are lost or changed."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

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
