"""Versions of classes in contracts: `$.class(Name, versionSpec => '>=1.2')`."""

from __future__ import annotations

from muranopl.ard.nodes import Yaql
from muranopl.ard.positions import place_within
from muranopl.diagnostics.catalogue import contracts as rules
from muranopl.diagnostics.findings import Findings
from muranopl.language.contracts.chains import arguments_of
from muranopl.language.contracts.functions.class_ import VERSIONS
from muranopl.language.contracts.functions.declaration import ContractCall
from muranopl.language.contracts.tree import Chain, Contract, walk
from muranopl.language.grammar.versions import parse_spec

_WANTED = f"a specification like '>=1.2,<2' as {VERSIONS}"


def report_versions(contract: Contract, findings: Findings, what: str) -> None:
    """Report specifications that cannot be read: every object fails then (measured).

    An empty specification counts as absent.
    """
    for part in walk(contract):
        for call in part.calls if isinstance(part, Chain) else ():
            arguments = call.class_arguments
            if (
                arguments is not None
                and arguments.spec
                and parse_spec(arguments.spec) is None
            ):
                _report(part.node, call, findings, what)
                part.reported = True


def _report(node: object, call: ContractCall, findings: Findings, what: str) -> None:
    assert isinstance(node, Yaql)  # noqa: S101 - else it calls nothing
    argument = arguments_of(call.call, call.function)[VERSIONS]
    findings.report(
        rules.BAD_ARGUMENTS,
        place_within(node, argument.start, argument.end),
        what=what,
        name=call.function.name,
        wants=_WANTED,
        found=node.text[argument.start : argument.end],
    )
