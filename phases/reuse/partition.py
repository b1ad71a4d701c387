"""Partition packages for workers: a pure function of the graph of requirements."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from muranopl.diagnostics.graphs import components

Needs = Mapping[str, Collection[str]]
"""The names of the packages that a package requires, by its name."""


def partition(needs: Needs, weight: Callable[[str], int], count: int) -> list[list[str]]:
    """Return at most `count` parts of about the same weight, as lists of names; deterministic.

    Packages of a cycle of requirements are in one part, and a package is near its requirements:
    packages are ordered so that each follows those that only it requires, and this order is cut.
    """
    result: list[list[str]] = [[]]
    fair, taken = sum(map(weight, needs)) / count, 0
    for group in _in_a_row(needs):
        more = sum(map(weight, group))
        # A group stays in a part if at least half of it is within the fair weight
        if len(result) < count and taken + more / 2 > fair:
            result.append([])
            taken = 0
        result[-1] += group
        taken += more
    return [part for part in result if part]


def _in_a_row(needs: Needs) -> Iterator[tuple[str, ...]]:
    """Yield the cycles of packages, each after its requirements not yielded before."""
    groups = components(needs)
    group_of = {name: group for group in groups for name in group}
    done: set[tuple[str, ...]] = set()
    for last in reversed(groups):  # those that no package requires come first
        stack: list[tuple[tuple[str, ...], Iterator[tuple[str, ...]]]] = []
        if last not in done:
            done.add(last)
            stack.append((last, _required(last, needs, group_of)))
        while stack:
            group, required = stack[-1]
            below = next((item for item in required if item not in done), None)
            if below is None:
                stack.pop()
                yield group
            else:
                done.add(below)
                stack.append((below, _required(below, needs, group_of)))


def _required(
    group: Iterable[str], needs: Needs, group_of: Mapping[str, tuple[str, ...]]
) -> Iterator[tuple[str, ...]]:
    return (
        group_of[name] for member in group for name in sorted(needs[member]) if name in group_of
    )
