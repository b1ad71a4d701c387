"""What shellcheck reports about the scripts of execution plans, in the diagnostics of a check.

Scripts are never run. Results are kept by the content of a script, if there is a cache.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.bounds import SCRIPT_SIZE
from muranopl.diagnostics.catalogue.internal import SCRIPT_NOT_CHECKED
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.shellcheck_codes import PREFIX
from muranopl.phases.reuse.answers import Answers, Same
from muranopl.phases.reuse.hashing import hashed
from muranopl.read.index import PackageEntry
from muranopl.read.plan_files import NamedBy, named_files, names_shell, plan_scripts
from muranopl.read.shellcheck import (
    Comment,
    ShellcheckFailedError,
    comments_about,
    diagnostic_of,
)
from muranopl.read.shellcheck_program import shellcheck_program, shellcheck_stamp

if TYPE_CHECKING:
    from muranopl.phases.reuse.cache import Cache

_AT_ONCE = 32
"""Scripts that one process looks at."""


class _Script(msgspec.Struct, frozen=True, eq=False):
    """A script: its package, its file, and its content."""

    package: str
    file: File
    data: bytes

    @property
    def shell(self) -> str:
        """The shell for scripts that name none, '' for others."""
        return "" if names_shell(self.data) else "bash"


def check_scripts(
    packages: Iterable[tuple[str, Source]], cache: Cache | None, max_per_code: int | None
) -> list[Diagnostic]:
    """Return what shellcheck reports about the scripts of some packages, by name; [] without it."""
    program = shellcheck_program()
    if program is None:
        return []
    scripts = [
        _Script(package, source.file(path), data)
        for package, source in packages
        for path, data in plan_scripts(source, _remembered(cache)).items()
    ]
    results = _Results(program, cache)
    results.look_at(scripts)
    if cache is not None:
        # The check is over, and has written its own records
        cache.store.close()
    by_package: dict[str, Findings] = {}
    for script in scripts:
        script.file.text = script.data.decode("utf-8", "replace")
        findings = by_package.setdefault(script.package, Findings(script.package, max_per_code))
        comments = results.of(script)
        if isinstance(comments, str):
            findings.report(SCRIPT_NOT_CHECKED, Place(script.file), problem=comments)
        else:
            findings.take(
                diagnostic_of(comment, script.file, script.package) for comment in comments
            )
    return [item for findings in by_package.values() for item in findings.diagnostics]


def remembered_scripts(
    targets: Iterable[PackageEntry],
    answers: Answers,
    cache: Cache,
    rules: RulesByFile,
    max_per_code: int | None,
) -> list[Diagnostic]:
    """Return what `check_scripts` does; packages that have not changed are not looked at again."""
    if shellcheck_program() is None or not rules.may_report(PREFIX):
        return []

    def about(entry: PackageEntry) -> list[Diagnostic]:
        return answers.ask(
            ("scripts", entry.source.location),
            Same(entry),
            lambda: check_scripts([(entry.name, entry.source)], cache, max_per_code),
        )

    return [item for entry in targets for item in about(entry)]


def _remembered(cache: Cache | None) -> NamedBy:
    """Return `named_files`, with results that are kept by the content of a plan."""
    if cache is None:
        return named_files

    def named(data: bytes, file: File) -> list[str]:
        key = hashed(b"plan", cache.program, data)
        record = cache.store.get(key)
        if record is not None:
            return msgspec.json.decode(record, type=list[str])
        result = named_files(data, file)
        cache.store.put(key, msgspec.json.encode(result))
        return result

    return named


class _Results:
    """The findings about scripts by content, or why there are none."""

    def __init__(self, program: str, cache: Cache | None) -> None:
        self._program, self._cache = program, cache
        self._stamp = shellcheck_stamp().encode()
        self._known: dict[bytes, list[Comment] | str] = {}

    def of(self, script: _Script) -> list[Comment] | str:
        """Return the findings about a script that was looked at, or the reason for none."""
        return self._known[self._key(script)]

    def look_at(self, scripts: Sequence[_Script]) -> None:
        """Look at scripts, many at once, unless the cache has the findings."""
        new = {self._key(item): item for item in scripts if not self._is_known(item)}
        for shell in ("", "bash"):
            kind = {key: item for key, item in new.items() if item.shell == shell}
            for batch in _batches(kind):
                self._run(batch, shell)

    def _key(self, script: _Script) -> bytes:
        return hashed(b"shellcheck", self._stamp, script.shell.encode(), script.data)

    def _is_known(self, script: _Script) -> bool:
        key = self._key(script)
        if len(script.data) > SCRIPT_SIZE.most:
            self._known[key] = f"it has more than {SCRIPT_SIZE.most} bytes"
        record = None if self._cache is None else self._cache.store.get(key)
        if record is not None:
            self._known[key] = msgspec.json.decode(record, type=list[Comment])
        return key in self._known

    def _run(self, scripts: Mapping[bytes, _Script], shell: str) -> None:
        try:
            results = comments_about(self._program, [item.data for item in scripts.values()], shell)
        except ShellcheckFailedError as error:
            if len(scripts) > 1:  # one of them alone is at fault
                for key, script in scripts.items():
                    self._run({key: script}, shell)
                return
            self._known.update(dict.fromkeys(scripts, str(error)))
            return
        for key, comments in zip(scripts, results, strict=True):
            self._known[key] = comments
            if self._cache is not None:
                self._cache.store.put(key, msgspec.json.encode(comments))


def _batches(scripts: Mapping[bytes, _Script]) -> Iterator[dict[bytes, _Script]]:
    items = list(scripts.items())
    for start in range(0, len(items), _AT_ONCE):
        yield dict(items[start : start + _AT_ONCE])
