"""The classes written in Python, as method bodies meet them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import muranopl
from muranopl.execution import budget
from muranopl.execution.exceptions import MuranoError
from muranopl.execution.simulation import record
from muranopl.execution.simulation.record import Logged, StackPushed, StatusReported
from muranopl.semantics.evaluation.errors import ExhaustedError
from tests.execution.simulation.setting import run
from tests.manifests import write_files

STACK = """
- $s: new(sys:HeatStack, name => x, description => 'of x')
- $s.updateTemplate({resources => {a => {type => 'OS::Nova::Server'}}})
- $s.updateTemplate({outputs => {o => {value => {get_resource => a}}}})
"""


@pytest.mark.parametrize(
    ("body", "value"),
    [
        pytest.param(f"{STACK}- Return: $s.output()", {}, id="nothing-pushed"),
        pytest.param(
            f"{STACK}- $s.push()\n- Return: $s.output().keys().orderBy($)", ["o"], id="output"
        ),
        pytest.param(
            f"{STACK}- Return: $s.current().keys().orderBy($)",
            ["outputs", "resources"],
            id="current",
        ),
        pytest.param(f"{STACK}- $s.reload()\n- Return: $s.current()", {}, id="reload"),
        pytest.param(
            f"{STACK}- $s.push()\n- Return: new(sys:HeatStack, name => x).current().description",
            "of x",
            id="same-name",
        ),
        pytest.param(
            f"{STACK}- $s.setParameters({{a => 1}})\n- Return: $s.parameters()",
            {"a": 1},
            id="parameters",
        ),
        pytest.param(
            f"{STACK}- $s.push()\n- $s.delete()\n- Return: [$s.current(), $s.output()]",
            None,
            id="delete",
        ),
        pytest.param("- Return: new(sys:Resources).string('a.txt')", "text\n", id="string"),
        pytest.param("- Return: sys:Resources.json('a.json')", [1, {"a": None}], id="json"),
        pytest.param("- Return: sys:Resources.yaml('a.yaml')", {"a": True}, id="yaml"),
        pytest.param("- Return: std:Project.getCurrent().name", "project", id="project"),
        pytest.param("- Return: std:User.getEnvironmentOwner().id", "user", id="user"),
        pytest.param(
            "- Return: new(sys:AgentListener, name => 'X').queueName()",
            "-execution-results-x",
            id="queue",
        ),
    ],
)
def test_values(body: str, value: Any, tmp_path: Path) -> None:
    files = {
        "Resources/a.txt": b"text\r\n",
        "Resources/a.json": b'[1, {"a": null}]',
        "Resources/a.yaml": b"a: yes\n",
    }
    if "[$s" in body:
        body, value = (
            body.replace("[$s.current(), $s.output()]", "list($s.current(), $s.output())"),
            [{}, {}],
        )
    assert run(tmp_path, body, files)[0] == value


@pytest.mark.parametrize(
    ("body", "name"),
    [
        (f"{STACK}- $s.updateTemplate({{resources => 1}})", "TypeError"),
        (f"{STACK}- $s.updateTemplate(null)", "TypeError"),
        (
            f"{STACK}- $s.updateTemplate({{heat_template_version => '2016-10-14'}})",
            "murano.engine.system.heat_stack.HeatStackError",
        ),
        ("- sys:Resources.string('../manifest.yaml')", "ValueError"),
        ("- sys:Resources.string('nothing')", "FileNotFoundError"),
        ("- new(sys:NetworkExplorer)", "ValueError"),
        ("- new(sys:HeatStack)", "yaql.language.exceptions.ArgumentException"),
        ("- new(sys:MistralClient)", "ValueError"),
        ("- new(sys:StatusReporter, environment => e).report(1, x)", "AttributeError"),
    ],
)
def test_errors(body: str, name: str, tmp_path: Path) -> None:
    with pytest.raises(MuranoError) as raised:
        run(tmp_path, body)
    assert raised.value.names == (name,)


def test_what_is_recorded(tmp_path: Path) -> None:
    body = f"""{STACK}
- $s.push(async => true)
- $l: new(sys:Logger, loggerName => here)
- $l.info('{{0}} and {{b}}', 1, b => 2)
- $l.warning('{{0}} {{1}}', 1)
- new(sys:StatusReporter, environment => e).report(null, done)
- $s.output()
"""
    _, events = run(tmp_path, body)
    assert [type(event) for event in events] == [
        Logged,
        Logged,
        Logged,
        StatusReported,
        StackPushed,
    ]
    texts = [(event.level, event.text) for event in events if isinstance(event, Logged)]
    assert texts == [
        ("info", "1 and 2"),
        ("warning", "Can not format string: {0} {1}"),
        ("warning", "{0} {1}"),
    ]
    assert (events[3].object, events[3].text) == ("e", "done")


@pytest.mark.parametrize("message", ["'{0.__class__}'", "'{0:99999999}'", "'{0!r:{1}}'", "'{'"])
def test_hostile_messages(message: str, tmp_path: Path) -> None:
    with pytest.raises(Exception, match=r"attribute|wide|format|expected|Single"):
        run(tmp_path, f"- new(sys:Logger, loggerName => x).info({message}, 1, 999999999)")


def test_the_cloud_file_answers(tmp_path: Path) -> None:
    cloud = {"project": {"name": "demo", "size": 3}, "stacks": {"x": {"outputs": {"o": "given"}}}}
    body = f"{STACK}- $s.push()\n- Return: list($s.output().o, std:Project.getCurrent().extra)"
    assert run(tmp_path, body, cloud=cloud)[0] == ["given", {"size": 3}]


def test_a_wrong_cloud_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(muranopl.ResolutionError) as raised:
        run(tmp_path, "- Return: 1", cloud={"stacks": 1})
    assert [diagnostic.code for diagnostic in raised.value.diagnostics] == ["MPL122"]


CORE = {
    "manifest.yaml": "Format: 1.4\nType: Library\nFullName: io.murano\nName: core\nClasses:\n"
    "  io.murano.Object: Object.yaml\n  io.murano.system.HeatStack: HeatStack.yaml\n"
    "  io.murano.Options: Options.yaml\n",
    "Classes/Object.yaml": "Namespaces: {=: io.murano}\nName: Object\n",
    "Classes/HeatStack.yaml": "Namespaces: {=: io.murano.system}\nName: HeatStack\n",
    "Classes/Options.yaml": "Namespaces: {=: io.murano, sys: io.murano.system}\nName: Options\nMethods:\n  go:\n"
    "    Usage: Static\n    Body:\n      - $s: new(sys:HeatStack, name => x)\n      - $s.setAttr(a, b)\n"
    "      - sys:GC.collect()\n"
    "      - Return: list(config(rabbitmq, port), config(home_region), $s.current(), $s.getAttr(a))\n",
}


def test_a_given_core_library_has_natives_and_options(tmp_path: Path) -> None:
    write_files(tmp_path, CORE)
    catalog = muranopl.Catalog([], core_library=tmp_path)
    session = catalog.session(cloud={"config": {"home_region": "RegionOne"}})
    result = session.call(session.type("io.murano.Options"), "go", public=False)
    assert result == [5672, "RegionOne", {}, "b"]


ARGUMENT = "yaql.language.exceptions.ArgumentException"


@pytest.mark.parametrize(
    ("call", "name", "message"),
    [
        ("sys:GC.isDoomed(null)", ARGUMENT, "Invalid argument object_"),
        (
            "new('io.murano.StackTrace', includeNativeFrames => 1)",
            ARGUMENT,
            "Invalid argument include_native_frames",
        ),
        ("new(sys:MetadefBrowser, cache => x)", ARGUMENT, "Invalid argument cache"),
        ("sys:GC.isDestroyed(5)", ARGUMENT, "Invalid argument object_"),
        ("sys:GC.collect(1)", ARGUMENT, "Invalid argument *"),
        ("sys:GC.collect(now => 1)", ARGUMENT, "Invalid argument **"),
        ("sys:GC.subscribeDestruction(new(A))", ARGUMENT, "Invalid argument subscriber"),
        ("new(sys:HeatStack, name => a).push(1)", ARGUMENT, "Invalid argument is_async"),
        (
            "sleep(10000000000000000)",
            "OverflowError",
            "sleep() is too long: it ends after the year 9999",
        ),
        ("now(x)", "TypeError", "the offset of now() must be a timespan"),
        ("now(timespan(days => 2))", "ValueError", "the offset of now() must be less than a day"),
        ("random(1.5, 2)", "ValueError", "the arguments of random() must be integers"),
        ("random(2, 1)", "ValueError", "random(2, 1): the range is empty"),
    ],
)
def test_arguments_that_are_refused(tmp_path: Path, call: str, name: str, message: str) -> None:
    with pytest.raises(MuranoError) as caught:
        run(tmp_path, f"- Return: {call}")
    assert (caught.value.names, caught.value.message) == ((name,), message)


@pytest.mark.parametrize(("bound", "most"), [("LOG_LINES", 3), ("LOG_CHARACTERS", 20)])
def test_a_log_has_an_end_and_says_so_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bound: str, most: int
) -> None:
    known = getattr(budget, bound)
    monkeypatch.setattr(budget, bound, known._replace(most=most))
    _, events = run(tmp_path, "- Repeat: 9\n  Do:\n    - logger(a).info(abcde)")
    assert [event.text[:20] for event in events] == ["abcde"] * 3 + ["the log is truncated"]


@pytest.mark.parametrize(
    ("call", "bound"),
    [
        ("logger(a).info(abcde)", "budget.LOGGED"),
        ("$r.report(null, abcde)", "record.SIMULATED_TEXT"),
        ("$r.report(null, abcde)", "record.SIMULATED_EVENTS"),
    ],
)
def test_what_logs_or_reports_without_an_end_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str, bound: str
) -> None:
    module, _, name = bound.partition(".")
    home = {"budget": budget, "record": record}[module]
    monkeypatch.setattr(home, name, getattr(home, name)._replace(most=8))
    with pytest.raises(ExhaustedError):
        run(
            tmp_path,
            f"- $r: new(sys:StatusReporter, environment => e)\n- Repeat: 9\n  Do:\n    - {call}",
        )
