"""Object models: values against contracts."""

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
    "give one of them in the model, or a Default that reads no other property",
)
DEFAULT_FAILS = render.error(
    "MPL531 default-fails",
    '{path}: the Default of property "{name}" fails to run: {problem}',
    "give the value in the model, or correct the Default",
)
IGNORED_VALUE = render.warning(
    "MPL533 ignored-value",
    '{path}: property "{name}" has the usage {usage}, so the value is ignored',
    "leave the value out",
)
RECURSIVE_DEFAULT = render.error(
    "MPL535 recursive-default",
    '{path}: the Default of property "{name}" of class {type} makes an object that needs it again',
    "write `{name}: null` in the Default, or leave the Default out",
)
SURPRISING_VALUE = render.warning("MPL537 surprising-value", "{path}: {problem}")
# A warning, as the document counts unless the quirk is asked for
ENGINE_DIFFERS = render.warning(
    "MPL540 engine-differs",
    "{path} {problem} (--quirk {quirk})",
    "write a value that both take; `muranopl explain {quirk}` explains both",
)
