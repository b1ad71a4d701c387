"""Writes EXPORT.md: the order of the steps, what is to be filled in, and what is not carried over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from muranopl.diagnostics.visible import visible
from muranopl.execution.simulation.heat.template import section
from muranopl.writing.exporting.losses import Loss
from muranopl.writing.exporting.plans import PlanFiles
from muranopl.writing.exporting.stacks import StackFiles
from muranopl.writing.exporting.values import LaterValue

_BEGIN = """\
Written by `muranopl export` from a dry run of the deployment. Heat creates the stacks; the scripts in
`plans/` do on the servers what Murano's agent did.

## Steps
"""
_HOW = """\
To run a script: `scp -r plans/NN-HOST ADDRESS:`, then `ssh ADDRESS sudo NN-HOST/run.sh`. The addresses
of servers are outputs of their stacks.
"""
_NO_STEPS = "None: the deployment creates no stack and runs nothing on servers."
_MOVED = (
    "cloud-init runs them when the server starts; `cloud-init status --wait` waits for their end."
)


def guide(
    environment: str,
    stacks: Mapping[str, StackFiles],
    plans: Sequence[PlanFiles],
    moved: Sequence[PlanFiles],
    losses: Counter[Loss],
) -> str:
    """Return EXPORT.md; `stacks` are by their names in Murano, `moved` are the plans in user data."""
    by_hand = [plan for plan in plans if plan not in moved]
    steps = [*_stack_steps(stacks.values()), *map(_plan_step, by_hand)]
    removed = [
        f"- the bootstrap of the agent: {visible(what)} in `{stack.name}.yaml`"
        for stack in stacks.values()
        for what in stack.removed
    ]
    in_user_data = [f"- {_named(plan)}" for plan in moved]
    lines = [
        f"# {visible(environment)} without Murano\n\n{_BEGIN}",
        _HOW if steps else _NO_STEPS,
        *(f"{number}. {step}" for number, step in enumerate(steps, 1)),
        *_table("To fill in", "where | name | value", _to_fill_in(stacks, by_hand)),
        *(["\n## In the user data of servers\n", f"{_MOVED}\n", *in_user_data] if moved else ()),
        *_table("Not carried over", "what | class | method | line | times", _lost(losses)),
        *(["\n## Left out, as only Murano needs it\n", *removed] if removed else ()),
    ]
    return "\n".join(lines) + "\n"


def _stack_steps(stacks: Iterable[StackFiles]) -> Iterator[str]:
    for stack in stacks:
        if stack.missing:
            yield f"Fill in `{stack.name}.env.yaml`, as listed below."
        files = f"-t {stack.name}.yaml -e {stack.name}.env.yaml"
        yield f"Create the stack: `openstack stack create --wait {files} {stack.name}`"


def _plan_step(plan: PlanFiles) -> str:
    if plan.problem:
        return f"On the server {plan.host}, do by hand what {_named(plan)} says: {plan.problem}."
    command = " ".join(["./run.sh", *(f"{value.option} VALUE" for value in plan.values)])
    return f"Copy {_named(plan)} to the server {plan.host}, and run it there as root: `{command}`"


def _named(plan: PlanFiles) -> str:
    return f"`{plan.folder}` ({plan.title}; {plan.origin})"


def _table(title: str, columns: str, rows: Iterable[Sequence[str]]) -> Iterator[str]:
    cells = [" | ".join(visible(cell).replace("|", "&#124;") for cell in row) for row in rows]
    if cells:
        rule = "|".join("---" for _ in columns.split("|"))
        yield from (f"\n## {title}\n", f"| {columns} |", f"|{rule}|")
    yield from (f"| {row} |" for row in dict.fromkeys(cells))


def _to_fill_in(
    stacks: Mapping[str, StackFiles], plans: Sequence[PlanFiles]
) -> Iterator[tuple[str, str, str]]:
    for stack in stacks.values():
        file, declared = f"`{stack.name}.env.yaml`", stack.template["parameters"]
        for name, value in stack.parameters.items():
            what = section(declared, name).get("description") or name
            yield file, f"`{name}`", f"{what}; now `{value}`"
        for name, what in stack.missing.items():
            yield file, f"`{name}`", _source(what, stacks)
    for plan in plans:
        for value in plan.values:
            yield f"`{plan.folder}`", f"`{value.option}`", _source(value, stacks)


def _source(value: LaterValue | str, stacks: Mapping[str, StackFiles]) -> str:
    """Return where a value comes from."""
    if isinstance(value, str):
        return value
    if value.source is not None:
        name = f"{stacks[value.source.stack].name} {value.name}"
        return f"{value.what}: `openstack stack output show -f value -c output_value {name}`"
    more = (
        " (secret)" if value.hidden else f": in the output of `{value.plan}`" if value.plan else ""
    )
    return value.what + more


def _lost(losses: Counter[Loss]) -> Iterator[tuple[str, ...]]:
    for item, times in losses.items():
        yield (*item, str(times))
