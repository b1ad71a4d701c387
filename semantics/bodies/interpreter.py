"""Interprets a body in the order its instructions run: tracks variables, infers every expression.

Visiting a block returns whether it ends the body, so that code after it is unreachable. An empty block is None.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable
from typing import Any

from muranopl.ard.nodes import Mapping, Node, Scalar, Yaql
from muranopl.ard.positions import place_within
from muranopl.ard.yaql.tree import Binary, Call, Keyword, Variable, bare, calls_any
from muranopl.diagnostics.catalogue import bodies as body_rules
from muranopl.diagnostics.catalogue import bodies as part_rules
from muranopl.diagnostics.catalogue import calls as call_rules
from muranopl.diagnostics.diagnostic import Severity
from muranopl.language.contracts import kinds
from muranopl.language.grammar.instructions.block import Block, Invalid, Jump
from muranopl.language.grammar.instructions.exceptions import CatchClause, Rethrow, Throw, Try
from muranopl.language.grammar.instructions.statements import (
    Assign,
    Break,
    Continue,
    Do,
    Evaluate,
    For,
    If,
    Match,
    Parallel,
    Repeat,
    Return,
    Switch,
    While,
)
from muranopl.semantics.abstract.value_contents import item_of, shown
from muranopl.semantics.abstract.values import UNKNOWN, Value
from muranopl.semantics.bodies.assigned import AssignedNames, compared, mentioned, variable_name
from muranopl.semantics.bodies.assignment import assign
from muranopl.semantics.bodies.bare_words import report_quoted
from muranopl.semantics.bodies.expressions import evaluate
from muranopl.semantics.bodies.narrowing import narrow
from muranopl.semantics.bodies.operators import check_cases
from muranopl.semantics.bodies.scope import MethodContext
from muranopl.semantics.bodies.variables import VariableState, stored
from muranopl.semantics.bodies.written_values import WrittenValue, go_through, type_of_value

_Branch = tuple[dict[str, VariableState | None], bool]
"""The changes of a branch, and whether it ends the body."""
_SKIPPED: _Branch = ({}, False)
"""The branch where a block is not run."""

_EXCEPTION = "io.murano.Exception"
_OF_THE_ENGINE = ("yaql.", "murano.")
_VALUES_ONLY = frozenset({"=", "-"})
"""Operators of expressions that were meant as something else, if they are instructions."""


class Interpreter:
    """Interprets one body; `assigned` has the variables that it and its blocks set."""

    def __init__(self, method: MethodContext, assigned: AssignedNames) -> None:
        self._method = method
        self._within = assigned.within

    def run(self, body: Block) -> None:
        """Interpret a body."""
        self._block(body)

    def _block(self, block: Block | None) -> bool:
        ends = False
        for instruction in () if block is None else block.instructions:
            action = _ACTIONS.get(instruction.__class__)
            if action is not None and action(self, instruction):
                ends = True
            # What the engine ignores was reported, and may hold code that was meant.
            if instruction.ignored is not None:
                self._mention(instruction.ignored)
            if self._method.observer is not None:
                self._method.observer.leave(instruction.node, self._method)
        return ends

    def _infer(self, node: Node | None) -> Value:
        return UNKNOWN if node is None else type_of_value(node, self._method)

    def _branch(
        self, block: Block | None, condition: Node | None = None, *, true: bool = True
    ) -> _Branch:
        """Visit a block and undo its changes; return them, and whether the block ends the body."""
        mark = self._method.variables.mark()
        if condition is not None:
            narrow(condition, self._method, true=true)
        ends = self._block(block)
        return self._method.variables.rewind(mark), ends

    def _invalid(self, instruction: Invalid) -> None:
        self._mention((instruction.node,))

    def _mention(self, nodes: Iterable[Node]) -> None:
        """Forget the variables mentioned in nodes that were not read.

        These may use and set them.
        """
        variables = self._method.variables
        for name, _ in mentioned(nodes):
            variables.used.add(name)
            variables.set(name, UNKNOWN)

    def _evaluate(self, instruction: Evaluate) -> None:
        method, expression = self._method, instruction.expression
        variables, tree = method.variables, expression.tree
        # If evaluating reports anything, the unused value is not reported as well.
        uses = len(variables.uses)
        reported = len(method.reported) + len(variables.fatal)
        evaluate(expression, method)
        # As most: `$.call()`, whose value need not be used
        if tree.__class__ is Call or (
            tree.__class__ is Binary and tree.operator == "." and tree.right.__class__ is Call
        ):
            return
        if len(method.reported) + len(variables.fatal) > reported:
            return
        if calls_any(tree):
            if not self._is_only_value(instruction):
                self._read_for_nothing(expression)
        else:
            # Only the unused value is reported, not its variables
            variables.forget_uses(uses)
            suggestion = functools.partial(_meant, expression, method)
            method.report(
                body_rules.NO_EFFECT, expression.place, text=expression.text, suggestion=suggestion
            )
            name = variable_name(compared(instruction))
            if name is not None:
                variables.set(name, UNKNOWN)

    def _is_only_value(self, instruction: Evaluate) -> bool:
        """Report `$x = $.call()`, meant as an assignment, and `$.call() - $.call()`.

        Return whether it is one of these.
        """
        method, expression = self._method, instruction.expression
        tree = bare(expression.tree)
        if not isinstance(tree, Binary) or tree.operator not in _VALUES_ONLY:
            return False
        target = compared(instruction)
        if isinstance(target, Variable) or (
            isinstance(target, Binary) and isinstance(target.right, Keyword)
        ):
            suggestion = f"to assign, write `{expression.text[target.start : target.end]}: ...`"
        elif tree.operator == "-" and expression.line != expression.end_line:
            suggestion = "align the dash of this instruction with the dash above"
        else:
            return False
        method.report(
            body_rules.VALUE_NOT_USED,
            expression.place,
            operator=tree.operator,
            suggestion=suggestion,
        )
        name = variable_name(target)
        if name is not None:
            method.variables.uses.pop((id(expression), id(target)), None)
            method.variables.set(name, UNKNOWN)
        return True

    def _read_for_nothing(self, expression: Yaql) -> None:
        """Report an unused value read from a property that has the name of a method."""
        method, tree = self._method, expression.tree
        if not (
            tree.__class__ is Binary and tree.right.__class__ is Keyword and tree.operator == "."
        ):
            return
        name = tree.right.name
        if method.is_any_method(name):
            place = place_within(expression, tree.right.start, tree.right.end)
            method.report(call_rules.METHOD_NOT_CALLED, place, name=name, text=expression.text)

    def _assign(self, instruction: Assign) -> None:
        value, method = instruction.value, self._method
        reported, quoted = len(method.reported), len(method.quoted)
        assign(instruction.target, WrittenValue(value, type_of_value(value, method)), method)
        if len(method.quoted) > quoted and len(method.reported) == reported:
            report_quoted(method.quoted[quoted:], method)

    def _return(self, instruction: Return) -> bool:
        if instruction.value is not None:
            quoted = len(self._method.quoted)
            go_through(instruction.value, self._method)
            report_quoted(self._method.quoted[quoted:], self._method, instruction.value)
        return True

    def _jump(self, instruction: Jump) -> bool:
        return not instruction.misplaced

    def _throw(self, instruction: Throw) -> bool:
        quoted = len(self._method.quoted)
        for node in (*instruction.names, instruction.message, instruction.extra, instruction.cause):
            self._infer(node)
        report_quoted(self._method.quoted[quoted:], self._method)
        return True

    def _do(self, instruction: Do) -> bool:
        return self._block(instruction.body)

    def _parallel(self, instruction: Parallel) -> None:
        self._infer(instruction.limit)
        # Branches run at the same time, so each may see what another one set.
        self._method.variables.forget(self._within(instruction.body))
        self._block(instruction.body)

    def _if(self, instruction: If) -> bool:
        self._infer(instruction.condition)
        then = self._branch(instruction.then, instruction.condition)
        other = self._branch(instruction.otherwise, instruction.condition, true=False)
        self._merge(then, other)
        return then[1] and other[1]

    def _merge(self, *branches: _Branch) -> None:
        """Continue with the merged state of the branches that do not end the body."""
        open_ = [changes for changes, ends in branches if not ends]
        if open_:
            self._method.variables.merge(open_)

    def _match(self, instruction: Match) -> bool:
        check_cases(instruction, self._infer(instruction.value), self._method)
        blocks = [*(case.body for case in instruction.cases), instruction.default]
        branches = [self._branch(block) for block in blocks]
        self._merge(*branches)
        return all(ends for _, ends in branches)

    def _switch(self, instruction: Switch) -> None:
        branches: list[_Branch] = []
        for case in instruction.cases:
            self._infer(case.key)
            branches.append(self._branch(case.body, case.key))
            self._merge(branches[-1], _SKIPPED)
        branches.append(self._branch(instruction.default))
        self._merge(branches[-1], _SKIPPED)
        # The default runs if no case does, so a variable set by all of them is set.
        self._method.variables.mark_assigned([changes for changes, ends in branches if not ends])

    def _while(self, instruction: While) -> None:
        # The condition is evaluated again after the body, which may have set its variables.
        self._method.variables.forget(self._within(instruction.body))
        self._infer(instruction.condition)
        self._merge(self._branch(instruction.body, instruction.condition), _SKIPPED)

    def _repeat(self, instruction: Repeat) -> None:
        node, count = instruction.count, self._infer(instruction.count)
        is_wrong = isinstance(node, Yaql) and not count.may_be(kinds.INT | kinds.BOOL)
        if node is not None and is_wrong and not self._method.variables.blame(count):
            problem = f"must be a whole number, not {shown(count)}"
            self._method.report(part_rules.BAD_COUNT, node.place, what="Repeat", problem=problem)
        self._method.variables.forget(self._within(instruction.body))
        self._merge(self._branch(instruction.body), _SKIPPED)

    def _for(self, instruction: For) -> None:
        variables = self._method.variables
        collection = self._infer(instruction.collection)
        if instruction.collection is not None and not isinstance(instruction.collection, Scalar):
            self._check_collection(instruction.collection, collection)
        variables.forget(self._within(instruction.body))
        mark = variables.mark()
        if instruction.variable is not None:
            # Texts and mappings have items of other types.
            item = stored(item_of(collection))
            variables.set(instruction.variable, item)
            self._name(instruction.node, "For", instruction.variable, item)
        self._block(instruction.body)
        self._merge((variables.rewind(mark), False), _SKIPPED)

    def _name(self, node: Node, key: str, name: str, value: Value) -> None:
        """Tell the observer the value of a variable that a key names."""
        observer = self._method.observer
        written = node.get(key) if isinstance(node, Mapping) else None
        if observer is not None and written is not None:
            observer.named[written.line, name] = value

    def _check_collection(self, node: Node, type_: Value) -> None:
        if type_.may_be(kinds.ITEMS | kinds.DICT) or self._method.variables.blame(type_):
            return
        problem, severity, suggestion = f"cannot iterate over {shown(type_)}", None, None
        if type_.may_be(kinds.STRING):
            problem, severity = "iterates over the characters of a string", Severity.WARNING
        elif isinstance(node, Yaql) and type_.only(kinds.INT):
            suggestion = f"write `In: range({node.text})`"
        facts = {"problem": problem, "suggestion": suggestion}
        self._method.report(part_rules.BAD_COLLECTION, node.place, severity=severity, **facts)

    def _try(self, instruction: Try) -> bool:
        variables, method = self._method.variables, self._method
        mark = variables.mark()
        caught = any(map(_catches_errors, instruction.clauses))
        # Failures inside are caught, and are warnings then.
        method.caught += caught
        ends = self._block(instruction.body)
        method.caught -= caught
        ends |= self._block(instruction.otherwise)
        branches = [(variables.rewind(mark), ends)]
        for clause in instruction.clauses:
            mark = variables.mark()
            # The block may have ended at any of its instructions.
            variables.forget(self._within(instruction.body))
            if clause.variable is not None:
                caught_value = method.classes.object_of_core(_EXCEPTION, method.package)
                variables.set(clause.variable, caught_value)
                self._name(clause.node, "As", clause.variable, caught_value)
            ends = self._block(clause.body)
            branches.append((variables.rewind(mark), ends))
        self._merge(*branches)
        # Finally runs after all branches, and a Return in it replaces theirs.
        ends = self._block(instruction.final)
        return ends or all(value for _, value in branches)


def _meant(expression: Yaql, method: MethodContext) -> str | None:
    """Return a suggestion for an expression without calls: to assign, or to call a method."""
    tree, text = expression.tree, expression.text
    if not isinstance(tree, Binary):
        return None
    if tree.operator == "=":
        value = text[tree.right.start : tree.right.end]
        return f"to assign, write `{text[: tree.left.end].strip()}: {value}`"
    if not isinstance(tree.right, Keyword):
        return None
    name, own = tree.right.name, method.own
    is_method = name in own.methods or (name not in own.properties and method.is_any_method(name))
    return f"to call the method, write `{text}()`" if is_method else None


def _catches_errors(clause: CatchClause) -> bool:
    """Return whether a clause catches errors of the engine.

    All exceptions, or one of the engine's names.
    """
    if clause.names is None:
        return True
    texts = (getattr(name, "text", None) or getattr(name, "value", None) for name in clause.names)
    return any(isinstance(text, str) and text.startswith(_OF_THE_ENGINE) for text in texts)


_ACTIONS: dict[type, Callable[[Interpreter, Any], bool | None]] = {
    Invalid: Interpreter._invalid,
    Evaluate: Interpreter._evaluate,
    Assign: Interpreter._assign,
    Return: Interpreter._return,
    Break: Interpreter._jump,
    Continue: Interpreter._jump,
    Rethrow: Interpreter._jump,
    Throw: Interpreter._throw,
    Do: Interpreter._do,
    Parallel: Interpreter._parallel,
    If: Interpreter._if,
    Match: Interpreter._match,
    Switch: Interpreter._switch,
    While: Interpreter._while,
    Repeat: Interpreter._repeat,
    For: Interpreter._for,
    Try: Interpreter._try,
}
