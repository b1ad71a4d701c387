"""Checks fields that select applications, whose types are the names of packages.

Reference: ui-agreement, section 4.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from muranopl.ard.nodes import Node
from muranopl.diagnostics.catalogue import forms as rules
from muranopl.diagnostics.diagnostic import Related
from muranopl.diagnostics.nearest import did_you_mean, nearest_full_name
from muranopl.language.grammar.names import DOTTED
from muranopl.language.grammar.ui.class_names import application_type
from muranopl.namespace.result import DeclaredPackage
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.forms.form_values import FormValues
from muranopl.semantics.forms.reports import Reports


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
