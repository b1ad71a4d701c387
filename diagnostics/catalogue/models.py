"""Object models as text: files that cannot be read, JSON, and values no model can hold."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

_CLASS = """\
=== Classes/Sample.yaml
Namespaces:
  =: example.app
Name: Sample
Properties:
  port:
    Contract: $.int()
  data:
    Contract: $
"""
_HEAD = '"?": {"type": "example.app.Sample", "id": "sample-1"}'


def _json(properties: str) -> str:
    return f"{_CLASS}=== model.json\n{{{_HEAD}, {properties}}}\n"


_GOOD = _json('"port": 80, "data": [1, 2.5, "text", true, null]')
_YAML = f"{_CLASS}=== model.yaml\n{{{_HEAD}}}\n"

UNREADABLE = render.error(
    "MPL510 model-unreadable",
    message='the object model "{path}" cannot be read: {reason}',
    explanation="""\
The path given for the object model does not exist, cannot be opened, or is no regular file: folders, pipes and devices
are not read. At most 64 MiB are read. Check the path, or give `-` and pass the model on standard input.""",
    bad=f"{_CLASS}=== model.json [fifo]\n",
    good=_GOOD,
)

SYNTAX = render.error(
    "MPL511 model-syntax",
    message="this is not valid JSON: {problem}",
    explanation="""\
The object model breaks the rules of JSON (RFC 8259) at this place, so nothing of it was used. JSON is stricter than
YAML and JavaScript: text and keys stand in double quotes, no comma stands before a closing bracket, there are no
comments, and nothing follows the one value. A model that is meant as YAML needs a name that ends in `.yaml`.""",
    bad=_json('"port": 80,'),
    good=_GOOD,
)

DUPLICATE_KEY = render.warning(
    "MPL512 model-duplicate-key",
    message='the key "{key}" occurs twice in this mapping; only this last value counts',
    explanation="""\
JSON lets a key occur twice, but which value counts is not defined; here and in Python it is the last one, and the
earlier one is lost in silence. Remove or rename one of the two.""",
    bad=_json('"port": 80, "port": 81'),
    good=_GOOD,
)

VALUE = render.error(
    "MPL513 model-value",
    message="{path}: no object model can hold this value: {problem}",
    explanation="""\
An object model is JSON, which has text, finite numbers, true, false, null, lists, and mappings with text as keys.
`NaN` and `Infinity`, numbers beyond 1.8e308 or of thousands of digits, halves of surrogate pairs, and, in data handed
over by a program, objects of other kinds or values that contain themselves, have no place in it. Replace the value;
a date, for instance, by its text.""",
    bad=_json('"data": NaN'),
    good=_GOOD,
)

DOCUMENTS = render.error(
    "MPL514 model-documents",
    message="{what}",
    explanation="""\
A file holds one object model. In YAML a line `---` begins another document, of which nothing would be used. An empty
file holds none. Put each model into a file of its own.""",
    bad=f"{_YAML}---\n{{{_HEAD}}}\n",
    good=_YAML,
)

TOO_DEEP = render.error(
    "MPL515 model-nested-deeply",
    message="{what}",
    explanation="""\
The object model has more than 1,000 levels of lists and mappings inside each other. No real model comes near, and
programs that read such a text would run out of stack. Nothing of it was used.""",
    bad=_json(f'"data": {"[" * 1000}{"]" * 1000}'),
    good=_GOOD,
)
