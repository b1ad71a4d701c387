"""`muranopl extension describe --import-extensions`: what can only be seen when a plugin is imported."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from click.testing import Result

from muranopl.extensions.importing.sandbox import isolation
from tests.command_line import run
from tests.extensions.distributions import checkout, installed, wheel

SET_LATER = """\
import socket
from keystoneclient import missing
from murano.dsl import dsl

print("noise")


@dsl.name("x")
class Thing:
    def count_all(self): ...


def find_by_name(self, name, *, limit=3, **others): ...


setattr(Thing, "find_by_name", find_by_name)
setattr(Thing, "size", 3)
setattr(Thing, "init_plugin", classmethod(lambda cls: 1 / 0))
"""
OUTSIDE = "import missing\nclass Thing(missing.Base):\n    def count_all(self): ...\n"
FAILING = "class Thing:\n    pass\nsetattr(Thing, 'a', 1)\nraise SystemExit('no')\n"
CALLING = """\
import socket


class Thing:
    pass


try:
    socket.create_connection(("127.0.0.1", {port}), 1)
    setattr(Thing, "connected", lambda self: None)
except OSError:
    setattr(Thing, "refused", lambda self: None)
"""


def described(path: Path) -> Result:
    return run("extension", "describe", path, "--import-extensions")


def test_what_is_set_later_is_there(tmp_path: Path) -> None:
    result = described(checkout(tmp_path, SET_LATER))
    assert result.exit_code == 0, result.output
    assert "  findByName:\n    Arguments:\n      - name:" in result.output
    assert (
        "      - limit:\n          Contract: $\n          Default: 3\n" in result.output
    )
    assert "  initPlugin:\n    Usage: Static\n" in result.output
    assert "size:" not in result.output
    assert "Incomplete: []" in result.output
    assert "MPL978" not in result.output


def test_a_base_that_is_not_installed_leaves_it_incomplete(tmp_path: Path) -> None:
    path = wheel(tmp_path / "example-1.0-py3-none-any.whl", installed(module=OUTSIDE))
    result = described(path)
    assert "its base class missing.Base is not installed" in result.output
    assert "Incomplete: [example.Thing]" in result.output


@pytest.mark.parametrize(
    "names", [["a" * 300 + ".py"], ["b.py", "b.py/c.py"], ["a/" * 3_000 + "b.py"]]
)
def test_names_that_no_files_can_have(names: list[str], tmp_path: Path) -> None:
    files = installed(module=OUTSIDE) | dict.fromkeys(names, "")
    result = described(wheel(tmp_path / "example-1.0-py3-none-any.whl", files))
    assert "MPL984" in result.output
    assert "a file cannot be unpacked" in result.output


def test_a_plugin_that_cannot_be_imported_is_described_as_it_is_read(
    tmp_path: Path,
) -> None:
    result = described(checkout(tmp_path, FAILING))
    assert result.exit_code == 0
    assert "MPL984" in result.output
    assert "SystemExit: no" in result.output
    assert "Incomplete: [example.Thing]" in result.output


def test_it_has_no_network_where_that_is_possible(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        module = CALLING.format(port=server.getsockname()[1])
        result = described(checkout(tmp_path, module))
    if isolation() is None:
        assert "its code can use" in result.output
    else:
        assert "  refused:" in result.output, result.output


def test_nothing_is_imported_without_the_option(tmp_path: Path) -> None:
    result = run("extension", "describe", checkout(tmp_path, SET_LATER))
    assert "MPL978" in result.output
    assert "findByName" not in result.output
