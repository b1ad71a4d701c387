"""Complete types: meta objects where they do not belong, and overrides that break what a parent promises."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

inherit = RulesOf(Phase.INHERIT)

_HEAD = "Namespaces:\n  =: example.app\n  m: io.murano.metadata\n"
_GOOD = f"{_HEAD}Name: Sample\nMeta:\n  m:Title:\n    text: A sample\n"

NOT_A_META_CLASS = inherit.error(
    "MPL401 not-a-meta-class",
    message='class "{name}" is no meta class, so it cannot be attached',
    explanation="""\
Only classes with `Usage: Meta` can stand under `Meta`. The engine refuses the class that tries.""",
    bad=f"{_HEAD}Name: Sample\nMeta: io.murano.Object\n".replace("  m: io.murano.metadata\n", ""),
    good=_GOOD,
)

META_TARGET = inherit.error(
    "MPL402 meta-target",
    message='meta class "{name}" cannot be attached to a {target}; it applies to {applies}',
    explanation="""\
A meta class says under `Applies` what its objects may be attached to: Package, Type, Property, Method, Argument
or All. The engine refuses the class that attaches it elsewhere.""",
    bad=f"{_HEAD}Name: Sample\nMeta: m:forms.Hidden\n",
    good=f"{_HEAD}Name: Sample\nProperties:\n  port:\n    Contract: $.int()\n    Meta: m:forms.Hidden\n",
)

META_TWICE = inherit.error(
    "MPL403 meta-twice",
    message='a second "{name}" here; its Cardinality is One',
    explanation="""\
Of a meta class with `Cardinality: One` (the default) only one object can be attached to a declaration. The engine
refuses the class.""",
    bad=f"{_HEAD}Name: Sample\nMeta:\n  - m:Title: {{text: A}}\n  - m:Title: {{text: B}}\n",
    good=_GOOD,
)


def _override(base: str, own: str) -> str:
    """An example of two classes: the members of the base, and those of the class that overrides them."""
    return (
        f"=== Classes/Base.yaml\nNamespaces:\n  =: example.app\nName: Base\n{base}"
        f"=== Classes/Sample.yaml\nNamespaces:\n  =: example.app\nName: Sample\nExtends: Base\n{own}"
    )


def _property(contract: str, usage: str = "In") -> str:
    return f"Properties:\n  port:\n    Contract: {contract}\n    Usage: {usage}\n"


def _method(contract: str, name: str = "port", more: str = "") -> str:
    return f"Methods:\n  open:\n{more}    Arguments:\n      - {name}:\n          Contract: {contract}\n"


NO_COMMON_VALUE = inherit.error(
    "MPL410 no-common-value",
    message='no object of this class can be made: property "{name}" overrides that of "{base}", and {problem}',
    explanation="""\
The engine makes the value of a property by the contract of the nearest class, and then the contract of every ancestor
that declares the property validates it, without converting. Here whatever comes out of the one is refused by the other,
null and missing values included, so every object of the class fails. Make the contract narrower than the one above.""",
    bad=_override(_property("$.int()"), _property("$.string().notNull()")),
    good=_override(_property("$.int()"), _property("$.int().notNull()")),
)

CONTRACT_NOT_KEPT = inherit.warning(
    "MPL411 contract-not-kept",
    message='property "{name}" does not keep the contract of "{base}": {problem}',
    explanation="""\
The contract of every ancestor that declares a property validates the value too, without converting it. So a contract
that is wider than the one above promises what it cannot keep: such values fail at deployment, with a message that names
neither the property nor the class. Repeat what the contract above asks for; narrowing it is always fine.""",
    bad=_override(_property("$.int().notNull()"), _property("$.int()")),
    good=_override(_property("$.int()"), _property("$.int().notNull()")),
)

USAGE_BROKEN = inherit.warning(
    "MPL412 usage-not-kept",
    message='property "{name}" has usage {usage}, but {declared} in "{base}": {problem}',
    explanation="""\
Another usage than above takes something away from those who know the property by the parent: to give its value in an
object model, to assign it in a workflow, to have a value for each object. Nor can it add the right to assign: the
engine asks every declaration for that. Keep the usage, or give the property another name.""",
    bad=_override(_property("$.int()", "InOut"), _property("$.int()", "In")),
    good=_override(_property("$.int()", "Out"), _property("$.int()", "InOut")),
)

METHOD_ARGUMENTS = inherit.warning(
    "MPL413 arguments-not-kept",
    message='method "{name}" cannot be called as "{base}" promises: {problem}',
    explanation="""\
A call that is written for the parent's method reaches the one that overrides it. Arguments that are missing, renamed,
moved, or required though the parent's are optional make such calls fail. Take the parent's arguments in their order;
further ones must be optional.""",
    bad=_override(_method("$.int()"), _method("$.int()", "gate")),
    good=_override(_method("$.int().notNull()"), _method("$.int()")),
)

ARGUMENT_CONTRACT = inherit.warning(
    "MPL414 argument-contract-not-kept",
    message='method "{name}" refuses what "{base}" promises to take: {problem}',
    explanation="""\
A call that is written for the parent's method reaches the one that overrides it, with values that fit the parent's
contract. The contract here refuses some of them, even after converting what can be converted. Contracts of arguments
may only become wider.""",
    bad=_override(_method("[$.string()]"), _method("{}")),
    good=_override(_method("$.int().notNull()"), _method("$.string()")),
)

METHOD_USAGE = inherit.warning(
    "MPL415 method-usage-not-kept",
    message='method "{name}" is not the method that "{base}" promises: {problem}',
    explanation="""\
An instance method that overrides a static one cannot be called on the class, an extension cannot be called on
objects of its class, and a method without `Scope: Public` cannot be called from outside although the parent's
can. Keep usage and scope of the parent.""",
    bad=_override(_method("$.int()", more="    Scope: Public\n"), _method("$.int()")),
    good=_override(_method("$.int()"), _method("$.int()", more="    Scope: Public\n")),
)

META_PROPERTY = inherit.warning(
    "MPL404 meta-property",
    message='meta class "{name}" has no property "{property}"; the engine ignores it',
    explanation="""\
The object that is attached is given a value for a property its class does not have. The engine drops it without a word.
Correct the name, or remove the value.""",
    bad=f"{_HEAD}Name: Sample\nMeta:\n  m:Title: {{text: A sample, txt: A sample}}\n",
    good=_GOOD,
)

AMBIGUOUS_MEMBER = inherit.warning(
    "MPL405 ambiguous-member",
    message='{noun} "{name}" is inherited from "{first}" and, unrelated, from "{second}"',
    explanation="""\
Two unrelated parents declare the same name, and the class does not say which is meant. It loads, but using the
name fails; an object of a class with such a property cannot even be made. Declare the name in the class itself.""",
    bad=(
        "=== Classes/A.yaml\nNamespaces:\n  =: example.app\nName: A\nProperties:\n  port:\n    Contract: $.int()\n"
        "=== Classes/B.yaml\nNamespaces:\n  =: example.app\nName: B\nProperties:\n  port:\n    Contract: $.int()\n"
        "=== Classes/C.yaml\nNamespaces:\n  =: example.app\nName: C\nExtends: [A, B]\n"
    ),
    good=(
        "=== Classes/A.yaml\nNamespaces:\n  =: example.app\nName: A\nProperties:\n  port:\n    Contract: $.int()\n"
        "=== Classes/B.yaml\nNamespaces:\n  =: example.app\nName: B\nProperties:\n  port:\n    Contract: $.int()\n"
        "=== Classes/C.yaml\nNamespaces:\n  =: example.app\nName: C\nExtends: [A, B]\n"
        "Properties:\n  port:\n    Contract: $.int()\n"
    ),
)
