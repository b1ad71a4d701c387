"""Evaluates the Body of an execution plan on its syntax tree: which scripts it calls, with which arguments.

Nothing is run. Only what is known before the scripts run is evaluated: constants, parameters,
formatted strings, and conditions on them.
"""

from __future__ import annotations

import ast
import re
import textwrap
from collections.abc import Collection
from typing import Any, NamedTuple

from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.bounds import PLAN_BODY


class UnknownCallsError(Exception):
    """The calls of a body depend on something that is known only when it runs."""


class ScriptCall(NamedTuple):
    """A call of a script, with its argument."""

    script: str
    argument: Any = None


class _Result:
    """The result of a script, and of operations on it."""


_RESULT = _Result()
_PLAIN_FORMAT = re.compile(r"(?:[^{}]|\{\w*\})*")
"""Formats with widths could ask for a text of any length."""


def script_calls(body: str, scripts: Collection[str], parameters: Any) -> list[ScriptCall]:
    """Return the calls of scripts that a body makes, in order; raise UnknownCallsError."""
    lines = textwrap.indent(textwrap.dedent(body[: PLAN_BODY.most]), " ")
    try:
        function = ast.parse(f"def body():\n{lines}\n pass").body[0]
        evaluation = _Body(scripts, {"args": parameters or {}}, [])
        evaluation.run(getattr(function, "body", []))
    except Exception as error:  # whatever its texts and operations may raise
        machine_limits.note(error)
        raise UnknownCallsError(f"its Body cannot be evaluated: {error}") from error
    return evaluation.calls


class _Body(NamedTuple):
    scripts: Collection[str]
    names: dict[str, Any]
    calls: list[ScriptCall]

    def run(self, statements: list[ast.stmt]) -> bool:
        """Evaluate statements; return whether they return."""
        for statement in statements:
            match statement:
                case ast.Return(value=value):
                    self.value(value or ast.Constant(None))
                    return True
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    self.names[name] = self.value(value)
                case ast.Expr(value=value):
                    self.value(value)
                case ast.If(test=test, body=body, orelse=otherwise):
                    if self.run(body if self._known(test) else otherwise):
                        return True
                case ast.Pass():
                    pass
                case _:
                    raise UnknownCallsError(f"line {statement.lineno - 1} is not plain")
        return False

    def _known(self, node: ast.expr) -> Any:
        value = self.value(node)
        if value is _RESULT:
            raise UnknownCallsError("it depends on the result of a script")
        return value

    def value(self, node: ast.expr) -> Any:
        """Return the value of an expression."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return self.names[name]
            case (
                ast.Attribute(value=of, attr=key)
                | ast.Subscript(value=of, slice=ast.Constant(value=key))
            ):
                owner = self.value(of)
                return _RESULT if owner is _RESULT else owner[key]
            case ast.Compare(left=left, comparators=[right], ops=[ast.Eq() | ast.NotEq() as op]):
                values = [self.value(left), self.value(right)]
                if any(value is _RESULT for value in values):
                    return _RESULT
                return (values[0] == values[1]) is isinstance(op, ast.Eq)
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return self._known(left) + self._known(right)
            case ast.Call(func=ast.Attribute(value=of, attr="format"), args=arguments):
                text = self._known(of)
                if not node.keywords and _PLAIN_FORMAT.fullmatch(text):
                    return text.format(*map(self._known, arguments))
            case ast.Call(func=ast.Name(id="str"), args=[argument], keywords=[]):
                return str(self._known(argument))
            # A function of a script runs the script
            case ast.Call(
                func=ast.Name(id=name) | ast.Attribute(value=ast.Name(id=name)),
                args=[] | [_] as arguments,
                keywords=[],
            ) if name in self.scripts:
                self.calls.append(ScriptCall(name, *map(self._known, arguments)))
                return _RESULT
        raise UnknownCallsError(f"{ast.unparse(node)[:60]!r} is not plain")
