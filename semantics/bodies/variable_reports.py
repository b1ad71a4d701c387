"""Reports variables of a method that are read before they are set, or never used.

An argument may be declared by one name and read by another, of which one is misspelt.
"""

from __future__ import annotations

import functools
import re
from typing import Any

from muranopl.ard.nodes import Node
from muranopl.ard.positions import place_within
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import (
    Applicability,
    Correction,
    Fix,
    Related,
    Severity,
    TextEdit,
    fixed_by,
)
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.reporter import DefectReports
from muranopl.language.grammar.instructions.block import Body
from muranopl.language.grammar.instructions.statements import For
from muranopl.language.grammar.method import ArgumentDeclaration, MethodDeclaration
from muranopl.semantics.bodies.classes import declared_here
from muranopl.semantics.bodies.scope import MethodContext
from muranopl.semantics.bodies.variables import MAYBE, NEVER, UnsetUse


def report_variables(method: MethodContext, body: Body) -> None:
    """Report uses of variables that are not set, and variables that nothing uses."""
    if method.variables.uses:
        _report_unset(method)
    unused = method.variables.unused()
    # Computed only if needed, as most methods use all variables.
    fine = _may_be_unused(method.declaration, body) | _meant(method) if unused else ()
    for name in unused:
        if name not in fine:
            place = method.variables.assigned[name].place
            method.report(rules.NOT_USED, place, name=name)


def _report_unset(method: MethodContext) -> None:
    # A variable that may be unset is reported once, however often it is read.
    reported: set[str] = set()
    unset = DefectReports()
    for key, use in method.variables.uses.items():
        place = place_within(use.node, use.expression.start, use.expression.end)
        if use.kind == MAYBE:
            if use.name not in reported:
                reported.add(use.name)
                method.report(rules.MAYBE_UNSET, place, name=use.name)
            continue
        # The null of an unset variable is an error only if something fails on it.
        severity = Severity.ERROR if key in method.variables.fatal else None
        if use.kind == NEVER:
            rule, facts = rules.NEVER_SET, _facts_of_never_set(use.name, place, method)
        else:
            rule, facts = rules.BEFORE_SET, {"related": _set_at(use, method)}
        unset.report(use.name, rule, place, name=use.name, severity=severity, **facts)
    unset.flush(method.findings)


def _facts_of_never_set(name: str, place: Place, method: MethodContext) -> dict[str, Any]:
    """Return the remedies of a variable that is never set, and the argument it may mean."""
    facts: dict[str, Any] = {
        "suggestion": _suggestion(name, method),
        "related": _meant_argument(name, method),
    }
    argument = _unread_argument(name, method)
    if argument is not None:
        facts["suggestion"] = facts["suggestion"] and str(facts["suggestion"])
        facts["fixes"] = functools.partial(
            _respelling, argument.name_node, argument.name, name, place
        )
    return facts


def _meant(method: MethodContext) -> set[str | None]:
    """Return the variables that misspelt ones were meant to be.

    The misspelling is reported already.
    """
    never = (use.name for use in method.variables.uses.values() if use.kind == NEVER)
    return {method.nearest_variable(name) for name in never}


def _meant_argument(name: str, method: MethodContext) -> tuple[Related, ...]:
    """Return where the argument is declared whose name a variable that is never set misspells."""
    near = method.nearest_variable(name)
    return tuple(
        declared_here(f'argument "{near}"', argument)
        for argument in method.declaration.arguments
        if argument.name == near
    )


def _unread_argument(name: str, method: MethodContext) -> ArgumentDeclaration | None:
    """Return the argument that nothing reads, and whose name is near to that of a variable."""
    near = method.nearest_variable(name)
    if near is None or near in method.variables.used or name in method.own.properties:
        return None
    arguments = method.declaration.arguments
    return next((item for item in arguments if item.name == near), None)


def _set_at(use: UnsetUse, method: MethodContext) -> tuple[Related, ...]:
    """Return where a variable is set, if that is below its use."""
    place = method.variables.assigned[use.name].place
    return (Related("it is set here", place),) if place.line > use.node.line else ()


def _suggestion(name: str, method: MethodContext) -> str | None:
    """Return a suggestion for a variable that is never set."""
    if name in method.own.properties:
        return f"to read the property, write `$.{name}`"
    near = method.nearest_variable(name)
    return did_you_mean(near and f"${near}")


def _may_be_unused(declaration: MethodDeclaration, body: Body) -> set[str | None]:
    """Return the variables that may remain unused without a report.

    Arguments and loop variables.
    """
    loops = {
        instruction.variable
        for block in body.blocks
        for instruction in block.instructions
        if isinstance(instruction, For)
    }
    return loops.union(argument.name for argument in declaration.arguments)


def _respelling(declared: Node, name: str, read: str, place: Place) -> tuple[Fix, ...]:
    """Return the fix that gives an argument one name, where a variable is read at a place.

    The name that the file has more often is right. If both are as rare it may be either, so that
    writing the declared one is not safe: callers and overrides may use the other.
    """
    from muranopl.diagnostics.correcting import fix_of, source_at

    text = declared.file.text or ""
    times, read_times = _times(name, text), _times(read, text)
    if read_times > times and source_at(declared.place) == name:
        return fixed_by(f"write `{read}`", TextEdit(declared.place, read))
    is_sure = times > read_times
    correction = Correction.of(
        "",
        f"${name}",
        instead_of=f"${read}",
        applicability=None if is_sure else Applicability.UNSAFE,
    )
    fix = fix_of(correction, (place,), {})
    return () if fix is None else (fix,)


def _times(name: str, text: str) -> int:
    return len(re.findall(rf"\b{re.escape(name)}\b", text))
