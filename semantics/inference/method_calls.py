"""Calls of methods: of classes, extension methods, and functions that are called on a receiver.

Reference: workflow, Dispatch, types, objects. A method is looked up in the class of the object
itself, so a descendant may have one that the statically known class lacks.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from muranopl.ard.rewriting import without_item
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.fixes import Applicability, Fix, fixed_by
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.diagnostics.rules import Rule
from muranopl.expression.tree import Binary, Call, Expression, Keyword, walk
from muranopl.inherit.complete import CompleteType, Member
from muranopl.language.contracts import kinds
from muranopl.language.contracts.tree import ListOf
from muranopl.language.grammar.method import LIFE_CYCLE, MethodDeclaration, MethodUsage
from muranopl.semantics.abstract.failures import failure
from muranopl.semantics.abstract.functions import signatures
from muranopl.semantics.abstract.functions.signatures import (
    METHOD,
    FunctionSignatures,
    Signature,
)
from muranopl.semantics.abstract.overloads import (
    CallArgument,
    CallArguments,
    fits,
    matching_forms,
    refusal,
)
from muranopl.semantics.abstract.results import results
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    ClassType,
    Value,
    shown,
    single_kinds,
    union,
)
from muranopl.semantics.inference import creation, resource_files
from muranopl.semantics.inference.bare_words import (
    WORD_FORMS,
    did_you_mean_variable,
    report_words,
)
from muranopl.semantics.inference.classes import ClassIndex
from muranopl.semantics.inference.contracts import type_of
from muranopl.semantics.inference.properties import declaring
from muranopl.semantics.inference.refused import (
    bind,
    missing_arguments,
    problem_of,
    refusals,
    report_refusals,
    unknown_name,
)
from muranopl.semantics.inference.removed import report_removed
from muranopl.semantics.inference.rewriting import (
    as_function,
    as_method,
    method_as_switch,
)
from muranopl.semantics.inference.scope import ExpressionScope

LIFE_CYCLE_WORDS = {"initialize": "made", "destroy": "gone"}
"""When the engine runs the methods that code cannot call."""
_NOT_DECLARED = "correct the name: only classes have methods that are declared"


class CallFailure(msgspec.Struct, frozen=True):
    """The reason why a call on one kind of receiver certainly fails.

    `rule` is None if the receiver is null.
    """

    rule: Rule | None
    facts: Mapping[str, Any] = MappingProxyType({})


def forms(receiver: Value, name: str, scope: ExpressionScope) -> Sequence[Signature]:
    """Return the functions a call on a receiver may mean, if no class has a method of that name.

    Empty if no overload takes code, as the choice makes no difference then.
    """
    result = scope.functions.taking_code(METHOD, name)
    if not result or not receiver.known:
        return result
    for class_ in receiver.classes:
        type_ = scope.method.classes.get(class_.id)
        if type_ is not None and name in type_.methods:
            return ()
    return _fitting(receiver, result, scope) or result


def _fitting(
    receiver: Value, found: Sequence[Signature], scope: ExpressionScope
) -> Sequence[Signature]:
    """Return the overloads of a function that may be called on a receiver."""
    return [
        form
        for form in found
        if form.parameters and fits(form.parameters[0], receiver, scope.functions)
    ]


def call(
    tree: Binary, receiver: Value, given: CallArguments, scope: ExpressionScope
) -> Value:
    """Return the result type of a call on a receiver; report the call if it certainly fails."""
    part = tree.right
    assert isinstance(part, Call)  # noqa: S101 - checked by callers
    name = part.name
    if not receiver.known:
        _check_unknown(tree, part, scope)
        result = creation.found_type(name, given, scope)
        own = result is not None and scope.method.classes.is_any_method(
            name, scope.method.package
        )
        return UNKNOWN if result is None or own else result
    types: list[Value] = []
    problem: CallFailure | None = None
    # The call fails only if it fails for every alternative.
    parts = single_kinds(receiver)
    if (
        len(parts) > 1
        and parts[0].kinds == kinds.NULL
        and not scope.functions.methods(name)
    ):
        # Null matters only if no other kind has the method
        parts = [
            *parts[1:],
            parts[0],
        ]
    for item in parts:
        if item.kinds == kinds.NULL and (
            types or (problem is not None and scope.method.own.incomplete)
        ):
            break  # an unknown ancestor's extension may take null
        outcome = _on(item, tree, part, given, scope)
        if isinstance(outcome, Value):
            types.append(outcome)
        elif problem is None or problem.rule is None:
            problem = outcome
    if types:
        if tree.left.__class__ in WORD_FORMS:
            report_words((tree.left,), scope)
        return types[0] if len(types) == 1 else union(types)
    if problem is not None and problem.rule is not None:
        if _passes_on(part) and not scope.method.own.incomplete:
            return UNKNOWN  # what it calls was reported, and has to go with it
        facts = {
            **problem.facts,
            "suggestion": problem.facts.get("suggestion")
            or bare_word(tree.left, scope),
        }
        scope.report(problem.rule, part, **facts)
    else:
        scope.null_fails(receiver, tree.left, f'null has no method "{name}"', tree)
    return UNKNOWN


def bare_word(tree: Expression, scope: ExpressionScope) -> str | None:
    """Return a suggestion for a receiver that is a bare word, which is a text."""
    if not isinstance(tree, Keyword):
        return None
    return (
        did_you_mean_variable(tree, scope) or f"to read a variable write `${tree.name}`"
    )


def _on(
    receiver: Value,
    tree: Binary,
    part: Call,
    given: CallArguments,
    scope: ExpressionScope,
) -> Value | CallFailure:
    """Return the result type of a call on a receiver of a single kind, or why it fails."""
    if receiver.kinds & (kinds.OBJECT | kinds.CLASS):
        classes = receiver.classes
        if not classes:
            return UNKNOWN
        type_ = scope.method.classes.get_incomplete(classes[0].id)
        if type_ is None:
            return UNKNOWN
        member = type_.methods.get(part.name)
        if type_.incomplete and not scope.method.classes.declares(type_, member):
            return _perhaps_above(type_, part, scope)
        if member is not None:
            return _of_class(receiver, member, tree, given, scope)
        # Extension methods are imported by the calling class, or by that of the receiver.
        owners: Sequence[CompleteType] = (scope.method.own, type_)
    else:
        owners = (scope.method.own,)
    for owner in owners:
        if _extends(receiver, owner, part.name, scope):
            return UNKNOWN
    whole = given.called_on(CallArgument(tree.left, receiver))
    forms = matching_forms(METHOD, part.name, whole, scope.functions)
    # `require()` fails for null on purpose
    if forms and not (part.name == "require" and receiver.kinds == kinds.NULL):
        failing = failure(part.name, whole) if scope.values_count else None
        if failing is not None:
            what = f"method {part.name}()"
            facts = {"what": what, "problem": failing, "severity": scope.severity}
            return CallFailure(rules.WRONG_ARGUMENTS, facts)
        report_removed(part, forms, whole, scope, tree)
        return creation.found_type(part.name, given, scope) or results(forms, whole)
    if receiver.kinds == kinds.NULL:
        return CallFailure(None)
    fitting = _fitting(receiver, scope.functions.methods(part.name), scope)
    if fitting:
        if any(
            scope.method.variables.blame(argument.value)
            for argument in given.positional
        ):
            return CallFailure(None)
        problem = refusal(fitting, whole, scope.functions, receivers=1)
        return CallFailure(
            rules.WRONG_ARGUMENTS, {"what": f"method {part.name}()", "problem": problem}
        )
    elsewhere = [
        form
        for form in signatures.named(part.name)
        if form.is_method and form.where is None
    ]
    if (
        elsewhere
        and not scope.functions.methods(part.name)
        and not _may_have(receiver, part.name, scope)
    ):
        return CallFailure(rules.OTHER_VERSION, elsewhere_facts(tree, elsewhere, scope))
    if receiver.kinds & (kinds.OBJECT | kinds.CLASS):
        return _no_such_method(tree, part.name, receiver, scope)
    return CallFailure(
        rules.NO_METHOD,
        {
            "holder": f"{shown(receiver)} has no",
            "name": part.name,
            "suggestion": other_ways(tree, scope)
            or bare_word(tree.left, scope)
            or did_you_mean(_near_function(part.name, scope), _NOT_DECLARED),
        },
    )


def _near_function(name: str, scope: ExpressionScope) -> str | None:
    """Return the function that can be called on values whose name is most similar."""
    functions = scope.functions
    names = (item for item in signatures.names() if functions.methods(item))
    return scope.method.nearest(name, names, "functions of values")


def _perhaps_above(
    type_: CompleteType, part: Call, scope: ExpressionScope
) -> Value | CallFailure:
    """Return the failure of a method that an incomplete class lacks, if its name is a slip.

    Else UNKNOWN, as an unknown ancestor may have the method.
    """
    if part.name in type_.methods:
        return UNKNOWN
    near = scope.method.slip(part.name, _callable(type_), ("methods", type_.id))
    if (
        near is None
        or scope.functions.methods(part.name)
        or scope.method.classes.extensions(type_, part.name)
    ):
        return UNKNOWN
    facts = {
        "holder": f"{type_.id.name} has no",
        "name": part.name,
        "suggestion": did_you_mean(near),
    }
    lacks = (declaring(type_, near), part.name)
    return CallFailure(
        rules.NO_METHOD, {**facts, "severity": Severity.WARNING, "lacks": lacks}
    )


def _callable(type_: CompleteType) -> Iterator[str]:
    """Return the names of the methods of a class that code can call."""
    return (method for method in type_.methods if method[:1] not in "._")


def _extends(
    receiver: Value, owner: CompleteType, name: str, scope: ExpressionScope
) -> bool:
    """Return whether an extension method available to code of a class may take the receiver."""
    classes = scope.method.classes
    if owner.incomplete or classes.imports_unknown(owner):
        return True
    return any(
        takes_receiver(member.declaration, receiver, classes)
        for member in classes.extensions(owner, name)
    )


def takes_receiver(
    declaration: MethodDeclaration, receiver: Value, classes: ClassIndex
) -> bool:
    """Return whether an extension method may be called on a receiver of a single kind."""
    if not declaration.arguments:
        return False
    first = declaration.arguments[0]
    if isinstance(first.contract, ListOf):
        return True  # other values count as lists of one item
    taken = type_of(first.contract, classes.names.resolved)
    others = (
        bool(receiver.classes) and receiver.classes[0].exact and bool(taken.classes)
    )
    related = not others or classes.extends(receiver.classes[0].id, taken.classes[0].id)
    return receiver.kinds == kinds.NULL or (
        bool(taken.may_be(receiver.kinds)) and related
    )


def _of_class(
    receiver: Value,
    member: Member[MethodDeclaration],
    tree: Binary,
    given: CallArguments,
    scope: ExpressionScope,
) -> Value | CallFailure:
    """Return the result type of a call of a method of the receiver's class, or why it fails."""
    part = tree.right
    assert isinstance(part, Call)  # noqa: S101 - checked by callers
    declaration = member.declaration
    if member.ambiguous or (
        declaration.usage is MethodUsage.EXTENSION and receiver.kinds == kinds.OBJECT
    ):
        return UNKNOWN
    class_ = receiver.classes[0]
    if receiver.kinds == kinds.CLASS and declaration.usage in {
        MethodUsage.RUNTIME,
        MethodUsage.ACTION,
    }:
        return CallFailure(
            rules.NEEDS_OBJECT,
            {
                **_declared(member, part),
                "class_": class_.id.name,
                "receiver": scope.text(tree.left),
            },
        )
    classes = scope.method.classes
    binding = bind(declaration, given, classes)
    if binding.problems and member.declaring.package == scope.method.package:
        # Bodies of other packages are not loaded
        declaration = classes.as_used(declaration)
        binding = bind(declaration, given, classes)
    refused = [] if binding.problems else refusals(binding, scope)
    if not binding.problems and not refused:
        if member.declaring.name == resource_files.CLASS and class_.exact:
            resource_files.check_file(given, scope)
        return UNKNOWN
    # This comes last, because the answer may depend on other packages
    if not class_.exact and _overridden(class_, member, given, scope):
        return UNKNOWN
    if binding.problems:
        unknown = unknown_name(binding)
        near = None
        if unknown:
            near = scope.method.nearest(
                unknown,
                (argument.name for argument in declaration.arguments),
                declaration,
            )
        suggestion = did_you_mean(near, missing_arguments(binding))
        facts = {
            "problem": problem_of(declaration, given, binding),
            "suggestion": suggestion,
        }
        return CallFailure(rules.WRONG_ARGUMENTS, {**_declared(member, part), **facts})
    report_refusals(refused, f'method "{part.name}" of {member.declaring.name}', scope)
    return UNKNOWN


def _declared(member: Member[MethodDeclaration], part: Call) -> dict[str, Any]:
    """Return the facts that diagnostics about a call of a method share."""
    related = Related(
        f'method "{part.name}" is declared here', member.declaration.name_node.place
    )
    return {
        "what": f'method "{part.name}" of {member.declaring.name}',
        "related": (related,),
    }


def _overridden(
    class_: ClassType,
    member: Member[MethodDeclaration],
    given: CallArguments,
    scope: ExpressionScope,
) -> bool:
    """Return whether an override in a known descendant may take the arguments."""
    classes = scope.method.classes

    def otherwise(below: CompleteType) -> bool:
        other = below.methods.get(member.name)
        if other is None or other.ambiguous or not classes.declares(below, other):
            return True
        return (
            other.declaration is not member.declaration
            and not bind(other.declaration, given, classes).problems
        )

    return classes.is_overridden(
        class_.id, member.name, scope.method.package, otherwise
    )


def _may_have(receiver: Value, name: str, scope: ExpressionScope) -> bool:
    """Return whether the object may be of a known descendant that has the method."""
    if not receiver.classes or receiver.classes[0].exact:
        return False
    return scope.method.classes.descendant_may_have_method(
        receiver.classes[0].id, name, scope.method.package
    )


def _no_such_method(
    tree: Binary, name: str, receiver: Value, scope: ExpressionScope
) -> Value | CallFailure:
    """Return the failure of a method that the receiver's class lacks.

    Return UNKNOWN if the class is unknown or a descendant may have the method.
    """
    class_ = receiver.classes[0]
    classes = scope.method.classes
    type_ = classes.get(class_.id)
    if type_ is None:
        return UNKNOWN
    if name in LIFE_CYCLE:
        return CallFailure(rules.CONSTRUCTOR_CALLED, _life_cycle_facts(tree, scope))
    if _may_have(receiver, name, scope):
        return UNKNOWN
    near = scope.method.nearest(name, _callable(type_), ("methods", type_.id))
    suggestion = other_ways(tree, scope) or did_you_mean(near)
    if name in type_.properties:
        suggestion = f"it is a property: write `{scope.text(tree.left)}.{name}`"
    related = receiver.origin
    # A static method cannot be that of a descendant.
    sure = receiver.kinds == kinds.CLASS or suggestion is not None
    severity = None if sure else scope.severity_of_missing(class_, near)
    if classes.is_in_given_python(class_.id):
        severity = Severity.WARNING
    if receiver.kinds == kinds.OBJECT:
        shown_as = type_.id.name
    else:
        shown_as = f"class {type_.id.name}"
    facts = {
        "holder": f"{shown_as} has no",
        "name": name,
        "suggestion": suggestion,
        "related": related,
        "severity": severity,
        "lacks": (declaring(type_, near), name),
    }
    return CallFailure(rules.NO_METHOD, facts)


def _life_cycle_facts(tree: Binary, scope: ExpressionScope) -> dict[str, Any]:
    """Return the facts of CONSTRUCTOR_CALLED about a call of `initialize` or `destroy`."""
    part = tree.right
    assert isinstance(part, Call)  # noqa: S101 - checked by callers
    suggestion, fixes = None, None
    if any(
        _passes_on(call) and call.start <= tree.start and tree.end <= call.end
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
    tree = scope.node.tree
    call = tree.right if isinstance(tree, Binary) else tree
    if not (isinstance(call, Call) and _passes_on(call)):
        return ()
    # Ancestors take their arguments from the values that the object is made with
    applicability = Applicability.UNSAFE if part.arguments else Applicability.SAFE
    edit = without_item(scope.node)
    return fixed_by("remove the call", edit, applicability=applicability)


def _passes_on(call: Call) -> bool:
    """Return whether a call is `super(... .initialize())`, which the engine does by itself."""
    return call.name == "super" and any(
        isinstance(node, Call) and node.name in LIFE_CYCLE
        for argument in call.arguments
        for node in walk(argument)
    )


def other_ways(tree: Binary | Call, scope: ExpressionScope) -> str | None:
    """Return how to call something that exists in the other form only.

    `x.name()` as `name(x)` or vice versa.
    """
    instead, _ = _other_form(tree, scope)
    if instead is None:
        return None
    return f"it is a {'method' if isinstance(tree, Call) else 'function'}: {instead}"


def _other_form(
    tree: Binary | Call, scope: ExpressionScope
) -> tuple[str | None, str | None]:
    """Return the suggestion of the form that this version has, and the call in that form."""
    functions = scope.functions
    if isinstance(tree, Call):
        here = any(form.is_method for form in _here(tree.name, functions))
        if here:
            text = as_method(tree, scope)
            return f"write `{text or f'value.{tree.name}(...)'}`", text
        return None, None
    part = tree.right
    assert isinstance(part, Call)  # noqa: S101 - checked by callers
    here = any(form.is_function for form in _here(part.name, functions))
    if here and part.name == "switch":
        return method_as_switch(tree, part, scope), None
    if here:
        text = as_function(tree, part, scope)
        return f"write `{text or f'{part.name}(value, ...)'}`", text
    return None, None


def _here(name: str, functions: FunctionSignatures) -> list[Signature]:
    return [
        form
        for form in signatures.named(name)
        if form.exists(functions.runtime, functions.places)
    ]


def _check_unknown(tree: Binary, part: Call, scope: ExpressionScope) -> None:
    """Report a method that no class has, on an unknown receiver, if a similar name exists."""
    method, name = scope.method, part.name
    if method.functions.methods(name):
        return
    if name in LIFE_CYCLE:
        # MuranoPL cannot declare this name, but a plugin's Python class may have the method.
        facts = _life_cycle_facts(tree, scope)
        if method.classes.has_all_requirements(method.package):
            severity = None
        else:
            severity = Severity.WARNING
        scope.report(rules.CONSTRUCTOR_CALLED, part, severity=severity, **facts)
        return
    if method.classes.is_any_method(
        name, method.package
    ) or not method.classes.has_all_requirements(method.package):
        return
    elsewhere = [form for form in signatures.named(name) if form.is_method]
    if elsewhere:
        scope.report(
            rules.OTHER_VERSION,
            part,
            severity=Severity.WARNING,
            **elsewhere_facts(tree, elsewhere, scope),
        )
        return
    functions = (
        signatures.names()
        if method.classes.requires_all_it_names(method.package)
        else ()
    )
    near = method.nearest(
        name,
        itertools.chain(
            method.classes.directly_visible_methods(method.package), functions
        ),
        "methods",
    )
    if near is not None:
        facts = {
            "holder": "no class here has a",
            "name": name,
            "suggestion": did_you_mean(near),
        }
        scope.report(
            rules.NO_METHOD,
            part,
            severity=Severity.WARNING,
            lacks=(None, name),
            **facts,
        )


def elsewhere_facts(
    tree: Binary | Call, found: Sequence[Signature], scope: ExpressionScope
) -> dict[str, Any]:
    """Return the facts of OTHER_VERSION about overloads in other versions of MuranoPL."""
    functions = scope.functions
    first, last = min(form.first for form in found), max(form.last for form in found)
    name = found[0].name
    what = f"{name}()"
    if _here(name, functions):
        what += " as a function" if isinstance(tree, Call) else " as a method"
    since, until = signatures.version_text(first), signatures.version_text(last)
    if last == signatures.LATEST:
        versions = f"from MuranoPL {since} on"
    else:
        versions = f"from MuranoPL {since} to {until}"
    versions = f"up to MuranoPL {until}" if first == signatures.FIRST else versions
    suggestion, text = _other_form(tree, scope)
    if suggestion is None and functions.runtime < first:
        suggestion = f"write `Format: {since}` or a later one in manifest.yaml"
    return {
        "what": what,
        "versions": versions,
        "here": functions.version,
        "suggestion": suggestion,
        "fixes": scope.fix(tree, text),
    }
