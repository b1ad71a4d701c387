"""`$.x.append(): value` and `$.x.insert(1): value`, assignments of the first edition, in the form of today."""

from __future__ import annotations

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.ard.yaql.tree import Binary, Call
from muranopl.diagnostics.fixes import Fix, fixed_by


def grown(target: Yaql, tree: Binary, call: Call, value: Node) -> tuple[Fix, ...]:
    """Return the fix that writes `$.x: $.x.append(value)`; a collection is set to a variable first.

    `tree` is the target, and `call` what it calls.
    """
    from muranopl.ard.rewriting import item_after, replaced_within, rewritten

    changed = target.text[tree.left.start : tree.left.end]
    arguments = [target.text[item.start : item.end] for item in call.arguments]
    text = _expression(value)
    title = f"write `{changed}: {changed}.{call.name}(...)`"
    if text is not None:
        result = f"{changed}.{call.name}({', '.join((*arguments, text))})"
        fixes = fixed_by(
            title, replaced_within(target, tree.left.end, tree.end, ""), rewritten(value, result)
        )
        if fixes:
            return fixes
    variable = _free_name(target)
    result = f"{changed}.{call.name}({', '.join((*arguments, variable))})"
    return fixed_by(
        title,
        replaced_within(target, 0, len(target.text), variable),
        item_after(target, value, f"{changed}: {result}"),
    )


def _free_name(target: Yaql) -> str:
    """Return the name of a variable that the file does not use."""
    text = target.file.text or ""
    name = f"$added{target.line}"
    while name in text:
        name += "x"
    return name


def _expression(value: Node) -> str | None:
    """Return a value as an expression of one line; None for collections, and for long texts."""
    if isinstance(value, Yaql):
        return None if "\n" in value.text else value.text
    if not isinstance(value, Scalar):
        return None
    if isinstance(value.value, str):
        text = value.value.replace("\\", "\\\\").replace("'", "\\'")
        return f"'{text}'" if text.isprintable() else None
    if isinstance(value.value, bool):
        return str(value.value).lower()
    if isinstance(value.value, int):
        return str(value.value)
    return "null" if value.value is None else None
