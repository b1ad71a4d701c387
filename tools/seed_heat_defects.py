"""Measure how many defects of Heat templates the checker finds: seed them, one at a time.

    python tools/seed_heat_defects.py FOLDER... [--per-kind N] [--seed S] [--missed]

Every file below the folders that is a Heat template without errors is taken. Sites are chosen at
random, the same ones for the same seed. A defect is found if its line has a new error or warning.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

from muranopl.ard.nodes import Mapping, Node, Scalar, Sequence, text_of, walk
from muranopl.ard.yaml.loader import load
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File
from muranopl.language.grammar.reading import Reading
from muranopl.read.heat.check import check_template
from muranopl.read.heat.readers import VERSION

SUFFIXES = (".yaml", ".yml", ".template")
FUNCTIONS = ("get_param", "get_resource", "get_attr", "str_replace", "list_join")


class Site(NamedTuple):
    """A scalar of a template that a defect replaces, and the text that it writes there."""

    kind: str
    node: Node
    text: str


class SourceTemplate(NamedTuple):
    """A template: its file, its text and its document."""

    path: Path
    text: str
    node: Mapping


def templates(folders: Iterable[str]) -> Iterator[SourceTemplate]:
    """Yield the templates in folders that check without errors."""
    for folder in folders:
        for path in sorted(Path(folder).rglob("*")):
            if path.suffix in SUFFIXES and path.is_file():
                text = path.read_text(encoding="utf-8", errors="replace")
                node = _document(text, Findings())
                if node is not None and node.find(VERSION) and not _problems(text):
                    yield SourceTemplate(path, text, node)


def _document(text: str, findings: Findings) -> Mapping | None:
    file = File("", "template.yaml")
    documents = load(text.encode(), file, findings, dialect=None)
    node = documents[0] if documents else None
    return node if isinstance(node, Mapping) else None


def _problems(text: str) -> set[tuple[str, int]]:
    """Return the codes and lines of errors and warnings."""
    findings = Findings()
    node = _document(text, findings)
    if node is not None and not findings.errors:
        check_template(node, Reading(findings, refuses=None))
    return {
        (item.code, item.place.line)
        for item in findings.diagnostics
        if item.severity is not Severity.INFO
    }


def sites(template: Mapping) -> Iterator[Site]:
    """Yield the sites of defects."""
    for key, value in template.pairs:
        yield Site("section", key, _misspelt(key))
        if text_of(key) == VERSION and isinstance(value, Scalar):
            yield Site("version", value, "2013-05-24")
    yield from _of_parameters(template)
    yield from _of_resources(template)
    yield from _of_names(template, "outputs", {"value": "output-value"})
    yield from _of_groups(template)
    for node in walk(template):
        if isinstance(node, Mapping) and len(node.pairs) == 1:
            yield from _of_call(*node.pairs[0])


def _of_parameters(template: Mapping) -> Iterator[Site]:
    kinds = {"type": "parameter-type-key", "constraints": "constraints-key"}
    yield from _of_names(template, "parameters", kinds)
    for _, parameter in _pairs(template.get("parameters")):
        if not isinstance(parameter, Mapping):
            continue
        kind, default = parameter.get("type"), parameter.get("default")
        if kind is not None:
            yield Site("parameter-type", kind, _misspelt(kind))
        if text_of(kind) in {"number", "boolean"} and isinstance(default, Scalar):
            yield Site("default-type", default, "neither")
        constraints = parameter.get("constraints")
        for item in constraints.items if isinstance(constraints, Sequence) else ():
            yield from _of_constraint(item, default)


def _of_constraint(constraint: Node, default: Node | None) -> Iterator[Site]:
    for key, value in _pairs(constraint):
        name = text_of(key)
        if name != "description":
            yield Site("constraint-key", key, _misspelt(key))
        if name in {"length", "range"}:
            for bound, number in _pairs(value):
                yield Site("constraint-bound", number, "many")
                yield Site("bound-key", bound, _misspelt(bound))
        if name == "allowed_values" and isinstance(default, Scalar):
            yield Site("default-allowed", default, "never_allowed")


def _of_resources(template: Mapping) -> Iterator[Site]:
    keys = dict.fromkeys(("properties", "metadata", "depends_on"), "resource-key")
    yield from _of_names(template, "resources", {**keys, "type": "resource-type-key"})
    for key, resource in _pairs(template.get("resources")):
        depends = resource.get("depends_on") if isinstance(resource, Mapping) else None
        names = depends.items if isinstance(depends, Sequence) else (depends,)
        for name in names:
            if name is not None and text_of(name):
                yield Site("depends_on", name, _misspelt(name))
                yield Site("circle", name, str(text_of(key)))


def _of_names(template: Mapping, section: str, kinds: dict[str, str]) -> Iterator[Site]:
    """Yield sites at the keys of what a section declares."""
    for _, declared in _pairs(template.get(section)):
        for key, _ in _pairs(declared):
            kind = kinds.get(text_of(key) or "")
            if kind is not None:
                yield Site(kind, key, _misspelt(key))


def _of_groups(template: Mapping) -> Iterator[Site]:
    groups = template.get("parameter_groups")
    for group in groups.items if isinstance(groups, Sequence) else ():
        for name in _items(group.get("parameters") if isinstance(group, Mapping) else None):
            yield Site("group", name, _misspelt(name))


def _of_call(key: Node, argument: Node) -> Iterator[Site]:
    function = text_of(key)
    if function not in FUNCTIONS:
        return
    yield Site("function", key, _misspelt(key))
    named = argument
    if isinstance(argument, Sequence) and argument.items:
        named = argument.items[0]
    name = text_of(named)
    if function.startswith("get_") and name is not None and "::" not in name:
        yield Site(function, named, _misspelt(named))
        yield Site(f"{function}-other", named, "nothing_of_that_name")
    if function in {"list_join", "str_replace"}:
        for part, _ in _pairs(argument):
            yield Site("argument-key", part, _misspelt(part))


def _pairs(node: Node | None) -> tuple[tuple[Node, Node], ...]:
    return node.pairs if isinstance(node, Mapping) else ()


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else ()


def _misspelt(node: Node) -> str:
    """Return a text without its second letter from the end."""
    text = str(getattr(node, "value", ""))
    return text[:-2] + text[-1:]


def seeded(text: str, site: Site) -> str | None:
    """Return a text with a defect, None where it is not written on one line as it reads."""
    node, lines = site.node, text.splitlines(keepends=True)
    if node.line != node.end_line or not site.text:
        return None
    line = lines[node.line - 1]
    written = line[node.column - 1 : node.end_column - 1]
    if str(getattr(node, "value", "")) not in written:
        return None
    lines[node.line - 1] = line[: node.column - 1] + site.text + line[node.end_column - 1 :]
    return "".join(lines)


def main() -> None:
    """Seed defects and print the shares that are found."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--per-kind", type=int, default=50, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--missed", action="store_true", help="list those not found")
    options = parser.parse_args()
    corpus = list(templates(options.folders))
    by_kind: dict[str, list[tuple[SourceTemplate, Site]]] = {}
    for template in corpus:
        for site in sites(template.node):
            by_kind.setdefault(site.kind, []).append((template, site))
    print(f"{len(corpus)} templates")
    total = reported = 0
    for kind, places in sorted(by_kind.items()):
        Random(options.seed).shuffle(places)
        results = list(_results(places, options.per_kind, missed=options.missed))
        total, reported = total + len(results), reported + sum(results)
        print(f"{kind:20} {sum(results):4} of {len(results):4}")
    print(f"{'all':20} {reported:4} of {total:4}  {reported / max(total, 1):.1%}")


def _results(
    places: Iterable[tuple[SourceTemplate, Site]], count: int, *, missed: bool
) -> Iterator[bool]:
    done = 0
    for template, site in places:
        text = seeded(template.text, site) if done < count else None
        if text is None or text == template.text:
            continue
        done += 1
        before = _problems(template.text)
        new = _problems(text) - before
        result = any(line == site.node.line for _, line in new)
        if missed and not result:
            print(f"  missed {site.kind}: {template.path}:{site.node.line} {site.text}")
        yield result


if __name__ == "__main__":
    main()
