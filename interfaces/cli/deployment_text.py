"""The text form of a simulated deployment: a line for each step, followed by its content."""

from __future__ import annotations

import difflib
import zlib
from collections.abc import Callable, Iterator
from typing import Any

from muranopl.ard.plain_data import rebuilt
from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.formats.visible import visible
from muranopl.interfaces.cli.yaml_text import to_yaml
from muranopl.running.deploying import DeployResult

_FIRST_LINE = 60
_SHOWN_LENGTH = 200
"""Maximum length of a text in a template or plan that is not shortened, in characters."""
Step = dict[str, Any]


def deployment_text(result: DeployResult, *, full: bool) -> str:
    """Return the steps of a deployment as text; `full` does not shorten long values."""
    lines: list[str] = []
    for step in result.events:
        heading, details = _SHOWN[step["event"]](step, full)
        lines.append(f"{step.get('at', 0):7.1f}s  {heading}")
        lines += [f"          {line}" if line else "" for line in details]
    if result.placeholders:
        lines += [
            *_gap(lines),
            f"{counted(len(result.placeholders), 'placeholder')} for what only a cloud can tell (--cloud):",
        ]
        lines += [f"  {text}  {origin}" for text, origin in result.placeholders.items()]
    lines += [*_gap(lines), _summary(result)]
    return "\n".join(visible(line) for line in lines) + "\n"


def _gap(lines: list[str]) -> list[str]:
    return [""] if lines else []


def _summary(result: DeployResult) -> str:
    kinds: dict[str, int] = {}
    for step in result.events:
        kinds[step["event"]] = kinds.get(step["event"], 0) + 1
    named = ((kinds.get(kind, 0), noun) for kind, noun in _COUNTED.items())
    done = ", ".join(counted(number, noun) for number, noun in named if number) or "nothing is done"
    return f"The deployment would {'fail' if result.failed else 'go through'}: {done}."


def _stack(step: Step, full: bool) -> tuple[str, Iterator[str]]:
    heading = f"stack {step['stack']}: {step['action']}"
    if "failure" in step:
        heading += f", which fails: {step['failure']}"
    if step["action"] == "delete":
        return heading, iter(())
    shown = _same if full else _shortened
    after = _yaml(shown(step["template"]))
    if "before" not in step:
        return heading, iter(after)
    result = difflib.unified_diff(_yaml(shown(step["before"])), after, lineterm="", n=3)
    return heading, (line for position, line in enumerate(result) if position > 1)


def _plan(step: Step, full: bool) -> tuple[str, Iterator[str]]:
    how = "call" if step["waits"] else "send"
    heading = f"agent of {step['host']}: {how} {_first_line(step['plan'].get('Name') or 'execution plan')}"
    plan = step["plan"] if full else _shortened(step["plan"])
    answer = {"failure": step["failure"]} if "failure" in step else {"answer": step.get("answer")}
    return heading, iter([*_yaml(plan), *(_yaml(answer) if step["waits"] else ())])


def _same(value: Any) -> Any:
    return value


def _shortened(value: Any) -> Any:
    """Return plain data with long texts shortened; different texts stay different."""
    return rebuilt(value, _cut)


def _cut(leaf: Any) -> Any:
    if not isinstance(leaf, str) or len(leaf) <= _SHOWN_LENGTH:
        return leaf
    checksum = zlib.crc32(leaf.encode("utf-8", "replace"))
    return f"{_first_line(leaf)} ... ({len(leaf):,} characters, checksum {checksum:08x})"


def _first_line(text: str) -> str:
    return text.partition("\n")[0][:_FIRST_LINE]


def _report(step: Step, _full: bool) -> tuple[str, Iterator[str]]:
    kind = "report" if step["level"] == "info" else "error reported"
    return f"{kind} of {step['object']}: {step['text']}", iter(())


def _log(step: Step, _full: bool) -> tuple[str, Iterator[str]]:
    first, *others = step["text"].split("\n")
    return f"log {step['logger']} {step['level']}: {first}", iter(others)


def _track(step: Step, _full: bool) -> tuple[str, Iterator[str]]:
    return f"{step['kind']} {step['object']}: {step['action']}ed", iter(())


def _upload(step: Step, _full: bool) -> tuple[str, Iterator[str]]:
    return "workflows uploaded", iter(step["definition"].splitlines())


def _workflow(step: Step, _full: bool) -> tuple[str, Iterator[str]]:
    parts = {key: step[key] for key in ("inputs", "params", "output", "failure") if key in step}
    return f"workflow {step['workflow']}: run", iter(_yaml(parts))


def _yaml(value: Any) -> list[str]:
    return to_yaml(value, explicit_start=False).splitlines()


_SHOWN: dict[str, Callable[[Step, bool], tuple[str, Iterator[str]]]] = {
    "stack-pushed": _stack,
    "plan-sent": _plan,
    "status-reported": _report,
    "logged": _log,
    "instance-tracked": _track,
    "workflow-uploaded": _upload,
    "workflow-run": _workflow,
}
_COUNTED = {
    "stack-pushed": "stack update",
    "plan-sent": "execution plan",
    "status-reported": "report",
    "logged": "log line",
    "workflow-run": "workflow",
}
