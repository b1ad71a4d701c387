"""The manifest and the files it names."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

BAD_FORMAT = read.error("MPL130 bad-format", "unknown package format {format}")
BAD_FULL_NAME = read.error(
    "MPL131 bad-full-name", '"{name}" is no full name: words of letters, digits and _ joined by single dots'
)
NAME_STARTS_WITH_DIGIT = read.warning(
    "MPL132 full-name-digit", '"{segment}" in "{name}" starts with a digit, so no namespace can be spelled this way'
)
CORE_NAME = read.warning("MPL133 core-library-name", '"{name}" is the name of the core library')
BAD_VERSION = read.error("MPL134 bad-version", '"{version}" is no version: it must begin with a number, as 1.2.0 does')
SLOPPY_VERSION = read.warning(
    "MPL135 sloppy-version", '"{version}" is no complete semantic version; the engine takes {coerced}'
)
CLASS_FILE_MISSING = read.error("MPL136 class-file-missing", 'the file of class "{name}" is not there: {path}')
FILE_NOT_LISTED = read.warning("MPL137 class-file-unlisted", "the manifest lists no class in {path}")
OUTSIDE = read.error("MPL138 path-outside", "the {what} {path} lies outside {folder}")
FILE_MISSING = read.error("MPL139 named-file-missing", "the {what} {path} is not there")
BAD_LOGO = read.error("MPL140 bad-logo", "the {what} {path} {problem}")
HEAT_PACKAGE = read.info(
    "MPL141 heat-package", "a {format} package: its class is made from the Heat template, which is not checked"
)
HEAT_TEMPLATE = read.error("MPL128 bad-heat-template", "template.yaml {problem}")
BAD_TAGS = read.warning("MPL143 bad-tags", "{what}: {problem}")
BAD_CLASS_KEY = read.error("MPL142 bad-listed-name", "{name} is no full class name")
NOT_A_CLASS = read.error("MPL147 not-a-class", "a document of a class file must be a mapping, not {found}")
BAD_REQUIRED_NAME = read.error("MPL148 bad-required-name", "{name} is no package name")
EMPTY_FILE = read.error("MPL149 empty-file", "{path} is empty")
