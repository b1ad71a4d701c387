"""Calls of functions.

Yaql chooses the overload, and every call and result is charged to the budget.
"""

from __future__ import annotations

from typing import Any

from yaql.language import exceptions, runner, utils

from muranopl.semantics.evaluation.conversion import charge
from muranopl.semantics.evaluation.failures import shown
from muranopl.semantics.evaluation.frames import VariableFrame
from muranopl.semantics.evaluation.tables import Tables, find

NO_VALUE = utils.NO_VALUE
# The steps that yaql's choice of an overload costs, relative to a compiled node.
_CHOICE = 5


def call(
    tables: Tables, frame: VariableFrame, name: str, receiver: Any, *args: Any, **kwargs: Any
) -> Any:
    """Call a function of some tables; arguments that are expressions are evaluated in `frame`."""
    evaluation = frame.evaluation
    evaluation.budget.spend(_CHOICE)
    try:
        levels = find(tables, name, method=receiver is not NO_VALUE)
        if not levels:
            if receiver is NO_VALUE:
                raise exceptions.NoFunctionRegisteredException(name)
            raise exceptions.NoMethodRegisteredException(name, shown(receiver))
        result = runner.choose_overload(
            name, levels, evaluation.engine, receiver, frame, args, kwargs
        )()
        utils.limit_memory_usage(evaluation.engine, (1, result))
        return charge(result, evaluation.budget)
    # It would end a lazy sequence silently.
    except StopIteration as error:
        wrapped = exceptions.WrappedException(error)
        evaluation.record_failure(wrapped, name, receiver, args, frame)
        raise wrapped from None
    except Exception as error:
        evaluation.record_failure(error, name, receiver, args, frame)
        raise
