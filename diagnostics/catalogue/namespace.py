"""Names: which class a file declares, which class a name means, which package a requirement finds."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

namespace = RulesOf(Phase.NAMESPACE)

_MANIFEST = """\
=== manifest.yaml
Format: 1.4
Type: Library
FullName: example.app
Classes:
  example.app.Sample: Sample.yaml
"""
_GOOD = (
    _MANIFEST
    + """\
=== Classes/Sample.yaml
Namespaces:
  =: example.app
Name: Sample
"""
)


def _class(more: str, namespaces: str = "") -> str:
    return f"Namespaces:\n  =: example.app\n{namespaces}Name: Sample\n{more}"


def _requiring(require: str, class_: str = "") -> str:
    return (
        "=== app/manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.app\n"
        f"{require}Classes:\n  example.app.Sample: Sample.yaml\n"
        f"=== app/Classes/Sample.yaml\nNamespaces:\n  =: example.app\nName: Sample\n{class_}"
        "=== lib/manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.lib\nVersion: 0.3.0\n"
        "Classes:\n  example.lib.Base: Base.yaml\n"
        "=== lib/Classes/Base.yaml\nNamespaces:\n  =: example.lib\nName: Base\n"
    )


CLASS_NOT_IN_FILE = namespace.error(
    "MPL201 class-not-in-file",
    message='{path} declares no class "{name}"',
    explanation="""\
The manifest says the class is in this file, but no document of the file resolves to that full name. The name of a
class is its `Name` put behind the namespace `=` of its document. The engine answers NoClassFound.""",
    bad=_GOOD.replace("Name: Sample", "Name: Simple"),
    good=_GOOD,
)

TWO_UNNAMED = namespace.error(
    "MPL202 two-unnamed-classes",
    message="a second class without Name in one file",
    explanation="""\
One document of a class file may leave out `Name` and takes the name its manifest asks for. With two of them the
engine cannot tell which is meant and refuses both (AmbiguousClassName).""",
    bad=_GOOD.replace("Name: Sample\n", "Usage: Class\n---\nUsage: Class\n"),
    good=_GOOD,
)

CLASS_TWICE = namespace.error(
    "MPL203 class-twice",
    message='a second declaration of class "{name}" in this package',
    explanation="""\
Two documents of the package declare the same full class name. Which one counts depends on how the class is first
reached. Rename or remove one.""",
    bad=_GOOD + "---\nName: Sample\n",
    good=_MANIFEST
    + "  example.app.Other: Sample.yaml\n=== Classes/Sample.yaml\n"
    + "Namespaces:\n  =: example.app\nName: Sample\n---\nName: Other\n",
)

CLASS_NOT_LISTED = namespace.info(
    "MPL204 class-unlisted",
    message='class "{name}" is not listed in the manifest',
    explanation="""\
The class shares a file with listed ones but has no entry of its own under `Classes`. It cannot be found from
outside, and inside the package only after another class of the file was loaded. If anything uses it, list it.""",
    bad=_GOOD + "---\nName: Helper\n",
    good=_GOOD,
)

BAD_PREFIX = namespace.error(
    "MPL205 bad-prefix",
    message='"{prefix}" is no namespace prefix: one word, or =',
    explanation="""\
A prefix is one word that starts with a letter or underscore, or `=` for the namespace of the document. The engine
refuses the class, whether the prefix is used or not.""",
    bad=_class("", "  my-lib: io.murano\n"),
    good=_class("Extends: lib:Object\n", "  lib: io.murano\n"),
)

BAD_NAMESPACE = namespace.error(
    "MPL206 bad-namespace",
    message='"{namespace}" is no namespace: words joined by dots',
    explanation="""\
A namespace is words joined by single dots, each starting with a letter or underscore. It is always absolute:
another prefix is not replaced in it. The engine refuses the class.""",
    bad=_class("", "  lib: acme-zoo\n"),
    good=_class("Extends: lib:Object\n", "  lib: io.murano\n"),
)

BAD_TYPE_NAME = namespace.error(
    "MPL207 bad-class-name",
    message='"{name}" is no class name',
    explanation="""\
A class name is `Name`, `:Name`, `prefix:Name` or a full name with dots; its words start with a letter or
underscore. `=:Name`, two colons, a version or a blank are not allowed.""",
    bad=_class("Extends: 'std:Object/1.0'\n"),
    good=_class("Extends: io.murano.Object\n"),
)

UNKNOWN_PREFIX = namespace.error(
    "MPL208 unknown-prefix",
    message='the prefix "{prefix}" of "{name}" is not declared',
    explanation="""\
Prefixes of class names are declared under `Namespaces` of the document, or of the document before it in the same
file. The engine fails with a KeyError.""",
    bad=_class("Extends: std:Object\n"),
    good=_class("Extends: std:Object\n", "  std: io.murano\n"),
)

CLASS_NOT_FOUND = namespace.error(
    "MPL209 class-not-found",
    message='class "{name}" is not found in {packages}',
    explanation="""\
A name is looked up in the class's own package, then in the core library, then in the packages under `Require`, in
their order; requirements of requirements do not count. The engine fails with NoClassFound when it needs the
class. If a plugin of your engine provides it, describe it in a package and name that with -L.""",
    bad=_class("Extends: std:Objct\n", "  std: io.murano\n"),
    good=_class("Extends: std:Object\n", "  std: io.murano\n"),
)

NOT_REQUIRED = namespace.error(
    "MPL210 package-not-required",
    message='class "{name}" is in package {owner}, which is not required here',
    explanation="""\
The class exists, but in a package that the manifest does not list under `Require`. Only the own package, the core
library and required packages are searched, so the engine fails with NoClassFound.""",
    bad=_requiring("", "Extends: example.lib.Base\n"),
    good=_requiring("Require:\n  example.lib: 0.3\n", "Extends: example.lib.Base\n"),
)

REQUIRED_NOT_GIVEN = namespace.error(
    "MPL211 required-package-unknown",
    message='the required package "{name}" is not here, so what is used of it cannot be checked',
    explanation="""\
No package of this name is among the given paths and libraries. If your catalog has it, name its directory with
-L, so that the classes used from it are checked too. If it has not, the engine fails with NoPackageFound once a
name is searched in it. For a lone package, checked without -L, this is a
warning: what else is installed is not known.""",
    bad=_requiring("Require:\n  example.libs: 0.3\n"),
    good=_requiring("Require:\n  example.lib: 0.3\n"),
)

VERSION_NOT_GIVEN = namespace.error(
    "MPL212 required-version-unknown",
    message='no version of "{name}" satisfies {spec}; there is {versions}',
    explanation="""\
The package is here, but in no version the requirement accepts. A requirement without a version means "0", any
0.x.y: a package at 1.0.0 is invisible to it. `1` means 1.x.y, `1.2` means 1.2.x; ranges are written `>=1.2,<2`.""",
    bad=_requiring("Require:\n  example.lib: 1\n"),
    good=_requiring("Require:\n  example.lib: 0.3\n"),
)

BAD_SPEC = namespace.error(
    "MPL213 bad-version-spec",
    message='"{spec}" is no version specification for "{name}"',
    explanation="""\
A requirement is a version such as 1.2.0, a shortened one such as 1 or 1.2 for a range, or conditions joined by
commas such as `>=1.2,<2`. The engine refuses anything else while it indexes the catalog, which makes the whole
catalog unusable.""",
    bad=_requiring("Require:\n  example.lib: newest\n"),
    good=_requiring("Require:\n  example.lib: '>=0.2,<1'\n"),
)

REQUIREMENT_CYCLE = namespace.warning(
    "MPL214 requirement-cycle",
    message="packages require one another in a circle: {chain}",
    explanation="""\
The engine survives it, as it looks classes up one by one, but none of these packages can be installed, updated or
understood without the others. Move what they share into a package of its own.""",
    bad=_requiring("Require:\n  example.lib: 0.3\n").replace(
        "Version: 0.3.0\n", "Version: 0.3.0\nRequire:\n  example.app:\n"
    ),
    good=_requiring("Require:\n  example.lib: 0.3\n"),
)

PACKAGE_TWICE = namespace.warning(
    "MPL215 package-twice",
    message='package "{name}" {version} is in this catalog twice',
    explanation="""\
Two packages have the same full name and version. Which one the engine takes depends on the order of the file
system; upload refuses the second. Change the version, or remove one.""",
    bad=_requiring("").replace("example.lib", "example.app").replace("Version: 0.3.0\n", ""),
    good=_requiring(""),
)

REQUIRED_BROKEN = namespace.warning(
    "MPL216 required-package-broken",
    message='the required package "{name}" has {errors} of its own',
    explanation="""\
The package that satisfies this requirement has errors, which are not shown here as it was only named with -L.
Classes of it may fail to load. Check that package by itself.""",
    bad="# libraries: lib\n# check: app\n" + _requiring("Require:\n  example.lib: 0.3\n") + "Extends: Nothing\n",
    good="# libraries: lib\n# check: app\n" + _requiring("Require:\n  example.lib: 0.3\n"),
)

CLASS_WITHOUT_NAME = namespace.warning(
    "MPL217 class-without-name",
    message='this class has no Name; the engine takes "{name}" from the manifest',
    explanation="""\
The language document lets every key be left out but `Name`. The engine gives an unnamed class the name that the
manifest lists for its file. Readers of the file alone cannot know it; write it down.""",
    bad=_GOOD.replace("Name: Sample\n", "Usage: Class\n"),
    good=_GOOD,
)

HIDES_CORE = namespace.warning(
    "MPL218 hides-core-class",
    message='class "{name}" hides the one of the core library in this package',
    explanation="""\
Own classes are found before those of the core library. Classes of this package that name it get this class,
everybody else the one of the core library: two different classes under one name. Choose a namespace of your own.""",
    bad=(
        "=== manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.app\nClasses:\n"
        "  io.murano.Application: Application.yaml\n"
        "=== Classes/Application.yaml\nNamespaces:\n  =: io.murano\nName: Application\n"
    ),
    good=_GOOD,
)

UNUSED_PREFIX = namespace.info(
    "MPL219 unused-prefix",
    message='the prefix "{prefix}" is never used in this file',
    explanation="""\
Nothing in the file that the declaration counts for uses the prefix. It does no harm, but a reader looks for its
use. Remove it.""",
    bad=_class("", "  std: io.murano\n"),
    good=_class("Extends: std:Object\n", "  std: io.murano\n"),
)

CLASS_IN_SEVERAL = namespace.warning(
    "MPL220 class-in-several-packages",
    message='class "{name}" is in {first} and in {others}; the first one in Require is taken',
    explanation="""\
Two required packages have a class of the same full name. The engine takes it from the package that stands first under
`Require`; a change of that order changes the class. Class names are meant to be unique.""",
    bad=_requiring("Require:\n  example.lib: 0.3\n  example.other:\n", "Extends: example.lib.Base\n")
    + "=== other/manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.other\n"
    "Classes:\n  example.lib.Base: Base.yaml\n"
    "=== other/Classes/Base.yaml\nNamespaces:\n  =: example.lib\nName: Base\n",
    good=_requiring("Require:\n  example.lib: 0.3\n", "Extends: example.lib.Base\n"),
)

UNLISTED_USED = namespace.warning(
    "MPL221 unlisted-class-used",
    message='class "{name}" is not listed in the manifest, so it may not be found here',
    explanation="""\
A class without an entry under `Classes` is found only after its file was read, which the engine does when it
needs a listed class of that file. From another file that is a matter of luck. A parent behind its child in the
same file is never found: the child is built first (an error).""",
    bad=_MANIFEST
    + "  example.app.Other: Other.yaml\n=== Classes/Sample.yaml\nNamespaces:\n  =: example.app\nName: Sample\n"
    "Extends: Hidden\n=== Classes/Other.yaml\nNamespaces:\n  =: example.app\nName: Other\n---\nName: Hidden\n",
    good=_MANIFEST + "  example.app.Other: Other.yaml\n  example.app.Hidden: Other.yaml\n"
    "=== Classes/Sample.yaml\nNamespaces:\n  =: example.app\nName: Sample\nExtends: Hidden\n"
    "=== Classes/Other.yaml\nNamespaces:\n  =: example.app\nName: Other\n---\nName: Hidden\n",
)
