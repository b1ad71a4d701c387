"""Explains calls of methods that the class of the receiver lacks, or that code cannot call."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Any

import msgspec

from muranopl.ard.yaql.tree import Binary, Call, walk
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Applicability, Fix, Severity, fixed_by
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.diagnostics.rules import Rule
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts import kinds
from muranopl.language.grammar.method import LIFE_CYCLE
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.value_contents import shown
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.semantics.bodies.bare_words import bare_receiver
from muranopl.semantics.bodies.properties import declaring
from muranopl.semantics.bodies.scope import ExpressionScope


class CallFailure(msgspec.Struct, frozen=True):
    """The reason why a call on one kind of receiver certainly fails.

    `rule` is None if the cause is reported otherwise: the receiver is null, or a name undefined.
    """

    rule: Rule | None
    facts: Mapping[str, Any] = MappingProxyType({})


LIFE_CYCLE_WORDS = {"initialize": "created", "destroy": "destroyed"}
"""When the engine runs the methods that code cannot call."""
_NOT_DECLARED = "correct the name: only functions can be called on values that are not objects"


_FUNCTIONS = "functions of values"
"""The key of the names of functions that can be called on values."""


def _functions(scope: ExpressionScope) -> Iterator[str]:
    return (name for name in signatures.names() if scope.functions.methods(name))


def _of_others(name: str, scope: ExpressionScope) -> str | None:
    """Return on what a function of this very name can be called, None if there is none."""
    taken = 0
    for form in scope.functions.methods(name):
        taken |= form.parameters[0].takes if form.parameters else 0
    taken &= ~kinds.NULL
    return f"call {name}() only on {kinds.described(taken)}" if taken else None


def missing_above(type_: CompleteType, part: Call, scope: ExpressionScope) -> Value | CallFailure:
    """Return the failure of a method that an incomplete class lacks, if its name is a slip.

    Else UNKNOWN, as an unknown ancestor may have the method.
    """
    if part.name in type_.methods:
        return UNKNOWN
    near = scope.method.slip(part.name, _callable(type_), ("methods", type_.id))
    if (
        near is None
        or scope.functions.methods(part.name)
        or scope.classes.extensions(type_, part.name)
    ):
        return UNKNOWN
    facts = {
        "holder": f"{type_.id.name} has no",
        "name": part.name,
        "suggestion": did_you_mean(near),
    }
    lacks = (declaring(type_, near), part.name)
    return CallFailure(rules.NO_METHOD, {**facts, "severity": Severity.WARNING, "lacks": lacks})


def _callable(type_: CompleteType) -> Iterator[str]:
    """Return the names of the methods of a class that code can call."""
    return (method for method in type_.methods if method[:1] not in "._")


def _may_have(receiver: Value, name: str, scope: ExpressionScope) -> bool:
    """Return whether the object may be of a known descendant that has the method."""
    if not receiver.classes or receiver.classes[0].exact:
        return False
    return scope.classes.descendants.may_have(
        receiver.classes[0].id, scope.method.package, "methods", name
    )


def missing_method(
    tree: Binary, part: Call, receiver: Value, scope: ExpressionScope
) -> Value | CallFailure:
    """Return the failure of a method that neither the receiver's class nor a function is.

    Return UNKNOWN if the class is unknown or a descendant may have the method.
    """
    name = part.name
    elsewhere = [form for form in signatures.named(name) if form.is_method and form.where is None]
    from muranopl.semantics.bodies.other_forms import elsewhere_facts, other_ways

    if elsewhere and not scope.functions.methods(name) and not _may_have(receiver, name, scope):
        return CallFailure(rules.OTHER_VERSION, elsewhere_facts(tree, elsewhere, scope))
    if receiver.kinds & (kinds.OBJECT | kinds.CLASS):
        return _missing_in_class(tree, part, receiver, scope)
    from muranopl.semantics.bodies.rewriting import of_other_languages

    suggestion = (
        other_ways(tree, scope)
        or bare_receiver(tree.left, scope)
        or of_other_languages(tree, scope)
    )
    if suggestion is None:
        suggestion = _of_others(name, scope) or did_you_mean(
            scope.method.nearest(name, _functions(scope), _FUNCTIONS), _NOT_DECLARED
        )
    facts = {"holder": f"{shown(receiver)} has no", "name": name, "suggestion": suggestion}
    return CallFailure(rules.NO_METHOD, facts)


def _missing_in_class(
    tree: Binary, part: Call, receiver: Value, scope: ExpressionScope
) -> Value | CallFailure:
    """Return the failure of a method that the receiver's class lacks, or UNKNOWN."""
    name, class_ = part.name, receiver.classes[0]
    classes = scope.classes
    type_ = classes.get(class_.id)
    if type_ is None:
        return UNKNOWN
    if name in LIFE_CYCLE:
        return CallFailure(rules.CONSTRUCTOR_CALLED, _life_cycle_facts(tree, part, scope))
    if _may_have(receiver, name, scope):
        return UNKNOWN
    near = scope.method.nearest(name, _callable(type_), ("methods", type_.id))
    # Objects have functions as methods, too
    near = near or scope.method.slip(name, _functions(scope), _FUNCTIONS)
    from muranopl.semantics.bodies.other_forms import other_ways

    suggestion = other_ways(tree, scope) or did_you_mean(near)
    # `x.name()` calls a method, also where a property has that name
    if name in type_.properties:
        suggestion = f"it is a property: write `{scope.text(tree.left)}.{name}`"
    # A static method cannot be that of a descendant.
    sure = receiver.kinds == kinds.CLASS or suggestion is not None
    severity = None if sure else scope.severity_of_missing(class_, near)
    # Python can have methods that the declarations leave out
    if classes.native.is_in_given_python(class_.id):
        severity = Severity.WARNING
    noun = "" if receiver.kinds == kinds.OBJECT else "class "
    facts = {
        "holder": f"{noun}{type_.id.name} has no",
        "name": name,
        "suggestion": suggestion,
        "related": receiver.origin,
        "severity": severity,
        "lacks": (declaring(type_, near), name),
    }
    return CallFailure(rules.NO_METHOD, facts)


def _life_cycle_facts(tree: Binary, part: Call, scope: ExpressionScope) -> dict[str, Any]:
    """Return the facts of CONSTRUCTOR_CALLED about a call of `initialize` or `destroy`."""
    suggestion, fixes = None, None
    if any(
        passes_on(call) and call.start <= tree.start and tree.end <= call.end
        for call in walk(scope.node.tree)
        if isinstance(call, Call)
    ):
        suggestion = f"remove it: the engine runs the {part.name} of all ancestors"
        fixes = functools.partial(_without_call, part, scope)
    return {
        "name": part.name,
        "when": LIFE_CYCLE_WORDS[part.name],
        "suggestion": suggestion,
        "fixes": fixes or (),
    }


def _without_call(part: Call, scope: ExpressionScope) -> tuple[Fix, ...]:
    """Return the fix that removes the instruction which only calls ancestors' constructors."""
    from muranopl.ard.rewriting import without_item

    tree = scope.node.tree
    call = tree.right if isinstance(tree, Binary) else tree
    if not (isinstance(call, Call) and passes_on(call)):
        return ()
    # Ancestors take their arguments from the values that the object is made with
    applicability = Applicability.UNSAFE if part.arguments else Applicability.SAFE
    edit = without_item(scope.node)
    return fixed_by("remove the call", edit, applicability=applicability)


def passes_on(call: Call) -> bool:
    """Return whether a call is `super(... .initialize())`, which the engine does by itself."""
    return call.name == "super" and any(
        isinstance(node, Call) and node.name in LIFE_CYCLE
        for argument in call.arguments
        for node in walk(argument)
    )


def check_unknown_receiver(tree: Binary, part: Call, scope: ExpressionScope) -> None:
    """Report a method that no class has, on an unknown receiver, if a similar name exists."""
    method, name = scope.method, part.name
    if method.functions.methods(name):
        return
    if name in LIFE_CYCLE:
        # MuranoPL cannot declare this name, but a plugin's Python class may have the method.
        facts = _life_cycle_facts(tree, part, scope)
        is_sure = method.classes.visibility.has_all_requirements(method.package)
        severity = None if is_sure else Severity.WARNING
        scope.report(rules.CONSTRUCTOR_CALLED, part, severity=severity, **facts)
        return
    if method.is_any_method(name) or not method.classes.visibility.has_all_requirements(
        method.package
    ):
        return
    elsewhere = [form for form in signatures.named(name) if form.is_method]
    if elsewhere:
        from muranopl.semantics.bodies.other_forms import elsewhere_facts

        scope.report(
            rules.OTHER_VERSION,
            part,
            severity=Severity.WARNING,
            **elsewhere_facts(tree, elsewhere, scope),
        )
        return
    # Names of packages that are seen indirectly are hardly meant
    names = method.classes.visibility.directly_visible_methods(method.package)
    if method.classes.visibility.requires_all_it_names(method.package):
        names = itertools.chain(names, signatures.names())
    near = method.nearest(name, names, "methods")
    if near is not None:
        scope.report(
            rules.NO_METHOD,
            part,
            severity=Severity.WARNING,
            lacks=(None, name),
            holder="no available class has a",
            name=name,
            suggestion=did_you_mean(near),
        )
