"""The manifest and the files it names."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

_CLASS = """\
=== Classes/Sample.yaml
Namespaces:
  =: example.app
Name: Sample
"""


def _manifest(
    more: str = "",
    *,
    format_: str = "1.4",
    type_: str = "Library",
    name: str = "example.app",
    file: str = "Sample.yaml",
) -> str:
    return (
        f"=== manifest.yaml\nFormat: {format_}\nType: {type_}\nFullName: {name}\n{more}"
        f"Classes:\n  example.app.Sample: {file}\n{_CLASS}"
    )


_GOOD = _manifest()
_HEAT = "=== manifest.yaml\nFormat: Heat.HOT/1.0\nType: Application\nFullName: example.heat\n"

BAD_FORMAT = read.error(
    "MPL130 bad-format",
    message="unknown package format {format}",
    explanation="""\
`Format` names the package format the engine must support: MuranoPL/1.0 to MuranoPL/1.4 (the family may be left out), or
Heat.HOT/1.0. Any other is refused when the package is loaded.""",
    bad=_manifest(format_="1.5"),
    good=_GOOD,
)

BAD_FULL_NAME = read.error(
    "MPL131 bad-full-name",
    message='"{name}" is no full name: words of letters, digits and _ joined by single dots',
    explanation="""\
`FullName` identifies the package for ever. The engine takes letters, digits and underscores, joined by single
dots; a dash, a blank, a line break or a dot at either end is refused.""",
    bad=_manifest(name="example-app"),
    good=_GOOD,
)

NAME_STARTS_WITH_DIGIT = read.warning(
    "MPL132 full-name-digit",
    message='"{segment}" in "{name}" starts with a digit, so no namespace can be spelled this way',
    explanation="""\
The engine accepts the name, but words of namespaces and class names start with a letter or underscore: no class
of the package can live in a namespace of the package's own name.""",
    bad=_manifest(name="example.2app"),
    good=_GOOD,
)

CORE_NAME = read.warning(
    "MPL133 core-library-name",
    message='"{name}" is the name of the core library',
    explanation="""\
A package named like the core library competes with it for every lookup of a class, in every package of the
catalog. Unless this is a version of the core library, choose another name.""",
    bad=_manifest(name="io.murano"),
    good=_GOOD,
)

BAD_VERSION = read.error(
    "MPL134 bad-version",
    message='"{version}" is no version: it must begin with a number, as 1.2.0 does',
    explanation="""\
`Version` is a semantic version, MAJOR.MINOR.PATCH. The engine coerces what begins with a number and refuses the
rest, which makes the whole catalog directory unusable. Without `Version` a package is 0.0.0.""",
    bad=_manifest("Version: latest\n"),
    good=_manifest("Version: 1.2.0\n"),
)

SLOPPY_VERSION = read.warning(
    "MPL135 sloppy-version",
    message='"{version}" is no complete semantic version; the engine takes {coerced}',
    explanation="""\
The documents ask for a complete semantic version, MAJOR.MINOR.PATCH. The engine fills in and rearranges what it
gets, sometimes surprisingly: an unquoted 1.10 is the number 1.1, and 1.2.3.4 becomes 1.2.3+4. Write all three
numbers.""",
    bad=_manifest("Version: 1.2\n"),
    good=_manifest("Version: 1.2.0\n"),
)

CLASS_FILE_MISSING = read.error(
    "MPL136 class-file-missing",
    message='the file of class "{name}" is not there: {path}',
    explanation="""\
The manifest lists a class in a file below `Classes/` that does not exist. Upload accepts the package; the class
fails when it is first used.""",
    bad=_manifest(file="Other.yaml").replace(_CLASS, ""),
    good=_GOOD,
)

FILE_NOT_LISTED = read.warning(
    "MPL137 class-file-unlisted",
    message="the manifest lists no class in {path}",
    explanation="""\
A file below `Classes/` is named by no entry of `Classes` in the manifest: its classes cannot be found by anybody.
List them, or remove the file. Where the manifest lists no class at all, that is an error.""",
    bad=_manifest() + "=== Classes/Forgotten.yaml\nNamespaces:\n  =: example.app\nName: Forgotten\n",
    good=_GOOD,
)

OUTSIDE = read.error(
    "MPL138 path-outside",
    message="the {what} {path} lies outside {folder}",
    explanation="""\
Paths in a manifest are relative and must stay inside their folder; the engine refuses to load others. `..` is
fine as long as the path comes back.""",
    bad=_manifest(file="../Sample.yaml").replace("=== Classes/Sample.yaml", "=== Sample.yaml"),
    good=_GOOD,
)

FILE_MISSING = read.error(
    "MPL139 named-file-missing",
    message="the {what} {path} is not there",
    explanation="""\
The manifest names a file that is not in the package. A named logo must exist, or the package cannot be shown;
without its UI file an application has no form, so it can be added only by hand (a warning).""",
    bad=_manifest("Logo: tomcat.png\n"),
    good=_GOOD,
)

BAD_LOGO = read.error(
    "MPL140 bad-logo",
    message="the {what} {path} {problem}",
    explanation="""\
A logo is a PNG, JPEG or GIF image, told by its content and not by its name, of at most 500 KiB. The API refuses
to hand out any other, and upload fails.""",
    bad=_manifest("Logo: logo.png\n") + "=== logo.png\nnot a picture\n",
    good=_manifest("Logo: logo.gif\n") + "=== logo.gif [base64]\nR0lGODlhAQABAAAAACw=\n",
)

HEAT_PACKAGE = read.info(
    "MPL141 heat-package",
    message="a {format} package: its class is made from the Heat template, which is not checked",
    explanation="""\
A Heat package holds a Heat template instead of MuranoPL classes; the engine generates one class, named like the
package, from it. There is nothing of MuranoPL to check in it. Other packages may refer to that class.""",
    bad=_HEAT + "=== template.yaml\nresources: {}\n",
    good=_GOOD,
)

HEAT_TEMPLATE = read.error(
    "MPL128 bad-heat-template",
    message="template.yaml {problem}",
    explanation="""\
The class of a Heat package is made from `template.yaml` in its root: a Heat template, which is a mapping with
`resources`. Without it the package is listed but its class cannot be loaded. `Classes` of the manifest is not read.""",
    bad=_HEAT,
    good=_GOOD,
)

BAD_TAGS = read.warning(
    "MPL143 bad-tags",
    message="{what}: {problem}",
    explanation="""\
`Tags` is a list of texts by which users find the package. The engine never looks at it, the API does: it fails on an
empty key, and tags that are no text match no search. Quote numbers, or remove the key.""",
    bad=_manifest("Tags: [1, 2]\n"),
    good=_manifest("Tags: ['1', demo]\n"),
)

BAD_CLASS_KEY = read.error(
    "MPL142 bad-listed-name",
    message="{name} is no full class name",
    explanation="""\
Keys of `Classes` are full class names: words of letters, digits and underscores, starting with a letter or
underscore, joined by dots. A class under any other key can never be found.""",
    bad="=== manifest.yaml\nFormat: 1.4\nType: Library\nFullName: example.app\nClasses:\n  not a name: Sample.yaml\n"
    + _CLASS,
    good=_GOOD,
)

NOT_A_CLASS = read.error(
    "MPL147 not-a-class",
    message="a document of a class file must be a mapping, not {found}",
    explanation="""\
Every YAML document of a class file declares one class, or only `Namespaces` for those that follow. The engine
crashes on anything else, even if another document holds the class it looks for.""",
    bad=_manifest() + "---\n- text\n",
    good=_GOOD,
)

BAD_REQUIRED_NAME = read.error(
    "MPL148 bad-required-name",
    message="{name} is no package name",
    explanation="""\
Keys of `Require` are full names of packages, as text. Mind that unquoted numbers, `null` and `yes` are not text
in YAML.""",
    bad=_manifest("Require:\n  12: 1.0\n"),
    good=_GOOD,
)

EMPTY_FILE = read.error(
    "MPL149 empty-file",
    message="{path} is empty",
    explanation="""\
The file holds nothing but blanks and comments. An empty manifest makes the engine crash while it indexes the
catalog; an empty class file holds no class.""",
    bad="=== manifest.yaml\n# nothing here\n",
    good=_GOOD,
)
