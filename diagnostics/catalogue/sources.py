"""Sources: the PATH given, the folders, zips and links packages are read from."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

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
