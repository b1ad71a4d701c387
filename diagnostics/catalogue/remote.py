"""Packages elsewhere: addresses that cannot be fetched, or must not be."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

UNREACHABLE = read.error(
    "MPL910 unreachable-address",
    "{what} cannot be reached: {reason}",
    "check the address and the connection, and try again",
)
NOT_FOUND = read.error(
    "MPL911 address-not-found", "{what} is not there: {reason}", "check the spelling of the address"
)
NOT_ALLOWED = read.error(
    "MPL912 address-not-allowed",
    "{what} may not be read: {reason}",
    "put the token of the host into the environment (docs/remote.md)",
)
OFFLINE = read.error(
    "MPL913 address-not-in-cache",
    "{what} is not in the cache, and nothing is fetched: {reason}",
    "fetch it once without --offline",
)
REFUSED = read.error(
    "MPL914 refused-address", "{what} is not fetched: {reason}", "give the address that is meant"
)
