"""What shellcheck reports about the scripts of execution plans, in the diagnostics of a check.

Scripts are never run. Results are kept by the content of a script, if there is a cache.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from itertools import chain

import msgspec

from muranopl.ard.sources.source import Source
from muranopl.diagnostics.bounds import SCRIPT_SIZE
from muranopl.diagnostics.catalogue.sources import SCRIPT_NOT_CHECKED
from muranopl.diagnostics.configuration.rules_by_file import RulesByFile
from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.places import File, Place
from muranopl.diagnostics.shellcheck_codes import PREFIX
from muranopl.phases.reuse.answers import Answers, Same
from muranopl.phases.reuse.cache import Cache, Store, decoded
from muranopl.phases.reuse.hashing import hashed, record_key
from muranopl.read.index import PackageEntry
from muranopl.read.plan_files import named_files, names_shell, plan_scripts
from muranopl.read.shellcheck import (
    Comment,
    ShellcheckFailedError,
    comments_about,
    diagnostic_of,
)
from muranopl.read.shellcheck_program import shellcheck_program, shellcheck_stamp

_AT_ONCE = 32
"""Scripts that one process looks at."""


class _Script(msgspec.Struct, frozen=True, eq=False):
    """A script: its package, its file, its content, and the key of what is found in it."""

    package: str
    file: File
    data: bytes
    key: bytes


def check_scripts(
    packages: Iterable[tuple[str, Source]], cache: Cache | None, max_per_code: int | None
) -> list[Diagnostic]:
    """Return what shellcheck reports about the scripts of some packages, by name; [] without it."""
    program = shellcheck_program()
    if program is None:
        return []
    cache = cache or Cache.in_memory()
    stamp = shellcheck_stamp().encode()
    scripts = [
        _Script(package, source.file(path), data, hashed(b"shellcheck", stamp, _shell(data), data))
        for package, source in packages
        for path, data in plan_scripts(source, functools.partial(_named, cache.store)).items()
    ]
    comments_by_key = _comments(program, scripts, cache.store)
    # The check is over, and has written its own records
    cache.store.close()
    by_package: dict[str, Findings] = {}
    for script in scripts:
        script.file.text = script.data.decode("utf-8", "replace")
        findings = by_package.setdefault(script.package, Findings(script.package, max_per_code))
        comments = comments_by_key[script.key]
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


def _named(store: Store, data: bytes, file: File) -> list[str]:
    """Return `named_files`, with results that are recorded by the content of a plan."""
    key = record_key(b"plan", data)
    result = decoded(store.get(key), _NAMES)
    if result is None:
        result = named_files(data, file)
        store.put(key, msgspec.msgpack.encode(result))
    return result


def _shell(script: bytes) -> bytes:
    """Return the shell for scripts that name none, b'' for others."""
    return b"" if names_shell(script) else b"bash"


def _comments(
    program: str, scripts: Iterable[_Script], store: Store
) -> dict[bytes, list[Comment] | str]:
    """Return the findings about scripts by key, or why there are none."""
    result: dict[bytes, list[Comment] | str] = {}
    new: dict[bytes, dict[bytes, bytes]] = {}
    for script in scripts:
        comments = decoded(store.get(script.key), _COMMENTS)
        if len(script.data) > SCRIPT_SIZE.most:
            result[script.key] = f"it has more than {SCRIPT_SIZE.most} bytes"
        elif comments is None:
            new.setdefault(_shell(script.data), {})[script.key] = script.data
        else:
            result[script.key] = comments
    for shell, texts in new.items():
        keys = list(texts)
        for start in range(0, len(keys), _AT_ONCE):
            batch = {key: texts[key] for key in keys[start : start + _AT_ONCE]}
            for key, output in _run(program, batch, shell.decode()).items():
                result[key] = output
                if not isinstance(output, str):
                    store.put(key, msgspec.msgpack.encode(output))
    return result


def _run(
    program: str, scripts: Mapping[bytes, bytes], shell: str
) -> dict[bytes, list[Comment] | str]:
    try:
        results = comments_about(program, list(scripts.values()), shell)
    except ShellcheckFailedError as error:
        if len(scripts) == 1:
            return dict.fromkeys(scripts, str(error))
        # One of them alone is at fault
        alone = (_run(program, {key: data}, shell) for key, data in scripts.items())
        return dict(chain.from_iterable(map(dict.items, alone)))
    return dict(zip(scripts, results, strict=True))


_NAMES = msgspec.msgpack.Decoder(list[str])
_COMMENTS = msgspec.msgpack.Decoder(list[Comment])
