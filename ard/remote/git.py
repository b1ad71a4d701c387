"""Fetches from git: `git+https://HOST/REPOSITORY@REF#subdirectory=FOLDER`, as pip spells it.

The program `git` fetches one commit into an empty repository, whose files are taken as an archive:
there is no work tree, so no hook, filter or submodule takes part. Called by `schemes`.
"""

from __future__ import annotations

import base64
import contextlib
import os
import re
import shutil
import subprocess
import time
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import parse_qs, unquote, urlsplit, urlunsplit

from muranopl.ard.remote.failures import FetchError, Kind
from muranopl.ard.remote.guarded_process import GuardedProcess
from muranopl.ard.remote.hosts import origin_of, token_for
from muranopl.ard.remote.limits import TimeLimits, too_large
from muranopl.ard.remote.schemes import FetchContext
from muranopl.ard.remote.store import Stored
from muranopl.ard.remote.zips import part_of_zip
from muranopl.diagnostics.bounds import GIT_MEMORY, REMOTE_SIZE
from muranopl.diagnostics.usage import UsageError
from muranopl.diagnostics.visible import masked, visible

_COMMIT = re.compile(r"[0-9a-f]{40}|[0-9a-f]{64}")
_REVISION = "revision"
_INTERVAL = 0.05
_SETTINGS = (
    "protocol.allow=never",
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "submodule.recurse=false",
    "fetch.recurseSubmodules=false",
    "gc.auto=0",
    "http.followRedirects=false",
    "transfer.bundleURI=false",
    "core.bigFileThreshold=16m",
    "core.packedGitWindowSize=16m",
    "core.packedGitLimit=128m",
    "core.deltaBaseCacheLimit=32m",
    "pack.threads=1",
    "fetch.unpackLimit=1",
)
"""Settings that override the settings of the user and of the system."""

_NOTHING_LEFT_OUT = "* -export-ignore -export-subst\n"
"""Attributes, so that an archive has all files as they are committed."""

_REASONS: Sequence[tuple[str, Kind, str]] = (
    (
        "couldn't find remote ref|not our ref|unadvertised object|bad object|not a (valid|tree)",
        "missing",
        "it has no such branch, tag or commit",
    ),
    ("redirect|returned error: 30", "refused", "it redirects, and redirects are not followed"),
    (
        "authentication failed|could not read (username|password)|returned error: 40[13]|permission denied",
        "not-allowed",
        "git is not allowed to read it",
    ),
    (
        "not found|returned error: 404|does not (exist|appear)|no such file",
        "missing",
        "no such repository",
    ),
    ("could ?n.t resolve|could not resolve", "unreachable", "its name cannot be resolved"),
    ("timed out|connect", "unreachable", "no connection"),
    # The last line of git about any failure of a file or of ssh, whose reason is above it
    ("could not read from remote", "not-allowed", "git is not allowed to read it"),
)
"""Patterns of the messages of git, with their meanings."""

_OUT_OF_MEMORY = re.compile("out of memory|mmap failed|cannot allocate memory", re.I)
_FILE_TOO_LARGE = 128 + 25
"""The status of a program that was ended as it wrote too large a file (SIGXFSZ)."""


class GitAddress(NamedTuple):
    """A repository, what to take of it (a branch, tag or commit; "" is its default), and the folder.

    `user` is the name and the password for the web, which are not part of `url`: command lines can be
    read by other users.
    """

    url: str
    reference: str
    folder: str
    user: str = ""


def parse(address: str) -> GitAddress:
    """Return the parts of an address. Raise UsageError for one that is misspelt."""
    parts = urlsplit(address.removeprefix("git+"))
    path, at, reference = parts.path.rpartition("@")
    if not at:
        path, reference = parts.path, ""
    fragment = parse_qs(parts.fragment, keep_blank_values=True)
    unknown = sorted(set(fragment) - {"subdirectory", "egg"})
    reference, folder = unquote(reference), fragment.get("subdirectory", [""])[0]
    if unknown or reference.startswith("-") or not reference.isprintable():
        what = f"#{unknown[0]}=" if unknown else f"@{reference}"
        raise UsageError(
            f'a Git URL has no "{visible(what)}": write '
            "git+https://HOST/REPOSITORY@REF#subdirectory=FOLDER"
        )
    user, _, host = parts.netloc.rpartition("@")
    if parts.scheme == "ssh":
        user, host = "", parts.netloc
    url = urlunsplit((parts.scheme, host, path, parts.query, ""))
    return GitAddress(url, reference, folder.strip("/"), unquote(user))


def fetch_git(context: FetchContext, address: str) -> Stored:
    """Return the files of a commit, or of one of its folders."""
    where = parse(address)
    validators, names = context.known(address)
    fixed = _COMMIT.fullmatch(where.reference)
    if fixed and names is not None:
        return names
    with context.store.unfinished() as folder:
        git = _Git(where, folder, context.limits)
        revision = where.reference if fixed else git.revision(where.reference)
        if names is not None and validators.get(_REVISION) == revision:
            return names
        packed = git.archive(revision)
        stored = part_of_zip(context.store, packed, where.folder)
    return context.keep(address, stored, {_REVISION: revision})


class _Git:
    """The program git, run for one repository in an empty folder."""

    def __init__(self, where: GitAddress, folder: str, limits: TimeLimits) -> None:
        self._url, self._user = where.url, where.user
        self._folder, self._limits = folder, limits
        self._until = time.monotonic() + limits.total

    def revision(self, reference: str) -> str:
        """Return the commit that a branch, a tag or "" names. Raise FetchError."""
        names = [reference or "HEAD"]
        if reference:
            names = [f"refs/tags/{reference}^{{}}", f"refs/tags/{reference}"]
            names += [f"refs/heads/{reference}", reference]
        commits = {}
        for line in self._run("ls-remote", "--", self._url).splitlines():
            commit, _, name = line.partition("\t")
            commits[name] = commit
        for name in names:
            if _COMMIT.fullmatch(commits.get(name, "")):
                return commits[name]
        what = f'branch or tag "{visible(reference)}"' if reference else "commits"
        raise FetchError("missing", f"it has no {what}")

    def archive(self, revision: str) -> str:
        """Return the path of a zip with the files of a commit. Raise FetchError."""
        self._run("init", "--quiet", "--bare", "--template=", ".")
        os.makedirs(os.path.join(self._folder, "info"), exist_ok=True)
        attributes = os.path.join(self._folder, "info", "attributes")
        with open(attributes, "w", encoding="utf-8") as file:
            file.write(_NOTHING_LEFT_OUT)
        fetch = ("fetch", "--quiet", "--no-tags", "--no-recurse-submodules")
        try:
            self._run(*fetch, "--depth=1", "--", self._url, revision)
        except FetchError as error:
            if error.kind in {"refused", "too-large"}:
                raise
            # Simple servers know neither depths nor commits that are not heads
            refs = "+refs/*:refs/*"
            self._run(*fetch, "--", self._url, refs)
        self._run("archive", "--format=zip", "--output=files.zip", revision)
        return os.path.join(self._folder, "files.zip")

    def _run(self, *words: str) -> str:
        """Return the output of a command of git. Raise FetchError."""
        settings = (*_SETTINGS, f"protocol.{urlsplit(self._url).scheme}.allow=always")
        options = [word for setting in settings for word in ("-c", setting)]
        error_path = os.path.join(self._folder, "errors")
        output_path = os.path.join(self._folder, "output")
        with open(output_path, "wb") as output, open(error_path, "wb") as errors:
            environment = _environment(self._url, self._user)
            program = shutil.which("git")
            if program is None:
                raise FetchError("unreachable", "git is not installed", "install git")
            command = [program, *options, *words]
            try:
                process = GuardedProcess(command, self._folder, environment, output, errors)
            except OSError as error:
                reason = f"git cannot be run: {error.strerror}"
                raise FetchError("unreachable", reason, "install git") from None
            status = self._wait(process)
        if status:
            raise _failure(_beginning(error_path), status)
        return _beginning(output_path)

    def _wait(self, process: GuardedProcess) -> int:
        """Return the status of git. Raise FetchError if it takes too long or writes too much."""
        try:
            while True:
                status = None
                with contextlib.suppress(subprocess.TimeoutExpired):
                    status = process.wait(_INTERVAL)
                self._require_bounds()
                if status is not None:
                    return status
        finally:
            process.end()

    def _require_bounds(self) -> None:
        if time.monotonic() > self._until:
            raise FetchError("unreachable", f"git takes more than {self._limits.total:g} s")
        size = sum(
            _size(os.path.join(folder, name))
            for folder, _, names in os.walk(self._folder)
            for name in names
        )
        if size > REMOTE_SIZE.most:
            raise too_large(REMOTE_SIZE.most)


def _environment(url: str, user: str) -> Mapping[str, str]:
    """Return the environment of git: it asks no questions, and its own variables have no effect."""
    kept = {"GIT_SSH", "GIT_SSH_COMMAND", "GIT_SSL_CAINFO", "GIT_EXEC_PATH"}
    result = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name in kept
    }
    result |= {
        "GIT_TERMINAL_PROMPT": "0",
        "GIT_ASKPASS": "",
        "SSH_ASKPASS": "",
        "GIT_OPTIONAL_LOCKS": "0",
        "GIT_SSH_COMMAND": result.get("GIT_SSH_COMMAND", "ssh -oBatchMode=yes"),
        "LC_ALL": "C",
    }
    # Servers of git take a token as the password of any user
    pair = user or ((token := _token(url)) and f"token:{token}")
    if pair:
        basic = base64.b64encode(pair.encode()).decode()
        result |= {
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": f"http.{url}.extraHeader",
            "GIT_CONFIG_VALUE_0": f"Authorization: Basic {basic}",
        }
    return result


def _token(url: str) -> str | None:
    try:
        return token_for(origin_of(url))
    except ValueError:  # git says what is wrong with it
        return None


def _failure(text: str, status: int) -> FetchError:
    """Return the error that the status and the messages of git mean."""
    if status == _FILE_TOO_LARGE or "file too large" in text.lower():
        return too_large(REMOTE_SIZE.most)
    if _OUT_OF_MEMORY.search(text):
        most = f"{GIT_MEMORY.most // 2**20:,} MiB"
        return FetchError("too-large", f"git may use at most {most} of memory")
    for pattern, kind, reason in _REASONS:
        if re.search(pattern, text, re.IGNORECASE):
            return FetchError(kind, reason)
    said = [line for line in text.splitlines() if line.startswith("fatal: ")]
    reason = visible(masked(said[-1].removeprefix("fatal: ")[:300])) if said else ""
    return FetchError("unreachable", f"git cannot fetch it: {reason or 'it failed'}")


def _beginning(path: str) -> str:
    with open(path, "rb") as file:
        return file.read(16 * 2**20).decode("utf-8", "replace")


def _size(path: str) -> int:
    try:
        return os.lstat(path).st_size
    except OSError:
        return 0
