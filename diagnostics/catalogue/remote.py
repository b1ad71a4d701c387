"""Remote packages and requirements: URLs that are not fetched, and what repositories or a lock file lack."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

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
