"""Object models: objects, their headers, and what becomes of them."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

UNKNOWN_MODEL_TYPE = render.error("MPL524 unknown-model-type", "{path}: {problem}")
BAD_HEADER = render.error("MPL525 bad-object", "{path}: this cannot be loaded as an object: {problem}")
UNKNOWN_ID = render.error("MPL526 unknown-id", '{path}: no object of this model has the id "{id}"')
UNKNOWN_PROPERTY = render.warning(
    "MPL527 unknown-property", '{path}: class {type} has no property "{name}", the value is lost'
)
BAD_KEY = render.error("MPL528 bad-property-key", '{path}: "{key}" cannot be the name of a property of class {type}')
DUPLICATE_ID = render.warning(
    "MPL530 duplicate-id",
    '{path}: another object has the id "{id}" already, so this one{note} only gives it other values',
)
TOO_DEEP = render.error("MPL532 model-too-deep", "{path}: objects are nested deeper than {limit} levels")
TOO_MANY = render.error("MPL538 too-many-made", "{path}: defaults make more than {limit} objects for this model")
IGNORED_KEY = render.warning(
    "MPL539 ignored-header-key", '{path}: "{key}" means nothing in the header of an object and is lost'
)
UNWRITABLE = render.error("MPL534 unwritable-value", "{path}: {value} cannot be written to an object model")
NOT_CONSTRUCTED = render.info(
    "MPL536 not-constructed", "{path}: constructors are not run, and what they change is not in the result: {classes}"
)
