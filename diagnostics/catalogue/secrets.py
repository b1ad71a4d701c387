"""Secrets that a package gives away, family 9."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)
render = RulesOf(Phase.RENDER)

# Warnings, as a package may be private, and a secret worth nothing
PRIVATE_KEY = read.warning(
    "MPL901 private-key",
    "this is a private key, which everybody who can read the package has",
    "replace the key where it is used, and take it out of the package",
)
DEFAULT_SECRET = read.warning(
    "MPL902 default-secret",
    "{what} is a secret, but everybody who can read the package knows this {value}",
    "leave it out, so that it must be given",
)
SHOWN_PASSWORD = render.warning(
    "MPL903 shown-password",
    'what is entered into field "{name}" can be read on the screen: it is of type {type}',
    "write `type: password`",
)
