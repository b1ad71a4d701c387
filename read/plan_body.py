"""Parses the Body of an execution plan, Python that the agent runs, and reports its problems.

Its names are those of Python, `args` for the parameters, and the scripts of the plan
(muranoagent/execution_plan_runner.py). It may be Python 2, as agents once were.
"""

from __future__ import annotations

import ast
import builtins
import symtable
import warnings
from collections.abc import Callable, Collection, Iterator, Sequence

import msgspec

from muranopl.ard.nodes import Mapping, Node, Scalar, pairs_in, text_of
from muranopl.ard.positions import place_within
from muranopl.diagnostics import machine_limits
from muranopl.diagnostics.bounds import PLAN_BODY
from muranopl.diagnostics.catalogue import manifest
from muranopl.diagnostics.findings import Findings
from muranopl.diagnostics.nearest import did_you_mean, nearest
from muranopl.diagnostics.places import Place
from muranopl.diagnostics.visible import listed
from muranopl.read.plan_files import is_placeholder

_HEAD = "def body():\n"
_INDENT = 4
_OF_PYTHON_2 = (
    "apply basestring buffer cmp coerce execfile file intern long raw_input reduce reload unichr"
    " unicode xrange"
)
_KNOWN = frozenset({*dir(builtins), *_OF_PYTHON_2.split(), "__file__", "args"})
_DEFINING = frozenset({"eval", "exec", "execfile", "globals", "NameError"})
"""Names with which a body may define others, or does without them."""
_OF_DICTIONARIES = frozenset(dir(dict))


class TextSpan(msgspec.Struct, frozen=True):
    """A part of the text of a body: offsets of its first character, and after its last one."""

    start: int
    end: int


class BodyProblem(msgspec.Struct, frozen=True):
    """Why a body cannot be run."""

    message: str
    span: TextSpan


class NameUse(msgspec.Struct, frozen=True):
    """A name where a body uses it first."""

    name: str
    span: TextSpan
    is_called: bool


class Formatting(msgspec.Struct, frozen=True):
    """A call of `format()` on a text whose fields and values do not agree.

    `missing` are fields without a value, `unused` the values without a field, counted from 0 or by
    name; `problem` is set if the text is no format.
    """

    span: TextSpan
    missing: tuple[str, ...] = ()
    unused: tuple[str, ...] = ()
    problem: str = ""


def read_body(text: str) -> PlanBody | BodyProblem:
    """Read a body, as Python 3 or else as Python 2."""
    if len(text) > PLAN_BODY.most:
        return BodyProblem(f"it has more than {PLAN_BODY.most:,} characters", TextSpan(0, 1))
    lines = _Lines(text)
    for source in _readings(lines, text):
        try:
            with warnings.catch_warnings():
                # Python would print its warnings about the body, such as invalid escapes
                warnings.simplefilter("ignore")
                tree = ast.parse(source)
                table = symtable.symtable(source, "Body", "exec")
        except SyntaxError as error:
            line, column = error.lineno or 1, max((error.offset or 1) - 1, 0)
            start = lines.offset(line, column)
            problem = BodyProblem(error.msg, TextSpan(start, min(start + 1, len(text))))
        except (ValueError, RecursionError, MemoryError) as error:
            machine_limits.note(error)
            problem = BodyProblem(str(error) or "it is nested too deeply", TextSpan(0, 1))
        else:
            return PlanBody(lines, source, tree, table)
    return problem


def _readings(lines: _Lines, text: str) -> Iterator[str]:
    """Yield the source of a body, then as that of Python 3 if it is Python 2."""
    yield lines.source
    from muranopl.read.python_2 import rewritten  # few bodies are

    yield _Lines(rewritten(text)).source


class PlanBody:
    """A body that is whole: what it uses, reads and formats."""

    def __init__(
        self, lines: _Lines, source: str, tree: ast.Module, table: symtable.SymbolTable
    ) -> None:
        self._lines, self._table = lines, table
        self._source = source.split("\n")
        located = (node for node in ast.walk(tree) if isinstance(node, ast.expr))
        self._nodes = sorted(located, key=lambda node: (node.lineno, node.col_offset))
        self._tree = tree

    @property
    def statements(self) -> list[ast.stmt]:
        """The statements of the body."""
        function = self._tree.body[0]
        return function.body if isinstance(function, ast.FunctionDef) else []

    def unknown_names(self, scripts: Collection[str]) -> Iterator[NameUse]:
        """Yield the uses of names that nothing defines; none where a body may define names as it runs."""
        read, assigned = _global_names(self._table)
        if _DEFINING & (read | assigned):
            return
        unknown = read - assigned - _KNOWN - {*scripts}
        called = {id(node.func) for node in self._nodes if isinstance(node, ast.Call)}
        for node in self._nodes:
            if isinstance(node, ast.Name) and node.id in unknown:
                unknown.remove(node.id)
                yield NameUse(node.id, self._span(node), id(node) in called)

    def parameters(self) -> tuple[list[NameUse], bool]:
        """Return the parameters that are read where they must be there, and whether others may be.

        Others may be if `args` is used as a whole.
        """
        known: set[int] = set()
        uses: dict[str, NameUse] = {}
        for node in self._nodes:
            match node:
                case ast.Attribute(value=ast.Name(id="args") as owner, attr=str(name)):
                    if name in _OF_DICTIONARIES:
                        continue
                    end = self._span(node).end
                    span = TextSpan(end - len(name), end)
                case ast.Subscript(
                    value=ast.Name(id="args") as owner, slice=ast.Constant(value=str(name)) as key
                ):
                    span = self._span(key)
                case _:
                    continue
            known.add(id(owner))
            if isinstance(node.ctx, ast.Load):
                uses.setdefault(name, NameUse(name, span, is_called=False))
        others = any(
            isinstance(node, ast.Name) and node.id == "args" and id(node) not in known
            for node in self._nodes
        )
        return list(uses.values()), others

    def formattings(self) -> Iterator[Formatting]:
        """Yield the calls of `format()` that lack a value, or have one too many."""
        for node in self._nodes:
            match node:
                case ast.Call(
                    func=ast.Attribute(value=ast.Constant(value=str(text)), attr="format"),
                    args=values,
                    keywords=named,
                ):
                    if any(isinstance(item, ast.Starred) for item in values):
                        continue
                    if any(item.arg is None for item in named):
                        continue
                    arguments = {*map(str, range(len(values)))}
                    arguments |= {item.arg for item in named if item.arg is not None}
                    yield from _compared(text, arguments, self._span(node))

    def _span(self, node: ast.expr) -> TextSpan:
        line, end_line = node.lineno, node.end_lineno or node.lineno
        return TextSpan(
            self._lines.offset(line, self._column(line, node.col_offset)),
            self._lines.offset(end_line, self._column(end_line, node.end_col_offset or 0)),
        )

    def _column(self, line: int, column: int) -> int:
        """Return the column in characters for one in bytes, as trees have them."""
        return len(self._source[line - 1].encode()[:column].decode(errors="ignore"))


def _compared(text: str, given: set[str], span: TextSpan) -> Iterator[Formatting]:
    try:
        fields = list(dict.fromkeys(_fields(text)))
    except ValueError as error:
        yield Formatting(span, problem=str(error))
        return
    missing = tuple(field for field in fields if field not in given)
    unused = tuple(sorted(given - {*fields}))
    if missing or unused:
        yield Formatting(span, missing, unused)


def _fields(text: str) -> Iterator[str]:
    """Yield the values that a format takes: numbers from 0, and names. Raise ValueError."""
    from string import Formatter

    pending, count = [text], 0
    while pending:
        for _, field, spec, _ in Formatter().parse(pending.pop()):
            if field is None:
                continue
            name = field.replace("[", ".").partition(".")[0]
            if not name:
                name, count = str(count), count + 1
            yield name
            if spec:
                pending.append(spec)


def _global_names(table: symtable.SymbolTable) -> tuple[set[str], set[str]]:
    """Return the names that a body reads from outside, and those that it assigns there or imports."""
    read: set[str] = set()
    assigned: set[str] = set()
    pending = [table]
    while pending:
        scope = pending.pop()
        pending += scope.get_children()
        for symbol in scope.get_symbols():
            if symbol.is_imported() or (symbol.is_assigned() and symbol.is_global()):
                assigned.add(symbol.get_name())
            elif symbol.is_global() and symbol.is_referenced():
                read.add(symbol.get_name())
    return read, assigned


class _Lines:
    """The lines of a body: what the agent makes of them, and where they are in the text."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        expanded = [line.expandtabs(_INDENT) for line in self._lines]
        indents = [len(line) - len(line.lstrip(" ")) for line in expanded if line.strip(" ")]
        self._indent = min(indents, default=0)
        body = "\n".join(" " * _INDENT + line[self._indent :] for line in expanded)
        self.source = f"{_HEAD}{body}\n"

    def offset(self, line: int, column: int) -> int:
        """Return the offset in the text for a place in the source: a line from 1, a column from 0."""
        number = line - 2
        if number < 0:
            return 0
        if number >= len(self._lines):
            return len("\n".join(self._lines))
        before = sum(len(item) + 1 for item in self._lines[:number])
        text, target = self._lines[number], column - _INDENT + self._indent
        at = 0
        while at < len(text) and len(text[: at + 1].expandtabs(_INDENT)) <= target:
            at += 1
        return before + at


_SHOWN = 3


def check_body(plan: Mapping, scripts: Sequence[str], findings: Findings) -> None:
    """Report faults of a body, and parameters that it lacks or does not read.

    `scripts` are their names. A body that begins with `$` is replaced by `bind()`.
    """
    node = plan.get("Body")
    text = text_of(node)
    if not isinstance(node, Scalar) or text is None or is_placeholder(text):
        return
    if len(text) > PLAN_BODY.most:
        return
    # A check that meets no plan does without Python's parser

    def at(span: TextSpan) -> Place:
        return place_within(node, span.start, span.end)

    body = read_body(text)
    if not isinstance(body, PlanBody):
        findings.report(manifest.BODY_SYNTAX, at(body.span), problem=body.message)
        return
    for use in body.unknown_names(scripts):
        rule = manifest.NO_SCRIPT if use.is_called else manifest.UNKNOWN_NAME
        findings.report(
            rule,
            at(use.span),
            name=use.name,
            suggestion=did_you_mean(nearest(use.name, [*scripts, "args"]), rule.suggestion),
        )
    _check_parameters(plan.get("Parameters"), body, at, findings)
    for formatting in body.formattings():
        problem = formatting.problem or _differences(formatting)
        findings.report(manifest.FORMAT_VALUES, at(formatting.span), problem=problem)


def _check_parameters(
    parameters: Node | None, body: PlanBody, at: Callable[[TextSpan], Place], findings: Findings
) -> None:
    """Report parameters that a body reads and its plan lacks, and those that it does not read."""
    texts = ((text_of(key), key) for key, _ in pairs_in(parameters))
    keys = {text: key for text, key in texts if text is not None}
    # What bind() puts there is not known
    is_bound = parameters is not None and not isinstance(parameters, Mapping)
    if is_bound or any(map(is_placeholder, keys)):
        return
    uses, others = body.parameters()
    read = {use.name for use in uses}
    for use in uses:
        if use.name not in keys:
            near = nearest(use.name, keys)
            findings.report(
                manifest.NO_PARAMETER,
                at(use.span),
                name=use.name,
                suggestion=did_you_mean(near, f"add `{use.name}:` to Parameters"),
            )
            read.add(near or use.name)
    for name, key in keys.items():
        if name not in read and not others:
            findings.report(manifest.UNUSED_PARAMETER, key, name=name)


def _differences(formatting: Formatting) -> str:
    """Return in words what a text and its values lack."""
    parts = [
        f"no {what} for {listed([f'`{{{name}}}`' for name in names], _SHOWN)}"
        for what, names in (("value", formatting.missing), ("field", formatting.unused))
        if names
    ]
    return ", and ".join(parts)
