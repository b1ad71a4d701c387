"""Names in exports: readable ones in place of ids, of letters that shells and files accept."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from muranopl.ard.plain_data import rebuilt
from muranopl.execution.simulation.heat.template import Template, section

_LONGEST = 80
_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+|[0-9]+")
_ID = re.compile(r"[-_]?(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")


def slug(text: str, separator: str = "-") -> str:
    """Return the words of a text in lower case, as a name that begins with a letter for shells."""
    words = separator.join(map(str.lower, _WORDS.findall(text)))
    result = words[:_LONGEST].rstrip(separator) or "unnamed"
    return f"n{separator}{result}" if separator == "_" and result[0].isdigit() else result


def unique(name: str, taken: Collection[str], separator: str = "-") -> str:
    """Return a name, with a number if it is taken."""
    result, number = name, 1
    while result in taken:
        number += 1
        result = f"{name}{separator}{number}"
    return result


def without_ids(name: str) -> str:
    """Return a name without the ids in it; it may be empty."""
    return _ID.sub("", name).strip("-_")


def readable_names(templates: Iterable[Template], outside: str) -> dict[str, str]:
    """Return readable names for those with ids, longest first.

    These are the names of resources and outputs, and what resources are called in the cloud. A name
    that the text `outside` contains is kept.
    """
    types = dict(item for template in templates for item in _names(template))
    taken, names = {*types}, dict[str, str]()
    for name, type_ in types.items():
        if _ID.search(name) and name not in outside:
            names[name] = unique(without_ids(name) or slug(type_.rpartition("::")[2]), taken)
            taken.add(names[name])
    return dict(sorted(names.items(), key=lambda item: -len(item[0])))


def _names(template: Template) -> Iterator[tuple[str, str]]:
    """Yield the names in a template with what they name."""
    for name, resource in entries(template, "resources").items():
        called = section(resource, "properties").get("name")
        if isinstance(called, str):
            yield called, "name"
        yield name, str(resource.get("type"))
    for name in entries(template, "outputs"):
        yield name, "output"


def entries(template: Template, name: str) -> dict[str, dict[Any, Any]]:
    """Return the entries of a section that are mappings, as all should be."""
    every = section(template, name).items()
    return {str(key): entry for key, entry in every if isinstance(entry, dict)}


def renamed(value: Any, names: Mapping[str, str]) -> Any:
    """Return a copy of plain data with new names in all of its texts."""

    def text(leaf: Any) -> Any:
        for old, new in names.items() if isinstance(leaf, str) else ():
            leaf = leaf.replace(old, new)
        return leaf

    return rebuilt(value, text, text)
