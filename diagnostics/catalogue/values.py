"""Object models: objects, their headers, and values against contracts."""

from muranopl.diagnostics.model import Phase, Severity
from muranopl.diagnostics.rules import Rule

_HEAD = "=== Classes/Sample.yaml\nNamespaces:\n  =: example.app\nName: Sample\n"
_PORT = _HEAD + "Properties:\n  port:\n    Contract: $.int().notNull().check($ > 0)\n"


def _model(text: str, classes: str = _PORT) -> str:
    return f"{classes}=== model.yaml\n{text}"


_SOUND = _model("'?': {type: example.app.Sample, id: one}\nport: 80\n")

VALUE_REFUSED = Rule(
    code="MPL520",
    name="value-refused",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message="{path}: {problem}",
    explanation="""\
The contract of the property does not take this value. Loading the object model stops here at deployment; the contract
and the declaration of the property are shown beside the value.""",
    bad=_model("'?': {type: example.app.Sample, id: one}\nport: http\n"),
    good=_SOUND,
)

CHECK_FAILS = Rule(
    code="MPL521",
    name="check-fails",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message="{path}: the check of {value} fails to run: {problem}",
    explanation="""\
The expression in `check()` is no answer for this value: it calls a function that does not take it, or reads what is
not there. The engine fails with an internal error instead of a clear message. Often the value is null: put
`notNull()` before `check()`, or let the predicate begin with `$ = null or`.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD + "Properties:\n  name:\n    Contract: $.string().check($.startsWith('a'))\n",
    ),
    good=_model(
        "'?': {type: example.app.Sample, id: one}\nname: abc\n",
        _HEAD + "Properties:\n  name:\n    Contract: $.string().check($.startsWith('a'))\n",
    ),
)

CONTRACT_FAILS = Rule(
    code="MPL522",
    name="contract-fails",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message="{path}: the contract cannot be applied: {problem}",
    explanation="""\
A contract may be any expression. This one fails to run for this value, and so does loading the object model.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\nport: 80\n", _HEAD + "Properties:\n  port:\n    Contract: $ / 0\n"
    ),
    good=_model(
        "'?': {type: example.app.Sample, id: one}\nport: 80\n", _HEAD + "Properties:\n  port:\n    Contract: $ / 2\n"
    ),
)

NOT_EVALUATED = Rule(
    code="MPL523",
    name="not-evaluated",
    severity=Severity.INFO,
    phase=Phase.RENDER,
    message="{path}: {what} is not evaluated: {problem}",
    explanation="""\
What the engine would say here depends on running a method. Method bodies are not run by this version: a check that
calls one is taken as passed, and a default that calls one as unknown (null in the rendered model).""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\nport: 80\n",
        _HEAD + "Properties:\n  port:\n    Contract: $.int().check($this.isFree($))\n"
        "Methods:\n  isFree:\n    Usage: Static\n    Arguments:\n      - port:\n          Contract: $.int()\n"
        "    Body:\n      - Return: true\n",
    ),
    good=_SOUND,
)

UNKNOWN_MODEL_TYPE = Rule(
    code="MPL524",
    name="unknown-model-type",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message="{path}: {problem}",
    explanation="""\
The header of an object names its class: `full.Name`, `full.Name/version` or `full.Name/version@package`. No installed
package has a class of that name in that version, or the engine refuses to load it. Classes of an object model need
not be required by any package; they only have to be in the catalog.""",
    bad=_model("'?': {type: example.app.Simple, id: one}\nport: 80\n"),
    good=_SOUND,
)

BAD_HEADER = Rule(
    code="MPL525",
    name="bad-object",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message="{path}: this cannot be loaded as an object: {problem}",
    explanation="""\
An object is a mapping with a header under `?`: `{type, id, name, metadata}`, or `{ns:Class: {properties}, id: ...}`.
The root of an object model has to say its class; an object inside another one takes the class of the contract if it
says none.""",
    bad=_model("'?': {id: one}\nport: 80\n"),
    good=_SOUND,
)

UNKNOWN_ID = Rule(
    code="MPL526",
    name="unknown-id",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message='{path}: no object of this model has the id "{id}"',
    explanation="""\
Where a contract asks for an object, a text is the id of one that is written elsewhere in the same object model. Only
objects in properties with a contract of `class()` count: one in a property that takes anything is plain data.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\npeer: two\n",
        _HEAD + "Properties:\n  peer:\n    Contract: $.class(Sample)\n",
    ),
    good=_model(
        "'?': {type: example.app.Sample, id: one}\npeer: one\n",
        _HEAD + "Properties:\n  peer:\n    Contract: $.class(Sample)\n",
    ),
)

UNKNOWN_PROPERTY = Rule(
    code="MPL527",
    name="unknown-property",
    severity=Severity.WARNING,
    phase=Phase.RENDER,
    message='{path}: class {type} has no property "{name}", the value is lost',
    explanation="""\
The engine drops values of properties that the class does not declare, without a word. Mostly the name is misspelt,
and the property that was meant keeps its default.""",
    bad=_model("'?': {type: example.app.Sample, id: one}\nport: 80\nprot: tcp\n"),
    good=_SOUND,
)

BAD_KEY = Rule(
    code="MPL528",
    name="bad-property-key",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message='{path}: "{key}" cannot be the name of a property of class {type}',
    explanation="""\
Names of properties begin with a letter or one underscore. The engine fails with an internal error on other keys of an
object ("dictionary changed size during iteration").""",
    bad=_model("'?': {type: example.app.Sample, id: one}\nport: 80\n1st: true\n"),
    good=_SOUND,
)

CIRCULAR_VALUES = Rule(
    code="MPL529",
    name="circular-values",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message="{path}: the properties of this {type} cannot all get a value: {problem}",
    explanation="""\
A default or a check may read other properties of its object, which get their values first. Here some wait for each
other, or for one that never gets a value: properties of a class get theirs before those that only its parents
declare, and Runtime properties without a default get none. Giving the value in the model helps where only its default
waits.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD + "Properties:\n  low:\n    Contract: $.int().check($ < $this.high)\n    Default: 1\n"
        "  high:\n    Contract: $.int().check($ > $this.low)\n    Default: 5\n",
    ),
    good=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD + "Properties:\n  low:\n    Contract: $.int().check($ < $this.high)\n    Default: 1\n"
        "  high:\n    Contract: $.int()\n    Default: 5\n",
    ),
)

DUPLICATE_ID = Rule(
    code="MPL530",
    name="duplicate-id",
    severity=Severity.WARNING,
    phase=Phase.RENDER,
    message='{path}: another object has the id "{id}" already, so this one{note} only gives it other values',
    explanation="""\
Ids are unique in an object model. The engine takes the second object for the first one: its values replace those of
the first, its class is ignored.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\na: {'?': {id: two}}\nb: {'?': {id: two}}\n",
        _HEAD + "Properties:\n  a:\n    Contract: $.class(Sample)\n  b:\n    Contract: $.class(Sample)\n",
    ),
    good=_model(
        "'?': {type: example.app.Sample, id: one}\na: {'?': {id: two}}\nb: two\n",
        _HEAD + "Properties:\n  a:\n    Contract: $.class(Sample)\n  b:\n    Contract: $.class(Sample)\n",
    ),
)

DEFAULT_FAILS = Rule(
    code="MPL531",
    name="default-fails",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message='{path}: the Default of property "{name}" fails to run: {problem}',
    explanation="""\
The value is not given, so the expression in Default is evaluated, and that fails; so does loading the object model.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD
        + "Properties:\n  port:\n    Contract: $.int()\n    Default: 80 / $.zero\n  zero:\n    Contract: $.int()\n"
        "    Default: 0\n",
    ),
    good=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Default: 80 / $.one\n  one:\n    Contract: $.int()\n"
        "    Default: 1\n",
    ),
)

TOO_DEEP = Rule(
    code="MPL532",
    name="model-too-deep",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message="{path}: objects are nested deeper than {limit} levels",
    explanation="""\
The engine loads nested objects by recursion and gives up at Python's limit, long before this depth. Refer to objects
by id instead of writing each inside the one before.""",
    bad=_model(
        "'?': {type: example.app.Sample}\nkid: " + "{kid: " * 60 + "null" + "}" * 60 + "\n",
        _HEAD + "Properties:\n  kid:\n    Contract: $.class(Sample)\n",
    ),
    good=_model(
        "'?': {type: example.app.Sample}\nkid: {kid: null}\n",
        _HEAD + "Properties:\n  kid:\n    Contract: $.class(Sample)\n",
    ),
)

TOO_MANY = Rule(
    code="MPL538",
    name="too-many-made",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message="{path}: defaults make more than {limit} objects for this model",
    explanation="""\
Each object that a default makes has defaults of its own, and so on: with several of them in each class, their number
grows with every level. The engine makes them all, if it takes days. Let defaults refer to fewer objects.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD
        + "Properties:\n  a:\n    Contract: [$.class(C1)]\n    Default: [{}, {}, {}, {}, {}, {}]\n"
        + "".join(
            f"=== Classes/C{n}.yaml\nNamespaces:\n  =: example.app\nName: C{n}\nProperties:\n  a:\n"
            f"    Contract: [$.class(C{n + 1})]\n    Default: [{{}}, {{}}, {{}}, {{}}, {{}}, {{}}]\n"
            for n in range(1, 7)
        )
        + "=== Classes/C7.yaml\nNamespaces:\n  =: example.app\nName: C7\n",
    ),
    good=_SOUND,
)

IGNORED_KEY = Rule(
    code="MPL539",
    name="ignored-header-key",
    severity=Severity.WARNING,
    phase=Phase.RENDER,
    message='{path}: "{key}" means nothing in the header of an object and is lost',
    explanation="""\
The header of an object has type, classVersion, package, id, name, metadata, dependencies and destroyed, and whatever
designers add with names that begin with an underscore. The engine drops everything else without a word.""",
    bad=_model("'?': {type: example.app.Sample, id: one, naem: Web}\nport: 80\n"),
    good=_model("'?': {type: example.app.Sample, id: one, _designer: Web}\nport: 80\n"),
)

UNWRITABLE = Rule(
    code="MPL534",
    name="unwritable-value",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message="{path}: {value} cannot be written to an object model",
    explanation="""\
Object models are JSON: texts, numbers, true, false, null, lists and mappings. Dates, patterns and the like can be
values of properties while the model is loaded, but the engine fails when it writes the model out. In YAML a date
without quotes is a date: quote it.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD + "Properties:\n  since:\n    Contract: $\n    Default: 2020-02-03\n",
    ),
    good=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD + "Properties:\n  since:\n    Contract: $\n    Default: '2020-02-03'\n",
    ),
)

IGNORED_VALUE = Rule(
    code="MPL533",
    name="ignored-value",
    severity=Severity.WARNING,
    phase=Phase.RENDER,
    message='{path}: property "{name}" has the usage {usage}, so the value is ignored',
    explanation="""\
Runtime properties exist only while workflows run, Static ones belong to the class, and Config ones come from class
configs: none of them is read from the object model. Leave the value out.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\nport: 80\n",
        _HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Usage: Runtime\n",
    ),
    good=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Usage: Runtime\n",
    ),
)

RECURSIVE_DEFAULT = Rule(
    code="MPL535",
    name="recursive-default",
    severity=Severity.ERROR,
    phase=Phase.RENDER,
    message='{path}: the Default of property "{name}" of class {type} makes an object that needs it again',
    explanation="""\
Each object that is made for the property lacks the same property, so another one is made for it, without end. Set the
property to null in the Default, or leave the Default out.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD + "Properties:\n  next:\n    Contract: $.class(Sample)\n    Default: {}\n",
    ),
    good=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD + "Properties:\n  next:\n    Contract: $.class(Sample)\n    Default: {next: null}\n",
    ),
)

NOT_CONSTRUCTED = Rule(
    code="MPL536",
    name="not-constructed",
    severity=Severity.INFO,
    phase=Phase.RENDER,
    message="{path}: constructors are not run, and what they change is not in the result: {classes}",
    explanation="""\
After an object is loaded the engine runs `initialize` (or `.init`) of its class. Method bodies are not run by this
version; the rendered model has the values from before.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\n",
        _HEAD + "Properties:\n  at:\n    Contract: $.string()\n    Usage: Out\n"
        "Methods:\n  initialize:\n    Body:\n      - $.at: here\n",
    ),
    good=_SOUND,
)

SURPRISING_VALUE = Rule(
    code="MPL537",
    name="surprising-value",
    severity=Severity.WARNING,
    phase=Phase.RENDER,
    message="{path}: {problem}",
    explanation="""\
The contract takes the value, and makes something else of it than it seems to say. `bool()` does not read texts: "no"
and "false" are texts that are not empty, so they become true. Write false without quotes.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\nsafe: 'no'\n",
        _HEAD + "Properties:\n  safe:\n    Contract: $.bool()\n",
    ),
    good=_model(
        "'?': {type: example.app.Sample, id: one}\nsafe: false\n",
        _HEAD + "Properties:\n  safe:\n    Contract: $.bool()\n",
    ),
)

ENGINE_DIFFERS = Rule(
    code="MPL540",
    name="engine-differs",
    severity=Severity.WARNING,
    phase=Phase.RENDER,
    message="{path} {problem} (--quirk {quirk})",
    explanation="""\
The documents of the language and the reference engine disagree about this value. The document is followed, unless the
quirk named is asked for; `muranopl explain` with the name of the quirk tells both sides. A model that should load
everywhere keeps clear of the difference.""",
    bad=_model(
        "'?': {type: example.app.Sample, id: one}\nname: 2.5\n",
        _HEAD + "Properties:\n  name:\n    Contract: $.string()\n",
    ),
    good=_model(
        "'?': {type: example.app.Sample, id: one}\nname: '2.5'\n",
        _HEAD + "Properties:\n  name:\n    Contract: $.string()\n",
    ),
)
