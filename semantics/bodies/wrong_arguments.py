"""Explains calls whose arguments are not those of the method: what is wrong, and at which names.

The name of an argument is `name` in `name => value`. `RefusedValue` (in `refused_arguments`) is about the values of
arguments that the method has.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from muranopl.ard.yaql.tree import Call, Expression, MapDisplay, Pair, word
from muranopl.diagnostics.diagnostic import Applicability, Fix, Related, TextEdit, fixed_by
from muranopl.diagnostics.nearest import did_you_mean, is_slip
from muranopl.language.grammar.method import ArgumentUsage, MethodDeclaration
from muranopl.semantics.abstract.overloads import CallArguments, counted, listed, listed_names
from muranopl.semantics.binding import BindingDefect
from muranopl.semantics.bodies.refused_arguments import CallBinding
from muranopl.semantics.bodies.scope import ExpressionScope

_SHORT = 2
"""Letters of a name that are the end of others by chance."""


def facts_of_wrong_arguments(
    declaration: MethodDeclaration,
    arguments: CallArguments,
    bound: CallBinding,
    part: Call,
    scope: ExpressionScope,
) -> dict[str, Any]:
    """Return the facts about a call whose arguments are not those of the method.

    `at`, if it is there, is the first name in the call that the method does not have; `related` are the others.
    """
    unknown = unknown_names(bound)
    passed = {declared.name for declared, _ in bound.pairs}
    near_names = {name: _meant(name, declaration, scope) for name in unknown}
    meant = {name: near for name, near in near_names.items() if near and near not in passed}
    facts: dict[str, Any] = {"problem": _problem(declaration, arguments, bound, meant)}
    places = [node for name in unknown if (node := name_node(part, name)) is not None]
    if places:
        facts["at"] = places[0]
    facts["related"] = tuple(
        Related("this is not an argument either", scope.place(node)) for node in places[1:]
    )
    if len(unknown) > 1 and meant:
        slips = listed([f'"{near}" for "{name}"' for name, near in meant.items()])
        facts["suggestion"] = f"did you mean {slips}?"
    else:
        near = next(iter(meant.values()), None)
        facts["suggestion"] = did_you_mean(near, _remedy(bound))
    if meant and len(meant) == len(unknown):
        facts["fixes"] = renamed(part, meant, scope)
    return facts


def _meant(name: str, declaration: MethodDeclaration, scope: ExpressionScope) -> str | None:
    """Return the argument that an unknown name misspells, or is the end of."""
    names = [argument.name for argument in declaration.arguments]
    near = scope.method.nearest(name, names, declaration)
    if near is not None:
        return near
    longer = [item for item in names if item.casefold().endswith(name.casefold())]
    return longer[0] if len(longer) == 1 and len(name) > _SHORT else None


def _problem(
    declaration: MethodDeclaration,
    arguments: CallArguments,
    bound: CallBinding,
    meant: Mapping[str, str],
) -> str:
    """Return what is wrong with the arguments of a call, in words.

    `meant` are the arguments that unknown names stand for.
    """
    problem = bound.problems[0]
    names = listed_names(problem.names, problem.more)
    match problem.defect:
        case BindingDefect.TOO_MANY:
            most = sum(
                argument.usage is ArgumentUsage.STANDARD for argument in declaration.arguments
            )
            return f"takes {counted(most)}, not {len(arguments.positional)}"
        case BindingDefect.UNKNOWN:
            unknown = unknown_names(bound)
            noun = "argument" if len(unknown) == 1 else "arguments"
            return f"has no {noun} {listed_names(unknown)}{_needs_too(bound, meant)}"
        case BindingDefect.NO_KEYWORD:
            return f"is given {names}, which is not a keyword"
        case BindingDefect.REPEATED:
            return f"is given {names} twice"
        case BindingDefect.MISSING:
            return f"needs {names}"


def _needs_too(bound: CallBinding, meant: Mapping[str, str]) -> str:
    """Return in words what is missing as well, beside the arguments that are meant."""
    last = bound.problems[-1]
    if last.defect is not BindingDefect.MISSING:
        return ""
    names = [name for name in last.names if name not in meant.values()]
    return f", and needs {listed_names(names, last.more)}" if names else ""


def _remedy(bound: CallBinding) -> str | None:
    """Return how to pass the missing arguments, if those are the first problem."""
    problem = bound.problems[0]
    if problem.defect is not BindingDefect.MISSING:
        return None
    return "add " + listed([f"`{name} => ...`" for name in problem.names], problem.more)


def unknown_names(bound: CallBinding) -> list[str]:
    """Return the undeclared names of arguments, if one is the first problem."""
    if not bound.problems or bound.problems[0].defect is not BindingDefect.UNKNOWN:
        return []
    return [
        problem.names[0] for problem in bound.problems if problem.defect is BindingDefect.UNKNOWN
    ]


def name_node(call: Call, name: str) -> Expression | None:
    """Return where a call names an argument, or an entry of a mapping among its arguments."""
    return next((pair.key for pair in _pairs(call) if word(pair.key) == name), None)


def _pairs(call: Call) -> Iterator[Pair]:
    inside = (part for part in call.arguments if isinstance(part, (Call, MapDisplay)))
    for outer in (call, *inside):
        yield from (part for part in outer.arguments if isinstance(part, Pair))


def renamed(call: Call, meant: Mapping[str, str], scope: ExpressionScope) -> tuple[Fix, ...]:
    """Return the fix that gives arguments the names that are meant, by their names in the call."""
    edits: list[TextEdit] = []
    for name, near in meant.items():
        written = name_node(call, name)
        fixes = () if written is None else scope.fix(written, near)
        if not fixes:
            return ()
        edits += fixes[0].edits
    is_certain = all(is_slip(name, near) for name, near in meant.items())
    applicability = Applicability.SAFE if is_certain else Applicability.UNSAFE
    title = " and ".join(f"`{near}`" for near in meant.values())
    return fixed_by(f"write {title}", *edits, applicability=applicability)
