"""What differs from the lock, while packages are edited."""

from __future__ import annotations

import msgspec

from muranopl.ard.sources.package_folder import MANIFEST
from muranopl.ard.sources.source import Source, SourceError
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.namespace.required.lock_file import read_lock
from muranopl.phases.job import Job
from muranopl.phases.reuse.opening import PackagePaths


class LockedPackages:
    """The diagnostics about packages that are not those of a lock, see `PackagePaths.lock`.

    They depend on the manifests of the checked packages, on the others, and on the lock.
    """

    def __init__(self, paths: PackagePaths) -> None:
        self._paths = paths
        self._inputs: object = None
        self._diagnostics: tuple[Diagnostic, ...] = ()

    def diagnostics(self, job: Job) -> tuple[Diagnostic, ...]:
        """Return the diagnostics for the packages of a job. Raise UsageError for a bad lock."""
        if self._paths.lock is None:
            return ()
        lock = read_lock(self._paths.lock)
        manifests = [(source.location, _manifest(source)) for source in job.targets]
        # An unchanged package is the same object
        inputs = (msgspec.json.encode(lock), manifests, list(job.libraries))
        if inputs != self._inputs:
            findings = self._paths.findings()
            self._paths.report_unlocked(job, lock, findings)
            self._inputs, self._diagnostics = inputs, tuple(findings.diagnostics)
        return self._diagnostics


def _manifest(source: Source) -> bytes:
    try:
        return source.read(MANIFEST)
    except SourceError:
        return b""
