"""Requirements: package repositories that lack what is required, and packages that are not those of a lock."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

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
