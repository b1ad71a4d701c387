"""Checks the reading of properties in bodies, and infers their types.

Reference: workflow, Dispatch, types, objects.
Code of a class sees, in objects of the class and of its descendants, the properties the class has
and those that its own code sets; in all other objects the declared ones.
"""

from __future__ import annotations

import itertools

import msgspec

from muranopl.ard.yaql.tree import Binary, Expression, Keyword
from muranopl.diagnostics.bounds import TYPE_DEPTH
from muranopl.diagnostics.catalogue import calls as rules
from muranopl.diagnostics.diagnostic import Related, Severity
from muranopl.diagnostics.nearest import did_you_mean
from muranopl.inherit.complete import CompleteType, Member, PropertyMember, static_declarations
from muranopl.language.contracts import kinds
from muranopl.namespace.result import TypeId
from muranopl.semantics.abstract.results import missing_key, missing_value
from muranopl.semantics.abstract.value_contents import (
    as_lists,
    entry_of,
    has_items,
    item_of,
    items,
    values_of,
    with_made_items,
)
from muranopl.semantics.abstract.values import (
    UNKNOWN,
    ClassType,
    Items,
    Value,
    nullable,
    of,
    single_kinds,
    union,
    without_null,
)
from muranopl.semantics.bodies.bare_words import WORD_IS_TEXT, variable_meant
from muranopl.semantics.bodies.scope import ExpressionScope
from muranopl.semantics.bodies.undeclared import first_setting


class MissingProperty(msgspec.Struct, frozen=True):
    """A missing property: the class that lacks it, the nearest name, and where the class was named.

    With `perhaps`, some objects may have the property.
    """

    class_: ClassType
    receiver: str
    near: str | None
    origin: tuple[Related, ...]
    perhaps: bool = False


def read(tree: Binary, receiver: Value, name: str, scope: ExpressionScope) -> Value:
    """Return the type of a property or key; report it if reading certainly fails."""
    # Bodies read the same properties of their object again and again.
    read_before = scope.method.reads.get((receiver, name))
    if read_before is not None:
        return read_before
    if receiver.alternatives is None:
        return UNKNOWN
    if receiver.kinds & kinds.LIST:
        receiver = with_made_items(receiver)
    classes = receiver.classes if receiver.kinds == kinds.OBJECT else ()
    if len(classes) == 1:
        member = _of_object(receiver, classes[0], name, scope)
        if isinstance(member, MissingProperty):
            report_missing(tree, member, name, scope)
            return UNKNOWN
        return member
    types: list[Value] = []
    missing: MissingProperty | None = None
    for alternative in single_kinds(receiver):
        outcome = _of(alternative, name, scope)
        if isinstance(outcome, Value):
            types.append(outcome)
        elif outcome is not None:
            missing = missing or outcome
    # One alternative that has the property is enough for the code to be meant.
    if types:
        return union(types)
    if missing is not None:
        report_missing(tree, missing, name, scope)
    elif not scope.null_fails(receiver, tree.left, f'null has no property "{name}"', tree):
        from muranopl.semantics.bodies.rewriting import of_other_languages, quoted

        suggestion = of_other_languages(tree, scope)
        if suggestion is None and scope.functions.methods(name):
            suggestion = f"it is a function: write `{scope.text(tree)}()`"
        if isinstance(tree.left, Keyword):
            ways = []
            if meant := variable_meant(tree.left, scope):
                rest = scope.text_between(tree.left.end, tree.end)
                ways.append(f"to read a variable, write `{meant}{rest}`")
            if text := quoted(tree, scope):
                ways.append(f"to write a string, quote it: `{text}`")
            suggestion = "; ".join(ways) or WORD_IS_TEXT
        scope.report(
            rules.NO_PROPERTY,
            tree.right,
            receiver=_in_words(receiver),
            name=name,
            suggestion=suggestion or f"read it from an object or a mapping, or remove `.{name}`",
            severity=_severity_of_values(receiver, scope),
        )
    return UNKNOWN


def _in_words(receiver: Value) -> str:
    """Return the kinds of values that lack a property: `an integer or a list of texts`."""
    words = [
        kinds.WORDS[kind] for kind in kinds.single(receiver.kinds & ~(kinds.NULL | kinds.ITEMS))
    ]
    # All kinds of collections behave alike.
    if receiver.kinds & kinds.ITEMS:
        collections = of(item for item in receiver.alternatives or () if isinstance(item, Items))
        held = without_null(item_of(collections)).kinds
        words.append(f"a list of {kinds.described(held)}")
    return " or ".join(words)


def _severity_of_values(receiver: Value, scope: ExpressionScope) -> Severity | None:
    """Return how severe it is that values of these kinds have no property."""
    # What has no items has all properties.
    if receiver.may_be(kinds.ITEMS) and not has_items(receiver):
        return Severity.WARNING
    # Mappings are reported for a key alone, which is there for some values of a guard.
    return scope.severity if receiver.may_be(kinds.DICT | kinds.ITEMS) else None


def report_missing(
    tree: Expression, missing: MissingProperty, name: str, scope: ExpressionScope
) -> None:
    """Report a property that a class lacks, at the name after the `.`."""
    suggestion = did_you_mean(missing.near)
    related = missing.origin
    type_ = scope.method.classes.get(missing.class_.id)
    is_method = type_ is not None and name in type_.methods
    private = None if type_ is None else _private(type_, name, scope)
    if is_method:
        suggestion = f"it is a method: write `{scope.text(tree)}()`"
    elif private is not None:
        related += (private,)
        suggestion = f"declare it in {missing.class_.id.name}, or use it in a method of that class"
    elif missing.perhaps and missing.class_.exact and suggestion is None:
        class_name = missing.class_.id.name
        suggestion = f"declare it in {class_name}: its code cannot use members that only a descendant declares"
    severity = None
    if missing.perhaps:
        severity = Severity.WARNING
    # A method or a private property is surely a mistake, whatever descendants declare.
    elif not is_method and private is None:
        severity = scope.severity_of_missing(missing.class_, missing.near)
    scope.report(
        rules.NO_PROPERTY,
        tree.right if isinstance(tree, Binary) else tree,
        receiver=missing.receiver,
        name=name,
        suggestion=suggestion,
        related=related,
        severity=severity,
        lacks=(missing.class_.id if type_ is None else declaring(type_, missing.near), name),
    )


def _private(type_: CompleteType, name: str, scope: ExpressionScope) -> Related | None:
    """Return where another class of the same package sets a property for itself alone."""
    # Bodies of other packages may be unknown here.
    if (
        type_ is scope.method.own
        or type_.id.package != scope.method.own.id.package
        or name in type_.properties
    ):
        return None
    target = first_setting(name, type_.declared.declaration.node)
    if target is None:
        return None
    return Related(f'"{name}" is set here, for this class alone', target.place)


def declaring(type_: CompleteType, near: str | None) -> TypeId:
    """Return the class to blame for a missing name.

    The one that declares the member with the nearest name.
    """
    member = type_.properties.get(near or "") or type_.methods.get(near or "")
    return type_.id if member is None else member.declaring


def _of(
    receiver: Value, name: str, scope: ExpressionScope, depth: int = 0
) -> Value | MissingProperty | None:
    """Return the type of a property of a single type, or a missing property.

    Return None if such values have no properties.
    """
    kind = receiver.kinds
    if kind == kinds.OBJECT:
        classes = receiver.classes
        return _of_object(receiver, classes[0], name, scope) if classes else UNKNOWN
    if kind == kinds.CLASS:
        return _of_class(receiver, name, scope) if receiver.classes else UNKNOWN
    if kind == kinds.DICT:
        result = entry_of(receiver, name)
        if result is not None:
            return result
        # A key that is missing is null in versions 1.0 and 1.1, an error later.
        is_missing = scope.values_count and missing_key(receiver, name)
        if scope.functions.lenient:
            return missing_value(name) if is_missing else nullable(values_of(receiver))
        return None if is_missing else values_of(receiver)
    if kind & kinds.ITEMS:
        outcome = _of_items(item_of(receiver), name, scope, depth + 1)
        return items(outcome) if isinstance(outcome, Value) else outcome
    forms = scope.functions.forms("property", name)
    is_read = any(receiver.may_be(form.parameters[0].takes) for form in forms)
    return UNKNOWN if is_read else None


def _of_items(
    item: Value, name: str, scope: ExpressionScope, depth: int
) -> Value | MissingProperty | None:
    """Return the property of each item of a collection, as `.name` gives it, or a missing one.

    A property is missing only if all items lack it. Return None if no item has properties.
    """
    if not item.known or depth > TYPE_DEPTH.most:
        return UNKNOWN
    # All kinds of collections behave alike.
    parts = single_kinds(as_lists(without_null(item)))
    outcomes = [_of(part, name, scope, depth) for part in parts]
    # One alternative with the property is enough for it to be readable.
    missing = [outcome for outcome in outcomes if isinstance(outcome, MissingProperty)]
    if missing and len(missing) == len(outcomes):
        return missing[0]
    if outcomes and not any(outcomes):
        return None
    return union(outcome if isinstance(outcome, Value) else UNKNOWN for outcome in outcomes)


def inside(class_: ClassType, scope: ExpressionScope) -> bool:
    """Return whether an object is certainly one of the class whose code this is."""
    own = scope.method.own.id
    return class_.id == own or scope.method.classes.extends(class_.id, own)


def _of_object(
    receiver: Value, class_: ClassType, name: str, scope: ExpressionScope
) -> Value | MissingProperty:
    method = scope.method
    own = method.own
    if inside(class_, scope):
        member = own.properties.get(name)
        if member is not None:
            type_read = method.reads[receiver, name] = method.classes.read(own, member)
            return type_read
        if name in method.undeclared:
            return method.undeclared.read(name)
        if own.incomplete:
            method.undeclared.were_read.add(name)
            return _perhaps_above(class_, own, name, receiver, scope)
        # Members of descendants are not visible here
        surely = ClassType(class_.id, exact=True)
        near = method.nearest(
            name, itertools.chain(own.properties, method.undeclared), ("own properties", own.id)
        )
        # Objects of descendants that this code creates do have the property (measured).
        perhaps = method.classes.descendants.may_have(own.id, method.package, "properties", name)
        return MissingProperty(surely, own.id.name, near, receiver.origin, perhaps)
    type_ = method.classes.get_incomplete(class_.id)
    if type_ is None:
        return UNKNOWN
    member = type_.properties.get(name)
    if member is not None:
        return method.classes.read(type_, member)
    if type_.incomplete:
        return _perhaps_above(class_, type_, name, receiver, scope)
    if not class_.exact and _further(class_, name, scope):
        return UNKNOWN
    near = method.nearest(name, type_.properties, ("properties", type_.id))
    return MissingProperty(class_, type_.id.name, near, receiver.origin)


def _perhaps_above(
    class_: ClassType, type_: CompleteType, name: str, receiver: Value, scope: ExpressionScope
) -> Value | MissingProperty:
    """Return the missing property of an incomplete class if its name is a slip, else UNKNOWN."""
    near = scope.method.slip(name, type_.properties, ("properties", type_.id))
    if near is None:
        return UNKNOWN
    return MissingProperty(class_, type_.id.name, near, receiver.origin, perhaps=True)


def _further(class_: ClassType, name: str, scope: ExpressionScope) -> bool:
    """Return whether an object of a descendant may have the property.

    The descendant declares it, or is also one of the class whose code this is.
    """
    method = scope.method
    if method.classes.descendants.may_have(class_.id, method.package, "properties", name):
        return True
    # An object that is also of this class has the properties that this class sees.
    known_here = name in method.own.properties or name in method.undeclared
    return known_here and method.classes.descendants.have_common(
        class_.id, method.own.id, method.package
    )


def _of_class(receiver: Value, name: str, scope: ExpressionScope) -> Value | MissingProperty:
    type_ = scope.method.classes.get(receiver.classes[0].id)
    if type_ is None:
        return UNKNOWN
    member = static(type_, name, scope)
    return member if isinstance(member, MissingProperty) else scope.method.classes.property(member)


def static(
    type_: CompleteType, name: str, scope: ExpressionScope
) -> PropertyMember | MissingProperty:
    """Return a static property of a class."""
    member = type_.properties.get(name)
    near = None
    origin: tuple[Related, ...] = ()
    if member is None:
        statics = (key for key, other in type_.properties.items() if _is_static(other))
        near = scope.method.nearest(name, statics, ("static properties", type_.id))
    elif _is_static(member):
        return Member(name, static_declarations(member))
    else:
        words = f'property "{name}" belongs to objects: it is not Static'
        origin = (Related(words, member.declaration.name_node.place),)
    return MissingProperty(ClassType(type_.id, exact=True), f"class {type_.id.name}", near, origin)


def _is_static(member: PropertyMember) -> bool:
    return bool(static_declarations(member))
