"""What authors are told of mistakes as they make them: the message, and the remedy, which can be pasted."""

from __future__ import annotations

from pathlib import Path

import muranopl
from muranopl.diagnostics.examples import files
from tests.material import write

CLASS = """\
Namespaces: {=: example.app, std: io.murano, res: io.murano.resources, sys: io.murano.system}
Name: Sample
"""


def told(source: str, folder: Path) -> list[tuple[str, str, str | None]]:
    """Check an example; return code, message and suggestion of all that is reported."""
    report = muranopl.Catalog([write(files(source), folder)]).check()
    return [
        (diagnostic.code, diagnostic.message, diagnostic.suggestion)
        for diagnostic in report.diagnostics
    ]


NAMES = {
    # A slip, as it is written: with the prefix, or in full.
    "res:Instanse": "res:Instance",
    "std:Aplication": "std:Application",
    "io.murano.resources.Instanse": "io.murano.resources.Instance",
    ":Smaple": ":Sample",
    "Smaple": "Sample",
    "res:NavaNetwork": "res:NovaNetwork",
    # Another namespace, for the same short name only.
    "Instance": "res:Instance",
    ":Instance": "res:Instance",
    "std:instance": "res:Instance",
    "Project": "std:Project",
    "CommonNetwork": None,
    "Instanse": None,
    # Similar names that mean something else.
    "Sample2": None,
    "res:UnixInstance": None,
    "res:MacInstance": None,
    "res:OvnNetwork": None,
}


def test_suggested_classes_are_written_as_the_author_writes(tmp_path: Path) -> None:
    names = [
        f"=== Classes/C{number:02}.yaml\n{CLASS}Extends: '{name}'\n"
        for number, name in enumerate(NAMES)
    ]
    classes = [name.replace("Sample\n", f"C{number}\n", 1) for number, name in enumerate(names)]
    classes.append(f"=== Classes/Sample.yaml\n{CLASS}")
    result = [
        suggestion for code, _, suggestion in told("".join(classes), tmp_path) if code == "MPL209"
    ]
    otherwise = "correct the name, or add the package of the class to Require in manifest.yaml"
    expected = {
        name: f'did you mean "{wanted}"?' if wanted else otherwise for name, wanted in NAMES.items()
    }
    assert dict(zip(NAMES, result, strict=True)) == expected


SAMPLE = """\
Namespaces: {=: example.app, std: io.murano, sys: io.murano.system}
Name: Sample
Extends: std:Object
Properties:
  name: {Contract: $.string().notNull()}
  port: {Contract: $.int().notNull()}
  list: {Contract: [$.string()], Usage: Runtime}
  log: {Contract: $.class(sys:StatusReporter)}
  peer: {Contract: $.class(Sample)}
Methods:
  start:
    Arguments:
      - delay: {Contract: $.int().notNull()}
  go:
    Body:
"""
READ_AS = "this value is read as the expression"
GONE = "yaql 3 has no format() for strings: this call fails if the engine uses yaql 3"
ONLY = "exists only in MuranoPL 1.1 and earlier; the Format of this package is 1.4"

BODIES: dict[str, tuple[str, str, str | None]] = {
    # Functions and methods
    "$.super($.getAttr(a))": (
        "MPL655",
        f"super() as a method {ONLY}",
        "write `super($, $.getAttr(a))`",
    ),
    "sum(list(1, 2))": ("MPL655", f"sum() as a function {ONLY}", "write `list(1, 2).sum()`"),
    "sum($.list + list(1))": (
        "MPL655",
        f"sum() as a function {ONLY}",
        "write `($.list + list(1)).sum()`",
    ),
    "start(5)": (
        "MPL650",
        "there is no function start()",
        "it is a method of this class: write `$.start(5)`",
    ),
    "substring($.name, 1)": (
        "MPL650",
        "there is no function substring()",
        "it is a method: write `$.name.substring(1)`",
    ),
    "$.peer.strat(3)": (
        "MPL651",
        'example.app.Sample has no method "strat"',
        'did you mean "start"?',
    ),
    "$.start($.list.first().getAtr())": (
        "MPL651",
        'a string has no method "getAtr"',
        "correct the name: only functions can be called on values that are not objects",
    ),
    "$.peer.requier()": (
        "MPL651",
        'example.app.Sample has no method "requier"',
        'did you mean "require"?',
    ),
    "$.start($.name.lenn())": ("MPL651", 'a string has no method "lenn"', 'did you mean "len"?'),
    "$.peer.paint()": (
        "MPL651",
        'example.app.Sample has no method "paint"',
        "correct the name, or declare the method",
    ),
    "$.start(call(a, [], {}).getAtr())": (
        "MPL651",
        'no available class has a method "getAtr"',
        'did you mean "getAttr"?',
    ),
    "$.peer.name()": (
        "MPL651",
        'example.app.Sample has no method "name"',
        "it is a property: write `$.peer.name`",
    ),
    "$.start($.prot)": (
        "MPL652",
        'example.app.Sample has no property "prot"',
        'did you mean "port"?',
    ),
    "$.start($.colour)": (
        "MPL652",
        'example.app.Sample has no property "colour"',
        "correct the name, or declare the property",
    ),
    "$.start($.name.len)": (
        "MPL652",
        'a string has no property "len"',
        "it is a function: write `$.name.len()`",
    ),
    "$.start($.name.port)": (
        "MPL652",
        'a string has no property "port"',
        "read it from an object or a mapping, or remove `.port`",
    ),
    "$.start($.peer.start)": (
        "MPL652",
        'example.app.Sample has no property "start"',
        "it is a method: write `$.peer.start()`",
    ),
    "$.start(name.port)": (
        "MPL652",
        'a string has no property "port"',
        "to read a variable, write `$.name.port`; to write a string, quote it: `'name.port'`",
    ),
    "$.start()": (
        "MPL653",
        'method "start" of example.app.Sample needs "delay"',
        "add `delay => ...`",
    ),
    "$.start(1, 2)": (
        "MPL653",
        'method "start" of example.app.Sample takes 1 argument, not 2',
        None,
    ),
    "$.start(delya => 1)": (
        "MPL653",
        'method "start" of example.app.Sample has no argument "delya"',
        'did you mean "delay"?',
    ),
    "switch($.port, 80 => http, $ = 81 => high, true => other)": (
        "MPL653",
        "function switch() takes `key => value`, not a value",
        "write `switch($.port = 80 => http, $.port = 81 => high, true => other)`",
    ),
    "$.port.switch(80 => http)": (
        "MPL655",
        "switch() as a method exists only in MuranoPL 1.1 and earlier; the Format of this package is 1.4",
        "write `switch($.port = 80 => http)`",
    ),
    "$.name.len(1)": ("MPL653", "method len() takes no arguments, not 1", None),
    "$.name.substring()": ("MPL653", 'method substring() needs "start"', None),
    "$.start(soon)": (
        "MPL654",
        'argument "delay" of method "start" of example.app.Sample does not accept this value: '
        'the string "soon" is not an integer',
        None,
    ),
    ":Sample.start(1)": (
        "MPL656",
        'method "start" of example.app.Sample needs an object, but `:Sample` is the class example.app.Sample itself',
        "write `$.start(1)`, or declare the method with `Usage: Static`",
    ),
    "$.initialize()": (
        "MPL660",
        '"initialize" cannot be called: the engine runs it when an object is created',
        "move its code into another method, and call that method from both places",
    ),
    "$.super($.initialize())": (
        "MPL660",
        '"initialize" cannot be called: the engine runs it when an object is created',
        "remove it: the engine runs the initialize of all ancestors",
    ),
    "super($, $.destroy())": (
        "MPL660",
        '"destroy" cannot be called: the engine runs it when an object is destroyed',
        "remove it: the engine runs the destroy of all ancestors",
    ),
    "new(:Sample)": (
        "MPL663",
        'new() needs "name" and "port" to create an object of example.app.Sample',
        "add `name => ...` and `port => ...`",
    ),
    "new(:Sample, port => 80, name => x, colour => red)": (
        "MPL662",
        'example.app.Sample has no property "colour", so new() ignores the value',
        "remove it, or declare the property",
    ),
    # Properties that are set
    "$._environment: 5": (
        "MPL644",
        "`$._environment` is set, but this class never reads it",
        "remove the line, or declare the property",
    ),
    "$.port: 80": (
        "MPL657",
        'property "port" of example.app.Sample cannot be set here: its Usage is In, so only the constructor may set it',
        "declare it with `Usage: InOut` or `Usage: Out`",
    ),
    "$.name.x: 5": ("MPL659", "`$.name` is a string, which has no parts to set", None),
    # What was meant as a text
    "$.list: [Heat::Ungrouped]": (
        "MPL172",
        f"{READ_AS} Heat::Ungrouped, not as a string",
        "quote it: `'Heat::Ungrouped'`",
    ),
    "$.list: [OS::Heat::Stack]": (
        "MPL172",
        f"{READ_AS} OS::Heat::Stack, not as a string",
        "quote it: `'OS::Heat::Stack'`",
    ),
    "$.list: ['nginx:1', nginx:1.2]": (
        "MPL172",
        f"{READ_AS} nginx:1.2, not as a string",
        "quote it: `'nginx:1.2'`",
    ),
    "$.list: [10.1.2.3/24]": (
        "MPL172",
        f"{READ_AS} 10.1.2.3/24, not as a string",
        "quote it: `'10.1.2.3/24'`",
    ),
    "$.list: [nginx:latest]": (
        "MPL172",
        f"{READ_AS} nginx:latest, not as a string",
        "quote it: `'nginx:latest'`",
    ),
    "$.list: [two-words-more]": (
        "MPL172",
        f"{READ_AS} two-words-more, not as a string",
        "quote it: `'two-words-more'`",
    ),
    # Operators
    "$.list: [$.name + $.port]": (
        "MPL659",
        "`+` does not accept a string and an integer",
        "write `$.name + str($.port)`",
    ),
    "$.start($.name[0])": (
        "MPL659",
        "`$.name` is a string, which cannot be indexed",
        "write `$.name.substring(0, 1)`",
    ),
    "$.start(null.name)": (
        "MPL658",
        '`null` is null here, and null has no property "name"',
        "write `null?.name`, which is null in that case",
    ),
    # format()
    "$.log.report($, format('Running at {0}', $.name))": (
        "MPL661",
        GONE,
        "write `'Running at ' + $.name`",
    ),
    "$.log.report($, '{0}:{1}'.format($.name, $.port))": (
        "MPL661",
        GONE,
        "write `$.name + ':' + str($.port)`",
    ),
    "$.name.replace(x, format('{a}!', a => $.port or 5))": (
        "MPL661",
        GONE,
        "write `str($.port or 5) + '!'`",
    ),
    "format('at {}', $.name).toUpper()": ("MPL661", GONE, "write `('at ' + $.name)`"),
    "$.log.report($, $.name.format($.port, a => 3))": (
        "MPL661",
        GONE,
        "write `$.name.replace({'{0}' => $.port, '{a}' => 3})`",
    ),
    "$.log.report($, format('{0:>5}', $.port))": (
        "MPL661",
        GONE,
        "join strings with `+`, and convert other values with str()",
    ),
}

INSTRUCTIONS: dict[str, tuple[str, str, str | None]] = {
    "'Return $y'": (
        "MPL601",
        'the string "Return $y" is not an instruction',
        "did you mean `Return: $y`?",
    ),
    "'return $y'": (
        "MPL601",
        'the string "return $y" is not an instruction',
        "did you mean `Return: $y`?",
    ),
    "Break": ("MPL601", 'the string "Break" is not an instruction', "did you mean `Break:`?"),
    "'for x in $.list'": (
        "MPL601",
        'the string "for x in $.list" is not an instruction',
        "did you mean `For: x`, with `In: $.list` and `Do:` below it?",
    ),
    "'$.start(1)'": (
        "MPL601",
        'the string "$.start(1)" is not an instruction',
        "remove the quotes: `$.start(1)`",
    ),
    "'{$x}'": (
        "MPL601",
        'the string "{$x}" is not an instruction',
        "write `!yaql` before the quotes to make the string an expression",
    ),
    "count: 5": (
        "MPL602",
        '"count" is not an instruction keyword',
        "to assign to the variable, write `$count: ...`",
    ),
    "$.port ? 1 : 2": (
        "MPL602",
        '"$.port ? 1" is not an instruction keyword',
        "YAQL has no `? :`: write `switch(condition => value, true => other)`",
    ),
    "$.port 5: 2": (
        "MPL602",
        '"$.port 5" is not an instruction keyword',
        "correct the expression: unexpected `5`",
    ),
    "len($.list, 2)": ("MPL653", "function len() takes 1 argument, not 2", None),
    "{If: $.port = 1, Then: [], ElseIf: []}": (
        "MPL604",
        '"ElseIf" is not part of If',
        "write `Else:` with an If in its list",
    ),
    "{$.name: 1, $.list: 2}": (
        "MPL605",
        "`$.name` and `$.list` are two instructions, but form one mapping",
        "write `- $.list:`, with a dash of its own",
    ),
    "Else: []": (
        "MPL606",
        "Else is not an instruction, only a part of If or Try",
        "write the instruction that it belongs to above it",
    ),
    "$.peer?.list: []": (
        "MPL607",
        "`$.peer?.list` cannot be assigned to: `?.` only reads",
        "write `$.peer.list`",
    ),
    # As the first edition of the language has it
    "$.list.append(): $.port": (
        "MPL607",
        "`$.list.append()` cannot be assigned to: append() is a call",
        "write `$.list: $.list.append($.port)`",
    ),
    "$.peer.list.append(): a text": (
        "MPL607",
        "`$.peer.list.append()` cannot be assigned to: append() is a call",
        "write `$.peer.list: $.peer.list.append('a text')`",
    ),
    "$.list.insert(1): [5]": (
        "MPL607",
        "`$.list.insert(1)` cannot be assigned to: insert() is a call",
        "write `$.list: $.list.insert(1, value)`",
    ),
    "$.list.append(1): 5": (
        "MPL607",
        "`$.list.append(1)` cannot be assigned to: append() is a call",
        "assign to a variable ($name: value) or a property ($.name: value)",
    ),
    "$.port = 5": (
        "MPL612",
        "`$.port = 5` has no effect: it does not call anything",
        "to assign, write `$.port: 5`",
    ),
    "{If: '$.port = 1', Then: []}": (
        "MPL622",
        'the condition of If is the string "$.port = 1", which is always true',
        "remove the quotes: `$.port = 1`",
    ),
    "{If: enabled, Then: []}": (
        "MPL623",
        'the condition of If is the string "enabled", which is always true',
        "to read a variable, write `$enabled`; to read a property, write `$.enabled`",
    ),
    "{For: i, In: $.port, Do: []}": (
        "MPL625",
        "For cannot iterate over an integer",
        "write `In: range($.port)`",
    ),
    "{Repeat: '3', Do: []}": (
        "MPL626",
        'Repeat must be a whole number or an expression, not the string "3"',
        "write 3 without quotes",
    ),
    "{Repeat: 2.7, Do: []}": (
        "MPL626",
        'Repeat must be a whole number or an expression, not the number "2.7"',
        "write a whole number, or an expression that returns one",
    ),
    "{Parallel: [$.start(1)], Limit: 2.7}": (
        "MPL626",
        'Limit of Parallel must be a whole number, not the number "2.7"',
        "write a whole number, or an expression that returns one",
    ),
    "{For: $i, In: [1], Do: []}": (
        "MPL627",
        "For must be the name of a variable without its $, not the expression $i",
        "write `For: i`",
    ),
    "Throw: it is broken": (
        "MPL632",
        'Throw needs the name of an exception, spelt like a class name, not the string "it is broken"',
        "write a name such as `failed`, and add `Message: it is broken`",
    ),
    "{Try: [$.start(1)], Catch: [broken]}": (
        "MPL635",
        'a clause of Catch must be a mapping of With, As and Do, not the string "broken"',
        "write `{With: broken, Do: []}`, with the instructions in Do",
    ),
}


FORM = """\
=== UI/ui.yaml
Version: 2.2
Application: {{'?': {{type: example.app.{class_}}}, {property}: $.main.{field}}}
Forms: [main: {{fields: [{{name: size, type: integer}}]}}]
=== Classes/Sample.yaml
Namespaces: {{=: example.app, std: io.murano}}
Name: Sample
Extends: std:Application
Properties: {{port: {{Contract: $.int()}}}}
"""
FORMS = {
    # The class, property and field that a form names: the only error of it
    ("Colour", "port", "size"): (
        "MPL700",
        'class "example.app.Colour" is not in any package',
        "correct the name, or pass the folder of its package with -L",
    ),
    ("Sample", "colour", "size"): (
        "MPL704",
        'example.app.Sample has no property "colour": the value is silently dropped',
        "correct the name, or remove the value",
    ),
    ("Sample", "port", "colour"): (
        "MPL720",
        'form "main" has no field "colour": this is null',
        "correct the name, or add the field",
    ),
}


def test_names_of_forms(tmp_path: Path) -> None:
    for number, (names, expected) in enumerate(FORMS.items()):
        class_, property_, field = names
        source = FORM.format(class_=class_, property=property_, field=field)
        result = told(source, tmp_path / str(number))
        assert expected in result, names


def test_arguments_that_are_no_list(tmp_path: Path) -> None:
    source = f"{CLASS}Methods:\n  go:\n    Arguments:\n      port:\n        Contract: $.int().notNull()\n    Body: []\n"
    (result,) = (item for item in told(source, tmp_path) if item[0] == "MPL153")
    said = (
        'Arguments of method "go" should be a list with a dash before each argument; '
        "the dash is optional only for a single argument"
    )
    assert result[1] == said
    assert result[2] == "write\n- port:\n    Contract: $.int().notNull()"


def test_what_is_no_pair_is_pointed_at(tmp_path: Path) -> None:
    source = f"{SAMPLE}      - Return: switch($.port, 80 => http)\n"
    report = muranopl.Catalog([write(files(source), tmp_path)]).check()
    (found,) = report.diagnostics
    line = source.splitlines()[found.place.line - 1]
    start, end = found.place.column - 1, (found.place.end_column or 1) - 1
    assert line[start:end] == "$.port"


def test_bodies(tmp_path: Path) -> None:
    for number, (line, expected) in enumerate({**BODIES, **INSTRUCTIONS}.items()):
        result = told(f"{SAMPLE}      - {line}\n", tmp_path / str(number))
        assert (line, result) == (line, [expected])


def test_a_form_names_a_class_that_is_not_listed(tmp_path: Path) -> None:
    manifest = "Format: 1.4\nType: Application\nFullName: example.app\nClasses: {}\n"
    form = "Application:\n  ?: {type: example.app.Sample}\n"
    classes = f"=== Classes/Sample.yaml\n{CLASS}Extends: std:Application\n"
    source = f"=== manifest.yaml\n{manifest}=== UI/ui.yaml\n{form}{classes}"
    result = {item[0]: item[2] for item in told(source, tmp_path)}
    assert result["MPL700"] == 'list "example.app.Sample" under Classes in manifest.yaml'


def test_a_name_that_was_sought_among_properties_is_sought_among_methods(tmp_path: Path) -> None:
    source = (
        f"{CLASS}Properties: {{length: {{Contract: $.int()}}}}\n"
        "Methods:\n  lengthen: {}\n  go:\n    Body: [$x: $.lenght, $y: $.lenght()]\n"
    )
    result = {item[0]: item[2] for item in told(source, tmp_path)}
    assert result["MPL652"] == 'did you mean "length"?'
    assert result["MPL651"] == 'did you mean "lengthen"?'


def test_what_is_to_be_written_instead_is_right(tmp_path: Path) -> None:
    for number, (line, (code, _, suggestion)) in enumerate(BODIES.items()):
        if (
            code in {"MPL655", "MPL661"}
            and suggestion is not None
            and suggestion.startswith("write `")
        ):
            result = told(f"{SAMPLE}      - Return: ({suggestion[7:-1]})\n", tmp_path / str(number))
            assert (line, result) == (line, [])
