"""Bounds on the work for untrusted packages and models.

Each bound is declared once, here, with the diagnostic for exceeding it; docs/bounds.md comes from
these declarations. Values that only tune speed (sizes of caches of functions) or presentation
(widths of lines) stay where they are used.
"""

from __future__ import annotations

from functools import partial
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


def _bound(
    section: str, most: int, unit: str, what: str, codes: str = "", *, instead: str = ""
) -> Bound:
    """Return a bound of `most` units on `what`, which is described in words.

    `codes` are separated by spaces.
    """
    return Bound(section, what, most, unit, tuple(codes.split()), instead)


_packages = partial(_bound, "Packages")

FILE_SIZE = _packages(
    16 * _MIB, "bytes", "one file of a package; the table of contents of a zip", "MPL109"
)
PACKAGE_ENTRIES = _packages(100_000, "files and folders", "one package, folder or zip", "MPL109")
UNPACKED_SIZE = _packages(512 * _MIB, "bytes", "a zip, and all its files unpacked", "MPL109")
ENTRY_NAME_PART = _packages(
    255,
    "bytes",
    "one part of a path in a zip, which is the limit of file systems",
    "MPL104",
)
ENTRY_NAME = _packages(
    4_000,
    "bytes",
    "a path in a zip, which leaves room for the folder to unpack into",
    "MPL104",
)
SLOWLY_UNPACKED_SIZE = _packages(
    64 * _MIB,
    "bytes",
    "the files of a zip that are compressed with bzip2 or LZMA, unpacked",
    "MPL109",
)
SLOWLY_UNPACKED_ENTRIES = _packages(
    1_000, "files", "the files of a zip that are compressed with bzip2 or LZMA", "MPL109"
)
DAMAGED_ENTRIES = _packages(
    20,
    "files",
    "reported files of a zip that cannot be unpacked",
    "MPL103",
    instead="no more are tried",
)
STANDARD_INPUT = _packages(512 * _MIB, "bytes", "standard input", instead="exit status 2")
LOGO_SIZE = _packages(
    500 * _KIB,
    "bytes",
    "the logo of a package or its supplier (more than the API serves)",
    "MPL140",
)

SCRIPT_SIZE = _packages(256 * _KIB, "bytes", "a script that shellcheck checks", "MPL003")
SCRIPT_SECONDS = _packages(30, "seconds", "the time of shellcheck for a script", "MPL003")

_addresses = partial(_bound, "Remote packages")

REMOTE_SIZE = _addresses(512 * _MIB, "bytes", "all files fetched for one URL", "MPL109")
REMOTE_FILES = _addresses(20_000, "files", "the files of a folder that is fetched", "MPL109")
REMOTE_TIME = _addresses(
    600,
    "seconds",
    "fetching one file, with all attempts and redirects, or one git repository",
    "MPL910",
)
GIT_MEMORY = _addresses(
    1024 * _MIB,
    "bytes",
    "the memory of git, and of each program that it runs (not on macOS and Windows)",
    "MPL109",
)
REDIRECTS = _addresses(5, "redirects", "redirects, one after another", "MPL910")
REMOTE_CACHE = _addresses(
    2048 * _MIB,
    "bytes",
    "fetched files in the cache",
    instead="the least recently used files are removed, unless they were used within a day",
)

_plugins = partial(_bound, "Extension plugins")

MODULE_SIZE = _plugins(
    _MIB, "bytes", "one module of a plugin; one file with its metadata", "MPL971 MPL976"
)
PLUGIN_SOURCE = _plugins(4 * _MIB, "bytes", "all modules of one plugin that are parsed", "MPL976")
FORMAT_PARTS = _plugins(1_000, "parts", "an f-string in a module of a plugin", "MPL976")
PLUGIN_MEMBERS = _plugins(
    20_000,
    "members",
    "the classes of one plugin with all members, also of their bases",
    "MPL978",
)
ENTRY_POINTS = _plugins(
    1_000,
    "entry points",
    "the classes and formats of one plugin",
    instead="the others are ignored",
)

_reports = partial(_bound, "Reports")

PER_CODE = _reports(
    100,
    "diagnostics",
    "one code in one file",
    instead="one more diagnostic counts the others; `--all` shows them",
)

RELATED_PLACES = _reports(
    10,
    "places",
    "further places of the same defect, as related places of one diagnostic",
    instead="the last one counts the others",
)

FIX_ROUNDS = _reports(
    50,
    "rounds",
    "fixes that depend on earlier ones: a check after each round finds the next ones",
    instead="the others remain; run `--fix` again",
)

_suggestions = partial(
    _bound, "Suggestions of similar names", instead="no suggestion for the others"
)

COMPARED_NAMES = _suggestions(
    1_000,
    "names",
    "names that one misspelt name is compared with",
    instead="only names with the same first letter and a similar length are compared",
)
COMPARED_LENGTH = _suggestions(200, "characters", "a misspelt name", instead="no suggestion")
SUGGESTIONS = _suggestions(
    50,
    "names",
    "misspelt names of one model, method or UI definition",
)
PACKAGE_SUGGESTIONS = _suggestions(
    500,
    "names",
    "misspelt names in the methods of one package",
)
PACKAGE_NAMES = _suggestions(
    200_000,
    "names",
    "comparisons of misspelt names in the methods of one package",
)
FILE_SUGGESTIONS = _suggestions(
    100,
    "files",
    "missing class files of one package",
)
PREFIX_SUGGESTIONS = _suggestions(
    500,
    "prefixes",
    "undeclared prefixes, and prefixes of the wrong namespace, in one package",
)

_text = partial(_bound, "YAML, JSON and expressions")

NESTING = _text(200, "levels", "nested lists and mappings, in any file", "MPL117 MPL515")
EXPRESSION_NESTING = _text(
    500,
    "levels",
    "nested parts of one expression, such as the sums in `1 + 1 + 1` (the engine evaluates about 140)",
    "MPL119 MPL171",
)
EXPANDED_ALIASES = _text(
    1_000_000, "values", "the values that the aliases of a YAML file expand to", "MPL117"
)
DIGITS = _text(4_300, "digits", "an integer in JSON (the limit of Python)", "MPL513")
INTEGER_BITS = _text(14_000, "bits", "an integer, in YAML or as a result", "MPL118 MPL534")
REPARSED_TEXT = _text(
    250_000,
    "characters",
    "a YAML file that libyaml rejects, which is read again like the engine's parser does",
    "MPL111",
    instead="it is rejected, even if the engine's parser would accept it",
)
MODEL_SIZE = _text(64 * _MIB, "bytes", "an object model, as a file or as JSON", "MPL510")
EXPRESSION_TOKENS = _text(
    50_000,
    "tokens",
    "one expression (the engine cannot run one that is a tenth as long)",
    "MPL119 MPL171",
)

_contracts = partial(_bound, "Contracts and types")

COMPARED_CONTRACTS = _contracts(
    20_000,
    "pairs",
    "parts of two contracts that are compared because one overrides the other",
    instead="the others are not compared",
)
TYPE_DEPTH = _contracts(
    8,
    "levels",
    "nested lists and mappings whose types are inferred",
    instead="deeper values have an unknown type",
)
JUDGED_PARTS = _contracts(
    1_000,
    "parts",
    "keys and items of a value in a method body that are checked against a contract",
    instead="the others are not checked",
)

_forms = partial(_bound, "UI definitions")

ALTERNATIVES = _forms(
    1_000,
    "alternatives",
    "possible values of one expression, such as the choices of a field",
    instead="the value is unknown",
)
JOINED_TEXT = _forms(
    1_000,
    "characters",
    "a string that is concatenated from literals",
    instead="its value is unknown",
)
INITIAL_WAYS = _forms(
    2_000,
    "ways",
    "the ways in which one regular expression can match an initial value",
    instead="the value is not checked",
)
COMPARED_PAIRS = _forms(
    10_000,
    "pairs",
    "comparisons of the unknown names in one object with the missing ones",
    instead="no name is reported as misspelt",
)

LEAST_STEPS = 10
"""The number of steps for running an expression at all."""
OBJECT_STEPS = 20
"""The number of steps for loading an object, without its values."""

_expressions = partial(_bound, "Evaluated expressions", codes="MPL521 MPL522 MPL531 MPL546")

EVALUATION_STEPS = _expressions(
    200_000,
    "steps",
    "one expression: function calls (5 for an overloaded function), nodes of long expressions, items of lazy "
    "sequences, copies of large values",
)
EVALUATION_ITEMS = _expressions(
    2_000, "items", "one collection that a function iterates over (the engine's own bound)"
)
EVALUATION_MEMORY = _expressions(
    512 * _KIB, "bytes", "one value, without nested values (the engine's own bound)"
)
EVALUATION_PARTS = _expressions(
    100_000, "parts", "one value, with nested values; a string has one more per 64 characters"
)
EVALUATION_BITS = _expressions(16_384, "bits", "an integer")
EVALUATION_COMPARED = _expressions(
    100 * EVALUATION_MEMORY.most, "comparisons", "characters that one string function compares"
)
EVALUATION_DATE = _expressions(1_000, "characters", "a date as a string; the format of one")
PATTERN_LENGTH = _expressions(10_000, "characters", "one regular expression")
PATTERN_PARTS = _expressions(
    10_000,
    "parts",
    "one regular expression in compiled form, with its counted repetitions expanded",
)
PATTERN_SECONDS = _expressions(
    1, "seconds", "all regular expressions of one expression; depends on the machine"
)
TOTAL_PATTERN_SECONDS = _expressions(
    2,
    "seconds",
    "all regular expressions of a model, or of the classes of a package; depends on the machine",
    codes="MPL538",
)
CALL_DEPTH = _expressions(
    20, "calls", "nested calls of static methods for one Default of a class", codes="MPL501"
)
METHOD_INSTRUCTIONS = _expressions(
    10_000, "instructions", "all static methods for one Default of a class", codes="MPL501"
)

_executions = partial(_bound, "Executed methods", codes="MPL552")

RENDER_INSTRUCTIONS = _executions(1_000_000, "instructions", "all methods for one model")
INSTRUCTIONS = _executions(
    10_000_000, "instructions", "one execution, each instruction as often as it runs"
)
EXECUTION_STEPS = _executions(
    500_000_000, "steps", "all expressions of one execution, counted as above"
)
EXECUTION_SECONDS = _executions(30, "seconds", "one execution (processor time)")
EXECUTION_GROWTH = _executions(
    1_024 * _MIB, "bytes", "memory that one execution adds to the process"
)
CALLS_INSIDE = _executions(
    200, "calls", "nested method calls (the engine fails at some number above 20)"
)

_models = partial(_bound, "Object models")

OBJECT_DEPTH = _models(
    50, "levels", "nested objects (the engine fails at some number above 30)", "MPL532"
)
DATA_DEPTH = _models(
    200,
    "levels",
    "nested lists and mappings in a default or a plain value (the engine fails at about 300)",
    "MPL525 MPL531",
)
MODEL_STEPS = _models(
    1_000_000,
    "steps",
    f"the work for a model: {OBJECT_STEPS} steps for an object each time it is loaded, {LEAST_STEPS} or more for an "
    "expression, 1 for a missing property, a value in a Default, and a value that a contract is applied to",
    "MPL538",
)
STEPS_PER_CHARACTER = _models(
    1, "step", "additional work for each character of the model", "MPL538"
)
CLASS_STEPS = _models(
    1_000_000,
    "steps",
    "the check of all values in the classes of a package (Defaults, meta objects)",
    instead="the others are not checked",
)
CLASS_VALUE_STEPS = _models(300_000, "steps", "one of these values", instead="it is not checked")

_simulation = partial(_bound, "Simulated classes", instead="the run ends")

SIMULATED_VALUE = _simulation(
    1_000_000,
    "parts",
    "one value of a simulated class, such as a stack template; a string has one more per 64 characters",
)
SIMULATED_EVENTS = _simulation(
    100_000,
    "events",
    "the record of one run without its log: reports, stacks, plans",
)
LOG_LINES = _simulation(
    100_000, "lines", "the log of one run", instead="its last line reports that the rest is omitted"
)
LOG_CHARACTERS = _simulation(
    16 * _MIB,
    "characters",
    "the log of one run",
    instead="its last line reports that the rest is omitted",
)
LOGGED = _simulation(
    64 * _MIB,
    "characters",
    "everything that one run logs, omitted lines included; each line adds 64",
)
SIMULATED_TEXT = _simulation(
    16 * _MIB,
    "characters",
    "all status reports, titles and workflow definitions in one run",
)
SIMULATED_PLACEHOLDERS = _simulation(
    100_000, "values", "placeholders for values that only a cloud provides"
)
PLAN_BODY = _simulation(
    10_000,
    "characters",
    "the body of an execution plan",
    instead="it is not checked, and a simulated call returns null",
)

_schemas = partial(_bound, "JSON schemas")

SCHEMA_SIZE = _schemas(
    200_000, "parts", "the schema of a class or method", instead="an error: the class has no schema"
)

_classes = partial(_bound, "Classes")

INHERITANCE_LEVELS = _classes(
    1_000,
    "levels",
    "a chain of classes that extend one another (the engine fails at about 200)",
    "MPL306",
)
INHERITANCE_STEPS = _classes(
    1_000_000,
    "classes",
    "the classes on all paths from one class to its ancestors",
    "MPL306",
)
MERGED_REQUIREMENTS = _classes(
    50,
    "requirements",
    "requirements of one package for the ancestors of a class, if packages have several versions",
    "MPL306",
)
COMPARED_DECLARATIONS = _classes(
    30,
    "declarations",
    "declarations of a property in ancestors that an override is compared with",
    instead="only the nearest ones are compared",
)

_runs = partial(_bound, "Cache, workers and log")

CACHE_SIZE = _runs(
    512 * _MIB,
    "bytes",
    "the cache folder, unless a limit is given",
    instead="the least recently used records are removed",
)
CACHE_RECORD = _runs(16 * _MIB, "bytes", "the record of one package", instead="it is not cached")
CACHE_STEPS = _runs(
    50_000_000,
    "steps of SQLite",
    "one statement on the cache's database",
    instead="the cache is not used",
)
WORKER_SILENCE = _runs(
    300,
    "seconds",
    "a worker without progress",
    instead="another worker takes over, then the main process",
)
CLUSTER_SILENCE = _runs(
    10,
    "seconds",
    "the response time of the scheduler of `--executor`",
    instead="exit status 2",
)
LOG_SIZE = _runs(
    10 * _MIB, "bytes", "the file of --log-file", instead="it is renamed, and a new one is started"
)
LOG_BACKUPS = _runs(3, "files", "renamed log files", instead="the oldest is removed")


def bounds() -> list[Bound]:
    """Return every bound, in the order of declaration."""
    return [value for value in globals().values() if isinstance(value, Bound)]
