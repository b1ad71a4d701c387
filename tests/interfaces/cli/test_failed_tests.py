"""`muranopl test --lf`, `--watch` and `--coverage-html`."""

from __future__ import annotations

from pathlib import Path

from tests import command_line

FILES = {
    "manifest.yaml": "Format: MuranoPL/1.4\nType: Library\nFullName: example.counting\nVersion: 1.0.0\n"
    "Classes: {example.Counter: Counter.yaml, example.CounterTest: Test.yaml}\n",
    "Classes/Counter.yaml": "Namespaces: {=: example}\nName: Counter\nMethods:\n  one:\n    Body:\n"
    "      - Return: 1\n  two:\n    Body:\n      - Return: '<2>'\n",
    "Classes/Test.yaml": "Namespaces: {=: example, t: io.murano.test}\nName: CounterTest\nExtends: t:TestFixture\n"
    "Methods:\n  testOne:\n    Body:\n      - $.assertEqual(1, new(Counter).one())\n"
    "  testWrong:\n    Body:\n      - $.assertEqual(2, new(Counter).one())\n",
}


def package(folder: Path) -> Path:
    for path, text in FILES.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def run(*words: str | Path) -> tuple[int, str, str]:
    result = command_line.run("test", "-j1", *map(str, words))
    return result.exit_code, result.stdout, result.stderr


def test_failed_tests_run_again_until_they_pass(tmp_path: Path) -> None:
    folder = package(tmp_path / "counting")
    words = (folder, "--cache-dir", tmp_path / "cache")
    assert "1 passed, 1 failed" in run(*words)[1]
    status, text, _ = run(*words, "--lf")
    assert (status, "testOne" in text, "testWrong" in text) == (1, False, True)
    # The results of other tests change nothing
    assert run(*words, "-k", "testOne")[0] == 0
    test = folder / "Classes" / "Test.yaml"
    test.write_text(test.read_text().replace("(2,", "(1,"))
    status, text, _ = run(*words, "--last-failed")
    assert (status, "testOne" in text) == (0, False)
    # Nothing failed last time, so all tests run
    assert "2 passed" in run(*words, "--lf")[1]
    package(folder)
    run(*words)
    test.write_text(test.read_text().replace("testWrong", "testOther"))
    status, _, errors = run(*words, "--lf")
    assert (status, "testWrong" in errors) == (5, True)
    assert "1 failed" in run(*words, "--lf")[1]


def test_wrong_usage(tmp_path: Path) -> None:
    folder = package(tmp_path / "counting")
    assert "--lf and -k cannot be combined" in run(folder, "--lf", "-k", "x")[2]
    page = tmp_path / "page.html"
    assert "no options that write files" in run(folder, "--watch", "--coverage-html", page)[2]


def test_coverage_as_a_page(tmp_path: Path) -> None:
    folder, page = package(tmp_path / "counting"), tmp_path / "page.html"
    run(folder, "--coverage-html", page, "--no-cache")
    text = page.read_text()
    assert '<span class="run">   6        - Return: 1</span>' in text
    missing = '<span class="missing">   9        - Return: &#x27;&lt;2&gt;&#x27;</span>'
    assert missing in text
