"""Extension plugins: Python distributions whose classes are MuranoPL classes."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)

NO_EXTENSION = read.error(
    "MPL970 no-extension",
    'no extension plugin found in "{path}": {reason}',
    "pass a distribution with entry points in the group io.murano.extensions",
)
BAD_METADATA = read.error(
    "MPL971 bad-plugin-metadata", "the metadata of an extension plugin cannot be read: {reason}"
)
BAD_ENTRY_NAME = read.warning(
    "MPL972 bad-plugin-class-name",
    'the engine ignores the entry point "{name}": it is not the full name of a class',
    "write words of letters, digits and underscores, joined by dots",
)
MODULE_MISSING = read.warning(
    "MPL973 plugin-module-missing",
    'the module "{module}" of class {name} is not in the distribution',
    "add the module, or correct the entry point",
)
CLASS_MISSING = read.warning(
    "MPL974 plugin-class-missing",
    'the module "{module}" of class {name} has no "{python_class}"',
    "correct the entry point",
)
NOT_A_CLASS = read.warning(
    "MPL975 plugin-not-a-class",
    "{written} is {kind}, so the engine never finds class {name}",
    "name a class in the entry point",
)
UNREADABLE_MODULE = read.warning(
    "MPL976 unreadable-plugin-module",
    'the module "{module}" of class {name} cannot be parsed: {reason}',
    "correct the module",
)
DUPLICATE_CLASS = read.warning(
    "MPL977 duplicate-plugin-class",
    "class {name} is declared by two extension plugins, {first} and {second}: the engine uses neither",
    "rename one of the classes, or install only one of the plugins",
)
UNSEEN_MEMBERS = read.info(
    "MPL978 unseen-plugin-members",
    "class {name} may have methods that muranopl cannot find: {reason}",
)
LOST_SPECIFICATION = read.warning(
    "MPL979 lost-specification",
    "the engine ignores the decorators above @{decorator} of {method}",
    "move them below @{decorator}",
)
INHERITED_STATIC = read.warning(
    "MPL980 inherited-static-method",
    "{method} is static in a base class: the engine passes the object as its first argument",
    "define it in the class itself",
)
BAD_METHOD_USAGE = read.error(
    "MPL981 bad-plugin-usage",
    'the usage "{usage}" of {method} does not exist: the first use of the class fails',
    "write Runtime, Static, Extension or Action",
)
PACKAGE_FORMAT = read.info(
    "MPL982 plugin-package-format",
    'packages with "Format: {format}" are read by a plugin, {python_class} of {distribution}; they cannot be checked',
)
# Measured on pkg_resources, which the engine uses: it takes the name of the folder
BUILT_NAME = read.warning(
    "MPL983 built-plugin-name",
    'the engine calls the package of this plugin "{engine_name}", not "{name}": its folder is "{folder}"',
    "build the plugin with setuptools<70, which keeps the dots of names",
)
