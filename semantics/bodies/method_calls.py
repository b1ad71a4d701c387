"""Checks calls on a receiver: methods of classes, extension methods, and functions.

Reference: workflow, Dispatch, types, objects. A method is looked up in the class of the object
itself, so a descendant may have one that the statically known class lacks.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from muranopl.ard.yaql.tree import Binary, Call
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.inherit.complete import CompleteType, MethodMember
from muranopl.language.contracts import kinds
from muranopl.language.contracts.tree import ListOf
from muranopl.language.grammar.method import MethodDeclaration, MethodUsage
from muranopl.namespace.result import TypeId
from muranopl.semantics.abstract.application import FunctionApplication, defect
from muranopl.semantics.abstract.contracts import type_of
from muranopl.semantics.abstract.failures import MAY_FAIL, failure
from muranopl.semantics.abstract.functions.signatures import GONE, METHOD, Signature
from muranopl.semantics.abstract.overloads import (
    CallArgument,
    CallArguments,
    fits,
    matching_forms,
    refusal,
)
from muranopl.semantics.abstract.results import results
from muranopl.semantics.abstract.values import UNKNOWN, ClassType, Value, single_kinds, union
from muranopl.semantics.bodies import creation, resources
from muranopl.semantics.bodies.bare_words import WORD_FORMS, bare_receiver, report_words
from muranopl.semantics.bodies.classes import ClassIndex, declared_here
from muranopl.semantics.bodies.missing_methods import (
    CallFailure,
    check_unknown_receiver,
    missing_above,
    missing_method,
    passes_on,
)
from muranopl.semantics.bodies.refused_arguments import CallBinding, bind, refusals, report_refusals
from muranopl.semantics.bodies.scope import ExpressionScope


def forms_on(
    receiver: Value, name: str, overloads: Sequence[Signature], scope: ExpressionScope
) -> Sequence[Signature]:
    """Return the overloads that a call on a receiver may mean, () if its class has such a method."""
    for class_ in receiver.classes:
        type_ = scope.method.classes.get(class_.id)
        if type_ is not None and name in type_.methods:
            return ()
    return _fitting(receiver, overloads, scope) or overloads


def _fitting(
    receiver: Value, overloads: Sequence[Signature], scope: ExpressionScope
) -> Sequence[Signature]:
    """Return the overloads of a function that may be called on a receiver."""
    return [
        form
        for form in overloads
        if form.parameters and fits(form.parameters[0], receiver, scope.functions)
    ]


def call(
    tree: Binary, part: Call, receiver: Value, arguments: CallArguments, scope: ExpressionScope
) -> Value:
    """Return the result type of a call on a receiver; report the call if it certainly fails."""
    name = part.name
    if name == resources.BIND:
        resources.check_bind(part, receiver, arguments, scope)
    if receiver.alternatives is None:
        check_unknown_receiver(tree, part, scope)
        resources.check_given_to_unknown(part, arguments, scope)
        result = creation.found_type(name, arguments, scope)
        return UNKNOWN if result is None or scope.method.is_any_method(name) else result
    types: list[Value] = []
    problem: CallFailure | None = None
    # The call fails only if it fails for every alternative.
    parts = single_kinds(receiver)
    if len(parts) > 1 and parts[0].kinds == kinds.NULL and not scope.functions.methods(name):
        # Null matters only if no other kind has the method
        parts = [*parts[1:], parts[0]]
    for item in parts:
        if item.kinds == kinds.NULL and (
            types or (problem is not None and scope.method.own.incomplete)
        ):
            break  # an unknown ancestor's extension may take null
        outcome = _on(item, tree, part, arguments, scope)
        if isinstance(outcome, Value):
            types.append(outcome)
        # The failure of a null is reported only if no other kind has a better one
        elif problem is None or problem.rule is None:
            problem = outcome
    if types:
        if tree.left.__class__ in WORD_FORMS:
            report_words((tree.left,), scope)
        return types[0] if len(types) == 1 else union(types)
    if problem is not None and problem.rule is not None:
        if passes_on(part) and not scope.method.own.incomplete:
            return UNKNOWN  # what it calls was reported, and has to go with it
        facts: dict[str, Any] = {
            **problem.facts,
            "suggestion": problem.facts.get("suggestion") or bare_receiver(tree.left, scope),
        }
        scope.report(problem.rule, facts.pop("at", part), **facts)
    else:
        scope.null_fails(receiver, tree.left, f'null has no method "{name}"', tree)
    return UNKNOWN


def _on(
    receiver: Value, tree: Binary, part: Call, arguments: CallArguments, scope: ExpressionScope
) -> Value | CallFailure:
    """Return the result type of a call on a receiver of a single kind, or why it fails."""
    # Extension methods are imported by the calling class, or by that of the receiver.
    importing = [scope.method.own]
    is_open = False
    if receiver.kinds & (kinds.OBJECT | kinds.CLASS):
        classes = receiver.classes
        if not classes:
            return UNKNOWN
        type_ = scope.method.classes.get_incomplete(classes[0].id)
        if type_ is None:
            return UNKNOWN
        member = type_.methods.get(part.name)
        if type_.incomplete and not scope.method.classes.declares(type_, member):
            return missing_above(type_, part, scope)
        if member is not None:
            is_class = receiver.kinds == kinds.CLASS
            return _of_class(classes[0], member, tree, arguments, scope, is_class=is_class)
        importing.append(type_)
        # A descendant may have such a method, or import another one
        is_open = not classes[0].exact
    extensions = _extensions(receiver, importing, part.name, scope)
    if extensions is None or (extensions and is_open):
        return UNKNOWN
    if extensions:
        return _of_extension(extensions, part, arguments, scope)
    return _of_function(receiver, tree, part, arguments, scope)


def _of_function(
    receiver: Value, tree: Binary, part: Call, arguments: CallArguments, scope: ExpressionScope
) -> Value | CallFailure:
    """Return the result type of a function that is called on a receiver, or why it fails."""
    with_receiver = arguments.called_on(CallArgument(tree.left, receiver))
    forms = matching_forms(METHOD, part.name, with_receiver, scope.functions)
    # `require()` fails for null on purpose
    if forms and not (receiver.kinds == kinds.NULL and part.name == "require"):
        problem = failure(part.name, with_receiver, scope) if part.name in MAY_FAIL else None
        if problem is not None:
            application = FunctionApplication(METHOD, part, with_receiver)
            rule, facts = defect(application, problem, scope)
            return CallFailure(rule, {**facts, "severity": scope.severity})
        if forms[0].where == GONE:
            from muranopl.semantics.bodies.other_forms import report_removed

            report_removed(part, forms, with_receiver, scope, tree)
        return creation.found_type(part.name, arguments, scope) or results(forms, with_receiver)
    if receiver.is_null:
        return CallFailure(None)
    fitting = _fitting(receiver, scope.functions.methods(part.name), scope)
    if not fitting:
        return missing_method(tree, part, receiver, scope)
    if scope.blame(argument.value for argument in arguments.every()):
        return CallFailure(None)
    problem = refusal(fitting, with_receiver, scope.functions, receivers=1)
    application = FunctionApplication(METHOD, part, with_receiver)
    return CallFailure(*defect(application, problem, scope))


def _extensions(
    receiver: Value, owners: Iterable[CompleteType], name: str, scope: ExpressionScope
) -> list[MethodMember] | None:
    """Return the extension methods available to code of classes that may take the receiver.

    None if there may be others.
    """
    classes = scope.method.classes
    result: dict[MethodDeclaration, MethodMember] = {}
    for owner in owners:
        imported, is_unknown = classes.imports(owner)
        if owner.incomplete or is_unknown:
            return None
        for member in imported.get(name, ()):
            if takes_receiver(member.declaration, receiver, classes):
                result[member.declaration] = member
    return list(result.values())


def _of_extension(
    extensions: Sequence[MethodMember],
    part: Call,
    arguments: CallArguments,
    scope: ExpressionScope,
) -> Value | CallFailure:
    """Return the result type of a call of an extension method, or why it fails.

    The engine chooses by the receiver, and applies the contracts of the other arguments then.
    """
    (member, *others), classes = extensions, scope.method.classes
    if others or member.ambiguous or scope.functions.methods(part.name):
        return UNKNOWN
    declaration = classes.called_on_value(member.declaration)
    binding = bind(declaration, arguments, classes)
    if binding.problems and member.declaring.package == scope.method.package:
        declaration = classes.called_on_value(classes.as_used(member.declaration))
        binding = bind(declaration, arguments, classes)
    if binding.problems:
        facts = _facts_of_wrong(member, declaration, binding, (part, arguments), scope)
        return CallFailure(rules.WRONG_ARGUMENTS, facts)
    refused = refusals(binding, member.declaring, scope)
    report_refusals(refused, member, scope)
    return UNKNOWN


def takes_receiver(declaration: MethodDeclaration, receiver: Value, classes: ClassIndex) -> bool:
    """Return whether an extension method may be called on a receiver of a single kind."""
    if not declaration.arguments:
        return False
    first = declaration.arguments[0]
    if isinstance(first.contract, ListOf):
        return True  # other values count as lists of one item
    taken = type_of(first.contract, classes.names.resolved)
    if receiver.is_null:
        return True
    if not taken.may_be(receiver.kinds):
        return False
    if not (receiver.classes and receiver.classes[0].exact and taken.classes):
        return True
    return classes.extends(receiver.classes[0].id, taken.classes[0].id)


def _on_an_object(
    class_: TypeId, member: MethodMember, tree: Binary, scope: ExpressionScope
) -> str | None:
    """Return what to call instead of a method of a class; None if both that and its Usage may be wrong."""
    method = scope.method
    is_own = member.declaring.package == method.package
    if method.this.kinds == kinds.OBJECT and method.classes.extends(method.own.id, class_):
        call = f"{'$this' if scope.inner else '$'}.{scope.text(tree.right)}"
        static = ", or declare the method with `Usage: Static`" if is_own else ""
        return f"write `{call}`{static}"
    return None if is_own else "create an object with new()"


def _of_class(
    class_: ClassType,
    member: MethodMember,
    tree: Binary,
    arguments: CallArguments,
    scope: ExpressionScope,
    *,
    is_class: bool,
) -> Value | CallFailure:
    """Return the result type of a call of a method of the receiver's class, or why it fails.

    `is_class` is true if the receiver is the class itself, not an object of it.
    """
    part = tree.right
    assert isinstance(part, Call)  # noqa: S101 - checked by callers
    owner, declaration = member.candidates[0]
    if member.ambiguous or (declaration.usage is MethodUsage.EXTENSION and not is_class):
        return UNKNOWN
    if is_class and declaration.usage in {MethodUsage.RUNTIME, MethodUsage.ACTION}:
        return CallFailure(
            rules.NEEDS_OBJECT,
            {
                **_declared(member),
                "class_": class_.id.name,
                "receiver": scope.text(tree.left),
                "suggestion": _on_an_object(class_.id, member, tree, scope),
            },
        )
    classes = scope.method.classes
    binding = bind(declaration, arguments, classes)
    if binding.problems and owner.package == scope.method.package:
        # Bodies of other packages are not loaded
        declaration = classes.as_used(declaration)
        binding = bind(declaration, arguments, classes)
    # Arguments are judged only once it is known which parameters they are for
    refused = [] if binding.problems else refusals(binding, owner, scope)
    if not binding.problems and not refused:
        if owner.name == resources.CLASS and class_.exact:
            return resources.check_file(part, arguments, scope)
        if owner.name == resources.AGENT:
            resources.check_sent(part, arguments, scope)
        if owner.name == resources.STACK:
            resources.check_merged(part, arguments, scope)
        return UNKNOWN
    # This comes last, because the answer may depend on other packages
    differing = None
    if not class_.exact and _overridden(class_, member, arguments, scope):
        from muranopl.semantics.bodies.wrong_arguments import unknown_names

        if unknown_names(binding):
            differing = _differing(class_, member, arguments, scope)
        if differing is None:
            return UNKNOWN
    if binding.problems:
        facts = _facts_of_wrong(member, declaration, binding, (part, arguments), scope)
        if differing is not None:
            facts |= {"severity": Severity.WARNING, "notes": (differing,)}
        return CallFailure(rules.WRONG_ARGUMENTS, facts)
    report_refusals(refused, member, scope)
    return UNKNOWN


def _declared(member: MethodMember) -> dict[str, Any]:
    """Return the facts that diagnostics about a call of a method share."""
    what = f'method "{member.name}"'
    related = (declared_here(what, member.declaration),)
    return {"what": f"{what} of {member.declaring.name}", "related": related}


def _facts_of_wrong(
    member: MethodMember,
    declaration: MethodDeclaration,
    binding: CallBinding,
    call: tuple[Call, CallArguments],
    scope: ExpressionScope,
) -> dict[str, Any]:
    """Return the facts of WRONG_ARGUMENTS about a call; `declaration` is the method as it is called."""
    from muranopl.semantics.bodies.wrong_arguments import facts_of_wrong_arguments

    part, arguments = call
    own = _declared(member)
    facts = facts_of_wrong_arguments(declaration, arguments, binding, part, scope)
    return {**own, **facts, "related": own["related"] + facts["related"]}


def _overridden(
    class_: ClassType,
    member: MethodMember,
    arguments: CallArguments,
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
            and not bind(other.declaration, arguments, classes).problems
        )

    return classes.descendants.is_overridden(
        class_.id, member.name, scope.method.package, otherwise
    )


def _differing(
    class_: ClassType,
    member: MethodMember,
    arguments: CallArguments,
    scope: ExpressionScope,
) -> str | None:
    """Return in words which override certainly takes the arguments, and which does not.

    None unless there are both. The class itself does not count, as there may be no objects of it.
    """
    classes = scope.method.classes
    names: dict[bool, set[str]] = {True: set(), False: set()}
    for below in classes.descendants.overriding(class_.id, member.name, scope.method.package):
        other = below.methods.get(member.name)
        if (
            other is not None
            and not other.ambiguous
            and other.declaration is not member.declaration
            and classes.declares(below, other)
        ):
            takes = not bind(other.declaration, arguments, classes).problems
            names[takes].add(below.id.name)
    if not all(names.values()):
        return None
    # The first of each by name, so that reports are the same in each process
    return f"the override in {min(names[True])} has it, the one in {min(names[False])} does not"
