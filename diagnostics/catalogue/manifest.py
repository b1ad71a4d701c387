"""The package: its manifest, the files it names, execution plans and other resources, and secrets."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

BAD_FORMAT = read.error(
    "MPL130 bad-format",
    "unknown package format {format}",
    "write a format from MuranoPL/1.0 to MuranoPL/1.4, or Heat.HOT/1.0",
)
BAD_FULL_NAME = read.error(
    "MPL131 bad-full-name",
    '"{name}" is not a full name',
    "write words of letters, digits and _, joined by single dots, such as com.example.App",
)
# A warning, as the engine accepts the name
NAME_STARTS_WITH_DIGIT = read.warning(
    "MPL132 full-name-digit",
    '"{segment}" in "{name}" starts with a digit, so no namespace can have the name of this package',
    "start each word of the name with a letter",
)
CORE_NAME = read.warning(
    "MPL133 core-library-name",
    '"{name}" is the name of the core library, in which every package looks up its classes',
    "choose another name",
)
BAD_VERSION = read.error(
    "MPL134 bad-version",
    '"{version}" is not a version',
    "write three numbers joined by dots, such as 1.2.0",
)
# A warning, as the engine completes the version, though not always as it was meant
SLOPPY_VERSION = read.warning(
    "MPL135 sloppy-version",
    '"{version}" is not a complete semantic version; the engine reads it as {coerced}',
    "write `Version: {coerced}`",
)
CLASS_FILE_MISSING = read.error(
    "MPL136 class-file-missing",
    'the file of class "{name}" does not exist: {path}',
    "correct the name, or remove the entry",
)
# A warning, as the engine never reads the file; an error if the manifest lists no class
FILE_NOT_LISTED = read.warning(
    "MPL137 class-file-unlisted",
    "no class of {path} is listed in the manifest",
    "list its classes under Classes in manifest.yaml, or remove the file",
)
OUTSIDE = read.error("MPL138 path-outside", "the {what} {path} {problem}")
FILE_MISSING = read.error(
    "MPL139 named-file-missing",
    "the {what} {path} does not exist",
    "add the file, or remove the key",
)
BAD_LOGO = read.error(
    "MPL140 bad-logo",
    "the {what} {path} {problem}",
    "use a PNG, JPEG or GIF image of at most 500 KiB",
)
HEAT_TEMPLATE = read.error(
    "MPL128 bad-heat-template",
    "template.yaml {problem}",
    "write a Heat template with the key resources",
)
# A warning, as only the API reads tags, and the engine never does
BAD_TAGS = read.warning("MPL143 bad-tags", "{what}: {problem}", "quote it, or remove it")
# A warning, as only the API refuses the package
LONG_NAME = read.warning(
    "MPL146 long-name",
    "{key} has {length} characters, but the API accepts at most {most}",
    "choose a name of at most {most} characters",
)
BAD_CLASS_KEY = read.error(
    "MPL142 bad-listed-name",
    "{name} is not a full class name",
    "write words of letters, digits and _, joined by dots, such as com.example.App",
)
NOT_A_CLASS = read.error(
    "MPL147 not-a-class",
    "a document of a class file must be a mapping with the keys of a class, not {found}",
    "write `Name:` and the other keys of a class, or remove the document",
)
BAD_REQUIRED_NAME = read.error(
    "MPL148 bad-required-name",
    "the name of a required package must be {expected}, not {name}",
    "write its FullName: words joined by dots, such as com.example.Library",
)
EMPTY_FILE = read.error(
    "MPL149 empty-file", "{path} is empty", "add its content, or remove the file"
)


render = RulesOf(Phase.RENDER)

NO_FORMAT_VERSION = read.warning(
    "MPL196 plan-format-version",
    "the execution plan has no FormatVersion, so the engine reads Scripts as a list of files, and fails",
    "write `FormatVersion: 2.0.0`",
)
NO_PARAMETER = read.warning(
    "MPL197 plan-parameter",
    'Body reads `args.{name}`, but the execution plan has no parameter "{name}"',
)
NO_SCRIPT = read.warning(
    "MPL198 plan-script",
    'Body calls `{name}()`, but the execution plan has no script "{name}"',
    "correct the name, or add the script",
)
BODY_SYNTAX = read.warning(
    "MPL830 plan-body-syntax", "Body of the execution plan is not valid Python: {problem}"
)
UNKNOWN_NAME = read.warning(
    "MPL831 plan-body-name",
    "Body uses `{name}`, which is not defined by Python, the execution plan or Body",
    "correct the name, or import it in Body",
)
FORMAT_VALUES = read.warning(
    "MPL832 plan-body-format", "the arguments of format() do not match its string: {problem}"
)
AGENT_REFUSES = read.warning("MPL833 plan-agent", "the agent rejects the execution plan: {problem}")
UNUSED_PARAMETER = read.info(
    "MPL834 plan-parameter-unused",
    'Body does not read the parameter "{name}"',
    "remove it, or read args.{name} in Body",
)
# Family 6 and the last phase, because calls in method bodies name these files
RESOURCE_MISSING = render.error("MPL666 resource-missing", "{path} {problem}")
NOT_BOUND = render.error(
    "MPL669 placeholder-not-bound",
    "bind() has no value for {names} of {path}, so it raises KeyError",
    "add the names to the mapping, or remove them from the plan",
)
# A warning, as what a script does with the text is not known
NEVER_BOUND = render.warning(
    "MPL835 plan-not-bound",
    "{path} is sent without bind(), so nothing replaces {names}",
    "call `bind()` first, with a value for each name",
)


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
