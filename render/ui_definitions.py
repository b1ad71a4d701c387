"""Checks of UI definitions against the classes of their packages; imported only if there is one."""

from __future__ import annotations

import functools

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.language.contracts.facts import ContractFacts
from muranopl.language.contracts.functions.declaration import ContractCall
from muranopl.language.contracts.tree import Chain
from muranopl.read.package import PackageId
from muranopl.render.class_values import ClassValues
from muranopl.render.constant_contracts import ConstantContracts
from muranopl.semantics.bodies.classes import ClassIndex
from muranopl.semantics.forms.agreement.needs import Taker
from muranopl.semantics.forms.agreement.refusals import Trials
from muranopl.semantics.forms.definition import check_ui


class UIChecker:
    """Checks the UI definitions of packages whose classes are complete."""

    def __init__(self, classes: ClassIndex, values: ClassValues) -> None:
        self._classes = classes
        self._constants = ConstantContracts(values)

    def check(self, package: PackageId) -> list[Diagnostic]:
        """Return the diagnostics of the UI definition of a package."""
        names = self._classes.names
        findings = Findings(package.name, names.max_per_code)
        check_ui(names.packages[package], self._classes, self._trials_of, findings)
        return findings.diagnostics

    def _trials_of(self, taker: Taker) -> Trials:
        """Return how values are tried on the contract of a declaration."""
        refuses = functools.partial(self._constants.problem, taker.owner, taker.declaration)

        def passes_null(contract: Chain, _call: ContractCall) -> bool | None:
            return None if refuses(contract, None) is None else False

        return Trials(
            refuses, ContractFacts(quirks=self._classes.names.quirks, passes_null=passes_null)
        )
