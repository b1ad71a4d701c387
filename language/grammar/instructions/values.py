"""Readers of the values of instructions: data, conditions, counts, names of variables."""

from __future__ import annotations

from typing import Any

from muranopl.ard.descriptions import described
from muranopl.ard.nodes import (
    Broken,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Yaql,
    is_false,
    is_null,
    text_of,
    walk,
)
from muranopl.diagnostics.catalogue import instruction_parts as rules
from muranopl.diagnostics.diagnostic import Refusal, Severity
from muranopl.expression.dialects import Dialect
from muranopl.expression.errors import ExpressionError
from muranopl.expression.parser import is_candidate, parse
from muranopl.language.grammar.entity import Reading
from muranopl.language.grammar.names import VARIABLE
from muranopl.language.grammar.unparsed import is_none, report_misspelt_null, report_unparsed


def value(node: Node, reading: Reading, _what: str) -> Node:
    """Return data that may have expressions at any depth."""
    if type(node) is not Yaql:
        plain = [part for part in walk(node) if type(part) is Scalar and part.plain]
        for part in plain:
            report_unparsed(part, reading.findings)
        if any(map(is_none, plain)):
            report_misspelt_null(node, reading.findings)
    return node


def condition(node: Node, reading: Reading, what: str) -> Node:
    """Return a condition, which is true or false by Python's rules.

    An expression, as a constant never changes.
    """
    text = text_of(node)
    if text is not None and is_candidate(text, Dialect.MURANO):
        reading.report(
            rules.TEXT_CONDITION, node.place, what=what, text=text, suggestion=without_quotes(text)
        )
    elif isinstance(node, (Scalar, Sequence, Mapping)):
        result, outcome = described(node), "false" if is_false(node) else "true"
        suggestion = None
        if text is not None and VARIABLE.match(text):
            suggestion = f"to read a variable write `${text}`, to read a property `$.{text}`"
        facts: dict[str, Any] = {
            "what": what,
            "found": result,
            "outcome": outcome,
            "suggestion": suggestion,
        }
        reading.report(rules.CONSTANT_CONDITION, node.place, **facts)
    return node


def without_quotes(text: str) -> str | None:
    """Return what to do about a text that looks like an expression; None for any other."""
    if not is_candidate(text, Dialect.MURANO):
        return None
    try:
        parse(text, Dialect.MURANO)
    except ExpressionError as error:
        return f"correct the expression: {error.message}"
    return f"remove the quotes: `{text}`"


def loop_condition(node: Node, reading: Reading, what: str) -> Node:
    """Return the condition of While: an expression; the engine refuses anything else."""
    if not isinstance(node, (Yaql, Broken)):
        result, text = described(node), text_of(node)
        suggestion = None if text is None else without_quotes(text)
        if text is None and isinstance(node, Scalar) and node.value:
            suggestion = "for a loop that only Break ends write `While: true = true`"
        reading.report(
            rules.NOT_A_LOOP_CONDITION, node.place, what=what, found=result, suggestion=suggestion
        )
    return node


def collection(node: Node, reading: Reading, what: str) -> Node:
    """Return what For iterates over.

    A list, mapping (its keys), text (its characters), or an expression.
    """
    if isinstance(node, Scalar):
        problem, severity, suggestion = f"cannot go through {described(node)}", Severity.ERROR, None
        if isinstance(node.value, str):
            problem = f"goes through {described(node)} character by character"
            suggestion = without_quotes(node.value)
            severity = (
                Severity.ERROR if is_candidate(node.value, Dialect.MURANO) else Severity.WARNING
            )
        elif isinstance(node.value, int) and not isinstance(node.value, bool):
            suggestion = f"write `In: range({node.value})`"
        elif node.value is None:
            problem = "has nothing to go through: In is empty"
        reading.report(
            rules.BAD_COLLECTION,
            node.place,
            problem=problem,
            severity=severity,
            suggestion=suggestion,
        )
        return node
    return value(node, reading, what)


def extra(node: Node, reading: Reading, what: str) -> Node:
    """Return the data of an exception: a mapping, as otherwise `As` cannot catch it."""
    if not isinstance(node, (Yaql, Mapping, Broken)) and not is_null(node):
        problem = f"must be a mapping, not {described(node)}: a Catch with As fails on it"
        suggestion = "write `Extra: {key: value}`"
        reading.report(
            rules.BAD_EXCEPTION_PART, node.place, what=what, problem=problem, suggestion=suggestion
        )
    return value(node, reading, what)


DATA = (value, collection, extra)
"""The readers of values that may be structures, in which no instruction is run."""


def count(node: Node, reading: Reading, what: str) -> Node:
    """Return the count of Repeat: an integer or an expression.

    The engine refuses all else but true and false.
    """
    number = node.value if isinstance(node, Scalar) else None
    if isinstance(number, int) and not isinstance(number, bool):
        if number <= 0:
            problem, severity = f"with {number} runs nothing", Severity.WARNING
            reading.report(
                rules.BAD_COUNT, node.place, what=what, problem=problem, severity=severity
            )
    elif not isinstance(node, (Yaql, Broken)):
        result = described(node)
        facts: dict[str, Any] = {
            "what": what,
            "problem": f"must be a number or an expression, not {result}",
        }
        if isinstance(number, bool):
            outcome = "repeats once" if number else "runs nothing"
            facts |= {"severity": Severity.WARNING, "problem": f"with {result} {outcome}"}
        else:
            facts |= {"refuses": Refusal.CLASS, "suggestion": _number_of(node)}
        reading.report(rules.BAD_COUNT, node.place, **facts)
    return node


def _number_of(node: Node) -> str | None:
    """Return the suggestion for a number in quotes."""
    text = (text_of(node) or "").strip()
    return f"write {text} without quotes" if text.isdecimal() else None


def limit(node: Node, reading: Reading, what: str) -> Node:
    """Return the number of instructions of Parallel that run at a time.

    The engine applies int() to it at run time.
    """
    if isinstance(node, (Yaql, Broken)) or is_null(node):
        return node
    result = node.value if isinstance(node, Scalar) else None
    problem, severity, suggestion = (
        f"must be a number, not {described(node)}",
        Severity.ERROR,
        _number_of(node),
    )
    if isinstance(result, int) and not isinstance(result, bool):
        if result > 0:
            return node
        problem, suggestion = (
            f"is {result}, and fails when it runs",
            "write how many may run at a time",
        )
        if result == 0:
            problem, severity, suggestion = (
                "is 0, which means no limit",
                Severity.WARNING,
                "leave it out",
            )
    elif isinstance(result, float) or (isinstance(result, str) and result.strip().isdecimal()):
        severity = Severity.WARNING
    facts: dict[str, Any] = {"what": what, "problem": problem, "suggestion": suggestion}
    reading.report(rules.BAD_COUNT, node.place, severity=severity, **facts)
    return node


def variable(node: Node, reading: Reading, what: str) -> str | None:
    """Return the name of a variable without its `$`; None, after a report, if it is no name."""
    name = node.value if isinstance(node, Scalar) else None
    if isinstance(node, Broken):
        return None
    if not isinstance(name, str):
        bare = node.text.lstrip("$") if isinstance(node, Yaql) else ""
        suggestion = f"write `{what.partition(' ')[0]}: {bare}`" if VARIABLE.match(bare) else None
        problem = f"must be the name of a variable without its $, not {described(node)}"
        facts: dict[str, Any] = {"what": what, "problem": problem, "suggestion": suggestion}
        reading.report(rules.BAD_VARIABLE, node.place, refuses=Refusal.CLASS, **facts)
        return None
    bare = name.removeprefix("$")
    if bare == "this":
        problem = "cannot be $this, which is the object itself"
        reading.report(rules.BAD_VARIABLE, node.place, what=what, problem=problem)
    elif not VARIABLE.match(bare):
        facts = {
            "what": what,
            "problem": f'names no variable that an expression can read: "{name}"',
        }
        reading.report(rules.BAD_VARIABLE, node.place, severity=Severity.WARNING, **facts)
    elif bare != name:
        facts = {"what": what, "problem": "takes the name of the variable without its $"}
        facts["suggestion"] = f"write `{what.partition(' ')[0]}: {bare}`"
        reading.report(rules.BAD_VARIABLE, node.place, severity=Severity.WARNING, **facts)
    return bare


def optional_variable(node: Node, reading: Reading, what: str) -> str | None:
    """Return the name of a variable; null is like an absent key.

    The engine reads it when the variable is set.
    """
    return None if is_null(node) else variable(node, reading.refusing(None), what)


def nothing(node: Node, reading: Reading, what: str) -> None:
    """Report a value of Break, Continue or Rethrow.

    The engine refuses true ones for the first two.
    """
    if not isinstance(node, Broken) and not is_null(node):
        severity = Severity.WARNING if is_false(node) or what == "Rethrow" else Severity.ERROR
        reading.report(rules.VALUE_NOT_TAKEN, node.place, what=what, severity=severity)
