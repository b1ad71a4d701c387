"""Previews of what a class, a method or a form makes, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from muranopl.diagnostics.diagnostic import Diagnostic
from muranopl.diagnostics.formats.encode import to_json
from muranopl.views.words.markdown import block, bullets, code, table, text

if TYPE_CHECKING:
    from muranopl.execution.running.calling import CallResult
    from muranopl.execution.running.forms import FormPages
    from muranopl.execution.running.rendering import RenderResult
    from muranopl.render.form.page_schemas import PageSchema

_JSON = "json"
Schema = dict[str, Any]


def object_preview(class_: str, result: RenderResult) -> str:
    """Return an object of a class for which no property was set, and what it lacks."""
    lines = [f"# An object of {code(class_)}", ""]
    if result.model is None:
        lines.append("An object without values for its properties does not load.")
    else:
        lines.append(block(to_json(result.model), _JSON))
    lines += _problems(result.diagnostics)
    return "\n".join([*lines, ""])


def result_preview(method: str, result: CallResult) -> str:
    """Return what a method returned and logged, and what is wrong."""
    lines = [f"# The result of {code(method)}", ""]
    if result.ok:
        lines.append(block(to_json(result.value), _JSON))
    else:
        lines.append("The method did not return.")
    if result.log:
        entries = (f"{item.level} {item.logger}: {text(item.text)}" for item in result.log)
        lines += ["", "## Log", "", bullets(entries)]
    lines += _problems(result.diagnostics)
    return "\n".join([*lines, ""])


def schema_preview(class_: str, schema: Schema) -> str:
    """Return the properties that a generated form of a class asks for, and its schema."""
    required = schema.get("required", ())
    rows = (_property(name, name in required, item) for name, item in _fields(schema))
    titles = ("property", "type", "required", "default", "")
    return "\n".join(
        [
            f"# The form of {code(class_)}",
            "",
            *table(titles, rows),
            "",
            block(to_json(schema), _JSON),
            "",
        ]
    )


def form_preview(package: str, form: FormPages) -> str:
    """Return the pages of the form of a package, as they are before anything is filled in."""
    lines = [f"# The form of {code(package)}"]
    if form.application is not None:
        lines += ["", f"It creates an object of {code(form.application)}."]
    for page in form.pages:
        lines += ["", *_page(page)]
    lines += _problems(form.diagnostics)
    return "\n".join([*lines, ""])


def _page(page: PageSchema) -> Iterator[str]:
    yield f"## {code(page.name)}"
    yield ""
    rows = (_property(name, False, item) for name, item in _fields(page.schema))
    yield from table(("field", "type", "", "default", ""), rows)


def _fields(schema: Schema) -> Iterator[tuple[str, Schema]]:
    for name, item in schema.get("properties", {}).items():
        if isinstance(item, dict):
            yield name, item


def _property(name: str, is_required: bool, schema: Schema) -> tuple[str, ...]:
    words = [schema.get(key) for key in ("title", "description", "helpText")]
    about = " ".join(
        f"{text(word).rstrip('.')}." for word in words if isinstance(word, str) and word
    )
    default = to_json(schema["default"]).strip() if "default" in schema else ""
    required = "yes" if is_required else ""
    return code(name), _types(schema), required, default and code(default), about


def _types(schema: Schema) -> str:
    """Return the types that a schema names, `any` if it names none."""
    types = schema.get("type", "any")
    return ", ".join([types] if isinstance(types, str) else types)


def _problems(diagnostics: Iterable[Diagnostic]) -> list[str]:
    lines = [f"{item.code}: {text(item.message)}" for item in diagnostics]
    return ["", "## Diagnostics", "", bullets(lines)] if lines else []
