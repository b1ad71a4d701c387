"""Packages in repositories of git, over files and over the web."""

from __future__ import annotations

import hashlib
import os
import signal
import struct
import subprocess
import zlib
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import muranopl
from muranopl.ard.remote import git, guarded_process
from muranopl.ard.remote.git import GitAddress, parse
from muranopl.diagnostics.bounds import GIT_MEMORY
from tests.ard.remote.answers import LIBRARY, USER, AnsweringServer, Request
from tests.command_line import COMMAND
from tests.git_repository import commit_all, run_git
from tests.waiting import GUARD, wait_until


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with two commits, of which the first has a tag, and a branch."""
    folder = tmp_path_factory.mktemp("repository")
    for name, text in LIBRARY.items():
        file = folder / "packages" / "lib" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    (folder / ".gitattributes").write_text("Classes export-ignore\n")
    commit_all(folder)
    run_git("tag", "-a", "v1", "-m", "v1", folder=folder)
    for name, text in USER.items():
        file = folder / "packages" / "app" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    commit_all(folder)
    run_git("branch", "feature/x", folder=folder)
    run_git("update-server-info", folder=folder)
    return folder


def names(address: str, **options: object) -> list[str]:
    report = muranopl.validate(address, **options)  # type: ignore[arg-type]
    return [item.code for item in report.diagnostics] + [item.name for item in report.packages]


@pytest.mark.parametrize(
    ("reference", "folder", "expected"),
    [
        ("", "", ["example.app", "example.lib"]),
        ("@v1", "", ["example.lib"]),
        ("@feature/x", "#subdirectory=packages", ["example.app", "example.lib"]),
        ("@main", "#subdirectory=packages/lib", ["example.lib"]),
        ("@none", "", ["MPL911"]),
        ("@" + "0" * 40, "", ["MPL911"]),
        ("", "#subdirectory=none", ["MPL911"]),
    ],
)
def test_a_repository_of_files(
    repository: Path, reference: str, folder: str, expected: list[str]
) -> None:
    assert names(f"git+file://{repository}{reference}{folder}") == expected


def test_a_commit_that_was_fetched_is_not_asked_for_again(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    commit = run_git("rev-parse", "v1^{}", folder=repository)
    fixed = f"git+file://{repository}@{commit}"
    moving = f"git+file://{repository}@main"
    for address in (fixed, moving):
        assert "example.lib" in names(address, cache=tmp_path)
    commands: list[str] = []
    original = git._Git._run

    def run(self: git._Git, *words: str) -> str:
        commands.append(words[0])
        return original(self, *words)

    monkeypatch.setattr(git._Git, "_run", run)
    for address in (fixed, moving):
        assert "example.lib" in names(address, cache=tmp_path)
    assert commands == ["ls-remote"]
    assert "example.lib" in names(moving, cache=tmp_path, offline=True)
    assert names(f"{moving}#subdirectory=x", cache=tmp_path, offline=True) == ["MPL913"]


def test_a_repository_over_a_simple_server(repository: Path, server: AnsweringServer) -> None:
    def reply(request: Request) -> None:
        name = request.path.partition("?")[0].removeprefix("/r.git/")
        file = repository / ".git" / name
        if file.is_file():
            request.send(200, file.read_bytes())
        else:
            request.send(404)

    server.answers = AnyPath(reply)
    address = f"git+{server.url}/r.git@v1#subdirectory=packages"
    assert names(address) == ["example.lib"]


class AnyPath(dict[str, Callable[[Request], None]]):
    """The same answer for all paths."""

    def __init__(self, reply: Callable[[Request], None]) -> None:
        super().__init__()
        self._reply = reply

    def get(self, *_: object) -> Callable[[Request], None]:  # type: ignore[override]
        return self._reply


def backend(repository: Path) -> Callable[[Request], None]:
    """The answers of `git http-backend`, a program of CGI."""

    def reply(request: Request) -> None:
        path, _, query = request.path.partition("?")
        length = int(request.headers.get("Content-Length") or 0)
        environment = {
            "PATH": os.environ["PATH"],
            "GIT_PROJECT_ROOT": str(repository),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_CONFIG_COUNT": "1",
            "GIT_CONFIG_KEY_0": "safe.directory",
            "GIT_CONFIG_VALUE_0": "*",
            "PATH_INFO": path.removeprefix("/r.git"),
            "QUERY_STRING": query,
            "REQUEST_METHOD": request.command,
            "CONTENT_TYPE": request.headers.get("Content-Type") or "",
            "CONTENT_LENGTH": str(length),
            "GIT_PROTOCOL": request.headers.get("Git-Protocol") or "",
            "REMOTE_ADDR": "127.0.0.1",
        }
        result = subprocess.run(
            ["git", "http-backend"],
            env=environment,
            input=request.rfile.read(length),
            check=True,
            capture_output=True,
        )
        head, _, body = result.stdout.partition(b"\r\n\r\n")
        headers = dict(line.split(": ", 1) for line in head.decode().splitlines() if ":" in line)
        status = int(headers.pop("Status", "200").split()[0])
        headers = {key.replace("-", "_"): value for key, value in headers.items()}
        request.send(status, body, **headers)

    return reply


@pytest.mark.parametrize("reference", ["@v1", "@main", "COMMIT"])
def test_a_repository_over_a_server_of_git(
    repository: Path, server: AnsweringServer, reference: str
) -> None:
    commit = run_git("rev-parse", "v1^{}", folder=repository)
    server.answers = AnyPath(backend(repository / ".git"))
    address = f"git+{server.url}/r.git{reference.replace('COMMIT', f'@{commit}')}"
    assert "example.lib" in names(address)
    assert "POST" in server.methods


def test_the_token_of_a_host_is_the_password(
    repository: Path, server: AnsweringServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies = backend(repository / ".git")
    server.answers = AnyPath(
        lambda request: (
            replies(request)
            if request.headers["Authorization"] == "Basic dG9rZW46c2VjcmV0"
            else request.send(401, WWW_Authenticate="Basic")
        )
    )
    address = f"git+{server.url}/r.git"
    assert names(address) == ["MPL912"]
    variable = f"MURANOPL_HTTP_TOKEN_127_0_0_1___{server.server_port}"
    monkeypatch.setenv(variable, "secret")
    assert "example.lib" in names(address)


@pytest.mark.needs("git")
@pytest.mark.parametrize(
    ("status", "headers", "code"),
    [
        (404, {}, "MPL911"),
        (403, {}, "MPL912"),
        (302, {"Location": "http://localhost:1/"}, "MPL914"),
        (500, {}, "MPL910"),
    ],
)
def test_failures_of_servers(
    server: AnsweringServer, status: int, headers: dict[str, str], code: str
) -> None:
    server.answers = AnyPath(lambda request: request.send(status, **headers))
    assert names(f"git+{server.url}/r.git") == [code]


@pytest.mark.needs("git")
def test_a_server_that_does_not_answer(
    server: AnsweringServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once git has asked, the clock is that of the time when it takes too long."""
    server.answers = AnyPath(lambda request: request.server.ended.wait() and None)
    clock = SimpleNamespace(monotonic=lambda: 601.0 * bool(server.requests))
    monkeypatch.setattr(git, "time", clock)
    report = muranopl.validate(f"git+{server.url}/r.git")
    (item,) = report.diagnostics
    assert item.code == "MPL910"
    assert item.message.endswith("git takes more than 600 s")


def pack_of(commit: bytes, base: bytes, *deltas: bytes) -> bytes:
    """A pack of a commit, and of a blob with deltas, each of which has the one before as its base."""
    objects = [(1, 0, commit), (3, 0, base)]
    objects += [(6, 1, delta) for delta in deltas]
    result, before = b"PACK" + struct.pack(">II", 2, len(objects)), 0
    for kind, is_delta, content in objects:
        start = len(result)
        size = len(content)
        head = [kind << 4 | size & 15]
        size >>= 4
        while size:
            head[-1] |= 128
            head.append(size & 127)
            size >>= 7
        result += bytes(head)
        if is_delta:
            result += offset(start - before)
        result += zlib.compress(content)
        before = start
    return result + hashlib.sha1(result).digest()


def offset(number: int) -> bytes:
    """How the distance to the base of a delta is written."""
    result = [number & 127]
    while number := number >> 7:
        number -= 1
        result.insert(0, 128 | number & 127)
    return bytes(result)


def varint(number: int) -> bytes:
    result = []
    while number > 127:
        result.append(128 | number & 127)
        number >>= 7
    return bytes([*result, number])


def repeated(size: int, times: int) -> bytes:
    """A delta that has its base several times."""
    copy = b"\xf0" + size.to_bytes(3, "little")
    return varint(size) + varint(size * times) + copy * times


def line(data: bytes) -> bytes:
    """A line of the protocol of git."""
    return b"%04x" % (len(data) + 4) + data


@pytest.mark.needs("git")
def test_the_memory_of_git_is_bounded(
    server: AnsweringServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pack of a few hundred bytes unpacks to 640 MB."""
    monkeypatch.setattr(guarded_process, "GIT_MEMORY", GIT_MEMORY._replace(most=2**28))
    commit = b"tree %b\nauthor a <a> 0 +0000\ncommitter a <a> 0 +0000\n\n" % (b"4" * 40)
    sizes = [10_000 * times for times in (1, 40, 1_600)]
    deltas = [repeated(size, 40) for size in sizes]
    pack = pack_of(commit, bytes(10_000), *deltas)
    assert len(pack) < 1_000
    name = hashlib.sha1(b"commit %d\0%b" % (len(commit), commit)).hexdigest().encode()
    kind = "application/x-git-upload-pack-{}"
    references = line(name + b" HEAD\0ofs-delta\n")
    references += line(name + b" refs/heads/main\n") + b"0000"
    service = line(b"# service=git-upload-pack\n") + b"0000"

    def reply(request: Request) -> None:
        if request.command == "GET":
            body, what = service + references, "advertisement"
        else:
            body, what = line(b"NAK\n") + pack, "result"
        request.send(200, body, Content_Type=kind.format(what))

    server.answers = AnyPath(reply)
    report = muranopl.validate(f"git+{server.url}/r.git")
    assert [item.code for item in report.diagnostics] == ["MPL109"]
    assert server.methods == {"GET", "POST"}


OF_SSH = [
    ("ERROR: Repository not found.", "MPL911"),
    ("git@h: Permission denied (publickey).", "MPL912"),
    ("Host key verification failed.", "MPL912"),
    ("ssh: Could not resolve hostname h: Name or service not known", "MPL910"),
    ("ssh: connect to host h port 22: Connection refused", "MPL910"),
]


@pytest.mark.needs("git")
@pytest.mark.parametrize(("said", "code"), OF_SSH)
def test_the_reason_of_a_failure_comes_before_the_last_line_of_git(
    monkeypatch: pytest.MonkeyPatch, said: str, code: str
) -> None:
    monkeypatch.setenv("GIT_SSH_COMMAND", f"echo '{said}' >&2; exit 255; true")
    assert names("git+ssh://git@h/r.git") == [code]


@pytest.mark.needs("git")
def test_a_folder_without_a_repository(tmp_path: Path) -> None:
    assert names(f"git+file://{tmp_path}/none") == ["MPL911"]
    assert names(f"git+file://{tmp_path}") == ["MPL911"]


@pytest.mark.needs("git")
@pytest.mark.skipif(not Path("/proc/self/cmdline").exists(), reason="tells processes by /proc")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("has_cache", [False, True], ids=["no cache", "cache"])
def test_git_ends_with_the_process(
    server: AnsweringServer, tmp_path: Path, number: signal.Signals, has_cache: bool
) -> None:
    """The programs that git runs as well, and no folder is left, whatever the signal."""
    server.answers = AnyPath(lambda request: request.server.ended.wait() and None)
    url = f"{server.url}/r.git"
    words = ["check", f"git+{url}", *([] if has_cache else ["--no-cache"])]
    folders = {"TMPDIR": tmp_path, "MURANOPL_CACHE_DIR": tmp_path / "cache"}
    environment = os.environ | {name: str(path) for name, path in folders.items()}
    with subprocess.Popen([*COMMAND, *words], env=environment) as running:
        wait_until(lambda: bool(server.requests))
        assert len(running_with(url)) > 2
        running.send_signal(number)
        running.wait(GUARD)
        wait_until(lambda: not running_with(url))
    assert not list(tmp_path.glob("muranopl-*"))
    assert not list(tmp_path.glob("cache/remote/.unfinished-*"))


def running_with(word: str) -> list[str]:
    """The processes whose command lines have a word."""
    result = []
    for file in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if word.encode() in file.read_bytes():
                result.append(file.parent.name)
        except OSError:  # it has ended
            continue
    return result


def test_neither_hooks_nor_submodules_are_used(
    repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hostile, harm = tmp_path / "hostile", tmp_path / "harm"
    hostile.mkdir()
    run_git("clone", "--quiet", str(repository), ".", folder=hostile)
    (hostile / ".gitmodules").write_text(
        f'[submodule "s"]\n\tpath = s\n\turl = file://{repository}\n'
    )
    head = run_git("rev-parse", "HEAD", folder=hostile)
    run_git("update-index", "--add", "--cacheinfo", f"160000,{head},s", folder=hostile)
    run_git("add", ".gitmodules", folder=hostile)
    run_git("commit", "--quiet", "-m", "submodule", folder=hostile)
    template = tmp_path / "template" / "hooks"
    template.mkdir(parents=True)
    for name in ("post-checkout", "reference-transaction", "fsmonitor-watchman"):
        (template / name).write_text(f"#!/bin/sh\ntouch {harm}\n")
        (template / name).chmod(0o755)
    monkeypatch.setenv("GIT_TEMPLATE_DIR", str(template.parent))
    assert names(f"git+file://{hostile}") == ["example.app", "example.lib"]
    assert not harm.exists()


@pytest.mark.parametrize(
    ("address", "parts"),
    [
        ("git+https://h/r", GitAddress("https://h/r", "", "")),
        ("git+https://h/r.git@a/b#subdirectory=c/d/", GitAddress("https://h/r.git", "a/b", "c/d")),
        ("git+https://me:p%40@h:1/r@v1", GitAddress("https://h:1/r", "v1", "", "me:p@")),
        ("git+ssh://git@h/r@v1", GitAddress("ssh://git@h/r", "v1", "")),
    ],
)  # fmt: skip
def test_parts_of_addresses(address: str, parts: GitAddress) -> None:
    assert parse(address) == parts


@pytest.mark.parametrize("address", ["@--upload-pack=x", "#folder=a", "@a%0ab"])
def test_misspelt_addresses_are_wrong_usage(address: str) -> None:
    with pytest.raises(muranopl.UsageError, match="a Git URL has no"):
        muranopl.validate(f"git+file:///tmp/r{address}")
