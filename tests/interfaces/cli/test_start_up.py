"""What commands load: libraries that are slow to import, and modules that few runs need, are imported on demand."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection
from pathlib import Path

import pytest

from muranopl.diagnostics.examples import files
from muranopl.interfaces.cli.main import COMMANDS
from tests.material import write
from tests.project import EXAMPLES

CODE = """\
import os, sys
def leave(status):
    sys.stderr.write("\\n" + " ".join(sys.modules))
    sys.stderr.flush()
    ended(status)
ended, os._exit = os._exit, leave
from muranopl.interfaces.cli.start import main
main()
"""
"""Runs a command in the way of the program, which leaves by `os._exit`."""
FRAMES = """\
import resource
from muranopl.interfaces.cli import start

def leaf():
    pass

def faults(depth):
    if depth:
        return faults(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(1000):
        leaf()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

start._run = lambda: print(max(map(faults, range(400))))
start.main()
"""
"""Prints the greatest number of page faults of 1,000 calls, at all depths of the stack up to 400."""

OPTIONAL = {
    "distributed",
    "fsspec",
    "httpcore",
    "lsprotocol",
    "markdown_it",
    "prometheus_client",
    "pygls",
    "python_multipart",
    "sse_starlette",
    "starlette",
    "uvicorn",
    "watchfiles",
    "websockets",
}
"""Libraries of extras."""
HEAVY = {
    "_hashlib",
    "concurrent.futures",
    "concurrent_log_handler",
    "jsonpatch",
    "logging",
    "multiprocessing",
    "networkx",
    "platformdirs",
    "regex",
    "semantic_version",
    "tarfile",
    "tomllib",
    "yaql",
}
PARSERS = {
    "yaml",
    "muranopl.ard.yaml.loader",
    "muranopl.phases.driver",
    "muranopl.language.grammar.entity",
}
OPTIONS = {
    "click",
    "inspect",
    "msgspec",
    "muranopl.diagnostics.diagnostic",
    "muranopl.interfaces.cli.options",
}
MISTAKES = {
    "difflib",
    "muranopl.ard.rewriting",
    "muranopl.ard.sources.file_types",
    "muranopl.diagnostics.correcting",
    "muranopl.namespace.misspelt_classes",
    "muranopl.semantics.bodies.other_forms",
    "muranopl.semantics.bodies.rewriting",
    "muranopl.diagnostics.suppressions.scanning",
}
"""What only packages with mistakes, or with comments that suppress them, need."""
FEATURES = {
    "muranopl.views.changes",
    "muranopl.views.documents",
    "muranopl.read.extensions",
    "muranopl.writing.fixing",
    "muranopl.views.graph",
    "muranopl.read.heat",
    "muranopl.writing.packing",
    "muranopl.ard.remote.fetcher",
    "muranopl.render.serialize",
    "muranopl.namespace.required",
    "muranopl.execution.running",
    "muranopl.semantics.bodies.package_facts",
    "muranopl.execution.simulation",
    "muranopl.execution.testing",
    "muranopl.workspace",
}
"""What a check needs of no package, or of few."""
SELDOM = {
    "muranopl.ard.regular_expressions",
    "muranopl.ard.sources.held",
    "muranopl.ard.sources.symlinks",
    "muranopl.diagnostics.extras",
    "muranopl.diagnostics.pages",
    "muranopl.interfaces.cli.watching",
    "muranopl.phases.reuse.parsed_files",
    "muranopl.phases.reuse.snapshots",
    "muranopl.read.python_2",
}
"""What few checks without a cache need."""
CHECKING = {
    "muranopl.hierarchy",
    "muranopl.phases.driver",
    "muranopl.render.phase",
    "muranopl.semantics.bodies.body_checker",
    "muranopl.semantics.forms.definition",
}
FORMS = {"muranopl.language.grammar.ui.definition", "muranopl.render.form"}
HELP = {"muranopl.interfaces.cli.help_groups"}
CACHE = {"sqlite3", "muranopl.phases.reuse.database"}
TERMINAL = {"importlib.metadata", "pickle", "rich", "rich_click"}
"""Checks print without these."""


def loaded(*words: str) -> set[str]:
    """Return the modules that a command loads in a process of its own."""
    command = [sys.executable, "-c", CODE, *words]
    done = subprocess.run(command, input="", capture_output=True, text=True, check=False)
    return set(done.stderr.rpartition("\n")[2].split())


def holds(modules: set[str], needed: Collection[str], others: Collection[str]) -> None:
    """Assert that all of the first are loaded, and none of the second."""
    assert modules >= set(needed)
    assert modules & set(others) == set()


def test_importing_muranopl_loads_next_to_nothing() -> None:
    code = "import sys, muranopl; print(*sys.modules)"
    names = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    ours = ("muranopl.", "yaml", "click", "msgspec")
    assert [name for name in names if name.startswith(ours)] == []


def test_calls_map_no_memory_at_any_depth() -> None:
    pytest.importorskip("resource", reason="the system does not count page faults")
    done = subprocess.run(
        [sys.executable, "-c", FRAMES], capture_output=True, text=True, check=False
    )
    assert int(done.stdout) < 100


def test_help_loads_nothing_that_reads_packages() -> None:
    """Each command in one process, which loads no less than a process for each."""
    helps = [["--help"], *([command, "--help"] for command in COMMANDS)]
    code = f"""
import contextlib, sys
from muranopl.interfaces.cli.main import cli
for line in {[*helps, ["explain", "MPL120"]]}:
    with contextlib.suppress(SystemExit):
        cli.main(line)
print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    others = PARSERS | CHECKING | FEATURES | CACHE | HEAVY | OPTIONAL
    holds(set(done.stderr.split()), {"click"} | HELP, others)


def test_the_version_loads_next_to_nothing() -> None:
    others = PARSERS | CHECKING | FEATURES | CACHE | HEAVY | OPTIONAL | TERMINAL
    holds(loaded("--version"), {"click"}, others | {"msgspec"})


@pytest.mark.parametrize("example", ["hello", "forms", "tested"])
def test_a_check_imports_what_it_needs(example: str) -> None:
    others = CACHE | MISTAKES | FEATURES | SELDOM | HELP | HEAVY | OPTIONAL | TERMINAL
    holds(loaded("check", str(EXAMPLES / example), "--no-cache"), PARSERS, others)


@pytest.mark.parametrize("example", ["hello", "broken"])
def test_cached_results_need_no_parser(tmp_path: Path, example: str) -> None:
    """An answer for the same command line needs next to nothing."""
    command = ["check", str(EXAMPLES / example), "--cache-dir", str(tmp_path / "cache")]
    others = PARSERS | CHECKING | FEATURES | HEAVY | OPTIONAL | TERMINAL
    holds(loaded(*command), PARSERS | CACHE | OPTIONS, OPTIONAL)
    holds(loaded(*command, "--jobs", "1"), CACHE, others)
    holds(loaded(*command), CACHE, others | OPTIONS)


def test_a_call_imports_what_it_needs(tmp_path: Path) -> None:
    """Neither what only checks, forms and schemas need, nor the simulated clouds that it asks nothing."""
    write(files(CALLED), tmp_path)
    words = ["call", "example.app.Adder", "add", "-a", "a=1", "-L", str(tmp_path)]
    others = (
        FORMS
        | OPTIONAL
        | {
            "muranopl.views.graph.resolver",
            "muranopl.views.schema.generate",
            "muranopl.semantics.bodies.body_checker",
            "muranopl.execution.simulation.heat",
            "muranopl.execution.simulation.simulated_cloud",
        }
    )
    needed = PARSERS | {"yaql", "muranopl.execution.machine"}
    holds(loaded(*words, "--no-cache"), needed, others)


def test_the_language_server_starts_without_what_runs_methods() -> None:
    others = {
        "muranopl.api",
        "muranopl.execution",
        "muranopl.render.form",
        "muranopl.writing.packing",
        "yaql",
    }
    holds(loaded("lsp"), {"pygls", "muranopl.interfaces.lsp.testing"}, others)


CALLED = """\
=== manifest.yaml
Format: MuranoPL/1.4
Type: Library
FullName: example.app
Classes: {example.app.Adder: Adder.yaml}
=== Classes/Adder.yaml
Name: example.app.Adder
Methods:
  add:
    Usage: Static
    Scope: Public
    Arguments:
    - a: {Contract: $.int()}
    Body:
    - Return: $a + 1
"""
