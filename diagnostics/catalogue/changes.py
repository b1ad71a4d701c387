"""Differences from an older version of a package, and version numbers too low for them; family 9."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

inherit = RulesOf(Phase.INHERIT)

VERSION_TOO_LOW = inherit.error(
    "MPL951 version-too-low",
    "{package} {new} has {level} changes since {old}, which need {needed} or later",
    "write `Version: {needed}`",
)
EARLIER_VERSION = inherit.error(
    "MPL952 earlier-version",
    "{package} {new} is lower than {old}, the version it is compared with",
    "write `Version: {needed}` or later",
)
MAJOR_CHANGE = inherit.info("MPL953 major-change", "{subject} {text} (a major change since {old})")
MINOR_CHANGE = inherit.info("MPL954 minor-change", "{subject} {text} (a minor change since {old})")
PATCH_CHANGE = inherit.info("MPL955 patch-change", "{subject} {text} (a patch since {old})")
NEW_PACKAGE = inherit.info(
    "MPL956 new-package", '"{path}" contains no package {package} to compare this one with'
)
