"""Values of object models against contracts.

Defaults in class files: `render`.
"""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

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
