"""Sharing the work with a Ray cluster, which a stand-in for Ray has to be: it is not installed for tests.

docs/concurrency.md says how the real one was tried.
"""

from __future__ import annotations

import inspect
import pickle
import sys
import types
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import muranopl
from muranopl.diagnostics.usage import UsageError
from muranopl.incremental import executors, program
from muranopl.interfaces.cli.main import cli
from tests.archives import zip_of
from tests.catalogs import write_catalog
from tests.material import all_of
from tests.remote.answers import answering


class Task:
    """What `ray.remote` makes of a function: its arguments are sent as bytes."""

    def __init__(self, cluster: StandIn, function: Callable[..., object]) -> None:
        # As Ray does: an object with a cache around a function is none
        assert inspect.isfunction(function)
        self._cluster, self._function = cluster, function

    def options(self, **_: object) -> Task:
        return self

    def remote(self, *arguments: object, **settings: object) -> Reference:
        sent = pickle.dumps((self._function, arguments, settings))
        return Reference(self._cluster.threads.submit(self._cluster.run, sent))


class Reference:
    def __init__(self, future: Future[Any]) -> None:
        self._future = future

    def future(self) -> Future[Any]:
        return self._future


class StandIn(types.ModuleType):
    """The functions of Ray that are used, with threads as machines."""

    def __init__(self) -> None:
        super().__init__("ray")
        self.threads = ThreadPoolExecutor(2)
        self.objects: list[object] = []
        self.addresses: list[str] = []
        self.machines = [{"NodeID": "a", "Alive": True}, {"NodeID": "b", "Alive": 0}]
        self.ends = 0

    def init(self, address: str, **_: object) -> None:
        if address.endswith(":1"):
            raise ConnectionError("nothing there")
        self.addresses.append(address)

    def shutdown(self) -> None:
        self.ends += 1

    def nodes(self) -> list[dict[str, object]]:
        return self.machines

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def put(self, value: object) -> tuple[str, int]:
        self.objects.append(value)
        return "object", len(self.objects) - 1

    def remote(self, **_: object) -> Callable[[Callable[..., object]], Task]:
        return lambda function: Task(self, function)

    def get(self, references: list[Reference]) -> list[object]:
        return [reference.future().result() for reference in references]

    def run(self, sent: bytes) -> object:
        function, arguments, settings = pickle.loads(sent)
        if (
            arguments
            and isinstance(arguments[0], tuple)
            and arguments[0][0] == "object"
        ):
            first = pickle.dumps(self.objects[arguments[0][1]])
            arguments = (pickle.loads(first), *arguments[1:])
        return function(*arguments, **settings)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Iterator[StandIn]:
    result = StandIn()
    util = types.ModuleType("ray.util")
    strategies = types.ModuleType("ray.util.scheduling_strategies")
    vars(strategies)["NodeAffinitySchedulingStrategy"] = lambda *_, **__: None
    modules = (result, util, strategies)
    for module in modules:
        monkeypatch.setitem(sys.modules, module.__name__, module)
    name = "muranopl.incremental.ray_cluster"
    monkeypatch.delitem(sys.modules, name, raising=False)
    with result.threads:
        yield result
    sys.modules.pop(name, None)


def test_the_command(ray: StandIn, tmp_path: Path) -> None:
    write_catalog(tmp_path, 6, 2, ui=True)
    file = min(tmp_path.glob("*/Classes/*.yaml"))
    file.write_text(file.read_text().replace("Contract: ", "Contrat: "))
    words = ["check", str(tmp_path), "--no-cache", "--format", "concise"]
    alone, shared = (
        CliRunner().invoke(cli, [*words, *more])
        for more in ([], ["--executor", "ray://there:2"])
    )
    assert (shared.exit_code, shared.stdout) == (alone.exit_code, alone.stdout)
    assert alone.exit_code == 1
    assert (ray.addresses, ray.ends) == (["ray://there:2"], 1)
    # Of 3 shards and two rounds, the plan was sent once
    assert len(ray.objects) == 1


@pytest.mark.usefixtures("ray")
def test_packages_at_addresses(tmp_path: Path) -> None:
    write_catalog(tmp_path, 6, 2)
    links = []
    with answering() as server, executors.executor_at("ray://there:2") as executor:
        for folder in sorted(tmp_path.iterdir()):
            files = {
                str(file.relative_to(folder)): file.read_bytes()
                for file in folder.rglob("*.yaml")
            }
            server.put(f"/{folder.name}.zip", zip_of(files))
            links.append(f'<a href="{folder.name}.zip">it</a>')
        address = server.put("/", "".join(links).encode(), Content_Type="text/html")
        shared = muranopl.Catalog([address], executor=executor).check()
        assert all_of(shared) == all_of(muranopl.Catalog([address]).check())


def test_clusters_that_cannot_be_used(
    ray: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    def use(address: str) -> None:
        with executors.executor_at(address):
            pass

    with pytest.raises(UsageError, match="no Ray cluster answers at there:1"):
        use("ray://there:1")
    ray.machines.clear()
    with pytest.raises(UsageError, match="the cluster has no machines"):
        use("ray://there:2")
    ray.machines.append({"NodeID": "a", "Alive": True})
    with monkeypatch.context() as patch:
        patch.setattr(ray, "get", lambda _: [b"other"])
        with pytest.raises(UsageError, match="another version of muranopl"):
            use("ray://there:2")
    monkeypatch.setattr(ray, "run", lambda _: 1 / 0)
    with pytest.raises(UsageError, match="has no muranopl"):
        use("ray://there:2")
    assert ray.ends == 3
    assert program.program_key()
