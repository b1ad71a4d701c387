"""The findings of shellcheck about scripts, kept as long as the files of their package stay the same."""

from __future__ import annotations

from collections.abc import Iterable

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.shellcheck_codes import PREFIX
from muranopl.phases.reuse.cache import Cache
from muranopl.phases.reuse.scripts import check_scripts
from muranopl.read.index import PackageEntry
from muranopl.read.shellcheck_program import shellcheck_program


class KeptScripts:
    """What shellcheck reports about the scripts of packages, if it is installed.

    `cache` has findings by the content of a script.
    """

    def __init__(self, cache: Cache, max_per_code: int | None) -> None:
        self._cache, self._max_per_code = cache, max_per_code
        self._known: dict[Source, list[Diagnostic]] = {}

    def about(self, targets: Iterable[PackageEntry], rules: RulesByFile) -> list[Diagnostic]:
        """Return the diagnostics about the scripts of some packages; those of others are forgotten."""
        if shellcheck_program() is None or not rules.may_report(PREFIX):
            return []
        sources = {entry.source: entry.name for entry in targets}
        results = {item: self._known[item] for item in sources if item in self._known}
        for source, name in sources.items():
            if source not in results:
                results[source] = check_scripts([(name, source)], self._cache, self._max_per_code)
        self._known = results
        return [item for source in sources for item in self._known[source]]
