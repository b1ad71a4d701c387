"""What method bodies call, read and write."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)


def _body(text: str, usage: str = "Runtime") -> str:
    return f"""\
Namespaces:
  =: example.app
  sys: io.murano.system
Name: Sample
Properties:
  port:
    Contract: $.int().notNull()
  count:
    Contract: $.int()
    Usage: Out
  log:
    Contract: $.class(sys:StatusReporter)
Methods:
  start:
    Arguments:
      - delay:
          Contract: $.int().notNull()
    Body:
      - Return: $delay
  go:
    Usage: {usage}
    Body:
{text}"""


NO_FUNCTION = render.error(
    "MPL650 function-not-found",
    message='no function "{name}"',
    explanation="""\
A name with parentheses and nothing before it is a function of the language. Methods of the class are called on the
object, `$.name()`, and many functions on collections and texts on their value, `$list.select($.name)`. An unknown
function fails when it is run.""",
    bad=_body("      - Return: lenght([1, 2])\n").replace("[1, 2]", "list(1, 2)"),
    good=_body("      - Return: len(list(1, 2))\n"),
)

NO_METHOD = render.error(
    "MPL651 method-not-found",
    message='{receiver} has no method "{name}"',
    explanation="""\
The class of the receiver, as contracts and assignments tell it, has no method of that name, and no function takes such
a value as its receiver: the call fails when it is run. Where the value may be of a descendant that is not here, and the
name is not nearly one that exists, it is a warning.""",
    bad=_body("      - $.log.reprot($this, done)\n"),
    good=_body("      - $.log.report($this, done)\n"),
)

NO_PROPERTY = render.error(
    "MPL652 property-not-found",
    message='{receiver} has no property "{name}"',
    explanation="""\
Neither the class nor its ancestors declare the property, and no method of the class sets it: reading it fails. A class
sees what it declares itself or inherits, not what its descendants add. In a static method there is no object: `$` is
the class, which has static properties only.""",
    bad=_body("      - Return: $.prot\n"),
    good=_body("      - Return: $.port\n"),
)

WRONG_ARGUMENTS = render.error(
    "MPL653 wrong-arguments",
    message="{what}: {problem}",
    explanation="""\
What is called takes other arguments: their number, their names or what they are. Such a call fails when it is run.
`name => value` gives an argument by its name; arguments without a Default that their contract wants to be there
(`notNull()`) must be given.""",
    bad=_body("      - $.start(1, 2)\n"),
    good=_body("      - $.start(1)\n"),
)

VALUE_REFUSED = render.error(
    "MPL654 argument-refused",
    message="{what}: {problem}",
    explanation="""\
The contract of the argument or property refuses this value whatever else happens, so the instruction fails when it is
run.""",
    bad=_body("      - $.start(soon)\n"),
    good=_body("      - $.start(5)\n"),
)

OTHER_VERSION = render.error(
    "MPL655 function-of-other-version",
    message="{name}() is there in MuranoPL {versions} only; this package is written for {here}",
    explanation="""\
Which functions there are depends on `Format` in the manifest. Versions 1.0 and 1.1 have most functions on collections
and texts in both forms, `sum($list)` and `$list.sum()`; later ones have one form of each.""",
    bad=_body("      - Return: sum(list(1, 2))\n"),
    good=_body("      - Return: list(1, 2).sum()\n"),
)

NEEDS_OBJECT = render.error(
    "MPL656 needs-object",
    message="{what} is called on an object; {class_} is a class here",
    explanation="""\
Methods without `Usage: Static` belong to objects. `:Name` is the class itself, and so are `$` and `$this` in a static
method. Make an object with `new(:Name)`, or declare the method with `Usage: Static`.""",
    bad=_body("      - Return: :Sample.start(1)\n"),
    good=_body("      - Return: $.start(1)\n"),
)

NOT_WRITABLE = render.error(
    "MPL657 property-not-writable",
    message='property "{name}" of {class_} cannot be written here: {problem}',
    explanation="""\
Code may write the properties of its own class and of its ancestors whose usage is Out, InOut, Runtime, Static or
Config. Those with In and Const keep what they were given; only a constructor, and what it calls, may set them.
Properties of other objects are never written: call a method of theirs that does it.""",
    bad=_body("      - $.port: 80\n"),
    good=_body("      - $.count: 80\n"),
)

NULL_FAILS = render.error(
    "MPL658 null-fails",
    message="{problem}",
    explanation="""\
The value is surely null here, and null has no properties and hardly any methods: the expression fails. `?.` in place of
`.` gives null instead of failing.""",
    bad=_body("      - $x: null\n      - Return: $x.name\n"),
    good=_body("      - $x: null\n      - Return: $x?.name\n"),
)

WRONG_OPERANDS = render.error(
    "MPL659 wrong-operands",
    message="{problem}",
    explanation="""\
The operator takes no such values, so the expression fails. Texts and numbers are not added to each other: write
`str($number)`. Texts cannot be indexed: use `substring`. Booleans are no numbers.""",
    bad=_body("      - Return: port + 80\n"),
    good=_body("      - Return: port + str(80)\n"),
)

CONSTRUCTOR_CALLED = render.error(
    "MPL660 constructor-called",
    message='"{name}" cannot be called by its name',
    explanation="""\
The engine runs `initialize` when an object is made, those of ancestors first, and `destroy` when it is gone. They have
no name that could be called. Put what both need into a method of its own.""",
    bad=_body("      - $.initialize()\n"),
    good=_body("      - $.start(1)\n"),
)

FUNCTION_GONE = render.info(
    "MPL661 function-gone",
    message="{name}() of texts is gone from newer releases of yaql",
    explanation="""\
yaql dropped the function because of a vulnerability; on an engine that runs a newer release the call fails. Add the
parts of the text with `+`, and `str()` for what is no text. Only the first use in each package is reported.""",
    bad=_body("      - Return: $.port.format()\n").replace("$.port.format()", "a.format(b)"),
    good=_body("      - Return: a + b\n"),
)

GIVEN_UNKNOWN = render.warning(
    "MPL662 given-unknown",
    message='{class_} has no property "{name}": new() ignores it',
    explanation="""\
`new()` takes values for the properties of the class and the arguments of its constructor. The engine ignores others in
silence, so the object is made without the value.""",
    bad=_body("      - Return: new(:Sample, port => 80, prot => 90)\n"),
    good=_body("      - Return: new(:Sample, port => 80)\n"),
)

NOT_GIVEN = render.error(
    "MPL663 not-given",
    message="new() of {class_} must be given {names}",
    explanation="""\
The contract of the property, or of the constructor's argument, refuses null, and there is no Default: without a value
the object cannot be made.""",
    bad=_body("      - Return: new(:Sample)\n"),
    good=_body("      - Return: new(:Sample, port => 80)\n"),
)
