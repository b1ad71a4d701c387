"""Default results of agents, in the shape that the body of the plan returns."""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.bounds import PLAN_BODY

_FUNCTION = "def plan(args):\n"
_TEXTS = ("stdout", "stderr")
_SHOWN_NAME = 60


def stand_in(plan: dict[Any, Any], text_of: Callable[[str], str]) -> Any:
    """Return the default result of a plan; `text_of` returns a placeholder for a description.

    Most plans return `script(args).stdout`. The result of a script is a mapping of its outputs; a
    plan without a body, or whose body returns nothing, gives null.
    """
    returned = _returned(str(plan.get("Body") or ""))
    name = str(plan.get("Name") or "execution plan").partition("\n")[0][:_SHOWN_NAME]
    match returned:
        case None:
            return None
        case ast.Constant(value=value) if value is None or isinstance(
            value, (bool, int, float, str)
        ):
            return value
        case ast.Attribute(attr="exitCode"):
            return 0
        case ast.Call(func=ast.Name(id=script)) if script in _scripts(plan):
            texts = {item: text_of(f"{item} of {script} in {name}") for item in _TEXTS}
            return {"exitCode": 0, **texts}
        case _:
            return text_of(f"result of {name}")


def _scripts(plan: dict[Any, Any]) -> Any:
    scripts = plan.get("Scripts")
    return scripts if isinstance(scripts, dict) else {}


def _returned(body: str) -> ast.expr | None:
    """Return the expression of the final return statement of a body, None if there is none."""
    if len(body) > PLAN_BODY.most:
        return None
    # Agents run the body inside a function, too.
    lines = "\n".join(f" {line}" for line in body.splitlines())
    try:
        parsed = ast.parse(f"{_FUNCTION}{lines}\n")
    except (SyntaxError, ValueError, MemoryError, RecursionError) as error:
        machine_limits.note(error)
        return None
    if isinstance(parsed.body[0], ast.FunctionDef):
        statements = parsed.body[0].body
    else:
        statements = []
    last = statements[-1] if statements else None
    return last.value if isinstance(last, ast.Return) else None
