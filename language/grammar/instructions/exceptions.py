"""Declares and reads the instructions Throw, Rethrow, and Try with its Catch clauses."""

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
)
from muranopl.diagnostics.catalogue import bodies as rules
from muranopl.diagnostics.diagnostic import Refusal, Severity
from muranopl.language.grammar.entity import Entity, entity, read
from muranopl.language.grammar.instructions.block import (
    Block,
    Instruction,
    Jump,
    block,
    build,
    with_known_keys,
)
from muranopl.language.grammar.instructions.values import extra, nothing, optional_variable, value
from muranopl.language.grammar.names import TYPE_NAME
from muranopl.language.grammar.readers import listed
from muranopl.language.grammar.reading import Reading
from muranopl.language.grammar.shapes import CODE, EXPRESSION, TEXT, Many, Of, shaped


@shaped(Many(EXPRESSION, alone=True))
def thrown(node: Node, reading: Reading, what: str) -> tuple[Node, ...]:
    """Return the names an exception is thrown under.

    These are a name or a list of names, spelt like class names, or expressions.
    """
    if is_false(node):
        reading.report(
            rules.BAD_EXCEPTION_NAME, node, what=what, problem="needs a name", refuses=Refusal.CLASS
        )
        return ()
    for item in listed(node):
        if not isinstance(item, Yaql):
            _check_name(item, reading, what)
    return listed(node)


@shaped(Many(TEXT, alone=True))
def caught(node: Node, reading: Reading, what: str) -> tuple[Node, ...] | None:
    """Return the names that are caught; None for null, which catches all.

    They are compared as written, even expressions.
    """
    if is_null(node):
        return None
    if not listed(node):
        reading.report(
            rules.BAD_EXCEPTION_NAME,
            node,
            what=what,
            problem="is an empty list, so nothing is caught",
            severity=Severity.WARNING,
        )
    for item in listed(node):
        _check_name(item, reading, what)
    return listed(node)


def _check_name(node: Node, reading: Reading, what: str) -> None:
    name: object = None
    if isinstance(node, Yaql):
        name = node.text
    elif isinstance(node, Scalar):
        name = node.value
    if isinstance(node, Broken) or (isinstance(name, str) and TYPE_NAME.match(name)):
        return
    suggestion = None
    if what == "Throw" and isinstance(name, str):
        suggestion = f"write a name such as `failed`, and add `Message: {name}`"
    severity = None
    if name is True:
        severity = Severity.WARNING  # the engine's name is then `True`
    reading.report(
        rules.BAD_EXCEPTION_NAME,
        node,
        what=what,
        problem=f"needs the name of an exception, spelt like a class name, not {described(node)}",
        suggestion=suggestion,
        severity=severity,
    )


@shaped(CODE)
def cause(node: Node, reading: Reading, what: str) -> Node:
    """Return the exception that led to this one: an expression for the variable of `As`."""
    if isinstance(node, Sequence) or not (isinstance(node, (Yaql, Broken)) or is_false(node)):
        reading.report(
            rules.BAD_EXCEPTION_PART,
            node,
            what=what,
            problem=f"must be an exception, not {described(node)}: Throw itself fails",
            suggestion="write the variable that the As of a Catch declares",
            severity=Severity.ERROR,
        )
    return node


@entity
class Throw(Instruction):
    """`Throw: name, Message: text, Extra: mapping, Cause: exception`."""

    names: tuple[Node, ...] = read(
        "Throw",
        thrown,
        "Throws an exception with this name, or with several names: `Catch` finds it by any of "
        "them. Names are spelt like class names.",
        required=True,
    )
    message: Node | None = read(
        "Message", value, "The message of the exception; `$e.message` reads it."
    )
    extra: Node | None = read(
        "Extra", extra, "Additional data of the exception, a mapping; `$e.extra` reads it."
    )
    cause: Node | None = read("Cause", cause, "The exception that caused this one.")


@entity
class Rethrow(Jump):
    """`Rethrow:`, the exception that is being handled."""

    nothing: None = read(
        "Rethrow",
        nothing,
        "Throws the exception that this `Catch` handles again.",
        required=True,
    )


@entity
class CatchClause(Entity):
    """`With: names, As: variable, Do: block`; `names` None catches everything."""

    node: Node
    names: tuple[Node, ...] | None = read(
        "With",
        caught,
        "The name, or names, of the exceptions that are caught. Without it all exceptions are caught.",
    )
    variable: str | None = read(
        "As",
        optional_variable,
        "The name of the variable for the exception, without its `$`.",
    )
    body: Block | None = read("Do", block, "The instructions that run when an exception is caught.")


@shaped(Many(Of(CatchClause), alone=True))
def clauses(node: Node, reading: Reading, _what: str) -> tuple[CatchClause, ...]:
    """Return the clauses of Catch: one, or a list of them."""
    if is_null(node) or not listed(node):
        reading.report(
            rules.USELESS_CATCH,
            node,
            problem="is empty, so it catches nothing",
            suggestion="add `Do:` with the instructions, or remove it",
        )
        return ()
    read_clauses = (_clause(item, reading) for item in listed(node))
    return tuple(clause for clause in read_clauses if clause is not None)


def _clause(node: Node, reading: Reading) -> CatchClause | None:
    if not isinstance(node, Mapping):
        if not isinstance(node, Broken):
            name = text_of(node) or "name"
            reading.report(rules.BAD_CATCH, node, found=described(node), name=name)
        return None
    hint = "write the instructions of the clause below its `Do:`"
    keys = with_known_keys(CatchClause, node, reading, "Catch", hint)
    # An unknown key was reported, and may be the block that is missing
    if keys.node is node and node.find("Do") is None:
        reading.report(
            rules.USELESS_CATCH,
            node.head,
            problem="has no Do, so exceptions are silently ignored",
            suggestion="add `Do:` with the instructions, or `Do: []` to ignore exceptions",
        )
    return build(CatchClause, keys, reading, "Catch", node=node)


@entity
class Try(Instruction):
    """`Try: block, Catch: clauses, Else: block, Finally: block`."""

    body: Block | None = read(
        "Try",
        block,
        "Runs the instructions; `Catch` handles exceptions that they throw.",
        required=True,
    )
    clauses: tuple[CatchClause, ...] = read(
        "Catch",
        clauses,
        "How exceptions are handled: `{With: name, As: variable, Do: block}`, or a list "
        "of such clauses; the first one that matches runs.",
    )
    otherwise: Block | None = read(
        "Else", block, "The instructions that run if no exception was thrown."
    )
    final: Block | None = read(
        "Finally",
        block,
        "The instructions that run at the end, whether or not an exception was thrown.",
    )
