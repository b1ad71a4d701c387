"""Reads from the Body of an execution plan which scripts it calls, with which arguments.

Nothing is run: conditions and arguments are constants, parameters, and these in formatted strings.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from muranopl.read.plan_body import BodyProblem, read_body

_PLAIN_FORMAT = re.compile(r"(?:[^{}]|\{\w*\})*")
"""Formats with widths could ask for a text of any length."""


class UnknownCallsError(Exception):
    """The calls of a body depend on something that is known only when it runs."""


def script_calls(
    body: str, scripts: Collection[str], parameters: Mapping[str, Any]
) -> Iterator[tuple[str, Any]]:
    """Yield the scripts that a body calls, in order, with their arguments; raise UnknownCallsError."""
    read = read_body(body)
    if isinstance(read, BodyProblem):
        raise UnknownCallsError(f"its Body cannot be read: {read.message}")
    waiting = [*read.statements]
    while waiting:
        match waiting.pop(0):
            case ast.If(test=test, body=chosen, orelse=otherwise):
                waiting[:0] = chosen if _value(test, parameters) else otherwise
                continue
            case ast.Return(value=ran):
                waiting.clear()
            case ast.Expr(value=ran) | ast.Assign(value=ran):
                pass
            case other:
                raise _unknown(other)
        # What is made of a result does not matter
        while isinstance(ran, (ast.Attribute, ast.Compare)):
            ran = ran.value if isinstance(ran, ast.Attribute) else ran.left
        match ran:
            case None | ast.Constant() | ast.Name():
                pass
            case ast.Call(func=ast.Name(id=script), args=[] | [_] as arguments, keywords=[]) if (
                script in scripts
            ):
                yield script, _value(arguments[0], parameters) if arguments else None
            case _:
                raise _unknown(ran)


def _value(node: ast.expr, parameters: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant(value=value):
            return value
        case ast.Name(id="args"):
            return parameters
        case (
            ast.Attribute(value=ast.Name(id="args"), attr=key)
            | ast.Subscript(value=ast.Name(id="args"), slice=ast.Constant(value=key))
        ) if key in parameters:
            return parameters[str(key)]
        case ast.Call(
            func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format"),
            args=arguments,
            keywords=[],
        ) if _PLAIN_FORMAT.fullmatch(text):
            try:
                return text.format(*(_value(item, parameters) for item in arguments))
            except LookupError:
                pass
    raise _unknown(node)


def _unknown(node: ast.AST) -> UnknownCallsError:
    return UnknownCallsError(
        f"its Body does more than call scripts with parameters: {ast.unparse(node)[:60]!r}"
    )
