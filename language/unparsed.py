"""Reports scalars that were meant as an expression but are strings: they do not parse, or they are quoted.

Such a scalar silently becomes text. Reference: packages-and-versions, Class files.
"""

from __future__ import annotations

from muranopl.ard.nodes import Mapping, Node, Scalar, text_of, walk
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.lexer import Dialect, ExpressionError
from muranopl.ard.yaql.parser import is_candidate, parse
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Applicability, Correction, Severity, write_instead
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.patterns import lazy_pattern

# `$`, `$name` or `$.`; not the shell's `${x}` and `$(x)`, which are common in texts of scripts.
_VARIABLE = lazy_pattern(r"\$(?!\{|\([^)])")
# Words that are not constants in expressions, each with the constant that is meant.
CONSTANTS = {"True": "true", "TRUE": "true", "False": "false", "FALSE": "false"} | dict.fromkeys(
    ("None", "Null", "NULL"), "null"
)
_NAME = lazy_pattern(r"\$(\w+)")
# A call: `name(` right at the start, or `.name(` anywhere.
_CALL = lazy_pattern(r"(?:^|\.)[a-zA-Z_]\w*\(")
_ADDRESS = lazy_pattern(r"\d+(?:\.\d+){2,}(?:/\d+)?")
# Numbers joined by operators that are words: the engine takes no plain scalar without a sign for an
# expression. Between other words such an operator is prose.
_WORDED = lazy_pattern(r"\d+(?:\.\d+)?(?: (?:mod|and|or) \d+(?:\.\d+)?)+\Z")
QUOTE = ", or quote it if a string is intended"
# Brackets with nothing in them.
_HOLLOW = lazy_pattern(r"[\s()\[\]{}]+\Z")


def report_unparsed(node: Node, findings: Findings) -> None:
    """Report a plain scalar that looks like an expression, but does not parse."""
    text = text_of(node)
    if text is None or text.isalnum():
        return  # as most
    error = parse_error(node)
    if _WORDED.match(text) and isinstance(node, Scalar) and node.plain:
        findings.report(
            rules.NOT_AN_EXPRESSION,
            node,
            text=text,
            problem="in YAML, operators that are words do not make it an expression",
            suggestion=f"put it in parentheses: `({text})`",
        )
    if error is not None and isinstance(node, Scalar):
        place = place_within(node, error.start, error.end)
        # A text that parses up to its end, where it lacks an operand, is certainly meant as an
        # expression.
        severity = None
        if error.start == len(str(node.value)):
            severity = Severity.ERROR
        findings.report(
            rules.NOT_AN_EXPRESSION,
            place,
            text=node.value,
            problem=error.message,
            severity=severity,
            suggestion=write_instead(error.instead, Applicability.UNSAFE, QUOTE),
        )


def parse_error(node: Node, dialect: Dialect = Dialect.MURANO) -> ExpressionError | None:
    """Return the syntax error of a plain scalar that looks like an expression.

    Return None for all other nodes.
    """
    if (
        type(node) is not Scalar
        or not node.plain
        or type(node.value) is not str
        or node.value.isalnum()
    ):
        return None
    # Plain prose does not parse either, and is no mistake.
    if not (_VARIABLE.search(node.value) or _CALL.search(node.value) or _HOLLOW.match(node.value)):
        return None
    try:
        parse(node.value, dialect)
    except ExpressionError as error:
        return error
    return None


def stray_closing(node: Node) -> str | None:
    """Return the quote or `)` that ends a plain scalar without being opened in it; or None.

    After a number a quote may be a unit, feet or inches, but not after an address.
    """
    if not (
        isinstance(node, Scalar)
        and isinstance(node.value, str)
        and node.plain
        and len(node.value) > 1
    ):
        return None
    text, closing = node.value[:-1], node.value[-1]
    last = text[-1]
    if closing == ")":
        if (last.isalnum() or last == "_") and "(" not in text and ")" not in text:
            return closing
        return None
    if closing not in "'\"" or "'" in text or '"' in text or last.isspace():
        return None
    if not last.isdigit() or _ADDRESS.fullmatch(text.rpartition(" ")[2]):
        return closing
    return None


def variables_in(text: str) -> list[str]:
    """Return the names of the variables in a text that was meant as an expression."""
    return _NAME.findall(text)


def report_misspelt_null(node: Node, findings: Findings) -> None:
    """Report values that are `None`, which is not null in YAML.

    Source: expressions.json, scalar.none-word.
    """
    result = nones(node)
    if not result:
        return
    keys = {id(key) for part in walk(node) if isinstance(part, Mapping) for key, _ in part.pairs}
    for part in result:
        if id(part) not in keys:
            findings.report(rules.MISSPELT_CONSTANT, part, name="None", meant="null")


def nones(node: Node) -> list[Node]:
    """Return the parts of a value that are the word None, including keys of mappings."""
    return [part for part in walk(node) if is_none(part)]


def is_none(node: Node) -> bool:
    """Return whether a value is the word None."""
    return type(node) is Scalar and node.value == "None" and node.plain


def correct(text: str, error: ExpressionError) -> str:
    """Return what to do about a text that was meant as an expression."""
    if error.instead is None:
        return f"correct the expression: {error.message}"
    sign = text[error.start : error.end]
    return f"write `{error.instead.strip()}` in place of `{sign}`"


def without_quotes(
    node: Node, text: str, applicability: Applicability = Applicability.UNSAFE
) -> str | None:
    """Return what to do about a text that looks like an expression; None for any other."""
    from muranopl.ard.rewriting import rewritten

    if not is_candidate(text, Dialect.MURANO):
        return None
    try:
        parse(text, Dialect.MURANO)
    except ExpressionError as error:
        return correct(text, error)
    if rewritten(node, text) is None:
        # Without quotes YAML would read something else, as a mapping of `{$x}`
        return "write `!yaql` before the quotes to make the string an expression"
    remedy = f"remove the quotes: `{text}`"
    return Correction.of(remedy, text, is_whole=True, applicability=applicability)
