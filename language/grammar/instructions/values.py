"""Readers of the values of instructions: data, conditions, counts, names of variables."""

from __future__ import annotations

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence, Yaql, is_false, is_null, text_of, walk
from muranopl.diagnostics.catalogue import instruction_parts as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.expression.dialects import Dialect
from muranopl.expression.parser import is_candidate
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.names import VARIABLE
from muranopl.language.grammar.unparsed import report_unparsed


def value(node: Node, reading: Reading, _what: str) -> Node:
    """Data with expressions in it, at any depth."""
    if not isinstance(node, Yaql):
        for part in (node,) if isinstance(node, Scalar) else walk(node):
            report_unparsed(part, reading.findings)
    return node


def condition(node: Node, reading: Reading, what: str) -> Node:
    """What is true or false by Python's rules: an expression; a constant never changes."""
    text = text_of(node)
    if text is not None and is_candidate(text, Dialect.MURANO):
        reading.report(rules.TEXT_CONDITION, node.place, what=what, text=text)
    elif isinstance(node, (Scalar, Sequence, Mapping)):
        found, outcome = described(node), "false" if is_false(node) else "true"
        reading.report(rules.CONSTANT_CONDITION, node.place, what=what, found=found, outcome=outcome)
    return node


def loop_condition(node: Node, reading: Reading, what: str) -> Node:
    """The condition of While: an expression; the engine refuses anything else."""
    if not isinstance(node, (Yaql, Broken)):
        found, is_true = described(node), isinstance(node, Scalar) and node.value and not isinstance(node.value, str)
        suggestion = "for a loop that only Break ends write `true = true`" if is_true else None
        reading.report(rules.NOT_A_LOOP_CONDITION, node.place, what=what, found=found, suggestion=suggestion)
    return node


def collection(node: Node, reading: Reading, what: str) -> Node:
    """What For iterates over: a list, the keys of a mapping, the characters of text, or an expression for these."""
    if isinstance(node, Scalar):
        problem, severity = f"{described(node)} cannot be looped over", Severity.ERROR
        if isinstance(node.value, str):
            problem = "text is looped over character by character"
            severity = Severity.ERROR if is_candidate(node.value, Dialect.MURANO) else Severity.WARNING
        reading.report(rules.BAD_COLLECTION, node.place, what=what, problem=problem, severity=severity)
        return node
    return value(node, reading, what)


def extra(node: Node, reading: Reading, what: str) -> Node:
    """Data of an exception: a mapping, or it cannot be caught with `As`."""
    if not isinstance(node, (Yaql, Mapping, Broken)) and not is_null(node):
        problem = f"must be a mapping, not {described(node)}; Catch with As fails then"
        reading.report(rules.BAD_EXCEPTION_PART, node.place, what=what, problem=problem)
    return value(node, reading, what)


DATA = (value, collection, extra)
"""The readers of what may be a structure, in which nothing is run."""


def count(node: Node, reading: Reading, what: str) -> Node:
    """How often Repeat repeats: an integer or an expression; the engine refuses anything else but true and false."""
    number = node.value if isinstance(node, Scalar) else None
    if isinstance(number, int) and not isinstance(number, bool):
        if number <= 0:
            what, severity = f"{what} {number}", Severity.WARNING
            reading.report(rules.BAD_COUNT, node.place, what=what, problem="runs nothing", severity=severity)
    elif not isinstance(node, (Yaql, Broken)):
        problem = f"must be a number or an expression, not {described(node)}"
        reading.report(rules.BAD_COUNT, node.place, what=what, problem=problem)
    return node


def limit(node: Node, reading: Reading, what: str) -> Node:
    """How many instructions of Parallel run at a time; the engine calls int() on it when it runs."""
    if isinstance(node, (Yaql, Broken)) or is_null(node):
        return node
    found = node.value if isinstance(node, Scalar) else None
    problem, severity = f"must be a number, not {described(node)}", Severity.ERROR
    if isinstance(found, int) and not isinstance(found, bool):
        if found > 0:
            return node
        problem = f"{found} is negative, which fails when it runs"
        if found == 0:
            problem, severity = "0 means no limit", Severity.WARNING
    elif isinstance(found, float) or (isinstance(found, str) and found.strip().isdecimal()):
        severity = Severity.WARNING
    reading.report(rules.BAD_COUNT, node.place, what=what, problem=problem, severity=severity)
    return node


def variable(node: Node, reading: Reading, what: str) -> str | None:
    """The name of a variable without its `$`; None where it is none, or nothing."""
    name = node.value if isinstance(node, Scalar) else None
    if isinstance(node, Broken):
        return None
    if not isinstance(name, str):
        suggestion = f'write "{node.text.lstrip("$")}"' if isinstance(node, Yaql) else None
        problem = f"must be the name of a variable, without $, not {described(node)}"
        reading.report(rules.BAD_VARIABLE, node.place, what=what, problem=problem, suggestion=suggestion)
        return None
    bare = name.removeprefix("$")
    if bare == "this":
        problem = "cannot be $this: the object itself would be out of reach"
        reading.report(rules.BAD_VARIABLE, node.place, what=what, problem=problem)
    elif not VARIABLE.match(bare):
        problem = f'must be the name of a variable, not "{name}"'
        reading.report(rules.BAD_VARIABLE, node.place, what=what, problem=problem)
    elif bare != name:
        problem = f'is written without $: "{bare}"'
        reading.report(rules.BAD_VARIABLE, node.place, what=what, problem=problem, severity=Severity.WARNING)
    return bare


def optional_variable(node: Node, reading: Reading, what: str) -> str | None:
    """`variable`, where null is as good as no key."""
    return None if is_null(node) else variable(node, reading, what)


def nothing(node: Node, reading: Reading, what: str) -> None:
    """The value of Break, Continue and Rethrow: none. The engine refuses true ones for the first two."""
    if not isinstance(node, Broken) and not is_null(node):
        severity = Severity.WARNING if is_false(node) or what == "Rethrow" else Severity.ERROR
        reading.report(rules.VALUE_NOT_TAKEN, node.place, what=what, severity=severity)
