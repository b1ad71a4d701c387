"""Writes EXPORT.md: the order of the steps, what is to be filled in, and what is not carried over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from muranopl.diagnostics.visible import visible
from muranopl.execution.simulation.heat.template import section
from muranopl.writing.exporting.losses import Loss
from muranopl.writing.exporting.plans import ExportedPlan
from muranopl.writing.exporting.stacks import ExportedStack

_BEGIN = """\
Written by `muranopl export` from a dry run of the deployment. Heat creates the stacks; the scripts in
`plans/` do on the servers what Murano's agent did.

## Steps
"""
_HOW = """\
To run a script: `scp -r plans/NN-HOST ADDRESS:`, then `ssh ADDRESS sudo NN-HOST/run.sh`. The addresses
of servers are outputs of their stacks. Quote values twice: the shell of the server reads them, too.
"""
_NO_STEPS = "None: the deployment creates no stack and runs nothing on servers."
_MOVED = """
## In the user data of servers

cloud-init runs them when the server starts; `cloud-init status --wait` waits for their end.
"""
_LEFT_OUT = "\n## Left out, as only Murano needs it\n"


def guide(
    environment: str,
    stacks: Sequence[ExportedStack],
    plans: Sequence[ExportedPlan],
    moved: Collection[ExportedPlan],
    losses: Counter[Loss],
) -> str:
    """Return EXPORT.md; `moved` are the plans in user data."""
    by_hand = [plan for plan in plans if plan not in moved]
    steps = [*_stack_steps(stacks), *map(_plan_step, by_hand)]
    lines = [f"# {visible(environment)} without Murano\n", _BEGIN, _HOW if steps else _NO_STEPS]
    lines += [f"{number}. {step}" for number, step in enumerate(steps, 1)]
    lines += _table("To fill in", "where | name | value", _to_fill_in(stacks, by_hand))
    if moved:
        lines += [_MOVED, *(f"- {_named(plan)}" for plan in moved)]
    lost = ((*item, str(times)) for item, times in losses.items())
    lines += _table("Not carried over", "what | class | method | line | times", lost)
    removed = [
        f"- the bootstrap of the agent: {visible(name)} in `{stack.name}.yaml`"
        for stack in stacks
        for name in stack.removed
    ]
    if removed:
        lines += [_LEFT_OUT, *removed]
    return "\n".join(lines) + "\n"


def _stack_steps(stacks: Iterable[ExportedStack]) -> Iterator[str]:
    for stack in stacks:
        if stack.missing:
            yield f"Fill in `{stack.name}.env.yaml`, as listed below."
        files = f"-t {stack.name}.yaml -e {stack.name}.env.yaml"
        yield f"Create the stack: `{stack.client} stack create --wait {files} {stack.name}`"


def _plan_step(plan: ExportedPlan) -> str:
    if plan.problem:
        return f"On the server {plan.host}, do by hand what {_named(plan)} says: {plan.problem}."
    command = " ".join(["./run.sh", *(f"{value.option} VALUE" for value in plan.values)])
    return f"Copy {_named(plan)} to the server {plan.host}, and run it there as root: `{command}`"


def _named(plan: ExportedPlan) -> str:
    return f"`{plan.folder}` ({plan.title})"


def _table(title: str, columns: str, rows: Iterable[Sequence[str]]) -> Iterator[str]:
    cells = [" | ".join(visible(cell).replace("|", "&#124;") for cell in row) for row in rows]
    if cells:
        rule = "|".join("---" for _ in columns.split("|"))
        yield from (f"\n## {title}\n", f"| {columns} |", f"|{rule}|")
    yield from (f"| {row} |" for row in dict.fromkeys(cells))


def _to_fill_in(
    stacks: Iterable[ExportedStack], plans: Iterable[ExportedPlan]
) -> Iterator[tuple[str, str, str]]:
    for stack in stacks:
        file = f"`{stack.name}.env.yaml`"
        for name, value in stack.parameters.items():
            what = section(stack.template["parameters"], name).get("description") or name
            yield file, f"`{name}`", f"{what}; now `{value}`"
        for name, where in stack.missing.items():
            yield file, f"`{name}`", where
    for plan in plans:
        for item in plan.values:
            yield f"`{plan.folder}`", f"`{item.option}`", item.where
