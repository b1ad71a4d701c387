"""Object models as text: files that cannot be read, JSON, and values no model can hold.

Their objects: `objects`; their values against contracts: `values`.
"""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

UNREADABLE = render.error(
    "MPL510 model-unreadable",
    'the {what} "{path}" cannot be read: {reason}',
    "pass a file, or - for standard input",
)
SYNTAX = render.error("MPL511 model-syntax", "this is not valid JSON: {problem}")
# A warning, unlike MPL113 for YAML, as JSON permits a key to occur twice
DUPLICATE_KEY = render.warning(
    "MPL512 model-duplicate-key",
    'the key "{key}" occurs twice in this mapping; only the last value counts',
    "remove or rename one of the two",
)
VALUE = render.error(
    "MPL513 model-value",
    "{path}: this value is not supported: {problem}",
    "write a number, a string, true, false or null",
)
DOCUMENTS = render.error(
    "MPL514 model-documents", "{what}", "put each object model into a separate file"
)
TOO_DEEP = render.error("MPL515 model-nested-deeply", "{what}")
