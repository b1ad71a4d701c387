"""Instructions compiled to functions of the activation, which return how the block is left.

Semantics: reference workflow, Instructions and Exceptions; measured: conformance/evaluation.json,
block/*, except/*. A block is compiled when it is run first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from muranopl.ard.nodes import Node, Scalar, Yaql
from muranopl.diagnostics.quirks import DOCUMENT_NAMES
from muranopl.execution.block_syntax import check_syntax
from muranopl.execution.branches import Step, run_all
from muranopl.execution.exception_objects import exception_object, exception_of
from muranopl.execution.exceptions import CONTRACT_VIOLATION, FATAL, MuranoError, thrown
from muranopl.execution.machine import Activation, Left
from muranopl.execution.targets import target_of
from muranopl.execution.values import nothing, value_of
from muranopl.language.grammar.instructions.block import Block, Instruction
from muranopl.language.grammar.instructions.exceptions import CatchClause, Rethrow, Throw, Try
from muranopl.language.grammar.instructions.statements import (
    Assign,
    Break,
    Case,
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
from muranopl.language.grammar.names import TYPE_NAME
from muranopl.namespace.caught_names import DOCUMENTED_EXCEPTION
from muranopl.namespace.prefixes import full_name, unknown_prefix
from muranopl.semantics.evaluation.errors import EvaluationError
from muranopl.semantics.evaluation.frames import normal
from muranopl.semantics.evaluation.objects import MuranoType


def block_of(block: Block | None) -> Step:
    """Return the function that runs the instructions of a block in order."""
    if block is None:
        return nothing
    steps: list[tuple[Node, Step]] | None = None

    def run(activation: Activation) -> Left | None:
        nonlocal steps
        if steps is None:
            steps = [
                (instruction.node, _STEPS[type(instruction)](instruction))
                for instruction in block.instructions
            ]
        budget = activation.machine.budget
        for node, step in steps:
            activation.node = node
            budget.count()
            left = step(activation)
            if left is not None:
                return left
        return None

    return run


def _evaluate(instruction: Evaluate) -> Step:
    value = value_of(instruction.expression)

    def run(activation: Activation) -> None:
        value(activation)

    return run


def _assign(instruction: Assign) -> Step:
    value = value_of(instruction.value)
    assign = target_of(instruction.target)

    def run(activation: Activation) -> None:
        assign(activation, value(activation))

    return run


def _return(instruction: Return) -> Step:
    value = value_of(instruction.value)

    def run(activation: Activation) -> Left:
        activation.result = value(activation)
        return Left.RETURN

    return run


def _break(_: Break) -> Step:
    return lambda _: Left.BREAK


def _continue(_: Continue) -> Step:
    return lambda _: Left.CONTINUE


def _do(instruction: Do) -> Step:
    return block_of(instruction.body)


def _if(instruction: If) -> Step:
    condition = value_of(instruction.condition)
    then = block_of(instruction.then)
    otherwise = block_of(instruction.otherwise)
    return lambda activation: then(activation) if condition(activation) else otherwise(activation)


def _while(instruction: While) -> Step:
    condition = value_of(instruction.condition)
    body = block_of(instruction.body)

    def run(activation: Activation) -> Left | None:
        node, budget = activation.node, activation.machine.budget
        while condition(activation):
            budget.count()
            left = body(activation)
            # Errors of the condition are at the loop, not at the last instruction inside.
            activation.node = node
            if left is Left.BREAK:
                return None
            if left is Left.RETURN:
                return left
        return None

    return run


def _for(instruction: For) -> Step:
    collection = value_of(instruction.collection)
    variable = normal(instruction.variable or "")

    def items(activation: Activation) -> Iterable[Any]:
        result = collection(activation)
        if not isinstance(result, Iterable):
            raise _type_error("For needs a collection")
        return result

    return _loop(instruction.body, items, variable)


def _repeat(instruction: Repeat) -> Step:
    count = value_of(instruction.count)

    def items(activation: Activation) -> Iterable[Any]:
        # The engine evaluates the count once, before the first round
        result = count(activation)
        if not isinstance(result, int):
            raise _type_error("Repeat needs an integer")
        return range(result)

    return _loop(instruction.body, items, None)


def _type_error(problem: str) -> EvaluationError:
    error = EvaluationError(problem)
    error.engine_name = "TypeError"
    return error


def _loop(
    block: Block | None, items: Callable[[Activation], Iterable[Any]], variable: str | None
) -> Step:
    body = block_of(block)

    def run(activation: Activation) -> Left | None:
        budget, data = activation.machine.budget, activation.frame._data
        for item in items(activation):
            budget.count()
            if variable is not None:
                # The variable outlives the loop: a method has a single scope
                data[variable] = item
            left = body(activation)
            if left is Left.BREAK:
                return None
            if left is Left.RETURN:
                return left
        return None

    return run


def _match(instruction: Match) -> Step:
    value = value_of(instruction.value)
    default = block_of(instruction.default)
    cases = [
        (case.key.value, _case(case))
        for case in instruction.cases
        # In the engine an expression as a key never matches
        if isinstance(case.key, Scalar)
    ]

    def run(activation: Activation) -> Left | None:
        result = value(activation)
        return next((body for key, body in cases if key == result), default)(activation)

    return run


def _switch(instruction: Switch) -> Step:
    cases = [(value_of(case.key), _case(case)) for case in instruction.cases]
    default = block_of(instruction.default)

    def run(activation: Activation) -> Left | None:
        taken = False
        # The engine runs all cases that are true, and later ones see the changes of earlier ones
        for condition, body in cases:
            if condition(activation):
                taken = True
                left = body(activation)
                if left is not None:
                    return left
        return None if taken else default(activation)

    return run


def _case(case: Case) -> Step:
    """Return the function that runs the block of a case, which throws if the block is malformed.

    The engine parses these blocks only when they are run.
    """
    body, is_sound = block_of(case.body), False

    def run(activation: Activation) -> Left | None:
        nonlocal is_sound
        # Checked once, as the block does not change.
        if not is_sound:
            check_syntax(case.body.node, set())
            is_sound = True
        return body(activation)

    return run


def _parallel(instruction: Parallel) -> Step:
    limit = value_of(instruction.limit)
    items = () if instruction.body is None else instruction.body.instructions
    steps = [block_of(Block(item.node, (item,))) for item in items]
    return lambda activation: run_all(activation, steps, limit(activation) if steps else None)


# Exceptions


def _throw(instruction: Throw) -> Step:
    names = [value_of(node) for node in instruction.names]
    message = value_of(instruction.message)
    extra = value_of(instruction.extra)
    cause = value_of(instruction.cause)

    def run(activation: Activation) -> None:
        written = [name(activation) for name in names]
        because = cause(activation)
        raise MuranoError(
            [_exception_name(name, activation.type) for name in written],
            message(activation),
            extra=extra(activation),
            cause=None if because is None else exception_of(because),
            stack=activation.machine.stack(),
        )

    return run


def _exception_name(written: Any, type_: MuranoType) -> str:
    """Return the name that an exception is thrown or caught by.

    Values are converted to text (measured).
    """
    text = str(written)
    if not written or not TYPE_NAME.match(text):
        raise MuranoError("ValueError", f'Invalid type name "{text}"')
    name = full_name(text, type_.declared.namespaces)
    if name is None:
        raise MuranoError("KeyError", f"'Unknown namespace prefix {unknown_prefix(text)}'")
    return name


def _rethrow(_: Rethrow) -> Step:
    def run(activation: Activation) -> None:
        if activation.caught is None:
            raise MuranoError("TypeError", "Rethrow must be inside Catch")
        raise activation.caught

    return run


def _try(instruction: Try) -> Step:
    body = block_of(instruction.body)
    otherwise = block_of(instruction.otherwise)
    final = block_of(instruction.final)
    clauses = [_Clause(clause) for clause in instruction.clauses]

    def handled(activation: Activation) -> Left | None:
        machine = activation.machine
        depth = machine.depth
        try:
            left = body(activation)
        except Exception as error:
            if not clauses:
                raise
            # The methods that the exception passed are no longer running
            machine.unwind(depth)
            return caught(thrown(error, machine.stack()), activation)
        # Clauses do not catch exceptions of Else, so it is run outside of the try
        return otherwise(activation) if left is None else left

    def caught(error: MuranoError, activation: Activation) -> Left | None:
        try:
            for clause in clauses:
                name = clause.caught_name(error, activation)
                if name is not None:
                    activation.caught = error
                    return clause.run(error, name, activation)
            raise error from None
        finally:
            # Rethrow of an outer clause fails after this, as in the engine
            activation.caught = None

    if instruction.final is None:
        return handled

    def run(activation: Activation) -> Left | None:
        try:
            left = handled(activation)
        except FATAL:
            raise
        except Exception as error:
            kept = thrown(error, activation.machine.stack())
            after = final(activation)
            if after is not None:
                return after
            raise kept from None
        # `Finally` may run a Return of its own.
        result = activation.result
        after = final(activation)
        if after is None:
            activation.result = result
            return left
        return after

    return run


class _Clause:
    """A compiled clause of Catch."""

    def __init__(self, clause: CatchClause) -> None:
        self._names = None if clause.names is None else list(map(_written, clause.names))
        # The engine sets the variable only if the clause has a Do
        self._variable = clause.variable if clause.body is not None else None
        self._body = block_of(clause.body)

    def caught_name(self, error: MuranoError, activation: Activation) -> str | None:
        """Return the name of an exception that the clause catches, or None."""
        if self._names is None:
            return error.names[0]
        caught = {_exception_name(name, activation.type) for name in self._names}
        if (
            DOCUMENTED_EXCEPTION in self._names
            and DOCUMENT_NAMES not in activation.machine.contracts.quirks
        ):
            caught.add(CONTRACT_VIOLATION)
        return next((name for name in error.names if name in caught), None)

    def run(self, error: MuranoError, name: str, activation: Activation) -> Left | None:
        """Run the clause for an exception that it catches by a name."""
        if self._variable is not None:
            result = exception_object(activation.machine, error, name)
            activation.frame[self._variable] = result
        return self._body(activation)


def _written(node: Node) -> object:
    """Return the name of a Catch clause as written: expressions are not evaluated."""
    return node.text if isinstance(node, Yaql) else getattr(node, "value", None)


_STEPS: dict[type[Instruction], Callable[[Any], Step]] = {
    Assign: _assign,
    Break: _break,
    Continue: _continue,
    Do: _do,
    Evaluate: _evaluate,
    For: _for,
    If: _if,
    Match: _match,
    Parallel: _parallel,
    Repeat: _repeat,
    Rethrow: _rethrow,
    Return: _return,
    Switch: _switch,
    Throw: _throw,
    Try: _try,
    While: _while,
}
