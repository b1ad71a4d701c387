"""Which diagnostics mean that the engine refuses to load a class: by rule, and by where they stand."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.diagnostics.catalogue import classes, hierarchy, inherit, namespace, shapes, yaml
from muranopl.diagnostics.catalogue import manifest as manifests
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.rules import Rule
from muranopl.namespace.session import LoadClosure

OF_A_CLASS: tuple[Rule, ...] = (
    shapes.MISSING_KEY,
    shapes.WRONG_TYPE,
    shapes.BAD_CHOICE,
    classes.BAD_ARGUMENT,
    classes.ARGUMENT_ORDER,
    classes.ACTION_WITH_SESSION,
    classes.BAD_META,
    namespace.BAD_PREFIX,
    namespace.BAD_NAMESPACE,
    namespace.BAD_TYPE_NAME,
    namespace.UNKNOWN_PREFIX,
    hierarchy.CYCLE,
    hierarchy.LOAD_CYCLE,
    hierarchy.META_PARENT,
    hierarchy.VERSION_CONFLICT,
    inherit.NOT_A_META_CLASS,
    inherit.META_TARGET,
    inherit.META_TWICE,
)
"""What makes the engine refuse the class it is reported in (reference: syntax.json and types.json, stage class)."""

OF_A_FILE: tuple[Rule, ...] = (yaml.SYNTAX, yaml.TAG, manifests.NOT_A_CLASS, namespace.TWO_UNNAMED)
"""What makes the engine refuse every class of the file it is reported in."""


def refusals(reached: LoadClosure, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics, of all given, that keep the engine from loading one of the classes reached, sorted."""
    of_a_class = {rule.code for rule in OF_A_CLASS}
    of_a_file = {rule.code for rule in OF_A_FILE}
    spans: dict[int, list[tuple[int, int]]] = {}
    for declared in reached.classes.values():
        node = declared.declaration.node
        spans.setdefault(id(node.file), []).append((node.line, node.end_line))
    found = {
        each.sort_key(): each
        for each in diagnostics
        if each.severity is Severity.ERROR
        and id(each.place.file) in spans
        and (
            each.code in of_a_file or (each.code in of_a_class and _inside(each.place.line, spans[id(each.place.file)]))
        )
    }
    return tuple(found[key] for key in sorted(found))


def _inside(line: int, spans: list[tuple[int, int]]) -> bool:
    return any(first <= line <= last for first, last in spans)
