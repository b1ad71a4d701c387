"""Checks that a method which overrides one of a parent accepts the calls written for the parent.

The engine looks a method up on the object's class, so a call written for the parent reaches the override
(reference: workflow, Methods and arguments). Static methods are called on a class by name; there only the
usage is compared. Misspelt arguments are compared under the names that the body uses;
`semantics.bodies.variable_reports` reports the slip.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql, walk
from muranopl.ard.yaql.tree import Call, Keyword, Variable, bare
from muranopl.ard.yaql.tree import walk as parts_of
from muranopl.diagnostics.bounds import SUGGESTIONS
from muranopl.diagnostics.catalogue import inherit as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import Vocabulary, is_slip, nearest
from muranopl.diagnostics.rules import Rule
from muranopl.inherit.complete import Member
from muranopl.language.contracts.compatible.comparison import ClassRelation, shortened
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.tree import Constant, is_reported
from muranopl.language.grammar.entity import replaced
from muranopl.language.grammar.method import (
    ArgumentDeclaration,
    ArgumentUsage,
    MethodDeclaration,
    MethodUsage,
)

_MAKE_VARIABLES = frozenset({"let", "with", "unpack", "def"})
"""Functions that set variables inside an expression."""


def as_used(method: MethodDeclaration) -> MethodDeclaration:
    """Return a method with its arguments named as its body uses them.

    The same object if none is misspelt. An argument is misspelt if the body never reads it, but
    reads a similar variable that is never set.
    """
    if method.body is None or method.body.unread or not method.arguments:
        return method
    read = set(_variables(method.body.node))
    # Any word that may set a variable counts as setting it, so that nothing is corrected by
    # mistake.
    unset = read - {argument.name for argument in method.arguments} - set(_words(method.body.node))
    names = Vocabulary(sorted(unset))
    unused = (argument for argument in method.arguments if argument.name not in read)
    meant: dict[ArgumentDeclaration, ArgumentDeclaration] = {}
    for argument in itertools.islice(unused, SUGGESTIONS.most) if unset else ():
        near = nearest(argument.name, names)
        if near is not None and is_slip(argument.name, near):
            meant[argument] = replaced(argument, name=near)
    if not meant:
        return method
    return replaced(
        method, arguments=tuple(meant.get(argument, argument) for argument in method.arguments)
    )


def _variables(body: Node) -> Iterator[str]:
    for node in walk(body):
        if isinstance(node, Yaql):
            yield from (part.name[1:] for part in parts_of(node.tree) if isinstance(part, Variable))


def _words(body: Node) -> Iterator[str]:
    """Yield all names that may be variables that are set.

    They are targets, whole values as after `For`, and names in calls such as `let()`.
    """
    for node in walk(body):
        if isinstance(node, Mapping):
            targets = (bare(key.tree) for key, _ in node.pairs if isinstance(key, Yaql))
            yield from (target.name[1:] for target in targets if isinstance(target, Variable))
        elif isinstance(node, Scalar) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, Yaql):
            if isinstance(node.tree, Keyword):
                yield node.tree.name
            makers = (
                part
                for part in parts_of(node.tree)
                if isinstance(part, Call) and part.name in _MAKE_VARIABLES
            )
            yield from (
                part.name for call in makers for part in parts_of(call) if isinstance(part, Keyword)
            )


INSTANCE = frozenset({MethodUsage.RUNTIME, MethodUsage.ACTION})


class OverrideProblem(msgspec.Struct, frozen=True):
    """A problem of an override; `argument` is its place, or None for the method itself."""

    rule: Rule
    text: str
    argument: ArgumentDeclaration | None = None


def check_method(
    member: Member[MethodDeclaration],
    relation: ClassRelation,
    facts: ContractFacts,
    findings: Findings,
) -> None:
    """Check one method against the declarations it hides; each problem is reported once."""
    own = member.declaration
    reported: set[tuple[Rule, str]] = set()
    for type_, above in member.overridden:
        for problem in override_problems(own, above, relation, facts):
            if (problem.rule, problem.text) in reported:
                continue
            reported.add((problem.rule, problem.text))
            findings.report(
                problem.rule,
                (problem.argument or own).name_node.place,
                name=own.name,
                base=type_.name,
                problem=problem.text,
                related=(Related(f"declared in {type_.name}", above.name_node.place),),
            )


def override_problems(
    own: MethodDeclaration, above: MethodDeclaration, relation: ClassRelation, facts: ContractFacts
) -> Iterator[OverrideProblem]:
    """Yield why a method cannot take the place of another one, for callers of that one."""
    yield from usage_problems(own, above)
    # A static method is called by the name of its class, so no call reaches the override instead
    if own.usage in INSTANCE and above.usage in INSTANCE:
        yield from argument_problems(own, above, relation, facts)


def usage_problems(own: MethodDeclaration, above: MethodDeclaration) -> Iterator[OverrideProblem]:
    """Yield why a method is not called as another one is."""
    if (own.usage in INSTANCE) != (above.usage in INSTANCE) or MethodUsage.EXTENSION in {
        own.usage,
        above.usage,
    }:
        if own.usage is not above.usage:
            text = f"it is {own.usage.value} here and {above.usage.value} there"
            yield OverrideProblem(rules.METHOD_USAGE, text)
    elif above.is_exposed and not own.is_exposed:
        yield OverrideProblem(rules.METHOD_USAGE, "it can no longer be called from outside")


def argument_problems(
    own: MethodDeclaration, above: MethodDeclaration, relation: ClassRelation, facts: ContractFacts
) -> Iterator[OverrideProblem]:
    """Yield which calls of a method fail if another one takes its place."""
    if _is_stub(above):
        return
    theirs = _standard(above)
    ours = _standard(_as_promised(own, {argument.name for argument in theirs}))
    yield from _missing(own, ours, theirs)
    by_name = {argument.name: argument for argument in theirs}
    for mine in ours:
        other = by_name.get(mine.name)
        if other is None or _is_unknown(mine) or _is_unknown(other):
            continue
        if facts.is_required(mine) and _is_optional(other, facts):
            text = f'argument "{mine.name}" is required here, but optional there'
            yield OverrideProblem(rules.METHOD_ARGUMENTS, text, mine)
        else:
            yield from _contract(mine, other, relation, facts)
    for mine in filter(facts.is_required, _added(ours, theirs)):
        text = f'argument "{mine.name}" is required here, but not declared there'
        yield OverrideProblem(rules.METHOD_ARGUMENTS, text, mine)
    for usage in (ArgumentUsage.VAR_ARGS, ArgumentUsage.KW_ARGS):
        if _has(above, usage) and not _has(own, usage):
            text = f"it has no {usage.value} here, but has them there"
            yield OverrideProblem(rules.METHOD_ARGUMENTS, text)


def _as_promised(own: MethodDeclaration, names: set[str]) -> MethodDeclaration:
    """Return the override as its body uses it, if names of arguments differ from those above."""
    if names.issubset(argument.name for argument in own.arguments):
        return own
    return as_used(own)


def _is_stub(method: MethodDeclaration) -> bool:
    """Return whether a method is `name:` without content, which subclasses fill in.

    It promises no arguments.
    """
    return not method.arguments and method.body is None


def _missing(
    own: MethodDeclaration, ours: list[ArgumentDeclaration], theirs: list[ArgumentDeclaration]
) -> Iterator[OverrideProblem]:
    """Yield the problem of the first argument that is missing, renamed, or in another order.

    Further optional arguments in between are accepted: calls by name still work, and the engine's
    own library calls such overrides by name.
    """
    if _has(own, ArgumentUsage.VAR_ARGS) or _has(own, ArgumentUsage.KW_ARGS):
        return
    names = [argument.name for argument in ours]
    if all(argument.name in names for argument in theirs):
        yield from _order(ours, theirs)
        return
    for position, argument in enumerate(theirs):
        mine = ours[position] if position < len(ours) else None
        if argument.name in names:
            continue
        if mine is not None and all(mine.name != other.name for other in theirs):
            text, at = f'argument "{mine.name}" is called "{argument.name}" there', mine
        else:
            text, at = f'it has no argument "{argument.name}"', None
        yield OverrideProblem(rules.METHOD_ARGUMENTS, text, at)
        return


def _added(
    ours: list[ArgumentDeclaration], theirs: list[ArgumentDeclaration]
) -> list[ArgumentDeclaration]:
    """Return the arguments that the overridden method does not have, wherever they are."""
    their_names = {argument.name for argument in theirs}
    # The first of them stand for those that are missing, which `_missing` reports as renamed
    renamed = len(their_names - {argument.name for argument in ours})
    return [argument for argument in ours if argument.name not in their_names][renamed:]


def _order(
    ours: list[ArgumentDeclaration], theirs: list[ArgumentDeclaration]
) -> Iterator[OverrideProblem]:
    their_order = [argument.name for argument in theirs]
    # Arguments in between are allowed, see `_missing`
    kept = [argument for argument in ours if argument.name in their_order]
    for argument, name in zip(kept, their_order, strict=True):
        if argument.name != name:
            text = f'argument "{argument.name}" comes before "{name}" here, but after it there'
            yield OverrideProblem(rules.METHOD_ARGUMENTS, text, argument)
            return


def _contract(
    own: ArgumentDeclaration,
    above: ArgumentDeclaration,
    relation: ClassRelation,
    facts: ContractFacts,
) -> Iterator[OverrideProblem]:
    """Yield the problem of an argument that refuses what the overridden contract accepts.

    Arguments are converted.
    """
    if own.contract is None or above.contract is None:
        return
    from muranopl.language.contracts.compatible.conflict import conflict

    result = conflict(above.contract, own.contract, relation, facts)
    if result is not None:
        there, here = shortened(result.given), shortened(result.taken)
        text = f'argument "{own.name}{result.path}" rejects {result.values}: {here} here, {there} there'
        yield OverrideProblem(rules.ARGUMENT_CONTRACT, text, own)


def _standard(method: MethodDeclaration) -> list[ArgumentDeclaration]:
    return [argument for argument in method.arguments if argument.usage is ArgumentUsage.STANDARD]


def _has(method: MethodDeclaration, usage: ArgumentUsage) -> bool:
    return any(argument.usage is usage for argument in method.arguments)


def _is_unknown(argument: ArgumentDeclaration) -> bool:
    """Return whether the contract of an argument is unknown, which was reported."""
    contract = argument.contract
    return contract is None or isinstance(contract, Constant) or is_reported(contract)


def _is_optional(argument: ArgumentDeclaration, facts: ContractFacts) -> bool:
    """Return whether the argument may certainly be omitted: it has a Default, or takes null."""
    return argument.default is not None or (
        argument.contract is not None and facts.takes_null(argument.contract) is True
    )
