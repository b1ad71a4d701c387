"""Secrets that a package gives away, family 9."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)
render = RulesOf(Phase.RENDER)

# Warnings, as a package may be private, and a secret worth nothing
PRIVATE_KEY = read.warning(
    "MPL901 private-key",
    "this is a private key: everyone who can read the package can use it",
    "remove the key from the package, and replace it wherever it is used",
)
DEFAULT_SECRET = read.warning(
    "MPL902 default-secret",
    "{what} is a secret, but everyone who can read the package can read this {value}",
    "remove it, so that users must enter a value",
)
SHOWN_PASSWORD = render.warning(
    "MPL903 shown-password",
    'field "{name}" is for a password, but its type {type} shows the input on the screen',
    "write `type: password`",
)
