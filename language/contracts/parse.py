"""Contracts in YAML and YAQL → contract trees; problems are reported at their places.

`chains` parses the expressions in them.
Sources: language/muranopl.txt, Contract (forms); reference/functions.json (functions).
"""

from __future__ import annotations

from muranopl.ard.descriptions import described_key
from muranopl.ard.nodes import Broken, Mapping, Node, Scalar, Sequence, Yaql, text_of
from muranopl.ard.positions import place_within
from muranopl.diagnostics.catalogue import classes as rules
from muranopl.diagnostics.catalogue import yaml
from muranopl.diagnostics.diagnostic import Applicability, Correction, Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.quirks import TEXT_CONTRACT
from muranopl.language.contracts import tree
from muranopl.language.contracts.chains import form_of, nearest_function
from muranopl.language.contracts.functions import FUNCTIONS
from muranopl.language.unparsed import without_quotes


def parse_contract(node: Node, findings: Findings, what: str) -> tree.Contract:
    """Return the tree of a contract.

    Certain mistakes are reported; an unusual expression becomes `Free`.
    """
    if isinstance(node, Yaql):
        return _expression(node, findings, what)
    if node.__class__ is Scalar:
        return tree.Constant(node=node, value=node.value)
    if isinstance(node, Sequence):
        return _list(node, findings, what)
    if isinstance(node, Mapping):
        return _mapping(node, findings, what)
    return tree.Chain(node=node)  # a broken value, which was reported


def _meant_by(node: Node, text: str) -> str | None:
    """Return what to write instead of a text: it is quoted, no valid expression, or a bare word."""
    if "$" in text:
        return without_quotes(node, text, Applicability.SAFE)
    near = text if text in FUNCTIONS else nearest_function(text)
    if near is None:
        return None
    call = f"$.{near}()"
    return Correction.of(
        f"did you mean `{call}`?", call, is_whole=True, applicability=Applicability.UNSAFE
    )


def report_constant(contract: tree.Contract, findings: Findings, what: str) -> None:
    """Report constants where a type was certainly meant.

    These are whole contracts, items of lists, and text with a `$`. The engine takes them as
    literals to compare with (syntax.json, property-contract-word, -quoted, -unparseable). Inside
    mappings a constant is a documented form (`A: StringMap`).
    """
    # Contracts to look at, each with its name in messages, or None where a constant is allowed.
    pending: list[tuple[tree.Contract, str | None]] = [(contract, what)]
    while pending:
        part, name = pending.pop()
        if isinstance(part, tree.Constant):
            value, place = part.value, part.node.place
            if isinstance(value, str) and ("$" in value or part is contract):
                findings.report(
                    rules.TEXT_CONTRACT,
                    place,
                    refuses=TEXT_CONTRACT,
                    what=what,
                    text=value,
                    suggestion=_meant_by(part.node, value),
                )
                # Nothing is concluded about values of a contract that cannot be meant so
                part.reported = True
            elif value is None and part is contract:
                findings.report(rules.NULL_CONTRACT, place, what=what)
            elif name is not None:
                findings.report(rules.CONSTANT_CONTRACT, place, what=name, value=_shown(value))
        elif part.__class__ is not tree.Chain and (inside := tree.parts(part)):
            item = None
            if isinstance(part, tree.ListOf):
                item = f"an item of {what}"
            # The last entry is taken first: reversed, problems are reported in source order
            pending.extend([(entry, item) for entry in reversed(inside)])


def _shown(value: object) -> object:
    if isinstance(value, bytes):
        return "binary data"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return value


def _list(node: Sequence, findings: Findings, what: str) -> tree.Contract:
    items, bounds = trailing_bounds(node)
    for bound, place in bounds:
        if isinstance(place, Scalar) and isinstance(place.value, bool):
            problem = f"a bound must be a number, not {str(place.value).lower()}"
            findings.report(rules.BAD_BOUNDS, place, what=what, problem=problem)
        if bound < 0:
            findings.report(
                rules.BAD_BOUNDS, place, what=what, problem=f"the bound {bound} is negative"
            )
    minimum = bounds[0][0] if bounds else 0
    maximum = bounds[1][0] if len(bounds) == 2 else None
    if not bounds and len(items) > 1 and (early := bound_of(items[-2])) is not None:
        # So the engine reads it (contracts.json, list-bounds.number-first)
        minimum, maximum = (early, 0)
        _report_early_bound(items.pop(-2), early, findings, what)
    elif maximum is not None and 0 <= maximum < minimum:
        problem = f"the lower bound {minimum} is greater than the upper bound {maximum}"
        findings.report(rules.BAD_BOUNDS, bounds[0][1], what=what, problem=problem)
    if node.items and not items:
        problem = "there is no contract for the items, so no list with items is accepted"
        severity = Severity.WARNING if minimum == 0 else None  # an empty list is taken
        findings.report(rules.BAD_BOUNDS, node, what=what, problem=problem, severity=severity)
    contracts = [parse_contract(item, findings, what) for item in items]
    return tree.ListOf(node=node, items=tuple(contracts), minimum=minimum, maximum=maximum)


def _report_early_bound(node: Node, bound: int, findings: Findings, what: str) -> None:
    """Report a bound before the last contract: it excludes lists with items (measured)."""
    taken = "no list" if bound > 0 else "only the empty list"
    findings.report(
        rules.BAD_BOUNDS,
        node,
        what=what,
        problem=f"the bound {bound} comes before a contract, so {taken} is accepted",
        severity=None if bound > 0 else Severity.WARNING,
        suggestion="write bounds after all contracts, such as `[$.int(), 1, 5]`",
    )


def trailing_bounds(node: Sequence) -> tuple[list[Node], list[tuple[int, Node]]]:
    """Return the items of a list contract, and the bounds after them.

    The bounds are the minimum and the maximum, as far as they are written.
    """
    items = list(node.items)
    bounds: list[tuple[int, Node]] = []
    while items and len(bounds) < 2 and (bound := bound_of(items[-1])) is not None:
        bounds.insert(0, (bound, items.pop()))
    return items, bounds


def bound_of(node: Node) -> int | None:
    """Return the bound that a node is, or None.

    True and false are 1 and 0 as in the engine (contracts.json, list-bounds.bool-min).
    """
    value = node.value if isinstance(node, Scalar) else None
    return int(value) if isinstance(value, int) else None


def _mapping(node: Mapping, findings: Findings, what: str) -> tree.Contract:
    keys: list[tuple[Node, tree.Contract]] = []
    patterns: list[tuple[tree.Contract, tree.Contract]] = []
    for key, value in node.pairs:
        # Values are parsed in any case, so that mistakes in them are reported.
        contract = parse_contract(value, findings, what)
        if not isinstance(key, Yaql):
            keys.append((key, contract))
            if text_of(key) is None and not isinstance(key, Broken):
                findings.report(
                    yaml.KEY_NOT_TEXT,
                    key,
                    what=f"the mapping in {what}",
                    key=described_key(key),
                    notes=(_TEXT_KEYS,),
                )
            continue
        if patterns:
            findings.report(rules.TWO_PATTERNS, key, what=what)
        # Only the first pattern counts: problems of later ones are not worth reporting.
        patterns.append((_expression(key, Findings() if patterns else findings, what), contract))
    return tree.DictOf(
        node=node, keys=tuple(keys), patterns=tuple(patterns), irregular=len(patterns) > 1
    )


_TEXT_KEYS = "keys of object models are strings, so none equals this one"


def _expression(node: Yaql, findings: Findings, what: str) -> tree.Contract:
    form = form_of(node.tree, node.text)
    for problem in form.problems:
        if problem.span is None:
            place = node.place
        else:
            place = place_within(node, *problem.span)
        findings.report(problem.rule, place, what=what, **problem.facts)
    if form.links is None:
        return tree.Free(node=node, reported=form.reported)
    calls, irregular = form.calls, False
    if calls is None:
        read = [link.at(node) for link in form.links]
        calls = tuple([call for call, _ in read])
        irregular = not all(is_regular for _, is_regular in read)
    return tree.Chain(
        node=node,
        calls=calls,
        typed=None if form.typed is None else calls[form.typed],
        narrows=form.narrows,
        irregular=irregular,
        reported=form.reported,
    )
