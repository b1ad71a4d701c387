"""Catalogs to measure with: packages of ordinary size, varied like real ones, valid.

The same arguments always give the same bytes. Packages require up to three earlier ones; classes
extend one of their own package or of a required one, have properties with contracts of every kind,
and methods that use them. With `ui` each package is an application: its last class, and a form that
asks for what it needs.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

DOMAINS = ("storage", "network", "compute", "metrics", "identity", "search", "media", "mail")
NOUNS = (
    "Broker",
    "Gateway",
    "Ledger",
    "Vault",
    "Relay",
    "Indexer",
    "Harbor",
    "Registry",
    "Router",
    "Planner",
    "Keeper",
)
THINGS = (
    "session",
    "bucket",
    "queue",
    "shard",
    "token",
    "volume",
    "route",
    "lease",
    "batch",
    "topic",
    "record",
    "quota",
)
WORDS = (
    "node",
    "primary",
    "backup",
    "ready",
    "started",
    "finished",
    "address",
    "pending",
    "cluster",
    "member",
    "updated",
)
HEADER = """\
# {words}.
#
# A class of a generated package: nobody deploys it, it gives parsers and validators something of an ordinary size to
# read. What it names is there: in its package, in those that its manifest requires, or in the core library.

"""


class Made(NamedTuple):
    """A class that later ones may use: its full name, and the kinds of its properties."""

    package: str
    name: str
    properties: dict[str, str]


def write_catalog(
    folder: Path, packages: int, classes: int, seed: int = 1, *, ui: bool = False
) -> list[Path]:
    """Write packages, which may require earlier ones, below `folder`; return their folders."""
    chance = random.Random(seed)
    result: list[list[Made]] = []
    folders = []
    for number in range(packages):
        required = chance.sample(result[-40:], k=min(len(result), chance.randrange(4)))
        result.append(_write_package(folder, number, classes, required, chance, ui=ui))
        folders.append(folder / result[-1][0].package)
    return folders


def _write_package(
    folder: Path,
    number: int,
    classes: int,
    required: list[list[Made]],
    chance: random.Random,
    *,
    ui: bool,
) -> list[Made]:
    package = f"org.bench.{chance.choice(DOMAINS)}.{chance.choice(NOUNS)}{number}"
    own: list[Made] = []
    texts: dict[str, str] = {}
    for at in range(classes - ui):
        name = f"{chance.choice(THINGS).title()}{chance.choice(NOUNS)}{at}"
        text, one = _class(package, name, own, required, chance)
        own.append(one)
        texts[name] = text
    if ui:
        texts["App"] = _application_class(package, own)
    manifest = [
        "Format: 1.4",
        f"Type: {'Application' if ui else 'Library'}",
        f"FullName: {package}",
        f"Name: {package.rpartition('.')[2]}",
        "Version: 1.2.0",
        f"Description: Generated package number {number}",
        "Require:" if required else "Require: {}",
        *(f"  {item[0].package}: '1'" for item in required),
        "Classes:",
        *(f"  {package}.{name}: {name}.yaml" for name in texts),
    ]
    target = folder / package / "Classes"
    target.mkdir(parents=True)
    (target.parent / "manifest.yaml").write_text("\n".join(manifest) + "\n", encoding="utf-8")
    for name, text in texts.items():
        (target / f"{name}.yaml").write_text(text, encoding="utf-8")
    if ui:
        (target.parent / "UI").mkdir()
        (target.parent / "UI" / "ui.yaml").write_text(
            _ui_definition(package, own, chance), encoding="utf-8"
        )
    return own


def _class(
    package: str, name: str, own: list[Made], required: list[list[Made]], chance: random.Random
) -> tuple[str, Made]:
    prefixes = {f"lib{at}": item for at, item in enumerate(required)}
    usable = [("", one) for one in own] + [
        (f"{prefix}:", one) for prefix, item in prefixes.items() for one in item
    ]
    parent = chance.choice(usable) if usable and chance.random() < 0.6 else None
    inherited = parent[1].properties if parent else {}
    properties: dict[str, str] = {}
    lines = ["Properties:"]
    for _ in range(chance.randrange(3, 9)):
        thing = f"{chance.choice(THINGS)}{chance.choice(WORDS).title()}{chance.randrange(10**6)}"
        kind, contract = _contract(usable, chance)
        properties[thing] = kind
        lines += [f"  {thing}:", *(f"    {line}" for line in contract), ""]
    lines.append("Methods:")
    known = {**inherited, **properties}
    methods: list[str] = []
    for at in range(chance.randrange(2, 6)):
        method = f"{chance.choice(('open', 'close', 'verify', 'resize', 'collect'))}{name}{at}"
        lines += _method(method, known, methods, chance)
        methods.append(method)
    extends = [f"Extends: {parent[0]}{parent[1].name}", ""] if parent else []
    text = "\n".join([*extends, *lines])
    head = [
        "Namespaces:",
        f"  =: {package}",
        *(
            f"  {prefix}: {item[0].package}"
            for prefix, item in prefixes.items()
            if f"{prefix}:" in text
        ),
        "",
        f"Name: {name}",
        "",
    ]
    words = " ".join(chance.choice(WORDS) for _ in range(8)).capitalize()
    return HEADER.format(words=words) + "\n".join([*head, text]) + "\n", Made(package, name, known)


def _contract(usable: list[tuple[str, Made]], chance: random.Random) -> tuple[str, list[str]]:
    """The kind of the values, and the lines of a declaration."""
    number = chance.randrange(1, 60_000)
    forms = [
        ("text", ["Contract: $.string().notNull()", f"Default: '{chance.choice(WORDS)}-{number}'"]),
        ("text", [f"Contract: $.string().check(len($) < {100 + number})", "Default: ''"]),
        (
            "number",
            [f"Contract: $.int().notNull().check($ > 0 and $ <= {number})", f"Default: {number}"],
        ),
        ("flag", ["Contract: $.bool().notNull()", f"Default: {chance.choice(('true', 'false'))}"]),
        ("list", ["Contract:", "  - $.string().notNull()", "Default: []"]),
        ("map", ["Contract:", "  $.string().notNull(): $.int()", "Default: {}"]),
        ("number", ["Contract: $.int()", "Usage: Out"]),
    ]
    if usable:
        prefix, one = chance.choice(usable)
        forms += [("object", [f"Contract: $.class({prefix}{one.name})"])] * 2
    return chance.choice(forms)


def _method(
    method: str, known: dict[str, str], methods: list[str], chance: random.Random
) -> list[str]:
    lines = [
        f"  {method}:",
        "    Arguments:",
        "      - count:",
        "          Contract: $.int().notNull()",
        "    Body:",
    ]
    for at in range(chance.randrange(3, 9)):
        variable, (thing, kind) = (
            f"${chance.choice(WORDS)}{at}",
            chance.choice(sorted(known.items())),
        )
        lines += [f"      {line}" for line in _instruction(variable, thing, kind, methods, chance)]
    return [*lines, ""]


def _instruction(
    variable: str, thing: str, kind: str, methods: list[str], chance: random.Random
) -> list[str]:
    number = chance.randrange(10_000)
    forms = {
        "text": [f"- {variable}: concat($.{thing}, '-{number}')"],
        "number": [f"- {variable}: $.{thing} + {number}"],
        "flag": [f"- {variable}: not $.{thing}"],
        "list": [
            f"- {variable}: $.{thing}.where(len($) > {number % 9}).select($ + '{chance.choice(WORDS)}')"
        ],
        "map": [f"- {variable}: $.{thing}.get({chance.choice(WORDS)}, {number})"],
        "object": [f"- {variable}: $.{thing} = null"],
    }
    use = f"- logger('bench.{thing}').debug('{chance.choice(WORDS)} {{0}}', {variable})"
    way = chance.random()
    if methods and way < 0.3:
        return [*forms[kind], use, f"- $.{chance.choice(methods)}($count + {number})"]
    if way < 0.6:
        inner = [f"    {line}" for line in forms[kind]]
        return [
            f"- If: $count > {number}",
            "  Then:",
            *inner,
            "  Else:",
            f"    - {variable}: {number}",
            use,
        ]
    return [*forms[kind], use]


APPLICATION = """\
# The application: a server for each member, and one part of every class of the package that has all it needs.

Namespaces:
  =: {package}
  std: io.murano
  res: io.murano.resources

Name: App

Extends: std:Application

Properties:
  title:
    Contract: $.string().notNull()

  port:
    Contract: $.int().notNull().check($ > 0 and $ < 65536)

  mode:
    Contract: $.string().notNull().check($ in list(plain, mirrored, sharded))

  secure:
    Contract: $.bool().notNull()

  hosts:
    Contract:
      - $.string().notNull()

  owner:
    Contract: $.string()

  members:
    Contract:
      - $.class(res:Instance).notNull()
      - 1

"""
UI_HEAD = """\
Version: 2.4

Templates:
  member:
    ?:
      type: io.murano.resources.LinuxMuranoInstance
    name: generateHostname($.machines.pattern, $index)
    flavor: $.machines.flavor
    image: $.machines.image
    keyname: $.machines.keypair
    assignFloatingIp: $.main.secure and $.machines.count > {number}

Application:
  ?:
    type: {package}.App
    classVersion: 1.2.0
  title: $.main.title
  port: $.main.port
  mode: $.main.mode
  secure: $.main.secure
  owner: coalesce($.main.owner, {word})
  hosts:
    - $.main.title + '-{word}'
  members: repeat($member, $.machines.count)
"""
UI_FORMS = """\

Forms:
  - main:
      fields:
        - name: title
          type: string
          label: Title
          description: What the {word} is called
          initial: '{word}-{number}'
          maxLength: 60
          regexpValidator: '^[a-z][-a-z0-9]*$'
          errorMessages:
            invalid: Letters, digits and dashes only
        - name: port
          type: integer
          label: Port
          initial: {port}
          minValue: 1
          maxValue: 65535
        - name: mode
          type: choice
          label: Mode
          choices:
            - [plain, Plain]
            - [mirrored, Mirrored]
            - [sharded, Sharded]
        - name: secure
          type: boolean
          label: Secure
          required: false
        - name: owner
          type: string
          label: Owner
          required: false
          enabled: $.main.secure
          maxLength: {port}
      validators:
        - expr: $.main.port != {number} or not $.main.secure
          message: This port is taken
  - machines:
      fields:
        - name: pattern
          type: string
          label: Names of machines
          initial: '{word}-#'
          validators:
            - expr: len($) < 60
              message: Too long
        - name: count
          type: integer
          label: Machines
          initial: 2
          minValue: 1
          maxValue: {number}
        - name: flavor
          type: flavor
          label: Flavor
          requirements:
            min_vcpus: 1
            min_memory_mb: 1024
        - name: image
          type: image
          label: Image
          imageType: linux
        - name: keypair
          type: keypair
          label: Key pair
          required: false
"""


def _parts(package: str, own: list[Made]) -> list[tuple[str, Made]]:
    """The property of the application for each class of its package."""
    return [(f"{one.name[:1].lower()}{one.name[1:]}", one) for one in own if one.package == package]


def _application_class(package: str, own: list[Made]) -> str:
    lines = [
        f"  {name}:\n    Contract: $.class({one.name})\n\n" for name, one in _parts(package, own)
    ]
    return APPLICATION.format(package=package) + "".join(lines)


def _ui_definition(package: str, own: list[Made], chance: random.Random) -> str:
    """The form of the application: two pages, and an object for about every second part."""
    facts = {"package": package, "word": chance.choice(WORDS), "number": chance.randrange(3, 60)}
    lines: list[str] = []
    for name, one in _parts(package, own):
        if chance.random() < 0.5:
            values = (f"    {item}: {value}\n" for item, value in _values(one.properties, chance))
            header = f"    ?:\n      type: {package}.{one.name}\n      classVersion: 1.2.0\n"
            lines += [f"  {name}:\n{header}", *values]
    return (
        UI_HEAD.format(**facts)
        + "".join(lines)
        + UI_FORMS.format(**facts, port=chance.randrange(1024, 65_000))
    )


def _values(properties: dict[str, str], chance: random.Random) -> list[tuple[str, str]]:
    """Values for some properties of an object, from fields and literals."""
    forms = {"text": "$.main.title", "flag": "not $.main.secure", "list": "[]", "map": "{}"}
    return [
        (name, forms[kind])
        for name, kind in properties.items()
        if kind in forms and chance.random() < 0.5
    ]
