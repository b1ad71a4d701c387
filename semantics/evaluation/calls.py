"""A call of a function: yaql's choice among overloads, with every call and every result accounted for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from yaql.language import exceptions, runner, utils

from muranopl.semantics.evaluation.data import settle
from muranopl.semantics.evaluation.shortcuts import SHORTCUTS, Evaluated

if TYPE_CHECKING:
    from muranopl.semantics.evaluation.frames import Frame, Table

NO_VALUE = utils.NO_VALUE


def call(table: Table, frame: Frame, name: str, receiver: Any, *args: Any, **kwargs: Any) -> Any:
    """Call a function of a table with arguments that may be expressions, to be evaluated in `frame`."""
    run = frame.run
    run.budget.spend(1)
    if receiver is NO_VALUE:
        shortcut = SHORTCUTS.get(name)
        if shortcut is not None and not kwargs and not table.shadowing:
            outcome = shortcut(frame, args)
            if type(outcome) is not Evaluated:
                return outcome
            args = outcome.arguments
    try:
        levels = table.find(name, method=receiver is not NO_VALUE)
        if not levels:
            if receiver is NO_VALUE:
                raise exceptions.NoFunctionRegisteredException(name)
            raise exceptions.NoMethodRegisteredException(name, None)
        result = runner.choose_overload(name, levels, run.engine, receiver, frame, args, kwargs)()
        utils.limit_memory_usage(run.engine, (1, result))
        return settle(result, run.budget)
    except StopIteration as error:
        wrapped = exceptions.WrappedException(error)
        run.note(wrapped, name, receiver, args, frame)
        raise wrapped from None
    except Exception as error:
        run.note(error, name, receiver, args, frame)
        raise
