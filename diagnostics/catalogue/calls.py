"""What method bodies call, read and write."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

NO_FUNCTION = render.error("MPL650 function-not-found", 'no function "{name}"')
NO_METHOD = render.error("MPL651 method-not-found", '{receiver} has no method "{name}"')
NO_PROPERTY = render.error("MPL652 property-not-found", '{receiver} has no property "{name}"')
WRONG_ARGUMENTS = render.error("MPL653 wrong-arguments", "{what}: {problem}")
VALUE_REFUSED = render.error("MPL654 argument-refused", "{what}: {problem}")
OTHER_VERSION = render.error(
    "MPL655 function-of-other-version",
    "{name}() is there in MuranoPL {versions} only; this package is written for {here}",
)
NEEDS_OBJECT = render.error("MPL656 needs-object", "{what} is called on an object; {class_} is a class here")
NOT_WRITABLE = render.error(
    "MPL657 property-not-writable", 'property "{name}" of {class_} cannot be written here: {problem}'
)
NULL_FAILS = render.error("MPL658 null-fails", "{problem}")
WRONG_OPERANDS = render.error("MPL659 wrong-operands", "{problem}")
CONSTRUCTOR_CALLED = render.error("MPL660 constructor-called", '"{name}" cannot be called by its name')
FUNCTION_GONE = render.info("MPL661 function-gone", "{name}() of texts is gone from newer releases of yaql")
GIVEN_UNKNOWN = render.warning("MPL662 given-unknown", '{class_} has no property "{name}": new() ignores it')
NOT_GIVEN = render.error("MPL663 not-given", "new() of {class_} must be given {names}")
