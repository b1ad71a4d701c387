"""Static methods run, as far as they only compute: what contracts, defaults and forms ask them for.

Measured: conformance/evaluation.json and reference workflow. Variables and values only: a body that writes properties,
makes objects, handles exceptions or runs things in parallel is not run, which ends as "not evaluated".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.diagnostics.bounds import CALL_DEPTH, METHOD_INSTRUCTIONS
from muranopl.diagnostics.diagnostic import Related
from muranopl.expression.tree import Variable, bare
from muranopl.language.contracts.apply import POISON
from muranopl.language.grammar.instructions.block import Block, Instruction
from muranopl.language.grammar.instructions.branches import If, Match, Switch
from muranopl.language.grammar.instructions.exceptions import Throw
from muranopl.language.grammar.instructions.loops import Break, Continue, For, Repeat, While
from muranopl.language.grammar.instructions.statements import Assign, Do, Evaluate, Return
from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage, MethodDeclaration
from muranopl.render.context import LoadingContext
from muranopl.render.setting import ValueSetting
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, NotEvaluatedError
from muranopl.semantics.evaluation.objects import MuranoType
from muranopl.semantics.inference.assigned import OBJECT


class StaticMethods:
    """Runs static methods for one model."""

    def __init__(self, context: LoadingContext) -> None:
        self._context = context
        self._depth = 0
        self._left = METHOD_INSTRUCTIONS.most

    def call(self, type_: MuranoType, method: MethodDeclaration, arguments: Mapping[str, Any]) -> Any:
        """Return what a method gives that `type_` declares, for arguments by name.

        Raises EvaluationError where it fails, NotEvaluatedError where it is not run.
        """
        if method.body is None:
            return None
        if self._depth >= CALL_DEPTH.most:
            raise ExhaustedError(f"calls of methods are inside each other deeper than {CALL_DEPTH.most} levels")
        self._depth += 1
        try:
            run = _BodyRun(self, type_, self._accepted(type_, method, arguments))
            left = run.block(method.body)
        finally:
            self._depth -= 1
        if left is None or isinstance(left, _Returned):
            return left and left.value
        raise EvaluationError(f'method "{method.name}" leaves a loop that is not there')

    def count(self) -> None:
        """Count an instruction. Raises ExhaustedError."""
        self._left -= 1
        if self._left < 0:
            raise ExhaustedError(f"its methods run more than {METHOD_INSTRUCTIONS.most:,} instructions")

    def evaluate(self, node: Node, type_: MuranoType, variables: Mapping[str, Any]) -> Any:
        """Return the value of a node in a body."""
        return self._context.value_of(node, type_, type_, variables)

    def _accepted(self, type_: MuranoType, method: MethodDeclaration, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return all arguments by name, as their contracts make them of what is given and of defaults."""
        found: dict[str, Any] = {}
        for each in method.arguments:
            if each.usage is ArgumentUsage.VAR_ARGS:
                found[each.name] = [self._argument_value(type_, each, value) for value in arguments[each.name]]
            elif each.usage is ArgumentUsage.KW_ARGS:
                rest = arguments[each.name].items()
                found[each.name] = {name: self._argument_value(type_, each, value) for name, value in rest}
            elif each.name in arguments:
                found[each.name] = self._argument_value(type_, each, arguments[each.name])
            else:
                default = None if each.default is None else self.evaluate(each.default, type_, {})
                found[each.name] = self._argument_value(type_, each, default)
        return found

    def _argument_value(self, type_: MuranoType, argument: ArgumentDeclaration, value: Any) -> Any:
        """Return an argument as its contract makes it. Raises EvaluationError where that refuses it."""
        if argument.contract is None:
            return value
        declared = Related(f'argument "{argument.name}"', argument.name_node.place)
        setting = ValueSetting(self._context, type_, type_, self._context.sibling_path(argument.name), declared)
        with self._context.reporter.apart() as reports:
            made = setting.apply(argument.contract, value)
        if made is POISON or reports.failed:
            reason = next((each.message for each in reports.values()), "its contract")
            raise EvaluationError(f'argument "{argument.name}" is refused: {reason}')
        return made


class _Returned(NamedTuple):
    """A method is left with a value."""

    value: Any


_BREAK, _CONTINUE = object(), object()
_Left = object | None
"""How a block is left before its end: `_Returned`, `_BREAK` or `_CONTINUE`; None where it is not."""


class _BodyRun:
    """One run of a body."""

    def __init__(self, methods: StaticMethods, type_: MuranoType, variables: dict[str, Any]) -> None:
        self._methods = methods
        self._type = type_
        self._variables = variables

    def block(self, block: Block | None) -> _Left:
        """Run the instructions of a block."""
        for instruction in () if block is None else block.instructions:
            self._methods.count()
            left = self._run(instruction)
            if left is not None:
                return left
        return None

    def _run(self, instruction: Instruction) -> _Left:
        match instruction:
            case Evaluate():
                self._value(instruction.expression)
            case Assign():
                self._assign(instruction)
            case Return():
                return _Returned(self._value(instruction.value))
            case Throw():
                self._throw(instruction)
            case Do():
                return self.block(instruction.body)
            case If():
                return self.block(instruction.then if self._value(instruction.condition) else instruction.otherwise)
            case Match():
                return self._match(instruction)
            case Switch():
                return self._switch(instruction)
            case While(condition=condition):
                return self._loop(instruction.body, iter(lambda: bool(self._value(condition)), False))
            case Repeat():
                count = self._value(instruction.count)
                if not isinstance(count, int):
                    raise EvaluationError("Repeat is given no number")
                return self._loop(instruction.body, range(count))
            case For():
                collection = self._value(instruction.collection)
                if not isinstance(collection, Iterable):
                    raise EvaluationError("For is given nothing to loop over")
                return self._loop(instruction.body, collection, instruction.variable or "")
            case Break():
                return _BREAK
            case Continue():
                return _CONTINUE
            case _:
                raise NotEvaluatedError(f"{type(instruction).__name__} of class {self._type.name} is not run")
        return None

    def _value(self, node: Node | None) -> Any:
        return None if node is None else self._methods.evaluate(node, self._type, self._variables)

    def _assign(self, instruction: Assign) -> None:
        target = bare(instruction.target.tree)
        if not isinstance(target, Variable) or target.name in OBJECT:
            raise NotEvaluatedError(f"an assignment to {instruction.target.text} is not run")
        self._variables[target.name[1:]] = self._value(instruction.value)

    def _throw(self, instruction: Throw) -> None:
        name = instruction.names[0] if instruction.names else None
        shown = name.text if isinstance(name, Yaql) else str(getattr(name, "value", "an exception"))
        message = self._value(instruction.message)
        raise EvaluationError(f"it throws {shown}" + ("" if message is None else f": {message}"))

    def _match(self, instruction: Match) -> _Left:
        value = self._value(instruction.value)
        for case in instruction.cases:
            if isinstance(case.key, Scalar) and case.key.value == value:
                return self.block(case.body)
        return self.block(instruction.default)

    def _switch(self, instruction: Switch) -> _Left:
        taken = False
        for case in instruction.cases:
            if self._value(case.key):
                taken = True
                left = self.block(case.body)
                if left is not None:
                    return left
        return None if taken else self.block(instruction.default)

    def _loop(self, body: Block | None, items: Iterable[Any], variable: str | None = None) -> _Left:
        """Run the body of a loop for each item, which is the value of the variable of a For."""
        for item in items:
            if variable is not None:
                self._variables[variable] = item
            self._methods.count()
            left = self.block(body)
            if left is _BREAK:
                return None
            if left is not None and left is not _CONTINUE:
                return left
        return None
