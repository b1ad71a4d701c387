"""Packages in repositories of git, over files and over the web."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

import muranopl
from muranopl.remote import git
from muranopl.remote.git import GitAddress, parse
from tests.git_repository import commit_all, run_git
from tests.remote.answers import LIBRARY, USER, AnsweringServer, Request


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
    return [item.code for item in report.diagnostics] + [
        item.name for item in report.packages
    ]


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


def test_a_repository_over_a_simple_server(
    repository: Path, server: AnsweringServer
) -> None:
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
        headers = dict(
            line.split(": ", 1) for line in head.decode().splitlines() if ":" in line
        )
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
    with pytest.raises(muranopl.UsageError, match="an address of git has no"):
        muranopl.validate(f"git+file:///tmp/r{address}")
