"""Reads the values of instructions: data, conditions, counts, names of variables."""

from __future__ import annotations

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
from muranopl.ard.yaql.lexer import Dialect
from muranopl.ard.yaql.parser import is_candidate
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.diagnostic import Refusal, Severity
from muranopl.language.grammar.names import VARIABLE
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import CODE, NameKind, Plain, shaped
from muranopl.language.unparsed import report_misspelt_null, report_unparsed, without_quotes


@shaped(CODE)
def value(node: Node, reading: Reading, _what: str) -> Node:
    """Return data that may have expressions at any depth."""
    if type(node) is not Yaql:
        plain = [
            part
            for part in walk(node)
            if type(part) is Scalar and part.plain and type(part.value) is str
        ]
        for part in plain:
            report_unparsed(part, reading.findings)
        if "None" in [part.value for part in plain]:
            report_misspelt_null(node, reading.findings)
    return node


@shaped(CODE)
def condition(node: Node, reading: Reading, what: str) -> Node:
    """Return a condition, which is true or false by Python's rules.

    It should be an expression, as a constant never changes.
    """
    if type(node) is Yaql:
        return node
    text = text_of(node)
    if text is not None and is_candidate(text, Dialect.MURANO):
        reading.report(
            rules.TEXT_CONDITION, node, what=what, text=text, suggestion=without_quotes(node, text)
        )
    elif isinstance(node, (Scalar, Sequence, Mapping)):
        suggestion = None
        if text is not None and VARIABLE.match(text):
            suggestion = (
                f"to read a variable, write `${text}`; to read a property, write `$.{text}`"
            )
        reading.report(
            rules.CONSTANT_CONDITION,
            node,
            what=what,
            found=described(node),
            outcome="false" if is_false(node) else "true",
            suggestion=suggestion,
        )
    return node


@shaped(CODE)
def loop_condition(node: Node, reading: Reading, what: str) -> Node:
    """Return the condition of While: an expression; the engine refuses anything else."""
    if not isinstance(node, (Yaql, Broken)):
        text, suggestion = text_of(node), None
        if text is not None:
            suggestion = without_quotes(node, text)
        elif isinstance(node, Scalar) and node.value:
            suggestion = "for a loop that only Break ends, write `While: true = true`"
        reading.report(
            rules.NOT_A_LOOP_CONDITION,
            node,
            what=what,
            found=described(node),
            suggestion=suggestion,
        )
    return node


@shaped(CODE)
def collection(node: Node, reading: Reading, what: str) -> Node:
    """Return the collection of For: a list, a mapping (its keys), a text, or an expression."""
    if not isinstance(node, Scalar):
        return value(node, reading, what)
    text, number = text_of(node), _whole_number(node)
    problem, severity, suggestion = (f"cannot iterate over {described(node)}", Severity.ERROR, None)
    if text is not None:
        problem = f"iterates over the characters of {described(node)}"
        suggestion = without_quotes(node, text)
        # The characters of a text may be meant, unless it looks like an expression.
        if not is_candidate(text, Dialect.MURANO):
            severity = Severity.WARNING
    elif number is not None:
        suggestion = f"write `In: range({number})`"
    elif node.value is None:
        problem = "has nothing to iterate over: In is empty"
    reading.report(
        rules.BAD_COLLECTION, node, problem=problem, severity=severity, suggestion=suggestion
    )
    return node


@shaped(CODE)
def extra(node: Node, reading: Reading, what: str) -> Node:
    """Return the data of an exception: a mapping, as otherwise `As` cannot catch it."""
    if not isinstance(node, (Yaql, Mapping, Broken)) and not is_null(node):
        reading.report(
            rules.BAD_EXCEPTION_PART,
            node,
            what=what,
            problem=f"must be a mapping, not {described(node)}: a Catch with As fails on it",
            suggestion="write `Extra: {key: value}`",
        )
    return value(node, reading, what)


# The readers of values that may be structures, in which no instruction is run.
DATA = (value, collection, extra)


@shaped(Plain(("number",), code=True))
def count(node: Node, reading: Reading, what: str) -> Node:
    """Return the count of Repeat: an integer or an expression.

    The engine refuses all else but true and false.
    """
    number, problem = _whole_number(node), ""
    if number is not None:
        if number <= 0:
            problem = f"with {number} runs nothing"
    elif isinstance(node, Scalar) and isinstance(node.value, bool):
        outcome = "repeats once" if node.value else "runs nothing"
        problem = f"with {described(node)} {outcome}"
    elif not isinstance(node, (Yaql, Broken)):
        reading.report(
            rules.BAD_COUNT,
            node,
            what=what,
            problem=f"must be a whole number or an expression, not {described(node)}",
            refuses=Refusal.CLASS,
            suggestion=_number_of(node),
        )
    if problem:
        reading.report(rules.BAD_COUNT, node, what=what, problem=problem, severity=Severity.WARNING)
    return node


def _whole_number(node: Node) -> int | None:
    """Return the value of an integer, which true and false are not here."""
    if isinstance(node, Scalar) and type(node.value) is int:
        return node.value
    return None


def _number_of(node: Node) -> str | None:
    """Return the suggestion for a number in quotes."""
    text = (text_of(node) or "").strip()
    if text.isdecimal():
        return f"write {text} without quotes"
    return None


@shaped(Plain(("number",), code=True))
def limit(node: Node, reading: Reading, what: str) -> Node:
    """Return the number of instructions of Parallel that run at a time.

    The engine applies int() to it at run time.
    """
    number, suggestion = _whole_number(node), _number_of(node)
    if isinstance(node, (Yaql, Broken)) or is_null(node) or (number is not None and number > 0):
        return node
    problem = f"must be a whole number, not {described(node)}"
    severity = Severity.ERROR
    if number is not None and number < 0:
        problem = f"is {number}, which fails at run time"
        suggestion = "write the number of instructions that may run at a time"
    elif number == 0:
        problem, suggestion = "is 0, which means no limit", "remove it"
        severity = Severity.WARNING
    # The engine's int() converts decimal numbers, and numbers in quotes
    elif suggestion is not None or (isinstance(node, Scalar) and isinstance(node.value, float)):
        severity = Severity.WARNING
    reading.report(
        rules.BAD_COUNT, node, what=what, problem=problem, suggestion=suggestion, severity=severity
    )
    return node


@shaped(Plain(("string",), NameKind.VARIABLE))
def variable(node: Node, reading: Reading, what: str) -> str | None:
    """Return the name of a variable without its `$`; None, after a report, if it is not a name."""
    if isinstance(node, Broken):
        return None
    name, key = text_of(node), what.partition(" ")[0]
    if name is None:
        bare = node.text.lstrip("$") if isinstance(node, Yaql) else ""
        reading.report(
            rules.BAD_VARIABLE,
            node,
            what=what,
            problem=f"must be the name of a variable without its $, not {described(node)}",
            suggestion=f"write `{key}: {bare}`" if VARIABLE.match(bare) else None,
            refuses=Refusal.CLASS,
        )
        return None
    bare = name.removeprefix("$")
    problem, suggestion, severity = "", None, Severity.WARNING
    if bare == "this":
        problem, severity = ("cannot be $this, which is the object itself", Severity.ERROR)
    elif not VARIABLE.match(bare):
        problem = f'needs a variable name that an expression can read, not "{name}"'
    elif bare != name:
        problem = "needs the name of the variable without its $"
        suggestion = f"write `{key}: {bare}`"
    if problem:
        reading.report(
            rules.BAD_VARIABLE,
            node,
            what=what,
            problem=problem,
            suggestion=suggestion,
            severity=severity,
        )
    return bare


@shaped(Plain(("string",), NameKind.VARIABLE))
def optional_variable(node: Node, reading: Reading, what: str) -> str | None:
    """Return the name of a variable; null is like an absent key.

    The engine reads it when the variable is set.
    """
    if is_null(node):
        return None
    return variable(node, reading.refusing(None), what)


@shaped(Plain(("null",)))
def nothing(node: Node, reading: Reading, what: str) -> None:
    """Report a value of Break, Continue or Rethrow.

    The engine refuses true ones for the first two.
    """
    if not isinstance(node, Broken) and not is_null(node):
        if is_false(node) or what == "Rethrow":
            severity = Severity.WARNING
        else:
            severity = Severity.ERROR
        reading.report(rules.VALUE_NOT_TAKEN, node, what=what, severity=severity)
