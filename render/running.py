"""Static methods run, as far as they only compute: what contracts, defaults and forms ask them for.

Measured: conformance/evaluation.json and reference workflow. Variables and values only: a body that writes properties,
makes objects, handles exceptions or runs things in parallel is not run, which ends as "not evaluated".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from muranopl.ard.model_path import ModelPath
from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.diagnostics.diagnostic import Related
from muranopl.expression.tree import Variable, bare
from muranopl.language.contracts.apply import REFUSED, Application
from muranopl.language.grammar.instructions.block import Block, Instruction
from muranopl.language.grammar.instructions.branches import If, Match, Switch
from muranopl.language.grammar.instructions.exceptions import Throw
from muranopl.language.grammar.instructions.loops import Break, Continue, For, Repeat, While
from muranopl.language.grammar.instructions.statements import Assign, Do, Evaluate, Return
from muranopl.language.grammar.method import ArgumentDeclaration, ArgumentUsage, MethodDeclaration
from muranopl.render.data import data_of
from muranopl.render.setting import ValueSetting
from muranopl.semantics.evaluation.errors import EvaluationError, ExhaustedError, NotEvaluatedError
from muranopl.semantics.evaluation.objects import MuranoType
from muranopl.semantics.inference.assigned import OBJECT

if TYPE_CHECKING:
    from muranopl.render.load import Load

MAX_DEPTH = 20
"""How deep calls may be inside each other. (The engine ends at Python's recursion limit, some time after 30.)"""
MAX_INSTRUCTIONS = 10_000
"""How many instructions all methods of one load may run."""


class _LeftError(Exception):
    """A block is left; what for is the class of it."""


class _ReturnedError(_LeftError):
    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class _BrokenError(_LeftError):
    pass


class _ContinuedError(_LeftError):
    pass


class Runner:
    """Runs static methods for one load."""

    def __init__(self, load: Load) -> None:
        self._load = load
        self._depth = 0
        self._left = MAX_INSTRUCTIONS

    def call(self, type_: MuranoType, method: MethodDeclaration, arguments: Mapping[str, Any]) -> Any:
        """What a method gives that `type_` declares, for arguments by name.

        Raises EvaluationError where it fails, NotEvaluatedError where it is not run.
        """
        if method.body is None:
            return None
        if self._depth >= MAX_DEPTH:
            raise ExhaustedError(f"calls of methods are inside each other deeper than {MAX_DEPTH} levels")
        self._depth += 1
        try:
            body = _Body(self, type_, self._accepted(type_, method, arguments))
            body.block(method.body)
        except _ReturnedError as left:
            return left.value
        except _LeftError:
            raise EvaluationError(f'method "{method.name}" leaves a loop that is not there') from None
        finally:
            self._depth -= 1
        return None

    def count(self) -> None:
        """Count an instruction."""
        self._left -= 1
        if self._left < 0:
            raise ExhaustedError(f"its methods run more than {MAX_INSTRUCTIONS:,} instructions")

    def evaluate(self, node: Node, type_: MuranoType, variables: Mapping[str, Any]) -> Any:
        """The value of a node in a body."""
        evaluator = self._load.evaluator
        return data_of(node, lambda yaql: evaluator.value(yaql, type_, type_, variables=variables))

    def _accepted(self, type_: MuranoType, method: MethodDeclaration, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """All arguments by name, as their contracts make them of what is given and of defaults."""
        found: dict[str, Any] = {}
        for each in method.arguments:
            if each.usage is ArgumentUsage.VAR_ARGS:
                found[each.name] = [self._made(type_, each, value) for value in arguments[each.name]]
            elif each.usage is ArgumentUsage.KW_ARGS:
                rest = arguments[each.name].items()
                found[each.name] = {name: self._made(type_, each, value) for name, value in rest}
            elif each.name in arguments:
                found[each.name] = self._made(type_, each, arguments[each.name])
            else:
                default = None if each.default is None else self.evaluate(each.default, type_, {})
                found[each.name] = self._made(type_, each, default)
        return found

    def _made(self, type_: MuranoType, argument: ArgumentDeclaration, value: Any) -> Any:
        """An argument as its contract makes it. Raises EvaluationError where that refuses it."""
        if argument.contract is None:
            return value
        load = self._load
        where = load.where
        path = ModelPath(where.node, where.parent or where, f".{argument.name}")
        related = Related(f'argument "{argument.name}"', argument.name_node.place)
        setting = ValueSetting(load, type_, type_, lambda: related, path)
        with load.reports.aside() as aside:
            made = Application(setting, load.chains).apply(argument.contract, value, path)
        if made is REFUSED or aside.failed:
            reasons = [each.message for each in aside.values()]
            raise EvaluationError(f'argument "{argument.name}" is refused: {reasons[0] if reasons else "its contract"}')
        return made


class _Body:
    """One run of a body."""

    def __init__(self, runner: Runner, type_: MuranoType, variables: dict[str, Any]) -> None:
        self._runner = runner
        self._type = type_
        self._variables = variables

    def block(self, block: Block | None) -> None:
        """Run the instructions of a block."""
        for instruction in () if block is None else block.instructions:
            self._runner.count()
            step = _STEPS.get(type(instruction))
            if step is None:
                raise NotEvaluatedError(f"{type(instruction).__name__} of class {self._type.name} is not run")
            step(self, instruction)

    def _value(self, node: Node | None) -> Any:
        return None if node is None else self._runner.evaluate(node, self._type, self._variables)

    def _evaluate(self, instruction: Evaluate) -> None:
        self._value(instruction.expression)

    def _assign(self, instruction: Assign) -> None:
        target = bare(instruction.target.tree)
        if not isinstance(target, Variable) or target.name in OBJECT:
            raise NotEvaluatedError(f"an assignment to {instruction.target.text} is not run")
        self._variables[target.name[1:]] = self._value(instruction.value)

    def _return(self, instruction: Return) -> None:
        raise _ReturnedError(self._value(instruction.value))

    def _throw(self, instruction: Throw) -> None:
        name = instruction.names[0] if instruction.names else None
        shown = name.text if isinstance(name, Yaql) else str(getattr(name, "value", "an exception"))
        message = self._value(instruction.message)
        raise EvaluationError(f"it throws {shown}" + ("" if message is None else f": {message}"))

    def _do(self, instruction: Do) -> None:
        self.block(instruction.body)

    def _if(self, instruction: If) -> None:
        self.block(instruction.then if self._value(instruction.condition) else instruction.otherwise)

    def _match(self, instruction: Match) -> None:
        value = self._value(instruction.value)
        for case in instruction.cases:
            if isinstance(case.key, Scalar) and case.key.value == value:
                self.block(case.body)
                return
        self.block(instruction.default)

    def _switch(self, instruction: Switch) -> None:
        taken = False
        for case in instruction.cases:
            if self._value(case.key):
                taken = True
                self.block(case.body)
        if not taken:
            self.block(instruction.default)

    def _loop(self, body: Block | None) -> bool:
        """Run the body of a loop once; whether the loop goes on."""
        self._runner.count()
        try:
            self.block(body)
        except _BrokenError:
            return False
        except _ContinuedError:
            pass
        return True

    def _while(self, instruction: While) -> None:
        while self._value(instruction.condition) and self._loop(instruction.body):
            pass

    def _repeat(self, instruction: Repeat) -> None:
        count = self._value(instruction.count)
        if not isinstance(count, int):
            raise EvaluationError("Repeat is given no number")
        for _ in range(count):
            if not self._loop(instruction.body):
                break

    def _for(self, instruction: For) -> None:
        collection = self._value(instruction.collection)
        if not isinstance(collection, Iterable):
            raise EvaluationError("For is given nothing to loop over")
        for item in collection:
            self._variables[instruction.variable or ""] = item
            if not self._loop(instruction.body):
                break

    def _break(self, _: Break) -> None:
        raise _BrokenError

    def _continue(self, _: Continue) -> None:
        raise _ContinuedError


_STEPS: dict[type[Instruction], Callable[[_Body, Any], None]] = {
    Evaluate: _Body._evaluate,
    Assign: _Body._assign,
    Return: _Body._return,
    Throw: _Body._throw,
    Do: _Body._do,
    If: _Body._if,
    Match: _Body._match,
    Switch: _Body._switch,
    While: _Body._while,
    Repeat: _Body._repeat,
    For: _Body._for,
    Break: _Body._break,
    Continue: _Body._continue,
}
