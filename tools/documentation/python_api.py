"""The page of the Python library, which autodoc fills from docstrings and types."""

from __future__ import annotations

import inspect

import muranopl


def python_page() -> str:
    """Return the page: functions, then classes, then exceptions."""
    values = {name: getattr(muranopl, name) for name in sorted(muranopl.__all__)}
    classes = {name: value for name, value in values.items() if inspect.isclass(value)}
    raised = {name for name, value in classes.items() if issubclass(value, Exception)}
    functions = [name for name, value in values.items() if inspect.isfunction(value)]
    sections = {
        "Functions": [("autofunction", name) for name in functions],
        "Classes": [("autoclass", name) for name in classes if name not in raised],
        "Exceptions": [("autoexception", name) for name in sorted(raised)],
    }
    lines = ["# The Python library, name by name\n"]
    lines += ["[](../library.md) describes these names with examples.\n"]
    for title, entries in sections.items():
        lines.append(f"## {title}\n")
        for directive, name in entries:
            members = "" if directive == "autofunction" else "   :members:\n"
            lines.append(f"```{{eval-rst}}\n.. {directive}:: muranopl.{name}\n{members}```\n")
    return "\n".join(lines)
