"""Which packages are worked on together: a pure function over the graph of requirements."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from muranopl.diagnostics.cycles import components

Needs = Mapping[str, Collection[str]]
"""The names of packages, each with those of the packages that it requires."""


def partition(
    needs: Needs, weight: Callable[[str], int], count: int, begun: Sequence[Collection[str]] = ()
) -> list[list[str]]:
    """Divide packages, by name, into at most `count` parts of about the same weight; the same for the same packages.

    Packages that require one another in a circle are together, and a package is beside what it
    requires as far as that goes: all are put in a row, each behind what only it requires, and the
    row is cut. What was `begun` goes on where it is; as many parts are returned then.
    """
    result: list[list[str]] = [[name for name in part if name in needs] for part in begun] or [
        [] for _ in range(count)
    ]
    taken = {name for part in result for name in part}
    weights = [sum(map(weight, part)) for part in result]
    fair = sum(map(weight, needs)) / max(len(result), 1)
    part = 0
    for group in _in_a_row(needs):
        new = [name for name in group if name not in taken]
        if not new:
            continue
        more = sum(map(weight, new))
        while part < len(result) - 1 and weights[part] + more / 2 > fair:
            part += 1
        result[part] += new
        weights[part] += more
    return result if begun else [part for part in result if part]


def _in_a_row(needs: Needs) -> Iterator[tuple[str, ...]]:
    """Yield the packages that are together anyway, each behind what it requires that was not yielded before."""
    groups = components(needs)
    group_of = {name: group for group in groups for name in group}
    done: set[tuple[str, ...]] = set()
    for last in reversed(groups):  # those that nobody requires come first
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
