"""Sources: the PATH given, the folders, zips and links packages are read from."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

# The zips are good packages of a manifest and a class, but for what their names say.
_GOOD_ZIP = """\
=== package.zip [base64]
UEsDBBQAAAAIAAAAIVDJOrmcSgAAAFsAAAANAAAAbWFuaWZlc3QueWFtbHPLL8pNLLFSMNQz4QqpLEi1UvDJTCpKLKrkcivNyfFLzAWKpFYk5hbkpOolFhRw
OeckFhenFltxKSAL6wWDmVYKEFqvMjE3hwsAUEsDBBQAAAAIAAAAIVC98OvLJwAAACoAAAATAAAAQ2xhc3Nlcy9TYW1wbGUueWFtbPNLzE0tLkhMTi224lJQ
sLVSSK1IzC3ISdVLLCjg8gNKWikEgwW4AFBLAQIUAxQAAAAIAAAAIVDJOrmcSgAAAFsAAAANAAAAAAAAAAAAAACkAQAAAABtYW5pZmVzdC55YW1sUEsBAhQD
FAAAAAgAAAAhUL3w68snAAAAKgAAABMAAAAAAAAAAAAAAKQBdQAAAENsYXNzZXMvU2FtcGxlLnlhbWxQSwUGAAAAAAIAAgB8AAAAzQAAAAAA
"""
_WITHOUT_MANIFEST = """\
=== package.zip [base64]
UEsDBBQAAAAIAAAAIVC98OvLJwAAACoAAAATAAAAQ2xhc3Nlcy9TYW1wbGUueWFtbPNLzE0tLkhMTi224lJQsLVSSK1IzC3ISdVLLCjg8gNKWikEgwW4AFBL
AQIUAxQAAAAIAAAAIVC98OvLJwAAACoAAAATAAAAAAAAAAAAAACkAQAAAABDbGFzc2VzL1NhbXBsZS55YW1sUEsFBgAAAAABAAEAQQAAAFgAAAAAAA==
"""
_CUT_SHORT = """\
=== package.zip [base64]
UEsDBBQAAAAIAAAAIVDJOrmcSgAAAFsAAAANAAAAbWFuaWZlc3QueWFtbHPLL8pNLLFSMNQz4QqpLEi1UvDJTCpKLKrkcivNyfFLzAWKpFYk5hbkpOolFhRw
OeckFhenFltxKSAL6wWDmVYKEFqvMjE3hwsAUEsDBBQAAAAIAAAAIVC98OvLJwAAACoAAAATAAAAQ2xhc3Nlcy9TYW1wbGUueWFtbPNLzE0tLkhMTi224lJQ
sLVSSK1IzC3ISdVLLCjg8gNKWikEgwW4AFBLAQIUAxQAAAAIAAAAIVDJOrmcSgAAAFsAAAANAAAAAAAAAAAAAACkAQAAAABtYW5pZmVzdC55YW1sUEsBAhQD
FAAAAAgAAAAhUL3w68snAAAAKgAAABMAAAAAAAAAAAAAAKQBdQAAAENsYXNzZXMvU2Ft
"""
_ESCAPING = """\
=== package.zip [base64]
UEsDBBQAAAAIAAAAIVDJOrmcSgAAAFsAAAANAAAAbWFuaWZlc3QueWFtbHPLL8pNLLFSMNQz4QqpLEi1UvDJTCpKLKrkcivNyfFLzAWKpFYk5hbkpOolFhRw
OeckFhenFltxKSAL6wWDmVYKEFqvMjE3hwsAUEsDBBQAAAAIAAAAIVC98OvLJwAAACoAAAATAAAAQ2xhc3Nlcy9TYW1wbGUueWFtbPNLzE0tLkhMTi224lJQ
sLVSSK1IzC3ISdVLLCjg8gNKWikEgwW4AFBLAwQUAAAACAAAACFQHwjqRgQAAAACAAAADAAAAC4uL25vdGVzLnR4dKvgAgBQSwECFAMUAAAACAAAACFQyTq5
nEoAAABbAAAADQAAAAAAAAAAAAAApAEAAAAAbWFuaWZlc3QueWFtbFBLAQIUAxQAAAAIAAAAIVC98OvLJwAAACoAAAATAAAAAAAAAAAAAACkAXUAAABDbGFz
c2VzL1NhbXBsZS55YW1sUEsBAhQDFAAAAAgAAAAhUB8I6kYEAAAAAgAAAAwAAAAAAAAAAAAAAKQBzQAAAC4uL25vdGVzLnR4dFBLBQYAAAAAAwADALYAAAD7
AAAAAAA=
"""
_WRAPPED = """\
=== package.zip [base64]
UEsDBBQAAAAIAAAAIVDJOrmcSgAAAFsAAAARAAAAYXBwL21hbmlmZXN0LnlhbWxzyy/KTSyxUjDUM+EKqSxItVLwyUwqSiyq5HIrzcnxS8wFiqRWJOYW5KTq
JRYUcDnnJBYXpxZbcSkgC+sFg5lWChBarzIxN4cLAFBLAwQUAAAACAAAACFQvfDryycAAAAqAAAAFwAAAGFwcC9DbGFzc2VzL1NhbXBsZS55YW1s80vMTS0u
SExOLbbiUlCwtVJIrUjMLchJ1UssKODyA0paKQSDBbgAUEsBAhQDFAAAAAgAAAAhUMk6uZxKAAAAWwAAABEAAAAAAAAAAAAAAKQBAAAAAGFwcC9tYW5pZmVz
dC55YW1sUEsBAhQDFAAAAAgAAAAhUL3w68snAAAAKgAAABcAAAAAAAAAAAAAAKQBeQAAAGFwcC9DbGFzc2VzL1NhbXBsZS55YW1sUEsFBgAAAAACAAIAhAAA
ANUAAAAAAA==
"""
_TOO_LARGE = """\
=== package.zip [base64]
UEsDBBQAAAAIAAAAIVDJOrmcSgAAAFsAAAANAAAAbWFuaWZlc3QueWFtbHPLL8pNLLFSMNQz4QqpLEi1UvDJTCpKLKrkcivNyfFLzAWKpFYk5hbkpOolFhRw
OeckFhenFltxKSAL6wWDmVYKEFqvMjE3hwsAUEsDBBQAAAAIAAAAIVC98OvLJwAAACoAAAATAAAAQ2xhc3Nlcy9TYW1wbGUueWFtbPNLzE0tLkhMTi224lJQ
sLVSSK1IzC3ISdVLLCjg8gNKWikEgwW4AFBLAwQUAAAACAAAACFQgxbcjAMAAAABAAAADgAAAFJlc291cmNlcy9kYXRhqwAAUEsBAhQDFAAAAAgAAAAhUMk6
uZxKAAAAWwAAAA0AAAAAAAAAAAAAAKQBAAAAAG1hbmlmZXN0LnlhbWxQSwECFAMUAAAACAAAACFQvfDryycAAAAqAAAAEwAAAAAAAAAAAAAApAF1AAAAQ2xh
c3Nlcy9TYW1wbGUueWFtbFBLAQIUAxQAAAAIAAAAIVCDFtyMAwAAAAAAAEAOAAAAAAAAAAAAAACkAc0AAABSZXNvdXJjZXMvZGF0YVBLBQYAAAAAAwADALgA
AAD8AAAAAAA=
"""

_CLASS = "=== Classes/Sample.yaml\nNamespaces:\n  =: example.app\nName: Sample\n"

NO_PACKAGE = read.error(
    "MPL101 no-package",
    message='no package found in "{path}": {reason}',
    explanation="""\
A package is a folder with a file named exactly `manifest.yaml`, or a zip with that file at its root. The path given
holds neither, nor does any folder below it, so nothing was checked. Check the path and the spelling of
`manifest.yaml`; in a zip, store the contents of the package's folder.""",
    bad=_WITHOUT_MANIFEST,
    good=_GOOD_ZIP,
)

NOT_A_PACKAGE = read.error(
    "MPL102 not-a-package",
    message='"{path}" is not a package: {reason}',
    explanation="""\
The path given does not exist, or is neither a folder nor a zip. Packages are checked as a whole: give the folder that
holds `manifest.yaml`, a zip of its contents, or a folder of packages; not a single class file or manifest.""",
    bad="=== package.zip\nName: Sample\n",
    good=_GOOD_ZIP,
)

DAMAGED_ARCHIVE = read.error(
    "MPL103 damaged-archive",
    message='"{path}" is damaged or cannot be unpacked: {reason}',
    explanation="""\
The zip, or a file in it, cannot be unpacked: it was cut short, its checksum is wrong, it is encrypted or packed in an
unusual way. The engine unpacks the whole package before it reads anything, so such a package cannot be used. Create
the zip again, with the usual deflate method and without a password.""",
    bad=_CUT_SHORT,
    good=_GOOD_ZIP,
)

BAD_ENTRY_NAME = read.warning(
    "MPL104 bad-entry-name",
    message='entry "{entry}" of "{path}" {problem}',
    explanation="""\
The name of a file in the zip does not say where the file ends up: it leads out of the package (`../x`, `/x`), occurs
twice, is a folder as well, or is too long. The engine drops the offending parts of a name and lets the last of two
files win; other programs do otherwise. Such a file is not read here. Create the zip again from a clean folder.""",
    bad=_ESCAPING,
    good=_GOOD_ZIP,
)

WRAPPED_PACKAGE = read.error(
    "MPL105 wrapped-package",
    message='"{path}" has no manifest.yaml at its root, but one in the folder "{folder}": zip what is in that folder',
    explanation="""\
The zip was made of the package's folder, not of the contents of that folder. The engine looks for `manifest.yaml` at
the root of the zip alone and refuses the upload. Change into the folder and zip from there:
`zip -r ../package.zip .`""",
    bad=_WRAPPED,
    good=_GOOD_ZIP,
)

LINK_OUTSIDE = read.error(
    "MPL106 link-outside",
    message='the link "{path}" leads out of the package, to "{target}", and is not followed: put a copy in its place',
    explanation="""\
A package must be complete in itself. What lies outside its folder is missing once the package is moved or uploaded,
and a link in a package of unknown origin could lead to any file of this machine, so it is never followed. Put a copy
of the file in place of the link. Where the engine reads nothing (README, LICENSE) this is a warning.""",
    bad="=== Classes/Sample.yaml [link ../../elsewhere/Sample.yaml]\n",
    good=_CLASS,
)

LINK_NOT_FOLLOWED = read.error(
    "MPL107 link-not-followed",
    message='the link "{path}" {problem}',
    explanation="""\
A link to a missing file, in a circle, to a folder, or one stored as such in a zip cannot be read as a file of the
package. The engine unpacks a stored link to a text that holds the name of its target. Put the file itself in its
place. Links to folders, and links where the engine reads nothing, give a warning.""",
    bad=f"{_CLASS}=== Resources/script.sh [link missing.sh]\n",
    good=f"{_CLASS}=== Resources/script.sh\necho ready\n",
)

UNREADABLE_FILE = read.error(
    "MPL108 unreadable-file",
    message='"{path}" cannot be read: {reason}',
    explanation="""\
The operating system refused to read a file or folder, or it is no regular file: pipes, devices and sockets are never
opened. What it holds was not checked. Correct its permissions, or put a regular file in its place.""",
    bad="=== Classes/Sample.yaml [fifo]\n",
    good=_CLASS,
)

TOO_LARGE = read.error(
    "MPL109 too-large",
    message='"{path}" is too large: {reason}',
    explanation="""\
Reading is bounded, since a small zip can unpack to more than a machine can hold: 16 MiB for one file and for the table
of contents of a zip, 512 MiB for a zip and for all its files unpacked, 100,000 files for a package. The engine takes
packages of at most 5 MB by default. Keep large data elsewhere, and let the application download it.""",
    bad=_TOO_LARGE,
    good=_GOOD_ZIP,
)
