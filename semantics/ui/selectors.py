"""Fields that offer applications: the packages whose names are their types (reference: ui-agreement, section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from muranopl.ard.nodes import Node
from muranopl.diagnostics.catalogue import ui_fields as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.language.contracts.type_names import TypeName
from muranopl.language.grammar.names import DOTTED
from muranopl.language.grammar.ui.class_names import application_type
from muranopl.language.grammar.ui.field import UIField
from muranopl.namespace.result import DeclaredPackage
from muranopl.semantics.inference.classes import ClassIndex
from muranopl.semantics.ui.form_values import FormValues
from muranopl.semantics.ui.reports import Reports


def check_selectors(opened: DeclaredPackage, forms: FormValues, classes: ClassIndex, reports: Reports) -> None:
    """Check whether selectors can offer anything; says nothing while something that is required is not at hand.

    A name without a dot is no class name, which phase 1 reports.
    """
    selectors = [
        (field, name)
        for fields in forms.forms.values()
        for field in fields.values()
        for name in field.type.classes
        if "." in name.text and DOTTED.match(name.text)
    ]
    if not selectors or not classes.visible(opened.id):
        return
    seen = classes.seen(opened.id)
    for field, name in selectors:
        _check(field, name, seen, reports)


def _check(field: UIField, name: TypeName, seen: Sequence[DeclaredPackage], reports: Reports) -> None:
    named = [each for each in seen if each.id.name == name.text]
    owner = next((each for each in seen if each.find(name.text) is not None), None)
    if not named and owner is None:
        near = did_you_mean(nearest(name.text, sorted(each.id.name for each in seen if each.package.ui is not None)))
        reports.report(rules.SELECTOR_UNKNOWN, name.node.place, field=field.name, name=name.text, suggestion=near)
        return
    defect = _other_application(name.text, named, seen) if owner is None or named else _only_a_class(name.text, owner)
    if defect is not None:
        facts: dict[str, Any] = {"field": field.name, "name": name.text, "problem": defect.problem}
        remedy = f"what can be offered is a package that is called like its class: `FullName: {defect.class_}`"
        related = () if defect.place is None else (Related(f"{defect.class_} is here", defect.place),)
        reports.report(rules.SELECTOR_PACKAGE, name.node.place, related=related, suggestion=remedy, **facts)


class _Defect(NamedTuple):
    """Why nothing of a package is offered: what about which class, which is written where."""

    problem: str
    class_: str
    place: Place | None


def _only_a_class(name: str, owner: DeclaredPackage) -> _Defect:
    declared = owner.classes.get(name)
    problem = f"there is none of that name, only a class, in the package {owner.id.name}"
    return _Defect(problem, name, None if declared is None else declared.declaration.place)


def _other_application(name: str, named: Sequence[DeclaredPackage], seen: Sequence[DeclaredPackage]) -> _Defect | None:
    """Return the defect of a package, if in none of its versions the application is an object of that class.

    A class that is nowhere is a defect of that application, not of the selector.
    """
    others = [found for package in named if (found := _application_type(package)) is not None]
    if len(others) < len(named) or any(other == name for other, _ in others):
        return None
    other, node = others[0]
    if all(each.find(other) is None for each in seen):
        return None
    problem = f"its application is an object of {other}, and only objects of {name} are offered"
    return _Defect(problem, other, node.place)


def _application_type(package: DeclaredPackage) -> tuple[str, Node] | None:
    """Return the class that the application of a package is an object of, with where it is written."""
    definition = package.package.ui
    name = None if definition is None else application_type(definition)
    if definition is None or definition.application is None or name is None:
        return None
    return name, definition.application
