"""Checks Heat templates beside those of Heat packages: files of Resources, and constants in code.

Code gives them to `setTemplate` or `updateTemplate` of a stack, and may change and complete them
before: all diagnostics are warnings, and nothing is reported that this may mend.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from muranopl.ard.nodes import Mapping, Scalar, expressions, text_of, walk
from muranopl.ard.yaml.loader import YamlLoader
from muranopl.ard.yaql.tree import Call
from muranopl.ard.yaql.tree import walk as walk_expression
from muranopl.diagnostics.diagnostic import Severity, at_most_warning
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.patterns import lazy_pattern
from muranopl.language.grammar.formats import FIRST
from muranopl.language.grammar.instructions.block import Body
from muranopl.language.grammar.reading import Reading
from muranopl.read.documents import read_file
from muranopl.read.package import ClassUnit, PackageHeader
from muranopl.read.plan_files import RESOURCES, resource_files

VERSION = "heat_template_version"
MERGED_VERSION = "2013-05-23"
"""The version of the templates that the engine merges."""
_ENDINGS = (".yaml", ".yml", ".template", ".json", ".hot")
_LOOKS_LIKE_ONE = lazy_pattern(rb'^[ \t{]*"?heat_template_version"?[ \t]*:', re.MULTILINE)
MERGING = "updateTemplate"
PUSHING = frozenset({"setTemplate", MERGING})
"""The methods of stacks that take a template."""


def check_resource_templates(
    header: PackageHeader, findings: Findings, load: YamlLoader
) -> dict[str, Scalar]:
    """Check the files of Resources that are Heat templates; return their versions, by path."""
    versions: dict[str, Scalar] = {}
    for path in filter(may_be_template, header.source.paths()):
        data = read_file(header.source, path, findings)
        if data is None or not looks_like_template(data):
            continue
        result = findings.apart()
        documents = load(data, header.source.file(path), result, None)
        node = documents[0] if len(documents) == 1 else None
        if isinstance(node, Mapping) and not result.errors:
            _check(node, result, whole=_is_whole(path, header))
            version = node.get(VERSION)
            if isinstance(version, Scalar):
                versions[path] = version
        _take(result, findings)
    return versions


def may_be_template(path: str) -> bool:
    """Return whether a file of a package may be a template, judging by its path."""
    return path.endswith(_ENDINGS) and bool(resource_files([path]))


def looks_like_template(data: bytes) -> bool:
    """Return whether the content of a file looks like a template."""
    return _LOOKS_LIKE_ONE.search(data) is not None


def check_code_templates(units: Iterable[ClassUnit], findings: Findings) -> None:
    """Check the templates that method bodies have as constants, beside a call that takes one."""
    for unit in units:
        text = unit.file.text or ""
        if not any(name in text for name in PUSHING):
            continue
        result = findings.apart()
        for node in _templates_in(unit):
            _check(node, result, whole=False)
        _take(result, findings)


def _templates_in(unit: ClassUnit) -> Iterator[Mapping]:
    for class_ in unit.classes:
        for method in class_.all_methods:
            body = method.body
            if body is not None and not body.unread and _pushes(body):
                for part in walk(body.node, scalars=False):
                    if isinstance(part, Mapping) and _is_template(part):
                        yield part


def _pushes(body: Body) -> bool:
    """Return whether a body calls a method that takes a template."""
    return any(
        isinstance(part, Call) and part.name in PUSHING
        for expression in expressions(body.node)
        for part in walk_expression(expression.tree)
    )


def _is_template(node: Mapping) -> bool:
    """Return whether a mapping is a template or a part of one: it has resources with their types."""
    if node.find(VERSION) is not None:
        return True
    resources = node.get("resources")
    if not isinstance(resources, Mapping) or not resources.pairs:
        return False
    return all(
        isinstance(value, Mapping) and "::" in (text_of(value.get("type")) or "")
        for _, value in resources.pairs
    )


def _is_whole(path: str, header: PackageHeader) -> bool:
    """Return whether Heat gets a file as it is: those that templates of Heat packages name."""
    return header.format.is_heat and path.startswith(f"{RESOURCES}/HotFiles/")


def _check(node: Mapping, findings: Findings, *, whole: bool) -> None:
    from muranopl.read.heat.check import check_template

    check_template(node, Reading(findings, FIRST, refuses=None), whole=whole)


def _take(result: Findings, findings: Findings) -> None:
    findings.take(
        at_most_warning(item) for item in result.diagnostics if item.severity is not Severity.INFO
    )
