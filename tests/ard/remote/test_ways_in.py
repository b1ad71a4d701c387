"""Addresses on the command line, in the service, and in an editor."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import Result

import muranopl
from muranopl.api.catalog import repeating
from muranopl.ard.remote import fetching
from muranopl.diagnostics.configuration.settings import Settings
from muranopl.interfaces.server.settings import (
    CatalogSettings,
    ServiceSettings,
    WorkLimits,
    require_valid,
)
from muranopl.interfaces.server.work.served import ServedCatalog
from muranopl.workspace.check_session import CheckSession
from tests import command_line
from tests.archives import zip_of
from tests.ard.remote.answers import LIBRARY, USER, AnsweringServer

pytestmark = pytest.mark.usefixtures("at_once")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with a package that requires another one."""
    for name, text in USER.items():
        file = tmp_path / "app" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    monkeypatch.setenv("MURANOPL_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str) -> Result:
    result = command_line.run(*words)
    assert "Traceback" not in result.output
    return result


def test_a_check_with_a_library_elsewhere(folder: Path, server: AnsweringServer) -> None:
    library = server.put("/lib.zip", zip_of(LIBRARY))
    assert run("check", "app", "-L", library).stdout == ("All checks passed: 1 package.\n")
    server.answers.clear()
    failed = run("check", "app", "-L", library)
    assert failed.exit_code == 1
    assert f" --> {library}\n" in failed.stdout
    offline = run("check", "app", "-L", library, "--offline")
    assert offline.exit_code == 0
    assert run("check", "app", "-L", library, "--offline", "--no-cache").exit_code == 1
    assert "\nfetched  0 bytes\n" not in run("cache", "info").stdout
    assert run("cache", "clear").exit_code == 0
    assert "\nfetched  0 bytes\n" in run("cache", "info").stdout
    assert run("check", "app", "-L", library, "--offline").exit_code == 1


def test_libraries_of_the_configuration(
    folder: Path, server: AnsweringServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = server.put("/lib.zip", zip_of(LIBRARY))
    file = folder / "app" / "muranopl.toml"
    file.write_text(f'libraries = ["{library}"]\n')
    refused = run("check", "app")
    assert (refused.exit_code, server.requests) == (2, [])
    assert "URLs use the network" in refused.stderr
    assert run("check", "app", "--config", str(file)).exit_code == 0
    monkeypatch.chdir(folder / "app")
    assert run("check", ".").exit_code == 0


@pytest.mark.parametrize("format_", ["text", "json"])
def test_settings_are_shown_without_secrets(folder: Path, format_: str) -> None:
    address = "https://me@example.com:secret@example.com/a.zip?pwd=secret"
    options = ("-L", address, "--core-library", address, "--extensions", address)
    shown = run("config", "show", *options, "--format", format_).stdout
    assert shown.count("https://***@example.com/a.zip?pwd=***") == 3
    assert "secret" not in shown


def test_an_internal_error_shows_no_secrets(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown is meant to be sent to others."""
    address = "https://me@example.com:secret@127.0.0.1:1/a.zip?pwd=secret"

    def fail(*_: object, **__: object) -> None:
        raise RuntimeError(f"no such thing: {address}")

    def misuse(*_: object, **__: object) -> None:
        raise muranopl.UsageError(f"no such thing: {address}")

    monkeypatch.setattr("muranopl.ard.remote.http.HttpClient.fetch", fail)
    result = run("check", "app", "-L", address)
    assert "no such thing: https://***@127.0.0.1:1/a.zip?pwd=***" in result.stdout
    assert "secret" not in result.output
    monkeypatch.setattr("platform.platform", lambda: "Linux")  # may start a process
    monkeypatch.setattr(muranopl.Catalog, "check", fail)
    crashed = command_line.run("check", "app", f"--library={address}")
    assert "--library=https://***@127.0.0.1:1/a.zip?pwd=***" in crashed.stderr
    assert "RuntimeError" in crashed.stderr
    monkeypatch.setattr(muranopl.Catalog, "check", misuse)
    misused = command_line.run("check", "app", "-L", address)
    assert "no such thing: https://***@" in misused.stderr
    assert "secret" not in crashed.output + misused.output


def test_a_core_library_that_cannot_be_fetched(folder: Path, server: AnsweringServer) -> None:
    library = server.put("/lib.zip", zip_of(LIBRARY))
    core = f"{server.url}/core.zip"
    result = run("check", "app", "-L", library, "--core-library", core)
    assert (result.exit_code, result.stdout.count("error[")) == (1, 1)
    server.put("/core.zip", zip_of(LIBRARY))
    wrong = run("check", "app", "-L", library, "--core-library", core)
    assert wrong.exit_code == 2
    assert "holds no package io.murano" in wrong.stderr


def test_older_versions_elsewhere(folder: Path, server: AnsweringServer) -> None:
    more = LIBRARY["Classes/Pipe.yaml"] + "Properties: {a: {Contract: $.int()}}\n"
    files = {**LIBRARY, "Classes/Pipe.yaml": more}
    older = server.put("/older.zip", zip_of(files))
    newer = server.put("/newer.zip", zip_of(LIBRARY))
    assert "MPL95" in run("check", newer, "--against", older).stdout
    assert run("diff", older, newer).exit_code == 1


def test_check_session_fetch_once_unless_that_fails(folder: Path, server: AnsweringServer) -> None:
    library, checks = f"{server.url}/lib.zip", CheckSession(None)

    def check() -> bool:
        catalog = muranopl.Catalog("app", libraries=library)
        return repeating(catalog, checks).check().ok

    assert not check()
    server.put("/lib.zip", zip_of(LIBRARY))
    assert check()
    count = len(server.requests)
    file = folder / "app" / "manifest.yaml"
    checks.files_changed([str(file)])
    assert check()
    assert len(server.requests) == count


def test_what_is_watched_is_here(folder: Path) -> None:
    result = run("check", "https://example.com/a.zip", "--watch")
    assert (result.exit_code, "not only URLs" in result.stderr) == (2, True)


def test_without_the_extra_addresses_are_wrong_usage(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "httpcore", None)
    for name in [name for name in sys.modules if name.startswith("muranopl.ard.remote.")]:
        if name != fetching.__name__:
            monkeypatch.delitem(sys.modules, name)
    result = run("check", "app", "-L", "https://example.com/a.zip")
    assert result.exit_code == 2
    assert "URLs need `pip install fsspec httpcore` (the extra `remote`)" in result.stderr
    assert run("check", "app").exit_code == 0


def test_a_service_fetches_what_it_is_started_with_alone(
    folder: Path, server: AnsweringServer
) -> None:
    library = server.put("/lib.zip", zip_of(LIBRARY))
    served = ServedCatalog(CatalogSettings(("app",), Settings(libraries=(library,))))
    served.load()
    assert served.report().diagnostics == ()
    fetched = len(server.requests)
    name = f"{server.url}/upload.zip"
    uploaded = served.with_uploads({name: zip_of(LIBRARY)}, {}).check()
    assert [item.code for item in uploaded.diagnostics] == []
    served.alone({name: zip_of(USER)}).check()
    assert len(server.requests) == fetched


def test_a_service_is_started_with_addresses(folder: Path, server: AnsweringServer) -> None:
    library = server.put("/lib.zip", zip_of(LIBRARY)).replace("://", "://me:secret@")
    repository = f"murano+{server.url}"
    settings = CatalogSettings(("app",), Settings(libraries=(library, repository)))
    require_valid(settings, ServiceSettings(), WorkLimits())
    assert server.requests == []
    shown = {library: library.replace("me:secret", "***"), repository: repository}
    assert settings.names == {"app": "app", **shown}
    unknown = CatalogSettings(("app",), Settings(libraries=("file:///lib.zip",)))
    with pytest.raises(muranopl.UsageError, match="pass the path"):
        require_valid(unknown, ServiceSettings(), WorkLimits())


def test_an_editor_opens_files_of_fetched_packages(folder: Path, server: AnsweringServer) -> None:
    library = f"zip://lib/::{server.put('/lib.zip', zip_of(LIBRARY, 'lib/'))}"
    workspace = muranopl.Workspace([str(folder / "app")], muranopl.Settings(libraries=(library,)))
    assert [items for _, items in workspace.diagnostics() if items] == []
    (analysis,) = workspace.analyses()
    packages = {item.id.name: item for item in analysis.results.read.packages}
    file = packages["example.lib"].header.file
    assert Path(file.location).read_text() == LIBRARY["manifest.yaml"]
