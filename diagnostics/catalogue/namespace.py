"""Names: classes that files declare, classes that names mean, packages that requirements find."""

from muranopl.diagnostics.diagnostic import Phase, Refusal
from muranopl.diagnostics.rules import RulesOf

namespace = RulesOf(Phase.NAMESPACE)

CLASS_NOT_IN_FILE = namespace.error(
    "MPL201 class-not-in-file",
    '{path} does not declare class "{name}"',
    "correct the name here, or Name and Namespaces in the file",
)
TWO_UNNAMED = namespace.error(
    "MPL202 two-unnamed-classes",
    "a second class in this file has no Name",
    "add `Name:` to each class",
    refuses=Refusal.FILE,
)
CLASS_TWICE = namespace.error(
    "MPL203 class-twice",
    'class "{name}" is declared twice in this package',
    "rename or remove one of the two",
)
# An info, as the package finds the class once another class of the file was loaded
CLASS_NOT_LISTED = namespace.info(
    "MPL204 class-unlisted",
    'class "{name}" is not listed in the manifest',
    "list it under Classes in manifest.yaml if anything uses it",
)
BAD_PREFIX = namespace.error(
    "MPL205 bad-prefix",
    '"{prefix}" is not a namespace prefix',
    "use one word of letters, digits and _ as the prefix, or `=` for the namespace of the file itself",
    refuses=Refusal.FILE,
)
BAD_NAMESPACE = namespace.error(
    "MPL206 bad-namespace",
    '"{namespace}" is not a namespace',
    "write words of letters, digits and _, joined by dots, such as com.example.app",
    refuses=Refusal.FILE,
)
BAD_TYPE_NAME = namespace.error(
    "MPL207 bad-class-name",
    '"{name}" is not a class name',
    "write one word, a prefix and a word such as std:Object, or a full name with dots",
)
UNKNOWN_PREFIX = namespace.error(
    "MPL208 unknown-prefix",
    'the prefix "{prefix}" of "{name}" is not declared',
    "declare `{prefix}:` under Namespaces",
)
CLASS_NOT_FOUND = namespace.error(
    "MPL209 class-not-found",
    'class "{name}" is not found in {packages}',
    "correct the name, or add the package of the class to Require in manifest.yaml",
)
NOT_REQUIRED = namespace.error(
    "MPL210 package-not-required",
    'class "{name}" is in package {owner}, which is not required here',
)
# A warning for a package that is checked alone: what else is installed is not known
REQUIRED_NOT_GIVEN = namespace.error(
    "MPL211 required-package-unknown",
    'the required package "{name}" is missing, so the use of its classes cannot be checked',
    "pass its folder with -L",
)
VERSION_NOT_GIVEN = namespace.error(
    "MPL212 required-version-unknown",
    'no version of "{name}" satisfies {spec}; available: {versions}',
    "require an available version, or add a version of the package that satisfies it",
)
BAD_SPEC = namespace.error(
    "MPL213 bad-version-spec",
    '"{spec}" is not a valid version specification for "{name}"',
    "write a version such as 1.2.0, 1.2 or 1, or quoted conditions such as '>=1.2,<2'",
)
# A warning, as the engine looks classes up one by one, and survives the circle
REQUIREMENT_CYCLE = namespace.warning(
    "MPL214 requirement-cycle",
    "packages require one another in a cycle: {chain}",
    "move the shared classes into a separate package",
)
PACKAGE_TWICE = namespace.warning(
    "MPL215 package-twice",
    'package "{name}" {version} is in this catalog twice',
    "change the version of one of them, or remove one",
)
REQUIRED_BROKEN = namespace.warning(
    "MPL216 required-package-broken",
    'the required package "{name}" has {errors} of its own',
    "check that package separately",
)
# A warning, although the documents require Name: the engine takes that of the manifest, and loads
# the class (conformance/types.json, doc-unnamed-takes-the-manifest-name)
CLASS_WITHOUT_NAME = namespace.warning(
    "MPL217 class-without-name",
    'this class has no Name; the engine takes "{name}" from the manifest',
    "add `Name: {name}`",
)
HIDES_CORE = namespace.warning(
    "MPL218 hides-core-class",
    'class "{name}" has the name of a class of the core library, and hides it in this package',
    "choose a namespace of your own",
)
UNUSED_PREFIX = namespace.info(
    "MPL219 unused-prefix", 'the prefix "{prefix}" is never used in this file', "remove the line"
)
CLASS_IN_SEVERAL = namespace.warning(
    "MPL220 class-in-several-packages",
    'class "{name}" is in {first} and in {others}; the first one in Require is used',
    "rename one of the classes",
)
# A warning, as the engine finds the class if it has read the file for another one
UNLISTED_USED = namespace.warning(
    "MPL221 unlisted-class-used",
    'class "{name}" is not listed in the manifest, so it may not be found here',
    'list "{name}" under Classes in manifest.yaml',
)
# An error, unlike MPL220, as uploading refuses the second package
CLASS_IN_TWO_PACKAGES = namespace.error(
    "MPL222 class-in-two-packages",
    'class "{name}" is also in package {package}; class names are unique, so uploading the second package fails',
    "rename one of the two classes, or put it into a namespace of your own",
)
# A warning, as the documents, which count by default, have this name
DOCUMENT_NAME = namespace.warning(
    "MPL223 name-of-the-documents",
    '"{name}" is a name from the documentation, which the engine does not know (--quirk document-names)',
    "write `{known}`, which both accept",
)
CATCHES_NOTHING = namespace.warning(
    "MPL224 catches-nothing", "`With: {name}` catches nothing: no exception is named {full}"
)
# A warning, as the documents permit it; with --quirk core-version it is an error, MPL212
CORE_LIBRARY_PINNED = namespace.warning(
    "MPL225 core-library-pinned",
    "the core library of the engine has no version, so {spec} does not match it (--quirk core-version)",
    "write `io.murano: 0`, or remove the line: all packages can use the core library",
)
WRONG_NAMESPACE = namespace.error(
    "MPL226 wrong-namespace",
    'the namespace "{namespace}" contains none of the classes that use the prefix "{prefix}"',
)
# A warning, as the engine finds the plugin; with --quirk plugin-version it is fine
PLUGIN_VERSION_EXCLUDED = namespace.warning(
    "MPL228 plugin-version-excluded",
    '{spec} excludes version {version} of the extension plugin "{name}"; the engine uses 0.0.0 instead, which matches '
    "(--quirk plugin-version)",
    "write `>=0`, which both versions satisfy",
)
