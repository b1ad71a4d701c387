"""Reading and writing properties (reference: workflow, Dispatch, types, objects).

Code of a class sees, of objects of the class and of its descendants, the properties the class has and those that
its own code sets; of all other objects those that they declare.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.expression.tree import Binary, Expression, Keyword
from muranopl.inherit.complete import CompleteType
from muranopl.language.contracts import kinds
from muranopl.language.grammar.property import PropertyUsage
from muranopl.semantics.inference.certainty import null_fails, severity_of
from muranopl.semantics.inference.scope import ExpressionScope
from muranopl.semantics.inference.types import ANY, ClassType, Type, alternatives, items, nullable, union, without_null


class MissingProperty(NamedTuple):
    """A property that is not there: the class that lacks it, what is near, and where the class was named.

    `perhaps` where it is there after all in some objects.
    """

    class_: ClassType
    receiver: str
    near: str | None
    origin: Related | None
    perhaps: bool = False


def read(tree: Binary, receiver: Type, name: str, scope: ExpressionScope) -> Type:
    """What reading a property or a key gives; it is reported where it surely fails."""
    if not receiver.known:
        return ANY
    found: list[Type] = []
    missing: MissingProperty | None = None
    for each in alternatives(receiver):
        outcome = _of(each, name, scope)
        if isinstance(outcome, Type):
            found.append(outcome)
        elif outcome is not None:
            missing = missing or outcome
    if found:
        return union(found)
    if missing is not None:
        report_missing(tree, missing, name, scope)
    elif not null_fails(receiver, tree, scope, f'null has no property "{name}"'):
        bare = tree.left.name if isinstance(tree.left, Keyword) else None
        suggestion = None if bare is None else f'to read a variable write "${bare}"; a text with dots stands in quotes'
        scope.report(rules.NO_PROPERTY, tree.right, receiver=_plain(receiver), name=name, suggestion=suggestion)
    return ANY


def _plain(receiver: Type) -> str:
    words = [kinds.WORDS[kind] for kind in kinds.single(receiver.kinds & ~kinds.NULL)]
    return " or ".join(words)


def report_missing(tree: Expression, missing: MissingProperty, name: str, scope: ExpressionScope) -> None:
    """Report a property that a class does not have, at the name behind the `.`."""
    suggestion = f'did you mean "{missing.near}"?' if missing.near else None
    related = () if missing.origin is None else (missing.origin,)
    type_ = scope.method.classes.get(missing.class_.id)
    is_method = type_ is not None and scope.method.classes.method(type_, name) is not None
    if is_method:
        suggestion = f'it is a method: write "{name}()"'
    severity = None if is_method else severity_of(missing.class_, missing.near, scope)
    severity = Severity.WARNING if missing.perhaps else severity
    scope.report(
        rules.NO_PROPERTY,
        tree.right if isinstance(tree, Binary) else tree,
        receiver=missing.receiver,
        name=name,
        suggestion=suggestion,
        related=related,
        severity=severity,
    )


def _of(receiver: Type, name: str, scope: ExpressionScope) -> Type | MissingProperty | None:
    """What a property of a single type is; what is missing, or None where such values have no properties."""
    kind = receiver.kinds
    if kind == kinds.OBJECT:
        return _of_object(receiver, name, scope) if receiver.classes else ANY
    if kind == kinds.CLASS:
        return _of_class(receiver, name, scope) if receiver.classes else ANY
    if kind == kinds.DICT:
        found = (receiver.fields or {}).get(name)
        if found is not None:
            return found
        # A key that is missing is null in versions 1.0 and 1.1, an error later.
        return nullable(receiver.item or ANY) if scope.method.functions.lenient else receiver.item or ANY
    if kind & kinds.ITEMS:
        outcome = _of_items(receiver.item, name, scope)
        return outcome if isinstance(outcome, MissingProperty) else items(outcome)
    functions = scope.method.functions
    forms = functions.forms("property", name)
    return ANY if any(receiver.may_be(form.parameters[0].takes) for form in forms) else None


def _of_items(item: Type | None, name: str, scope: ExpressionScope) -> Type | MissingProperty | None:
    """The property of every item of a collection, which `.name` on it gives; what all of them lack."""
    if item is None or not item.known:
        return None
    outcomes = [_of(each, name, scope) for each in alternatives(without_null(item))]
    missing = [each for each in outcomes if isinstance(each, MissingProperty)]
    if missing and len(missing) == len(outcomes):
        return missing[0]
    return union(each if isinstance(each, Type) else ANY for each in outcomes)


def inside(class_: ClassType, scope: ExpressionScope) -> bool:
    """Whether an object is surely one of the class whose code this is."""
    return scope.method.classes.extends(class_.id, scope.method.own.id)


def _of_object(receiver: Type, name: str, scope: ExpressionScope) -> Type | MissingProperty:
    class_, method = receiver.classes[0], scope.method
    own = method.own
    if inside(class_, scope):
        if own.incomplete:
            return ANY
        member = own.properties.get(name)
        if member is not None:
            return method.classes.property(member)
        if name in method.undeclared:
            return method.undeclared.read(name)
        surely = class_._replace(exact=True)  # what descendants declare is not seen from here
        near = nearest_of(name, (own.properties, method.undeclared), scope)
        # An object that code of this class makes of a descendant does show it (measured).
        perhaps = method.classes.may_read_below(own.id, name, method.package)
        return MissingProperty(surely, own.id.name, near, receiver.origin, perhaps)
    type_ = method.classes.get(class_.id)
    if type_ is None:
        return ANY
    member = type_.properties.get(name)
    if member is not None:
        return method.classes.property(member)
    if not class_.exact and _further(class_, name, scope):
        return ANY
    return MissingProperty(class_, type_.id.name, nearest_of(name, (type_.properties,), scope), receiver.origin)


def _further(class_: ClassType, name: str, scope: ExpressionScope) -> bool:
    """Whether an object of a descendant may have the property: it declares it, or is one of the class around."""
    method = scope.method
    if method.classes.may_read_below(class_.id, name, method.package):
        return True
    known_here = name in method.own.properties or name in method.undeclared
    return known_here and method.classes.share_objects(class_.id, method.own.id, method.package)


def nearest_of(name: str, tables: Iterable[Iterable[str]], scope: ExpressionScope) -> str | None:
    """The nearest of the names in some tables."""
    return scope.method.nearest(name, (each for table in tables for each in table))


def _of_class(receiver: Type, name: str, scope: ExpressionScope) -> Type | MissingProperty:
    class_ = receiver.classes[0]
    type_ = scope.method.classes.get(class_.id)
    if type_ is None:
        return ANY
    member = type_.properties.get(name)
    if member is not None and member.declaration.usage is PropertyUsage.STATIC:
        return scope.method.classes.property(member)
    exact = class_._replace(exact=True)
    near = None if member is not None else nearest_of(name, (statics(type_),), scope)
    return MissingProperty(exact, f"class {type_.id.name}", near, instance_only(type_, name))


def statics(type_: CompleteType) -> Iterable[str]:
    """The static properties of a class."""
    for name, member in type_.properties.items():
        if member.declaration.usage is PropertyUsage.STATIC:
            yield name


def instance_only(type_: CompleteType, name: str) -> Related | None:
    """Where a property is declared that only objects have."""
    member = type_.properties.get(name)
    if member is None or member.declaration.usage is PropertyUsage.STATIC:
        return None
    return Related(f'property "{name}" is one of objects, not Static', member.declaration.name_node.place)
