"""Checks assignments to variables, properties and keys, and records their values.

Reference: workflow, Assignment targets; measured: evaluation.json, access/*.
"""

from __future__ import annotations

from muranopl.ard.nodes import Yaql
from muranopl.ard.yaql.tree import (
    Binary,
    Call,
    Expression,
    Index,
    Keyword,
    Unary,
    Variable,
    bare,
    word,
)
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.inherit.complete import PropertyMember
from muranopl.inherit.property_overrides import ASSIGNED
from muranopl.language.contracts import kinds
from muranopl.language.contracts.tree import Contract, DictOf, ListOf
from muranopl.language.grammar.property import PropertyUsage
from muranopl.semantics.abstract.contracts import surely_fits
from muranopl.semantics.abstract.value_contents import entry_of, shown
from muranopl.semantics.abstract.values import DICT, NULL, UNKNOWN, Null, Value, one, plain, union
from muranopl.semantics.bodies.assigned import variable_name
from muranopl.semantics.bodies.classes import declared_here
from muranopl.semantics.bodies.expressions import infer
from muranopl.semantics.bodies.properties import MissingProperty, inside, report_missing, static
from muranopl.semantics.bodies.scope import ExpressionScope, MethodContext
from muranopl.semantics.bodies.variables import stored
from muranopl.semantics.bodies.written_values import WrittenValue, check


def assign(target: Yaql, value: WrittenValue, method: MethodContext) -> None:
    """Assign a value to a variable, or check the property or key that is written."""
    tree = bare(target.tree)
    variable = None if tree.__class__ is Binary else variable_name(tree)
    if variable is not None:
        assigned = _assigned(value)
        method.variables.set(variable, assigned)
        if method.observer is not None:
            method.observer.note(target, tree, assigned)
        return
    steps = _steps(tree)
    if not steps:
        return
    root = _receiver(steps[0])
    scope = method.scope(target)
    if not isinstance(root, (Variable, Unary, Binary)) and not (
        isinstance(root, Call) and root.name == "type"
    ):
        return  # an invalid target, which was reported
    # The types of the containers on the path, the root first.
    holders = [infer(root, scope)]
    for step in steps[:-1]:
        holders.append(_part(holders[-1], step, scope))
    if method.observer is not None:
        for step, holder in zip(steps, holders, strict=True):
            method.observer.note(target, _receiver(step), holder)
    for step in steps:
        if isinstance(step, Index):
            for argument in step.arguments:
                infer(argument, scope)
    _write(steps, holders, value, scope)
    held = holders[0]
    if isinstance(root, Variable) and (held.may_be(kinds.DICT | kinds.ITEMS) or held.is_null):
        # Items and keys are others now.
        is_changed = held.only(kinds.DICT | kinds.ITEMS | kinds.NULL) and held.blamed is None
        method.variables.narrow(root.name[1:], plain(held.kinds) if is_changed else UNKNOWN)


def _assigned(value: WrittenValue) -> Value:
    """Return the value of a variable; null has the place where it is assigned, for messages."""
    result = stored(value.value)
    if result is not NULL or value.value.blamed is not None:
        return result
    related = Related("it is set to null here", value.node.place)
    return one(Null(related=(related,)))


def _receiver(step: Expression) -> Expression:
    return bare(step.receiver if isinstance(step, Index) else step.left)  # type: ignore[attr-defined]


def _steps(tree: Expression) -> list[Expression]:
    """Return the attributes and indexes of a target, from its root to its end, else []."""
    expressions: list[Expression] = []
    while tree.__class__ is Index or (tree.__class__ is Binary and tree.operator == "."):
        expressions.append(tree)
        tree = _receiver(tree)
    return expressions[::-1]


def _name(step: Expression) -> str | None:
    """Return the attribute that a step names; `[key]` names one as well."""
    if isinstance(step, Binary):
        return step.right.name if isinstance(step.right, Keyword) else None
    if isinstance(step, Index) and len(step.arguments) == 1:
        return word(step.arguments[0])
    return None


def _part(holder: Value, step: Expression, scope: ExpressionScope) -> Value:
    """Return the type that a step inside a target leads to.

    Missing mappings are created on the way.
    """
    name = _name(step)
    # A union of several kinds may lead to any value.
    if not holder.known or holder.kinds & (holder.kinds - 1):
        return UNKNOWN
    if holder.kinds == kinds.DICT and name is not None:
        return entry_of(holder, name) or UNKNOWN
    if holder.kinds in {kinds.OBJECT, kinds.CLASS} and name is not None and holder.classes:
        type_ = scope.classes.get(holder.classes[0].id)
        view = scope.method.own if inside(holder.classes[0], scope) else type_
        member = None if view is None else view.properties.get(name)
        if member is not None and view is not None:
            return scope.classes.read(view, member)
        if view is not scope.method.own or view.incomplete:
            return UNKNOWN
        if name in scope.method.undeclared:
            return union((DICT, scope.method.undeclared.read(name)))
        return DICT
    return UNKNOWN


def _write(
    steps: list[Expression], holders: list[Value], value: WrittenValue, scope: ExpressionScope
) -> None:
    """Check the innermost property that is written.

    A change deep in a mapping writes the property that holds it.
    """
    inside: list[str | int | None] = []
    # From the end of the path outwards, to the property that contains the changed mapping.
    for step, holder in zip(reversed(steps), reversed(holders), strict=True):
        name = _name(step)
        if not holder.known:
            return
        is_object = holder.only(kinds.OBJECT | kinds.NULL) or holder.only(kinds.CLASS)
        if is_object and name is not None and len(holder.classes) == 1:
            written = WrittenValue(value.node, value.value, tuple(inside[::-1]))
            _write_property(step, holder, name, written, scope)
            return
        is_item = isinstance(step, Index) and name is None
        receiver, problem = _receiver(step), None
        if not holder.may_be(kinds.OBJECT | kinds.CLASS | kinds.DICT | kinds.ITEMS):
            # The engine ignores an item of null
            if not is_item:
                fails = scope.null_fails(holder, receiver, "null has no parts to set", step)
                problem = None if fails else "which has no parts to set"
        elif holder.only(kinds.ITEMS | kinds.NULL) and name is not None:
            problem = f'whose items have no names such as "{name}"'
        elif holder.only(kinds.DICT | kinds.ITEMS | kinds.NULL):
            inside.append(0 if is_item else name)
            continue
        if problem is not None:
            problem = f"`{scope.text(receiver)}` is {shown(holder)}, {problem}"
            scope.report(rules.WRONG_OPERANDS, step, problem=problem)
        return


def _write_property(
    step: Expression, holder: Value, name: str, value: WrittenValue, scope: ExpressionScope
) -> None:
    """Check the property `name` of an object, which gets a value, or has it as a part."""
    class_ = holder.classes[0]
    method = scope.method
    type_ = method.classes.get(class_.id)
    if holder.kinds & kinds.CLASS:
        result = None if type_ is None else static(type_, name, scope)
        if isinstance(result, MissingProperty):
            report_missing(step, result, name, scope)
        elif result is not None:
            _check_value(result, value, scope)
        return
    if inside(class_, scope):
        member = method.own.properties.get(name)
        if member is None or not method.classes.declares(method.own, member):
            # An undeclared property, visible only to this class.
            method.written(name, UNKNOWN if value.inside else stored(value.value))
            return
        _check_writable(step, member, scope)
        _check_value(member, value, scope)
        return
    # An object of an ancestor may be one of this class, which may write its properties.
    may_be_own = not class_.exact and method.classes.extends(method.own.id, class_.id)
    if type_ is None or method.constructing or may_be_own:
        return
    related = holder.origin
    member = type_.properties.get(name)
    if member is None:
        if class_.exact or not method.classes.descendants.may_have(
            class_.id, method.package, "properties", name
        ):
            near = method.nearest(name, type_.properties, ("properties", type_.id))
            report_missing(
                step, MissingProperty(class_, type_.id.name, near, holder.origin), name, scope
            )
        return
    # An object of a common descendant is one of this class, too.
    if not method.classes.descendants.have_common(class_.id, method.own.id, method.package):
        problem = f"only methods of {member.declaring.name} and its descendants may set it"
        severity = Severity.WARNING if method.may_construct else None
        facts = {"name": name, "class_": type_.id.name, "problem": problem}
        remedy = f"call a method of {type_.id.name} that sets it"
        scope.report(
            rules.NOT_WRITABLE, step, related=related, severity=severity, suggestion=remedy, **facts
        )


def _check_writable(step: Expression, member: PropertyMember, scope: ExpressionScope) -> None:
    """Report a property that a declaration in the class or one of its ancestors makes read-only."""
    method = scope.method
    refusing = next((value for _, value in member.chain if value.usage not in ASSIGNED), None)
    if refusing is None or method.constructing:
        return
    problem = f"its Usage is {refusing.usage.value}, so only the constructor may set it"
    related = (declared_here(f'property "{member.name}"', refusing),)
    is_input = refusing.usage is PropertyUsage.IN
    suggestion = "declare it with `Usage: InOut` or `Usage: Out`" if is_input else None
    severity = Severity.WARNING if method.may_construct else None
    scope.report(
        rules.NOT_WRITABLE,
        step,
        name=member.name,
        class_=member.declaring.name,
        problem=problem,
        related=related,
        suggestion=suggestion,
        severity=severity,
    )


def _check_value(member: PropertyMember, value: WrittenValue, scope: ExpressionScope) -> None:
    contract = member.declaration.contract
    for key in value.inside:
        contract = None if contract is None else _of_part(contract, key)
    if contract is None or member.ambiguous:
        return
    if isinstance(value.node, Yaql) and surely_fits(contract, value.value):
        return
    subject = f'property "{member.name}"'
    check(
        contract,
        value,
        f"a part of {subject}" if value.inside else subject,
        declared_here(subject, member.declaration),
        scope.method,
        owner=member.declaring,
    )


def _of_part(contract: Contract, key: str | int | None) -> Contract | None:
    """Return the contract of a key of a mapping, or of an index of a list, None if that is unknown.

    A change of a part assigns the whole property, and its contract is applied again.
    """
    if not contract.is_known:
        return None
    if isinstance(contract, ListOf):
        return contract.items[0] if key == 0 and len(contract.items) == 1 else None
    if not isinstance(contract, DictOf) or not isinstance(key, str):
        return None
    named = {getattr(node, "value", None): inner for node, inner in contract.keys}
    if key in named:
        return named[key]
    return None if contract.pattern is None else contract.pattern[1]
