"""Which diagnostics mean that the engine refuses to load a class: by rule, and by where they stand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from muranopl.diagnostics.catalogue import classes, hierarchy, inherit, namespace, shapes, yaml
from muranopl.diagnostics.catalogue import manifest as manifests
from muranopl.diagnostics.diagnostic import Diagnostic, Severity
from muranopl.diagnostics.first_of_each import may_be_within
from muranopl.namespace.session import LoadClosure

OF_A_CLASS = frozenset(
    rule.code
    for rule in (
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
        hierarchy.NOT_IN_VERSION,
        inherit.NOT_A_META_CLASS,
        inherit.META_TARGET,
        inherit.META_TWICE,
    )
)
"""What makes the engine refuse the class it is reported in (reference: syntax.json and types.json, stage class)."""

OF_A_FILE = frozenset(rule.code for rule in (yaml.SYNTAX, yaml.TAG, manifests.NOT_A_CLASS, namespace.TWO_UNNAMED))
"""What makes the engine refuse every class of the file it is reported in."""


def refusals(reached: LoadClosure, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """The diagnostics, of all given, that keep the engine from loading one of the classes reached, sorted.

    One that stands for others refuses all classes of its file from there on: no one knows which of them those are in.
    """
    spans: dict[int, list[tuple[int, int]]] = {}
    for declared in reached.classes.values():
        node = declared.declaration.node
        spans.setdefault(id(node.file), []).append((node.line, node.end_line))
    found: dict[Any, Diagnostic] = {}
    for each in diagnostics:
        inside = spans.get(id(each.place.file), []) if each.severity is Severity.ERROR else []
        is_refusal = each.code in OF_A_FILE and inside
        if is_refusal or (each.code in OF_A_CLASS and any(may_be_within(each, *lines) for lines in inside)):
            found[each.sort_key()] = each
    return tuple(found[key] for key in sorted(found))
