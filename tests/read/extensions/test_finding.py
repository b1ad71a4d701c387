"""Where plugins are found, and what is reported about distributions that cannot be read."""

from __future__ import annotations

import io
import os
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

import pytest

from muranopl.ard.sources import archive as archives
from muranopl.diagnostics.bounds import MODULE_SIZE, UNPACKED_SIZE
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.usage import UsageError
from muranopl.read.extensions.opening import extensions_at, require_known
from tests.read.extensions.distributions import (
    ENTRY_POINTS,
    SETUP_CFG,
    THING,
    checkout,
    installed,
    sdist,
    wheel,
    write,
)


def found(where: str | Path) -> tuple[list[str], list[str]]:
    """Return the classes of the plugins at a place, as `distribution class methods`, and the codes reported."""
    findings = Findings()
    classes = [
        " ".join((item.name, class_.name, *(method.name for method in class_.methods)))
        for item in extensions_at([str(where)], findings)
        for class_ in item.classes
    ]
    return classes, [item.code for item in findings.diagnostics]


SOURCES: dict[str, dict[str, str]] = {
    "setup.cfg of pbr": {"setup.cfg": SETUP_CFG, "things.py": THING},
    "setup.cfg of setuptools": {
        "setup.cfg": SETUP_CFG.replace("[entry_points]", "[options.entry_points]"),
        "things/__init__.py": THING,
    },
    "setup.cfg with package_dir": {
        "setup.cfg": SETUP_CFG + "[options]\npackage_dir =\n    = python\n",
        "python/things.py": THING,
    },
    "pyproject.toml": {
        "pyproject.toml": '[project]\nname = "example.plugin"\n'
        '[project.entry-points."io.murano.extensions"]\n"example.Thing" = "things:Thing"\n',
        "src/things.py": THING,
    },
    "poetry": {
        "pyproject.toml": '[tool.poetry]\nname = "example.plugin"\n'
        '[tool.poetry.plugins."io.murano.extensions"]\n"example.Thing" = "things:Thing"\n',
        "things.py": THING,
    },
    "setup.cfg with where": {
        "setup.cfg": SETUP_CFG + "[options.packages.find]\nwhere = python\n",
        "python/things.py": THING,
    },
    "pyproject.toml with where": {
        "pyproject.toml": '[project]\nname = "example.plugin"\n'
        '[project.entry-points."io.murano.extensions"]\n"example.Thing" = "things:Thing"\n'
        '[tool.setuptools.packages.find]\nwhere = ["python"]\n',
        "python/things.py": THING,
    },
    "setup.py with names": {
        "setup.py": "import setuptools\nNAME = 'example.plugin'\n"
        "POINTS = {'io.murano.extensions': ['example.Thing = things:Thing']}\n"
        "setuptools.setup(name=NAME, entry_points=POINTS, packages=setuptools.find_packages('python'))\n",
        "python/things.py": THING,
    },
    "setup.py with a dictionary": {
        "setup.py": "from setuptools import setup\n"
        "setup(**dict(name='example.plugin', package_dir={'things': 'python/things'},\n"
        "  entry_points={'io.murano.extensions': 'example.Thing = things:Thing'}))\n",
        "python/things/__init__.py": THING,
    },
    "setup.py": {
        "setup.py": "from setuptools import setup\nraise SystemExit('it is not run')\n"
        "setup(name='example.plugin',\n"
        "      entry_points={'io.murano.extensions': ['example.Thing = things:Thing']})\n",
        "things.py": THING,
    },
    "setup.py with a text": {
        "setup.py": f"import setuptools\nsetuptools.setup(name='example.plugin', entry_points='''{ENTRY_POINTS}''')\n",
        "things.py": THING,
    },
    "egg-info": {
        "setup.py": "from setuptools import setup\nsetup(**computed())\n",
        "example.plugin.egg-info/PKG-INFO": "Name: example.plugin\n",
        "example.plugin.egg-info/entry_points.txt": ENTRY_POINTS,
        "things.py": THING,
    },
    "parts of the name elsewhere": {
        "pyproject.toml": '[project]\nname = "example.plugin"\n',
        "setup.cfg": SETUP_CFG.replace("name = example.plugin\n", ""),
        "things.py": THING,
    },
    "an extra": {
        "setup.cfg": SETUP_CFG.replace("things:Thing", "things:Thing [fast]"),
        "things.py": THING,
    },
    "imported from elsewhere in the distribution": {
        "setup.cfg": SETUP_CFG,
        "things/__init__.py": "from .inner import Thing\n",
        "things/inner.py": THING,
    },
    "site-packages": installed(),
    "virtual environment": {
        "pyvenv.cfg": "",
        **{f"lib/python3.9/site-packages/{name}": text for name, text in installed().items()},
    },
    "folder of checkouts": {"plugins/setup.cfg": SETUP_CFG, "plugins/things.py": THING},
}


@pytest.mark.parametrize("files", SOURCES.values(), ids=SOURCES)
def test_folders(files: dict[str, str], tmp_path: Path) -> None:
    assert found(write(tmp_path, files)) == (["example.plugin example.Thing countAll"], [])


@pytest.mark.parametrize(
    ("make", "name", "files"),
    [
        (wheel, "plugin-1.2-py3-none-any.whl", installed()),
        (wheel, "plugin-1.2.zip", SOURCES["setup.cfg of pbr"]),
        (sdist, "plugin-1.2.tar.gz", SOURCES["pyproject.toml"]),
        (sdist, "plugin-1.2.tar.gz", SOURCES["egg-info"]),
    ],
)
def test_archives(
    make: Callable[..., Path], name: str, files: dict[str, str], tmp_path: Path
) -> None:
    path = make(tmp_path / name, files)
    expected = (["example.plugin example.Thing countAll"], [])
    assert found(path) == found(tmp_path) == expected


def test_an_environment_and_a_name_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, installed())
    monkeypatch.syspath_prepend(str(tmp_path))
    expected = "example.plugin example.Thing countAll"
    assert expected in found("installed")[0]
    require_known(["example.plugin", "installed"])
    assert found("example.plugin") == ([expected], [])
    assert found(tmp_path / "example.plugin-1.2.dist-info") == ([expected], [])


CLASS = "example.plugin example.Thing countAll"


def editable(site: Path, source: Path) -> Path:
    """Write an environment in which the plugin is installed as a link to its source (PEP 610)."""
    write(source / "src", {"things.py": THING})
    files = installed()
    del files["things.py"]
    url = f'{{"url": "{source.as_uri()}", "dir_info": {{"editable": true}}}}'
    files["example.plugin-1.2.dist-info/direct_url.json"] = url
    return write(site, files)


def egg_link(site: Path, source: Path) -> Path:
    """Write an environment in which the plugin is installed as setuptools did before."""
    checkout(source)
    return write(site, {"example.plugin.egg-link": f"{source}\n.\n"})


@pytest.mark.parametrize("make", [editable, egg_link])
def test_an_editable_installation(
    make: Callable[[Path, Path], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(make(tmp_path / "site", tmp_path / "source")))
    assert CLASS in found("installed")[0]


@pytest.mark.parametrize("make", [editable, egg_link])
def test_a_folder_leads_to_no_folder_outside(
    make: Callable[[Path, Path], Path], tmp_path: Path
) -> None:
    """Whoever made it may have been a stranger; a virtual environment has sources of its own."""
    code = "MPL971" if make is editable else "MPL970"
    site = make(tmp_path / "site", tmp_path / "source")
    (site / "x.dist-info").mkdir(exist_ok=True)
    assert found(site) == ([], [code])
    environment = tmp_path / "venv"
    write(environment, {"pyvenv.cfg": ""})
    inner = environment / "lib" / "python3.11" / "site-packages"
    inner.parent.mkdir(parents=True)
    inner.symlink_to(site)
    assert found(environment) == ([], ["MPL970"])
    inner.unlink()
    make(inner, environment / "src" / "plugin")
    (inner / "x.dist-info").mkdir(exist_ok=True)
    assert found(environment) == ([CLASS], [])


def no_file(path: Path) -> None:
    path.mkdir()


def pipe(path: Path) -> None:
    os.mkfifo(path)


def no_path(path: Path) -> None:
    path.write_bytes(b"a\0b\xff\n")


@pytest.mark.parametrize("make", [no_file, pipe, no_path])
def test_egg_links_that_are_none(make: Callable[[Path], None], tmp_path: Path) -> None:
    write(tmp_path, installed())
    make(tmp_path / "other.egg-link")
    assert found(tmp_path) == ([CLASS], [])


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        "{",
        '{"url": 1, "dir_info": {"editable": true}}',
        '{"url": "file:///a%00b", "dir_info": {"editable": true}}',
        '{"url": "file://[", "dir_info": {"editable": true}}',
        '{"url": {}, "dir_info": {"editable": true}}',
        "[" * 100_000,
    ],
    ids=["list", "half", "number", "null", "host", "mapping", "nested"],
)
def test_no_direct_url(text: str, tmp_path: Path) -> None:
    files = {"example.plugin-1.2.dist-info/direct_url.json": text}
    assert found(write(tmp_path, installed() | files)) == ([CLASS], [])


def test_words_that_name_nothing_are_wrong_usage() -> None:
    with pytest.raises(UsageError) as caught:
        require_known(["no/such/path", "no.such.distribution", "installed"])
    assert str(caught.value).count("is not a path, a URL, an installed distribution") == 2


MISTAKES: dict[str, tuple[dict[str, str], str]] = {
    "nothing": ({"README": ""}, "MPL970"),
    "no such group": ({"setup.cfg": "[metadata]\nname = a\n"}, "MPL970"),
    "not INI": ({"setup.cfg": "[entry_points\n"}, "MPL971"),
    "not TOML": ({"pyproject.toml": "[project\n"}, "MPL971"),
    "not Python": ({"setup.py": "setup(\n"}, "MPL971"),
    "not UTF-8": ({"setup.cfg": SETUP_CFG + "\udcff"}, "MPL971"),
    "no name": ({"setup.cfg": SETUP_CFG.replace("name", "title")}, "MPL971"),
    "no METADATA": ({"a.dist-info/entry_points.txt": ENTRY_POINTS}, "MPL971"),
    "bad entry points": ({"a.dist-info/entry_points.txt": ENTRY_POINTS + "io.murano\n"}, "MPL971"),
    "no module": ({"setup.cfg": SETUP_CFG}, "MPL973"),
    "no class": ({"setup.cfg": SETUP_CFG, "things.py": ""}, "MPL974"),
    "no attribute": ({"setup.cfg": SETUP_CFG.replace(":Thing", ""), "things.py": THING}, "MPL975"),
    "a function": ({"setup.cfg": SETUP_CFG, "things.py": "def Thing(): ..."}, "MPL975"),
    "data": ({"setup.cfg": SETUP_CFG, "things.py": "Thing = 1"}, "MPL975"),
    "Python 2": ({"setup.cfg": SETUP_CFG, "things.py": "print 1"}, "MPL976"),
    "a null character": ({"setup.cfg": SETUP_CFG, "things.py": "\0"}, "MPL976"),
    "nested": ({"setup.cfg": SETUP_CFG, "things.py": "(" * 9_999}, "MPL976"),
    "compiled": ({"setup.cfg": SETUP_CFG, "things.cpython-311.so": ""}, "MPL976"),
    "too large": ({"setup.cfg": SETUP_CFG, "things.py": THING + "#" * 2**20}, "MPL976"),
    "too large metadata": ({"setup.cfg": SETUP_CFG + "#" * 2**20}, "MPL971"),
    "an f-string": (
        {"setup.cfg": SETUP_CFG, "things.py": THING + f"x = f'{'{x}' * 100_000}'\n"},
        "MPL976",
    ),
    "f-strings joined": (
        {"setup.cfg": SETUP_CFG, "things.py": THING + "x = ''" + "f'{x}'" * 100_000},
        "MPL976",
    ),
    "a folder": ({"setup.cfg": SETUP_CFG, "things.py/x": ""}, "MPL976"),
}


@pytest.mark.parametrize(("files", "code"), MISTAKES.values(), ids=MISTAKES)
def test_mistakes(files: dict[str, str], code: str, tmp_path: Path) -> None:
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert found(tmp_path)[1] == [code]


def test_braces_in_a_text_are_no_format(tmp_path: Path) -> None:
    text = f"x = '{'{' * 100_000}'\n"
    assert found(checkout(tmp_path, THING + text)) == found(checkout(tmp_path / "b", THING))


@pytest.mark.parametrize(
    "module", ["from x import *", "exec('')", "from x import Thing", "Thing = make()"]
)
def test_a_class_that_may_be_there_is_not_seen(module: str, tmp_path: Path) -> None:
    seen = found(checkout(tmp_path, module))
    assert seen == (["example.plugin example.Thing"], ["MPL978"])


@pytest.mark.parametrize(
    "points", ["a-b = things:Thing", "1.A = things:Thing", "a. = things:Thing"]
)
def test_names_that_the_engine_ignores(points: str, tmp_path: Path) -> None:
    assert found(checkout(tmp_path, points=points)) == ([], ["MPL972"])


def test_no_file_outside_is_read(tmp_path: Path) -> None:
    write(tmp_path, {"secret.py": THING})
    folder = checkout(tmp_path / "plugin")
    os.remove(folder / "things.py")
    os.symlink(tmp_path / "secret.py", folder / "things.py")
    assert found(folder)[1] == ["MPL976"]
    checkout(tmp_path / "other", points="example.Thing = ..secret:Thing")
    assert found(tmp_path / "other")[1] == ["MPL976"]


@pytest.mark.parametrize("name", ["a.whl", "a.tar.gz", "a.zip"])
def test_damaged_archives(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"PK\x03\x04 and no more")
    assert found(tmp_path / name) == ([], ["MPL970"])
    assert found(tmp_path)[1] == ["MPL970"]


def test_formats_of_packages_are_named(tmp_path: Path) -> None:
    cfg = SETUP_CFG + "io.murano.plugins.packages =\n    Some.Format/1.0 = things:Package\n"
    checkout(tmp_path)
    (tmp_path / "setup.cfg").write_text(cfg)
    findings = Findings()
    extensions_at([str(tmp_path)], findings)
    (only,) = findings.diagnostics
    assert (only.code, only.place.line) == ("MPL982", 8)
    assert '"Format: Some.Format/1.0"' in only.message


def test_sparse_members_are_counted_by_what_they_unpack_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two kilobytes have files of 15 MiB each, of which four are unpacked here at most."""
    monkeypatch.setattr(archives, "UNPACKED_SIZE", UNPACKED_SIZE._replace(most=2**26))
    path = tmp_path / "plugin.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for number in range(9):
            entry = tarfile.TarInfo(f"example-1.2/m{number}.py")
            # The map of the data, of which there is none, stands before it
            data = b"1\n15728640\n0\n".ljust(512, b"\0")
            entry.size = len(data)
            entry.pax_headers = {
                "GNU.sparse.major": "1",
                "GNU.sparse.minor": "0",
                "GNU.sparse.name": entry.name,
                "GNU.sparse.realsize": "15728640",
            }
            archive.addfile(entry, io.BytesIO(data))
    assert path.stat().st_size < 10_000
    findings = Findings()
    read = count_of(tarfile.ExFileObject, "read", lambda: extensions_at([str(path)], findings))
    (item,) = findings.diagnostics
    assert (item.code, "unpack to more than" in item.message) == ("MPL970", True)
    assert read == 4


def test_the_source_of_one_plugin_is_bounded(tmp_path: Path) -> None:
    text = THING.ljust(MODULE_SIZE.most, "#")
    modules = {f"m{number}.py": text for number in range(5)}
    points = "\n    ".join(f"example.T{i} = m{i}:Thing" for i in range(5))
    checkout(tmp_path, points=points)
    classes, codes = found(write(tmp_path, modules))
    assert [line.count("countAll") for line in classes] == [1, 1, 1, 1, 0]
    assert codes == ["MPL976"]


LONG: dict[str, Callable[[int], tuple[str, str]]] = {
    "bases": lambda number: (
        "".join(f"class A{i + 1}(A{i}): ...\n" for i in range(number)),
        f"example.Thing = things:A{number}",
    ),
    "methods": lambda number: (
        "class Thing:\n" + "".join(f"  def a{i}(self): ...\n" for i in range(number)),
        "example.Thing = things:Thing",
    ),
    "entry points": lambda number: (
        "".join(f"class A{i}: ...\n" for i in range(number)),
        "\n    ".join(f"example.T{i} = things:A{i}" for i in range(number)),
    ),
    "star imports": lambda number: (
        "from things import *\n" * (number // 10),
        "example.Thing = things:Thing",
    ),
}  # fmt: skip
"""Modules and entry points that have a part many times."""


@pytest.mark.parametrize("make", LONG.values(), ids=LONG)
def test_twice_as_much_takes_about_twice_as_long(
    make: Callable[[int], tuple[str, str]], tmp_path: Path
) -> None:
    calls = []
    for number in (40, 80):
        folder = checkout(tmp_path / str(number), *make(number))
        calls.append(calls_of(lambda folder=folder: found(folder)))  # type: ignore[misc]
    assert calls[1] < 2.5 * calls[0]


def test_members_of_one_plugin_are_bounded(tmp_path: Path) -> None:
    text = "class Thing:\n" + "".join(f"  a{i} = 1\n" for i in range(2_500))
    points = "\n    ".join(f"example.T{i} = things:Thing" for i in range(9))
    assert found(checkout(tmp_path, text, points))[1] == ["MPL978"] * 2


def calls_of(function: Callable[[], object]) -> int:
    """The number of calls of Python functions that a function takes."""
    calls = 0

    def called(_frame: object, event: str, _argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    sys.setprofile(called)
    try:
        function()
    finally:
        sys.setprofile(None)
    return calls


def count_of(owner: type, name: str, function: Callable[[], object]) -> int:
    """The number of calls of one method that a function takes."""
    with pytest.MonkeyPatch.context() as patch:
        calls = []
        original = getattr(owner, name)
        patch.setattr(owner, name, lambda *words: (calls.append(words), original(*words))[1])
        function()
    return len(calls)
