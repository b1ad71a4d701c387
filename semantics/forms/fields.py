"""Checks fields themselves, independent of the use of their values; selectors against packages.

A field may also show a password, or give one away as its initial value.
Reference: ui-agreement, sections 4, 7.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from types import NoneType

from muranopl.ard.nodes import Node, Scalar, is_false, text_of
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.catalogue import manifest
from muranopl.diagnostics.diagnostic import Applicability, Fix, Related, Severity, fixed_by
from muranopl.diagnostics.nearest import did_you_mean, nearest_full_name
from muranopl.language.grammar.known_names import names_password, names_secret
from muranopl.language.grammar.names import DOTTED
from muranopl.language.grammar.ui.class_names import application_type
from muranopl.language.grammar.ui.field import UIField
from muranopl.language.grammar.ui.field_attributes import (
    initial_text,
    is_empty,
    literal_initial,
    may_be_disabled,
)
from muranopl.language.grammar.ui.field_types.choices import SELECTOR
from muranopl.language.grammar.ui.field_types.cloud import FLAVOR
from muranopl.language.grammar.ui.field_types.texts import STRING, TEXT_AREA
from muranopl.namespace.result import DeclaredPackage
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.forms.form_values import FormValues
from muranopl.semantics.forms.scope import Reports


def check_fields(forms: FormValues, reports: Reports) -> None:
    """Check each field on its own."""
    for fields in forms.forms.values():
        for field in fields.values():
            for check in (
                _check_flavor,
                _check_hidden,
                _check_initial,
                _check_secret_type,
                _check_secret_initial,
            ):
                check(field, reports)


def _check_flavor(field: UIField, reports: Reports) -> None:
    """Report a field named `flavor` of another type.

    The dashboard reads it to display used quotas.
    """
    type_ = field.type
    if field.name != FLAVOR.name or type_ is FLAVOR:
        return
    if type_ is SELECTOR and all("." not in name.text for name in field.classes):
        return  # a type that is misspelt, which phase 1 reports
    kind = f"of type {type_.name}" if type_.name else "a selector of applications"
    severity = Severity.WARNING if type_.may_name_flavor else None
    reports.report(
        rules.FLAVOR_NAME,
        field.name_node.place,
        severity=severity,
        kind=kind,
        suggestion=_instead_of_flavor(field),
    )


def _instead_of_flavor(field: UIField) -> str | None:
    """Return what to do about a field named `flavor`; None if it can only be renamed."""
    if field.name_node.file.generated:
        return "rename the parameter"
    attributes = {*field.type.attributes} - {*FLAVOR.attributes}
    tags = (UIField.TAGS[name] for name in attributes)
    refused = any(getattr(field, tag.attribute) is not None for tag in tags)
    if refused or not field.type.may_name_flavor:
        return None
    return "rename the field, or write `type: flavor`"


def _check_hidden(field: UIField, reports: Reports) -> None:
    hidden, type_ = field.hidden, field.type
    if isinstance(hidden, Scalar) and not is_false(hidden) and not type_.may_be_hidden:
        reports.report(rules.HIDDEN_VISIBLE, hidden.place, type=type_.name)
    if isinstance(field.required, Scalar) and not isinstance(
        field.required.value, (bool, NoneType)
    ):
        return  # it counts as true, and is reported
    is_needed = type_.required_when_hidden and type_.is_required(field)
    if is_needed and type_.is_hidden(field) and _is_surely_empty(field):
        reports.report(rules.HIDDEN_REQUIRED, field.name_node.place, name=field.name)


def _is_surely_empty(field: UIField) -> bool:
    """Return whether a hidden field has no value to send; scripts of its own may fill it."""
    if may_be_disabled(field) or field.widget_media is not None:
        return False
    if field.initial is not None and not isinstance(field.initial, Scalar):
        return False
    text = field.type.cleaned_text(field, initial_text(field) or "")
    return not text and is_empty(field.type.empty_value(field))


def _check_initial(field: UIField, reports: Reports) -> None:
    initial = literal_initial(field)
    if initial is None or (text := str(initial.value)) == "":
        return
    verdict, escaped = field.type.judged(field, text), initial_text(field)
    if verdict.problem is not None:
        reports.report(
            rules.INITIAL_REFUSED,
            initial.place,
            name=field.name,
            problem=verdict.problem,
            related=() if verdict.by is None else (Related("rejected by this", verdict.by.place),),
            suggestion=verdict.suggestion,
        )
    elif escaped is not None and escaped != text:
        reports.report(
            rules.INITIAL_ESCAPED, initial.place, escaped=escaped, expression=_expression(text)
        )


def _expression(text: str) -> str:
    """Return the YAML of an expression whose value is a text."""
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("'", "''")
    return f"!yaql '\"{quoted}\"'"


def _check_secret_type(field: UIField, reports: Reports) -> None:
    type_ = field.type
    if names_password(field.name) and type_ in (STRING, TEXT_AREA) and not type_.is_hidden(field):
        reports.report(
            manifest.SHOWN_PASSWORD,
            field.type_node.place,
            name=field.name,
            type=type_.name,
            fixes=functools.partial(_as_password, field),
        )


def _as_password(field: UIField) -> tuple[Fix, ...]:
    """Return the fix that writes the type: unsafe, as such a field refuses weak passwords."""
    from muranopl.ard.rewriting import rewritten

    # It needs a label, and may refuse a value that is there
    if not isinstance(field.label, Scalar) or field.initial is not None:
        return ()
    edit = rewritten(field.type_node, "password")
    title = "write `type: password`"
    return fixed_by(title, edit, applicability=Applicability.UNSAFE)


def _check_secret_initial(field: UIField, reports: Reports) -> None:
    initial = literal_initial(field)
    if initial is not None and names_secret(field.name) and text_of(initial):
        what = f'the value of field "{field.name}"'
        reports.report(manifest.DEFAULT_SECRET, initial.place, what=what, value="initial value")


def check_selectors(
    opened: DeclaredPackage, forms: FormValues, classes: ClassIndex, reports: Reports
) -> None:
    """Report selectors that can offer no application, if all requirements are at hand.

    A name without a dot is not a class name, which phase 1 reports. An unknown name is no defect if
    other packages may exist.
    """
    selectors = [
        (field, name)
        for fields in forms.forms.values()
        for field in fields.values()
        for name in field.classes
        if "." in name.text and DOTTED.match(name.text)
    ]
    if not selectors or not classes.visibility.has_all_requirements(opened.id):
        return
    visible = _VisiblePackages(classes.visibility.visible_packages(opened.id))
    at_hand: list[str] | None = None
    for field, name in selectors:
        if name.text not in visible.packages and name.text not in visible.owners:
            if not classes.names.closed:
                continue
            at_hand = at_hand or classes.visibility.other_packages(opened.id)
            near = functools.partial(_similar, name.text, at_hand)
            reports.report(
                rules.SELECTOR_UNKNOWN,
                name.node.place,
                field=field.name,
                name=name.text,
                suggestion=near,
            )
        elif (defect := visible.defect(name.text)) is not None:
            problem, related = defect
            reports.report(
                rules.SELECTOR_PACKAGE,
                name.node.place,
                field=field.name,
                name=name.text,
                problem=problem,
                related=related,
                suggestion="name a package whose FullName is also the name of its class",
            )


_Defect = tuple[str, tuple[Related, ...]]
"""Why a package offers nothing: the problem, and the place of the class."""


def _similar(name: str, packages: Sequence[str]) -> str | None:
    """Return a suggestion: a package with that last word, or a similar name."""
    return did_you_mean(nearest_full_name(name, packages))


class _VisiblePackages:
    """The packages that a package sees, by name, and the owners of the classes they list."""

    def __init__(self, seen: Sequence[DeclaredPackage]) -> None:
        self.packages: dict[str, list[DeclaredPackage]] = {}
        self.owners: dict[str, DeclaredPackage] = {}
        for item in seen:
            self.packages.setdefault(item.id.name, []).append(item)
            for name in (*item.classes, *item.opaque):
                if item.find(name) is not None:
                    self.owners.setdefault(name, item)

    def defect(self, name: str) -> _Defect | None:
        """Return why a known name offers nothing, or None."""
        named = self.packages.get(name)
        if named is not None:
            return self._other_application(name, named)
        owner = self.owners[name]
        declared = owner.classes.get(name)
        problem = f"it is not a package, but a class in package {owner.id.name}"
        if declared is None:
            return problem, ()
        return problem, (Related(f"{name} is declared here", declared.declaration.place),)

    def _other_application(self, name: str, named: Sequence[DeclaredPackage]) -> _Defect | None:
        """Return the defect of a package if no version has an application of that class, or None.

        An unknown class is a defect of that application, not of the selector.
        """
        different = [
            result for package in named if (result := _application_type(package)) is not None
        ]
        if len(different) < len(named) or any(other == name for other, _ in different):
            return None
        other, node = different[0]
        if other not in self.owners:
            return None
        problem = f"its application is an object of {other}, but only objects of {name} are offered"
        return problem, (Related(f"the object of {other}", node.place),)


def _application_type(package: DeclaredPackage) -> tuple[str, Node] | None:
    """Return the class of the application of a package, and its node, or None."""
    definition = package.package.ui
    name = None if definition is None else application_type(definition)
    if definition is None or definition.application is None or name is None:
        return None
    return name, definition.application
