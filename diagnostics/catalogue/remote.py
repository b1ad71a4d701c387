"""Remote packages: URLs that cannot be fetched, or must not be."""

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
