"""Reports what Heat takes in a template and the engine does not: in contracts, forms and files.

Only templates of Heat packages are concerned.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from muranopl.ard.descriptions import quoted
from muranopl.ard.nodes import Mapping, Node, is_null, text_of
from muranopl.ard.plain_data import plain
from muranopl.ard.yaql import Dialect, ExpressionError, parse
from muranopl.ard.yaql.tree import AnyExpression, Binary, Keyword, Literal, Unary
from muranopl.diagnostics.catalogue import heat as rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest_path
from muranopl.diagnostics.reporter import Reporter
from muranopl.read.heat.calls import HeatCall
from muranopl.read.heat.contracts import (
    CopiedValue,
    Restriction,
    parameters_of,
    restrictions,
    written_name,
)
from muranopl.read.heat.generated import FILES, PackageParts
from muranopl.read.heat.references import found_in, twice_grouped
from muranopl.read.heat.template import HeatTemplate


def check_contracts(template: Mapping, findings: Findings) -> frozenset[str]:
    """Report values of constraints that mean something else in the contract of a parameter.

    Return the names of these parameters.
    """
    result = set()
    for key, parameter in parameters_of(template):
        name, before = written_name(key), findings.count
        for restriction in restrictions(parameter):
            what = f'a constraint of parameter "{name}"'
            _check_restriction(restriction, what, parameter, findings)
        if findings.count > before:
            result.add(name)
    return frozenset(result)


def _check_restriction(
    restriction: Restriction, what: str, parameter: Mapping, reporter: Reporter
) -> None:
    if _parsed(restriction.expression) is None:
        reporter.report(
            rules.BROKEN_CONTRACT, restriction.node, what=what, expression=restriction.call[1:]
        )
        return
    for value in restriction.values:
        _check_value(value, what, text_of(parameter.get("type")), reporter)


def _check_value(value: CopiedValue, what: str, type_: str | None, reporter: Reporter) -> None:
    meant, written = _constant(_parsed(value.text)), plain(value.node)
    # Python takes True for equal to 1, the engine does not
    if type(meant) is type(written) and meant == written:
        return
    # yaql reads `True` as a text, to which no boolean is equal: the contract refuses all values
    is_never = type_ == "boolean" and isinstance(written, bool)
    reporter.report(
        rules.OTHER_VALUE,
        value.node,
        what=what,
        text=value.text,
        meaning="an expression" if meant is None else f"the string {quoted(str(meant))}",
        severity=Severity.ERROR if is_never else None,
    )


def _parsed(text: str, dialect: Dialect = Dialect.MURANO) -> AnyExpression | None:
    """Return the expression that a text is by itself, None if it is none."""
    try:
        return parse(text, dialect)
    except ExpressionError:
        return None


def _constant(tree: AnyExpression | None) -> Any:
    """Return the value of a constant, None for other expressions."""
    if isinstance(tree, Literal):
        return tree.value
    if isinstance(tree, Keyword):
        return tree.name
    if isinstance(tree, Unary) and tree.operator == "-":
        value = _constant(tree.operand)
        return -value if isinstance(value, (int, float)) else None
    return None


def check_form(template: HeatTemplate, reporter: Reporter) -> frozenset[str]:
    """Report what leaves a package without a form, and return the names that fail in it."""
    _check_listed(template.node, "parameter_groups", "remove the key, or list the groups", reporter)
    for group in template.parameter_groups:
        _check_listed(group.node, "parameters", "list the names of parameters", reporter)
    return frozenset(_unusable_names(template, reporter)) | twice_grouped(template)


def _check_listed(node: Node, key: str, suggestion: str, reporter: Reporter) -> None:
    """Report a key without a value where the engine loops over it."""
    pair = node.find(key) if isinstance(node, Mapping) else None
    # TypeError, see conformance/heat.json, groups-null
    if pair is not None and is_null(pair[1]):
        problem = f"{key} has no value"
        reporter.report(rules.NO_FORM, pair[0], problem=problem, suggestion=suggestion)


def _unusable_names(template: HeatTemplate, reporter: Reporter) -> Iterator[str]:
    for parameter in template.parameters:
        name = parameter.name
        # `a-b` is read as a difference, and a number breaks the form (conformance/heat.json, name-*)
        if text_of(parameter.name_node) is not None and _reads_itself(name):
            continue
        reporter.report(
            rules.NO_FORM,
            parameter.name_node,
            problem=f'the value of parameter "{name}" is read as the expression '
            f"`$.group1.{name}`, which has another meaning",
            suggestion="write a name of letters, digits and _",
        )
        yield name


def _reads_itself(name: str) -> bool:
    """Return whether an expression that reads a field of a name in a form does so."""
    tree = _parsed(f"$.{name}", Dialect.UI)
    return isinstance(tree, Binary) and isinstance(tree.right, Keyword) and tree.right.name == name


def check_files(template: HeatTemplate, parts: PackageParts, reporter: Reporter) -> None:
    """Report files that the package does not have."""
    for path in parts.files:
        _check_file_name(path, template, reporter)
    files = frozenset(parts.files)
    for call in found_in(template):
        if not isinstance(call, HeatCall) or call.function != "get_file":
            continue
        name = text_of(call.argument)
        if name is None or name in files:
            continue
        reporter.report(
            rules.FILE_MISSING,
            call.argument,
            path=name,
            severity=Severity.WARNING if call.optional else None,
            suggestion=did_you_mean(nearest_path(name, parts.files), rules.FILE_MISSING.suggestion),
        )


def _check_file_name(name: str, template: HeatTemplate, reporter: Reporter) -> None:
    """Report a name that the expression that reads the file has otherwise, or that breaks it."""
    text = f"'{name}'"
    meant = _constant(_parsed(text))
    if meant == name:
        return
    what = f"the name of {FILES}{name}"
    if meant is None:
        reporter.report(
            rules.BROKEN_CONTRACT,
            template.node.head,
            what=what,
            expression=text,
            suggestion="rename the file",
        )
        return
    # No value avoids it, as each deployment reads all files
    reporter.report(
        rules.OTHER_VALUE,
        template.node.head,
        what=what,
        text=text,
        meaning=f"the string {quoted(str(meant))}",
        severity=Severity.ERROR,
        suggestion="rename the file",
    )
