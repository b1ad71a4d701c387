"""Contracts: constants where a type was meant, functions and bounds."""

from muranopl.diagnostics.diagnostic import Phase
from muranopl.diagnostics.rules import Rewriting, RulesOf

read = RulesOf(Phase.READ)

TEXT_CONTRACT = read.error(
    "MPL160 text-contract",
    '{what} is the string "{text}", so it accepts only that string',
    "write an unquoted expression that starts with `$`, such as `$.string().notNull()`",
)
# A warning, unlike MPL160: a number or a truth value in place of a contract is a choice that YAML
# shows, where a text was meant as an expression (conformance/contracts.json)
CONSTANT_CONTRACT = read.warning(
    "MPL161 constant-contract",
    "{what} is the constant {value}, so it accepts only that value",
    "write a type, such as `$.int()`; put a default value under Default",
)
NULL_CONTRACT = read.warning(
    "MPL162 null-contract",
    "{what} is empty, so it accepts only null",
    "to accept any value, write `$`",
)
UNKNOWN_FUNCTION = read.error(
    "MPL163 unknown-contract-function", '{what} calls "{name}", which is not a contract function'
)
NOT_CALLED = read.error(
    "MPL145 contract-function-not-called",
    "{what} names {name} without calling it",
    "write `{name}()`",
    rewriting=Rewriting("{name}", "{name}()"),
)
BAD_ARGUMENTS = read.error(
    "MPL164 contract-arguments", "{what}: {name}() takes {wants}, not {found}"
)
NO_RECEIVER = read.error(
    "MPL165 contract-without-receiver",
    "{what} does not start with `$`, the value",
    "write `$.{name}()`",
    rewriting=Rewriting("{name}()", "$.{name}()"),
)
BAD_BOUNDS = read.error("MPL166 contract-bounds", "{what}: {problem}")
TWO_PATTERNS = read.error(
    "MPL167 two-key-patterns",
    "{what} has a second key that is an expression; a mapping contract can have only one",
    "keep one expression as a key, and write the other keys as names",
)
# An error, unlike MPL193: the result is the same whatever value is given
VALUE_UNUSED = read.error(
    "MPL192 contract-without-value",
    "{what} does not use the value: every value is replaced by the result of {text}",
    "write a contract that starts with `$`, such as `$.int()`",
)
# A warning, as the engine takes any expression for a contract
NO_CONTRACT = read.warning(
    "MPL193 expression-as-contract",
    "{what} is an expression, not a contract: every value is replaced by the result of {text}",
    "write a contract that starts with `$`, such as `$.int()` or `[$.int()]`",
)
NOTHING_TAKEN = read.error(
    "MPL194 contract-takes-nothing",
    "{what} accepts only null: {first}() returns {given}, which {name}() rejects",
    "remove {name}() or {first}()",
)
