"""Sharing the work with a Dask cluster: the same report, though its machines have none of the packages."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from distributed import Client, LocalCluster

import muranopl
from muranopl.ard.remote.shared_fetcher import SharedFetcher
from muranopl.diagnostics.usage import UsageError
from muranopl.interfaces.cli.main import cli
from muranopl.phases.workers import cluster, rounds, sent, workers, workforce
from muranopl.phases.workers.tasks import diagnose_shard, read_shard
from muranopl.phases.workers.workforce import Orders
from tests.ard.remote.answers import answering
from tests.catalogs import write_catalog
from tests.material import all_of

PROCESSES = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": ":0"}
TASKS = {"read": read_shard, "check": diagnose_shard}


@pytest.fixture(scope="module")
def catalog(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalog with mistakes, one of its packages as a zip."""
    folder = tmp_path_factory.mktemp("cluster") / "catalog"
    write_catalog(folder, 5, 2, ui=True)
    for number, file in enumerate(sorted(folder.glob("*/Classes/*.yaml"))):
        if number % 3 == 0:
            file.write_text(file.read_text().replace("Contract: ", "Contrat: ", 1))
    zipped = min(folder.iterdir())
    shutil.make_archive(os.fspath(zipped), "zip", zipped)
    shutil.rmtree(zipped)
    return folder


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    with LocalCluster(**PROCESSES) as local, Client(local, set_as_default=False) as client:
        yield client


@pytest.fixture
def nothing_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the process that waits do no task itself."""

    def run(
        self: rounds.Rounds,
        task: Callable[..., bytes],
        orders: Orders,
        common: bytes,
        _stage: object,
    ) -> list[bytes]:
        assert self._workforce is not None
        results = self._workforce.run(task, orders, common, lambda *_: None)
        return [results[shard] for shard in orders]

    monkeypatch.setattr(rounds.Rounds, "_run", run)


def expected(catalog: Path) -> tuple[object, ...]:
    result = all_of(muranopl.Catalog([catalog]).check())
    assert result[1]
    return result


@pytest.mark.usefixtures("nothing_here")
def test_a_cluster(catalog: Path, client: Any, tmp_path: Path) -> None:
    for cache in (None, muranopl.Cache(tmp_path), muranopl.Cache(tmp_path)):
        report = muranopl.Catalog([catalog], executor=client.get_executor(), cache=cache).check()
        assert all_of(report) == expected(catalog)


@pytest.mark.usefixtures("nothing_here")
def test_its_machines_need_no_file(
    catalog: Path, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The packages are not there while the tasks run."""
    report, wait, away = expected(catalog), workforce.wait, catalog.with_name("away")

    def waiting(*arguments: Any) -> Any:
        catalog.rename(away)
        try:
            return wait(*arguments)
        finally:
            away.rename(catalog)

    monkeypatch.setattr(workforce, "wait", waiting)
    assert all_of(muranopl.Catalog([catalog], executor=client.get_executor()).check()) == report


@pytest.mark.usefixtures("nothing_here")
def test_its_machines_fetch_packages_at_addresses(
    catalog: Path, client: Any, tmp_path: Path
) -> None:
    """This process asks the server for the page that lists them, and for nothing else."""
    links = []
    with answering() as server:
        for package in sorted(catalog.iterdir()):
            file = tmp_path / f"{package.stem}.zip"
            if package.is_dir():
                shutil.make_archive(os.fspath(file.with_suffix("")), "zip", package)
            else:
                shutil.copy(package, file)
            server.put(f"/apps/{file.name}", file.read_bytes())
            links.append(f'<a href="{file.name}">{file.name}</a>')
        page = "".join(links).encode()
        address = server.put("/apps/", page, Content_Type="text/html")
        report = all_of(muranopl.Catalog([address]).check())
        for cache in (None, tmp_path / "cache", tmp_path / "cache"):
            executor = client.get_executor(pure=False)
            shared = muranopl.Catalog([address], executor=executor, cache=cache)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(SharedFetcher, "_one", None)
                assert all_of(shared.check()) == report


def test_what_was_not_sent_is_not_told(catalog: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A task that needs it fails, so that it is done where the packages are."""
    plans = []
    start = rounds.Rounds.__init__

    def noted(self: rounds.Rounds, plan: Any, *more: Any) -> None:
        plans.append(plan)
        start(self, plan, *more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds.Rounds, "__init__", noted)
        muranopl.Catalog([catalog], jobs=2).check()
    monkeypatch.setattr(sent, "_paths", lambda *_: {"manifest.yaml"})
    bare = sent.with_contents(plans[0])
    with pytest.raises(sent.NotSentError):
        read_shard(bare, 0, [0])
    monkeypatch.undo()
    assert read_shard(sent.with_contents(plans[0]), 0, [0])


def test_the_command(catalog: Path, client: Any) -> None:
    address = client.scheduler.address.replace("tcp://", "dask://")
    words = ["check", os.fspath(catalog), "--no-cache", "--format", "concise"]
    alone, shared = (
        CliRunner().invoke(cli, [*words, *more]) for more in ([], ["--executor", address])
    )
    assert (shared.exit_code, shared.stdout) == (alone.exit_code, alone.stdout)
    assert alone.exit_code == 1


@pytest.mark.parametrize("stage", TASKS)
def test_one_of_its_processes_is_killed(
    catalog: Path, client: Any, stage: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The last tests of the cluster, which starts another process when it comes to it."""
    submitted = Client.submit
    killed: list[int] = []

    def submit(self: Any, task: Any, *more: Any, **settings: Any) -> Any:
        future = submitted(self, task, *more, **settings)
        if task is TASKS[stage] and not killed:
            killed.append(min(self.run(os.getpid).values()))
            os.kill(killed[0], signal.SIGKILL)
        return future

    client.wait_for_workers(PROCESSES["n_workers"])
    monkeypatch.setattr(Client, "submit", submit)
    report = muranopl.Catalog([catalog], executor=client.get_executor(pure=False))
    assert all_of(report.check()) == expected(catalog)
    assert killed


@pytest.mark.parametrize(
    ("address", "told"),
    [
        ("localhost:1", "not an address of an executor: write dask://HOST:PORT"),
        ("ssh://localhost", "not an address of an executor: write dask://HOST:PORT"),
        ("dask://", "no Dask scheduler answers"),
        ("dask://127.0.0.1:9", "no Dask scheduler answers at 127.0.0.1:9"),
    ],
)
def test_nobody_answers(address: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "CLUSTER_SILENCE", workers.CLUSTER_SILENCE._replace(most=1))
    with pytest.raises(UsageError, match=told), workers.executor_at(address):
        pass


def test_without_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(UsageError, match=r"needs `pip install distributed` \(the extra `dask`\)"),
        workers.executor_at("dask://there:1"),
    ):
        pass


@pytest.mark.parametrize(
    ("program", "told"), [(None, "another version of muranopl"), (ImportError("x"), "no muranopl")]
)
def test_a_cluster_of_another_program(program: object, told: str) -> None:
    class Other:
        def run(self, _function: object) -> dict[str, object]:
            if isinstance(program, Exception):
                raise program
            return {"tcp://there:1": b"other"}

    with pytest.raises(UsageError, match=told):
        cluster.check_workers(Other())
