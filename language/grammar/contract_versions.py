"""Versions of classes in contracts: `$.class(Name, versionSpec => '>=1.2')`."""

from __future__ import annotations

from muranopl.ard.nodes import Yaql
from muranopl.ard.positions import place_within
from muranopl.diagnostics.catalogue import contracts as rules
from muranopl.diagnostics.findings import Findings
from muranopl.language.contracts.chains import arguments_of
from muranopl.language.contracts.functions.class_ import VERSIONS
from muranopl.language.contracts.tree import Chain, Contract, walk
from muranopl.language.grammar.versions import is_spec

_WANTED = f"a specification like '>=1.2,<2' as {VERSIONS}"


def report_versions(contract: Contract, findings: Findings, what: str) -> None:
    """Report specifications that cannot be read: every object fails then (measured).

    An empty specification counts as absent.
    """
    for part in walk(contract):
        if not isinstance(part, Chain) or part.class_arguments is None:
            continue
        spec = part.class_arguments.spec
        if spec and not is_spec(spec):
            _report(part, findings, what)
            part.reported = True


def _report(chain: Chain, findings: Findings, what: str) -> None:
    node, call = chain.node, chain.typed
    assert isinstance(node, Yaql)  # noqa: S101 - else it calls nothing
    assert call is not None  # noqa: S101 - else it names no class
    argument = arguments_of(call.call, call.function)[VERSIONS]
    findings.report(
        rules.BAD_ARGUMENTS,
        place_within(node, argument.start, argument.end),
        what=what,
        name=call.function.name,
        wants=_WANTED,
        found=node.text[argument.start : argument.end],
    )
