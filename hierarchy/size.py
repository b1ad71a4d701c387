"""Hierarchies that the engine cannot load, or cannot search in reasonable time.

The class is cut off from its parents. Loading a class loads its parents recursively, so Python's
recursion limit bounds the levels. To look up a member, the engine walks every line of descent from
the class to a root; their number can be exponential, as with a class that extends two classes that
both extend two classes, and so on (murano_type.py, `_find_symbol_chains`).
"""

from __future__ import annotations

from muranopl.diagnostics.bounds import INHERITANCE_LEVELS, INHERITANCE_STEPS
from muranopl.diagnostics.catalogue import hierarchy as rules
from muranopl.diagnostics.cycles import topological_order
from muranopl.diagnostics.findings import Findings
from muranopl.hierarchy.gaps import Gap, Gaps, Lack
from muranopl.namespace.result import Names, TypeId


def cut_too_large(
    parents: dict[TypeId, tuple[TypeId, ...]], names: Names, findings: dict[TypeId, Findings]
) -> Gaps:
    """Report and return classes with too many ancestors, and remove their parents."""
    levels: dict[TypeId, int] = {}
    steps: dict[TypeId, int] = {}
    cut: Gaps = {}
    for id_ in topological_order(parents):
        above = parents[id_]
        levels[id_] = 1 + max((levels.get(parent, 1) for parent in above), default=0)
        steps[id_] = 1 + sum(steps.get(parent, 1) for parent in above)
        problem = _problem(levels[id_], steps[id_])
        if problem is not None:
            declaration = names.classes[id_].declaration
            if declaration.extends:
                place = declaration.extends[0].place
            else:
                place = declaration.place
            findings[id_].report(rules.TOO_MANY_ANCESTORS, place, name=id_.name, problem=problem)
            # Descendants count anew from here, so that they are not reported as well
            parents[id_] = ()
            levels[id_] = steps[id_] = 1
            cut[id_] = (Gap(Lack.TOO_MANY_ANCESTORS, id_.name, place),)
    return cut


def _problem(levels: int, steps: int) -> str | None:
    if levels > INHERITANCE_LEVELS.most:
        return f"extends more than {INHERITANCE_LEVELS.most:,} levels of classes, which the engine cannot load"
    if steps > INHERITANCE_STEPS.most:
        return (
            f"has more than {INHERITANCE_STEPS.most:,} classes on its lines of descent, which the engine goes through "
            "one by one for each property and method"
        )
    return None
