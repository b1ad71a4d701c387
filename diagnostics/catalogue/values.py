"""Object models: values against contracts."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.example_models import HEAD, SOUND, with_model
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)

VALUE_REFUSED = render.error(
    "MPL520 value-refused",
    message="{path}: {problem}",
    explanation="""\
The contract of the property does not take this value. Loading the object model stops here at deployment; the contract
and the declaration of the property are shown beside the value.""",
    bad=with_model("'?': {type: example.app.Sample, id: one}\nport: http\n"),
    good=SOUND,
)

CHECK_FAILS = render.error(
    "MPL521 check-fails",
    message="{path}: the check of {value} fails to run: {problem}",
    explanation="""\
The expression in `check()` is no answer for this value: it calls a function that does not take it, or reads what is
not there. The engine fails with an internal error instead of a clear message. Often the value is null: put
`notNull()` before `check()`, or let the predicate begin with `$ = null or`.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  name:\n    Contract: $.string().check($.startsWith('a'))\n",
    ),
    good=with_model(
        "'?': {type: example.app.Sample, id: one}\nname: abc\n",
        HEAD + "Properties:\n  name:\n    Contract: $.string().check($.startsWith('a'))\n",
    ),
)

CONTRACT_FAILS = render.error(
    "MPL522 contract-fails",
    message="{path}: the contract cannot be applied: {problem}",
    explanation="""\
A contract may be any expression. This one fails to run for this value, and so does loading the object model.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\nport: 80\n", HEAD + "Properties:\n  port:\n    Contract: $ / 0\n"
    ),
    good=with_model(
        "'?': {type: example.app.Sample, id: one}\nport: 80\n", HEAD + "Properties:\n  port:\n    Contract: $ / 2\n"
    ),
)

NOT_EVALUATED = render.info(
    "MPL523 not-evaluated",
    message="{path}: {what} is not evaluated: {problem}",
    explanation="""\
What the engine would say here depends on running a method. Static methods that only compute are run, others are not: a
check that calls one is taken as passed, and a default that calls one as unknown (null in the rendered model).""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Default: $.free()\n"
        "Methods:\n  free:\n    Body:\n      - Return: 80\n",
    ),
    good=SOUND,
)

CIRCULAR_VALUES = render.error(
    "MPL529 circular-values",
    message="{path}: the properties of this {type} cannot all get a value: {problem}",
    explanation="""\
A default or a check may read other properties of its object, which get their values first. Here some wait for each
other, or for one that never gets a value: properties of a class get theirs before those that only its parents
declare, and Runtime properties without a default get none. Giving the value in the model helps where only its default
waits.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  low:\n    Contract: $.int().check($ < $this.high)\n    Default: 1\n"
        "  high:\n    Contract: $.int().check($ > $this.low)\n    Default: 5\n",
    ),
    good=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  low:\n    Contract: $.int().check($ < $this.high)\n    Default: 1\n"
        "  high:\n    Contract: $.int()\n    Default: 5\n",
    ),
)

DEFAULT_FAILS = render.error(
    "MPL531 default-fails",
    message='{path}: the Default of property "{name}" fails to run: {problem}',
    explanation="""\
The value is not given, so the expression in Default is evaluated, and that fails; so does loading the object model.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Default: 80 / $.zero\n  zero:\n    Contract: $.int()\n"
        "    Default: 0\n",
    ),
    good=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Default: 80 / $.one\n  one:\n    Contract: $.int()\n"
        "    Default: 1\n",
    ),
)

IGNORED_VALUE = render.warning(
    "MPL533 ignored-value",
    message='{path}: property "{name}" has the usage {usage}, so the value is ignored',
    explanation="""\
Runtime properties exist only while workflows run, Static ones belong to the class, and Config ones come from class
configs: none of them is read from the object model. Leave the value out.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\nport: 80\n",
        HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Usage: Runtime\n",
    ),
    good=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  port:\n    Contract: $.int()\n    Usage: Runtime\n",
    ),
)

RECURSIVE_DEFAULT = render.error(
    "MPL535 recursive-default",
    message='{path}: the Default of property "{name}" of class {type} makes an object that needs it again',
    explanation="""\
Each object that is made for the property lacks the same property, so another one is made for it, without end. Set the
property to null in the Default, or leave the Default out.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  next:\n    Contract: $.class(Sample)\n    Default: {}\n",
    ),
    good=with_model(
        "'?': {type: example.app.Sample, id: one}\n",
        HEAD + "Properties:\n  next:\n    Contract: $.class(Sample)\n    Default: {next: null}\n",
    ),
)

SURPRISING_VALUE = render.warning(
    "MPL537 surprising-value",
    message="{path}: {problem}",
    explanation="""\
The contract takes the value, and makes something else of it than it seems to say. `bool()` does not read texts: "no"
and "false" are texts that are not empty, so they become true. Write false without quotes.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\nsafe: 'no'\n",
        HEAD + "Properties:\n  safe:\n    Contract: $.bool()\n",
    ),
    good=with_model(
        "'?': {type: example.app.Sample, id: one}\nsafe: false\n",
        HEAD + "Properties:\n  safe:\n    Contract: $.bool()\n",
    ),
)

ENGINE_DIFFERS = render.warning(
    "MPL540 engine-differs",
    message="{path} {problem} (--quirk {quirk})",
    explanation="""\
The documents of the language and the reference engine disagree about this value. The document is followed, unless the
quirk named is asked for; `muranopl explain` with the name of the quirk tells both sides. A model that should load
everywhere keeps clear of the difference.""",
    bad=with_model(
        "'?': {type: example.app.Sample, id: one}\nname: 2.5\n",
        HEAD + "Properties:\n  name:\n    Contract: $.string()\n",
    ),
    good=with_model(
        "'?': {type: example.app.Sample, id: one}\nname: '2.5'\n",
        HEAD + "Properties:\n  name:\n    Contract: $.string()\n",
    ),
)
