"""Bounds on the work for untrusted packages and models.

Each bound is declared once, here, with the diagnostic for exceeding it; docs/bounds.md comes from
these declarations. Values that only tune speed (sizes of caches of functions) or presentation
(widths of lines) stay where they are used.
"""

from __future__ import annotations

from typing import NamedTuple

_KIB, _MIB = 2**10, 2**20


class Bound(NamedTuple):
    """A bound.

    `codes` are the diagnostics for exceeding it, `instead` describes what happens then.
    """

    section: str
    what: str
    most: int
    unit: str
    codes: tuple[str, ...]
    instead: str


class _Section:
    """Declares the bounds in one section of the document."""

    def __init__(self, title: str, codes: str = "") -> None:
        self.title = title
        self.codes = codes

    def at_most(
        self, most: int, unit: str, what: str, codes: str = "", *, instead: str = ""
    ) -> Bound:
        """Return a bound of `most` units on `what`, which is described in words.

        `codes` are separated by blanks.
        """
        return Bound(self.title, what, most, unit, tuple((codes or self.codes).split()), instead)


_packages = _Section("Packages")

FILE_SIZE = _packages.at_most(
    16 * _MIB, "bytes", "one file of a package, and the table of contents of a zip", "MPL109"
)
PACKAGE_ENTRIES = _packages.at_most(
    100_000, "files and folders", "one package, folder or zip", "MPL109"
)
UNPACKED_SIZE = _packages.at_most(
    512 * _MIB, "bytes", "a zip, and all its files unpacked", "MPL109"
)
ENTRY_NAME_PART = _packages.at_most(
    255,
    "bytes",
    "the name of a file in a zip, between two slashes: what file systems take",
    "MPL104",
)
ENTRY_NAME = _packages.at_most(
    4_000,
    "bytes",
    "the path of a file in a zip: what operating systems take, less a folder to unpack into",
    "MPL104",
)
SLOWLY_UNPACKED_SIZE = _packages.at_most(
    64 * _MIB, "bytes", "the files of a zip that are packed by bzip2 or LZMA, unpacked", "MPL109"
)
SLOWLY_UNPACKED_ENTRIES = _packages.at_most(
    1_000, "files", "the files of a zip that are packed so", "MPL109"
)
DAMAGED_ENTRIES = _packages.at_most(
    20,
    "files",
    "the files of a zip that are named because they cannot be unpacked",
    "MPL103",
    instead="no more are tried",
)
STANDARD_INPUT = _packages.at_most(512 * _MIB, "bytes", "standard input", instead="exit status 2")
LOGO_SIZE = _packages.at_most(
    500 * _KIB,
    "bytes",
    "the logo of a package or its supplier (more than the API hands out)",
    "MPL140",
)

SCRIPT_SIZE = _packages.at_most(256 * _KIB, "bytes", "a script that shellcheck looks at", "MPL003")
SCRIPT_SECONDS = _packages.at_most(
    30, "seconds", "the time that shellcheck takes for a script", "MPL003"
)

_addresses = _Section("Packages elsewhere")

REMOTE_SIZE = _addresses.at_most(
    512 * _MIB, "bytes", "all that is fetched for one address", "MPL109"
)
REMOTE_FILES = _addresses.at_most(
    20_000, "files", "the files of a folder that is fetched", "MPL109"
)
REMOTE_TIME = _addresses.at_most(
    600,
    "seconds",
    "the exchange about one file, with all attempts and redirects; git for one repository",
    "MPL910",
)
GIT_MEMORY = _addresses.at_most(
    1024 * _MIB,
    "bytes",
    "the memory of git, of each of the programs that it runs (not on macOS and Windows)",
    "MPL109",
)
REDIRECTS = _addresses.at_most(
    5, "redirects", "answers of the web that lead elsewhere, one after another", "MPL910"
)
REMOTE_CACHE = _addresses.at_most(
    2048 * _MIB,
    "bytes",
    "what was fetched and is kept in the cache",
    instead="what was not used for longest is removed, unless it was used within a day",
)

_plugins = _Section("Extension plugins")

MODULE_SIZE = _plugins.at_most(
    _MIB, "bytes", "one module of a plugin, and one file with its metadata", "MPL971 MPL976"
)
PLUGIN_SOURCE = _plugins.at_most(
    4 * _MIB, "bytes", "all modules of one plugin that are parsed", "MPL976"
)
FORMAT_PARTS = _plugins.at_most(1_000, "parts", "an f-string in a module of a plugin", "MPL976")
PLUGIN_MEMBERS = _plugins.at_most(
    20_000,
    "members",
    "the classes of one plugin with all members, those of their bases included",
    "MPL978",
)
ENTRY_POINTS = _plugins.at_most(
    1_000,
    "entry points",
    "the classes and formats that one plugin declares",
    instead="the others are left out",
)

_reports = _Section("Reports")

PER_CODE = _reports.at_most(
    100,
    "diagnostics",
    "one code in one file",
    instead="one more says how many there are; `--all` shows them",
)

RELATED_PLACES = _reports.at_most(
    10,
    "places",
    "further places of the same defect, which are related places of one diagnostic",
    instead="the last one says how many there are",
)

FIX_ROUNDS = _reports.at_most(
    50,
    "rounds",
    "fixes that follow from earlier ones, or touch them: a check after each round finds the next ones",
    instead="the others stay; `--fix` again makes them",
)

_suggestions = _Section("Suggestions of nearly the same names")

COMPARED_NAMES = _suggestions.at_most(
    1_000,
    "names",
    "known names that one misspelt name is compared with",
    instead="the ones with the same first letter and about the same length",
)
COMPARED_LENGTH = _suggestions.at_most(
    200, "characters", "a misspelt name that others are compared with", instead="no suggestion"
)
SUGGESTIONS = _suggestions.at_most(
    50,
    "names",
    "misspelt names of one model, method or UI definition, for which the nearest known one is looked for",
    instead="no suggestion for the others",
)
PACKAGE_SUGGESTIONS = _suggestions.at_most(
    500,
    "names",
    "misspelt names in the methods of one package for which the nearest known one is looked for",
    instead="no suggestion for the others",
)
PACKAGE_NAMES = _suggestions.at_most(
    200_000,
    "names",
    "known names that misspelt ones in the methods of one package are compared with",
    instead="no suggestion for the others",
)
FILE_SUGGESTIONS = _suggestions.at_most(
    100,
    "files",
    "class files of one package that are not there, for which the one that is meant is looked for",
    instead="no suggestion for the others",
)
PREFIX_SUGGESTIONS = _suggestions.at_most(
    500,
    "prefixes",
    "undeclared prefixes of one package for which the nearest declared one is looked for, and prefixes for which the "
    "right namespace is",
    instead="no suggestion for the others",
)

_text = _Section("YAML, JSON and expressions")

NESTING = _text.at_most(
    200, "levels", "lists and mappings inside each other, in any file", "MPL117 MPL515"
)
EXPRESSION_NESTING = _text.at_most(
    500,
    "levels",
    "parts of one expression inside each other, as the sums in `1 + 1 + 1` (the engine evaluates some 140)",
    "MPL119 MPL171",
)
EXPANDED_ALIASES = _text.at_most(
    1_000_000, "values", "what the aliases of a YAML file stand for", "MPL117"
)
DIGITS = _text.at_most(
    4_300, "digits", "a whole number in JSON, which is as many as Python itself reads", "MPL513"
)
INTEGER_BITS = _text.at_most(
    14_000, "bits", "a whole number, in YAML or as a result", "MPL118 MPL534"
)
REPARSED_TEXT = _text.at_most(
    250_000,
    "characters",
    "a YAML file that libyaml refuses, and that is read again as the engine's parser does",
    "MPL111",
    instead="it is refused, even if the engine's parser would take it",
)
MODEL_SIZE = _text.at_most(
    64 * _MIB, "bytes", "an object model, as a file or as the JSON of given data", "MPL510"
)
EXPRESSION_TOKENS = _text.at_most(
    50_000,
    "words and signs",
    "one expression: the engine runs none that is a tenth as long",
    "MPL119 MPL171",
)

_contracts = _Section("Contracts and types")

COMPARED_CONTRACTS = _contracts.at_most(
    20_000,
    "pairs",
    "contracts inside a contract and the one that it overrides, which are compared",
    instead="nothing is said of the others",
)
TYPE_DEPTH = _contracts.at_most(
    8,
    "levels",
    "lists and mappings inside each other of which types are inferred",
    instead="what is deeper is any value",
)
JUDGED_PARTS = _contracts.at_most(
    1_000,
    "parts",
    "keys and items of a value in a method body that are held against a contract",
    instead="the others are any values",
)

_forms = _Section("UI definitions")

ALTERNATIVES = _forms.at_most(
    1_000,
    "alternatives",
    "different things that one value may be, such as the choices of a field",
    instead="nothing is known of the value",
)
JOINED_TEXT = _forms.at_most(
    1_000, "characters", "a text that literal ones are put together to", instead="it is any text"
)
INITIAL_WAYS = _forms.at_most(
    2_000,
    "ways",
    "the ways that one regular expression may try to match an initial value",
    instead="the value is not tried on it",
)
COMPARED_PAIRS = _forms.at_most(
    10_000,
    "pairs",
    "unknown names that one object is given, each with a required one that is missing",
    instead="none of them is taken for a slip",
)

LEAST_STEPS = 10
"""The number of steps for running an expression at all."""
OBJECT_STEPS = 20
"""The number of steps for loading an object, without its values."""

_expressions = _Section("Expressions that are run", "MPL521 MPL522 MPL531 MPL546")

EVALUATION_STEPS = _expressions.at_most(
    200_000,
    "steps",
    "one expression: calls of functions (5 where yaql chooses), nodes of long expressions, items of lazy sequences, "
    "copies of large values",
)
EVALUATION_ITEMS = _expressions.at_most(
    2_000, "items", "one collection that a function goes through (the engine's own bound)"
)
EVALUATION_MEMORY = _expressions.at_most(
    512 * _KIB, "bytes", "one value, without what is inside it (the engine's own bound)"
)
EVALUATION_PARTS = _expressions.at_most(
    100_000, "parts", "one value, with all that is inside it; a text has one more per 64 characters"
)
EVALUATION_BITS = _expressions.at_most(16_384, "bits", "a whole number")
EVALUATION_COMPARED = _expressions.at_most(
    100 * EVALUATION_MEMORY.most, "comparisons", "characters that one function of texts compares"
)
EVALUATION_DATE = _expressions.at_most(1_000, "characters", "a date as text, and the format of one")
PATTERN_LENGTH = _expressions.at_most(10_000, "characters", "one regular expression")
PATTERN_PARTS = _expressions.at_most(
    10_000,
    "parts",
    "one regular expression, with all that a counted repeat demands written out, as it is compiled",
)
PATTERN_SECONDS = _expressions.at_most(
    1, "seconds", "all regular expressions of one expression; depends on the machine"
)
TOTAL_PATTERN_SECONDS = _expressions.at_most(
    2,
    "seconds",
    "all regular expressions of a model, or of the classes of a package; depends on the machine",
    "MPL538",
)
CALL_DEPTH = _expressions.at_most(
    20, "calls", "calls of static methods inside each other for one Default of a class", "MPL501"
)
METHOD_INSTRUCTIONS = _expressions.at_most(
    10_000, "instructions", "what all static methods run for one Default of a class", "MPL501"
)

_executions = _Section("Methods that are run", "MPL552")

RENDER_INSTRUCTIONS = _executions.at_most(
    1_000_000, "instructions", "what all methods run for one model"
)
INSTRUCTIONS = _executions.at_most(
    10_000_000, "instructions", "all that one execution runs, each time it is run"
)
EXECUTION_STEPS = _executions.at_most(
    500_000_000, "steps", "all expressions of one execution, counted as those above"
)
EXECUTION_SECONDS = _executions.at_most(30, "seconds", "one execution, time of the processor")
EXECUTION_GROWTH = _executions.at_most(
    1_024 * _MIB, "bytes", "what one execution adds to the memory of the process"
)
CALLS_INSIDE = _executions.at_most(
    200, "calls", "calls of methods inside each other (the engine ends some time after 20)"
)

_models = _Section("Object models")

OBJECT_DEPTH = _models.at_most(
    50, "levels", "objects inside each other (the engine ends some time after 30)", "MPL532"
)
DATA_DEPTH = _models.at_most(
    200,
    "levels",
    "lists and mappings inside each other in a default or a plain value (the engine ends after some 300)",
    "MPL525 MPL531",
)
MODEL_STEPS = _models.at_most(
    1_000_000,
    "steps",
    f"all that is made for a model: an object is {OBJECT_STEPS} steps each time it is loaded, an expression "
    f"{LEAST_STEPS} or more; a property that is not given, a value in a Default and one that a contract is applied to "
    "are 1",
    "MPL538",
)
STEPS_PER_CHARACTER = _models.at_most(
    1, "step", "what may be made besides for each character of the model", "MPL538"
)
CLASS_STEPS = _models.at_most(
    1_000_000,
    "steps",
    "all values that the classes of a package write themselves (Defaults, meta objects), when these are checked",
    instead="nothing is said of the others",
)
CLASS_VALUE_STEPS = _models.at_most(
    300_000, "steps", "one of these values", instead="nothing is said of it"
)

_simulation = _Section("Simulated classes")

SIMULATED_VALUE = _simulation.at_most(
    1_000_000,
    "parts",
    "one value that a simulated class keeps, as a stack template; a text has one more per 64 characters",
    instead="the run ends",
)
SIMULATED_EVENTS = _simulation.at_most(
    100_000,
    "events",
    "what is recorded of one run besides the log: reports, stacks, plans",
    instead="the run ends",
)
LOG_LINES = _simulation.at_most(
    100_000, "lines", "the log of one run", instead="the rest is left out, as its last line says"
)
LOG_CHARACTERS = _simulation.at_most(
    16 * _MIB,
    "characters",
    "the log of one run",
    instead="the rest is left out, as its last line says",
)
LOGGED = _simulation.at_most(
    64 * _MIB,
    "characters",
    "all that one run logs, with what is left out of its log; a line has 64 more",
    instead="the run ends",
)
SIMULATED_TEXT = _simulation.at_most(
    16 * _MIB,
    "characters",
    "the texts of status reports, of titles and of definitions of workflows in one run",
    instead="the run ends",
)
SIMULATED_PLACEHOLDERS = _simulation.at_most(
    100_000, "values", "placeholders for what only a cloud can tell", instead="the run ends"
)
PLAN_BODY = _simulation.at_most(
    10_000,
    "characters",
    "the body of an execution plan that is looked into",
    instead="it is not checked, and a simulated call gives null",
)

_schemas = _Section("JSON schemas")

SCHEMA_SIZE = _schemas.at_most(
    200_000, "parts", "the schema of a class or method", instead="an error: the class has no schema"
)

_classes = _Section("Classes")

INHERITANCE_LEVELS = _classes.at_most(
    1_000,
    "levels",
    "classes that extend one another in a row (the engine's recursion ends after some 200)",
    "MPL306",
)
INHERITANCE_STEPS = _classes.at_most(
    1_000_000,
    "classes",
    "the lines of descent from one class up, on which a class stands as often as there are ways to it",
    "MPL306",
)
MERGED_REQUIREMENTS = _classes.at_most(
    50,
    "requirements",
    "those of one package by which ancestors of a class are reached, where several versions of packages are at hand",
    "MPL306",
)
COMPARED_DECLARATIONS = _classes.at_most(
    30,
    "declarations",
    "those of a property in ancestors that an override is compared with",
    instead="the nearest ones",
)

_runs = _Section("Cache, workers and log")

CACHE_SIZE = _runs.at_most(
    512 * _MIB,
    "bytes",
    "the cache folder, unless a limit is given",
    instead="what was not used for longest is removed",
)
CACHE_RECORD = _runs.at_most(
    16 * _MIB, "bytes", "what is kept of one package", instead="it is not kept"
)
CACHE_STEPS = _runs.at_most(
    50_000_000,
    "steps of SQLite",
    "one statement on the cache's database",
    instead="nothing is taken from the cache",
)
WORKER_SILENCE = _runs.at_most(
    300,
    "seconds",
    "the time in which a worker that shares a check gets no further",
    instead="another one does its part, then the process that waits",
)
CLUSTER_SILENCE = _runs.at_most(
    10,
    "seconds",
    "the time in which the scheduler of `--executor` answers",
    instead="exit status 2",
)
LOG_SIZE = _runs.at_most(
    10 * _MIB, "bytes", "the file of --log-file", instead="it is renamed, and a new one begun"
)
LOG_BACKUPS = _runs.at_most(3, "files", "renamed log files", instead="the oldest is removed")


def bounds() -> list[Bound]:
    """Return every bound, in the order of declaration."""
    return [value for value in globals().values() if isinstance(value, Bound)]
