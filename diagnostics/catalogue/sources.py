"""Sources: the PATH given, URLs and repositories; and failures of muranopl itself."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

INTERNAL_ERROR = read.error(
    "MPL001 internal-error",
    "internal error while checking this {what}: this is a bug in muranopl",
    "report it with the notes and, if possible, this {what}; `--log-file` records the details",
)
RULE_FAILED = read.error(
    "MPL002 rule-failed",
    "rule {own} failed, so it did not check package {checked}: {problem}",
    "correct the rule, or remove it from --rules; its other diagnostics may be missing",
)
SCRIPT_NOT_CHECKED = read.warning(
    "MPL003 script-not-checked",
    "this script was not checked: {problem}",
    "split it into several scripts",
)
OUTSIDE_OF_PACKAGES = read.info(
    "MPL004 outside-of-packages",
    "this file is in no package, so names, types and values are not checked",
    "move it below a folder with a manifest.yaml",
)


NO_PACKAGE = read.error("MPL101 no-package", 'no package found in "{path}": {reason}')
NOT_A_PACKAGE = read.error("MPL102 not-a-package", '"{path}" is not a package: {reason}')
DAMAGED_ARCHIVE = read.error(
    "MPL103 damaged-archive", "{what} is damaged or cannot be unpacked: {reason}"
)
# A warning, as the engine drops parts of the name; an error where it cannot unpack the zip
BAD_ENTRY_NAME = read.warning("MPL104 bad-entry-name", 'entry "{entry}" of "{path}" {problem}')
WRAPPED_PACKAGE = read.error(
    "MPL105 wrapped-package",
    '"{path}" has manifest.yaml in the folder "{folder}", not at its root',
    "zip the contents of that folder",
)
LINK_OUTSIDE = read.error(
    "MPL106 link-outside",
    'the link "{path}" leads out of the package, to "{target}", and is not followed',
    "replace the link with a copy of its target",
)
LINK_NOT_FOLLOWED = read.error("MPL107 link-not-followed", 'the link "{path}" {problem}')
UNREADABLE_FILE = read.error("MPL108 unreadable-file", "{what} cannot be read: {reason}")
TOO_LARGE = read.error("MPL109 too-large", "{what} is too large: {reason}")


UNREACHABLE = read.error(
    "MPL910 unreachable-address",
    "{what} cannot be reached: {reason}",
    "check the URL and the connection, and try again",
)
NOT_FOUND = read.error(
    "MPL911 address-not-found", "{what} was not found: {reason}", "check the spelling of the URL"
)
NOT_ALLOWED = read.error(
    "MPL912 address-not-allowed",
    "access to {what} is denied: {reason}",
    "set the environment variable for the token of the host (docs/remote.md)",
)
OFFLINE = read.error(
    "MPL913 address-not-in-cache",
    "{what} is not in the cache and cannot be fetched: {reason}",
    "fetch it once without --offline",
)
REFUSED = read.error("MPL914 refused-address", "{what} is not fetched: {reason}", "correct the URL")

# Requirements

NO_FITTING_VERSION = read.error(
    "MPL920 no-fitting-version", "{what} was not found: {reason}", "require an available version"
)
NOT_LOCKED = read.error(
    "MPL921 not-locked",
    'the package "{name}" is required, but not in "{file}"',
    "update the lock file with `muranopl lock`",
)
OTHER_VERSION = read.error(
    "MPL922 other-version-locked",
    'the requirement of "{name}" resolves to version {version}, but {locked} is locked',
    "make the locked version available, or update the lock file with `muranopl lock`",
)
OTHER_CONTENT = read.error(
    "MPL923 other-content-locked",
    'the files of "{name}" {version} differ from the locked files',
    "restore the files, or update the lock file with `muranopl lock`",
)
