"""Extension plugins at addresses: a wheel or a source distribution, under the rules of other addresses."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

import pytest
from click.testing import Result

import muranopl
from tests import command_line
from tests.archives import zip_of
from tests.ard.remote.answers import AnsweringServer

MODULE = "class Tap:\n    def open_tap(self, how_far):\n        pass\n"
METADATA = "Metadata-Version: 2.1\nName: example.plugin\nVersion: 1.0\n"
ENTRY = "[io.murano.extensions]\nexample.plugin.Tap = taps:Tap\n"
WHEEL = {
    "taps.py": MODULE,
    "example.plugin-1.0.dist-info/METADATA": METADATA,
    "example.plugin-1.0.dist-info/entry_points.txt": ENTRY,
}
SDIST = {
    "p-1.0/taps.py": MODULE,
    "p-1.0/setup.cfg": "[metadata]\nname = example.plugin\nversion = 1.0\n[options]\npy_modules = taps\n"
    "[options.entry_points]\nio.murano.extensions =\n    example.plugin.Tap = taps:Tap\n",
}
USER = {
    "manifest.yaml": "Format: 1.4\nType: Library\nFullName: example.app\nClasses: {example.app.A: A.yaml}\n"
    "Require: {example.plugin: 0}\n",
    "Classes/A.yaml": "Namespaces: {=: example.app, p: example.plugin}\nName: A\nMethods:\n  go:\n    Body:\n"
    "      - $t: new('example.plugin.Tap')\n      - $t.openTap(far => 1)\n",
}


def tarred(files: dict[str, str]) -> bytes:
    result = io.BytesIO()
    with tarfile.open(fileobj=result, mode="w:gz") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode()))
    return result.getvalue()


@pytest.fixture
def app(tmp_path: Path) -> str:
    for name, text in USER.items():
        path = tmp_path / "app" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return str(tmp_path / "app")


def codes(app: str, address: str, **options: object) -> list[str]:
    report = muranopl.validate(app, extensions=[address], **options)  # type: ignore[arg-type]
    return [item.code for item in report.diagnostics]


@pytest.mark.parametrize(
    ("path", "content"),
    [("/p-1.0.whl", zip_of(WHEEL)), ("/p-1.0.tar.gz", tarred(SDIST)), ("/download", zip_of(WHEEL))],
    ids=["wheel", "sdist", "without a name"],
)
def test_a_plugin_at_an_address(
    server: AnsweringServer, app: str, tmp_path: Path, path: str, content: bytes
) -> None:
    address = server.put(path, content)
    expected = codes(app, address, cache=tmp_path / "cache")
    (tmp_path / "p.whl").write_bytes(zip_of(WHEEL))
    # An unknown argument, so the class was seen
    assert expected == codes(app, str(tmp_path / "p.whl"))
    assert expected
    server.answers.clear()
    assert codes(app, address, cache=tmp_path / "cache", offline=True) == expected


@pytest.mark.usefixtures("at_once")
@pytest.mark.parametrize(
    ("content", "code"),
    [(None, "MPL911"), (b"PK\3\4 broken", "MPL970"), (b"text", "MPL970")],
    ids=["missing", "damaged", "no archive"],
)
def test_failures(server: AnsweringServer, app: str, content: bytes | None, code: str) -> None:
    if content is not None:
        server.put("/p.whl", content)
    found = codes(app, f"{server.url}/p.whl")
    assert code in found


def test_a_redirect_to_the_private_network_is_refused(server: AnsweringServer, app: str) -> None:
    server.answers["/p.whl"] = lambda request: request.send(
        302, Location="http://169.254.169.254/p.whl"
    )
    assert "MPL914" in codes(app, f"{server.url}/p.whl")


def run(*words: str) -> Result:
    return command_line.run(*words)


def test_describe_and_diff_take_addresses(
    server: AnsweringServer, app: str, tmp_path: Path
) -> None:
    address, cache = server.put("/p.whl", zip_of(WHEEL)), str(tmp_path / "cache")
    result = run("extension", "describe", address, "--cache-dir", cache)
    assert (result.exit_code, "openTap" in result.output) == (0, True)
    old = server.put("/old.zip", zip_of(USER))
    words = ("diff", old, app, "--extensions", address, "--cache-dir", cache)
    first = run(*words)
    assert first.exit_code == 0
    server.answers.clear()
    assert run(*words, "--offline").output == first.output
    result = run("extension", "describe", address, "--cache-dir", cache, "--offline")
    assert result.exit_code == 0
    nothing = str(tmp_path / "nothing")
    result = run("diff", old, app, "--offline", "--cache-dir", nothing)
    assert (result.exit_code, "offline" in result.output) == (2, True)
