"""Names: which class a file declares, which class a name means, which package a requirement finds."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

namespace = RulesOf(Phase.NAMESPACE)

CLASS_NOT_IN_FILE = namespace.error("MPL201 class-not-in-file", '{path} declares no class "{name}"')
TWO_UNNAMED = namespace.error("MPL202 two-unnamed-classes", "a second class without Name in one file")
CLASS_TWICE = namespace.error("MPL203 class-twice", 'a second declaration of class "{name}" in this package')
CLASS_NOT_LISTED = namespace.info("MPL204 class-unlisted", 'class "{name}" is not listed in the manifest')
BAD_PREFIX = namespace.error("MPL205 bad-prefix", '"{prefix}" is no namespace prefix: one word, or =')
BAD_NAMESPACE = namespace.error("MPL206 bad-namespace", '"{namespace}" is no namespace: words joined by dots')
BAD_TYPE_NAME = namespace.error("MPL207 bad-class-name", '"{name}" is no class name')
UNKNOWN_PREFIX = namespace.error("MPL208 unknown-prefix", 'the prefix "{prefix}" of "{name}" is not declared')
CLASS_NOT_FOUND = namespace.error("MPL209 class-not-found", 'class "{name}" is not found in {packages}')
NOT_REQUIRED = namespace.error(
    "MPL210 package-not-required", 'class "{name}" is in package {owner}, which is not required here'
)
REQUIRED_NOT_GIVEN = namespace.error(
    "MPL211 required-package-unknown",
    'the required package "{name}" is not here, so what is used of it cannot be checked',
)
VERSION_NOT_GIVEN = namespace.error(
    "MPL212 required-version-unknown", 'no version of "{name}" satisfies {spec}; there is {versions}'
)
BAD_SPEC = namespace.error("MPL213 bad-version-spec", '"{spec}" is no version specification for "{name}"')
REQUIREMENT_CYCLE = namespace.warning("MPL214 requirement-cycle", "packages require one another in a circle: {chain}")
PACKAGE_TWICE = namespace.warning("MPL215 package-twice", 'package "{name}" {version} is in this catalog twice')
REQUIRED_BROKEN = namespace.warning(
    "MPL216 required-package-broken", 'the required package "{name}" has {errors} of its own'
)
CLASS_WITHOUT_NAME = namespace.warning(
    "MPL217 class-without-name", 'this class has no Name; the engine takes "{name}" from the manifest'
)
HIDES_CORE = namespace.warning(
    "MPL218 hides-core-class", 'class "{name}" hides the one of the core library in this package'
)
UNUSED_PREFIX = namespace.info("MPL219 unused-prefix", 'the prefix "{prefix}" is never used in this file')
CLASS_IN_SEVERAL = namespace.warning(
    "MPL220 class-in-several-packages",
    'class "{name}" is in {first} and in {others}; the first one in Require is taken',
)
UNLISTED_USED = namespace.warning(
    "MPL221 unlisted-class-used", 'class "{name}" is not listed in the manifest, so it may not be found here'
)
