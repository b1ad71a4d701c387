"""The text form of a simulated deployment: a line for each step, followed by its content."""

from __future__ import annotations

import difflib
import zlib
from collections import Counter
from collections.abc import Callable
from typing import Any

from muranopl.ard.plain_data import rebuilt
from muranopl.diagnostics.formats.context import counted
from muranopl.diagnostics.visible import visible
from muranopl.execution.running.deploying import DeployResult
from muranopl.interfaces.cli.yaml_text import to_yaml

_FIRST_LINE = 60
_SHOWN_LENGTH = 200
"""Maximum length of a text in a template or plan that is not shortened, in characters."""
_LONG = ("template", "before", "plan")
"""The parts of a step that may have long texts."""
Step = dict[str, Any]
Shown = tuple[str, list[str]]
"""The heading of a step, and the lines of its content."""


def deployment_text(result: DeployResult, *, full: bool) -> str:
    """Return the steps of a deployment as text; `full` does not shorten long values."""
    lines: list[str] = []
    for event in result.events:
        long_parts = {} if full else {key: event[key] for key in _LONG if key in event}
        step = {**event, **{key: rebuilt(value, _cut) for key, value in long_parts.items()}}
        heading, details = _SHOWN[step["event"]](step)
        lines.append(f"{step.get('at', 0):7.1f}s  {heading}")
        lines += [f"          {line}" if line else "" for line in details]
    if result.placeholders:
        count = counted(len(result.placeholders), "placeholder")
        lines += [
            *_gap(lines),
            f"{count} for values that only a cloud knows (set them with --cloud):",
        ]
        lines += [f"  {text}  {origin}" for text, origin in result.placeholders.items()]
    lines += [*_gap(lines), _summary(result)]
    return "\n".join(visible(line) for line in lines) + "\n"


def _gap(lines: list[str]) -> list[str]:
    return [""] if lines else []


def _summary(result: DeployResult) -> str:
    kinds = Counter(step["event"] for step in result.events)
    done = [counted(kinds[kind], noun) for kind, noun in _COUNTED.items() if kinds[kind]]
    outcome = "fail" if result.failed else "succeed"
    return f"The deployment would {outcome}: {', '.join(done) or 'no steps'}."


def _stack(step: Step) -> Shown:
    heading = f"stack {step['stack']}: {step['action']}"
    if "failure" in step:
        heading += f", which fails: {step['failure']}"
    if step["action"] == "delete":
        return heading, []
    after = _yaml(step["template"])
    if "before" not in step:
        return heading, after
    difference = difflib.unified_diff(_yaml(step["before"]), after, lineterm="", n=3)
    return heading, list(difference)[2:]  # without the names of files


def _plan(step: Step) -> Shown:
    how = "call" if step["waits"] else "send"
    name = _first_line(step["plan"].get("Name") or "execution plan")
    details = _yaml(step["plan"])
    if step["waits"]:
        outcome = "failure" if "failure" in step else "answer"
        details += _yaml({outcome: step.get(outcome)})
    return f"agent of {step['host']}: {how} {name}", details


def _cut(leaf: Any) -> Any:
    if not isinstance(leaf, str) or len(leaf) <= _SHOWN_LENGTH:
        return leaf
    # With it a change beyond the shown beginning is visible in the difference of templates
    checksum = zlib.crc32(leaf.encode("utf-8", "replace"))
    return f"{_first_line(leaf)} ... ({len(leaf):,} characters, checksum {checksum:08x})"


def _first_line(text: str) -> str:
    return text.partition("\n")[0][:_FIRST_LINE]


def _report(step: Step) -> Shown:
    kind = "report" if step["level"] == "info" else "error reported"
    return f"{kind} of {step['object']}: {step['text']}", []


def _log(step: Step) -> Shown:
    first, *further = step["text"].split("\n")
    return f"log {step['logger']} {step['level']}: {first}", further


def _track(step: Step) -> Shown:
    return f"{step['kind']} {step['object']}: {step['action']}ed", []


def _upload(step: Step) -> Shown:
    return "workflows uploaded", step["definition"].splitlines()


def _workflow(step: Step) -> Shown:
    parts = {key: step[key] for key in ("inputs", "params", "output", "failure") if key in step}
    return f"workflow {step['workflow']}: run", _yaml(parts)


def _plugin(step: Step) -> Shown:
    parts = {key: step[key] for key in ("arguments", "result", "failure") if key in step}
    return f"plugin: {step['method']}", _yaml(parts)


def _yaml(value: Any) -> list[str]:
    return to_yaml(value, explicit_start=False).splitlines()


_SHOWN: dict[str, Callable[[Step], Shown]] = {
    "stack-pushed": _stack,
    "plan-sent": _plan,
    "status-reported": _report,
    "logged": _log,
    "instance-tracked": _track,
    "workflow-uploaded": _upload,
    "workflow-run": _workflow,
    "plugin-called": _plugin,
}
_COUNTED = {
    "stack-pushed": "stack update",
    "plan-sent": "execution plan",
    "status-reported": "report",
    "logged": "log line",
    "workflow-run": "workflow",
    "plugin-called": "plugin call",
}
