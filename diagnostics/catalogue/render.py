"""Values against contracts."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

render = RulesOf(Phase.RENDER)


def _default(contract: str, default: str) -> str:
    return (
        "Namespaces:\n  =: example.app\nName: Sample\nProperties:\n"
        f"  port:\n    Contract: {contract}\n    Default: {default}\n"
    )


_GOOD = _default("$.int().notNull()", "80")

DEFAULT_REFUSED = render.error(
    "MPL501 default-refused",
    message="the Default of {what} does not fit its contract: {problem}",
    explanation="""\
A default must conform to the contract of its property or argument (language document, Default). The engine checks
it only when the default is used, so the mistake shows at deployment, and only for those who leave the value out.""",
    bad=_default("$.int().notNull()", "http"),
    good=_GOOD,
)

DEFAULT_READS = render.error(
    "MPL503 default-reads",
    message='the Default of {what} reads the property "{name}", {problem}',
    explanation="""\
A default may be an expression that reads other properties of the same object, which get their values first. A property
that does not exist never gets one, and neither does one that waits for itself: creating the object fails, unless a
value is given and the default is not needed.""",
    bad=_default("$.int()", "$.other"),
    good="Namespaces:\n  =: example.app\nName: Sample\nProperties:\n  port:\n    Contract: $.int()\n"
    "    Default: $.other\n  other:\n    Contract: $.int()\n    Default: 80\n",
)

DEFAULT_CONVERTED = render.warning(
    "MPL502 default-converted",
    message="the Default of {what} is not of its contract's type: {problem}",
    explanation="""\
The contract accepts the default by converting it. What is written is not what the class will see; write the value
in the type of the contract.""",
    bad=_default("$.int().notNull()", "'80'"),
    good=_GOOD,
)

_META_CLASS = (
    "=== Classes/Label.yaml\nNamespaces:\n  =: example.app\nName: Label\nUsage: Meta\nApplies: All\n"
    "Properties:\n  text:\n    Contract: $.string().notNull()\n"
)

META_REFUSED = render.error(
    "MPL504 meta-refused",
    message='the meta object of class "{name}" cannot be made: {problem}',
    explanation="""\
Meta objects are objects of their meta class, with the values written under its name: these must conform to its
contracts, and required ones must be there. The engine makes the object when something asks for it, which every call of
a method does, and writing out a property that holds an object; for all but methods it is a warning.""",
    bad=_META_CLASS + "=== Classes/Sample.yaml\nNamespaces:\n  =: example.app\nName: Sample\nMethods:\n  go:\n"
    "    Meta:\n      Label: {text: null}\n    Body:\n      - Return: 1\n",
    good=_META_CLASS + "=== Classes/Sample.yaml\nNamespaces:\n  =: example.app\nName: Sample\nMethods:\n  go:\n"
    "    Meta:\n      Label: {text: Go}\n    Body:\n      - Return: 1\n",
)
