"""Contracts as they are written: constants where a type was meant, functions and bounds."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import RulesOf

read = RulesOf(Phase.READ)


def _property(contract: str) -> str:
    return f"Namespaces:\n  =: example.app\nName: Sample\nProperties:\n  port:\n    Contract: {contract}\n"


_GOOD = _property("$.int().notNull()")

TEXT_CONTRACT = read.error(
    "MPL160 text-contract",
    message='{what} is the text "{text}", so only that very text is accepted',
    explanation="""\
A contract that is no YAQL expression is a constant: the value must equal it. A bare word, a quoted expression, or
an expression with a syntax error is text. Write an unquoted expression that starts with `$`, such as
`$.int().notNull()`.""",
    bad=_property("int"),
    good=_GOOD,
)

CONSTANT_CONTRACT = read.warning(
    "MPL161 constant-contract",
    message="{what} is the constant {value}, so only that very value is accepted",
    explanation="""\
A contract that is a number or boolean, and a bare word as the item of a list, accepts nothing but that value. If a
default was meant, write it under `Default` and the type under `Contract`.""",
    bad=_property("80"),
    good=_GOOD,
)

NULL_CONTRACT = read.warning(
    "MPL162 null-contract",
    message="{what} is empty, so only null is accepted",
    explanation="""\
A contract without a value is the constant null: nothing else can ever be given. Write `Contract: $` for "anything".""",
    bad=_property(""),
    good=_property("$"),
)

UNKNOWN_FUNCTION = read.error(
    "MPL163 unknown-contract-function",
    message='{what} calls "{name}", which is no contract function',
    explanation="""\
The name is close to a contract function but not one; names are case-sensitive. The contract fails as soon as a
value is checked. Contract functions are int, string, bool, class, template, notNull, check, owned and notOwned.""",
    bad=_property("$.Int()"),
    good=_GOOD,
)

NOT_CALLED = read.error(
    "MPL145 contract-function-not-called",
    message="{what} names {name} without calling it: write {name}()",
    explanation="""\
Without parentheses the word behind the dot is an attribute of the value, which numbers and texts do not have: the
contract fails as soon as a value is checked.""",
    bad=_property("$.int().notNull"),
    good=_GOOD,
)

BAD_ARGUMENTS = read.error(
    "MPL164 contract-arguments",
    message="{what}: {name}() takes {wants}, but {found} given",
    explanation="""\
The contract function is called with a number of arguments it does not take, so the contract fails as soon as a
value is checked. Conditions on the value go into `check(...)`.""",
    bad=_property("$.int(5)"),
    good=_property("$.int().check($ < 5)"),
)

NO_RECEIVER = read.error(
    "MPL165 contract-without-receiver",
    message="{what} does not start from the value: write $.{name}()",
    explanation="""\
Contract functions are called on the value, which is `$`. Without it the function has no value to check and the
contract fails.""",
    bad=_property("string()"),
    good=_property("$.string()"),
)

BAD_BOUNDS = read.error(
    "MPL166 contract-bounds",
    message="{what}: {problem}",
    explanation="""\
The integers at the end of a list contract are its smallest and largest length. No list can satisfy these.""",
    bad=_property("[$.int(), 4, 2]"),
    good=_property("[$.int(), 2, 4]"),
)

TWO_PATTERNS = read.error(
    "MPL167 two-key-patterns",
    message="{what} has a second key pattern; a mapping contract takes one",
    explanation="""\
A mapping contract has fixed keys and at most one expression as a key, the pattern for all other keys. With two,
the engine refuses every value.""",
    bad=_property("{$.string(): $, $.int(): $}"),
    good=_property("{fixed: $, $.string(): $}"),
)
