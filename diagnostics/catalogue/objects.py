"""Object models: objects, their headers, and what becomes of them."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.example_models import HEAD, SOUND, with_model
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

UNKNOWN_MODEL_TYPE = render.error(
    "MPL524 unknown-model-type",
    message="{path}: {problem}",
    explanation="""\
The header of an object names its class: `full.Name`, `full.Name/version` or `full.Name/version@package`. No installed
package has a class of that name in that version, or the engine refuses to load it. Classes of an object model need
not be required by any package; they only have to be in the catalog.""",
    bad=with_model("'?': {type: example.app.Simple, id: one}\nport: 80\n"),
    good=SOUND,
)

BAD_HEADER = render.error(
    "MPL525 bad-object",
    message="{path}: this cannot be loaded as an object: {problem}",
    explanation="""\
An object is a mapping with a header under `?`: `{type, id, name, metadata}`, or `{ns:Class: {properties}, id: ...}`.
The root of an object model has to say its class; an object inside another one takes the class of the contract if it
says none.""",
    bad=with_model("'?': {id: one}\nport: 80\n"),
    good=SOUND,
)

UNKNOWN_ID = render.error(
    "MPL526 unknown-id",
    message='{path}: no object of this model has the id "{id}"',
    explanation="""\
Where a contract asks for an object, a text is the id of one that is written elsewhere in the same object model. Only
objects in properties with a contract of `class()` count: one in a property that takes anything is plain data.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\npeer: two\n",
        HEAD + "Properties:\n  peer:\n    Contract: $.class(Sample)\n",
    ),
    good=with_model(
        "'?': {type: example.app.Sample, id: one}\npeer: one\n",
        HEAD + "Properties:\n  peer:\n    Contract: $.class(Sample)\n",
    ),
)

UNKNOWN_PROPERTY = render.warning(
    "MPL527 unknown-property",
    message='{path}: class {type} has no property "{name}", the value is lost',
    explanation="""\
The engine drops values of properties that the class does not declare, without a word. Mostly the name is misspelt,
and the property that was meant keeps its default.""",
    bad=with_model("'?': {type: example.app.Sample, id: one}\nport: 80\nprot: tcp\n"),
    good=SOUND,
)

BAD_KEY = render.error(
    "MPL528 bad-property-key",
    message='{path}: "{key}" cannot be the name of a property of class {type}',
    explanation="""\
Names of properties begin with a letter or one underscore. The engine fails with an internal error on other keys of an
object ("dictionary changed size during iteration").""",
    bad=with_model("'?': {type: example.app.Sample, id: one}\nport: 80\n1st: true\n"),
    good=SOUND,
)

DUPLICATE_ID = render.warning(
    "MPL530 duplicate-id",
    message='{path}: another object has the id "{id}" already, so this one{note} only gives it other values',
    explanation="""\
Ids are unique in an object model. The engine takes the second object for the first one: its values replace those of
the first, its class is ignored.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\na: {'?': {id: two}}\nb: {'?': {id: two}}\n",
        HEAD + "Properties:\n  a:\n    Contract: $.class(Sample)\n  b:\n    Contract: $.class(Sample)\n",
    ),
    good=with_model(
        "'?': {type: example.app.Sample, id: one}\na: {'?': {id: two}}\nb: two\n",
        HEAD + "Properties:\n  a:\n    Contract: $.class(Sample)\n  b:\n    Contract: $.class(Sample)\n",
    ),
)

TOO_DEEP = render.error(
    "MPL532 model-too-deep",
    message="{path}: objects are nested deeper than {limit} levels",
    explanation="""\
The engine loads nested objects by recursion and gives up at Python's limit, long before this depth. Refer to objects
by id instead of writing each inside the one before.""",
    bad=with_model(
        "'?': {type: example.app.Sample}\nkid: " + "{kid: " * 60 + "null" + "}" * 60 + "\n",
        HEAD + "Properties:\n  kid:\n    Contract: $.class(Sample)\n",
    ),
    good=with_model(
        "'?': {type: example.app.Sample}\nkid: {kid: null}\n",
        HEAD + "Properties:\n  kid:\n    Contract: $.class(Sample)\n",
    ),
)

TOO_MANY = render.error(
    "MPL538 too-many-made",
    message="{path}: defaults make more than {limit} objects for this model",
    explanation="""\
Each object that a default makes has defaults of its own, and so on: with several of them in each class, their number
grows with every level. The engine makes them all, if it takes days. Let defaults refer to fewer objects.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD
        + "Properties:\n  a:\n    Contract: [$.class(C1)]\n    Default: [{}, {}, {}, {}, {}, {}]\n"
        + "".join(
            f"=== Classes/C{n}.yaml\nNamespaces:\n  =: example.app\nName: C{n}\nProperties:\n  a:\n"
            f"    Contract: [$.class(C{n + 1})]\n    Default: [{{}}, {{}}, {{}}, {{}}, {{}}, {{}}]\n"
            for n in range(1, 7)
        )
        + "=== Classes/C7.yaml\nNamespaces:\n  =: example.app\nName: C7\n",
    ),
    good=SOUND,
)

IGNORED_KEY = render.warning(
    "MPL539 ignored-header-key",
    message='{path}: "{key}" means nothing in the header of an object and is lost',
    explanation="""\
The header of an object has type, classVersion, package, id, name, metadata, dependencies and destroyed, and whatever
designers add with names that begin with an underscore. The engine drops everything else without a word.""",
    bad=with_model("'?': {type: example.app.Sample, id: one, naem: Web}\nport: 80\n"),
    good=with_model("'?': {type: example.app.Sample, id: one, _designer: Web}\nport: 80\n"),
)

UNWRITABLE = render.error(
    "MPL534 unwritable-value",
    message="{path}: {value} cannot be written to an object model",
    explanation="""\
Object models are JSON: texts, numbers, true, false, null, lists and mappings. Dates, patterns and the like can be
values of properties while the model is loaded, but the engine fails when it writes the model out. In YAML a date
without quotes is a date: quote it.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  since:\n    Contract: $\n    Default: 2020-02-03\n",
    ),
    good=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  since:\n    Contract: $\n    Default: '2020-02-03'\n",
    ),
)

NOT_CONSTRUCTED = render.info(
    "MPL536 not-constructed",
    message="{path}: constructors are not run, and what they change is not in the result: {classes}",
    explanation="""\
After an object is loaded the engine runs `initialize` (or `.init`) of its class. Method bodies are not run by this
version; the rendered model has the values from before.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  at:\n    Contract: $.string()\n    Usage: Out\n"
        "Methods:\n  initialize:\n    Body:\n      - $.at: here\n",
    ),
    good=SOUND,
)
